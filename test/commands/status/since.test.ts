import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusSchema, type StatusDocument } from '../../../src/report/status/schema.ts';
import type { Since, TaskStatus } from '../../../src/report/status/since/schema.ts';
import { anInstalledAddon } from '../../world/addons.ts';
import { aManagedGroup } from '../../world/healthy.ts';
import { healthyAt } from '../../world/healthy-at.ts';
import { runCommand, type Ended } from '../../world/in-process.ts';
import { aGroupUpdate } from '../../world/roll-world.ts';
import { startWorld } from '../../world/run.ts';
import type { World } from '../../world/world.ts';
import { after, at, before, cartPods, open, worldAt, type Moment } from './planned-world.ts';
import { expectLawful } from './printed.ts';

/** What `status --since` says about a plan of 12:00 at several moments of the update. */

type Json = Record<string, unknown>;

const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-since-'));
const planFile = path.join(folder, 'plan.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(world: World, args: readonly string[], time = '13:00'): Promise<Ended> {
  const running = await startWorld(world);
  try {
    return await runCommand(args, { env: running.env, io: at(time) });
  } finally {
    await running.close();
  }
}

beforeAll(async () => {
  const made = await run(worldAt({ patch: before }), ['plan', 'prod', '--format', 'json'], '12:00');
  writeFileSync(planFile, made.stdout);
});

