import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/facts/facts.ts';
import type { DrainedGroup } from '../../../src/report/drain.ts';
import { fixTasks } from '../../../src/report/plan/fix-tasks.ts';
import { nodeTasks } from '../../../src/report/plan/node-tasks.ts';
import { aNode, aNodegroup } from '../../../src/custom-checks/testing/samples.ts';
import { aKarpenter, aPod } from '../../checks/cases.ts';
import { aNodeClass, aNodePool } from '../../checks/karpenter/objects.ts';
import { aFinding } from '../reported-finding.ts';
import { makeKnown, toLine } from './nodes-known.ts';

const managed = (name: string, version: string, group = 'blue') =>
  aNode(name, version, { computeType: 'managed', group });
const karpenter = {
  karpenterControllers: [aKarpenter({ version: '1.8.1', settings: {} })],
  karpenterPools: [aNodePool('default')],
  karpenterNodeClasses: [aNodeClass('default', { alias: 'al2023@latest' })],
};
const ofPool = (version: string) => [aNode('k', version, { computeType: 'karpenter', group: 'default' })];
const oldGroup = {
  nodes: [managed('a', 'v1.30.1', 'legacy')],
  nodegroups: [aNodegroup('legacy', { version: '1.30', amiType: 'AL2_x86_64' })],
};
const legacy = { kind: 'NodeGroup', name: 'legacy', text: 'NodeGroup legacy' };

function lines(facts: Partial<Facts>, more: Parameters<typeof makeKnown>[1] = {}): string[] {
  return nodeTasks(makeKnown(facts, more)).map(toLine);
}

it('upgrades the hybrid nodes that it names, with the commands of each computer in a separate block', () => {
  const nodes = [aNode('h1', 'v1.33.1', { computeType: 'hybrid' }), aNode('h2', 'v1.30.1', { computeType: 'hybrid' })];
  const [, old] = nodeTasks(makeKnown({ nodes }));
  expect(old?.done[0]?.text).toMatch(/: h2, or the node that replaces it, runs 1\.33 and is Ready$/);
  expect(old?.how.text).toMatch(
    /On your machine, drain `h2`:\s```sh\nkubectl drain h2 .*\n```\sOn the node `h2`:\s```sh\nsudo nodeadm upgrade 1\.33 .*\n```\sThen on your machine:\s```sh\nkubectl uncordon h2\n```$/,
  );
});

