import type { World } from '../world.ts';
import { describeAddonVersions } from './addon-versions.ts';
import { datedInsights, listInsights } from './insights.ts';
import { selectPage } from './pages.ts';
import type { AwsFailure, Outcome } from './reply.ts';
import type { AwsRequest } from './request.ts';

/** The API server in DescribeCluster's response. */
export interface KubeEndpoint {
  endpoint: string;
  caPem: string;
}

type Records = Readonly<Record<string, Record<string, unknown>>>;
type Operation = (world: World, request: AwsRequest, kube: KubeEndpoint | undefined) => Outcome;

/** A kind of resource of a cluster: the fields of its list and describe responses, its records, the error if absent. */
interface Family {
  list: string;
  one: string;
  /** The fields of a describe response that repeat the request. */
  repeats(name: string, cluster: string): Record<string, string>;
  records(world: World): Records;
  absent(name: string, cluster: string): string;
}

const nodegroups: Family = {
  list: 'nodegroups',
  one: 'nodegroup',
  repeats: (nodegroupName, clusterName) => ({ nodegroupName, clusterName }),
  records: (world) => world.aws.nodegroups,
  absent: (name) => `No node group found for name: ${name}.`,
};
const fargateProfiles: Family = {
  list: 'fargateProfileNames',
  one: 'fargateProfile',
  repeats: (fargateProfileName, clusterName) => ({ fargateProfileName, clusterName }),
  records: (world) => world.aws.fargateProfiles,
  absent: (name) => `No Fargate Profile found with name: ${name}.`,
};
const addons: Family = {
  list: 'addons',
  one: 'addon',
  repeats: (addonName, clusterName) => ({ addonName, clusterName }),
  records: (world) => world.aws.addons,
  absent: (name, cluster) => `No addon: ${name} found in cluster: ${cluster}`,
};
const insights: Family = {
  list: 'insights',
  one: 'insight',
  repeats: (id) => ({ id }),
  records: (world) => world.aws.insights,
  absent: (name) => `No insight found with id: ${name}`,
};
const updates: Family = {
  list: 'updateIds',
  one: 'update',
  repeats: (id) => ({ id }),
  records: (world) => world.aws.updates,
  absent: (name) => `No update found for ID: ${name}`,
};

/** Updates of a node group or an add-on are known only by its name. */
function createUpdateOperation(make: (family: Family) => Operation): Operation {
  return (world, request, kube) => {
    const { query } = request;
    const [, cluster = ''] = request.path;
    const [nodegroup, addon] = [query.get('nodegroupName'), query.get('addonName')];
    const updated = [
      ...(nodegroup === null ? [] : [{ family: nodegroups, name: nodegroup, of: `nodegroup/${nodegroup}` }]),
      ...(addon === null ? [] : [{ family: addons, name: addon, of: `addon/${addon}` }]),
    ][0];
    const missing = inCluster(world, request);
    if (missing !== undefined) return missing;
    if (updated !== undefined && !recordsIn(updated.family, world, cluster).some(([name]) => name === updated.name))
      return notFound(updated.family.absent(updated.name, cluster));
    const records = Object.entries(world.aws.updates).flatMap(([id, { of, ...update }]) =>
      of === updated?.of ? [[id, update] as const] : [],
    );
    return make({ ...updates, records: () => Object.fromEntries(records) })(world, request, kube);
  };
}

const podIdentityAssociations: Family = {
  list: 'associations',
  one: 'association',
  repeats: (associationId, clusterName) => ({ associationId, clusterName }),
  records: (world) => world.aws.podIdentityAssociations ?? {},
  absent: (id) => `No pod identity association found with id: ${id}`,
};

const accessEntries: Family = {
  list: 'accessEntries',
  one: 'accessEntry',
  repeats: (principalArn, clusterName) => ({ principalArn, clusterName }),
  records: (world) => world.aws.accessEntries ?? {},
  absent: (arn) =>
    `The specified principalArn could not be found. You can view your available access entries with 'list-access-entries': ${arn}`,
};

/** The supported operations of EKS. */
export const eksOperations: Readonly<Record<string, Operation>> = {
  ListClusters: (world, request) => listed(world, request, 'clusters', Object.keys(clustersIn(world, request))),
  DescribeCluster: describeCluster,
  DescribeClusterVersions: describeClusterVersions,
  ListNodegroups: createListOperation(nodegroups),
  DescribeNodegroup: createDescribeOperation(nodegroups),
  ListFargateProfiles: createListOperation(fargateProfiles),
  DescribeFargateProfile: createDescribeOperation(fargateProfiles),
  ListAddons: createListOperation(addons),
  DescribeAddon: createDescribeOperation(addons),
  DescribeAddonVersions: describeAddonVersions,
  ListInsights: (world, request) => inCluster(world, request) ?? listInsights(world, request),
  DescribeInsight: (world, request, kube) =>
    createDescribeOperation({ ...insights, records: () => datedInsights(world, request) })(world, request, kube),
  StartInsightsRefresh: (world, request) =>
    inCluster(world, request) ?? { output: { status: 'IN_PROGRESS', message: 'Insights refresh has started.' } },
  DescribeInsightsRefresh: (world, request) =>
    inCluster(world, request) ?? { output: { status: 'COMPLETED', ...world.aws.insightsRefresh } },
  ListUpdates: createUpdateOperation(createListOperation),
  DescribeUpdate: createUpdateOperation(createDescribeOperation),
  ListAccessEntries: (world, request) =>
    withoutEntries(world, request) ?? createListOperation(accessEntries)(world, request, undefined),
  DescribeAccessEntry: (world, request) =>
    withoutEntries(world, request) ?? createDescribeOperation(accessEntries)(world, request, undefined),
  ListPodIdentityAssociations: listPodIdentityAssociations,
  DescribePodIdentityAssociation: createDescribeOperation(podIdentityAssociations),
  ListCertificateAuthorities: (world, request) =>
    inCluster(world, request) ?? listed(world, request, 'certificateAuthorities', world.aws.certificateAuthorities),
};

