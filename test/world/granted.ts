import { toText, type AwsRequest } from './aws/request.ts';
import type { Route } from './kube/route.ts';
import type { World } from './world.ts';

/** How a world with `grants` authorizes a request: by the roles and the policy, as the API server and IAM would. */

interface Rule {
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

/** RBAC: a ClusterRole counts everywhere, a Role in its namespace. */
export function isGrantedByRoles({ grants }: World, route: Route): boolean {
  if (grants === undefined) return true;
  const roles = grants.kube.filter(({ kind }) => kind === 'ClusterRole' || kind === 'Role');
  return roles.some((role) => {
    const { namespace } = role['metadata'] as { namespace?: string };
    if (namespace !== undefined && (route.at === 'path' || route.namespace !== namespace)) return false;
    return (role['rules'] as Rule[]).some((rule) => covers(rule, route));
  });
}

function covers(rule: Rule, route: Route): boolean {
  if (route.at === 'path') {
    const urls = rule.nonResourceURLs ?? [];
    const isCovered = (url: string) =>
      url.endsWith('*') ? route.path.startsWith(url.slice(0, -1)) : url === route.path;
    return rule.verbs.includes('get') && urls.some(isCovered);
  }
  const { group, resource, subresource, name } = route;
  const full = subresource === undefined ? resource : `${resource}/${subresource}`;
  return (
    rule.apiGroups?.includes(group) === true &&
    rule.resources?.includes(full) === true &&
    rule.verbs.includes(name === undefined ? 'list' : 'get') &&
    (rule.resourceNames === undefined || (name !== undefined && rule.resourceNames.includes(name)))
  );
}

/** IAM: whether the policy allows the action on the resource that AWS would name. Calls to STS are always allowed. */
export function isGrantedByPolicy(world: World, call: AwsRequest): boolean {
  if (world.grants === undefined || call.service === 'sts') return true;
  const resource = buildResourceArn(world, call);
  return world.grants.aws.Statement.some(
    ({ Action, Resource }) => Action.includes(call.action) && [Resource].flat().some((one) => isMatch(one, resource)),
  );
}

/** A `*` in a policy matches slashes and colons. An action without a resource type is allowed only on `*`. */
function isMatch(pattern: string, resource: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(resource);
}

const id = '1ec2a1b2-5555-4444-8888-0123456789ab';

/**
 * The ARN that a call is authorized for; `''` if its action has no resource type. Source: the Service Authorization
 * Reference.
 */
function buildResourceArn(
  { partition, account }: World,
  { service, region, operation = '', path, query, form }: AwsRequest,
): string {
  const at = `arn:${partition}:${service}:${region}:${account}`;
  const [, cluster = '', , name = ''] = path;
  const field = (key: string): string => toText(form[key]) ?? '';
  if (service === 'eks') {
    if (['DescribeClusterVersions', 'DescribeAddonVersions'].includes(operation)) return '';
    if (['ListUpdates', 'DescribeUpdate'].includes(operation)) {
      const [nodegroup, addon] = [query.get('nodegroupName'), query.get('addonName')];
      if (nodegroup !== null) return `${at}:nodegroup/${cluster}/${nodegroup}/${id}`;
      if (addon !== null) return `${at}:addon/${cluster}/${addon}/${id}`;
    }
    const owned: Readonly<Record<string, string>> = {
      DescribeNodegroup: `nodegroup/${cluster}/${name}/${id}`,
      DescribeFargateProfile: `fargateprofile/${cluster}/${name}/${id}`,
      DescribeAddon: `addon/${cluster}/${name}/${id}`,
      DescribePodIdentityAssociation: `podidentityassociation/${cluster}/${name}`,
      DescribeAccessEntry: `access-entry/${cluster}/role/${account}/${name.split('/').at(-1)}/${id}`,
    };
    return `${at}:${owned[operation] ?? `cluster/${cluster}`}`;
  }
  if (service === 'iam') {
    const own = `arn:${partition}:iam::${account}`;
    if (operation === 'GetInstanceProfile') return `${own}:instance-profile/${field('InstanceProfileName')}`;
    return operation.startsWith('GetPolicy') ? field('PolicyArn') : `${own}:role/${field('RoleName')}`;
  }
  if (operation === 'DescribeVpcAttribute') return `arn:${partition}:ec2:${region}:444455556666:vpc/${field('VpcId')}`;
  if (operation === 'GetManagedPrefixListEntries')
    return `arn:${partition}:ec2:${region}:aws:prefix-list/${field('PrefixListId')}`;
  if (operation === 'DescribeLogGroups') return `${at}:log-group::log-stream:`;
  if (operation === 'StartQuery' || operation === 'FilterLogEvents')
    return `${at}:log-group:${field('logGroupName')}:log-stream:`;
  if (operation === 'GetQueueUrl') return `${at}:${field('QueueName')}`;
  return operation === 'DescribeRule' ? `${at}:rule/${field('Name')}` : '';
}
