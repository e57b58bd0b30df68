import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { anyText } from '../../../src/for-checks/iam/request.ts';
import { principalContext } from '../../../src/for-checks/iam/role.ts';
import { configMapName, readsConfigMap, type SettingRows } from '../../../src/karpenter/settings.ts';
import { findNodeClasses, findPools, settingAt, type Circumstances } from './probe-when.ts';
import type { RequestEnvironment } from './placeholders.ts';
import { listSelectedTags } from './selected-tags.ts';

/** The values that complete a controller's requests at a version, as far as they are known. */
export function resolveRequestEnvironment(
  role: KarpenterRole,
  here: Circumstances,
  version: string,
  nodeRoles: Facts['karpenterNodeRoles'] | undefined,
  { cluster, now }: Pick<Context, 'cluster' | 'now'>,
): RequestEnvironment {
  const account = role.arn.split(':')[4] ?? cluster.account;
  const nodeClasses = findNodeClasses(here);
  const pools = findPools(here);
  const queue = settingAt('INTERRUPTION_QUEUE', version, here) ?? anyText;
  return {
    partition: cluster.partition,
    region: cluster.region,
    account,
    clusterName: cluster.name,
    vpcId: cluster.vpcId,
    nodeRoleArns: listNodeRoleArns(nodeRoles, cluster.partition, account),
    queueArn: `arn:${cluster.partition}:sqs:${cluster.region}:${account}:${queue}`,
    amiParameters: listAmiParameterArns(nodeClasses),
    userTags: nodeClasses && listTagSets(nodeClasses, version, here),
    selectedTags: nodeClasses && pools && listSelectedTags(nodeClasses, pools),
    principal: {
      ...principalContext(role.arn),
      'aws:CurrentTime': [now],
      ...Object.fromEntries(
        Object.entries({ ...role.found?.tags, ...buildSessionTags(here.controller, cluster) }).map(([key, value]) => [
          `aws:PrincipalTag/${key}`,
          [value],
        ]),
      ),
    },
  };
}

/** The ARNs of node roles from IAM; for a role that does not exist, the ARN that it would have. */
function listNodeRoleArns(
  nodeRoles: Facts['karpenterNodeRoles'] | undefined,
  partition: string,
  account: string,
): string[] {
  const roles = nodeRoles?.roles ?? [];
  return roles.map(({ name, found }) => found?.arn ?? `arn:${partition}:iam::${account}:role/${name}`);
}

/** The prefix of AWS's public parameters, whose ARNs have no account. */
const ofAws = '/aws/service/';

/**
 * SSM parameters with the IDs of the newest images, by AMI family.
 * Source: pkg/providers/amifamily of aws/karpenter-provider-aws.
 */
const parametersByFamily: ReadonlyMap<string, string> = new Map([
  ['al2', `${ofAws}eks/optimized-ami/*`],
  ['al2023', `${ofAws}eks/optimized-ami/*`],
  ['bottlerocket', `${ofAws}bottlerocket/*`],
  ['ubuntu', `${ofAws}canonical/ubuntu/eks/*`],
]);

function listAmiParameterArns(nodeClasses: readonly KarpenterNodeClass[] | undefined): string[] {
  const names = nodeClasses === undefined ? [`${ofAws}*`] : nodeClasses.flatMap(listAmiParameters);
  return [...new Set(names.map(parameterArn))];
}

function listAmiParameters({ alias, amiFamily, selectors, terms, kind }: KarpenterNodeClass): string[] {
  const own = terms.amis.flatMap(({ ssmParameter }) => (ssmParameter === null ? [] : [ssmParameter]));
  const byFamily = kind === 'AWSNodeTemplate' ? selectors.amis === null : alias !== null || terms.amis.length === 0;
  if (!byFamily) return own;
  const family = (alias?.split('@')[0] ?? amiFamily ?? 'al2').toLowerCase();
  if (family === 'custom') return own;
  return [
    ...own,
    parametersByFamily.get(family) ?? (family.startsWith('windows') ? `${ofAws}ami-windows-latest/*` : `${ofAws}*`),
  ];
}

/**
 * The ARN of a parameter, with placeholders. A parameter given by name (`a` or `/a/b`) is in the controller's account
 * and Region; a public one has no account.
 */
function parameterArn(name: string): string {
  if (name.startsWith('arn:')) return name;
  const account = name.startsWith(ofAws) ? '' : '${AccountId}';
  return `arn:\${Partition}:ssm:\${Region}:${account}:parameter${name.startsWith('/') ? '' : '/'}${name}`;
}

/**
 * The distinct sets of tags for instances: for each node class, the tags of the ConfigMap, overridden by its own tags;
 * without node classes, only the tags of the ConfigMap.
 * @returns undefined if the ConfigMap's tags are unknown
 */
function listTagSets(
  nodeClasses: readonly KarpenterNodeClass[],
  version: string,
  { controller, settingRows }: Circumstances,
) {
  const global = globalTagsAt(version, controller, settingRows);
  if (global === undefined) return undefined;
  const sets = nodeClasses.map(({ tags }) => ({ ...global, ...tags }));
  const unique = new Map(sets.map((tags) => [JSON.stringify(Object.entries(tags).map(String).sort()), tags]));
  return unique.size === 0 ? [global] : [...unique.values()];
}

/** The tags that a version reads from the ConfigMap; undefined: not read, or invalid. */
function globalTagsAt(
  version: string,
  { settings, settingsUnread, globalTags }: KarpenterController,
  rows: SettingRows,
): Readonly<Record<string, string>> | undefined {
  const place = configMapName('aws.tags');
  if (!readsConfigMap(version, rows)) return {};
  if (settingsUnread.includes(place)) return undefined;
  if (globalTags !== undefined) return globalTags ?? undefined;
  return settings[place] === undefined ? {} : undefined;
}

/** Tags that EKS Pod Identity adds to its sessions. If a session assumes another role, that role gets them, too. */
export function buildSessionTags(
  { identity, namespace, serviceAccount }: KarpenterController,
  { name, arn }: Facts['cluster'],
): Record<string, string> {
  if (identity.kind !== 'pod-identity' || identity.sessionTags === false) return {};
  return {
    'eks-cluster-arn': arn,
    'eks-cluster-name': name,
    'kubernetes-namespace': namespace,
    'kubernetes-service-account': serviceAccount,
    'kubernetes-pod-name': anyText,
    'kubernetes-pod-uid': anyText,
  };
}
