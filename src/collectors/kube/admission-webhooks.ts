import * as z from 'zod/mini';
import { defineCollector, type Collected, type FactReader } from '../collect.ts';
import type { AdmissionWebhook, WebhookRule } from '../../facts/api-extensions.ts';
import type { Joined } from '../for-joins.ts';
import type { Gap } from '../../facts/reading.ts';
import { createLabelMatcher, type Labels } from '../../syntax/label-selector.ts';
import { clientConfig, toClient, type Client } from './ca-bundle.ts';
import { listKinds } from './karpenter/list-kinds.ts';
import { findOwner } from './owner-marks.ts';

const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const words = z.optional(z.nullable(z.array(z.string())));
const selector = z.optional(
  z.nullable(
    z.object({
      matchLabels: texts,
      matchExpressions: z.optional(
        z.nullable(z.array(z.object({ key: z.string(), operator: z.string(), values: words }))),
      ),
    }),
  ),
);
const rule = z.object({
  apiGroups: words,
  apiVersions: words,
  resources: words,
  operations: words,
  scope: z.optional(z.nullable(z.enum(['Cluster', 'Namespaced', '*']))),
});
const webhook = z.object({
  name: z.string(),
  clientConfig: z.optional(z.nullable(clientConfig)),
  failurePolicy: z.optional(z.nullable(z.enum(['Fail', 'Ignore']))),
  matchPolicy: z.optional(z.nullable(z.enum(['Exact', 'Equivalent']))),
  timeoutSeconds: z.optional(z.nullable(z.number())),
  rules: z.optional(z.nullable(z.array(rule))),
  namespaceSelector: selector,
  objectSelector: selector,
  matchConditions: z.optional(z.nullable(z.array(z.unknown()))),
});
const configuration = z.object({
  metadata: z.object({ name: z.string(), annotations: texts, labels: texts }),
  webhooks: z.optional(z.nullable(z.array(webhook))),
});

const apiGroup = 'admissionregistration.k8s.io';
const kinds = [
  ['ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'],
  ['MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'],
] as const;

type From = 'namespaces' | 'pods';
type Selector = z.infer<typeof selector>;
type Listed = Omit<AdmissionWebhook, 'namespaces'> & { selector: Selector; objectSelector: Selector };
type Pod = Joined<'pods'>;
type Namespaces = readonly Joined<'namespaces'>[];

export const admissionWebhooks = defineCollector('admissionWebhooks', {
  permissions: kinds.map(([, resource]) => ({ apiGroup, resource, verb: 'list' as const })),
  from: ['namespaces', 'pods'],
  async collect({ kube }, facts) {
    const listed: Collected<Listed[][]> = await listKinds(
      await kube(),
      kinds.map(([kind, resource]) => ({
        apiGroup,
        versions: ['v1'],
        resource,
        project: (raw: unknown) => project(kind, raw),
      })),
    );
    const webhooks = listed.value.flat();
    const { namespaces, gaps } = webhooks.some((one) => !isEmpty(one.selector))
      ? await readNamespaces(facts)
      : namespacesNotNeeded;
    const { pods, gaps: podGaps } =
      namespaces !== null && webhooks.some(needsPods) ? await readPods(facts) : podsNotNeeded;
    return {
      ...listed,
      value: webhooks.map((webhook) => {
        const { selector: _, objectSelector: _objects, ...one } = webhook;
        return { ...one, namespaces: resolveSelectedNamespaces(webhook, namespaces, pods) };
      }),
      gaps: [...(listed.gaps ?? []), ...gaps, ...podGaps],
    };
  },
});

/** Used if no webhook has a namespaceSelector. */
const namespacesNotNeeded: { namespaces: Namespaces; gaps: Gap[] } = { namespaces: [], gaps: [] };

/** All namespaces with their labels; null, with a gap, if they cannot be read. */
async function readNamespaces(
  facts: FactReader<From>,
): Promise<{ namespaces: Namespaces | null; gaps: readonly Gap[] }> {
  const reading = await facts.joinedReading('namespaces');
  if (!reading.ok) return { namespaces: null, gaps: [{ what: 'namespaces', reason: reading.reason }] };
  return { namespaces: reading.value, gaps: [] };
}

/** Null if they were not read. */
type Pods = readonly Pod[] | null;

/** Used if the scope of no webhook depends on pods, or if the namespaces could not be read. */
const podsNotNeeded: { pods: Pods; gaps: Gap[] } = { pods: null, gaps: [] };

