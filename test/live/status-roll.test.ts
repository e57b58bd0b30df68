import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HoldCause } from '../../src/for-checks/hold.ts';
import { statusSchema, type State, type StatusDocument } from '../../src/report/status/schema.ts';
import { runCommand } from '../world/in-process.ts';
import { aNamespaceObject } from '../world/manifests.ts';
import type { World } from '../world/world.ts';
import { listBudgets, podPath } from './budget-cluster.ts';
import type { LiveCluster } from './cluster.ts';
import { startControllerManager } from './controller-manager.ts';
import { withinMs } from './processes.ts';
import { addNodes, advance, finishRoll, startRoll, type Roll } from './roll.ts';
import { countReady, halts, type Halt } from './roll-halts.ts';
import { look, say, type Seen } from './roll-cluster.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions } from './scans.ts';
import { applyAll } from './seed.ts';

/**
 * The update of a node group, halted in turn by all that can hold a pod: the API server with its eviction API and the
 * controllers are real, the account is on loopback. `status` reads both with the printed permissions.
 */

const controllers = [
  'deployment-controller',
  'replicaset-controller',
  'statefulset-controller',
  'disruption-controller',
  'node-lifecycle-controller',
  'persistentvolume-binder-controller',
  'persistentvolume-attach-detach-controller',
];
const overBudget = "Cannot evict pod as it would violate the pod's disruption budget.";

/** What is seen while the update stands still. */
interface Expected {
  /** What the eviction API has answered, and why it refuses. */
  answers: readonly unknown[];
  /** The state at once, and after six minutes. */
  states: readonly [State, State];
  /** What holds the update after six minutes: the cause, the object and the text, which begins with the pod. */
  holds: readonly (readonly [cause: HoldCause, by: unknown, isHolding: boolean, text: RegExp])[];
}

const expected: Record<string, Expected> = {
  budget: {
    answers: [429, overBudget],
    states: ['stuck', 'stuck'],
    holds: [['budget', 'pdb/shop/cart', true, /^pod\/shop\/cart-\S+ cannot be evicted: .* allows 0 disruptions/]],
  },
  finalizer: {
    answers: ['evicted'],
    states: ['running', 'stuck'],
    holds: [
      ['finalizer', 'example.com/ledger', true, /^pod\/shop\/billing-\S+ was deleted at .* example\.com\/ledger/],
    ],
  },
  bare: {
    answers: [],
    states: ['running', 'running'],
    holds: [['bare', null, false, /^pod\/shop\/debug has no controller: .* does not come back/]],
  },
  grace: {
    answers: ['evicted'],
    states: ['running', 'stuck'],
    holds: [['grace', null, true, /^pod\/shop\/batch-\S+ is stopping; its grace period of 3,600 s ends /]],
  },
  'no-node': {
    answers: [429, 'evicted', overBudget],
    states: ['running', 'stuck'],
    holds: [
      ['budget', 'pdb/shop/search', true, /^pod\/shop\/search-\S+ cannot be evicted now: .* allows 0 disruptions/],
      [
        'no-node',
        null,
        true,
        /^pod\/shop\/search-\S+ is Pending since .*: 0\/3 nodes are available: 1 node\(s\) were unschedulable, 2 Too many pods/,
      ],
    ],
  },
  webhook: {
    answers: [500, expect.stringContaining('failed calling webhook "evictions.guard.example.com"')],
    states: ['stuck', 'stuck'],
    holds: [['webhook', 'validatingwebhookconfiguration/guard', true, /^pod\/shop\/checkout-\S+ cannot be evicted: /]],
  },
  volume: {
    answers: [429, 'evicted', overBudget],
    states: ['running', 'stuck'],
    holds: [
      ['budget', 'pdb/shop/orders', true, /^pod\/shop\/orders-\d cannot be evicted now: .* allows 0 disruptions/],
      [
        'volume',
        expect.stringMatching(/^pv\/pvc-\d$/),
        false,
        /^pod\/shop\/orders-\d waits on node .* for volume pvc-\d, which is still attached to node/,
      ],
    ],
  },
};

