import { expect, it } from 'vitest';
import check from '../../../checks/control-plane/audit-log.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aCluster, checkCases } from '../cases.ts';
import { anInsight } from '../eks-answers.ts';
import { waited } from '../printed-updates.ts';
import { managerRows } from '../managers.ts';

/** 1.25 removes it. */
const served = [{ api: 'batch/v1beta1', resource: 'cronjobs' }];
const skew = anInsight('Kubelet version skew', '1.25');
const removed = anInsight('Deprecated APIs removed in Kubernetes v1.25', '1.25');
const path = { current: '1.24', target: '1.25' } as const;
const off = { auditLog: false };

function facts(insights: Facts['insights'], servedApis: Facts['servedApis'] = served): Partial<Facts> {
  return { servedApis, insights };
}

const enable = [
  'Enable the audit log; CloudWatch Logs charges for it:',
  '```sh',
  waited(
    `aws eks update-cluster-config --region eu-west-1 --name prod \\\n  --logging '{"clusterLogging":[{"types":["audit"],"enabled":true}]}'`,
  ),
  '```',
].join('\n');

checkCases(check, [
  { it: 'is silent where the log is on', ...path, cluster: { auditLog: true }, facts: facts(null), findings: [] },
  {
    it: 'is silent where the update removes nothing that is served',
    ...path,
    cluster: off,
    facts: facts(null, [{ api: 'flowcontrol.apiserver.k8s.io/v1beta2', resource: 'flowschemas' }]),
    findings: [],
  },
  { it: 'is silent where EKS shows the clients', ...path, cluster: off, facts: facts([removed]), findings: [] },
  {
    it: 'warns in the entry of apis/removed where a refresh may show them',
    ...path,
    cluster: off,
    facts: facts([]),
    findingsLike: [{ level: 'warn', at: 25, remedy: 'refresh-insights' }],
  },
  {
    it: 'warns where EKS has no insights for the cluster',
    ...path,
    cluster: off,
    facts: facts(null),
    findings: [
      {
        level: 'warn',
        at: 25,
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'the audit log is off: the clients of batch/v1beta1 cannot be named',
        evidence: [
          {
            observed: '1.25 removes batch/v1beta1: EKS offers no insights for this cluster',
            required: 'the audit log, or an insight that shows the clients',
            fact: 'insights',
          },
        ],
        fix: enable,
      },
    ],
  },
  ...managerRows('the cluster', /Enable the audit log; CloudWatch Logs charges for it[.:] /).map(
    ({ who, tags, fix }) => ({
      it: `says first where the logs of the cluster are managed: ${who}`,
      ...path,
      cluster: { ...off, tags },
      facts: facts(null),
      findingsLike: [{ fix }],
    }),
  ),
  {
    it: 'warns where refreshed insights contain none about removed APIs, in the entry of apis/removed',
    ...path,
    cluster: off,
    facts: facts([skew]),
    findingsLike: [{ level: 'warn', at: 25, remedy: 'read-audit-log' }],
  },
  {
    it: 'does not know it from an older inventory',
    ...path,
    facts: facts(null),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'not-read',
        at: 25,
        message: 'this inventory does not show whether the audit log is on',
      },
    ],
  },
  {
    it: 'needs no log without an update',
    current: '1.24',
    target: '1.24',
    cluster: off,
    facts: facts(null),
    findings: [],
  },
]);

it.each([
  ['the log is on', { auditLog: true }, null, served, null],
  [
    'nothing is removed',
    off,
    null,
    [],
    'the audit log is off; the update removes no API version that the API server serves',
  ],
  [
    'EKS shows the clients',
    off,
    [removed],
    served,
    'the audit log is off; EKS upgrade insights show the clients of removed APIs',
  ],
])('says why it passes where %s', (_where, more, insights, servedApis, reason) => {
  const cluster = { ...aCluster, version: '1.24', ...more };
  const karpenter = { current: null, target: null, versions: [] };
  const context = { cluster, current: 24, target: 25, versions: [24, 25], karpenter, now: '2026-11-20T12:00:00Z' };
  const readings = {
    servedApis: { ok: true as const, value: servedApis },
    insights: { ok: true as const, value: insights },
  };
  const result = judge(check, { readings, context, source: 'live' });
  expect([result.status, result.reason]).toEqual(['pass', reason]);
});
