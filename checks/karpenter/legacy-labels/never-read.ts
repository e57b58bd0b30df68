import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterKeyed } from '../../../src/facts/karpenter-keys.ts';
import { toResource, type Keyed, type Row } from './ignored.ts';

/** Keys that articles call labels, as does the announcement of v1beta1; Karpenter has never read them as labels. */
const onlyAnnotations = /^karpenter\.sh\/do-not-(?:evict|consolidate|disrupt)$/;

/** The finding for an annotation that is set only as a label. */
export function* labelFinding(keyed: Keyed): Generator<Finding> {
  const { kind, uses } = keyed;
  const [use] = uses.filter(({ key, place }) => place === 'label' && onlyAnnotations.test(key));
  const isSaid = uses.some(({ key, place }) => place === 'annotation' && onlyAnnotations.test(key));
  if (use === undefined || isSaid) return;
  const where = kind === 'Pod' ? advice`` : advice` of the pod template of the ${kind}`;
  yield {
    level: 'warn',
    rule: 'label-not-annotation',
    resource: toResource(keyed),
    message: `has ${use.key} as a label, but Karpenter only reads the annotation: the label has no effect`,
    evidence: [{ observed: `label ${use.key}`, required: `annotation ${use.key}` }],
    fix: advice`Set it under \`metadata.annotations\`${where}, from 0.32 on as \`karpenter.sh/do-not-disrupt: "true"\`.`,
  };
}

/** The finding for keys on a namespace, where Karpenter does not read them. */
export function* namespaceFinding({ name, uses }: KarpenterKeyed, rows: readonly Row[]): Generator<Finding> {
  const legacy = uses.filter(({ key }) => rows.some((row) => row.key === key));
  const [first] = legacy;
  if (first === undefined) return;
  yield {
    level: 'warn',
    rule: 'namespace',
    resource: { kind: 'Namespace', name },
    message: `has ${legacy.map(({ key }) => key).join(', ')}, which Karpenter does not read on namespaces`,
    evidence: legacy.map(({ key, place }) => ({ observed: `${place} ${key}`, required: 'on pods, or on nodes' })),
    fix: advice`If a policy copies it to pods, change the policy to the new key; otherwise remove it, and add the new key
      to the pod templates that need it.`,
  };
}