function rolledWorld(): World {
  const world = healthyLiveWorld();
  const { general = {} } = world.aws.nodegroups;
  const nodegroups = { general: { ...general, updateConfig: { maxUnavailable: 1 } } };
  return {
    ...world,
    aws: { ...world.aws, nodegroups, fargateProfiles: {} },
    kube: { ...world.kube, objects: [aNamespaceObject('shop')] },
  };
}

describe('an update of a node group on an API server of 1.34.1', () => {
  let cluster: ScannedCluster;
  let manager: Awaited<ReturnType<typeof startControllerManager>> | undefined;

  beforeAll(async () => {
    cluster = await startScannedCluster(rolledWorld());
    await grantPrintedPermissions(cluster);
    const flags = ['--leader-elect=false', '--node-monitor-grace-period=1h']; // no kubelet renews a lease
    manager = await startControllerManager(cluster.live, controllers, flags);
  });
  afterEach(() => clearShop(cluster.live));
  afterAll(async () => {
    await manager?.stop();
    await cluster?.close();
  });

  /** Plays the update until it stands still. */
  async function hold(halt: Halt): Promise<{ roll: Roll; seen: Seen }> {
    const { objects, pods, old, fresh, room, habits = {} } = halt;
    const roll: Roll = { cluster, id: randomUUID(), old, answers: new Map(), habits };
    await addNodes(cluster, old, 'old');
    await applyAll(cluster.live, objects);
    const before = await advance({ ...roll, old: [] }, (seen) => countReady(seen.pods) === pods);
    const counted = objects.flatMap(({ kind }) => (kind === 'PodDisruptionBudget' ? [pods] : []));
    await expect
      .poll(async () => (await listBudgets(cluster.live)).map(({ status }) => status.currentHealthy), {
        timeout: withinMs,
      })
      .toEqual(counted);
    await halt.prepare?.(roll, before);
    await startRoll(roll, fresh, room);
    return { roll, seen: await advance(roll, (seen) => halt.isHeld(roll, seen)) };
  }

  /** The answers so far, and what the API server says about a pod that it refuses to evict. */
  async function readAnswers({ answers }: Roll): Promise<unknown[]> {
    const [refused] = [...answers].filter(([, answer]) => answer !== 'evicted');
    const seen = [429, 500, 'evicted'].filter((one) => [...answers.values()].some((answer) => answer === one));
    if (refused === undefined) return seen;
    const [namespace = '', name = ''] = refused[0].split('/');
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name } };
    const path = `${podPath({ metadata: { namespace, name } })}/eviction`;
    return [...seen, ((await cluster.live.admin('POST', path, eviction)).body as { message: string }).message];
  }

  /** Runs `status`, `minutes` later by its own clock: nothing changes in the cluster meanwhile. */
  async function runStatus(minutes: number, args: string[] = [], tries = 5): Promise<{ code: number; stdout: string }> {
    const now = () => new Date(Date.now() + minutes * 60_000);
    const place = { env: { ...cluster.env, COLUMNS: '80' }, cwd: cluster.folder, clock: 'real', io: { now } } as const;
    const { code, stdout, stderr } = await runCommand(['status', 'prod', ...args], place);
    expect(stderr).toBe('');
    // A busy machine lets a server be silent for longer than `status` waits.
    const isSilent = stdout.includes('does not answer: no data for');
    return isSilent && tries > 1 ? runStatus(minutes, args, tries - 1) : { code, stdout };
  }

  async function readStatus(minutes: number): Promise<StatusDocument> {
    const { code, stdout } = await runStatus(minutes, ['--format', 'json']);
    const document = statusSchema.parse(JSON.parse(stdout));
    expect(code).toBe(document.exitCode);
    return document;
  }

  async function readScreen(minutes: number): Promise<{ code: number; screen: string }> {
    const { code, stdout } = await runStatus(minutes);
    if (process.env['EKS_PREFLIGHT_SHOW_SCREENS'] === '1') console.log(stdout);
    return { code, screen: stdout };
  }

  it.each(halts)('is held by $cause, and goes on to its end once it is freed', async (halt) => {
    const { roll, seen } = await hold(halt);
    const { answers, states, holds } = expected[halt.cause] ?? { answers: [], states: [], holds: [] };
    expect(await readAnswers(roll)).toEqual(answers);
    const [first, second] = [await readStatus(0), await readStatus(6)];
    expect([first.state, second.state]).toEqual(states);
    expectHolds(second, halt, holds);
    expectScreen(await readScreen(6), second);
    await halt.free(roll, seen);
    const end = await finishRoll(roll);
    expect(end.nodes.filter(({ status }) => !status.nodeInfo.kubeletVersion.startsWith('v1.34.'))).toEqual([]);
    expect(countReady(end.pods)).toBe(halt.cause === 'bare' ? 0 : halt.pods);
    expect([...roll.answers.keys()].filter((pod) => !pod.startsWith('shop/'))).toEqual([]);
    const idle = await readStatus(0);
    expect([idle.state, idle.exitCode, idle.unseen]).toEqual(['idle', 0, []]);
    expect(await readScreen(0)).toEqual({ code: 0, screen: expect.stringMatching(/^IDLE {2}prod /) });
    expect(idle.groups.map(({ update }) => update)).toEqual([
      expect.objectContaining({ id: roll.id, status: 'Successful' }),
    ]);
  });
});

