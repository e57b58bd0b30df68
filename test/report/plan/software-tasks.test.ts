import { describe, expect, it } from 'vitest';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { fixTasks } from '../../../src/report/plan/fix-tasks.ts';
import { buildPlan } from '../../../src/report/plan/build-plan.ts';
import { controlPlaneTasks } from '../../../src/report/plan/control-plane-tasks.ts';
import { findingsGone } from '../../../src/report/plan/conditions.ts';
import { byPlace } from '../../../src/report/plan/place.ts';
import { afterRollback, insightsTask } from '../../../src/report/plan/rollback-steps.ts';
import { runningTasks } from '../../../src/report/plan/running-tasks.ts';
import { softwareTasks } from '../../../src/report/plan/software-tasks.ts';
import { aNode } from '../../../src/custom-checks/testing/samples.ts';
import { aComponent, aKarpenter } from '../../checks/cases.ts';
import { aNodeClass, aNodePool } from '../../checks/karpenter/objects.ts';
import { aFinding } from '../reported-finding.ts';
import { toLine, toKnown } from './known.ts';

const kubernetes = (version: string) => ({ component: 'kubernetes', version }) as const;

function aTask(check: string, more: Partial<ReportedFinding> = {}): ReportedFinding {
  const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'a', text: 'Deployment kube-system/a' };
  return aFinding({ check, fingerprint: check.slice(-8), level: 'warn', phase: 'after', resource, ...more });
}

const autoscaler = (version: string) => aComponent({ name: 'a', version });
const mismatch = (at: string) => aTask('addons/cluster-autoscaler-version', { at: kubernetes(at) });

interface Row {
  it: string;
  version?: string;
  target?: number;
  found: ReportedFinding[];
  lines: string[];
}

const rows: Row[] = [
  {
    it: 'updates the Cluster Autoscaler after each update that it has to match',
    version: '1.33.0',
    target: 35,
    found: [mismatch('1.34')],
    lines: [
      '0 software software:deploy/kube-system/a:1.34 1.33.0 -> 1.34.5',
      '1 software software:deploy/kube-system/a:1.35 1.34.5 -> 1.35.2; closes -version',
    ],
  },
  {
    it: 'leaves a Cluster Autoscaler that no finding is about',
    version: '1.33.0',
    target: 35,
    found: [],
    lines: [],
  },
  {
    it: 'has the task of a version in its place, and others after the last update',
    target: 35,
    found: [
      aTask('apis/crd-versions', { at: kubernetes('1.34') }),
      aTask('addons/ingress-nginx', { remedy: 'replace-ingress-nginx' }),
      aTask('clients/kubectl-version', { at: kubernetes('1.35') }),
      aTask('addons/nvidia-device-plugin', { at: kubernetes('1.34') }),
    ],
    lines: [
      '0 software software:apis/crd-versions:versions; closes versions',
      '1 software software:addons/nvidia-device-plugin:e-plugin; closes e-plugin',
      '1 software software:replace-ingress-nginx; closes ss-nginx',
      '1 software software:clients/kubectl-version:-version; closes -version',
    ],
  },
  {
    it: 'creates a role before nodes that may need it, and sets up a pool before its nodes',
    target: 35,
    found: [
      aTask('account/spot-service-linked-role', { remedy: 'create-role:AWSServiceRoleForEC2Spot' }),
      aTask('karpenter/drift', { at: kubernetes('1.34') }),
      aTask('apis/crd-versions', { at: kubernetes('1.34') }),
    ],
    lines: [
      '0 fix software:create-role:AWSServiceRoleForEC2Spot; closes ked-role',
      '0 nodes software:karpenter/drift:er/drift; closes er/drift',
      '0 software software:apis/crd-versions:versions; closes versions',
    ],
  },
  {
    it: 'sets the capacity type of a pool before the nodes of Karpenter, after the first update',
    target: 35,
    found: [
      aTask('account/spot-service-linked-role', {
        remedy: 'capacity-type:NodePool/default',
        resource: { kind: 'NodePool', name: 'default', text: 'NodePool default' },
      }),
      aTask('karpenter/drift', { at: kubernetes('1.34') }),
    ],
    lines: [
      '0 nodes software:capacity-type:NodePool/default; closes ked-role',
      '0 nodes software:karpenter/drift:er/drift; closes er/drift',
    ],
  },
];

