import { expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { parseReadings } from '../../src/facts/reading.ts';
import { aNode, aNodegroup } from '../checks/cases.ts';
import type { World } from '../world/world.ts';
import { awsSource } from './aws-facts.ts';

const standard = 'Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances';
const quotas = {
  'L-1216C47A': { name: standard, own: 640, standard: 5, metricClass: 'Standard/OnDemand', used: 212 },
  'L-34B43A08': {
    name: 'All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests',
    standard: 5,
    metricClass: 'Standard/Spot',
  },
  'L-DB2E81BA': { name: 'Running On-Demand G and VT instances', own: 0, metricClass: 'G/OnDemand', used: 0 },
} satisfies World['aws']['vcpuQuotas'];

const managed = { computeType: 'managed', group: 'blue', instanceId: 'i-0a1' } as const;
const nodes = [
  aNode('a', 'v1.33.5', managed),
  aNode('b', 'v1.33.5', { computeType: 'karpenter', group: 'default', spot: true, instanceType: 'im4gn.large' }),
  aNode('c', 'v1.33.5', { computeType: 'auto', instanceType: 'p5.48xlarge' }),
  aNode('d', 'v1.33.5', { computeType: 'self-managed', instanceType: 'inf2.xlarge' }),
];
const nodegroups = [
  aNodegroup('blue', { instanceTypes: ['m6i.large', 'g5.xlarge', 'mac2.metal'] }),
  aNodegroup('idle', { instanceTypes: ['trn1.2xlarge'] }),
];

/** Reads a fact from an account with these quotas, for these nodes; with the calls of Service Quotas and CloudWatch. */
async function quotaFacts(
  fact: FactName,
  vcpuQuotas: World['aws']['vcpuQuotas'] = quotas,
  more: Partial<World> = {},
  given: Pick<Facts, 'nodes' | 'nodegroups'> = { nodes, nodegroups },
) {
  const { aws, calls } = await awsSource({ vcpuQuotas }, more);
  const known = { collect: (name: 'nodes' | 'nodegroups') => Promise.resolve({ value: given[name] }) };
  const own = {
    ...collectors,
    nodes: { permissions: [], collect: () => known.collect('nodes') },
    nodegroups: { permissions: [], collect: () => known.collect('nodegroups') },
  } as unknown as typeof collectors;
  const none = () => Promise.reject(new Error('not here'));
  const readings = await collect(own, [fact], { aws, kube: none, local: { run: none } });
  expect(parseReadings(readings)).toEqual(readings);
  return {
    reading: readings[fact],
    calls: calls.map(({ action, parameters }) => [action, parameters['QuotaCode']].filter(Boolean).join(' ')),
  };
}

it('reads the quotas of managed node groups and Karpenter, each once, and the default where there is no other', async () => {
  const { reading, calls } = await quotaFacts('vcpuQuotas');
  expect(reading).toEqual({
    ok: true,
    value: [
      { code: 'L-1216C47A', found: { name: standard, vcpus: 640, metricClass: 'Standard/OnDemand' } },
      {
        code: 'L-34B43A08',
        found: { name: quotas['L-34B43A08'].name, vcpus: 5, metricClass: 'Standard/Spot' },
      },
      { code: 'L-DB2E81BA', found: { name: quotas['L-DB2E81BA'].name, vcpus: 0, metricClass: 'G/OnDemand' } },
    ],
  });
  expect(calls.toSorted()).toEqual([
    'servicequotas:GetAWSDefaultServiceQuota L-34B43A08',
    'servicequotas:GetServiceQuota L-1216C47A',
    'servicequotas:GetServiceQuota L-34B43A08',
    'servicequotas:GetServiceQuota L-DB2E81BA',
  ]);
});

it('keeps a quota that the Region does not have', async () => {
  const { reading } = await quotaFacts('vcpuQuotas', {});
  expect(reading).toMatchObject({ value: [{ found: null }, { found: null }, { found: null }] });
});

it('requests nothing without such nodes', async () => {
  const given = { nodes: nodes.slice(2), nodegroups };
  const { reading, calls } = await quotaFacts('vcpuUsage', quotas, {}, given);
  expect([reading, calls]).toEqual([{ ok: true, value: [] }, []]);
});

it('reads the newest value of each metric, on all pages, and omits a metric without values', async () => {
  const { reading, calls } = await quotaFacts('vcpuUsage');
  const value = [
    { code: 'L-1216C47A', vcpus: 212 },
    { code: 'L-DB2E81BA', vcpus: 0 },
  ];
  expect(reading).toEqual({ ok: true, value });
  expect(calls.filter((call) => call.startsWith('cloudwatch:'))).toHaveLength(3);
});

it('takes the first of several values, which CloudWatch was told to return in descending order', async () => {
  const rewrite = (call: string, body: string): string => {
    if (call !== 'cloudwatch:GetMetricData') return body;
    const answer = JSON.parse(body) as { MetricDataResults: { Values: number[] }[] };
    for (const result of answer.MetricDataResults) if (result.Values.length > 0) result.Values.push(900, 7);
    return JSON.stringify(answer);
  };
  const { reading } = await quotaFacts('vcpuUsage', quotas, { rewrite });
  expect(reading).toMatchObject({ value: [{ vcpus: 212 }, { vcpus: 0 }] });
});

it.each([
  ['vcpuQuotas', 'servicequotas:GetServiceQuota'],
  ['vcpuQuotas', 'servicequotas:GetAWSDefaultServiceQuota'],
  ['vcpuUsage', 'cloudwatch:GetMetricData'],
  ['vcpuUsage', 'servicequotas:GetServiceQuota'],
] as const)('%s is missing without %s, which the reading names', async (fact, permission) => {
  const { reading } = await quotaFacts(fact, quotas, { deny: [permission] });
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
});
