import type { Resource } from '../../../src/check.ts';
import type { KarpenterNodeClass, KarpenterPool, KarpenterSelectors } from '../../../src/facts/karpenter-objects.ts';
import { classTwin, poolTwin } from '../../../src/karpenter/alpha-twins.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';

/** An alpha object with selectors, and the EC2NodeClass that replaces it. */
export interface Selecting {
  resource: Resource;
  selectors: KarpenterSelectors;
  twin: KarpenterNodeClass | undefined;
}

/**
 * The alpha objects with selectors. If EC2NodeClasses were not read, the replacements are unknown, and the list is
 * empty; if NodePools were not read, the list contains no Provisioners.
 */
export function listSelectorObjects({ pools, nodeClasses, isRead }: OwnObjects): Selecting[] {
  if (!isRead('EC2NodeClass')) return [];
  return [...templates(nodeClasses), ...(isRead('NodePool') ? providers(pools, nodeClasses) : [])];
}

function templates(classes: readonly KarpenterNodeClass[]): Selecting[] {
  return classes.flatMap((template) => {
    const { kind, name, apiVersion, selectors } = template;
    return kind === 'AWSNodeTemplate'
      ? [{ resource: { kind, name, apiVersion }, selectors, twin: classTwin(template, classes) }]
      : [];
  });
}

/** Provisioners with their own selectors; karpenter-convert creates an EC2NodeClass with the same name. */
function providers(pools: readonly KarpenterPool[], classes: readonly KarpenterNodeClass[]): Selecting[] {
  return pools.flatMap((pool) => {
    const { kind, name, apiVersion, provider } = pool;
    if (provider === null) return [];
    const wanted = poolTwin(pool, pools)?.nodeClass?.name ?? name;
    const twin = classes.find((one) => one.kind === 'EC2NodeClass' && one.name === wanted);
    return [{ resource: { kind, name, apiVersion }, selectors: provider.selectors, twin }];
  });
}
