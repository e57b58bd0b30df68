import type { World } from '../world.ts';
import { errorReply, jsonReply, pageOf, type Reply } from './reply.ts';

type Json = Record<string, unknown>;

/** What the running world knows of its own API server. */
export interface KubeAddress {
  endpoint: string;
  caPem: string;
}

interface Operation {
  action: string;
  path: RegExp;
  answer(request: EksRequest): Reply;
}

export interface EksRequest {
  world: World;
  kube: KubeAddress | undefined;
  query: URLSearchParams;
  names: readonly string[];
}

/** The operations served, by their paths; all are GET. */
const operations: readonly Operation[] = [
  {
    action: 'ListClusters',
    path: /^\/clusters$/,
    answer: (request) => list(request, 'clusters', Object.keys(request.world.aws.clusters)),
  },
  { action: 'DescribeCluster', path: /^\/clusters\/([^/]+)$/, answer: describeCluster },
  { action: 'DescribeClusterVersions', path: /^\/cluster-versions$/, answer: clusterVersions },
  {
    action: 'ListNodegroups',
    path: /^\/clusters\/([^/]+)\/node-groups$/,
    answer: named((world) => world.aws.nodegroups, 'nodegroups'),
  },
  {
    action: 'DescribeNodegroup',
    path: /^\/clusters\/([^/]+)\/node-groups\/([^/]+)$/,
    answer: one((world) => world.aws.nodegroups, 'nodegroup', 'node group'),
  },
  {
    action: 'ListFargateProfiles',
    path: /^\/clusters\/([^/]+)\/fargate-profiles$/,
    answer: named((world) => world.aws.fargateProfiles, 'fargateProfileNames'),
  },
  {
    action: 'DescribeFargateProfile',
    path: /^\/clusters\/([^/]+)\/fargate-profiles\/([^/]+)$/,
    answer: one((world) => world.aws.fargateProfiles, 'fargateProfile', 'Fargate Profile'),
  },
  { action: 'ListAddons', path: /^\/clusters\/([^/]+)\/addons$/, answer: named((world) => world.aws.addons, 'addons') },
  {
    action: 'DescribeAddon',
    path: /^\/clusters\/([^/]+)\/addons\/([^/]+)$/,
    answer: one((world) => world.aws.addons, 'addon', 'addon'),
  },
  {
    action: 'ListUpdates',
    path: /^\/clusters\/([^/]+)\/updates$/,
    answer: named((world) => world.aws.updates, 'updateIds'),
  },
  {
    action: 'DescribeUpdate',
    path: /^\/clusters\/([^/]+)\/updates\/([^/]+)$/,
    answer: one((world) => world.aws.updates, 'update', 'update'),
  },
  {
    action: 'ListCertificateAuthorities',
    path: /^\/clusters\/([^/]+)\/certificate-authorities$/,
    answer: (request) =>
      ofCluster(request, () => list(request, 'certificateAuthorities', request.world.aws.certificateAuthorities)),
  },
];

/** The operation that a path asks for, with the names in it. */
export function eksOperation(
  path: string,
): { action: string; answer(request: Omit<EksRequest, 'names'>): Reply } | undefined {
  for (const { action, path: pattern, answer } of operations) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const names = match.slice(1).map(decodeURIComponent);
    return { action, answer: (request) => answer({ ...request, names }) };
  }
  return undefined;
}

function list({ world, query }: EksRequest, key: string, all: readonly unknown[]): Reply {
  const { items, next } = pageOf(all, query.get('nextToken'), world.aws.pageSize);
  return jsonReply({ [key]: items, ...(next === undefined ? {} : { nextToken: next }) });
}

function ofCluster({ world, names }: EksRequest, answer: () => Reply): Reply {
  const [cluster = ''] = names;
  return cluster in world.aws.clusters ? answer() : notFound(`No cluster found for name: ${cluster}.`);
}

function named(records: (world: World) => Record<string, Json>, key: string) {
  return (request: EksRequest) => ofCluster(request, () => list(request, key, Object.keys(records(request.world))));
}

function one(records: (world: World) => Record<string, Json>, key: string, what: string) {
  return (request: EksRequest) =>
    ofCluster(request, () => {
      const [, name = ''] = request.names;
      const record = records(request.world)[name];
      return record === undefined ? notFound(`No ${what} found for name: ${name}.`) : jsonReply({ [key]: record });
    });
}

function describeCluster({ world, kube, names }: EksRequest): Reply {
  const [name = ''] = names;
  const cluster = world.aws.clusters[name];
  if (cluster === undefined) return notFound(`No cluster found for name: ${name}.`);
  const address =
    kube === undefined
      ? {}
      : { endpoint: kube.endpoint, certificateAuthority: { data: Buffer.from(kube.caPem).toString('base64') } };
  return jsonReply({ cluster: { ...address, ...cluster } });
}

/** Without includeAll EKS leaves unsupported versions out. */
function clusterVersions(request: EksRequest): Reply {
  const { world, query } = request;
  const all = query.get('includeAll') === 'true';
  const versions = world.aws.clusterVersions.filter(({ versionStatus }) => all || versionStatus !== 'UNSUPPORTED');
  return list(request, 'clusterVersions', versions);
}

function notFound(message: string): Reply {
  return errorReply('eks', 'ResourceNotFoundException', message, 404);
}