it('a capacity type is set before the pause of Karpenter ends, and waits for the update only', () => {
  const nodePool = { kind: 'NodePool', name: 'default', text: 'NodePool default' };
  const own = aTask('account/spot-service-linked-role', {
    remedy: 'capacity-type:NodePool/default',
    resource: nodePool,
  });
  const facts = {
    nodes: [aNode('b', 'v1.33.1', { computeType: 'karpenter', group: 'default' })],
    nodegroups: [],
    fargateWorkloads: [],
    nodeImages: [],
    karpenterControllers: [aKarpenter({ version: '1.8.8' })],
    karpenterPools: [aNodePool('default')],
    karpenterNodeClasses: [aNodeClass('default', { alias: 'al2023@v20251103' })],
  };
  const tasks = buildPlan(toKnown(facts, { found: [own] }))?.tasks ?? [];
  const ids = tasks.map(({ id }) => id).filter((id) => !id.startsWith('scan:'));
  const [set, restore, nodes] = [
    'software:capacity-type:NodePool/default',
    'restore:nodepools:1.34',
    'nodes:karpenter/default:1.34',
  ];
  expect(ids.slice(-3)).toEqual([set, restore, nodes]);
  const task = tasks.find(({ id }) => id === set);
  expect([task?.title, task?.needs, task?.disturbs?.text]).toEqual([
    'Keep Spot Instances or exclude them: nodepool/default',
    ['control-plane:1.34'],
    [expect.stringMatching(/^Karpenter replaces each node of the pool/)],
  ]);
  expect(tasks.find(({ id }) => id === nodes)?.needs).toEqual(expect.arrayContaining([set, restore]));
});

describe('software after the update', () => {
  it.each(rows)('$it', ({ version, target = 34, found, lines }) => {
    const clusterAutoscalers = version === undefined ? [] : [autoscaler(version)];
    const tasks = softwareTasks(toKnown({ clusterAutoscalers }, { target, found }));
    expect(tasks.toSorted(byPlace).map(toLine)).toEqual(lines);
  });

  it('waits for the update that it follows', () => {
    const [task] = softwareTasks(toKnown({}, { found: [aTask('apis/crd-versions', { task: 'Update it' })] }));
    expect([task?.title, task?.after]).toEqual(['Update it: deploy/kube-system/a', ['control-plane:1.34']]);
  });
});

const status = (observed: string) => [
  { observed, required: 'ACTIVE', resource: null, fact: 'cluster', source: 'inventory' as const },
];

describe('a change that EKS is making', () => {
  it.each<[string, Partial<ReportedFinding>, string, RegExp]>([
    [
      'an update',
      { rule: 'running-update', resource: { kind: 'Update', name: 'u-1', text: 'Update u-1' } },
      'Wait for the running update/u-1',
      /--query update.status --output text\) &&\n\[ "\$state" = InProgress \]; do sleep 30; done &&\n.*describe-update/,
    ],
    [
      'the cluster',
      { evidence: status('UPDATING'), resource: { kind: 'Cluster', name: 'prod', text: 'Cluster prod' } },
      'Wait until cluster/prod is ACTIVE',
      /describe-cluster .*\n.*--query cluster.status/,
    ],
    [
      'a node group',
      {
        check: 'nodes/node-group-health',
        level: 'warn',
        evidence: status('CREATING'),
        resource: { kind: 'NodeGroup', name: 'a', text: 'NodeGroup a' },
      },
      'Wait until nodegroup/a is ACTIVE',
      /--nodegroup-name a .*\n?.*--query nodegroup.status --output text\) &&\n\[ "\$state" = CREATING \]/,
    ],
    [
      'an add-on',
      {
        check: 'addons/health',
        level: 'warn',
        evidence: status('UPDATING'),
        resource: { kind: 'EKS add-on', name: 'coredns', text: 'EKS add-on coredns' },
      },
      'Wait until EKS add-on coredns is ACTIVE',
      /--addon-name coredns .*\n?.*--query addon.status/,
    ],
  ])('comes before everything else: %s', (_, more, title, command) => {
    const running = aFinding({ check: 'control-plane/health', fingerprint: 'r1', blocks: 'control-plane', ...more });
    const target = aFinding({ check: 'control-plane/version-step', fingerprint: 'f2', at: kubernetes('1.35') });
    const tasks = buildPlan(toKnown({}, { target: 35, found: [target, running] }))?.tasks ?? [];
    expect([tasks[0]?.title, tasks[0]?.closes]).toEqual([title, ['r1']]);
    expect(tasks[0]?.how.commands.join('\n')).toMatch(command);
    expect(tasks.filter(({ closes }) => closes.includes('r1'))).toHaveLength(1);
    expect(tasks.find(({ kind }) => kind === 'control-plane')?.needs).toContain(tasks[0]?.id);
  });

  it('is none if it failed', () => {
    const failed = aFinding({ check: 'nodes/node-group-health', evidence: status('CREATE_FAILED') });
    expect(runningTasks(toKnown({}, { found: [failed] }))).toEqual([]);
  });
});