/** Removes the workloads and the nodes, even if the update still stands still. */
async function clearShop(live: LiveCluster): Promise<void> {
  const shop = 'namespaces/shop';
  const kinds = ['deployments', 'statefulsets', 'replicasets'].map((name) => `/apis/apps/v1/${shop}/${name}`);
  const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  for (const path of [...kinds, `/apis/policy/v1/${shop}/poddisruptionbudgets`, webhooks, '/api/v1/nodes'])
    await say(live, 'DELETE', path);
  for (const pod of (await look(live)).pods.filter(({ metadata }) => metadata.finalizers !== undefined))
    await say(live, 'PATCH', podPath(pod), { metadata: { finalizers: null } });
  const areGone = async (): Promise<boolean> => {
    for (const namespace of ['shop', 'kube-system'])
      await say(live, 'DELETE', `/api/v1/namespaces/${namespace}/pods?gracePeriodSeconds=0`);
    return (await look(live)).pods.length === 0;
  };
  await expect.poll(areGone, { timeout: withinMs }).toBe(true);
}

const exitCodes: Partial<Record<State, number>> = { stuck: 1, running: 2 };

function expectHolds(document: StatusDocument, { old }: Halt, holds: Expected['holds']): void {
  const { groups, state, exitCode, unseen } = document;
  expect([exitCode, unseen]).toEqual([exitCodes[state], []]);
  const [group] = groups;
  expect(group).toMatchObject({ kind: 'managed', group: 'general', state, to: '1.34' });
  expect(group?.holds.map(({ cause, by, isHolding, text }) => [cause, by, isHolding, text])).toEqual(
    holds.map(([cause, by, isHolding, text]) => [cause, by, isHolding, expect.stringMatching(text)]),
  );
  for (const { pods, text, nodes } of group?.holds ?? []) {
    expect(text.startsWith(`pod/${pods[0]} `)).toBe(true);
    expect(nodes.filter((node) => !old.includes(node))).toEqual([]);
  }
}

/** One screen of 24 lines of 80 columns, on which a terminal breaks longer commands, names all that holds the update. */
function expectScreen(
  { code, screen }: { code: number; screen: string },
  { state, groups, exitCode }: StatusDocument,
): void {
  const lines = screen.trimEnd().split('\n');
  const rows = lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / 80)), 0);
  const text = screen.replace(/\s+/g, ' ');
  expect([code, lines[0]?.startsWith(`${state.toUpperCase()}  prod  `)]).toEqual([exitCode, true]);
  expect(rows).toBeLessThanOrEqual(24);
  expect(lines.filter((line) => line.length > 80 && !line.startsWith('    kubectl '))).toEqual([]);
  expect(groups.flatMap(({ holds }) => holds.filter((hold) => !text.includes(hold.text)))).toEqual([]);
}
