import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StatusDocument } from '../../../src/report/status/schema.ts';
import { aManagedGroup } from '../../world/healthy.ts';
import { runCommand } from '../../world/in-process.ts';
import { aPodObject } from '../../world/manifests.ts';
import { aCartBudget, aCartPod, aGroupUpdate, aRolledNode, nodeAt, rollWorld } from '../../world/roll-world.ts';
import type { World } from '../../world/world.ts';
import { expectLawful } from './printed.ts';
import { playWatch, replaceObjects, type Steps } from './watched.ts';

/** What a watch prints while EKS updates a node group, and while something cannot be read. */

const old = nodeAt('1-17');
const cart = aCartPod('cart-5d9c7b6f4-x2x7k', old);
const report = aPodObject('shop/report-1', old, { kind: 'ReplicaSet', name: 'report-7c9d', hash: '7c9d' });
const moved = [aCartPod('cart-5d9c7b6f4-9k2vd', nodeAt('70-11')), aCartPod('cart-5d9c7b6f4-8j1uc', nodeAt('81-4'))];
const closed = aCartBudget(
  { maxUnavailable: 0 },
  { currentHealthy: 2, desiredHealthy: 2, expectedPods: 2, disruptionsAllowed: 0, observedGeneration: 1 },
);
const newNodes = [aRolledNode('70-11', 'new'), aRolledNode('81-4', 'new')];
const nodes = (kind: 'old' | 'cordoned', ...addresses: string[]) => addresses.map((one) => aRolledNode(one, kind));
const setNodes =
  (...all: World['kube']['objects']) =>
  (world: World): void =>
    replaceObjects(world, ['Node'], all);
const setPods =
  (...all: World['kube']['objects']) =>
  (world: World): void =>
    replaceObjects(world, ['Pod'], all);

function endUpdate({ aws }: World, status = 'Successful', errors: readonly unknown[] = []): void {
  const update = aGroupUpdate('general', { status, errors });
  const version = status === 'Successful' ? '1.34' : '1.33';
  Object.assign(aws.updates, { [String(update['id'])]: update });
  Object.assign(aws.nodegroups, { general: aManagedGroup('general', { version }) });
}

const start = (): World => rollWorld([...nodes('old', '1-17', '2-17'), cart, report, closed]);

/** A roll that is held for a while. */
const roll: Steps = {
  1: setNodes(...nodes('old', '1-17', '2-17'), ...newNodes),
  2: setNodes(...nodes('cordoned', '1-17', '2-17'), ...newNodes),
  3: setPods(cart),
  5: (world) => {
    replaceObjects(world, ['PodDisruptionBudget', 'Pod'], moved);
  },
  6: setNodes(...nodes('cordoned', '2-17'), ...newNodes),
  8: (world) => {
    setNodes(...newNodes)(world);
    endUpdate(world);
  },
};

