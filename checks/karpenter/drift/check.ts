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
  why: `A node that differs from what its pool and its node class say now is drifted, and Karpenter replaces it. Drift is off
    in 0.21 to 0.32 unless asked for, on in 0.33 to 0.37 unless switched off (\`FEATURE_GATES\`, where a gate that is left out
    is off, too), and always on from 1.0 on. So a step may begin to replace nodes that nobody touched for a year, all that
    differ: by an image, a security group, a subnet, a label. Pods without a second replica or a budget of their own feel it.
    Budgets of a NodePool (0.34 and newer) say how many go at once; before that it is one node at a time, empty ones aside.

    In 0.32, which reads Provisioners and NodePools side by side, drift is what replaces a Provisioner's nodes once it carries
    the taint \`karpenter.sh/legacy=true:NoSchedule\`. While it is off they stay for ever, and 0.33 no longer knows them.

    Drift is also what brings Karpenter's nodes to a new version of Kubernetes. It may replace none where a budget of
    \`nodes: "0"\` is always on, where the pool uses more than its limits, or where pods with \`karpenter.sh/do-not-disrupt\`
    run on a node without a \`terminationGracePeriod\`. From 1.0 on nodes also expire, whatever budgets and limits say.

    Karpenter 1.1 finds instances by the tag \`eks:eks-cluster-name\` alone, which 1.0 gives to those of older versions, one a
    second. A NodeClaim whose instance it does not find is deleted as soon as its node is not ready.

    Which nodes differ is not simulated here: the numbers are all nodes that may be looked at. A change of the image that the
    control plane's update brings is not among them.`,
  fix: advice`Decide before the step how many nodes may go at once, and when.`,
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
    controller.version === null ? 'its version is not known' : 'FEATURE_GATES comes from a place that is not read';
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: deploymentOf(controller),
    message: `whether drift is on is not known: ${why}`,
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
    message: `drift is off today and ${on} Karpenter ${at}${unless}: of ${allNodes(running)} those are replaced that differ from their pool`,
    evidence: nodesOfPools(running, at, context),
    fix: advice`${holdFix(at, context)} See that what runs there has a second replica and a PodDisruptionBudget.${off}`,
  };
}

/** The chart writes the gate with its default, so the Deployment does not tell whether somebody chose it. */
const sameAsDefault = ', unless your Helm values switch it off, which looks the same as the default of today';

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
      message: `the upgrade guide lets Karpenter ${at} take ${allNodes(running)} for drifted: ${row.cause}`,
      evidence: nodesOfPools(running, at, context),
      fix: advice`The budgets of a NodePool say how many of its nodes are replaced at the same time. Where fewer may go,
        set \`spec.disruption.budgets\` (reason Drifted) before the step, and take them back when all are replaced.`,
      links: [row.source],
    };
  }
}
