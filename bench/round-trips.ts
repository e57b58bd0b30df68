import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { checks } from '../checks/index.ts';
import { collectors } from '../src/collectors/index.ts';
import { neededPermissions } from '../src/commands/permissions/needed.ts';
import { permissionText } from '../src/facts/reason.ts';
import { formatCount } from '../src/syntax/english.ts';
import { healthyWorld } from '../test/world/healthy.ts';
import { karpenterMatrixWorld } from '../test/world/karpenter-matrix-world.ts';
import { startWorld, type RunningWorld } from '../test/world/run.ts';
import type { Fault, World } from '../test/world/world.ts';
import { built, measureWallTime, type Command } from './command.ts';
import { criticalPath, pathText, timedCall, inferWaits, type TimedCall, type Waits } from './critical-path.ts';
import type { Figure } from './figure.ts';
import { interleaved } from './rounds.ts';

const scanArgs = [built, 'scan', '--cluster', 'prod', '--fail-on', 'never'];

/** Far longer than the command's own work between two calls, so that only the delays decide the order of calls. */
const longDelay = 250;
const shortDelay = 100;

/** A world to scan, and the maximum length of its chains of dependent calls. */
interface Subject {
  name: string;
  world: () => World;
  goals: { aws: number; kube: number };
}

/** 30 calls to Kubernetes share six connections, and four small lists are read at a time (`list-turns.ts`). */
export const withoutKarpenter: Subject = { name: 'without Karpenter', world: healthyWorld, goals: { aws: 6, kube: 7 } };

/** The world has Karpenter's controller, role, node classes and what they select, CRDs, NodePools and NodeClaims. */
export const withKarpenter: Subject = {
  name: 'with Karpenter',
  world: karpenterMatrixWorld,
  goals: { aws: 9, kube: 9 },
};

/**
 * How many answers a scan of a small cluster waits for one after another, from the records and from the clock. Returns
 * the formatted critical path, with a delay on all calls to AWS and to Kubernetes.
 */
export async function* roundTripFigures(rounds: number, subject: Subject): AsyncGenerator<Figure, string> {
  const world = inOnePage(subject.world());
  const running = await startWorld(world);
  try {
    const slow = (delay: number, ...sides: readonly ('aws' | 'kube')[]) => {
      world.faults = sides.map((on): Fault => ({ on, does: { delay } }));
    };
    const command: Command = { args: scanArgs, env: running.env };
    const timed = (delay: number, ...sides: readonly ('aws' | 'kube')[]) => {
      slow(delay, ...sides);
      return measureWallTime(command);
    };
    const walls = await interleaved(
      rounds,
      {
        none: () => timed(0),
        both: () => timed(shortDelay, 'aws', 'kube'),
        aws: () => timed(longDelay, 'aws'),
        awsTwice: () => timed(2 * longDelay, 'aws'),
        kube: () => timed(longDelay, 'kube'),
        kubeTwice: () => timed(2 * longDelay, 'kube'),
      },
      0,
    );
    const waits = await learnWaits(world, running);
    const measureDepth = async (side: 'aws' | 'kube', name: string, goal: number): Promise<Figure> => {
      slow(longDelay, side);
      const calls = (await recordedCalls(running)).filter(({ source }) => source === side);
      const recorded = criticalPath(calls, waits).length;
      const byClock = (walls[`${side}Twice`].median - walls[side].median) / longDelay;
      const note = `${calls.length} calls; by the records ${recorded}, by the clock ${byClock.toFixed(1)}; ${formatCount(rounds, 'round')}`;
      return { name, value: Math.max(recorded, Math.round(byClock)), unit: 'round trips', goal, note };
    };
    const { name, goals } = subject;
    yield await measureDepth('aws', `Depth of the calls to AWS, ${name}`, goals.aws);
    yield await measureDepth('kube', `Depth of the calls to Kubernetes, ${name}`, goals.kube);
    yield {
      name: `What ${shortDelay} ms more on every answer cost the whole scan, ${name}`,
      value: (walls.both.median - walls.none.median) / shortDelay,
      unit: 'round trips',
      wall: walls.both,
      note: `${walls.none.median.toFixed(0)} ms without; the command's own work hides a part of the waiting`,
    };
    slow(shortDelay, 'aws', 'kube');
    return pathText(criticalPath(await recordedCalls(running), waits));
  } finally {
    await running.close();
  }
}

function inOnePage(world: World): World {
  return { ...world, aws: { ...world.aws, pageSize: 100 }, kube: { ...world.kube, pageSize: 500 } };
}

/**
 * Records runs with different slow calls, so that for any two calls there is a run in which only the first is slow:
 * each run slows the calls whose number has a certain bit, or those whose number lacks it.
 */
async function learnWaits(world: World, running: RunningWorld): Promise<Waits> {
  const permissions = ['/version: get', ...neededPermissions(collectors, checks).map(permissionText)];
  const bits = Math.ceil(Math.log2(permissions.length));
  const runs: TimedCall[][] = [];
  for (let run = 0; run < 2 * bits; run++) {
    const isSlow = (index: number): boolean => ((index >> (run % bits)) & 1) === (run < bits ? 1 : 0);
    const slow = permissions.filter((_, index) => isSlow(index));
    world.faults = ['aws', 'kube', ...slow].map((on) => ({ on, does: { delay: shortDelay } }));
    runs.push(await recordedCalls(running));
  }
  return inferWaits(runs);
}

/**
 * Runs the scan once and reads its calls.
 * @throws Error if the command and the world do not report the same number of calls
 */
async function recordedCalls(running: RunningWorld): Promise<TimedCall[]> {
  const before = running.calls.length + running.requests.length;
  const calls = await new Promise<TimedCall[]>((resolve, reject) => {
    const found: TimedCall[] = [];
    const started = performance.now();
    const child = spawn(process.execPath, [...scanArgs, '--verbose'], {
      env: running.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      const call = timedCall(line, performance.now() - started);
      if (call !== undefined) found.push(call);
    });
    child.on('error', reject);
    child.on('close', () => resolve(found));
  });
  const arrived = running.calls.length + running.requests.length - before;
  if (arrived !== calls.length) throw new Error(`the command reports ${calls.length} calls, ${arrived} arrived`);
  return calls;
}
