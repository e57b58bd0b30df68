import * as z from 'zod/mini';
import { defineCollector, type Collected, type FactReader } from '../collect.ts';
import type { AdmissionWebhook } from '../../facts/api-extensions.ts';
import type { Gap } from '../../facts/reading.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { clientConfig, toClient, type Client } from './ca-bundle.ts';
import { listKinds } from './karpenter/list-kinds.ts';
import { findOwner, ownerReferences } from './owner-marks.ts';
import { projectRule, resourceRule } from './resource-rules.ts';
import {
  findGuardedPods,
  guardsPods,
  isEmpty,
  labelSelector,
  needsPods,
  resolveSelectedNamespaces,
  toObjectScope,
  type Listed,
  type Namespaces,
  type Pods,
} from './webhook-scope.ts';

const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const webhook = z.object({
  name: z.string(),
  clientConfig: clientConfig.check(
    z.refine(({ service, url }) => (service ?? url ?? undefined) !== undefined, 'it has neither a service nor a URL'),
  ),
  failurePolicy: z.optional(z.nullable(z.enum(['Fail', 'Ignore']))),
  matchPolicy: z.optional(z.nullable(z.enum(['Exact', 'Equivalent']))),
  timeoutSeconds: z.optional(z.nullable(z.number())),
  rules: z.optional(z.nullable(z.array(resourceRule))),
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  matchConditions: z.optional(z.nullable(z.array(z.unknown()))),
});
const configuration = z.object({
  metadata: z.object({ name: z.string(), annotations: texts, labels: texts, ownerReferences }),
  webhooks: z.optional(z.nullable(z.array(webhook))),
});

const apiGroup = 'admissionregistration.k8s.io';
const kinds = [
  ['ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'],
  ['MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'],
] as const;

export const admissionWebhooks = defineCollector('admissionWebhooks', {
  permissions: kinds.map(([, resource]) => ({ apiGroup, resource, verb: 'list' as const })),
  from: ['namespaces', 'pods'],
  async collect({ kube }, facts) {
    return collectWebhooks(await kube(), facts, () => readPods(facts));
  },
});

/** The same without a look at pods: what depends on pods is null, as if they had not been read. */
export const webhooksWithoutPods = defineCollector('admissionWebhooks', {
  permissions: admissionWebhooks.permissions,
  from: ['namespaces'],
  async collect({ kube }, facts) {
    return collectWebhooks(await kube(), facts, async () => podsNotNeeded);
  },
});

async function collectWebhooks(
  kube: KubeSource,
  facts: FactReader<'namespaces'>,
  readPods: () => Promise<PodsRead>,
): Promise<Collected<AdmissionWebhook[]>> {
  const listed: Collected<Listed[][]> = await listKinds(
    kube,
    kinds.map(([kind, resource]) => ({
      apiGroup,
      versions: ['v1'],
      resource,
      project: (raw: unknown) => project(kind, raw),
    })),
    'in every cluster',
  );
  const webhooks = listed.value.flat();
  const { namespaces, gaps } = webhooks.some((one) => !isEmpty(one.selector))
    ? await readNamespaces(facts)
    : namespacesNotNeeded;
  const isScoped = namespaces !== null && webhooks.some(needsPods);
  const { pods, gaps: podGaps } = isScoped || webhooks.some(guardsPods) ? await readPods() : podsNotNeeded;
  return {
    ...listed,
    value: webhooks.map((webhook) => {
      const { selector: _, objectSelector: _objects, ...one } = webhook;
      const guarded = findGuardedPods(webhook, namespaces, pods);
      return {
        ...one,
        namespaces: resolveSelectedNamespaces(webhook, namespaces, pods),
        ...(guarded === undefined ? {} : { guardedPods: guarded }),
      };
    }),
    gaps: [...(listed.gaps ?? []), ...gaps, ...(isScoped ? podGaps : [])],
  };
}

/** Used if no webhook has a namespaceSelector. */
const namespacesNotNeeded: { namespaces: Namespaces; gaps: Gap[] } = { namespaces: [], gaps: [] };

/** All namespaces with their labels; null, with a gap, if they cannot be read. */
async function readNamespaces(
  facts: FactReader<'namespaces'>,
): Promise<{ namespaces: Namespaces | null; gaps: readonly Gap[] }> {
  const reading = await facts.joinedReading('namespaces');
  if (!reading.ok) return { namespaces: null, gaps: [{ what: 'namespaces', reason: reading.reason }] };
  return { namespaces: reading.value, gaps: [] };
}

interface PodsRead {
  pods: Pods;
  gaps: readonly Gap[];
}

/** Used if nothing about a webhook depends on pods. */
const podsNotNeeded: PodsRead = { pods: null, gaps: [] };

/** All pods; null, with a gap, if they cannot be read. */
async function readPods(facts: FactReader<'pods'>): Promise<PodsRead> {
  const reading = await facts.joinedReading('pods');
  if (!reading.ok) return { pods: null, gaps: [{ what: 'pods', reason: reading.reason }] };
  return { pods: reading.value, gaps: [] };
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
