import { describe, expect, it } from 'vitest';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { fixTasks } from '../../../src/report/plan/fix-tasks.ts';
import { byPlace } from '../../../src/report/plan/place.ts';
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
