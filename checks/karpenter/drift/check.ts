import { advice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { sh } from '../../../src/languages/shell.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { defaultOf, isAlwaysOn, stateOf } from '../../../src/karpenter/gates.ts';
import { autoModeGroup, ownPools, reads } from '../../../src/karpenter/pools.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { deploymentOf, firstFrom, versionsOf } from '../../../src/karpenter/versions.ts';

type Here = Context<'karpenter-settings' | 'karpenter-feature-gates' | 'karpenter-drift'>;
type Claims = Facts['karpenterClaims'];

/** Pools and nodes of Karpenter's own, as far as they were read. */
interface Running {
  pools: readonly KarpenterPool[];
  claims: Claims;
  areNodePoolsRead: boolean;
  /** Both kinds of claims; else there may be more nodes. */
  areClaimsRead: boolean;
}

export default defineCheck({
  id: 'karpenter/drift',
  title: 'Nodes that a step of Karpenter replaces, or leaves behind',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `A node that differs from what its pool and its node class say now is drifted, and Karpenter replaces it. Drift is off
    in 0.21 to 0.32 unless asked for, on in 0.33 to 0.37 unless switched off (\`FEATURE_GATES\`, where a gate that is left out
    is off, too), and always on from 1.0 on. So a step may begin to replace nodes that nobody touched for a year, all that
    differ: by an image, a security group, a subnet, a label. Pods without a second replica or a budget of their own feel it.
    Budgets of a NodePool (0.34 and newer) say how many go at once; before that it is one node at a time, empty ones aside.

    In 0.32, which reads Provisioners and NodePools side by side, drift is what replaces a Provisioner's nodes once it carries
    the taint \`karpenter.sh/legacy=true:NoSchedule\`. While it is off they stay for ever, and 0.33 no longer knows them.

    Which nodes differ is not simulated here: the numbers are all nodes that may be looked at. A change of the image that the
    control plane's update brings is not among them.`,
  fix: advice`Decide before the step how many nodes may go at once, and when.`,
  links: [
    'https://karpenter.sh/docs/concepts/disruption/#drift',
    'https://karpenter.sh/docs/reference/settings/#feature-gates',
    'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/#periodic-rolling-with-drift',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterPools', 'karpenterPoolKinds', 'karpenterClaims', 'karpenterClaimKinds'],
  counts: ['karpenterClaims'],
  tables: ['karpenter-settings', 'karpenter-feature-gates', 'karpenter-drift'],

  *run({ karpenterControllers, ...facts }, context) {
    const running = runningOf(facts);
    for (const controller of karpenterControllers) {
      const versions = versionsOf(controller, context.karpenter);
      const [today] = versions;
      if (today === undefined || stateOf('Drift', controller, today, context.tables) === 'unread') {
        yield notKnown(controller);
        continue;
      }
      yield* turnedOn(controller, versions, running, context);
      yield* driftsAll(controller, versions, running, context);
      yield* leftBehind(controller, versions, running, context);
    }
  },
});

function runningOf(
  facts: Pick<Facts, 'karpenterPools' | 'karpenterPoolKinds' | 'karpenterClaims' | 'karpenterClaimKinds'>,
): Running {
  return {
    pools: ownPools(facts.karpenterPools),
    claims: facts.karpenterClaims.filter(
      ({ nodeClassGroup, terminating }) => nodeClassGroup !== autoModeGroup && !terminating,
    ),
    areNodePoolsRead: facts.karpenterPoolKinds.includes('NodePool'),
    areClaimsRead: facts.karpenterClaimKinds.length === 2,
  };
}

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

/**
 * Whether drift is on at a later version, with the values that the chart has today. A gate that says what was the default
 * cannot be told from one that the chart wrote by itself, so the later default counts.
 */
function willBeOn(controller: KarpenterController, today: string, version: string, { tables }: Here): boolean {
  const rows = tables['karpenter-feature-gates'];
  if (isAlwaysOn('Drift', version, rows)) return true;
  const state = stateOf('Drift', controller, today, tables);
  const isOn = state === 'on';
  return isOn === (defaultOf('Drift', today, rows) ?? false) ? (defaultOf('Drift', version, rows) ?? false) : isOn;
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
  yield {
    level: 'warn',
    rule: 'turned-on',
    atKarpenter: at,
    resource: deploymentOf(controller),
    message: `drift is off today and ${forGood ? 'always on from' : 'on by default in'} Karpenter ${at}: of ${allNodes(running)} those are replaced that differ from their pool`,
    evidence: byPool(running, at, context),
    fix: advice`${holdFix(at, context)} See that what runs there has a second replica and a PodDisruptionBudget.${forGood ? advice`` : advice` \`settings.featureGates.drift: false\` keeps drift off until 1.0.`}`,
  };
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
      rule: `drifts-all:${row.from}`,
      atKarpenter: at,
      resource: deploymentOf(controller),
      message: `the upgrade guide lets Karpenter ${at} take ${allNodes(running)} for drifted: ${row.cause}`,
      evidence: byPool(running, at, context),
      fix: advice`Set \`spec.disruption.budgets\` of each NodePool (reason Drifted) before the step, and take them back when the nodes are through.`,
      links: [row.source],
    };
  }
}

