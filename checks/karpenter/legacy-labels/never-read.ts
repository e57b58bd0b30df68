import { advice } from '../../../src/languages/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterKeyed } from '../../../src/facts/karpenter-objects.ts';
import { resourceOf, type Row } from './ignored.ts';

/** Articles call them labels, including the post that announced v1beta1; no version has ever read them as labels. */
const onlyAnnotations = /^karpenter\.sh\/do-not-(?:evict|consolidate|disrupt)$/;

/** The finding for an annotation of Karpenter that is written as a label, and nowhere as an annotation. */
export function* labelFinding(keyed: KarpenterKeyed): Generator<Finding> {
  const { kind, uses } = keyed;
  const [use] = uses.filter(({ key, place }) => place === 'label' && onlyAnnotations.test(key));
  const isSaid = uses.some(({ key, place }) => place === 'annotation' && onlyAnnotations.test(key));
  if (use === undefined || isSaid) return;
  const where = kind === 'Pod' ? advice`` : advice` of the pod template of the ${kind}`;
  yield {
    level: 'warn',
    rule: 'label-not-annotation',
    resource: resourceOf(keyed),
    message: `carries ${use.key} as a label, and Karpenter reads it as an annotation only: it has no effect`,
    evidence: [{ observed: `label ${use.key}`, required: `annotation ${use.key}` }],
    fix: advice`Write it below \`metadata.annotations\`${where}, as \`karpenter.sh/do-not-disrupt: "true"\` from
      0.32 on.`,
  };
}

/** Karpenter reads nothing from a namespace. */
export function* namespaceFinding({ name, uses }: KarpenterKeyed, rows: readonly Row[]): Generator<Finding> {
  const legacy = uses.filter(({ key }) => rows.some((row) => row.key === key));
  const [first] = legacy;
  if (first === undefined) return;
  yield {
    level: 'warn',
    rule: 'namespace',
    resource: { kind: 'Namespace', name },
    message: `carries ${legacy.map(({ key }) => key).join(', ')}, which Karpenter reads on no namespace`,
    evidence: legacy.map(({ key, place }) => ({ observed: `${place} ${key}`, required: 'on pods, or on nodes' })),
    fix: advice`If a policy copies it to pods, let it write the new key; else take it away, and write the new one into
      the pod templates that need it.`,
  };
}
