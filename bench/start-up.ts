import { healthyWorld } from '../test/world/healthy.ts';
import { aNodeObject, aPodObject } from '../test/world/manifests.ts';
import { startWorld } from '../test/world/run.ts';
import type { World } from '../test/world/world.ts';
import {
  built,
  measureTimeToFirstRequest,
  measurePeakMemory,
  measureUsage,
  measureWallTime,
  type Command,
} from './command.ts';
import type { Figure } from './figure.ts';
import { interleaved, toSpread } from './rounds.ts';

const nodeCount = 20;
const podCount = 500;

/** The healthy cluster with 20 nodes and 500 pods, in pages as large as those of real servers. */
export function filledWorld(): World {
  const world = healthyWorld();
  const labels = { 'eks.amazonaws.com/nodegroup': 'general' };
  const nodes = Array.from({ length: nodeCount }, (_, n) =>
    aNodeObject(`ip-10-0-1-${n}.eu-west-1.compute.internal`, { kubelet: 'v1.33.5-eks-113cf36', labels }),
  );
  const pods = Array.from({ length: podCount }, (_, n) =>
    aPodObject(`shop/web-7c9d-${n}`, `ip-10-0-1-${n % nodeCount}.eu-west-1.compute.internal`, {
      kind: 'ReplicaSet',
      name: 'web-7c9d',
      hash: '7c9d',
    }),
  );
  const others = world.kube.objects.filter(({ kind }) => kind !== 'Node' && kind !== 'Pod');
  return {
    ...world,
    aws: { ...world.aws, pageSize: 100 },
    kube: { ...world.kube, pageSize: 500, objects: [...others, ...nodes, ...pods] },
  };
}

/** The times of short commands and of a scan of a small cluster, each relative to an empty Node process. */
export async function* startUpFigures(rounds: number): AsyncGenerator<Figure> {
  const world = await startWorld(filledWorld());
  try {
    // With CI set, compiled code is not kept.
    const env = { ...world.env, CI: undefined };
    const scanArgs = [built, 'scan', '--cluster', 'prod'];
    const empty: Command = { args: ['-e', '0'], env };
    const version: Command = { args: [built, '--version'], env };
    const demo: Command = { args: [built, 'demo', '--fail-on', 'never'], env };
    const scan: Command = { args: scanArgs, env };
    const walls = await interleaved(rounds, {
      empty: () => measureWallTime(empty),
      version: () => measureWallTime(version),
      demo: () => measureWallTime(demo),
      request: () => measureTimeToFirstRequest(scan),
      scan: () => measureWallTime(scan),
      emptyCpu: async () => (await measureUsage(empty)).cpu,
      scanCpu: async () => (await measureUsage(scan)).cpu,
    });
    const ratio = (name: keyof typeof walls): Pick<Figure, 'value' | 'unit' | 'wall'> => ({
      value: walls[name].median / walls.empty.median,
      unit: 'times the floor',
      wall: walls[name],
    });
    yield { name: '`node -e 0`, the floor', ...ratio('empty'), memory: await measureMedianPeakMemory(empty) };
    yield { name: '`--version`', ...ratio('version'), goal: 2, memory: await measureMedianPeakMemory(version) };
    yield { name: '`demo`', ...ratio('demo'), goal: 4, memory: await measureMedianPeakMemory(demo) };
    yield { name: "`scan` to its first request's arrival", ...ratio('request'), goal: 2.5 };
    yield {
      name: `\`scan\`, whole, ${nodeCount} nodes and ${podCount} pods`,
      ...ratio('scan'),
      goal: 16,
      memory: await measureMedianPeakMemory(scan),
    };
    yield {
      name: 'the same, CPU time',
      value: walls.scanCpu.median / walls.emptyCpu.median,
      unit: 'times the floor',
      wall: walls.scanCpu,
    };
  } finally {
    await world.close();
  }
}

async function measureMedianPeakMemory(command: Command): Promise<number> {
  const samples: number[] = [];
  for (let run = 0; run < 3; run++) samples.push(await measurePeakMemory(command));
  return toSpread(samples).median;
}

/** How many seconds longer a scan takes if the API server accepts connections but never answers: one round. */
export async function silentServerFigure(): Promise<Figure> {
  const world = healthyWorld();
  const running = await startWorld(world);
  try {
    const scan: Command = { args: [built, 'scan', '--cluster', 'prod', '--fail-on', 'never'], env: running.env };
    const walls = await interleaved(
      1,
      {
        answering() {
          world.faults = [];
          return measureWallTime(scan);
        },
        silent() {
          world.faults = [{ on: 'kube', does: 'silent' }];
          return measureWallTime(scan);
        },
      },
      0,
    );
    return {
      name: '`scan` where the API server never answers, more than where it does',
      value: (walls.silent.median - walls.answering.median) / 1000,
      unit: 's',
      goal: 5.5,
      wall: walls.silent,
      note: 'one round; the probe waits 5 s, once for all facts',
    };
  } finally {
    await running.close();
  }
}