function* leftBehind(
  controller: KarpenterController,
  versions: readonly string[],
  running: Running,
  context: Here,
): Generator<Finding> {
  const [today = ''] = versions;
  const at = versions.find((version) => reads(version, 'Provisioner') && reads(version, 'NodePool'));
  if (at === undefined || willBeOn(controller, today, at, context)) return;
  const provisioners = running.pools.filter(({ kind }) => kind === 'Provisioner');
  const waiting = running.claims.filter(({ kind }) => kind === 'Machine');
  if (provisioners.length === 0 || waiting.length === 0) return;
  const names = provisioners.map(({ name }) => name).join(', ');
  yield {
    level: 'warn',
    rule: 'left-behind',
    atKarpenter: at,
    resource: deploymentOf(controller),
    message: `drift is off in Karpenter ${at} unless asked for: ${nodes(waiting.length)} of the Provisioner${provisioners.length === 1 ? '' : 's'} ${names} ${waiting.length === 1 ? 'waits' : 'wait'} for somebody to replace ${waiting.length === 1 ? 'it' : 'them'}`,
    evidence: [
      {
        observed: `Drift off, ${waiting.length} ${waiting.length === 1 ? 'Machine' : 'Machines'}`,
        required: 'Drift=true while a Provisioner is drained by the taint karpenter.sh/legacy',
      },
    ],
    fix: advice`Set \`settings.featureGates.drift: true\` with 0.32, make the NodePool, then taint the Provisioner with \`karpenter.sh/legacy=true:NoSchedule\`. The other two ways: delete its nodes one by one, or ${sh`kubectl delete provisioner ${provisioners.length === 1 ? names : 'NAME'} --cascade=foreground`}, which drains all of its nodes at the same time.`,
  };
}

/** NodePools know budgets from 0.34 on, and reasons for them from 1.0 on. */
function holdFix(version: string, { tables }: Here): Advice {
  const row = tables['karpenter-drift'].find((one) => one.rowKind === 'budgets');
  if (row?.rowKind !== 'budgets' || isBelow(version, row.from)) {
    return advice`Annotate what must not move with \`karpenter.sh/do-not-disrupt: "true"\` (pods or nodes): this version has no budgets yet.`;
  }
  const reason = isBelow(version, '1.0.0') ? advice`` : advice` (reason Drifted)`;
  return advice`Set \`spec.disruption.budgets\` of each NodePool before the step${reason}; \`nodes: "0"\` holds all of its nodes.`;
}

function nodes(count: number): string {
  return count === 1 ? '1 node' : `${count} nodes`;
}

function allNodes({ claims, areClaimsRead }: Running): string {
  return `${nodes(claims.length)}${areClaimsRead ? '' : ' or more'}`;
}

/** How many nodes each pool has, and how many of them may go at once. */
function byPool({ pools, claims, areNodePoolsRead }: Running, version: string, { tables }: Here): Evidence[] {
  const counts = new Map<string, number>();
  for (const { pool } of claims) counts.set(pool ?? 'no pool', (counts.get(pool ?? 'no pool') ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => ({
      observed: `${nodes(count)} of ${name}`,
      required: areNodePoolsRead
        ? budgetText(
            pools.find((pool) => pool.name === name && pool.kind === 'NodePool'),
            version,
            tables['karpenter-drift'],
          )
        : 'how many at a time is not known: NodePools are not read',
      fact: 'karpenterClaims' as const,
    }));
}

function budgetText(pool: KarpenterPool | undefined, version: string, rows: Here['tables']['karpenter-drift']): string {
  const row = rows.find((one) => one.rowKind === 'budgets');
  if (row?.rowKind !== 'budgets' || isBelow(version, row.from)) return 'one at a time';
  const own =
    pool?.disruption.budgets.filter(({ reasons }) => reasons.length === 0 || reasons.includes('Drifted')) ?? [];
  if (own.length === 0) return `${row.unlessTold} at a time`;
  const texts = own.map(
    ({ nodes: most, schedule, duration }) =>
      `${most}${schedule === null ? '' : ` at ${schedule} for ${duration ?? 'ever'}`}`,
  );
  return `at a time: ${texts.join(', ')}`;
}
