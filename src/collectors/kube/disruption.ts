import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { objectKey } from '../../syntax/object-key.ts';
import type { Facts } from '../../facts/facts.ts';
import { isMoment } from '../../facts/public-texts.ts';
import { createLabelMatcher, type Labels } from '../../syntax/label-selector.ts';
import { listAll } from './list.ts';
import { findOwner, ownerReferences, toOwningObject } from './owner-marks.ts';
import { allInOrder } from '../all-in-order.ts';

type Budget = Facts['podDisruptionBudgets'][number];

const count = z.optional(z.number());
const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const amount = z.optional(z.nullable(z.union([z.number(), z.string()])));
const selector = z.object({
  matchLabels: z.optional(z.nullable(z.record(z.string(), z.string()))),
  matchExpressions: z.optional(
    z.nullable(
      z.array(
        z.object({
          key: z.string(),
          operator: z.string(),
          values: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    ),
  ),
});
const condition = z.object({
  type: z.string(),
  status: z.optional(z.string()),
  lastTransitionTime: z.optional(z.nullable(z.string())),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
});
const budgetObject = z.object({
  metadata: z.object({
    namespace: z.string(),
    name: z.string(),
    generation: count,
    annotations: texts,
    labels: texts,
    ownerReferences,
  }),
  spec: z.object({
    selector: z.optional(z.nullable(selector)),
    minAvailable: amount,
    maxUnavailable: amount,
    unhealthyPodEvictionPolicy: z.optional(z.nullable(z.string())),
  }),
  status: z.optional(
    z.object({
      observedGeneration: count,
      currentHealthy: count,
      desiredHealthy: count,
      expectedPods: count,
      disruptionsAllowed: count,
      conditions: z.optional(z.nullable(z.array(condition))),
    }),
  ),
});

const resource = 'poddisruptionbudgets';

export const podDisruptionBudgets = defineCollector('podDisruptionBudgets', {
  permissions: [{ apiGroup: 'policy', resource, verb: 'list' }],
  async collect({ kube }) {
    const source = await kube();
    const version = (await source.serves('policy', 'v1', resource)) ? 'v1' : 'v1beta1';
    const project = (raw: unknown) => projectBudget(raw, version);
    return listAll(source, { apiGroup: 'policy', versions: [version], resource, project });
  },
});

/** The API server omits counts of 0 that are `omitempty` in Go. */
function projectBudget(raw: unknown, version: 'v1' | 'v1beta1'): Budget {
  const { metadata, spec, status = {} } = budgetObject.parse(raw);
  const { annotations, labels } = metadata;
  const appliedBy = findOwner({ annotations, labels });
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    selector: projectSelector(spec.selector, version),
    minAvailable: spec.minAvailable ?? null,
    maxUnavailable: spec.maxUnavailable ?? null,
    unhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
    owner: findBudgetOwner(metadata.ownerReferences),
    ...(appliedBy === undefined ? {} : { appliedBy }),
    generation: metadata.generation ?? 0,
    status: {
      observedGeneration: status.observedGeneration ?? 0,
      currentHealthy: status.currentHealthy ?? 0,
      desiredHealthy: status.desiredHealthy ?? 0,
      expectedPods: status.expectedPods ?? 0,
      disruptionsAllowed: status.disruptionsAllowed ?? 0,
      syncFailure: findSyncFailure(status.conditions ?? []),
      ...findClosing(status.conditions ?? []),
    },
  };
}

/** The controller, or else the first owner: operators such as Strimzi's set theirs without `controller`. */
function findBudgetOwner(references: z.infer<typeof ownerReferences>): Budget['owner'] {
  const found = references?.find(({ controller }) => controller === true) ?? references?.[0];
  return found === undefined ? null : toOwningObject(found);
}

/** `{}` matches every pod of the namespace in policy/v1, but none in v1beta1. Source: KEP-85, kubernetes#99290. */
function projectSelector(
  given: z.infer<typeof selector> | null | undefined,
  version: 'v1' | 'v1beta1',
): Budget['selector'] {
  if (given === null || given === undefined) return null;
  const matchLabels = given.matchLabels ?? {};
  const matchExpressions = (given.matchExpressions ?? []).map(({ key, operator, values }) => ({
    key,
    operator,
    values: values ?? [],
  }));
  const isEmpty = Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
  return isEmpty && version === 'v1beta1' ? null : { matchLabels, matchExpressions };
}

function findClosing(conditions: readonly z.infer<typeof condition>[]): Pick<Budget['status'], 'closedSince'> {
  const closed = conditions.find(({ type, status }) => type === 'DisruptionAllowed' && status === 'False');
  const since = closed?.lastTransitionTime ?? '';
  return isMoment(since) ? { closedSince: since } : {};
}

function findSyncFailure(conditions: readonly z.infer<typeof condition>[]): string | null {
  const failed = conditions.find(({ type, reason }) => type === 'DisruptionAllowed' && reason === 'SyncFailed');
  return failed === undefined ? null : (failed.message?.split('\n')[0] ?? '');
}

export const budgetedPods = defineCollector('budgetedPods', {
  permissions: [],
  from: ['pods', 'podDisruptionBudgets'],
  projected: true,
  async collect(_sources, facts) {
    const [pods, budgets] = await allInOrder([facts.readJoined('pods'), facts.read('podDisruptionBudgets')]);
    const selectBudgets = createBudgetSelector(budgets);
    const matched = new Map(
      budgets.map((budget) => {
        const { namespace, name } = budget;
        return [budget, { namespace, name, pods: [] as string[], claims: false }];
      }),
    );
    for (const { entry: pod, labels, mountsClaim } of pods) {
      for (const budget of selectBudgets(pod.namespace, labels)) {
        const entry = matched.get(budget);
        entry?.pods.push(pod.name);
        if (entry !== undefined && mountsClaim) entry.claims = true;
      }
    }
    return { value: [...matched.values()] };
  },
});

export const budgetedWorkloads = defineCollector('budgetedWorkloads', {
  permissions: [],
  from: ['deployments', 'statefulSets', 'podDisruptionBudgets', 'pods'],
  async collect(_sources, facts) {
    const [deployments, statefulSets, all, pods] = await allInOrder([
      facts.readJoined('deployments'),
      facts.readJoined('statefulSets'),
      facts.read('podDisruptionBudgets'),
      facts.readJoined('pods'),
    ]);
    const selectBudgets = createBudgetSelector(all);
    // Operators label pods that their template does not: the budget of a primary selects none of its template's labels.
    const ofPods = new Map<string, Set<string>>();
    for (const { entry: pod, labels } of pods) {
      const { namespace, controller } = pod;
      const selected = selectBudgets(namespace, labels);
      if (controller === null || selected.length === 0) continue;
      const key = objectKey({ namespace, ...controller });
      const names = ofPods.get(key) ?? new Set();
      for (const { name } of selected) names.add(name);
      ofPods.set(key, names);
    }
    const value = [...deployments, ...statefulSets].map(({ entry, labels }) => {
      const { kind, namespace, name, replicas, owner } = entry;
      const ofTemplate = selectBudgets(namespace, labels).map((budget) => budget.name);
      const budgets = [...new Set([...ofTemplate, ...(ofPods.get(objectKey({ kind, namespace, name })) ?? [])])];
      const ownerField = owner === undefined ? {} : { owner };
      return { kind, namespace, name, replicas: replicas ?? 1, budgets, ...ownerField };
    });
    return { value };
  },
});

interface NamespaceBudgets {
  selectors: { budget: Budget; selects: ReturnType<typeof createLabelMatcher> }[];
  seen: Map<Labels, readonly Budget[]>;
}

/**
 * Returns a function that finds the budgets that match labels in a namespace. Pods of a controller share one labels
 * object, and each labels object is matched only once.
 */
function createBudgetSelector(budgets: readonly Budget[]): (namespace: string, labels: Labels) => readonly Budget[] {
  const byNamespace = new Map<string, NamespaceBudgets>();
  for (const budget of budgets) {
    const known: NamespaceBudgets = byNamespace.get(budget.namespace) ?? { selectors: [], seen: new Map() };
    known.selectors.push({ budget, selects: createLabelMatcher(budget.selector) });
    byNamespace.set(budget.namespace, known);
  }
  return (namespace, labels) => {
    const known = byNamespace.get(namespace);
    if (known === undefined) return [];
    const matching =
      known.seen.get(labels) ?? known.selectors.flatMap(({ budget, selects }) => (selects(labels) ? [budget] : []));
    known.seen.set(labels, matching);
    return matching;
  };
}
