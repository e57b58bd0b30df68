import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectors } from '../../../src/collectors/index.ts';
import { narrowCollectors } from '../../../src/collectors/kube/narrow-collectors.ts';
import { statusFacts, withDependencies } from '../../../src/commands/permissions/needed.ts';
import { permissionText } from '../../../src/facts/reason.ts';
import { statusSchema, type StatusDocument } from '../../../src/report/status/schema.ts';
import { aManagedGroup } from '../../world/healthy.ts';
import { runCommand, type Ended } from '../../world/in-process.ts';
import { aClaimObject, aNodePoolObject } from '../../world/karpenter-pools.ts';
import {
  aCartBudget,
  aCartPod,
  aGroupUpdate,
  aRolledNode,
  nodeAt,
  rolledNodes,
  rollWorld,
} from '../../world/roll-world.ts';
import { startWorld, type RunningWorld } from '../../world/run.ts';
import type { Fault, World } from '../../world/world.ts';

/** What `status` says about what it could not see, and about many groups and hostile answers. */

type Json = Record<string, unknown>;

/** A cluster in which nothing runs, but every fact of the status is read: a cordoned node, a claim, a pod that starts. */
function idleWorld(): World {
  const claim = aClaimObject('NodeClaim', 'default-a', 'default');
  const world = rollWorld(
    [
      aRolledNode('70-11', 'new'),
      { ...aRolledNode('81-4', 'new'), spec: { unschedulable: true } },
      aRolledNode('6-1', 'new', { 'eks.amazonaws.com/nodegroup': undefined, 'karpenter.sh/nodepool': 'default' }),
      aNodePoolObject('default'),
      { ...claim, status: { nodeName: nodeAt('6-1'), conditions: [] } },
      aCartPod('cart-5d9c7b6f4-x2x7k', nodeAt('70-11'), {
        spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'cart-data' } }] },
        status: { phase: 'Pending', conditions: [] },
      }),
    ],
    {
      nodegroups: { general: aManagedGroup('general', { version: '1.34' }) },
      autoScalingGroups: [
        {
          AutoScalingGroupName: 'batch-asg',
          MinSize: 0,
          MaxSize: 3,
          DesiredCapacity: 0,
          Instances: [],
          Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true }],
        },
      ],
    },
  );
  const update = aGroupUpdate('general', { status: 'Successful' });
  return { ...world, aws: { ...world.aws, updates: { ...world.aws.updates, [String(update['id'])]: update } } };
}

interface Looked {
  text: Ended;
  document: StatusDocument;
}

/** A clock that stands still. */
const io = { now: () => new Date('2026-11-20T12:00:00Z') };

let running: RunningWorld;
const world = idleWorld();
beforeAll(async () => {
  running = await startWorld(world);
});
afterAll(() => running.close());

async function look(on: RunningWorld = running): Promise<Looked> {
  const run = (...args: string[]) => runCommand(['status', 'prod', ...args], { env: on.env, io });
  const text = await run();
  return { text, document: statusSchema.parse(JSON.parse((await run('--format', 'json')).stdout)) };
}

async function lookAt(other: World): Promise<Looked> {
  const on = await startWorld(other);
  try {
    return await look(on);
  } finally {
    await on.close();
  }
}

const narrow = narrowCollectors(collectors);
/** Without the first, there is no status; the kinds of Karpenter before 0.32 are not served here. */
const omitted = new Set(['eks:DescribeCluster', 'provisioners.karpenter.sh: list', 'machines.karpenter.sh: list']);
/** Every permission of a status. */
const permissions = [
  ...new Set(
    [...withDependencies(narrow, statusFacts)].flatMap((fact) => narrow[fact].permissions.map(permissionText)),
  ),
].filter((permission) => !omitted.has(permission));

