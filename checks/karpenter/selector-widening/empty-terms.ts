import type { Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass, KarpenterTerm } from '../../../src/facts/karpenter-objects.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { advice } from '../../../src/syntax/advice.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Rows = Tables['karpenter-empty-terms'];

/** The names of a selector. */
export interface Selector {
  part: 'subnets' | 'securityGroups' | 'amis';
  field: string;
  what: string;
}

/**
 * Findings for terms without a condition: empty tags, name or ssmParameter. By such a term, a version selects everything
 * in the account and Region; from some releases on, it ignores the term, and selects nothing if there is no other.
 * @param versions the path, today's first
 */
export function* emptyTermFindings(
  { kind, name, apiVersion, terms }: KarpenterNodeClass,
  { part, field, what }: Selector,
  versions: readonly string[],
  rows: Rows,
): Generator<Finding> {
  const empty = terms[part].filter(isEmpty);
  if (empty.length === 0) return;
  const [today = ''] = versions;
  const at = versions.find((version) => rows.some(({ from, below }) => isWithin(version, from, below)));
  const isWide = at !== today;
  const isLost = at !== undefined && empty.length === terms[part].length;
  if (!isWide && !isLost) return;
  const wide = isWide ? `: Karpenter ${today} selects all ${what} of the account by it` : '';
  const lost = isLost ? `${isWide ? ', and' : ':'} Karpenter ${at} ignores it and finds no ${what}` : '';
  yield {
    level: isLost ? 'fail' : 'warn',
    rule: `empty-${part}`,
    ...(isLost && isWide ? { atKarpenter: at } : {}),
    resource: { kind, name, apiVersion },
    message: `${field} has a term without a condition${wide}${lost}`,
    evidence: [{ observed: `${field}: empty tags, name or ssmParameter`, required: 'a condition in each term' }],
    fix: advice`Write a condition into the term of \`${field}\` of ${kind} ${name}, for example the tag of your ${what}, or
      remove the term. Changing what it selects replaces the nodes by drift.`,
    links: rows.map(({ source }) => source),
  };
}

/** Owners alone are no condition. Source: getFilterSets and DescribeImageQueries of aws/karpenter-provider-aws v1.14.1 */
function isEmpty({ id, name, alias, ssmParameter, tags }: KarpenterTerm): boolean {
  return [id, name, alias, ssmParameter].every((value) => value === null) && Object.keys(tags).length === 0;
}
