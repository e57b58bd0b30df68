import * as z from 'zod/mini';
import { defineCollector, type Collected, type FactReader } from '../collect.ts';
import type { AdmissionWebhook, WebhookRule } from '../../facts/api-extensions.ts';
import type { Gap } from '../../facts/reading.ts';
import { selectorOf, type Labels } from '../../languages/label-selector.ts';
import { clientConfig, clientOf, type Client } from './ca-bundle.ts';
import { listKinds } from './karpenter/list-kinds.ts';
import { toldOwner } from './owner-marks.ts';
import { labelsOf } from './unstored-labels.ts';

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
type Listed = Omit<AdmissionWebhook, 'namespaces'> & { selector: Selector };
type Namespaces = readonly { name: string; labels: Labels }[];

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
    const { namespaces, gaps } = webhooks.some((one) => !isEmpty(one.selector)) ? await namespacesOf(facts) : allOfThem;
    const { inhabited, gaps: podGaps } =
      namespaces !== null && webhooks.some(isAboutDrains) ? await inhabitedOf(facts) : nobodyAsks;
    return {
      ...listed,
      value: webhooks.map((listedOne) => {
        const { selector: selecting, ...one } = listedOne;
        return {
          ...one,
          namespaces: selectedOf(selecting, namespaces, isAboutDrains(listedOne) ? inhabited : undefined),
        };
      }),
      gaps: [...(listed.gaps ?? []), ...gaps, ...podGaps],
    };
  },
});

/** No selector asks for them. */
const allOfThem: { namespaces: Namespaces; gaps: Gap[] } = { namespaces: [], gaps: [] };

/** Selectors are judged by the labels that namespaces have; null, with a gap, where these cannot be read. */
async function namespacesOf(facts: FactReader<From>): Promise<{ namespaces: Namespaces | null; gaps: readonly Gap[] }> {
  const reading = await facts.reading('namespaces');
  if (!reading.ok) return { namespaces: null, gaps: [{ what: 'namespaces', reason: reading.reason }] };
  return { namespaces: reading.value.map((one) => ({ name: one.name, labels: labelsOf(one) })), gaps: [] };
}

/** Names of namespaces that have pods; null: not read. */
type Inhabited = ReadonlySet<string> | null;

/** No webhook needs to know where pods are. */
const nobodyAsks: { inhabited: Inhabited; gaps: Gap[] } = { inhabited: null, gaps: [] };

/** Where pods are; null, with a gap, where they cannot be read. */
async function inhabitedOf(facts: FactReader<From>): Promise<{ inhabited: Inhabited; gaps: readonly Gap[] }> {
  const reading = await facts.reading('pods');
  if (!reading.ok) return { inhabited: null, gaps: [{ what: 'pods', reason: reading.reason }] };
  return { inhabited: new Set(reading.value.map(({ namespace }) => namespace)), gaps: [] };
}

/** Whether it rejects evictions or deletions of pods in some namespaces only: those without pods then do not matter. */
function isAboutDrains({ failurePolicy, selector: selecting, rules }: Listed): boolean {
  if (failurePolicy === 'Ignore' || isEmpty(selecting)) return false;
  return rules.some(
    ({ apiGroups, resources, operations }) =>
      includesAny(apiGroups, ['', '*']) &&
      ((includesAny(resources, ofPods) && includesAny(operations, ['DELETE', '*'])) ||
        (includesAny(resources, ofEvictions) && includesAny(operations, ['CREATE', '*']))),
  );
}

const ofPods = ['pods', 'pods/*', '*', '*/*'];
const ofEvictions = ['pods/eviction', 'pods/*', '*/eviction', '*/*'];

function includesAny(values: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((one) => values.includes(one));
}

function project(kind: AdmissionWebhook['kind'], raw: unknown): Listed[] {
  const { metadata, webhooks } = configuration.parse(raw);
  const owner = toldOwner(metadata);
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
    objects: objectsOf(one.objectSelector),
    conditional: (one.matchConditions ?? []).length > 0,
    ...ofEks(metadata.name, clientOf(one.clientConfig)),
  }));
}

/**
 * Configurations that EKS brings, beside those that call the control plane's own address: of Fargate, of Auto Mode, of aws-auth.
 * Their names are those that kubectl shows on clusters of EKS.
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

function objectsOf(selecting: Selector): AdmissionWebhook['objects'] {
  if (isEmpty(selecting)) return 'all';
  return selects(selecting)({}) ? 'most' : 'some';
}

/**
 * @param namespaces null: not read
 * @param inhabited undefined: does not matter
 */
function selectedOf(
  selecting: Selector,
  namespaces: Namespaces | null,
  inhabited: Inhabited | undefined,
): AdmissionWebhook['namespaces'] {
  if (isEmpty(selecting)) return { kubeSystem: true, kubeNodeLease: true, any: true };
  if (namespaces === null) return null;
  const isSelected = selects(selecting);
  const selected = namespaces.flatMap(({ name, labels }) => (isSelected(labels) ? [name] : []));
  const pods = inhabited && selected.some((name) => inhabited.has(name));
  return {
    kubeSystem: selected.includes('kube-system'),
    kubeNodeLease: selected.includes('kube-node-lease'),
    any: selected.length > 0,
    ...(pods === undefined ? {} : { pods }),
  };
}

function selects(selecting: Selector): (labels: Labels) => boolean {
  const { matchLabels, matchExpressions } = selecting ?? {};
  return selectorOf({
    matchLabels: matchLabels ?? {},
    matchExpressions: (matchExpressions ?? []).map(({ values, ...one }) => ({ ...one, values: values ?? [] })),
  });
}

/** An empty selector selects everything, as none does. */
function isEmpty(selecting: Selector): boolean {
  return Object.keys(selecting?.matchLabels ?? {}).length === 0 && (selecting?.matchExpressions ?? []).length === 0;
}
