import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { resolveGateState } from '../../../src/karpenter/gates.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { nameObjectManager } from '../shared/object-manager.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { heldNodes } from './held.ts';
import { leftBehind } from './left-behind.ts';
import { overdue } from './overdue.ts';
import { pinnedNodes } from './pinned.ts';
import { toRunning } from './running.ts';
import { idleStaticPools } from './static-pools.ts';
import { turnedOn } from './turned-on.ts';
import { untagged } from './untagged.ts';
import { claimFacts, poolFacts } from '../../../src/karpenter/own-objects.ts';

export default defineCheck({
  id: 'karpenter/drift',
  title: 'Nodes of Karpenter that an update replaces, loses or leaves behind',
  short: {
    'turned-on': 'drift turns on and replaces nodes',
    'left-behind': 'drift is off: old nodes stay',
    untagged: 'instances lack a tag Karpenter needs',
    'static-idle': 'feature gate StaticCapacity is off',
    overdue: 'expired nodes drain at once',
    held: 'nodes are not replaced',
    'replicas-not-read': 'room for a replacement unknown',
    'usage-not-read': 'usage of its limits unknown',
    'not-known': 'unknown whether drift is on',
  },
  task: {
    '': 'Let Karpenter keep or replace its nodes',
    untagged: 'Tag the instances of Karpenter',
    held: 'Allow Karpenter to replace the nodes of NodePools',
    'replicas-not-read': 'Check whether limits leave room for a replacement',
    'usage-not-read': 'Check whether NodePools exceed their limits',
  },
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `A node is drifted if it differs from the current specification of its NodePool and node class, and Karpenter
    replaces it. Drift is off by default in 0.21 to 0.32, on by default in 0.33 to 0.37 (with \`FEATURE_GATES\`, a
    gate that the variable omits is also off), and always on in 1.0 and later. So a step can start to replace every
    node that differs in an AMI, a security group, a subnet or a label, even if it has run unchanged for a year.
    This interrupts pods without a second replica or a PodDisruptionBudget. Budgets of a NodePool (0.34 and newer)
    limit how many nodes are disrupted at once; before that it is one node at a time, except empty ones.

    In 0.32, which reads Provisioners and NodePools side by side, drift replaces the nodes of a Provisioner with the
    taint \`karpenter.sh/legacy=true:NoSchedule\`. While drift is off, they stay, and 0.33 no longer manages them.

    Drift also moves the nodes of Karpenter to a new version of Kubernetes. It cannot replace nodes if a budget of
    \`nodes: "0"\` is always active, if the NodePool exceeds its limits, or if the nodes have the annotation
    \`karpenter.sh/do-not-disrupt\` (nodes/drain judges pods with it). In 1.0 and later nodes also expire, regardless of
    budgets and limits. If a step to 1.0 or later finds nodes that are older than \`expireAfter\`, it drains all of them at once, before their
    replacements run: a failure for more than one node of a NodePool. A static NodePool (\`spec.replicas\`) needs room for a replacement: if \`limits.nodes\` is not
    above its replicas, drift does not replace its nodes. If the feature gate StaticCapacity is off, Karpenter launches
    no nodes for it.

    Karpenter 1.1 finds instances only by the tag \`eks:eks-cluster-name\`, which 1.0 adds to the instances of older
    versions, one per second. Karpenter deletes a NodeClaim whose instance it does not find when its node is not
    ready.

    The check does not simulate which nodes differ: the numbers include all nodes that Karpenter may look at. The AMI
    change that follows from the control plane update is not included.`,
  fix: advice`Before the step, decide how many nodes Karpenter may disrupt at once, and when.`,
  links: [
    'https://karpenter.sh/docs/concepts/disruption/#drift',
    'https://karpenter.sh/docs/reference/settings/#feature-gates',
    'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/#periodic-rolling-with-drift',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...claimFacts],
  uses: ['karpenterKeys', 'nodes'],
  counts: ['karpenterClaims'],
  tables: ['karpenter-settings', 'karpenter-feature-gates', 'karpenter-drift', 'managed-changes'],

  *run({ karpenterControllers, karpenterKeys, nodes, ...facts }, context) {
    const running = toRunning(facts);
    const managers = { pools: running.pools, nodeClasses: [], rows: context.tables['managed-changes'] };
    const pinned = pinnedNodes({ karpenterKeys, nodes });
    for (const controller of karpenterControllers) {
      const versions = listControllerVersions(controller, context.karpenter);
      const [today] = versions;
      yield* untagged(controller, versions, running);
      for (const finding of overdue(versions, running, context)) yield nameObjectManager(finding, managers);
      if (today === undefined || resolveGateState('Drift', controller, today, context.tables) === 'unread') {
        yield notKnown(controller);
        continue;
      }
      yield* turnedOn(controller, versions, running, context);
      yield* leftBehind(controller, versions, running, context);
      yield* idleStaticPools(controller, versions, running, context);
      for (const finding of heldNodes(controller, versions, { running, pinned }, context))
        yield nameObjectManager(finding, managers);
    }
  },
});

function notKnown(controller: KarpenterController): Finding {
  const why =
    controller.version === null ? 'its version is unknown' : 'FEATURE_GATES comes from a source that is not read';
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: toDeploymentResource(controller),
    message: `unknown whether drift is on: ${why}`,
    fix: advice`Look up the version and the variable FEATURE_GATES of the Deployment.`,
  };
}
