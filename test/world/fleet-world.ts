import { createServer, type IncomingMessage } from 'node:http';
import { assumedKeyId } from './aws/query.ts';
import { healthyWorld } from './healthy.ts';
import { listening } from './hostile.ts';
import { listInstances } from './network.ts';
import { startWorld, type RunningWorld } from './run.ts';
import type { World } from './world.ts';

/** The account whose credentials the environment has. */
export const homeAccount = '111122223333';
const homeRegion = 'eu-west-1';

/** One cluster of a fleet: the only one of its world. */
export interface Member {
  name: string;
  account: string;
  region: string;
  world: World;
}

/** Several clusters behind one AWS endpoint, each with its own API server. */
export interface RunningFleet {
  env: NodeJS.ProcessEnv;
  folder: string;
  /** A running cluster, by its name; in the home account if there are several. */
  member(name: string, account?: string): RunningWorld;
  /** The world that answers what names no cluster, such as ListClusters and EC2; a test may change it. */
  base(account?: string, region?: string): World;
  close(): Promise<void>;
}

/** A world whose cluster `prod` has another name, in another account or Region. */
export function asMember(
  name: string,
  world: World,
  { account = homeAccount, region = homeRegion }: Partial<Member> = {},
): Member {
  const renamed = (text: string): string =>
    text
      .replaceAll(/(?<=^|[/=])prod(?=$|\/)/g, name)
      .replaceAll(homeAccount, account)
      .replaceAll(homeRegion, region);
  return { name, account, region, world: withRenamed(world, renamed) as World };
}

function withRenamed(data: unknown, renamed: (text: string) => string): unknown {
  if (typeof data === 'string') return renamed(data);
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => withRenamed(item, renamed));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [renamed(key), withRenamed(value, renamed)]));
}

/**
 * Starts the clusters and one AWS endpoint for all. EKS calls about a cluster go to its world; all others go to the world
 * of the account that the access key belongs to: AssumeRole returns the key of the role's account.
 */
export async function startFleet(members: readonly Member[]): Promise<RunningFleet> {
  const running = await Promise.all(
    members.map(async (member) => ({ ...member, running: await startWorld(member.world) })),
  );
  const places = new Set([
    `${homeAccount}/${homeRegion}`,
    ...members.map(({ account, region }) => `${account}/${region}`),
  ]);
  const bases = new Map(
    await Promise.all(
      [...places].map(async (place) => {
        const world = baseWorld(place, members);
        return [place, { world, running: await startWorld(world) }] as const;
      }),
    ),
  );
  const base = (account: string, region: string) => bases.get(`${account}/${region}`) ?? home();
  const home = () => bases.get(`${homeAccount}/${homeRegion}`) ?? missing('the home account');
  const server = createServer((request, response) => {
    const { account, region, cluster } = parseCall(request);
    const named = running.find((one) => one.name === cluster && one.account === account && one.region === region);
    (named ?? base(account, region)).running.takeAwsCall(request, response);
  });
  const port = await listening(server);
  return {
    env: { ...home().running.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
    folder: home().running.folder,
    member: (name, account = homeAccount) =>
      running.find((one) => one.name === name && one.account === account)?.running ?? missing(name),
    base: (account = homeAccount, region = homeRegion) => base(account, region).world,
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([...running, ...bases.values()].map((one) => one.running.close()));
    },
  };
}

function missing(what: string): never {
  throw new Error(`the fleet has no ${what}`);
}

/** Whose call it is, where, and the cluster in its path; AssumeRole answers with a key that holds the account. */
function parseCall({ headers, url = '' }: IncomingMessage): { account: string; region: string; cluster: string } {
  const [, key = '', region = ''] = /Credential=(\w+)\/\d{8}\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const [, account = homeAccount] = /^ASIA(\d{12})/.exec(key) ?? [];
  const [, cluster = ''] = /^\/clusters\/([^/?]+)/.exec(url) ?? [];
  return { account, region, cluster: decodeURIComponent(cluster) };
}

/** All that an account has in a Region: the groups and nodes of its clusters, and roles that anyone may assume. */
function baseWorld(place: string, members: readonly Member[]): World {
  const [account = '', region = ''] = place.split('/');
  const here = members.filter((one) => one.account === account && one.region === region);
  const { world } = asMember('prod', healthyWorld(), { account, region });
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: Object.assign({}, ...here.map((one) => one.world.aws.clusters)) as World['aws']['clusters'],
      autoScalingGroups: here.flatMap((one) => one.world.aws.autoScalingGroups),
      network: { ...world.aws.network, instances: here.flatMap(tagInstances) },
      roles: { ...world.aws.roles, 'fleet-reader': readerRole },
    },
    rewrite: (call, body) => (call === 'sts:AssumeRole' ? body.replace(assumedKeyId, keyOfRole(body)) : body),
  };
}

/** The instances of a cluster's nodes, with its tag. */
function tagInstances({ name, world }: Member): Record<string, unknown>[] {
  const Tags = [{ Key: `kubernetes.io/cluster/${name}`, Value: 'owned' }];
  return listInstances(world).map((instance) => ({ ...instance, Tags }));
}

function keyOfRole(body: string): string {
  const [, account = homeAccount] = /iam::(\d{12}):role/.exec(body) ?? [];
  return `ASIA${account}KEYS`;
}

/** The external ID that the trust policy of `fleet-reader` requires. */
export const externalId = 'fleet-external-id-4711';

const trust = { Statement: [{ Condition: { StringEquals: { 'sts:ExternalId': externalId } } }] };
const readerRole = {
  RoleName: 'fleet-reader',
  AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust).replaceAll('":"', '": "')),
};
