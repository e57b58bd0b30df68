import * as z from 'zod/mini';
import { keyPlaces } from './key-places.ts';
import { name } from './marks.ts';
import { kind, operator } from './public-texts.ts';

/** A key in Karpenter's domains, as one object uses it. */
const keyUse = z.object({
  key: name('label'),
  place: z.enum(keyPlaces),
  /** The operator of an affinity; `In` for a node selector; null elsewhere. */
  operator: z.nullable(operator()),
  values: z.array(name('label')),
});
export type KeyUse = z.infer<typeof keyUse>;

/**
 * Objects that use keys of karpenter.sh or karpenter.k8s.aws: workload templates, pods with keys that their template
 * lacks (grouped by controller), namespaces, and nodes (only their taints, annotations `karpenter.sh/do-not-*` and the
 * label of their Provisioner).
 */
export const karpenterKeys = z.array(
  z.object({
    kind: kind(),
    /** Null for nodes and namespaces. */
    namespace: z.nullable(name('ns')),
    name: name('app'),
    /** The number of pods with these keys; null for a template, a node or a namespace. */
    pods: z.nullable(z.number()),
    uses: z.array(keyUse),
  }),
);
export type KarpenterKeyed = z.infer<typeof karpenterKeys>[number];
