import { formatCount } from '../../src/syntax/english.ts';
import { runProcess } from '../../test/world/run.ts';
import { built, measureUsage, toSpreadBy, type Command, type Run } from '../command.ts';
import type { Figure } from '../figure.ts';
import { startRecordedWorld, type RecordedWorld, type SentCounts } from '../karpenter/recorded.ts';
import { inTurns } from '../rounds.ts';
import { rollingPods, rollingWorld } from './world.ts';

/** A look at the cluster, by the number of nodes that leave. */
interface Look {
  leaving: number;
  state: string;
  goal: number;
}

const goal = 0.5;
const looks: readonly Look[] = [
  { leaving: 12, state: 'running', goal },
  { leaving: 0, state: 'idle', goal },
  { leaving: 40, state: 'running', goal },
];

/** The cost of `status` relative to a scan of the same cluster: CPU time, memory and requests. */
export async function* statusFigures(pods: number, rounds: number): AsyncGenerator<Figure> {
  const all = rollingPods(pods);
  const world = rollingWorld(all, 0);
  const running = await startRecordedWorld(world);
  try {
    for (const look of looks) {
      Object.assign(world, rollingWorld(all, look.leaving));
      // All looks have the same pods, whose answers take longest to build.
      running.forget('/api/v1/pods');
      yield* compare(running, look, pods, rounds);
    }
  } finally {
    await running.close();
  }
}

async function* compare(world: RecordedWorld, look: Look, pods: number, rounds: number): AsyncGenerator<Figure> {
  const status = await runCounted(world, ['status', 'prod', '--format', 'json']);
  requireState(status.stdout, look);
  const scan = await runCounted(world, ['scan', '--cluster', 'prod', '--fail-on', 'never']);
  const command = (code: number, ...args: string[]): Command => ({ args: [built, ...args], env: world.env, code });
  const [looking, scanning] = [
    command(status.code, 'status', 'prod'),
    command(0, 'scan', '--cluster', 'prod', '--fail-on', 'never'),
  ];
  const subjects = { scan: () => measureUsage(scanning), status: () => measureUsage(looking) };
  const runs = await inTurns(rounds, subjects, 0);
  const where = `${pods} pods, ${formatCount(look.leaving, 'cordoned node')}`;
  yield toUsage(`\`scan\`, ${where}`, runs.scan, runs.scan);
  yield { ...toUsage(`\`status\`, ${where}`, runs.status, runs.scan), goal: look.goal };
  for (const [to, name] of [
    ['kube', 'Kubernetes'],
    ['aws', 'AWS'],
  ] as const)
    yield {
      name: `its requests to ${name}`,
      value: status.sent[to] / scan.sent[to],
      unit: 'times the floor',
      goal: look.goal,
      note: `${status.sent[to]}; \`scan\` ${scan.sent[to]}`,
    };
}

interface Counted {
  stdout: string;
  code: number;
  sent: SentCounts;
}

/** Runs a command for its requests. It also records the answers, so no other run has to warm up. */
async function runCounted(world: RecordedWorld, args: readonly string[]): Promise<Counted> {
  const before = world.sent();
  const { stdout, code } = await runProcess(args, { env: world.env });
  const after = world.sent();
  if (code === null) throw new Error(`${args.join(' ')} was killed`);
  return { stdout, code, sent: { aws: after.aws - before.aws, kube: after.kube - before.kube } };
}

/** @throws Error if the look shows another state, or not all: then its cost means nothing */
function requireState(stdout: string, { state }: Look): void {
  const shown = JSON.parse(stdout) as { state: string; unseen: unknown[] };
  if (shown.state !== state || shown.unseen.length > 0)
    throw new Error(`status shows ${shown.state}, not ${state}; unseen: ${JSON.stringify(shown.unseen)}`);
}

function toUsage(name: string, runs: readonly Run[], floor: readonly Run[]): Figure {
  const [cpu, memory] = [toSpreadBy(runs, 'cpu'), toSpreadBy(runs, 'memory').median];
  const ratio = memory / toSpreadBy(floor, 'memory').median;
  return {
    name,
    value: cpu.median / toSpreadBy(floor, 'cpu').median,
    unit: 'times the floor',
    wall: cpu,
    memory,
    note: `CPU, user and system; memory ${ratio.toFixed(2)} times; ${formatCount(runs.length, 'round')}`,
  };
}
