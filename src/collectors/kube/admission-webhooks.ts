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

type Selector = z.infer<typeof selector>;
type Listed = Omit<AdmissionWebhook, 'namespaces'> & { selector: Selector };
type Namespaces = readonly { name: string; labels: Labels }[];

export const admissionWebhooks = defineCollector('admissionWebhooks', {
  permissions: kinds.map(([, resource]) => ({ apiGroup, resource, verb: 'list' as const })),
  from: ['namespaces'],
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
    return {
      ...listed,
      value: webhooks.map(({ selector: selecting, ...one }) => ({
        ...one,
        namespaces: selectedOf(selecting, namespaces),
      })),
      gaps: [...(listed.gaps ?? []), ...gaps],
    };
  },
});

/** No selector asks for them. */
const allOfThem: { namespaces: Namespaces; gaps: Gap[] } = { namespaces: [], gaps: [] };

/** Selectors are judged by the labels that namespaces have; null, with a gap, where these cannot be read. */
async function namespacesOf(
  facts: FactReader<'namespaces'>,
): Promise<{ namespaces: Namespaces | null; gaps: readonly Gap[] }> {
  const reading = await facts.reading('namespaces');
  if (!reading.ok) return { namespaces: null, gaps: [{ what: 'namespaces', reason: reading.reason }] };
  return { namespaces: reading.value.map((one) => ({ name: one.name, labels: labelsOf(one) })), gaps: [] };
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

/** @param namespaces null: not read */
function selectedOf(selecting: Selector, namespaces: Namespaces | null): AdmissionWebhook['namespaces'] {
  if (isEmpty(selecting)) return { kubeSystem: true, kubeNodeLease: true, any: true };
  if (namespaces === null) return null;
  const isSelected = selects(selecting);
  const isIn = (name: string) => namespaces.some((one) => one.name === name && isSelected(one.labels));
  return {
    kubeSystem: isIn('kube-system'),
    kubeNodeLease: isIn('kube-node-lease'),
    any: namespaces.some(({ labels }) => isSelected(labels)),
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
