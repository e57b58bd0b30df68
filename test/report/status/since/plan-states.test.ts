import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../../../checks/index.ts';
import { judgeByOwnChecks } from '../../../../src/commands/scan/judge-inventory.ts';
import { select } from '../../../../src/commands/select-checks.ts';
import { parseInventory, type Inventory } from '../../../../src/inventory/inventory.ts';
import { toPlanDocument, type PlanDocument } from '../../../../src/report/plan/document.ts';
import { buildStatus } from '../../../../src/report/status/build-status.ts';
import { buildSince } from '../../../../src/report/status/since/build-since.ts';
import { findDamage } from '../../../../src/report/status/since/damage.ts';
import type { Since, TaskStatus } from '../../../../src/report/status/since/schema.ts';
import type { Report } from '../../../../src/report/schema.ts';
import { applyTasks, withFacts } from '../../../laws/plan-worlds.ts';
import { storedInventory, storedNames } from '../../../world/stored.ts';

/** The states of the tasks of every stored plan: before the first task, and after all of them. */

interface Options {
  rollback?: boolean;
  target?: string;
}

function judged(inventory: Inventory, options: Options): Report {
  return judgeByOwnChecks(inventory, {
    checks,
    selection: select(checks, options),
    options,
    source: 'inventory',
    io: { version: '0.1.0', now: () => new Date(inventory.takenAt) },
  });
}

function compare(plan: PlanDocument, { readings, takenAt: now }: Inventory, { results }: Report): Since {
  const { cluster } = readings;
  if (cluster?.ok !== true) throw new Error('no cluster');
  const status = buildStatus(readings, cluster.value, { now, version: '0.1.0' });
  return buildSince(plan, { readings, cluster: cluster.value, results, unread: new Map(), status, now }, false);
}

const stored = storedNames().flatMap((name) => {
  const inventory = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.1.0');
  return [{}, { rollback: true }].flatMap((options: Options) => {
    const report = readReport(inventory, options);
    const plan = report && toPlanDocument(report);
    return plan === undefined || report === undefined
      ? []
      : [{ title: `${name}${options.rollback === true ? ', rollback' : ''}`, inventory, report, plan }];
  });
});

/** Undefined for clusters without a version before theirs. */
function readReport(inventory: Inventory, options: Options): Report | undefined {
  const { cluster } = inventory.readings;
  return cluster?.ok === true ? judged(inventory, options) : undefined;
}

const denied = ['control-plane:1.34: the cluster is at 1.33'];
const autoscaler = (name: string, to: string, from: string) => [
  `software:deploy/kube-system/${name}:${to}: deploy/kube-system/${name} runs ${from}`,
];

/** What `applyTasks` leaves: it sets no version without nodes, changes no status, and renames no group of eksctl. */
const notApplied: ReadonlyMap<string, readonly string[]> = new Map([
  ['demo', ['nodes:self-managed/batch:1.34: it has no nodes']],
  ['everything-denied', denied],
  ['kubernetes-unauthorized', denied],
  ['kubernetes-unreachable', denied],
  ['lists-denied', denied],
  ['ordinary-large', autoscaler('cluster-autoscaler-aws-cluster-autoscaler', '1.35', '1.34.5')],
  ['ordinary-team', autoscaler('cluster-autoscaler-aws-cluster-autoscaler', '1.34', '1.33.0')],
  ['past-the-tables', autoscaler('cluster-autoscaler', '1.37', '1.36.1')],
  [
    'everything-wrong',
    [
      'add-on:eks-node-monitoring-agent:v1.0.1-eksbuild.10: the add-on eks-node-monitoring-agent is DEGRADED',
      'control-plane:1.24: the cluster is UPDATING',
      'add-on:snapshot-controller:v6.3.0-eksbuild.1: the add-on snapshot-controller is UPDATE_FAILED',
      'nodes:self-managed/nodes:1.24: 1 of 1 nodes not Ready: ip-10-0-26-17.eu-west-1.compute.internal (1.24.0)',
      ...autoscaler('cluster-autoscaler', '1.24', '1.22.1'),
    ],
  ],
]);

const show = ({ id, state, text, conditions }: TaskStatus): string =>
  [id, state, text, ...conditions.map((one) => `${one.text}: ${one.state}`)].join('; ');

describe.each(stored)('the plan of $title', ({ title, inventory, report, plan }) => {
  it('fits together, and no task is done before it is', () => {
    expect(findDamage(plan)).toBeUndefined();
    const { tasks } = compare(plan, inventory, report);
    const early = tasks.filter(({ counts, state }) => counts && !['open', 'unseen', 'running'].includes(state));
    expect(early.map(show)).toEqual([]);
    expect(tasks.filter(({ counts, state }) => !counts && state !== 'open').map(show)).toEqual([]);
  });

  it('says that versions are reached when they are', () => {
    const after = applyTasks(inventory, plan.plan.tasks);
    const { tasks } = compare(plan, after, judged(after, { target: 'current' }));
    const versions = tasks.flatMap(({ id, conditions }, index) =>
      conditions.flatMap((one, at) =>
        plan.plan.tasks[index]?.done[at]?.kind === 'version' && one.state === 'open' ? [`${id}: ${one.why}`] : [],
      ),
    );
    expect(versions).toEqual(notApplied.get(title) ?? []);
  });
});

it('judges many kinds of tasks', () => {
  expect(stored.length).toBeGreaterThan(30);
  const kinds = new Set(
    stored.flatMap(({ plan }) => plan.plan.tasks.flatMap(({ done }) => done.map(({ kind }) => kind))),
  );
  expect([...kinds].toSorted()).toEqual([
    'budget',
    'finding',
    'gone',
    'health',
    'paused',
    'seen',
    'update',
    'value',
    'version',
    'workload',
  ]);
});

it('does not call a group updated of which the version of a node cannot be read', () => {
  const { inventory, plan } = stored.find(({ title }) => title === 'demo') ?? { inventory: undefined, plan: undefined };
  const after = inventory && applyTasks(inventory, plan?.plan.tasks ?? []);
  const { nodes } = after?.readings ?? {};
  if (plan === undefined || after === undefined || nodes?.ok !== true) throw new Error('no demo');
  const [first, ...others] = nodes.value.filter(({ group }) => group === 'general');
  const rest = nodes.value.filter((node) => node !== first);
  if (first === undefined || others.length === 0) throw new Error('no nodes');
  const unread = withFacts(after, { nodes: [...rest, { ...first, kubeletVersion: 'custom' }] });
  const { tasks } = compare(plan, unread, judged(unread, { target: 'current' }));
  const conditions = tasks.find(({ id }) => id === 'nodes:managed/general:1.34')?.conditions ?? [];
  expect(conditions.map(({ state, why }) => [state, why])).toContainEqual([
    'unseen',
    `the kubelet version of ${first.name} (custom) cannot be read`,
  ]);
});
