import * as z from 'zod/mini';
import type { AdmissionWebhook, WebhookRule } from '../../facts/api-extensions.ts';
import { createLabelMatcher, type Labels } from '../../syntax/label-selector.ts';
import type { Joined } from '../for-joins.ts';

const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const words = z.optional(z.nullable(z.array(z.string())));
/** A LabelSelector. */
export const labelSelector = z.optional(
  z.nullable(
    z.object({
      matchLabels: texts,
      matchExpressions: z.optional(
        z.nullable(z.array(z.object({ key: z.string(), operator: z.string(), values: words }))),
      ),
    }),
  ),
);
type Selector = z.infer<typeof labelSelector>;
interface Selectors {
  selector: Selector;
  objectSelector: Selector;
}
/** A webhook with its selectors, which the fact does not keep. */
export type Listed = Omit<AdmissionWebhook, 'namespaces'> & Selectors;
/** What decides which requests a webhook or an admission policy sees, and whether its failure rejects them. */
export type Selecting = Selectors &
  Pick<AdmissionWebhook, 'failurePolicy' | 'url' | 'rules' | 'objects'> & {
    /** Rules for requests that it does not see. */
    excluded?: readonly WebhookRule[];
  };
type Pod = Joined<'pods'>;
/** All namespaces with their labels. */
export type Namespaces = readonly Joined<'namespaces'>[];

/** All pods with their labels; null if they were not read. */
export type Pods = readonly Pod[] | null;

/**
 * Whether the webhook, if it fails, blocks evictions, deletions or creations of only some pods: without such pods, it
 * blocks none.
 */
export function needsPods(webhook: Selecting): boolean {
  const { failurePolicy, url, selector: selecting, objects } = webhook;
  if (failurePolicy === 'Ignore' || url === 'control-plane' || (isEmpty(selecting) && objects !== 'some')) return false;
  return drains(webhook) || has(webhook, ofCreations, 'CREATE');
}

/** Whether it intercepts evictions or deletions of pods. */
function drains(webhook: Selecting): boolean {
  return has(webhook, ofPods, 'DELETE') || has(webhook, ofEvictions, 'CREATE');
}

const ofPods = ['pods', 'pods/*', '*', '*/*'];
const ofEvictions = ['pods/eviction', 'pods/*', '*/eviction', '*/*'];
const ofCreations = [...ofPods, 'pods/binding', '*/binding'];

function has({ rules, excluded = [] }: Selecting, wanted: readonly string[], operation: string): boolean {
  const names = ({ apiGroups, resources, operations }: WebhookRule): boolean =>
    includesAny(apiGroups, ['', '*']) && includesAny(resources, wanted) && includesAny(operations, [operation, '*']);
  return rules.some(names) && !excluded.some(names);
}

function includesAny(values: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((one) => values.includes(one));
}

/**
 * @param namespaces null if they were not read
 * @param pods null if they were not read, or no webhook needs them
 */
export function resolveSelectedNamespaces(
  webhook: Selecting,
  namespaces: Namespaces | null,
  pods: Pods,
): AdmissionWebhook['namespaces'] {
  if (isEmpty(webhook.selector)) {
    const all = { kubeSystem: true, kubeNodeLease: true, any: true };
    return needsPods(webhook) ? { ...all, pods: pods && pods.some(concernedBy(webhook)) } : all;
  }
  if (namespaces === null) return null;
  const isSelected = selects(webhook.selector);
  const selected = namespaces.flatMap(({ entry, labels }) => (isSelected(labels) ? [entry.name] : [])).toSorted();
  const inside = new Set(selected);
  const isConcerned = concernedBy(webhook);
  return {
    kubeSystem: inside.has('kube-system'),
    kubeNodeLease: inside.has('kube-node-lease'),
    any: selected.length > 0,
    ...(needsPods(webhook)
      ? { pods: pods && pods.some((pod) => inside.has(pod.entry.namespace) && isConcerned(pod)) }
      : {}),
    selected: { count: selected.length, names: selected.slice(0, shownNames) },
  };
}

const shownNames = 10;

/** Whether its failure rejects new pods that it intercepts, and it has a Service. */
export function guardsPods(webhook: Listed): boolean {
  return webhook.failurePolicy === 'Fail' && webhook.service !== null && has(webhook, ofPods, 'CREATE');
}

/** As documented in `src/facts/api-extensions.ts`; undefined to omit the field. */
export function findGuardedPods(
  webhook: Listed,
  namespaces: Namespaces | null,
  pods: Pods,
): string[] | null | undefined {
  const { service, selector: selecting, objectSelector } = webhook;
  if (service === null || !guardsPods(webhook)) return undefined;
  if (pods === null || (namespaces === null && !isEmpty(selecting))) return null;
  const own = namespaces?.find(({ entry }) => entry.name === service.namespace);
  if (!isEmpty(selecting) && (own === undefined || !selects(selecting)(own.labels))) return [];
  const isSelected = selects(objectSelector);
  return pods
    .flatMap(({ entry: { namespace, name, controller }, labels }) =>
      namespace === service.namespace && controller !== null && isSelected(labels) ? [name] : [],
    )
    .toSorted();
}

/**
 * An eviction carries no labels: an objectSelector that accepts objects without labels selects the eviction of every
 * pod. A new pod has the labels of the pod that it replaces; nothing replaces a pod that has finished, a static pod, or
 * one without a controller.
 */
function concernedBy(webhook: Selecting): (pod: Pod) => boolean {
  if (webhook.objects !== 'some' && drains(webhook)) return () => true;
  const isSelected = selects(webhook.objectSelector);
  return ({ entry: pod, labels }) =>
    pod.controller !== null &&
    pod.controller.kind !== 'Node' &&
    pod.phase !== 'Succeeded' &&
    pod.phase !== 'Failed' &&
    isSelected(labels);
}

function selects(selecting: Selector): (labels: Labels) => boolean {
  const { matchLabels, matchExpressions } = selecting ?? {};
  return createLabelMatcher({
    matchLabels: matchLabels ?? {},
    matchExpressions: (matchExpressions ?? []).map(({ values, ...one }) => ({ ...one, values: values ?? [] })),
  });
}

/** An empty selector selects everything, like a missing one. */
export function isEmpty(selecting: Selector): boolean {
  return Object.keys(selecting?.matchLabels ?? {}).length === 0 && (selecting?.matchExpressions ?? []).length === 0;
}

/** Which objects an objectSelector selects. */
export function toObjectScope(selecting: Selector): AdmissionWebhook['objects'] {
  if (isEmpty(selecting)) return 'all';
  return selects(selecting)({}) ? 'most' : 'some';
}