async function look(world: World): Promise<{ text: Ended; document: StatusDocument & { since: Since } }> {
  const running = await startWorld(world);
  try {
    const own = (...args: string[]) =>
      runCommand(['status', 'prod', '--since', planFile, ...args], { env: running.env, io: at('13:00') });
    const text = await own();
    const document = statusSchema.parse(JSON.parse((await own('--format', 'json')).stdout));
    if (document.since === undefined) throw new Error('not compared');
    return { text, document: { ...document, since: document.since } };
  } finally {
    await running.close();
  }
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
const groups = (version: string, more: World['aws']['nodegroups'] = {}) => ({
  ...Object.fromEntries(['idle', 'system', 'general'].map((name) => [name, aManagedGroup(name, { version })])),
  ...more,
});
const byId = (update: Json) => ({ [String(update['id'])]: update });

interface Row extends Moment {
  it: string;
  first: string;
  exitCode: number;
  /** The states of the tasks that count, by their IDs. */
  states: Readonly<Record<string, TaskStatus['state']>>;
  says: readonly string[];
}

const lower = 'lower:pdb/shop/cart:1.34';
const restore = 'restore:pdb/shop/cart:1.34';
const [update, general, idle, system] = [
  'control-plane:1.34',
  'nodes:managed/general:1.34',
  'nodes:managed/idle:1.34',
  'nodes:managed/system:1.34',
];

const finished = {
  [update]: 'done',
  [lower]: 'over',
  [general]: 'done',
  [idle]: 'done',
  [system]: 'done',
  [restore]: 'done',
} as const;
const unschedulable = {
  phase: 'Pending',
  conditions: [
    {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.",
      lastTransitionTime: '2026-11-20T12:19:00Z',
    },
  ],
};
function withoutNode({ spec, ...pod }: Json): Json {
  const { nodeName: _nodeName, ...rest } = spec as Json;
  return { ...pod, spec: rest };
}

const rows: readonly Row[] = [
  {
    it: 'the moment of the plan',
    patch: before,
    first: 'OPEN prod 1.33: no update runs',
    exitCode: 2,
    states: {
      [update]: 'open',
      [lower]: 'open',
      [general]: 'open',
      [idle]: 'open',
      [system]: 'open',
      [restore]: 'open',
    },
    says: [
      '0 of 6 tasks done; tasks',
      'First 1 Scan again: nothing may block 1.34 Next task 2 Update the control plane',
    ],
  },
  {
    it: 'a group of which one node has moved, and nothing runs',
    kubelets: [after, before, before],
    budget: open,
    first: 'OPEN prod 1.34: no update runs',
    exitCode: 2,
    states: {
      [update]: 'done',
      [lower]: 'done',
      [general]: 'half',
      [idle]: 'done',
      [system]: 'done',
      [restore]: 'open',
    },
    says: ['Half done', 'Update node group general 2 of 3 nodes not at 1.34: ip-10-0-0-b'],
  },
  {
    it: 'a group that EKS updates',
    kubelets: [after, before, before],
    budget: open,
    aws: {
      nodegroups: groups('1.34', { general: aManagedGroup('general', { status: 'UPDATING' }) }),
      updates: byId(aGroupUpdate('general', { createdAt: Date.parse('2026-11-20T12:48:00Z') / 1000 })),
    },
    first: 'RUNNING prod node group general',
    exitCode: 2,
    states: {
      [update]: 'done',
      [lower]: 'done',
      [general]: 'running',
      [idle]: 'done',
      [system]: 'done',
      [restore]: 'open',
    },
    says: ['task 5 running', 'Running 5 Update node group general'],
  },
  {
    it: 'an update of a group that failed',
    kubelets: [after, before, before],
    budget: open,
    aws: {
      updates: byId(
        aGroupUpdate('general', {
          status: 'Failed',
          createdAt: Date.parse('2026-11-20T12:28:00Z') / 1000,
          errors: [{ errorCode: 'PodEvictionFailure', errorMessage: 'Reached max retries', resourceIds: [] }],
        }),
      ),
    },
    first: 'FAILED prod node group general',
    exitCode: 1,
    states: {
      [update]: 'done',
      [lower]: 'done',
      [general]: 'half',
      [idle]: 'done',
      [system]: 'done',
      [restore]: 'open',
    },
    says: ['PodEvictionFailure'],
  },
  {
    it: 'nodes that have moved, before the budget is restored',
    budget: open,
    first: 'OPEN prod 1.34: no update runs',
    exitCode: 2,
    states: {
      [update]: 'done',
      [lower]: 'done',
      [general]: 'done',
      [idle]: 'done',
      [system]: 'done',
      [restore]: 'open',
    },
    says: [
      '5 of 6 tasks done',
      'Restore pdb/shop/cart',
      'pdb/shop/cart has {"maxUnavailable":1}; before: {"maxUnavailable":0}',
    ],
  },
  {
    it: 'the end',
    first: 'DONE prod 1.34: no update runs',
    exitCode: 0,
    states: {
      [update]: 'done',
      [lower]: 'over',
      [general]: 'done',
      [idle]: 'done',
      [system]: 'done',
      [restore]: 'done',
    },
    says: [
      '6 of 6 tasks done. Nothing is worse than when the plan was made (2026-11-20 12:00 UTC).',
      'DONE, exit code 0',
    ],
  },
  {
    it: 'the end, with a workload that fits no node',
    ready: 1,
    pods: cartPods(unschedulable).map((pod, index) => (index === 0 ? withoutNode(pod) : pod)),
    first: 'DONE, 1 WORSE prod 1.34: no update runs',
    exitCode: 1,
    states: { ...finished, [general]: 'worse' },
    says: [
      'Worse (1)',
      'deploy/shop/cart: 1 of 2 ready, was 2 of 2; see task 5',
      "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.",
      'DONE, 1 WORSE, exit code 1',
    ],
  },
  {
    it: 'the end, with a workload whose pods crash',
    ready: 1,
    pods: cartPods({
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-20T12:30:00Z' }],
      containerStatuses: [{ name: 'app', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
    }),
    first: 'DONE, 1 WORSE prod 1.34: no update runs',
    exitCode: 1,
    states: { ...finished, [general]: 'worse' },
    says: [
      'deploy/shop/cart: 1 of 2 ready, was 2 of 2; not ready for 30 minutes; see task 5',
      'CrashLoopBackOff',
      'kubectl -n shop logs',
    ],
  },
  {
    it: 'the end, with a workload in its own rollout',
    ready: 1,
    rollout: { observedGeneration: 1, updatedReplicas: 1 },
    first: 'OPEN prod 1.34: no update runs',
    exitCode: 2,
    states: { ...finished, [general]: 'running' },
    says: [
      '5 of 6 tasks done; task 5 running',
      'Rollout 5 Update node group general deploy/shop/cart has 1 of 2 pods ready, in a rollout',
    ],
  },
  {
    it: 'the end, with a workload that was scaled down',
    ready: 1,
    replicas: 1,
    pods: cartPods().slice(1),
    first: 'DONE prod 1.34: no update runs',
    exitCode: 0,
    states: finished,
    says: ['6 of 6 tasks done. Nothing is worse'],
  },
  {
    it: 'the end, with an add-on that EKS reports as degraded',
    aws: {
      addons: {
        ...healthyAt(after).aws.addons,
        coredns: { ...anInstalledAddon('coredns', 'v1.12.4-eksbuild.1'), status: 'DEGRADED' },
      },
    },
    first: 'FAILED, 1 WORSE prod add-on coredns v1.12.4-eksbuild.1 is DEGRADED',
    exitCode: 1,
    states: finished,
    says: ['coredns'],
  },
];

const screens: string[] = [];

describe('status --since', () => {
  it.each(rows)('judges $it', async ({ it: name, first, exitCode, states, says, ...moment }) => {
    const { text, document } = await look(worldAt(moment));
    screens.push(`== ${name} (loopback account and API server)\n${text.stdout.replaceAll(planFile, 'plan.json')}`);
    const { tasks } = document.since;
    const counted = tasks.filter(({ counts }) => counts).map(({ id, state }) => [id, state] as const);
    expect(Object.fromEntries(counted)).toEqual(states);
    expect([text.code, document.exitCode]).toEqual([exitCode, exitCode]);
    const flat = plain(text.stdout);
    expect(flat.slice(0, first.length)).toBe(first);
    for (const part of says) expect(flat).toContain(part);
    const rows = text.stdout.trimEnd().split('\n');
    expect(rows.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / 80)), 0)).toBeLessThanOrEqual(24);
    expect(text.stderr).toBe('');
    expectLawful(document);
    for (const { state, conditions } of tasks.filter((task) => task.state === 'done'))
      expect([state, conditions.filter((one) => one.state !== 'holds' && one.state !== 'by-eye')]).toEqual([
        'done',
        [],
      ]);
  });

  it('prints these screens', async () => {
    await expect(screens.join('\n')).toMatchFileSnapshot('../../formats/status/since.txt');
  });
});

