import type {
  KarpenterNodeClass,
  KarpenterPool,
  KarpenterSelectors,
  KarpenterTerm,
} from '../../../facts/karpenter-objects.ts';

/** One alternative of a selector: all its conditions must hold. Tag values are alternatives, with EC2's wildcards. */
export interface Criterion {
  /** The conditions as messages show them: `karpenter.sh/discovery=prod`, `name web`. */
  text: string;
  ids: readonly string[] | null;
  names: readonly string[] | null;
  /** Owners of images; null: Karpenter's default owners. */
  owners: readonly string[] | null;
  tags: readonly { key: string; values: readonly string[] }[];
}

/** The selector of a node class or a Provisioner. */
export interface Selector {
  kind: string;
  name: string;
  criteria: readonly Criterion[];
}

type Part = 'subnets' | 'securityGroups' | 'amis';

/**
 * The selectors of node classes, and of Provisioners that configure EC2 themselves. The keys of an alpha selector are
 * ANDed, its values are comma lists (aws/karpenter-provider-aws v0.30.0, getFilters); terms are ORed. Tag values of a
 * v1beta1 term were comma lists in 0.32 (v0.32.1, getFilterSets), so they are split.
 */
export function listSelectors(
  part: Part,
  nodeClasses: readonly KarpenterNodeClass[],
  pools: readonly KarpenterPool[],
): Selector[] {
  const ofClasses = nodeClasses.map(({ kind, name, apiVersion, selectors, terms }) => ({
    kind,
    name,
    criteria:
      kind === 'AWSNodeTemplate'
        ? alphaCriteria(part, selectors)
        : terms[part].flatMap((term) => toCriteria(term, apiVersion)),
  }));
  const ofPools = pools.flatMap(({ kind, name, provider }) =>
    provider === null ? [] : [{ kind, name, criteria: alphaCriteria(part, provider.selectors) }],
  );
  return [...ofClasses, ...ofPools];
}

function alphaCriteria(part: Part, selectors: KarpenterSelectors): Criterion[] {
  const selector = selectors[part];
  if (selector === null || Object.keys(selector).length === 0) return [];
  const entries = Object.entries(selector);
  const special = (...keys: string[]) => {
    const found = entries.find(([key]) => keys.includes(key))?.[1];
    return found === undefined ? null : commaList(found);
  };
  return [
    {
      text: entries.map(([key, value]) => `${key}=${value}`).join(', '),
      ids: special('aws-ids', 'aws::ids'),
      names: special('aws::name'),
      owners: special('aws::owners'),
      tags: entries
        .filter(([key]) => !/^aws(?:-ids$|::)/.test(key))
        .map(([key, value]) => ({ key, values: commaList(value) })),
    },
  ];
}

/** The criterion of a term; none for a term that selects images by alias or parameter. */
export function toCriteria(
  { id, name, owner, alias, ssmParameter, tags }: KarpenterTerm,
  apiVersion: string,
): Criterion[] {
  if (alias !== null || ssmParameter !== null) return [];
  const entries = Object.entries(tags);
  const said = [
    ...(id === null ? [] : [id]),
    ...(name === null ? [] : [`name ${name}`]),
    ...(owner === null ? [] : [`owner ${owner}`]),
    ...entries.map(([key, value]) => `${key}=${value}`),
  ];
  const splits = apiVersion.endsWith('/v1beta1');
  return [
    {
      text: said.join(', '),
      ids: id === null ? null : [id],
      names: name === null ? null : [name],
      owners: owner === null ? null : [owner],
      tags: entries.map(([key, value]) => ({ key, values: splits ? commaList(value) : [value] })),
    },
  ];
}

function commaList(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

/** An EC2 resource that a selector can match. */
export interface Candidate {
  id: string;
  name: string | null;
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[];
}

/** Whether a criterion selects a candidate. A name is that of a security group, not the tag `Name`. */
export function selects({ ids, names, tags }: Criterion, { id, name, tags: own }: Candidate): boolean {
  if (ids !== null && !ids.includes(id)) return false;
  if (names !== null && !names.some((pattern) => name !== null && matches(pattern, name))) return false;
  return tags.every(({ key, values }) =>
    own.some(({ Key, Value = '' }) => Key === key && values.some((pattern) => matches(pattern, Value))),
  );
}

/**
 * Matches like EC2's filters: `*` is any text, `?` one character, a backslash escapes them. Backtracks only to the last
 * `*`, so the time is at most the pattern's length times the text's.
 */
function matches(pattern: string, text: string): boolean {
  const tokens = [...pattern.matchAll(/\\([*?\\])|./gs)].map(([token, escaped]) => ({
    token,
    letter: escaped ?? token,
  }));
  let [at, star, resume] = [0, -1, 0];
  for (let from = 0; from < text.length;) {
    const next = tokens[at];
    if (next?.token === '*') {
      [star, resume] = [at, from];
      at += 1;
    } else if (next !== undefined && (next.token === '?' || next.letter === text[from])) {
      at += 1;
      from += 1;
    } else {
      if (star === -1) return false;
      resume += 1;
      [at, from] = [star + 1, resume];
    }
  }
  return tokens.slice(at).every(({ token }) => token === '*');
}
