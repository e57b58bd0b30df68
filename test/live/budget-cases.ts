type Json = Record<string, unknown>;

/** Pods by state. `terminating`: ready and marked for deletion; `lost`: of phase Unknown, as after the loss of a node. */
export type State = 'ready' | 'unready' | 'pending' | 'succeeded' | 'failed' | 'terminating' | 'lost';

/** What controls pods; a Rollout is a custom resource with the scale subresource, a Widget one without; a Cluster is one of CloudNativePG. */
export type Owner =
  | 'Deployment'
  | 'ReplicaSet'
  | 'StatefulSet'
  | 'ReplicationController'
  | 'Job'
  | 'DaemonSet'
  | 'Rollout'
  | 'Widget'
  | 'Cluster'
  | 'Node'
  | 'deleted'
  | 'none';

export interface PodSet {
  owner: Owner;
  pods: Partial<Record<State, number>>;
  /** The owner's; by default as many as there are pods that have not finished and are not being deleted. */
  replicas?: number;
  labels?: Record<string, string>;
}

/** A namespace with budgets and pods. A budget selects all pods of its case unless it sets a selector. */
export interface BudgetCase {
  name: string;
  budgets: readonly Json[];
  sets: readonly PodSet[];
  /** Merged into the first budget's spec while no controller runs: its status is then outdated. */
  changed?: Json;
  /** Evict one pod while no controller runs: only the API server has counted it then. */
  evicts?: true;
  /** Its budgets belong to CloudNativePG, which moves the pods itself. */
  operated?: true;
  /** The node group of its pods; `general` by default. */
  group?: string;
}

const of = (owner: Owner, pods: PodSet['pods'], more: Partial<PodSet> = {}): PodSet => ({ owner, pods, ...more });
const ready = (count: number, owner: Owner = 'Deployment'): PodSet => of(owner, { ready: count });
const max = (maxUnavailable: number | string, more: Json = {}): Json => ({ maxUnavailable, ...more });
const min = (minAvailable: number | string, more: Json = {}): Json => ({ minAvailable, ...more });
const a = (name: string, budget: Json | readonly Json[], ...sets: PodSet[]): BudgetCase => ({
  name,
  budgets: Array.isArray(budget) ? (budget as Json[]) : [budget as Json],
  sets,
});

const always = { unhealthyPodEvictionPolicy: 'AlwaysAllow' };
const ifHealthy = { unhealthyPodEvictionPolicy: 'IfHealthyBudget' };
const everything = { selector: {} };
const primary = { selector: { matchLabels: { role: 'primary' } } };
const web = { selector: { matchLabels: { tier: 'web' } } };

const byMaximum: readonly BudgetCase[] = [
  a('max-0', max(0), ready(3)),
  a('max-0-percent', max('0%'), ready(3, 'StatefulSet')),
  a('max-0-always', max(0, always), of('Deployment', { ready: 1, unready: 1 })),
  a('max-0-unready', max(0, always), of('Deployment', { unready: 2 })),
  a('max-1', max(1), ready(3)),
  a('max-1-of-1', max(1), ready(1)),
  a('max-5-of-2', max(5), ready(2, 'ReplicaSet')),
  a('max-1-percent-of-1', max('1%'), ready(1)),
  a('max-1-percent-of-20', max('1%'), ready(20)),
  a('max-33-percent-of-10', max('33%'), ready(10)),
  a('max-33-percent-used-up', max('33%'), of('Deployment', { ready: 6, unready: 4 })),
  a('max-50-percent-of-3', max('50%'), ready(3, 'ReplicationController')),
  a('max-100-percent', max('100%'), ready(2)),
  a('max-1-unready', max(1), of('Deployment', { ready: 2, unready: 1 })),
  a('max-1-two-unready', max(1), of('Deployment', { ready: 1, unready: 2 })),
  a('max-1-two-unready-always', max(1, always), of('Deployment', { ready: 1, unready: 2 })),
  a('max-1-missing', max(1), of('Deployment', { ready: 2 }, { replicas: 4 })),
  a('max-1-surge', max(1), of('Deployment', { ready: 4 }, { replicas: 3 })),
  a('max-1-scaled-to-0', max(1), of('Deployment', { ready: 2 }, { replicas: 0 })),
  a('max-2-terminating', max(2), of('StatefulSet', { ready: 8, terminating: 2 }, { replicas: 10 })),
  a('max-1-lost', max(1), of('Deployment', { ready: 2, lost: 1 })),
  a('max-1-two-owners', max(1), ready(2), ready(3, 'StatefulSet')),
  a('max-20-percent-two-owners', max('20%'), ready(5), of('StatefulSet', { ready: 4, unready: 2 })),
];

