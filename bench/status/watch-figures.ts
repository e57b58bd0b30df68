import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figure } from '../figure.ts';
import { startRecordedWorld, type RecordedWorld } from '../karpenter/recorded.ts';
import { toSpread } from '../rounds.ts';
import type { LookUsage } from './played-watch.ts';
import { rollingPods, rollingWorld } from './world.ts';

const program = fileURLToPath(new URL('played-watch.ts', import.meta.url));
const run = promisify(execFile);
const nodes = 2_000;
const leaving = 12;
/** Until then, the program loads what it needs, and the engine compiles it. */
const warmLooks = 10;

/** The cost of the later looks of a watch, relative to the first one, and what the heap keeps of them. */
export async function* watchFigures(looks: number): AsyncGenerator<Figure> {
  const world = await startRecordedWorld(rollingWorld(rollingPods(30_000), leaving, nodes));
  try {
    // The first run also records the answers.
    await play(world, 1);
    const one = await play(world, 1);
    const { used, sent } = await play(world, looks);
    const [first, ...later] = used;
    if (first === undefined || later.length !== looks - 1)
      throw new Error(`the watch ended after ${used.length} looks`);
    const cpu = toSpread(later.map((look) => look.cpu));
    const where = `${nodes} nodes, ${leaving} cordoned, looks 2 to ${looks}`;
    yield {
      name: `a look of \`status --watch\`, ${where}`,
      value: cpu.median / first.cpu,
      unit: 'times the floor',
      goal: 0.5,
      wall: cpu,
      note: `CPU beside that of the first look, ${first.cpu.toFixed(0)} ms, which also loads the program from its sources`,
    };
    const [early, late] = [later.slice(0, later.length / 2), later.slice(later.length / 2)];
    yield {
      name: 'the second half of these looks, beside the first half',
      value: medianCpu(late) / medianCpu(early),
      unit: 'times the floor',
      goal: 1.1,
      note: 'CPU',
    };
    for (const to of ['kube', 'aws'] as const) {
      const each = (sent[to] - one.sent[to]) / (looks - 1);
      yield {
        name: `its requests to ${to === 'kube' ? 'Kubernetes' : 'AWS'}`,
        value: each / one.sent[to],
        unit: 'times the floor',
        goal: 1,
        note: `${each.toFixed(1)} a look; the first has ${one.sent[to]}`,
      };
    }
    const warm = used[Math.min(warmLooks, looks) - 1]?.heap ?? NaN;
    const last = used.at(-1)?.heap ?? NaN;
    yield {
      name: `the heap after look ${looks}, beside look ${Math.min(warmLooks, looks)}`,
      value: last / warm,
      unit: 'times the floor',
      goal: 1.1,
      note: `${last.toFixed(1)} MB, after a collection`,
    };
  } finally {
    await world.close();
  }
}

function medianCpu(looks: readonly LookUsage[]): number {
  return toSpread(looks.map(({ cpu }) => cpu)).median;
}

async function play(
  world: RecordedWorld,
  looks: number,
): Promise<{ used: readonly LookUsage[]; sent: { kube: number; aws: number } }> {
  const before = world.sent();
  const args = ['--expose-gc', '--import', 'tsx', program, String(looks)];
  const { stdout } = await run(process.execPath, args, { env: world.env, maxBuffer: 16 * 1024 * 1024 });
  const after = world.sent();
  return {
    used: JSON.parse(stdout) as LookUsage[],
    sent: { kube: after.kube - before.kube, aws: after.aws - before.aws },
  };
}
