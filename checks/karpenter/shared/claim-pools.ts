import type { Resource } from '../../../src/check.ts';

/** Kinds that Karpenter creates for a pool; replacements get other names. */
type Made = 'NodeClaim' | 'Machine' | 'Node';

const pools: { [Kind in Made]: { pool: string; crd: string } } = {
  NodeClaim: { pool: 'NodePool', crd: 'nodeclaims.karpenter.sh' },
  Machine: { pool: 'Provisioner', crd: 'machines.karpenter.sh' },
  Node: { pool: 'Provisioner', crd: 'provisioners.karpenter.sh' },
};

/**
 * The resource of a finding about objects that Karpenter creates and deletes: their pool, which outlives them, with the
 * first of them as a note. Without a pool, the CRD of their kind; for nodes, that of Provisioners.
 */
export function poolOfMade(kind: Made, pool: string | null, names: readonly string[]): Resource {
  const [first = '', ...others] = names;
  const note = `${kind} ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  return pool === null
    ? { kind: 'CustomResourceDefinition', name: pools[kind].crd, note }
    : { kind: pools[kind].pool, name: pool, note };
}
