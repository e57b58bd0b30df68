import { expect, it } from 'vitest';
import { aPrometheusRuleObject, aScaledObject, queryKinds } from '../world/metric-manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

const [, scaledKind] = queryKinds;
const aRule = (rules: readonly Json[]): Json => aPrometheusRuleObject('monitoring/alerts', rules);

async function read(objects: readonly Json[], served = [...queryKinds]) {
  const { readings } = await kubeFacts(objects, ['metricUses'], { kube: { served } });
  const reading = readings.metricUses;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}
const readUses = async (expr: string) =>
  (await read([aRule([{ alert: 'A', expr }])])).uses.map(({ metric, label }) =>
    label === null ? metric : [metric, label],
  );

it('names alerts, recorded metrics and triggers', async () => {
  const objects = [
    aRule([
      { alert: 'Slow', expr: 'volume_operation_total_errors > 0' },
      { record: 'errors:rate', expr: 'rate(volume_operation_total_errors[5m])' },
      { alert: 'Always', expr: 1 },
    ]),
    aScaledObject('shop/worker', [
      { type: 'prometheus', metadata: { query: 'sum(karpenter_nodes_created)', serverAddress: 'http://x' } },
      { type: 'cron', name: 'night', metadata: { start: '0 3 * * *' } },
      { type: 'prometheus', name: 'nodes', metadata: { query: 'karpenter_nodes_created' } },
    ]),
  ];
  const { prometheusRules, scaledObjects, uses } = await read(objects);
  expect([prometheusRules, scaledObjects]).toEqual([1, 1]);
  expect(uses.map(({ kind, namespace, name, query, metric }) => [kind, namespace, name, query, metric])).toEqual([
    ['PrometheusRule', 'monitoring', 'alerts', 'Slow', 'volume_operation_total_errors'],
    ['PrometheusRule', 'monitoring', 'alerts', 'errors:rate', 'volume_operation_total_errors'],
    ['ScaledObject', 'shop', 'worker', '', 'karpenter_nodes_created'],
    ['ScaledObject', 'shop', 'worker', 'nodes', 'karpenter_nodes_created'],
  ]);
  expect(JSON.stringify(uses)).not.toContain('http');
});

it.each<[string, string, unknown[]]>([
  ['a series of a histogram', 'karpenter_pods_startup_time_seconds_bucket', ['karpenter_pods_startup_time_seconds']],
  ['a name in a selector', '{__name__="etcd_bookmark_counts"}', ['etcd_bookmark_counts']],
  ['a name that begins the same', 'container_application_requests > 1', ['container_application_']],
  ['a longer name', 'karpenter_nodes_created_total + my:etcd_bookmark_counts', []],
  ['both names', 'karpenter_nodes_created_total or karpenter_nodes_created', []],
  [
    'a label that goes',
    'sum(rate(etcd_request_duration_seconds_count[5m])) by (type)',
    [['etcd_request_duration_seconds', 'type']],
  ],
  ['a metric without that label', 'sum(rate(etcd_request_duration_seconds_count[5m])) by (operation)', []],
  [
    'a value with the API group',
    'watch_cache_capacity{resource="deployments.apps"}',
    [['watch_cache_capacity', 'resource']],
  ],
  [
    'such a value in an expression',
    'watch_cache_capacity{resource=~"pods|jobs\\\\.batch"}',
    [['watch_cache_capacity', 'resource']],
  ],
  ['a value without one', 'watch_cache_capacity{resource="pods"}', []],
  ['any value of it', 'watch_cache_capacity{resource=~"pod.*"}', []],
])('a query with %s', async (_what, expr, expected) => {
  expect(await readUses(expr)).toEqual(expected);
});

it('says which kinds are not served', async () => {
  expect(await read([], [])).toEqual({ prometheusRules: null, scaledObjects: null, uses: [] });
  expect(await read([], [scaledKind])).toMatchObject({ prometheusRules: null, scaledObjects: 0 });
});

it.each(['prometheusrules.monitoring.coreos.com: list', 'scaledobjects.keda.sh: list'])(
  'is missing without %s where the kind is served',
  async (permission) => {
    const kube = { served: [...queryKinds] };
    const { readings } = await kubeFacts([], ['metricUses'], { deny: [permission], kube });
    expect(readings.metricUses).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
    const { readings: without } = await kubeFacts([], ['metricUses'], { deny: [permission] });
    expect(without.metricUses).toMatchObject({ ok: true });
  },
);
