import check from '../../../checks/workloads/renamed-metrics.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterPath } from '../../../src/karpenter/path.ts';
import { checkCases, type Case } from '../cases.ts';

type Use = Facts['metricUses']['uses'][number];

const alert = (metric: string, more: Partial<Use> = {}): Use => ({
  kind: 'PrometheusRule',
  namespace: 'monitoring',
  name: 'alerts',
  query: 'SlowEtcd',
  metric,
  label: null,
  ...more,
});
const trigger = (metric: string, more: Partial<Use> = {}): Use =>
  alert(metric, { kind: 'ScaledObject', namespace: 'shop', name: 'worker', query: '', ...more });
const reading = (...uses: Use[]): Partial<Facts> => ({ metricUses: { prometheusRules: 3, scaledObjects: 1, uses } });
const karpenterPath = (...versions: string[]): KarpenterPath => ({
  current: versions[0] ?? null,
  target: versions.at(-1) ?? null,
  versions,
});
const silent = (it: string, current: string, target: string, facts: Partial<Facts>, more: Partial<Case> = {}): Case => {
  return { it, current, target, facts, findings: [], ...more };
};

checkCases(check, [
  {
    it: 'does not apply where neither kind is served',
    facts: { metricUses: { prometheusRules: null, scaledObjects: null, uses: [] } },
    skip: 'the cluster serves neither PrometheusRules nor ScaledObjects',
  },
  silent('is silent about queries that use none of them', '1.35', '1.36', reading()),
  silent('is silent where one kind is not served', '1.35', '1.36', {
    metricUses: { prometheusRules: 3, scaledObjects: null, uses: [] },
  }),
  {
    it: 'warns of a metric that a version renames',
    current: '1.35',
    target: '1.36',
    facts: reading(alert('etcd_bookmark_counts')),
    findings: [
      {
        level: 'warn',
        at: 36,
        rule: 'etcd_bookmark_counts',
        resource: { kind: 'PrometheusRule', namespace: 'monitoring', name: 'alerts' },
        message: 'SlowEtcd: etcd_bookmark_counts becomes etcd_bookmark_total in 1.36',
        evidence: [{ observed: 'SlowEtcd: etcd_bookmark_counts', required: 'etcd_bookmark_total', fact: 'metricUses' }],
        fix: `Change the query where the object is defined. A query for both names works before and after the update:
          \`new_name or old_name\`. Remove the alert or the trigger if nothing replaces its metric.\n\`\`\`sh
kubectl -n monitoring get prometheusrule alerts -o yaml
\`\`\``,
        links: ['https://github.com/kubernetes/kubernetes/pull/136483'],
      },
    ],
  },
  silent('is silent about it below that version', '1.34', '1.35', reading(alert('etcd_bookmark_counts'))),
  silent('is silent about it where that version is behind', '1.36', '1.37', reading(alert('etcd_bookmark_counts'))),
  {
    it: 'warns of a metric that a version removes, in a trigger',
    current: '1.36',
    target: '1.37',
    facts: reading(trigger('container_application_'), trigger('container_tasks_state', { query: 'tasks' })),
    findingsLike: [
      {
        at: 37,
        resource: { kind: 'ScaledObject', namespace: 'shop', name: 'worker' },
        message: 'a trigger: container_application_* is removed in 1.37',
      },
      { at: 37, message: 'trigger tasks: container_tasks_state is removed in 1.37' },
    ],
  },
  {
    it: 'warns of labels, and of each metric of an object once',
    current: '1.33',
    target: '1.36',
    facts: reading(
      alert('etcd_requests_total', { label: 'type', query: '' }),
      alert('etcd_requests_total', { label: 'type' }),
      alert('etcd_bookmark_counts', { label: 'resource' }),
      alert('etcd_bookmark_counts'),
    ),
    findingsLike: [
      {
        at: 34,
        rule: 'etcd_requests_total.type',
        message:
          'a rule, SlowEtcd: etcd_requests_total loses the label type (the labels group and resource instead) in 1.34',
      },
      {
        at: 34,
        rule: 'etcd_bookmark_counts.resource',
        message:
          'SlowEtcd: the label resource of etcd_bookmark_counts loses the API group (now in the label group) in 1.34',
      },
      { at: 36, rule: 'etcd_bookmark_counts' },
    ],
  },
  {
    it: 'warns of metrics of Karpenter at the step that renames them',
    facts: reading(alert('karpenter_nodes_created'), alert('karpenter_pods_pods_drained_total')),
    karpenter: karpenterPath('0.37.5', '1.0.8', '1.8.6'),
    findingsLike: [
      {
        atKarpenter: '1.0.8',
        rule: 'karpenter_nodes_created',
        message: 'SlowEtcd: karpenter_nodes_created becomes karpenter_nodes_created_total in Karpenter 1.0.0',
      },
      { atKarpenter: '1.8.6', rule: 'karpenter_pods_pods_drained_total' },
    ],
  },
  silent('is silent about Karpenter where it stays', '1.33', '1.34', reading(alert('karpenter_nodes_created')), {
    karpenter: karpenterPath('0.37.5'),
  }),
  silent(
    'is silent about Karpenter where the rename is behind',
    '1.33',
    '1.34',
    reading(alert('karpenter_nodes_created')),
    {
      karpenter: karpenterPath('1.0.8', '1.8.6'),
    },
  ),
  silent('is silent about Karpenter where none runs', '1.33', '1.34', reading(trigger('karpenter_nodes_created')), {
    karpenter: { current: null, target: null, versions: [] },
  }),
]);
