import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isAlwaysOn, namedGates, stateOf } from '../../../src/karpenter/gates.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { minorOf, versionsOf } from '../../../src/karpenter/path.ts';
import { settingOf } from '../../../src/karpenter/settings.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { deploymentOf } from '../../../src/subjects/karpenter-controller.ts';
import { areBounded, holdFix, nodesOfPools } from './budgets.ts';
import { heldNodes } from './held.ts';
import { leftBehind, willBeOn } from './left-behind.ts';
import { pinnedNodes } from './pinned.ts';
import { allNodes, runningOf, type Running } from './running.ts';
import { untagged } from './untagged.ts';
import { claimFacts, poolFacts } from '../../../src/karpenter/own-objects.ts';

type Here = Context<'karpenter-settings' | 'karpenter-feature-gates' | 'karpenter-drift'>;

export default defineCheck({
  id: 'karpenter/drift',
  title: 'Nodes of Karpenter that an update replaces, loses or leaves behind',
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
    \`nodes: "0"\` is always active, if the NodePool exceeds its limits, or if pods with
    \`karpenter.sh/do-not-disrupt\` run on a node without a \`terminationGracePeriod\`. In 1.0 and later nodes also
    expire, regardless of budgets and limits.

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
  uses: ['karpenterKeys', 'nodes', 'pods'],
  counts: ['karpenterClaims'],
  tables: ['karpenter-settings', 'karpenter-feature-gates', 'karpenter-drift'],

  *run({ karpenterControllers, karpenterKeys, nodes, pods, ...facts }, context) {
    const running = runningOf(facts);
    const pinned = pinnedNodes({ karpenterKeys, nodes, pods });
    for (const controller of karpenterControllers) {
      const versions = versionsOf(controller, context.karpenter);
      const [today] = versions;
      yield* untagged(controller, versions, running);
      if (today === undefined || stateOf('Drift', controller, today, context.tables) === 'unread') {
        yield notKnown(controller);
        continue;
      }
      yield* turnedOn(controller, versions, running, context);
      yield* driftsAll(controller, versions, running, context);
      yield* leftBehind(controller, versions, running, context);
      yield* heldNodes(controller, versions, { running, pinned }, context);
    }
  },
});

function notKnown(controller: KarpenterController): Finding {
  const why =
    controller.version === null ? 'its version is unknown' : 'FEATURE_GATES comes from a source that is not read';
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: deploymentOf(controller),
    message: `unknown whether drift is on: ${why}`,
    fix: advice`Look up the version and the variable FEATURE_GATES of the Deployment.`,
  };
}

function* turnedOn(
  controller: KarpenterController,
  versions: readonly string[],
  running: Running,
  context: Here,
): Generator<Finding> {
  const [today = '', ...stops] = versions;
  if (stateOf('Drift', controller, today, context.tables) === 'on' || running.claims.length === 0) return;
  const at = stops.find((version) => willBeOn(controller, today, version, context));
  if (at === undefined) return;
  const forGood = isAlwaysOn('Drift', at, context.tables['karpenter-feature-gates']);
  const on = forGood ? 'always on from' : 'on by default in';
  const off = forGood ? advice`` : advice` \`settings.featureGates.drift: false\` keeps drift off until 1.0.`;
  const unless = !forGood && isWritten(controller, today, context) ? sameAsDefault : '';
  yield {
    level: 'warn',
    rule: 'turned-on',
    atKarpenter: at,
    resource: deploymentOf(controller),
    message: `drift is off now and ${on} Karpenter ${at}${unless}: of ${allNodes(running)}, Karpenter replaces those that differ from their pool`,
    evidence: nodesOfPools(running, at, context),
    fix: advice`${holdFix(at, context)} Make sure that the workloads on these nodes have a second replica and a
      PodDisruptionBudget.${off}`,
  };
}

/** The chart writes the gate with its default, so the Deployment does not tell whether somebody chose it. */
const sameAsDefault = ', unless your Helm values disable it (indistinguishable from the current default)';

function isWritten(controller: KarpenterController, today: string, { tables }: Here): boolean {
  const named = namedGates(settingOf(controller, 'FEATURE_GATES', today, tables['karpenter-settings']));
  return 'gates' in named && named.gates.has('Drift');
}

function* driftsAll(
  controller: KarpenterController,
  versions: readonly string[],
  running: Running,
  context: Here,
): Generator<Finding> {
  const [today = ''] = versions;
  for (const row of context.tables['karpenter-drift']) {
    if (row.rowKind !== 'drifts-all' || !isBelow(today, row.from) || running.claims.length === 0) continue;
    const at = firstFrom(versions, row.from);
    if (at === undefined) continue;
    yield {
      level: 'warn',
      phase: areBounded(running, at, context) ? 'after' : 'before',
      rule: `drifts-all:${minorOf(row.from)}`,
      atKarpenter: at,
      resource: deploymentOf(controller),
      message: `according to the upgrade guide, Karpenter ${at} treats ${allNodes(running)} as drifted: ${row.cause}`,
      evidence: nodesOfPools(running, at, context),
      fix: advice`The budgets of a NodePool limit how many of its nodes are replaced at the same time. To allow fewer,
        set \`spec.disruption.budgets\` (reason Drifted) before the step, and restore them when all nodes are
        replaced.`,
      links: [row.source],
    };
  }
}