const byMinimum: readonly BudgetCase[] = [
  a('min-0-unready', min(0), of('Deployment', { unready: 2 })),
  a('min-0-percent', min('0%'), of('Deployment', { ready: 1, unready: 1 })),
  a('min-1-of-1', min(1), ready(1)),
  a('min-1-of-1-surge', min(1), of('Deployment', { ready: 2 }, { replicas: 1 })),
  a('min-100-percent-surge', min('100%'), of('Deployment', { ready: 3 }, { replicas: 2 })),
  a('min-80-percent-surge', min('80%'), of('Deployment', { ready: 5 }, { replicas: 4 })),
  a('min-1-of-2', min(1), ready(2)),
  a('min-2-of-2', min(2), ready(2, 'StatefulSet')),
  a('min-3-of-2', min(3), ready(2)),
  a('min-100-percent', min('100%'), ready(3)),
  a('min-80-percent-of-4', min('80%'), ready(4)),
  a('min-80-percent-of-5', min('80%'), ready(5)),
  a('min-50-percent-of-1', min('50%'), ready(1)),
  a('min-50-percent-of-3', min('50%'), ready(3)),
  a('min-33-percent-of-3', min('33%'), of('Deployment', { ready: 2, unready: 1 })),
  a('min-34-percent-of-3', min('34%'), of('Deployment', { ready: 2, unready: 1 })),
  a('min-1-percent-of-20', min('1%'), of('ReplicaSet', { ready: 1, unready: 19 })),
  a('min-1-finished', min(1), of('Deployment', { ready: 1, succeeded: 1, failed: 1 })),
  a('min-1-starting', min(1), of('Deployment', { ready: 1, pending: 1, succeeded: 1 })),
  a('min-1-crashing', min(1), of('Deployment', { unready: 2 })),
  a('min-1-crashing-if-healthy', min(1, ifHealthy), of('Deployment', { unready: 2 })),
  a('min-1-crashing-always', min(1, always), of('Deployment', { unready: 2 })),
  a('min-2-of-jobs', min(2), ready(3, 'Job')),
  a('min-1-bare', min(1), ready(2, 'none')),
];

const uncounted: readonly BudgetCase[] = [
  a('job-beside', max(1), ready(3), ready(1, 'Job')),
  a('finished-job-beside', min('50%'), ready(4), of('Job', { succeeded: 1 })),
  a('daemon-set', max(1), ready(3, 'DaemonSet')),
  a('daemon-set-beside', max(1), ready(2), ready(1, 'DaemonSet')),
  a('static-pod', max(1), ready(1, 'Node')),
  a('without-scale', max('50%'), ready(2, 'Widget')),
  a('without-scale-unready', max('50%'), of('Widget', { unready: 2 })),
  a('with-scale', max('50%'), ready(2, 'Rollout')),
  a('owner-deleted', max(1), ready(2, 'deleted')),
  a('bare', max(1), ready(3, 'none')),
  a('bare-ready-beside', max(0), ready(2), ready(2, 'none')),
  a('bare-beside', min('80%'), ready(4), of('none', { unready: 2 })),
  a('bare-beside-closed', max(0), ready(2), of('none', { unready: 1 })),
  a('no-limit', {}, ready(2)),
];

const bySelector: readonly BudgetCase[] = [
  a('only-ignored', max(0), of('Deployment', { pending: 2, succeeded: 2, failed: 1, terminating: 2 })),
  a('two-budgets', [max(1), min(1)], of('Deployment', { ready: 3, unready: 1, pending: 1 })),
  a(
    'two-budgets-in-part',
    [max(1), max(1, web)],
    of('Deployment', { ready: 2 }, { labels: { tier: 'web' } }),
    ready(4),
  ),
  a('two-budgets-one-empty', [max(1), max(1, everything)], ready(3)),
  a('empty', max(0, everything), ready(2)),
  a('empty-open', max(1, everything), ready(3)),
  a('none', max(0, { selector: null }), ready(2)),
  a('matches-none', max(0, web), ready(2)),
  a(
    'expressions',
    max(0, {
      selector: {
        matchExpressions: [
          { key: 'tier', operator: 'NotIn', values: ['web'] },
          { key: 'app', operator: 'Exists' },
          { key: 'gone', operator: 'DoesNotExist' },
        ],
      },
    }),
    ready(2),
    of('StatefulSet', { ready: 2 }, { labels: { tier: 'web' } }),
    of('none', { ready: 1 }, { labels: { gone: 'yes' } }),
  ),
];

const outdated: readonly BudgetCase[] = [
  { ...a('changed-to-closed', max(1), ready(3)), changed: max(0) },
  { ...a('changed-to-open', max(0), ready(3)), changed: max(1) },
  { ...a('changed-to-all', min(1), ready(3)), changed: min(3) },
  { ...a('changed-unready', max(1), of('Deployment', { ready: 2, unready: 1 })), changed: max(2) },
  { ...a('changed-always', min(1, always), of('Deployment', { unready: 2 })), changed: min(2) },
  { ...a('changed-uncounted', max(1), ready(2), ready(1, 'Job')), changed: max(2) },
  { ...a('changed-to-number', max(1), ready(2), ready(1, 'Job')), changed: min(1) },
  { ...a('evicting', max(1), ready(3)), evicts: true },
];

/** The pods of node groups that evictions.test.ts drains. */
const drained: readonly BudgetCase[] = [
  { ...a('free-one', max(1), ready(4)), group: 'free' },
  { ...a('free-percent', max('25%'), ready(6, 'StatefulSet')), group: 'free' },
  { ...a('free-unready', max(1, always), of('Deployment', { ready: 1, unready: 2 })), group: 'free' },
  { ...a('free-unbudgeted', [], ready(2)), group: 'free' },
  { ...a('stuck-beside', max(1), ready(3)), group: 'stuck' },
  { ...a('stuck', min('80%'), ready(3)), group: 'stuck' },
  { ...a('surplus-closed', max(0), of('Deployment', { ready: 4 }, { replicas: 3 })), group: 'surplus' },
  {
    ...a('moved', min(1, primary), of('Cluster', { ready: 1 }, { labels: { role: 'primary' } }), ready(1, 'Cluster')),
    operated: true,
    group: 'moved',
  },
];

export const budgetCases: readonly BudgetCase[] = [
  ...byMaximum,
  ...byMinimum,
  ...uncounted,
  ...bySelector,
  ...outdated,
  ...drained,
];