describe('a plan that status --since refuses', () => {
  const edited = (change: (document: Json) => unknown): string => {
    const file = path.join(folder, 'edited.json');
    const document = JSON.parse(readFileSync(planFile, 'utf8')) as Json;
    writeFileSync(file, JSON.stringify(change(document)));
    return file;
  };
  const withTasks = (change: (tasks: Json[]) => unknown) => () =>
    edited((document) => ({
      ...document,
      plan: { ...(document['plan'] as Json), tasks: change((document['plan'] as { tasks: Json[] }).tasks) },
    }));

  it.each<[string, () => string, string]>([
    ['without a task', withTasks((tasks) => tasks.slice(1)), 'its tasks are not numbered from 1 to'],
    [
      'without the conditions of a task',
      withTasks((tasks) => tasks.map((task) => ({ ...task, done: [] }))),
      'task 1 has no condition',
    ],
    [
      'without the task of a blocker',
      withTasks((tasks) => tasks.map((task) => ({ ...task, closes: [] }))),
      'no task closes its entry #1',
    ],
    [
      'of another cluster',
      () => edited((document) => ({ ...document, cluster: { ...(document['cluster'] as Json), name: 'staging' } })),
      'is of cluster staging, not of prod',
    ],
    [
      'of another account',
      () =>
        edited((document) => ({ ...document, cluster: { ...(document['cluster'] as Json), account: '999988887777' } })),
      'account 999988887777',
    ],
    [
      'of the other direction',
      () => edited((document) => ({ ...document, plan: { ...(document['plan'] as Json), direction: 'rollback' } })),
      'its versions do not lead to its target',
    ],
    ['without the last tasks', withTasks((tasks) => tasks.slice(0, 1)), 'no task updates the control plane to 1.34'],
    [
      'of tomorrow',
      () => edited((document) => ({ ...document, scannedAt: '2026-11-21T12:00:00.000Z' })),
      'is dated in the future',
    ],
    ['that is no plan', () => edited(() => ({ a: 1 })), 'edited.json'],
  ])('%s', async (_, file, message) => {
    const { code, stdout, stderr } = await run(worldAt({}), ['status', 'prod', '--since', file()]);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  });

  it('does not believe conditions that it does not know', async () => {
    const file = withTasks((tasks) =>
      tasks.map((task) => ({
        ...task,
        done: (task['done'] as Json[]).map((one) => (one['kind'] === 'workload' ? { ...one, kind: 'replicas' } : one)),
      })),
    )();
    const { code, stdout } = await run(worldAt({}), ['status', 'prod', '--since', file]);
    expect(code).toBe(2);
    expect(plain(stdout)).toContain('OPEN prod 1.34: no update runs');
    expect(plain(stdout)).toContain('Unknown 5 Update node group general this version does not know this condition');
  });

  it('is not done with a plan that has nothing to compare with', async () => {
    const file = edited(({ health: _health, ...document }) => document);
    const { code, stdout } = await run(worldAt({}), ['status', 'prod', '--since', file]);
    expect(code).toBe(2);
    expect(plain(stdout)).toContain('UNKNOWN prod');
    expect(plain(stdout)).toContain('The plan has nothing to compare with.');
  });

  it('says that another build made it', async () => {
    const file = edited((document) => ({ ...document, tool: { name: 'eks-preflight', version: '0.0.9' } }));
    const { stdout } = await run(worldAt({}), ['status', 'prod', '--since', file]);
    expect(plain(stdout)).toContain('Another build of eks-preflight made this plan: its checks may differ.');
  });
});
