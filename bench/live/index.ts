/**
 * `npm run bench -- live`: compares a whole scan of a large, real API server with the bare, uncompressed download of
 * the same pods, page by page, and measures the CPU time of the API server. `--pods N` and `--nodes N` set the size of
 * the cluster, `--rounds N` the number of rounds. `--parent FOLDER` also scans with the command that is built in another
 * checkout, and compares. Exit code 1 if a goal is missed by more than a fifth.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printedManifests } from '../../test/live/rbac.ts';
import { healthyLiveWorld } from '../../test/live/scan-worlds.ts';
import { startScannedCluster, type ScannedCluster } from '../../test/live/scanned-cluster.ts';
import { applyAll } from '../../test/live/seed.ts';
import { built, measureUsage, toSpreadBy, type Command, type Run } from '../command.ts';
import { printFigures, type Figure } from '../figure.ts';
import { buildBundle } from '../pods/figures.ts';
import { inTurns } from '../rounds.ts';
import { fill } from './fill.ts';
import { serverCpu } from './server-cpu.ts';

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '30000' },
    nodes: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '7' },
    parent: { type: 'string' },
  },
});
const [pods, nodes, rounds] = [Number(values.pods), Number(values.nodes), Number(values.rounds)];

/** After a run, the API server still collects garbage and writes its audit log. */
const settlingMs = 500;

/** One run, and the CPU time of the API server for it, in ms. */
interface ServedRun extends Run {
  server: number;
}

async function* liveFigures(cluster: ScannedCluster): AsyncGenerator<Figure> {
  const { live, env } = cluster;
  const { bare, count } = await prepareClients(cluster);
  const scan = (cli: string): Command => ({ args: [cli, 'scan', '--cluster', 'prod', '--fail-on', 'never'], env });
  const measured = (command: Command) => async (): Promise<ServedRun> => {
    const before = serverCpu(live.url);
    const run = await measureUsage(command);
    await wait(settlingMs);
    return { ...run, server: serverCpu(live.url) - before };
  };
  const parent = values.parent === undefined ? undefined : path.resolve(values.parent, 'dist/cli.js');
  const subjects = {
    download: measured(bare('download')),
    parsed: measured(bare('parsed')),
    scan: measured(scan(built)),
  };
  const runs =
    parent === undefined
      ? { ...(await inTurns(rounds, subjects)), parent: undefined }
      : await inTurns(rounds, { ...subjects, parent: measured(scan(parent)) });
  yield* compareToDownload(runs, count);
  if (runs.parent !== undefined) yield* compareToParent(runs.scan, runs.parent);
}

/** Clients that only read the pods, and how many pods they must read. */
async function prepareClients({ folder, live }: ScannedCluster) {
  const ca = path.join(folder, 'bench-ca.pem');
  await writeFile(ca, live.caPem);
  const authorization = `Bearer ${live.adminToken}`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca, EKS_PREFLIGHT_BENCH_TOKEN: authorization };
  const clientsFile = await buildBundle('readers');
  const everything = (await live.admin('GET', '/api/v1/pods?limit=1')).body as {
    metadata: { remainingItemCount: number };
  };
  const count = everything.metadata.remainingItemCount + 1;
  const bare = (method: string): Command => ({ args: [clientsFile, method, live.url], env, prints: String(count) });
  return { bare, count };
}

function* compareToDownload(
  runs: Record<'download' | 'parsed' | 'scan', ServedRun[]>,
  count: number,
): Generator<Figure> {
  const floor = toSpreadBy(runs.download, 'wall').median;
  const figure = (name: string, own: readonly ServedRun[]): Figure => ({
    name,
    value: toSpreadBy(own, 'wall').median / floor,
    unit: 'times the floor',
    wall: toSpreadBy(own, 'wall'),
    memory: toSpreadBy(own, 'memory').median,
    note: `CPU ${seconds(toSpreadBy(own, 'cpu').median)} s, of the API server ${seconds(meanOfServer(own))} s`,
  });
  yield figure(`download of ${count} pods in pages, the floor`, runs.download);
  yield figure('the same with `JSON.parse`', runs.parsed);
  yield { ...figure(`\`scan\`, whole, ${nodes} nodes`, runs.scan), goal: 0.85 };
  yield { name: 'its peak memory', value: toSpreadBy(runs.scan, 'memory').median, unit: 'MB', goal: 160 };
}

function* compareToParent(scan: readonly ServedRun[], parent: readonly ServedRun[]): Generator<Figure> {
  const times = (name: string, measure: (runs: readonly ServedRun[]) => number): Figure => ({
    name: `${name}, beside the parent's`,
    value: measure(scan) / measure(parent),
    unit: 'times as long',
    note: `${seconds(measure(scan))} s beside ${seconds(measure(parent))} s`,
  });
  yield { ...times('CPU of the API server for a scan, mean', meanOfServer), goal: 0.7 };
  yield times('CPU of the scan', (runs) => toSpreadBy(runs, 'cpu').median);
  yield times('the scan', (runs) => toSpreadBy(runs, 'wall').median);
}

/** The mean: now and then a run also pays for the garbage of an earlier one, which doubles its time. */
function meanOfServer(runs: readonly ServedRun[]): number {
  return runs.reduce((sum, { server }) => sum + server, 0) / runs.length;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

const cluster = await startScannedCluster(healthyLiveWorld());
try {
  await applyAll(cluster.live, await printedManifests(cluster.env));
  const started = Date.now();
  await fill(cluster.live, { nodes, pods, deployments: Math.round(pods / 10), budgets: 100 });
  console.error(`filled in ${Math.round((Date.now() - started) / 1000)} s`);
  const load = loadavg()[0]?.toFixed(1) ?? '';
  console.log(`Node ${process.version}, ${availableParallelism()} cores, load ${load}, ${rounds} rounds\n`);
  await printFigures(liveFigures(cluster));
} finally {
  await cluster.close();
}
