import { describe, expect, it } from 'vitest';
import { anAddon, aNode } from '../../../src/custom-checks/testing/samples.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Readings } from '../../../src/facts/reading.ts';
import type { Reason } from '../../../src/facts/reason.ts';
import { buildHealth } from '../../../src/report/health/build-health.ts';
import { health, type Health } from '../../../src/report/health/schema.ts';
import { aBudget } from '../../checks/cases.ts';

/** The health of a cluster, as a plan keeps it. */

const now = '2026-11-26T19:40:00Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString();

const nothing: Partial<Facts> = {
  workloadPods: [],
  unreadyPods: [],
  podDisruptionBudgets: [],
  addons: [],
  admissionWebhooks: [],
  webhookServices: [],
  apiServices: [],
  nodes: [],
};

const toReadings = (facts: Partial<Facts>): Readings =>
  Object.fromEntries(Object.entries({ ...nothing, ...facts }).map(([fact, value]) => [fact, { ok: true, value }]));

const build = (facts: Partial<Facts>): Health => buildHealth(toReadings(facts), { now });

const pod = (name: string, more: Partial<Facts['unreadyPods'][number]> = {}): Facts['unreadyPods'][number] => ({
  namespace: 'shop',
  name,
  workload: { kind: 'Deployment', name: 'cart' },
  state: 'Pending',
  since: minutesAgo(10),
  ...more,
});

const webhook = (
  configuration: string,
  service: Facts['admissionWebhooks'][number]['service'],
): Facts['admissionWebhooks'][number] => ({
  kind: 'ValidatingWebhookConfiguration',
  configuration,
  name: `${configuration}.example.com`,
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  timeoutSeconds: 10,
  rules: [],
  namespaces: null,
  objects: 'all',
  conditional: false,
  service,
});

const calls = (name: string, port = 443) => ({ namespace: 'guard', name, port });
const answers = (name: string, ready: number | null, more: Partial<Facts['webhookServices'][number]> = {}) => ({
  namespace: 'guard',
  name,
  ports: [{ port: 443, ready }],
  external: false,
  ...more,
});

const api = (
  name: string,
  status: string | null,
  service: { namespace: string; name: string } | null = { namespace: 'kube-system', name: 'metrics-server' },
): Facts['apiServices'][number] => ({
  name,
  service,
  available: status === null ? null : { status, reason: null, message: null },
});

