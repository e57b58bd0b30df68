import type { KarpenterTerm } from '../../../src/facts/karpenter-objects.ts';
import { ownValue } from '../../../src/syntax/own-value.ts';

/** The conditions of an alpha selector: keys are ANDed, the values of one key are ORed. */
export interface Wanted {
  ids: readonly string[];
  names: readonly string[];
  owners: readonly string[];
  /** The values of each tag; `*` matches any value. */
  tags: ReadonlyMap<string, readonly string[]>;
}

/**
 * Parses an alpha selector.
 * Source: getFilters of pkg/providers/subnet of aws/karpenter-provider-aws v0.30, NewAMISelectorTerms of
 * pkg/utils/nodeclass of v0.32
 */
export function wantedBy(selector: Readonly<Record<string, string>>): Wanted {
  const { 'aws-ids': dashed, 'aws::ids': ids, 'aws::name': names, 'aws::owners': owners, ...tags } = selector;
  return {
    ids: parseList(dashed ?? ids),
    names: parseList(names),
    owners: parseList(owners),
    tags: new Map(Object.entries(tags).map(([key, value]) => [key, value === '' ? [''] : parseList(value)])),
  };
}

function parseList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

/** The ANDed conditions as text: `karpenter.sh/discovery=prod`. */
export function listConditions({ ids, names, owners, tags }: Wanted): string[] {
  return [
    ...(ids.length === 0 ? [] : [`id ${ids.join(' or ')}`]),
    ...(names.length === 0 ? [] : [`name ${names.join(' or ')}`]),
    ...(owners.length === 0 ? [] : [`owner ${owners.join(' or ')}`]),
    ...[...tags].map(([key, values]) => `${key}=${values.join(' or ')}`),
  ];
}

/** Equivalent selector terms: one for each combination of alternatives, each with all conditions. */
export function termsFor({ ids, names, owners, tags }: Wanted): string[] {
  const parts = [
    ids.map((id) => `id: ${id}`),
    names.map((name) => `name: ${name}`),
    owners.map((owner) => `owner: "${owner}"`),
    [...tags]
      .map(([key, values]) => values.map((value) => `${key}: "${value}"`))
      .reduce<string[]>(combine, [])
      .map((tag) => `tags: {${tag}}`),
  ];
  return parts.reduce<string[]>(combine, []).map((term) => `{${term}}`);
}

function combine(left: readonly string[], right: readonly string[]): string[] {
  if (left.length === 0 || right.length === 0) return [...left, ...right];
  return left.flatMap((one) => right.map((other) => `${one}, ${other}`));
}

/** The conditions of an alpha selector that a term lacks: without them, the term selects more than the selector. */
export function dropped(term: KarpenterTerm, { ids, names, owners, tags }: Wanted): string[] {
  if (term.id !== null && ids.includes(term.id)) return [];
  return [
    ...(ids.length > 0 ? [`id ${ids.join(' or ')}`] : []),
    ...(names.length > 0 && !names.includes(term.name ?? '') ? [`name ${names.join(' or ')}`] : []),
    ...(owners.length > 0 && !owners.includes(term.owner ?? '') ? [`owner ${owners.join(' or ')}`] : []),
    ...[...tags].flatMap(([key, values]) => {
      const value = ownValue(term.tags, key);
      const holds = value !== undefined && (values.includes('*') || values.includes(value));
      return holds ? [] : [`${key}=${values.join(' or ')}`];
    }),
  ];
}

/** The conditions of a term: `id subnet-0a`, `team=a and zone=b`; `everything` if it has none. */
export function termText({ id, name, owner, alias, ssmParameter, tags }: KarpenterTerm): string {
  const named = Object.entries({ id, name, owner, alias, ssmParameter }).flatMap(([key, value]) =>
    value === null ? [] : [`${key} ${value}`],
  );
  return [...named, ...Object.entries(tags).map(([key, value]) => `${key}=${value}`)].join(' and ') || 'everything';
}
