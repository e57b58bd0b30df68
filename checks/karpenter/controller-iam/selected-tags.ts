import type { KarpenterNodeClass, KarpenterPool, KarpenterSelectors } from '../../../src/facts/karpenter-objects.ts';
import { anyText } from '../../../src/for-checks/iam/request.ts';

/** Tags of a resource; `anyText` is an unknown value. */
type Tags = Readonly<Record<string, string>>;

/** Tags that each resource of a type has because every selector requires them, by the type in its ARN. */
export type SelectedTags = Readonly<Record<'subnet' | 'security-group', Tags>>;

/**
 * The tags that all selectors of node classes, and of Provisioners that configure EC2 themselves, require. What they
 * select may have other tags, too.
 */
export function listSelectedTags(
  nodeClasses: readonly KarpenterNodeClass[],
  pools: readonly KarpenterPool[],
): SelectedTags {
  return {
    subnet: selectCommon(listRequired('subnets', nodeClasses, pools)),
    'security-group': selectCommon(listRequired('securityGroups', nodeClasses, pools)),
  };
}

/** The known tags of a resource, which an ARN names; empty for other types. */
export function findSelectedTags(resource: string, selectedTags: SelectedTags | undefined): Tags {
  const [, type] = /:(subnet|security-group)\//.exec(resource) ?? [];
  return (type === 'subnet' || type === 'security-group' ? selectedTags?.[type] : undefined) ?? {};
}

type Part = 'subnets' | 'securityGroups';

function listRequired(part: Part, nodeClasses: readonly KarpenterNodeClass[], pools: readonly KarpenterPool[]): Tags[] {
  const ofClasses = nodeClasses.flatMap(({ kind, apiVersion, selectors, terms }) =>
    kind === 'AWSNodeTemplate'
      ? [ofSelector(selectors[part])]
      : terms[part].map(({ tags }) => toRequired(tags, apiVersion.endsWith('/v1beta1'))),
  );
  const ofPools = pools.flatMap(({ provider }) => (provider === null ? [] : [ofSelector(provider.selectors[part])]));
  return [...ofClasses, ...ofPools];
}

/** The keys of an alpha selector are ANDed; those of AWS are no tags. Without a selector, any resource may be used. */
function ofSelector(selector: KarpenterSelectors[Part]): Tags {
  const entries = Object.entries(selector ?? {}).filter(([key]) => !/^aws(?:-ids$|::)/.test(key));
  return toRequired(Object.fromEntries(entries), true);
}

/** A value with wildcards, or with a comma where it is a list, requires only the key. */
function toRequired(tags: Tags, areLists: boolean): Tags {
  const isPattern = (value: string) => /[*?\\]/.test(value) || (areLists && value.includes(','));
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, isPattern(value) ? anyText : value]));
}

/** The keys that all have; where the values differ, the value is unknown. */
function selectCommon([first = {}, ...others]: readonly Tags[]): Tags {
  const common = Object.entries(first).filter(([key]) => others.every((tags) => key in tags));
  return Object.fromEntries(
    common.map(([key, value]) => [key, others.every((tags) => tags[key] === value) ? value : anyText]),
  );
}
