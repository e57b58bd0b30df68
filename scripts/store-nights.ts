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
import { startWorld, runProcess } from '../test/world/run.ts';
import type { World } from '../test/world/world.ts';
import { nightsFile, type StoredNight } from './nights.ts';

const clock = fileURLToPath(new URL('../test/schedule/clock.cjs', import.meta.url));

interface Night {
  name: string;
  world: World;
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

/** Scans every night at 05:00 with one state folder. */
export async function takeNights(): Promise<StoredNight[]> {
  const state = await mkdtemp(path.join(tmpdir(), 'eks-preflight-nights-'));
  try {
    const taken: StoredNight[] = [];
    for (const [index, night] of nights().entries()) taken.push(await takeNight(night, index, state));
    return taken;
  } finally {
    await rm(state, { recursive: true });
  }
}

async function takeNight({ name, world }: Night, index: number, state: string): Promise<StoredNight> {
  const running = await startWorld(world);
  try {
    const now = new Date(Date.UTC(2026, 10, 20 + index, 5)).toISOString();
    const env = { ...running.env, NODE_OPTIONS: `--require "${clock}"`, EKS_PREFLIGHT_TEST_CLOCK: now };
    const options = ['--fail-on', 'never', '--state', state, '--deliver', `stdout,file:${path.join(state, 'pages')}`];
    const link = ['--report-url', 'https://reports.example.com/eks'];
    const { code, stdout, stderr } = await runProcess(['scan', '--cluster', 'prod', ...options, ...link], {
      env,
      cwd: running.folder,
    });
    return { name, exitCode: code, stderr: lasting(stderr), message: stdout === '' ? null : lastingMessage(stdout) };
  } finally {
    await running.close();
  }
}

/**
 * The message with the values that differ between runs replaced: minutes and seconds, ports of the loopback, and the
 * ID, which is derived from the time.
 */
function lastingMessage(line: string): StoredNight['message'] {
  const message = JSON.parse(lasting(line)) as NonNullable<StoredNight['message']>;
  return { ...message, id: '0'.repeat(32) };
}

function lasting(text: string): string {
  return text
    .replaceAll(/(T\d\d)([:-])\d\d[:-]\d\d\.\d{3}Z/g, '$1$200$200.000Z')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(nightsFile, `${JSON.stringify(await takeNights(), null, 2)}\n`);
}
