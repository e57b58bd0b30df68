import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ApartEnded, ApartOptions } from '../../src/commands/io.ts';
import { fleetMessageSchema, type FleetMessage } from '../../src/schedule/changes/fleet-message.ts';
import { messageSchema, type Message } from '../../src/schedule/changes/message.ts';
import { toWording } from '../../src/schedule/deliveries/any-wording.ts';
import { plainText } from '../../src/schedule/deliveries/plain.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand, runHere, type Ended } from '../world/in-process.ts';
import { takeNightLine } from './nightly.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** Clusters on loopback, scanned night after night in this process, with what would be the process of each scan. */

export interface FleetNight {
  /** The clusters that exist, `prod` and `dev` by default. */
  clusters?: readonly string[];
  /** Those with a subnet that does not exist: they are blocked. */
  blocked?: readonly string[];
  deny?: readonly string[];
  /** Clusters whose scans the system ends. */
  killed?: readonly string[];
  /** Days after 2026-11-20; by default, one more than the last night. */
  day?: number;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

export interface FleetEnded extends Ended {
  /** The messages about one cluster that stdout received. */
  messages: Message[];
  /** The message about all clusters that stdout received. */
  fleet: FleetMessage | undefined;
  /** The same, as email. */
  text: string[];
  /** The clusters of which a scan began. */
  begun: string[];
  /** The line about what the run did, which is not in `stderr`. */
  said: string;
}

export interface FleetNights {
  folder: string;
  /** Runs `scan` with these arguments. */
  scan(args: readonly string[], night?: FleetNight): Promise<FleetEnded>;
  close(): Promise<void>;
}

export async function startFleetNights(): Promise<FleetNights> {
  const world: World = healthyWorld();
  const [prod = {}] = Object.values(world.aws.clusters);
  const running = await startWorld(world);
  const folder = await mkdtemp(path.join(running.folder, 'fleet-'));
  let next = 0;
  return {
    folder,
    async scan(args, night = {}) {
      const { clusters = ['prod', 'dev'], blocked = [], deny = [], day = next } = night;
      next = day + 1;
      const made = clusters.map((name) => [name, buildCluster(prod, name, blocked.includes(name))]);
      world.aws.clusters = Object.fromEntries(made) as World['aws']['clusters'];
      world.deny = [...deny];
      return scanOnce(args, night, { running, folder, now: new Date(Date.UTC(2026, 10, 20 + day, 5)) });
    },
    async close() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function buildCluster(prod: Record<string, unknown>, name: string, isBlocked: boolean): Record<string, unknown> {
  const network = prod['resourcesVpcConfig'] as { subnetIds: string[] };
  const subnetIds = [...network.subnetIds, ...(isBlocked ? ['subnet-0gone'] : [])];
  const arn = `arn:aws:eks:eu-west-1:111122223333:cluster/${name}`;
  return { ...prod, name, arn, resourcesVpcConfig: { ...network, subnetIds } };
}

async function scanOnce(
  args: readonly string[],
  { killed = [], env = {}, signal }: FleetNight,
  { running, folder, now }: { running: RunningWorld; folder: string; now: Date },
): Promise<FleetEnded> {
  const begun: string[] = [];
  const runApart = async (own: readonly string[], options: ApartOptions): Promise<ApartEnded> => {
    const name = own.find((arg) => arg.startsWith('--cluster='))?.slice('--cluster='.length) ?? '';
    begun.push(name);
    if (killed.includes(name)) return { stdout: '', stderr: '', code: null, signal: 'SIGKILL' };
    const toParent = async (message: unknown): Promise<void> => options.onMessage?.(structuredClone(message));
    return runHere(own, options, { cwd: folder, io: { now: () => now, toParent } });
  };
  const ended = await runCommand(['scan', ...args], {
    env: { ...running.env, EKS_PREFLIGHT_ONLY: 'control-plane/subnets', ...env },
    cwd: folder,
    io: { now: () => now, runApart, ...(signal === undefined ? {} : { signal }) },
  });
  const lines = ended.stdout.split('\n').filter((line) => line.startsWith('{"schemaVersion"'));
  const sent = lines.map((line) => JSON.parse(line) as { kind: string });
  const found = sent.find(({ kind }) => kind === 'fleet');
  const fleet = found === undefined ? undefined : fleetMessageSchema.parse(found);
  const text = fleet === undefined ? '' : plainText(toWording(fleet, { lines: 20, longest: 400 }));
  return {
    ...takeNightLine(ended),
    messages: sent.filter(({ kind }) => kind !== 'fleet').map((one) => messageSchema.parse(one)),
    fleet,
    text: text.split('\n').filter((line) => line !== ''),
    begun: begun.toSorted(),
  };
}