describe('each group of nodes moves', () => {
  it.each<[string, Partial<Facts>, number, string[]]>([
    [
      'at the update',
      { nodes: [managed('a', 'v1.33.1')], nodegroups: [aNodegroup('blue')] },
      34,
      ['nodes:managed/blue:1.34 1.33>1.34 0 nodes'],
    ],
    [
      'once, at the last update',
      { nodes: [managed('a', 'v1.33.1')], nodegroups: [aNodegroup('blue')] },
      36,
      ['nodes:managed/blue:1.36 1.33>1.36 2 nodes'],
    ],
    ['without nodes, too', { nodegroups: [aNodegroup('spot')] }, 34, ['nodes:managed/spot:1.34 1.33>1.34 0 nodes']],
    [
      'before the update that rejects its oldest kubelet',
      { nodes: [managed('a', 'v1.33.1'), managed('b', 'v1.30.1')], nodegroups: [aNodegroup('blue')] },
      34,
      [
        'nodes:managed/blue:1.33 1.30>1.33 0 nodes-before stops control-plane',
        'nodes:managed/blue:1.34 1.33>1.34 0 nodes',
      ],
    ],
    [
      'with other nodes without a group, in one task for each version',
      { nodes: [aNode('h1', 'v1.33.1', { computeType: 'hybrid' }), aNode('h2', 'v1.30.1', { computeType: 'hybrid' })] },
      34,
      [
        'nodes:hybrid/nodes:1.34 1.33>1.34 0 nodes',
        'nodes:hybrid/nodes:1.33 1.30>1.33 0 nodes-before stops control-plane',
      ],
    ],
    [
      'after each update where Karpenter replaces the nodes by itself',
      { nodes: ofPool('v1.33.1'), ...karpenter },
      35,
      ['nodes:karpenter/default:1.34 1.33>1.34 0 nodes', 'nodes:karpenter/default:1.35 1.34>1.35 1 nodes'],
    ],
    [
      'once where it is unknown whether Karpenter does',
      { nodes: ofPool('v1.33.1') },
      35,
      ['nodes:karpenter/default:1.35 1.33>1.35 1 nodes'],
    ],
    [
      'with EKS in Auto Mode',
      { nodes: [aNode('a', 'v1.33.1', { computeType: 'auto', group: 'system' })] },
      34,
      ['nodes:auto/system:1.34 1.33>1.34 0 nodes'],
    ],
    [
      'with the workload on Fargate',
      {
        nodes: [aNode('f', 'v1.33.1', { computeType: 'fargate' })],
        fargateWorkloads: [{ kind: 'Deployment', namespace: 'shop', name: 'till', nodes: ['f'] }],
      },
      34,
      ['nodes:fargate/deploy/shop/till:1.34 1.33>1.34 0 nodes'],
    ],
    [
      'with an unknown version',
      { nodes: [managed('a', 'main-2024')], nodegroups: [aNodegroup('blue')] },
      34,
      ['nodes:unknown/nodegroup/blue:1.34 >1.34 0 nodes'],
    ],
    [
      'not if a virtual kubelet acts as a node',
      { nodes: [aNode('v', 'v1.29.0', { computeType: 'virtual' })] },
      34,
      ['nodes:virtual/nodes:1.34 > 0 nodes'],
    ],
    ['not if it is at the target', { nodes: [managed('a', 'v1.33.1')], nodegroups: [aNodegroup('blue')] }, 33, []],
    [
      'at once if no update is planned',
      { nodes: [managed('a', 'v1.32.1')], nodegroups: [aNodegroup('blue', { version: '1.32' })] },
      33,
      ['nodes:managed/blue:1.33 1.32>1.33 0 nodes'],
    ],
  ])('%s', (_, facts, target, expected) => {
    expect(lines(facts, { target })).toEqual(expected);
  });

  it('is unknown where nodes were not read', () => {
    const known = makeKnown({});
    const { nodes: _nodes, ...readings } = known.readings;
    expect(nodeTasks({ ...known, readings }).map(toLine)).toEqual(['nodes:all:1.34 >1.34 0 nodes']);
  });
});

describe('a group that a fix replaces', () => {
  const replaced = aFinding({
    fingerprint: 'a1',
    check: 'nodes/amazon-linux-2',
    resource: legacy,
    remedy: 'update-nodegroup:legacy',
    creates: 'legacy-al2023',
    fix: 'Create a group.',
    commands: ['aws eks create-nodegroup', 'aws eks delete-nodegroup'],
  });
  const skew = aFinding({
    fingerprint: 'a2',
    check: 'nodes/kubelet-skew',
    resource: legacy,
    remedy: 'update-nodegroup:legacy',
    at: { component: 'kubernetes', version: '1.34' },
  });
  const tasks = nodeTasks(makeKnown(oldGroup, { found: [replaced, skew] }));

  it('is drained once before the update, and the new group moves after it', () => {
    expect(tasks.map(toLine)).toEqual([
      'nodes:managed/legacy:replace 1.30>1.33 0 nodes-before stops control-plane',
      'nodes:managed/legacy-al2023:1.34 1.33>1.34 0 nodes',
    ]);
    expect(tasks[0]).toMatchObject({
      title: 'Replace node group legacy by legacy-al2023',
      closes: ['a1', 'a2'],
      how: { text: 'Create a group.', commands: ['aws eks create-nodegroup', 'aws eks delete-nodegroup'] },
      disturbs: { nodes: 1 },
    });
    expect(tasks[0]?.done.map(({ text }) => text)).toEqual([
      'node group legacy-al2023: every node runs 1.33 and is Ready',
      'node group legacy no longer exists',
      'a scan judges nodes/amazon-linux-2 and nodes/kubelet-skew and reports none of this',
    ]);
    expect(tasks[0]?.undo).toEqual({
      text: 'Possible until legacy is deleted. Let its nodes take pods again, then drain and delete legacy-al2023:',
      commands: [
        [
          'kubectl uncordon -l eks.amazonaws.com/nodegroup=legacy &&',
          'kubectl drain -l eks.amazonaws.com/nodegroup=legacy-al2023 --ignore-daemonsets --delete-emptydir-data &&',
          'aws eks delete-nodegroup --region eu-west-1 --cluster-name prod --nodegroup-name legacy-al2023',
        ].join('\n'),
      ],
    });
    expect(tasks[1]).toMatchObject({
      after: ['control-plane:1.34', 'hold:1.34', 'nodes:managed/legacy:replace'],
      groups: ['node group legacy-al2023', 'node group legacy'],
    });
  });

  it('has the version of the control plane if it can wait for the last update', () => {
    const facts = {
      nodes: [managed('a', 'v1.32.1', 'legacy')],
      nodegroups: [aNodegroup('legacy', { version: '1.32', amiType: 'AL2_x86_64' })],
    };
    expect(lines(facts, { found: [replaced] })).toEqual(['nodes:managed/legacy:replace 1.32>1.34 0 nodes']);
  });
});

