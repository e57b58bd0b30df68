import type { Resource } from '../../../src/check.ts';

/** Each has a pool, which creates replacements under another name. */
type Made = 'NodeClaim' | 'Machine' | 'Node';

const pools: { [Kind in Made]: { pool: string; crd: string } } = {
  NodeClaim: { pool: 'NodePool', crd: 'nodeclaims.karpenter.sh' },
  Machine: { pool: 'Provisioner', crd: 'machines.karpenter.sh' },
  Node: { pool: 'Provisioner', crd: 'provisioners.karpenter.sh' },
};

/**
 * The resource of a finding about objects that Karpenter creates and deletes: their pool, which stays, with the first of
 * them as a note. Without a pool, the kind itself.
 */
export function poolOfMade(kind: Made, pool: string | null, names: readonly string[]): Resource {
  const [first = '', ...others] = names;
  const note = `${kind} ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  return pool === null
    ? { kind: 'CustomResourceDefinition', name: pools[kind].crd, note }
    : { kind: pools[kind].pool, name: pool, note };
}
