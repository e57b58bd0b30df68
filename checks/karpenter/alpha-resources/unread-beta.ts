import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { isAlpha, servedFrom } from '../../../src/karpenter/generations.ts';
import type { ObjectKind, OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { toPlural } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';

/**
 * Findings, one per kind, for v1beta1 objects that no version of the path reads, as after a rollback to before 0.32. If
 * the path reaches 0.32, these objects prepare for that step and are not reported.
 */
export function* unreadBeta(
  { pools, nodeClasses, claims }: OwnObjects,
  versions: readonly string[],
): Generator<Finding> {
  const [today = ''] = versions;
  const unread = [...pools, ...nodeClasses, ...claims].filter(
    ({ kind }) => !isAlpha(kind) && servedFrom(versions, kind) === undefined,
  );
  for (const [kind, own] of grouped(unread, (object) => object.kind)) {
    const [{ name }] = own;
    yield {
      level: 'warn',
      rule: 'unread-beta',
      resource: { kind, name, ...(own.length > 1 ? { note: `and ${own.length - 1} more` } : {}) },
      message: `Karpenter ${today} does not read ${toPlural(kind)}: ${describeEffect(kind)}`,
      evidence: [{ observed: `${kind} ${name}`, required: 'Karpenter 0.32.0 or newer, or none' }],
      fix: advice`Update Karpenter to 0.32, which reads both API versions. If Karpenter stays at ${today}, find the nodes
        that a
        NodePool created (${sh`kubectl get nodes -l karpenter.sh/nodepool`}) and replace them with nodes of a Provisioner
        first. Do not delete an EC2NodeClass or a NodePool while its nodes run.`,
    };
  }
}

function describeEffect(kind: ObjectKind): string {
  if (kind === 'EC2NodeClass') return 'Provisioners cannot use it';
  return kind === 'NodeClaim'
    ? 'its node keeps running, and Karpenter does not replace, consolidate or expire it'
    : 'it launches no nodes, and Karpenter does not manage its existing nodes';
}