describe('without one permission', () => {
  it('is idle with all of them', async () => {
    const { document } = await look();
    expect(document.unseen).toEqual([]);
    expect([document.state, document.exitCode]).toEqual(['idle', 0]);
  });

  it.each(permissions)('is not idle without %s, and names it', async (permission) => {
    world.deny = [permission];
    const { code, stdout } = await runCommand(['status', 'prod', '--format', 'json'], { env: running.env, io });
    world.deny = [];
    const { state, unseen } = statusSchema.parse(JSON.parse(stdout));
    expect(unseen.map((one) => one.permission)).toContain(permission);
    expect([state, code]).toEqual(['unknown', 2]);
  });

  it('says in text which one', async () => {
    world.deny = ['eks:ListUpdates'];
    const { code, stdout } = await runCommand(['status', 'prod'], { env: running.env, io });
    world.deny = [];
    expect(code).toBe(2);
    expect(stdout).toContain('UNKNOWN  prod  ');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('updates of node group general: needs eks:ListUpdates');
  });

  it('does not run without eks:DescribeCluster', async () => {
    world.deny = ['eks:DescribeCluster'];
    const { code, stderr } = await runCommand(['status', 'prod'], { env: running.env, io });
    world.deny = [];
    expect(code).toBe(3);
    expect(stderr).toContain('eks:DescribeCluster');
  });
});

describe('while the API server is away', () => {
  const away: readonly (readonly [string, Fault])[] = [
    ['closes every connection', { on: 'kube', does: 'reset' }],
    ['answers 503', { on: 'kube', does: { status: 503 } }],
    ['cuts the list of pods', { on: 'pods: list', does: 'cut' }],
  ];

  it.each(away)('and %s, shows what EKS reports', async (_what, fault) => {
    const { text, document } = await lookAt({ ...rollWorld([...rolledNodes]), faults: [fault] });
    expect(text.code).toBe(2);
    expect(document.state).toBe('running');
    expect(document.groups.find(({ group }) => group === 'general')?.update?.status).toBe('InProgress');
    expect(document.unseen.map(({ what }) => what).join()).toContain('pods');
    expect(text.stdout).toContain('Not seen  ');
  });
});

const closed = aCartBudget(
  { maxUnavailable: 0 },
  { currentHealthy: 2, desiredHealthy: 2, expectedPods: 2, disruptionsAllowed: 0, observedGeneration: 1 },
);

describe('several groups at once', () => {
  it.each([2, 10])('shows %i', async (count) => {
    const names = Array.from({ length: count }, (_, at) => `group-${at}`);
    const nodes = names.flatMap((name, at) => [
      aRolledNode(`1-${at}`, 'cordoned', { 'eks.amazonaws.com/nodegroup': name }),
      aRolledNode(`2-${at}`, 'new', { 'eks.amazonaws.com/nodegroup': name }),
    ]);
    const updates = names.map((name) => aGroupUpdate(name));
    const { text, document } = await lookAt(
      rollWorld([...nodes, aCartPod('cart-5d9c7b6f4-x2x7k', nodeAt('1-1')), closed], {
        nodegroups: Object.fromEntries(names.map((name) => [name, aManagedGroup(name, { status: 'UPDATING' })])),
        updates: Object.fromEntries(updates.map((one) => [String(one['id']), one])),
      }),
    );
    expect(document.groups.map(({ group, state }) => [group, state])).toEqual([
      ['group-1', 'stuck'],
      ...names.filter((name) => name !== 'group-1').map((name) => [name, 'running']),
    ]);
    expect(text.stdout.split('\n')[0]).toContain('STUCK  prod  node group group-1 waits for 1 pod');
    for (const name of names) expect(text.stdout).toContain(name);
  });
});

describe('a hostile answer', () => {
  it('is text, never a command or a control sequence', async () => {
    const evil = "x'; touch PWNED; \u001B[2J\n::error::owned <img src=x> `id`";
    const pod = aCartPod('cart-5d9c7b6f4-x2x7k', nodeAt('1-17'), {
      metadata: { deletionTimestamp: '2026-11-20T11:52:00Z', deletionGracePeriodSeconds: 30, finalizers: [evil] },
    });
    const waiting = aCartPod(`y${evil}`, undefined, {
      status: {
        phase: 'Pending',
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: evil }],
      },
    });
    const { text, document } = await lookAt(rollWorld([...rolledNodes, pod, waiting] as Json[]));
    expect(text.stdout).not.toContain('\u001B');
    expect(text.stdout.split('\n').filter((line) => line.startsWith('::'))).toEqual([]);
    const commands = document.groups.flatMap(({ actions }) => actions.flatMap((one) => one.commands));
    expect(commands.filter((command) => /(?<!')touch PWNED/.test(command) && !command.includes(`'"'"'`))).toEqual([]);
  });
});