describe('each part is sorted by name', () => {
  it.each<[string, Partial<Facts>, Partial<Health>]>([
    [
      'workloads',
      {
        workloadPods: [
          { kind: 'StatefulSet', namespace: 'shop', name: 'db', wanted: 3, ready: 2, rolling: true },
          { kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node', wanted: 5, ready: 5 },
          { kind: 'Deployment', namespace: 'shop', name: 'cart', wanted: 2, ready: 2 },
        ],
      },
      {
        workloads: [
          { workload: 'deploy/shop/cart', wanted: 2, ready: 2 },
          { workload: 'ds/kube-system/aws-node', wanted: 5, ready: 5 },
          { workload: 'sts/shop/db', wanted: 3, ready: 2 },
        ],
      },
    ],
    [
      'pods by workload and state, without those that have only started to wait',
      {
        unreadyPods: [
          pod('cart-1'),
          pod('cart-2', { since: null }),
          pod('cart-3', { since: minutesAgo(4) }),
          pod('cart-4', { since: minutesAgo(4), state: 'NotReady' }),
          pod('cart-5', { since: minutesAgo(1), state: 'CrashLoopBackOff' }),
          pod('debug', { workload: null, state: 'ImagePullBackOff' }),
          pod('proxy-node-1', { workload: { kind: 'Node', name: 'node-1' } }),
          pod('report-1-x', { workload: { kind: 'Job', name: 'report-1' } }),
        ],
      },
      {
        pods: [
          { workload: 'deploy/shop/cart', state: 'CrashLoopBackOff', pods: 1 },
          { workload: 'deploy/shop/cart', state: 'Pending', pods: 2 },
          { workload: 'job/shop/report-1', state: 'Pending', pods: 1 },
          { workload: 'pod/shop/debug', state: 'ImagePullBackOff', pods: 1 },
          { workload: 'pod/shop/proxy-node-1', state: 'Pending', pods: 1 },
        ],
      },
    ],
    [
      'budgets; one whose status is of an older spec allows nothing',
      {
        podDisruptionBudgets: [
          aBudget({ namespace: 'shop', name: 'old', generation: 2 }, { observedGeneration: 1, disruptionsAllowed: 1 }),
          aBudget({ namespace: 'shop', name: 'cart', generation: 1 }, { observedGeneration: 1, disruptionsAllowed: 1 }),
        ],
      },
      {
        budgets: [
          { budget: 'pdb/shop/cart', allows: 1 },
          { budget: 'pdb/shop/old', allows: 0 },
        ],
      },
    ],
    [
      'add-ons',
      {
        addons: [anAddon('vpc-cni', { version: 'v1.20.4', status: 'DEGRADED' }), anAddon('coredns', { version: 'v1' })],
      },
      {
        addons: [
          { name: 'coredns', version: 'v1', status: 'ACTIVE' },
          { name: 'vpc-cni', version: 'v1.20.4', status: 'DEGRADED' },
        ],
      },
    ],
    [
      'backends: one for each configuration and Service, ready if each called port has an endpoint',
      {
        admissionWebhooks: [
          webhook('ready', calls('a')),
          webhook('half', calls('b')),
          webhook('half', calls('b', 8443)),
          webhook('none', calls('missing')),
          webhook('outside', calls('external')),
          webhook('url', null),
        ],
        webhookServices: [
          answers('a', 2),
          answers('b', 1, {
            ports: [
              { port: 443, ready: 1 },
              { port: 8443, ready: 0 },
            ],
          }),
          answers('missing', 0, { ports: null }),
          answers('external', null, { external: true }),
        ],
        apiServices: [api('v1beta1.metrics.k8s.io', 'True'), api('v1.custom', 'False'), api('v1.apps', 'True', null)],
      },
      {
        backends: [
          { object: 'apiservice/v1.custom', service: 'svc/kube-system/metrics-server', isReady: false },
          { object: 'apiservice/v1beta1.metrics.k8s.io', service: 'svc/kube-system/metrics-server', isReady: true },
          { object: 'validatingwebhookconfiguration/half', service: 'svc/guard/b', isReady: false },
          { object: 'validatingwebhookconfiguration/none', service: 'svc/guard/missing', isReady: false },
          { object: 'validatingwebhookconfiguration/ready', service: 'svc/guard/a', isReady: true },
        ],
        unseen: [],
      },
    ],
    [
      'groups, without nodes that are being removed or that joined and are not Ready yet',
      {
        nodes: [
          aNode('a', 'v1.33.1', { computeType: 'managed', group: 'general' }),
          aNode('b', 'v1.33.1', { computeType: 'managed', group: 'general', ready: false, createdAt: minutesAgo(60) }),
          aNode('c', 'v1.33.1', { computeType: 'managed', group: 'general', ready: null, createdAt: minutesAgo(1) }),
          aNode('d', 'v1.33.1', { computeType: 'managed', group: 'general', deletingSince: minutesAgo(1) }),
          aNode('e', 'v1.33.1', { computeType: 'managed', group: 'general', ready: false, unschedulable: true }),
          aNode('f', 'v1.33.1', { computeType: 'managed', group: 'general', unschedulable: true }),
          aNode('g', 'v1.33.1', { computeType: 'karpenter', group: 'default', disrupted: true }),
          aNode('h', 'v1.33.1', { computeType: 'karpenter', group: 'default' }),
        ],
      },
      {
        groups: [
          { group: 'NodePool default', nodes: 1, ready: 1 },
          { group: 'node group general', nodes: 3, ready: 2 },
        ],
      },
    ],
  ])('%s', (_name, facts, expected) => {
    const built = build(facts);
    expect(built).toMatchObject(expected);
    expect(health.parse(built)).toEqual(built);
  });
});

describe('what was not seen', () => {
  const denied: Reason = { kind: 'denied', message: 'nodes is forbidden', permission: 'nodes: list' };

  it('is listed with its part and permission; a fact that was not read has no items', () => {
    const { workloadPods: _without, ...readings } = toReadings({ addons: [anAddon('coredns')] });
    const gaps = [{ what: 'add-on vpc-cni', reason: { ...denied, permission: 'eks:DescribeAddon' } }];
    const built = buildHealth(
      {
        ...readings,
        nodes: { ok: false, reason: denied },
        addons: { ok: true, value: [anAddon('coredns')], gaps },
        unreadyPods: { ok: true, value: [], inconsistent: true },
      },
      { now },
    );
    expect(built.groups).toEqual([]);
    expect(built.addons).toHaveLength(1);
    expect(built.unseen.map(({ part, what, permission }) => [part, what, permission])).toEqual([
      ['workloads', 'ready pods of workloads', null],
      ['pods', 'all pods that are not ready', null],
      ['addons', 'add-on vpc-cni', 'eks:DescribeAddon'],
      ['groups', 'nodes', 'nodes: list'],
    ]);
  });

  it.each<[string, Partial<Facts>, Health['unseen'][number]['what']]>([
    [
      'endpoints of a webhook',
      { admissionWebhooks: [webhook('a', calls('a'))], webhookServices: [answers('a', null)] },
      'validatingwebhookconfiguration/a',
    ],
    ['availability that is Unknown', { apiServices: [api('v1.custom', 'Unknown')] }, 'apiservice/v1.custom'],
    ['availability that is missing', { apiServices: [api('v1.custom', null)] }, 'apiservice/v1.custom'],
  ])('%s', (_name, facts, what) => {
    const built = build(facts);
    expect(built.backends).toEqual([]);
    expect(built.unseen).toMatchObject([{ part: 'backends', what, permission: null }]);
  });
});
