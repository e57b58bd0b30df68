import type { Facts } from '../facts/facts.ts';
import type { Selected } from '../facts/karpenter-account.ts';

/**
 * The subnets that a node class selects, with their free addresses; undefined if one of these numbers is unknown.
 * @param subnets all subnets of the VPC
 */
export function selectedSubnets(
  { terms }: Selected,
  subnets: Facts['vpcSubnets'],
): { id: string; free: number }[] | undefined {
  const ids = new Set(terms.flatMap(({ found }) => found));
  const known = subnets.flatMap(({ id, free }) => (ids.has(id) && free !== undefined ? [{ id, free }] : []));
  return known.length === ids.size ? known : undefined;
}

/** The remedy for a node class whose subnets have too few free addresses. */
export function subnetsRemedy({ kind, name }: Pick<Selected, 'kind' | 'name'>): string {
  return `karpenter-subnets:${kind}/${name}`;
}