it('prints a line per change of a whole roll, and ends when nothing runs', async () => {
  const { lines, stdout, code, calls } = await playWatch(start(), roll, { watch: '--watch=1m' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^RUNNING {2}prod/);
  expect(stdout).toContain('\n\nIDLE  prod  1.34: no update runs');
  expect(lines).toMatchInlineSnapshot(`
    [
      "11:51:00  general  ip-10-0-70-11 and ip-10-0-81-4 joined; 2 old, 2 new",
      "11:52:00  general  2 old nodes cordoned",
      "11:53:00  general  ip-10-0-1-17: 1 pod left, pod/shop/cart-5d9c7b6f4-x2x7k",
      "11:53:00  general  STUCK 2 min: pod/shop/cart-5d9c7b6f4-x2x7k cannot be evicted: pdb/shop/cart allows 0 disruptions: maxUnavailable is 0 (2 of 2 pods are healthy)",
      "11:55:00  general  ip-10-0-1-17: no pods left",
      "11:55:00  general  no longer stuck",
      "11:56:00  general  ip-10-0-1-17 removed; 1 old, 2 new",
      "11:58:00  general  ip-10-0-2-17 removed; 0 old, 2 new",
      "11:58:00  general  DONE: 2 of 2 nodes at 1.34, update Successful (10 min)",
    ]
  `);
  const described = calls.map((one) => one.filter((action) => action === 'eks:DescribeUpdate').length);
  expect(described.slice(0, 3)).toEqual([5, 1, 1]);
});

/** A fault that begins and ends at a look. */
const between = (from: number, to: number, fault: World['faults'][number], steps: Steps): Steps => ({
  ...steps,
  [from]: (world) => {
    steps[from]?.(world);
    world.faults = [fault];
  },
  [to]: (world) => {
    steps[to]?.(world);
    world.faults = [];
  },
});

/** A short roll: the first node leaves at look 3, the second one at look 5, when the update ends. */
const short: Steps = {
  3: setNodes(...nodes('cordoned', '2-17'), ...newNodes),
  5: (world) => {
    setNodes(...newNodes)(world);
    endUpdate(world);
  },
};
const halfway = (): World => rollWorld([...nodes('cordoned', '1-17', '2-17'), ...newNodes]);
const shortLines = [
  '12:00:45  general  ip-10-0-1-17 removed; 1 old, 2 new',
  '12:01:15  general  ip-10-0-2-17 removed; 0 old, 2 new',
  '12:01:15  general  DONE: 2 of 2 nodes at 1.34, update Successful (13 min)',
];
const noon = '2026-11-20T12:00:00Z';

interface Outage {
  it: string;
  /** From look 2 to this one. */
  until: number;
  fault: World['faults'][number];
  /** What is said at look 2, and at the other one. */
  lines: readonly [string, string];
}

const outages: readonly Outage[] = [
  {
    it: 'an API server that resets connections',
    until: 3,
    fault: { on: 'kube', does: 'reset' },
    lines: ['Kubernetes API not reached (connection reset); trying again', 'Kubernetes API answers again'],
  },
  {
    it: 'a list that is cut in the middle, three times',
    until: 5,
    fault: { on: 'nodes: list', does: 'cut' },
    lines: [
      'Kubernetes API not read (GET /api/v1/nodes?limit=250: the answer was cut off in the middle); trying again',
      'Kubernetes API answers again',
    ],
  },
  {
    it: 'an API server that throttles',
    until: 3,
    fault: { on: 'pods: list', does: { status: 429 } },
    lines: ['Kubernetes API throttles the requests; trying again', 'Kubernetes API answers again'],
  },
  {
    it: 'an API server that rejects the credentials',
    until: 4,
    fault: { on: 'kube', does: { status: 401 } },
    lines: ['Kubernetes API rejects the credentials (Unauthorized); trying again', 'Kubernetes API answers again'],
  },
  {
    it: 'expired credentials of AWS',
    until: 4,
    fault: { on: 'aws', does: { awsError: 'ExpiredTokenException', status: 403 } },
    lines: ['AWS rejects the credentials (ExpiredTokenException); trying again', 'AWS answers again'],
  },
  {
    it: 'AWS that is away while the update ends',
    until: 6,
    fault: { on: 'aws', does: 'reset' },
    lines: ['AWS not reached (connection reset); trying again', 'AWS answers again'],
  },
];

/** The lines of the short roll if nothing was read until a look: what happened meanwhile is said then. */
function linesFrom(until: number): readonly string[] {
  if (until <= 4)
    return [`${timeAt(Math.max(3, until))}  general  ip-10-0-1-17 removed; 1 old, 2 new`, ...shortLines.slice(1)];
  const minutes = Math.round(12 + until / 4);
  return [
    `${timeAt(until)}  general  ip-10-0-1-17 and ip-10-0-2-17 removed; 0 old, 2 new`,
    `${timeAt(until)}  general  DONE: 2 of 2 nodes at 1.34, update Successful (${minutes} min)`,
  ];
}

function timeAt(look: number): string {
  return new Date(Date.parse(noon) + look * 15_000).toISOString().slice(11, 19);
}

describe('goes on, with one line when it begins and one when it ends,', () => {
  it.each(outages)('with $it', async ({ until, fault, lines: [begins, ends] }) => {
    const steps = between(2, until, fault, short);
    const { lines, code } = await playWatch(halfway(), steps, { from: noon, stopAt: 14 });
    expect(lines).toEqual([`${timeAt(2)}  ${begins}`, `${timeAt(until)}  ${ends}`, ...linesFrom(until)]);
    expect(code).toBe(0);
  });
});

it('does not list the nodes as new if the first look has not read them', async () => {
  const world = halfway();
  world.faults = [{ on: 'kube', does: { status: 401 } }];
  const steps: Steps = { ...short, 1: (own) => void (own.faults = []) };
  const { lines, code } = await playWatch(world, steps, { from: noon, stopAt: 14 });
  expect(lines).toEqual([
    '12:00:00  Kubernetes API rejects the credentials (Unauthorized); trying again',
    '12:00:15  Kubernetes API answers again',
    ...shortLines,
  ]);
  expect(code).toBe(0);
});

it('ends with 3 if the first look fails', async () => {
  const world = halfway();
  world.faults = [{ on: 'aws', does: { awsError: 'ExpiredTokenException', status: 403 } }];
  const { stdout, stderr, code } = await playWatch(world, {});
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(stderr).toContain('AWS does not accept the credentials');
});

it('prints one status, and ends, if nothing runs', async () => {
  const world = halfway();
  short[5]?.(world);
  const { stdout, lines, calls, code } = await playWatch(world, {});
  expect({ lines, looks: calls.length, code }).toEqual({ lines: [], looks: 1, code: 0 });
  expect(stdout).toMatch(/^IDLE {2}prod/);
});

it('goes on while an update stands still, and ends with 1 once EKS fails it', async () => {
  const error = { errorCode: 'PodEvictionFailure', errorMessage: 'Reached max retries', resourceIds: [] };
  const steps: Steps = { 8: (world) => endUpdate(world, 'Failed', [error]) };
  const world = rollWorld([...nodes('cordoned', '1-17', '2-17'), ...newNodes, cart, ...moved, closed]);
  const { lines, stdout, code, calls } = await playWatch(world, steps, { watch: '--watch=5m', from: noon, stopAt: 14 });
  expect(stdout).toMatch(/^STUCK {2}prod/);
  expect(lines).toEqual(['12:40:00  general  FAILED: update Failed with PodEvictionFailure (52 min)']);
  expect(stdout).toContain('\n\nFAILED  prod');
  expect(code).toBe(1);
  // The requests of a look do not become more.
  const counts = calls.slice(1, 8).map(({ length }) => length);
  expect(new Set(counts).size).toBe(1);
});

it('ends if all that was not seen lacks a permission', async () => {
  const world = { ...halfway(), deny: ['nodes: list'] };
  const { lines, code } = await playWatch(world, short, { from: noon, stopAt: 14 });
  expect(lines).toEqual(['12:01:15  general  DONE: update Successful (13 min)']);
  expect(code).toBe(2);
});

it('prints changes on stderr with --format json, and the last status alone on stdout', async () => {
  const { lines, stdout, code } = await playWatch(halfway(), short, { from: noon, args: ['--format', 'json'] });
  expect(lines).toEqual(shortLines);
  expect(code).toBe(0);
  const document = JSON.parse(stdout) as StatusDocument;
  expectLawful(document);
  expect(document.state).toBe('idle');
});

it('ends at a signal, with nothing more on stdout', async () => {
  const { lines, stdout, code } = await playWatch(halfway(), { 2: short[3] ?? (() => undefined) }, { stopAt: 2 });
  expect({ lines, code }).toEqual({ lines: [], code: 3 });
  expect(stdout.match(/RUNNING/g)).toHaveLength(2);
});

it('says once for each end of the credentials that they expire', async () => {
  const write = (folder: string, expiration: string): void =>
    writeFileSync(
      path.join(folder, 'credentials.json'),
      JSON.stringify({
        Version: 1,
        AccessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        SecretAccessKey: 'key',
        Expiration: expiration,
      }),
    );
  let home = '';
  const { lines, code } = await playWatch(
    halfway(),
    {
      4: () => write(home, '2026-11-20T12:04:30Z'),
      5: () => undefined,
      8: (world) => short[5]?.(world),
    },
    {
      from: noon,
      stopAt: 14,
      env: { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined, AWS_PROFILE: 'short' },
      prepare(folder) {
        home = folder;
        mkdirSync(path.join(folder, '.aws'));
        const file = path.join(folder, 'credentials.json');
        writeFileSync(path.join(folder, '.aws', 'config'), `[profile short]\ncredential_process = /bin/cat ${file}\n`);
        write(folder, '2026-11-20T12:03:30Z');
      },
    },
  );
  expect(lines.filter((line) => line.includes('credentials'))).toEqual([
    '12:00:00  AWS credentials expire at 12:03 UTC: renew them; the watch then goes on',
    '12:01:00  AWS credentials expire at 12:04 UTC: renew them; the watch then goes on',
  ]);
  expect(code).toBe(0);
});

it.each([
  { value: '--watch=4s', says: "invalid --watch '4s' (expected e.g. 15s or 1m)\nThe minimum is 5s." },
  { value: '--watch=15', says: "invalid --watch '15' (expected e.g. 15s or 1m)" },
])('refuses $value', async ({ value, says }) => {
  const { stderr, code } = await runCommand(['status', 'prod', value], { env: {} });
  expect({ code, isSaid: stderr.includes(says) }).toEqual({ code: 3, isSaid: true });
});

it('refuses a cluster that the parser takes as the time, in one line', async () => {
  const { stderr, code } = await runCommand(['status', '--watch', 'prod'], { env: {} });
  expect(code).toBe(3);
  expect(stderr).toContain('Write the cluster before this option: eks-preflight status CLUSTER --watch.');
});