/** Regions other than the world's have no clusters. */
function clustersIn(world: World, { region }: AwsRequest): Records {
  return region === world.region ? world.aws.clusters : {};
}

function listed(world: World, request: AwsRequest, field: string, items: readonly unknown[]): Outcome {
  const { query, action } = request;
  const page = selectPage(action, items, query.get('nextToken'), query.get('maxResults'), world.aws.pageSize);
  return 'error' in page ? page : { output: { [field]: page.items, nextToken: page.next ?? null } };
}

function notFound(message: string): AwsFailure {
  return { error: 'ResourceNotFoundException', status: 404, message };
}

function inCluster(world: World, request: AwsRequest): AwsFailure | undefined {
  const [, cluster = ''] = request.path;
  const known = Object.hasOwn(clustersIn(world, request), cluster);
  return known ? undefined : notFound(`No cluster found for name: ${cluster}.`);
}

/** In the authentication mode CONFIG_MAP, a cluster has no access entries: EKS refuses to list or describe them. */
function withoutEntries(world: World, request: AwsRequest): AwsFailure | undefined {
  const [, name = ''] = request.path;
  const config = clustersIn(world, request)[name]?.['accessConfig'] as { authenticationMode?: string } | undefined;
  if (config?.authenticationMode !== 'CONFIG_MAP') return undefined;
  return {
    error: 'InvalidRequestException',
    status: 400,
    message:
      "The cluster's authentication mode must be set to one of [API, API_AND_CONFIG_MAP] to perform this operation.",
  };
}

/** A record without `clusterName` belongs to every cluster of the world. */
function recordsIn({ records }: Family, world: World, cluster: string): [string, Record<string, unknown>][] {
  return Object.entries(records(world)).filter(([, { clusterName = cluster }]) => clusterName === cluster);
}

function createListOperation(family: Family): Operation {
  return (world, request) => {
    const [, cluster = ''] = request.path;
    const names = recordsIn(family, world, cluster).map(([name]) => name);
    return inCluster(world, request) ?? listed(world, request, family.list, names);
  };
}

/** Summaries have no role: the describe call returns it. */
function listPodIdentityAssociations(world: World, request: AwsRequest): Outcome {
  const [, cluster = ''] = request.path;
  const summaries = recordsIn(podIdentityAssociations, world, cluster).flatMap(([associationId, record]) => {
    const { namespace, serviceAccount } = record;
    const wanted = [
      ['namespace', namespace],
      ['serviceAccount', serviceAccount],
    ].every(([name, value]) => !request.query.has(String(name)) || request.query.get(String(name)) === value);
    return wanted ? [{ associationId, clusterName: cluster, namespace, serviceAccount }] : [];
  });
  return inCluster(world, request) ?? listed(world, request, podIdentityAssociations.list, summaries);
}

function createDescribeOperation(family: Family): Operation {
  return (world, request) => {
    const [, cluster = '', , name = ''] = request.path;
    const record = recordsIn(family, world, cluster).find(([key]) => key === name)?.[1];
    const missing = inCluster(world, request);
    if (missing !== undefined) return missing;
    if (record === undefined) return notFound(family.absent(name, cluster));
    return { output: { [family.one]: { ...family.repeats(name, cluster), ...record } } };
  };
}

function describeCluster(world: World, request: AwsRequest, kube: KubeEndpoint | undefined): Outcome {
  const [, name = ''] = request.path;
  const missing = inCluster(world, request);
  if (missing !== undefined) return missing;
  const cluster = clustersIn(world, request)[name];
  if (kube === undefined) return { output: { cluster } };
  const certificateAuthority = { data: Buffer.from(kube.caPem).toString('base64') };
  return { output: { cluster: { endpoint: kube.endpoint, certificateAuthority, ...cluster } } };
}

/** Versions out of support are included only with `includeAll` or if requested by name or status. */
function describeClusterVersions(world: World, request: AwsRequest): Outcome {
  const { query } = request;
  const named = query.getAll('clusterVersions');
  const wanted = (row: Record<string, unknown>): boolean => {
    const { clusterVersion, clusterType = 'eks', versionStatus, status, defaultVersion } = row;
    if (query.has('clusterType') && clusterType !== query.get('clusterType')) return false;
    if (query.get('defaultOnly') === 'true' && defaultVersion !== true) return false;
    if (query.has('versionStatus') && versionStatus !== query.get('versionStatus')) return false;
    if (query.has('status') && status !== query.get('status')) return false;
    if (named.length > 0) return named.includes(String(clusterVersion));
    const open = query.get('includeAll') === 'true' || query.has('versionStatus') || query.has('status');
    return open || (versionStatus !== 'UNSUPPORTED' && status !== 'unsupported');
  };
  return listed(world, request, 'clusterVersions', world.aws.clusterVersions.filter(wanted));
}
