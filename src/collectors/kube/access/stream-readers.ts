import * as z from 'zod/mini';
import { streams, type AccessGrants } from '../../../facts/access.ts';

type Stream = (typeof streams)[number];
export type StreamReader = Pick<AccessGrants['streamReaders'][number], 'kind' | 'namespace' | 'name' | 'streams'>;

const words = z.optional(z.nullable(z.array(z.string())));
const rule = z.object({ apiGroups: words, resources: words, verbs: words });
type Rule = z.infer<typeof rule>;
const role = z.object({
  metadata: z.object({
    namespace: z.optional(z.string()),
    name: z.string(),
    labels: z.optional(z.nullable(z.record(z.string(), z.string()))),
  }),
  rules: z.optional(z.nullable(z.array(rule))),
});

/**
 * A role that names a stream with `get` and nowhere grants `create` on it. The resource `*` does not name a stream:
 * `get` on everything is meant for reading everything, not for running commands in pods.
 */
export function toStreamReader(kind: StreamReader['kind'], raw: unknown): StreamReader | undefined {
  const { metadata, rules } = role.parse(raw);
  if (isMaintained(metadata)) return undefined;
  const ofCore = (rules ?? []).filter(({ apiGroups }) => apiGroups?.some((group) => group === '' || group === '*'));
  const read = streams.filter((stream) => ofCore.some((one) => names(one, stream) && hasVerb(one, 'get')));
  const readOnly = read.filter((stream) => !ofCore.some((one) => covers(one, stream) && hasVerb(one, 'create')));
  if (readOnly.length === 0) return undefined;
  return { kind, namespace: metadata.namespace ?? null, name: metadata.name, streams: readOnly };
}

/** Kubernetes and EKS reconcile their own roles. */
function isMaintained({ name, labels }: z.infer<typeof role>['metadata']): boolean {
  return /^(?:system|eks):/.test(name) || labels?.['kubernetes.io/bootstrapping'] === 'rbac-defaults';
}

function names({ resources }: Rule, stream: Stream): boolean {
  return resources?.some((resource) => resource === stream || resource === `*/${stream.split('/')[1]}`) === true;
}

function covers(one: Rule, stream: Stream): boolean {
  return names(one, stream) || one.resources?.includes('*') === true;
}

function hasVerb({ verbs }: Rule, verb: string): boolean {
  return verbs?.some((one) => one === verb || one === '*') === true;
}
