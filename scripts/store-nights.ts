/**
 * Stores the nights that docs/schedule.md shows: `npx tsx scripts/store-nights.ts`, after a build. The built command
 * scans a running world night after night; values that differ between runs are normalized.
 * `test/schedule/schedule-stored.slow.test.ts` fails if they are stale.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { healthyWorld } from '../test/world/healthy.ts';
import { withoutCluster } from '../test/world/many-clusters.ts';
import { listInstances } from '../test/world/network.ts';
import { startWorld, runProcess } from '../test/world/run.ts';
import type { World } from '../test/world/world.ts';
import { fleetNightsFile, nightsFile, type StoredNight } from './nights.ts';

const clock = fileURLToPath(new URL('../test/schedule/clock.cjs', import.meta.url));

interface Night {
  name: string;
  world: World;
  /** What is scanned; one cluster by default. */
  clusters?: readonly string[];
}

/** A first scan, then the four nights that the documentation shows. */
function nights(): Night[] {
  const blocked = withDeletedSubnet(healthyWorld());
  return [
    { name: 'The first scan', world: healthyWorld() },
    { name: 'No change', world: healthyWorld() },
    { name: 'A new blocker', world: blocked },
    { name: 'A denied call', world: { ...blocked, deny: ['ec2:DescribeSubnets'] } },
    {
      name: 'Expired credentials',
      world: { ...blocked, faults: [{ on: 'aws', does: { awsError: 'ExpiredToken', status: 403 } }] },
    },
  ];
}

/** The world after a subnet of the cluster was deleted. */
function withDeletedSubnet(world: World): World {
  const subnets = world.aws.subnets.filter(({ SubnetId }) => SubnetId !== 'subnet-0ccc');
  return { ...world, aws: { ...world.aws, subnets } };
}

/** A first scan of three clusters, then the two nights that the documentation shows. */
function fleetNights(): Night[] {
  const clusters = ['prod', 'stage', 'dev'];
  const before = withClusters(['prod', 'stage', 'dev'], ['dev']);
  return [
    { name: 'The first scan', world: before, clusters },
    { name: 'No change', world: before, clusters },
    { name: 'A new blocker, and a cluster that was deleted', world: withClusters(['prod', 'dev'], ['prod']), clusters },
  ];
}

/** The healthy world with these clusters; some have a subnet that was deleted. */
function withClusters(names: readonly string[], blocked: readonly string[]): World {
  const world = healthyWorld();
  const [prod = {}] = Object.values(world.aws.clusters);
  const vpc = prod['resourcesVpcConfig'] as { subnetIds: string[] };
  const clusters = names.map((name) => {
    const subnetIds = [...vpc.subnetIds, ...(blocked.includes(name) ? ['subnet-0ddd'] : [])];
    const arn = `arn:aws:eks:${world.region}:111122223333:cluster/${name}`;
    return [name, { ...prod, name, arn, resourcesVpcConfig: { ...vpc, subnetIds } }];
  });
  const Tags = names.map((name) => ({ Key: `kubernetes.io/cluster/${name}`, Value: 'owned' }));
  const instances = listInstances(world).map((instance) => ({ ...instance, Tags }));
  // All clusters have the same API server, with the nodes of these node groups.
  const nodegroups = withoutCluster(world.aws.nodegroups);
  const network = { ...world.aws.network, instances };
  return { ...world, aws: { ...world.aws, clusters: Object.fromEntries(clusters), nodegroups, network } };
}

export const takeFleetNights = (): Promise<StoredNight[]> => takeNights(fleetNights());

/** Scans every night at 05:00 with one state folder. */
export async function takeNights(stories = nights()): Promise<StoredNight[]> {
  const state = await mkdtemp(path.join(tmpdir(), 'eks-preflight-nights-'));
  try {
    const taken: StoredNight[] = [];
    for (const [index, night] of stories.entries()) taken.push(await takeNight(night, index, state));
    return taken;
  } finally {
    await rm(state, { recursive: true });
  }
}

async function takeNight(
  { name, world, clusters = ['--cluster', 'prod'] }: Night,
  index: number,
  state: string,
): Promise<StoredNight> {
  const running = await startWorld(world);
  try {
    const now = new Date(Date.UTC(2026, 10, 20 + index, 5)).toISOString();
    const env = { ...running.env, NODE_OPTIONS: `--require "${clock}"`, EKS_PREFLIGHT_TEST_CLOCK: now };
    const options = ['--fail-on', 'never', '--state', state, '--deliver', `stdout,file:${path.join(state, 'pages')}`];
    const link = ['--report-url', 'https://reports.example.com/eks'];
    const { code, stdout, stderr } = await runProcess(['scan', ...clusters, ...options, ...link], {
      env,
      cwd: running.folder,
    });
    return {
      name,
      exitCode: code,
      stderr: lasting(stderr.replaceAll(state, 'reports')),
      message: stdout === '' ? null : lastingMessage(stdout),
    };
  } finally {
    await running.close();
  }
}

/**
 * The last message, with the values that differ between runs replaced: minutes and seconds, ports of the loopback, and
 * the IDs, which are derived from the time.
 */
function lastingMessage(lines: string): StoredNight['message'] {
  const line = lines.trimEnd().split('\n').at(-1) ?? '';
  const id = '0'.repeat(32);
  const message = JSON.parse(lasting(line)) as NonNullable<StoredNight['message']>;
  if (message.kind !== 'fleet') return { ...message, id };
  return { ...message, id, clusters: message.clusters.map((one) => ({ ...one, message: one.message && id })) };
}

function lasting(text: string): string {
  return text
    .replaceAll(/(T\d\d)([:-])\d\d[:-]\d\d\.\d{3}Z/g, '$1$200$200.000Z')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(nightsFile, `${JSON.stringify(await takeNights(), null, 2)}\n`);
  await writeFile(fleetNightsFile, `${JSON.stringify(await takeFleetNights(), null, 2)}\n`);
}
