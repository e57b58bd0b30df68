/**
 * `npm run bench -- clusters`: what one more cluster of an account costs, and how long the scan of many takes if AWS
 * throttles it, relative to the time that the limit itself requires, or to that of the same scan without a limit if it is
 * longer (on a busy machine). `--clusters N` sets the number of clusters,
 * `--parallel N` how many are scanned at the same time, `--burst N` and `--per-second N` the limit of each action. Exit
 * code 1 if a goal is missed by more than a fifth.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Fleet } from '../src/report/fleet/schema.ts';
import type { RecordedCall } from '../test/world/aws-endpoint.ts';
import { healthyWorld } from '../test/world/healthy.ts';
import { manyClusters } from '../test/world/many-clusters.ts';
import { runProcess, startWorld } from '../test/world/run.ts';
import type { Usage } from './command.ts';
import { printFigures, type Figure } from './figure.ts';
import { toSpread } from './rounds.ts';

const { values } = parseArgs({
  options: {
    clusters: { type: 'string', default: '60' },
    parallel: { type: 'string', default: '4' },
    burst: { type: 'string', default: '10' },
    'per-second': { type: 'string', default: '2' },
  },
});
const count = Number(values.clusters);
const rate = { burst: Number(values.burst), perSecond: Number(values['per-second']) };
const preload = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** One run: what it took, and the clusters that are not ready. */
interface Run {
  /** Seconds. */
  wall: number;
  calls: readonly RecordedCall[];
  kube: number;
  parent: Usage;
  scans: Usage[];
  notReady: string[];
}

/** Scans the clusters of a new world, all of which are ready if everything is read. */
async function scanClusters(clusters: number, rates?: { aws: typeof rate }): Promise<Run> {
  const { aws, ...world } = manyClusters(healthyWorld(), clusters);
  const running = await startWorld({ ...world, aws: rates === undefined ? aws : { ...aws, rates } });
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-bench-'));
  const env = {
    ...running.env,
    NODE_OPTIONS: `${running.env['NODE_OPTIONS'] ?? ''} --require "${preload}"`,
    EKS_PREFLIGHT_BENCH_USAGE: `${folder}/%p`,
  };
  const args = ['scan', '--all-clusters', '--region', world.region, '--parallel', values.parallel, '--format', 'json'];
  try {
    const started = performance.now();
    const { stdout, stderr } = await runProcess(args, { env, cwd: running.folder });
    const wall = (performance.now() - started) / 1000;
    if (!stdout.startsWith('{')) throw new Error(stderr);
    const rows = (JSON.parse(stdout) as Fleet).clusters;
    const usages = await readUsages(folder);
    const parent = usages.find(({ args: own }) => own.includes('--all-clusters'));
    if (parent === undefined || rows.length !== clusters) throw new Error(`${rows.length} of ${clusters} clusters`);
    return {
      wall,
      calls: [...running.calls],
      kube: running.requests.length,
      parent,
      scans: usages.filter((one) => one !== parent),
      notReady: rows.flatMap(({ name, status, reason, first }) =>
        status === 'ready' ? [] : [`${name} ${status}: ${reason ?? first.map(({ title }) => title).join('; ')}`],
      ),
    };
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readUsages(folder: string): Promise<(Usage & { args: string[] })[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.map((text) => {
    const { memory, ...usage } = JSON.parse(text) as Usage & { args: string[] };
    return { ...usage, memory: memory / 1024 };
  });
}

/** The action that AWS answered most often. */
function mostCalled(calls: readonly RecordedCall[]): { action: string; answered: number } {
  const counts = new Map<string, number>();
  for (const { action, throttled } of calls)
    if (throttled === undefined) counts.set(action, (counts.get(action) ?? 0) + 1);
  const [[action, answered] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { action, answered };
}

const median = (usages: readonly Usage[], of: keyof Usage): number => toSpread(usages.map((one) => one[of])).median;

const notReady: string[] = [];

async function* clusterFigures(): AsyncGenerator<Figure> {
  const one = await scanClusters(1);
  yield {
    name: 'one cluster',
    value: one.wall,
    unit: 's',
    note: `${one.calls.length} requests to AWS, ${one.kube} to Kubernetes`,
  };
  const many = await scanClusters(count);
  yield* oneMoreCluster(one, many);
  const throttled = await scanClusters(count, { aws: rate });
  const { action, answered } = mostCalled(throttled.calls);
  const floor = (answered - rate.burst) / rate.perSecond;
  const refused = throttled.calls.filter((call) => call.throttled === true).length;
  yield {
    name: `${count} clusters that AWS throttles`,
    value: throttled.wall / Math.max(floor, many.wall),
    unit: 'times the limit',
    goal: 1.3,
    memory: throttled.parent.memory,
    note: `${throttled.wall.toFixed(0)} s; ${answered} answers to ${action} need ${floor.toFixed(0)} s; ${refused} of ${throttled.calls.length} requests throttled`,
  };
  yield { name: 'clusters of them that are not ready', value: throttled.notReady.length, unit: 'clusters', goal: 0 };
  notReady.push(...many.notReady, ...throttled.notReady);
}

function* oneMoreCluster(one: Run, many: Run): Generator<Figure> {
  const perCluster = (read: (run: Run) => number): number => (read(many) - read(one)) / (count - 1);
  yield {
    name: `${count} clusters`,
    value: many.wall,
    unit: 's',
    memory: many.parent.memory,
    note: 'peak of the first process',
  };
  yield { name: 'one more cluster', value: perCluster(({ wall }) => wall), unit: 's' };
  yield { name: 'its requests to AWS', value: perCluster(({ calls }) => calls.length), unit: 'requests' };
  yield { name: 'its requests to Kubernetes', value: perCluster(({ kube }) => kube), unit: 'requests' };
  yield { name: 'its CPU time', value: median(many.scans, 'cpu') / 1000, unit: 's' };
  yield { name: 'its peak memory while it is scanned', value: median(many.scans, 'memory'), unit: 'MB' };
  yield {
    name: 'its memory in the first process',
    value: perCluster(({ parent }) => parent.memory),
    unit: 'MB',
    note: 'peaks, including garbage',
  };
}

const limit = `each action ${rate.burst} at once, ${rate.perSecond} per second`;
console.log(
  `Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1) ?? ''}; --parallel ${values.parallel}; ${limit}\n`,
);
await printFigures(clusterFigures());
for (const line of notReady) console.log(line);