/** All pods; null, with a gap, if they cannot be read. */
async function readPods(facts: FactReader<From>): Promise<{ pods: Pods; gaps: readonly Gap[] }> {
  const reading = await facts.joinedReading('pods');
  if (!reading.ok) return { pods: null, gaps: [{ what: 'pods', reason: reading.reason }] };
  return { pods: reading.value, gaps: [] };
}

/**
 * Whether the webhook, if it fails, blocks evictions, deletions or creations of only some pods: without such pods, it
 * blocks none.
 */
function needsPods(webhook: Listed): boolean {
  const { failurePolicy, url, selector: selecting, objects } = webhook;
  if (failurePolicy === 'Ignore' || url === 'control-plane' || (isEmpty(selecting) && objects !== 'some')) return false;
  return drains(webhook) || has(webhook, ofCreations, 'CREATE');
}

/** Whether it intercepts evictions or deletions of pods. */
function drains(webhook: Listed): boolean {
  return has(webhook, ofPods, 'DELETE') || has(webhook, ofEvictions, 'CREATE');
}

const ofPods = ['pods', 'pods/*', '*', '*/*'];
const ofEvictions = ['pods/eviction', 'pods/*', '*/eviction', '*/*'];
const ofCreations = [...ofPods, 'pods/binding', '*/binding'];

function has({ rules }: Listed, wanted: readonly string[], operation: string): boolean {
  return rules.some(
    ({ apiGroups, resources, operations }) =>
      includesAny(apiGroups, ['', '*']) && includesAny(resources, wanted) && includesAny(operations, [operation, '*']),
  );
}

function includesAny(values: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((one) => values.includes(one));
}

function project(kind: AdmissionWebhook['kind'], raw: unknown): Listed[] {
  const { metadata, webhooks } = configuration.parse(raw);
  const owner = findOwner(metadata);
  return (webhooks ?? []).map((one) => ({
    kind,
    configuration: metadata.name,
    ...(owner === undefined ? {} : { owner }),
    name: one.name,
    failurePolicy: one.failurePolicy ?? 'Fail',
    matchPolicy: one.matchPolicy ?? 'Equivalent',
    timeoutSeconds: one.timeoutSeconds ?? 10,
    rules: (one.rules ?? []).map(projectRule),
    selector: one.namespaceSelector,
    objectSelector: one.objectSelector,
    objects: toObjectScope(one.objectSelector),
    conditional: (one.matchConditions ?? []).length > 0,
    ...ofEks(metadata.name, toClient(one.clientConfig)),
  }));
}

/**
 * Configurations that EKS installs (for Fargate and aws-auth, for example), in addition to those that call the control
 * plane's own address. The names are those that kubectl shows in EKS clusters.
 */
const eksConfigurations =
  /^(?:pod-identity-webhook|vpc-resource-(?:mutating|validating)-webhook|0500-amazon-eks-fargate-mutation\.amazonaws\.com|eks-load-balancing-webhook|eks-aws-auth-configmap-validation-webhook)$/;

function ofEks(name: string, client: Client): Client {
  return client.url === 'elsewhere' && eksConfigurations.test(name) ? { ...client, url: 'control-plane' } : client;
}

function projectRule({ apiGroups, apiVersions, resources, operations, scope }: z.infer<typeof rule>): WebhookRule {
  return {
    apiGroups: apiGroups ?? [],
    apiVersions: apiVersions ?? [],
    resources: resources ?? [],
    operations: operations ?? [],
    scope: scope ?? '*',
  };
}

function toObjectScope(selecting: Selector): AdmissionWebhook['objects'] {
  if (isEmpty(selecting)) return 'all';
  return selects(selecting)({}) ? 'most' : 'some';
}

/**
 * @param namespaces null if they were not read
 * @param pods null if they were not read, or no webhook needs them
 */
function resolveSelectedNamespaces(
  webhook: Listed,
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

/**
 * An eviction carries no labels: an objectSelector that accepts objects without labels selects the eviction of every
 * pod. A new pod has the labels of the pod that it replaces; nothing replaces a pod that has finished, a static pod, or
 * one without a controller.
 */
function concernedBy(webhook: Listed): (pod: Pod) => boolean {
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
function isEmpty(selecting: Selector): boolean {
  return Object.keys(selecting?.matchLabels ?? {}).length === 0 && (selecting?.matchExpressions ?? []).length === 0;
}
