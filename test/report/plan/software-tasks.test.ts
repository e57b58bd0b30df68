import { describe, expect, it } from 'vitest';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { fixTasks } from '../../../src/report/plan/fix-tasks.ts';
import { buildPlan } from '../../../src/report/plan/build-plan.ts';
import { findingsGone } from '../../../src/report/plan/conditions.ts';
import { byPlace } from '../../../src/report/plan/place.ts';
import { runningTasks } from '../../../src/report/plan/running-tasks.ts';
import { softwareTasks } from '../../../src/report/plan/software-tasks.ts';
import { aComponent } from '../../checks/cases.ts';
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
];

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
