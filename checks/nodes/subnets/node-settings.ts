import { findTemplate, listNamedTemplates, type NamedTemplate } from '../../../src/for-checks/named-templates.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { BootSettings } from '../../../src/facts/launch-templates.ts';

type Nodegroup = Facts['nodegroups'][number];

export type SettingFacts = {
  [Name in 'launchTemplates' | 'autoScalingGroups' | 'karpenterNodeClasses' | 'karpenterNodeClassKinds']?:
    | Facts[Name]
    | undefined;
};

/**
 * Why the routes of a subnet may not decide what its nodes reach: a proxy, or settings that were not read; undefined if
 * nothing of that is seen.
 * @param groups the managed node groups of the subnet
 */
export function findProxyReason(
  groups: readonly Nodegroup[],
  cluster: Facts['cluster'],
  facts: SettingFacts,
): string | undefined {
  if (groups.length === 0) return otherNodesReason(cluster, facts);
  for (const { name, amiType, template, launchTemplate } of groups) {
    if (amiType === 'CUSTOM' || amiType === null) return `node group ${name} has a custom AMI, which may set a proxy`;
    if (!launchTemplate) continue;
    const reason = template === undefined ? unread : templateReason(template, facts.launchTemplates);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const unread = 'user data was not read and may set a proxy';
const proxied = 'user data names a proxy';

/** For nodes that belong to no managed node group: any of them may run in any subnet. */
function otherNodesReason({ autoMode }: Facts['cluster'], facts: SettingFacts): string | undefined {
  if (autoMode) return 'the endpoints that nodes of EKS Auto Mode need are unknown';
  const { autoScalingGroups, karpenterNodeClasses, karpenterNodeClassKinds, launchTemplates } = facts;
  const areClassesRead = karpenterNodeClassKinds?.includes('EC2NodeClass') === true;
  if (autoScalingGroups === undefined || karpenterNodeClasses === undefined || !areClassesRead) return unread;
  const named = autoScalingGroups.filter(({ nodegroup }) => nodegroup === null).flatMap(listNamedTemplates);
  const ofTemplates = named.flatMap((one) => templateReason(one, launchTemplates) ?? []);
  return ofTemplates[0] ?? karpenterNodeClasses.flatMap(({ boot }) => bootReason(boot) ?? [])[0];
}

function templateReason(named: NamedTemplate, templates: Facts['launchTemplates'] | undefined): string | undefined {
  const found = templates === undefined ? undefined : findTemplate(named, templates);
  return found?.found === undefined || found.found === null ? unread : bootReason(found.found.boot);
}

function bootReason(boot: BootSettings | null | undefined): string | undefined {
  if (boot === null) return undefined;
  if (boot === undefined || boot.unread) return unread;
  return boot.proxy === true ? proxied : undefined;
}