describe('a node group that EKS does not update', () => {
  const health = (status: string) =>
    aFinding({
      fingerprint: 'h1',
      check: 'nodes/node-group-health',
      rule: 'status',
      message: status,
      resource: legacy,
    });
  const skew = aFinding({
    fingerprint: 'h2',
    check: 'nodes/kubelet-skew',
    resource: legacy,
    remedy: 'update-nodegroup:legacy',
  });
  const inStatus = (status: string) =>
    makeKnown(
      { nodes: [managed('a', 'v1.30.1', 'legacy')], nodegroups: [aNodegroup('legacy', { version: '1.30', status })] },
      { found: [health(status), skew] },
    );

  it.each([
    ['CREATE_FAILED', 'Delete node group legacy: its creation failed', 'aws eks delete-nodegroup', 'aws', ['h1', 'h2']],
    ['DELETE_FAILED', 'Delete node group legacy: its deletion failed', 'aws eks delete-nodegroup', 'aws', ['h1', 'h2']],
    ['DELETING', 'Wait until EKS has deleted node group legacy', 'aws eks wait nodegroup-deleted', 'EKS', ['h2']],
  ])('has no update if its status is %s, and one task for its nodes', (status, title, command, by, closes) => {
    const known = inStatus(status);
    const tasks = nodeTasks(known);
    expect(tasks).toMatchObject([
      { id: 'nodes:managed/legacy:delete', title, by, stage: 'nodes-before', closes, to: null },
    ]);
    expect(tasks[0]?.how.commands.at(-1)).toContain(command);
    expect(tasks[0]?.done[0]?.text).toBe('node group legacy no longer exists');
    expect(fixTasks(known).flatMap((task) => task.closes)).toEqual(closes.includes('h1') ? [] : ['h1']);
  });

  it.each(['DEGRADED', 'UPDATING', 'CREATING'])('until it is ACTIVE, has an update that says so: %s', (status) => {
    const tasks = nodeTasks(inStatus(status));
    expect(tasks.map(({ id }) => id)).toEqual(['nodes:managed/legacy:1.33', 'nodes:managed/legacy:1.34']);
    expect(tasks[0]?.notes).toContain(
      `The status of the node group is ${status}: EKS updates it only when it is ACTIVE.`,
    );
  });
});

describe('findings', () => {
  const warning = aFinding({
    fingerprint: 'f1',
    check: 'nodes/container-runtime',
    level: 'warn',
    phase: 'after',
    at: { component: 'kubernetes', version: '1.35' },
    resource: legacy,
    remedy: 'update-nodegroup:legacy',
  });
  it('of the runtime close with the move that needs it, those of the kubelet with the first move', () => {
    const behind = aFinding({
      fingerprint: 'f2',
      check: 'nodes/version-behind',
      level: 'warn',
      resource: legacy,
      remedy: 'update-nodegroup:legacy',
    });
    const facts = { ...oldGroup, nodegroups: [aNodegroup('legacy', { version: '1.30' })] };
    expect(
      nodeTasks(makeKnown(facts, { target: 36, found: [warning, behind] })).map(({ id, closes }) => [id, closes]),
    ).toEqual([
      ['nodes:managed/legacy:1.33', ['f2']],
      ['nodes:managed/legacy:1.36', ['f1']],
    ]);
  });

  it('that no move closes have a task if they are blockers', () => {
    const pool = aFinding({
      fingerprint: 'f3',
      check: 'nodes/ami-release',
      resource: { kind: 'NodePool', name: 'any', text: 'NodePool any' },
      remedy: 'replace-nodes:NodePool/any',
      fix: 'Change the alias.',
    });
    expect(nodeTasks(makeKnown({}, { found: [pool, { ...warning, fingerprint: 'f4' }] }))).toMatchObject([
      {
        id: 'nodes:replace-nodes:NodePool/any',
        stage: 'nodes-before',
        closes: ['f3'],
        how: { text: 'Change the alias.' },
      },
    ]);
  });

  it('of a pool change its AMIs before the version that has none, and Karpenter follows from there', () => {
    const al2 = aFinding({
      fingerprint: 'f5',
      check: 'nodes/amazon-linux-2',
      at: { component: 'kubernetes', version: '1.35' },
      resource: { kind: 'NodePool', name: 'default', text: 'NodePool default' },
      remedy: 'replace-nodes:NodePool/default',
    });
    expect(lines({ nodes: ofPool('v1.33.1'), ...karpenter }, { target: 35, found: [al2] })).toEqual([
      'nodes:karpenter/default:replace 1.33>1.34 0 nodes stops nodes',
      'nodes:karpenter/default:1.35 1.34>1.35 1 nodes',
    ]);
  });
});