it('each update of the control plane has a scan directly before it, also if nothing blocks it', () => {
  const tasks = buildPlan(toKnown({}, { target: 35 }))?.tasks ?? [];
  const ids = tasks.map(({ id }) => id);
  for (const version of ['1.34', '1.35']) {
    const update = ids.indexOf(`control-plane:${version}`);
    expect(ids[update - 1]).toBe(`scan:before:${version}`);
    expect(tasks[update]?.needs).toContain(`scan:before:${version}`);
  }
  const beforeSecond = ['control-plane:1.34', 'hold:1.34'];
  for (const id of ['scan:before:1.35', 'control-plane:1.35'])
    expect(tasks.find((task) => task.id === id)?.needs).toEqual(expect.arrayContaining(beforeSecond));
  const holds = tasks.filter(({ kind }) => kind === 'hold').map(({ notes }) => notes.join(' '));
  expect(holds).toEqual([expect.stringMatching(/rolls back to 1\.34 only, not to 1\.33/), '']);
});

it.each([
  ['update', toKnown({}, { target: 35 }), '--target 1.35 --only nodes/kubelet-skew'],
  [
    'rollback',
    toKnown({}, { path: { current: 34, target: 33, versions: [34, 33] } }),
    '--rollback --only nodes/kubelet-skew',
  ],
])('a scan for the path of the %s shows that a finding is gone', (_, known, options) => {
  expect(findingsGone(known, [aFinding()]).commands[0]?.endsWith(options)).toBe(true);
});

it('each HOLD compares the workloads with those that the scan before the update saves', () => {
  const tasks = buildPlan(toKnown({}, { target: 35 }))?.tasks ?? [];
  const textOf = (id: string) => tasks.find((task) => task.id === id)?.how.commands.join('\n');
  for (const version of ['1.34', '1.35']) {
    expect(textOf(`scan:before:${version}`)).toMatch(
      new RegExp(
        `statefulsets[^]* > workloads-before-${version}.txt &&[^]*Pending[^]* >> workloads-before-${version}.txt`,
      ),
    );
    expect(textOf(`hold:${version}`)).toContain(`diff workloads-before-${version}.txt workloads-now-${version}.txt`);
  }
});

it.each([
  [false, /^Until nodes run 1\.34, and for at least 7 days/, /^[^]*while no node runs 1\.34\.$/, []],
  [
    true,
    /^For at least 7 days, EKS can roll back to 1\.33: it first rolls back the Auto Mode nodes itself\. No other node/,
    /EKS first rolls back the Auto Mode nodes itself; no other node may run 1\.34\.$/,
    [expect.stringMatching(/Auto Mode nodes by itself.*does not wait for the end of the HOLD/)],
  ],
])('says what EKS Auto Mode (%s) does with its nodes', (autoMode, hold, update, notes) => {
  const known = toKnown({});
  const tasks = controlPlaneTasks({ ...known, cluster: { ...known.cluster, autoMode } });
  const [, own, test] = tasks;
  expect([own?.undo?.text, test?.undo?.text]).toEqual([expect.stringMatching(update), expect.stringMatching(hold)]);
  expect(test?.notes).toEqual(notes);
  expect(own?.notes).toEqual(expect.arrayContaining(notes));
});

it('a rollback saves the workloads before it, and a WARNING of an insight does not block it', () => {
  const known = toKnown({}, { path: { current: 34, target: 33, versions: [34, 33] } });
  const { how, done } = insightsTask(known);
  expect(how.text).toMatch(/has the status ERROR, and may reject it while one has UNKNOWN\. WARNING does not block it/);
  expect(how.commands.join('\n')).toContain('> workloads-before-1.33.txt');
  expect(done[0]?.text).toBe('every rollback insight has the status PASSING or WARNING');
  expect(afterRollback(known).how.commands.join('\n')).toContain('diff workloads-before-1.33.txt');
});

describe('fixes', () => {
  it('begin with the target if EKS does not offer it', () => {
    const found = [
      aFinding({ check: 'apis/webhooks', fingerprint: 'f1', blocks: 'control-plane' }),
      aFinding({ check: 'control-plane/version-step', fingerprint: 'f2', at: kubernetes('1.35') }),
    ];
    const tasks = fixTasks(toKnown({}, { target: 35, found })).toSorted(byPlace);
    expect(tasks.map(({ title }) => title)).toEqual(['Choose a target that EKS offers', 'Fix node/a: too old']);
  });

  it('have no task for what is unknown and hides no blocker', () => {
    expect(fixTasks(toKnown({}, { found: [aTask('addons/health', { level: 'unknown' })] }))).toEqual([]);
  });
});