describe('a task', () => {
  const drain: DrainedGroup[] = [
    {
      group: 'node group blue',
      name: 'blue',
      computeType: 'managed',
      nodes: 2,
      parallel: { from: 1, to: 1 },
      rounds: { from: 2, to: 2 },
      minutes: 15,
      outcome: 'fails',
      stoppedBy: [],
      unknown: [],
      notJudged: [],
    },
  ];
  const facts = {
    nodes: [managed('a', 'v1.33.1'), managed('b', 'v1.33.1')],
    nodegroups: [aNodegroup('blue')],
    pods: [
      aPod('cart-1', { node: 'a', ready: true, controller: { kind: 'Deployment', name: 'cart' } }),
      aPod('cart-2', { node: 'c', ready: false, controller: { kind: 'Deployment', name: 'cart' } }),
      aPod('proxy', { namespace: 'kube-system', node: 'a', controller: { kind: 'DaemonSet', name: 'proxy' } }),
    ],
  };
  const [task] = nodeTasks(makeKnown(facts, { drain }));

  it('says how, what it disturbs, when it is done, and the way back', () => {
    expect(task).toMatchObject({
      title: 'Update node group blue',
      by: 'aws',
      at: { version: '1.34' },
      groups: ['node group blue'],
      after: ['control-plane:1.34', 'hold:1.34'],
      disturbs: {
        nodes: 2,
        pods: 0,
        text: [
          'EKS drains 1 node at a time, in 2 rounds.',
          'A node that still has pods after 15 minutes fails the update (PodEvictionFailure).',
          '1 pod of deploy/shop/cart moves.',
        ],
      },
      notes: [
        'Do not use `--force`: it deletes pods regardless of budgets.',
        'When a node runs 1.34, EKS refuses to roll the control plane back until it is at 1.33 again.',
      ],
      undo: { text: 'Update the node group to 1.33: EKS drains its nodes again.' },
    });
    expect(task?.how.commands.join('\n')).toContain('--nodegroup-name blue --kubernetes-version 1.34');
    expect(task?.undo?.commands.join('\n')).toContain('--kubernetes-version 1.33');
    expect(task?.done).toMatchObject([
      { kind: 'update' },
      {
        kind: 'version',
        object: 'nodes/managed/blue',
        version: '1.34',
        commands: ['kubectl get nodes -l eks.amazonaws.com/nodegroup=blue'],
      },
      {
        kind: 'workload',
        object: 'deploy/shop/cart',
        pods: { ready: 1, all: 2 },
        commands: ['kubectl -n shop get deployment/cart'],
      },
    ]);
  });

  it('of self-managed nodes names their Auto Scaling group, the template and each instance', () => {
    const autoScalingGroups = [
      {
        name: 'workers',
        nodegroup: null,
        maxSize: 3,
        mixedInstances: null,
        instanceIds: ['i-01'],
        launches: [{ template: 'lt-0a', version: '3', imageId: null }],
      },
    ];
    const nodes = [aNode('a', 'v1.33.1', { instanceId: 'i-01' })];
    const [own] = nodeTasks(makeKnown({ nodes, autoScalingGroups }));
    const text = own?.how.commands.join('\n') ?? '';
    for (const part of [
      'aws ssm get-parameter',
      '--launch-template-id lt-0a',
      '--source-version 3',
      `'{"ImageId":"AMI_ID"}'`,
      '--auto-scaling-group-name workers --launch-template LaunchTemplateId=lt-0a,Version=TEMPLATE_VERSION',
      'kubectl drain a ',
      '--instance-id i-01 --no-should-decrement-desired-capacity',
    ])
      expect(text).toContain(part);
    expect(own?.by).toBe('aws');
  });

  it('of a group of eksctl creates another one, with another name for each version', () => {
    const nodes = [aNode('a', 'v1.30.1', { group: 'batch' })];
    const [first, second] = nodeTasks(makeKnown({ nodes }));
    expect(first).toMatchObject({ by: 'eksctl', id: 'nodes:self-managed/batch:1.33' });
    expect(first?.how.commands.join('\n')).toMatch(/--name batch-1-33 [^]*delete nodegroup .*--name batch$/);
    expect(second?.how.commands.join('\n')).toMatch(/--name batch-1-34 [^]*delete nodegroup .*--name batch-1-33$/);
  });

  it('of a managed node group names its new nodes, and the room for them', () => {
    const vpcSubnets = [{ id: 'subnet-0a', zone: 'eu-west-1a', cidrs: ['10.0.0.0/24'], free: 1 }];
    const quota = {
      code: 'L-1216C47A',
      found: { name: 'Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances', vcpus: 32, metricClass: null },
    };
    const read = {
      nodegroups: [
        aNodegroup('blue', { update: { strategy: 'DEFAULT', maxUnavailable: 1, maxUnavailablePercentage: null } }),
      ],
      vpcSubnets,
      vcpuQuotas: [quota],
      vcpuUsage: [{ code: 'L-1216C47A', vcpus: 12 }],
      instanceTypes: [{ name: 'm6i.large', vcpus: 2, interfaces: 3, addressesPerInterface: 10, nitro: true }],
    } satisfies Partial<Facts>;
    const [own] = nodeTasks(makeKnown({ ...facts, ...read }, { drain }));
    expect(own?.disturbs?.text[0]).toBe(
      'EKS first starts up to 2 new nodes of m6i.large in eu-west-1a, then marks all old nodes unschedulable.',
    );
    expect(own?.room).toEqual([
      'eu-west-1a: 1 free address in subnet-0a, up to 2 needed: too few for the new nodes.',
      '12 of 32 vCPUs used (quota L-1216C47A), up to 4 more needed.',
    ]);
    expect(own?.stopIf).toMatch(
      /^the update is `Failed`, or a pod is `Pending` that was not before: `kubectl get pods /,
    );
    expect(task?.room).toBeUndefined();
  });

  it('of a workload on Fargate waits for its own nodes only', () => {
    const [own] = nodeTasks(
      makeKnown({
        nodes: [aNode('f', 'v1.33.1', { computeType: 'fargate' })],
        fargateWorkloads: [{ kind: 'Deployment', namespace: 'shop', name: 'till', nodes: ['f'] }],
      }),
    );
    expect(own?.done[0]?.text).toBe('the nodes of the pods of deploy/shop/till run 1.34 and are Ready');
  });

  it('says that no pods move where none but those of DaemonSets run', () => {
    const [own] = nodeTasks(
      makeKnown({ nodes: [managed('z', 'v1.33.1')], nodegroups: [aNodegroup('blue')], pods: facts.pods }),
    );
    expect(own?.disturbs?.text.at(-1)).toBe('No pods move: only those of DaemonSets run there now.');
  });

  it('of Auto Mode says what to look for if its nodes are behind already', () => {
    const nodes = [aNode('a', 'v1.31.1', { computeType: 'auto', group: 'system' })];
    const resource = { kind: 'NodePool', name: 'system', text: 'NodePool system' };
    const behind = aFinding({
      check: 'nodes/version-behind',
      level: 'warn',
      resource,
      remedy: 'replace-nodes:NodePool/system',
    });
    const [own] = nodeTasks(makeKnown({ nodes }, { found: [behind] }));
    expect(own?.how.text).toContain('find out what blocks it');
    expect(own?.notes.join(' ')).not.toContain('If EKS refuses');
  });

  it('quotes hostile names', () => {
    const name = `x'; rm -rf ~; '`;
    const [own] = nodeTasks(makeKnown({ nodegroups: [aNodegroup(name)] }));
    expect(own?.how.commands.join('\n')).toContain(`--nodegroup-name 'x'\\''; rm -rf ~; '\\'''`);
  });
});
