/**
 * `npm run bench -- live`: compares a whole scan of a large, real API server with the bare, uncompressed download of
 * the same pods, page by page. `--pods N` and `--nodes N` set the size of the cluster, `--rounds N` the number of
 * rounds. Exit code 1 if a goal is missed by more than a fifth.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { printedManifests } from '../../test/live/rbac.ts';
import { healthyLiveWorld } from '../../test/live/scan-worlds.ts';
import { startScannedCluster, type ScannedCluster } from '../../test/live/scanned-cluster.ts';
import { applyAll } from '../../test/live/seed.ts';
import { built, measurePeakMemory, measureWallTime, type Command } from '../command.ts';
import { buildFigureTable, compareToGoal, type Figure } from '../figure.ts';
import { buildBundle, mustRead } from '../pods/figures.ts';
import { interleaved } from '../rounds.ts';
import { fill } from './fill.ts';

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '30000' },
    nodes: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
});
const [pods, nodes, rounds] = [Number(values.pods), Number(values.nodes), Number(values.rounds)];

async function liveFigures(cluster: ScannedCluster): Promise<Figure[]> {
  const ca = path.join(cluster.folder, 'bench-ca.pem');
  await writeFile(ca, cluster.live.caPem);
  const authorization = `Bearer ${cluster.live.adminToken}`;
  const bareEnv = { ...process.env, NODE_EXTRA_CA_CERTS: ca, EKS_PREFLIGHT_BENCH_TOKEN: authorization };
  const clientsFile = await buildBundle('readers');
  const bare = (method: string): Command => ({ args: [clientsFile, method, cluster.live.url], env: bareEnv });
  const [download, parsed] = [bare('download'), bare('parsed')];
  const everything = (await cluster.live.admin('GET', '/api/v1/pods?limit=1')).body as {
    metadata: { remainingItemCount: number };
  };
  const count = everything.metadata.remainingItemCount + 1;
  for (const one of [download, parsed]) await mustRead(one, count);
  const scan: Command = { args: [built, 'scan', '--cluster', 'prod', '--fail-on', 'never'], env: cluster.env };
  const walls = await interleaved(rounds, {
    download: () => measureWallTime(download),
    parsed: () => measureWallTime(parsed),
    scan: () => measureWallTime(scan),
  });
  const figure = (name: string, method: keyof typeof walls): Figure => ({
    name,
    value: walls[method].median / walls.download.median,
    unit: 'times the floor',
    wall: walls[method],
  });
  const memory = await measurePeakMemory(scan);
  return [
    {
      ...figure(`download of ${count} pods in pages, the floor`, 'download'),
      memory: await measurePeakMemory(download),
    },
    { ...figure('the same with `JSON.parse`', 'parsed'), memory: await measurePeakMemory(parsed) },
    { ...figure(`\`scan\`, whole, ${nodes} nodes`, 'scan'), goal: 1.6, memory },
    { name: 'its peak memory', value: memory, unit: 'MB', goal: 250 },
  ];
}

const cluster = await startScannedCluster(healthyLiveWorld());
try {
  await applyAll(cluster.live, await printedManifests(cluster.env));
  const started = Date.now();
  await fill(cluster.live, { nodes, pods, deployments: Math.round(pods / 10), budgets: 100 });
  console.error(`filled in ${Math.round((Date.now() - started) / 1000)} s`);
  const figures = await liveFigures(cluster);
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, ${rounds} rounds\n\n${buildFigureTable(figures)}`,
  );
  process.exitCode = figures.some((one) => compareToGoal(one) === 'no') ? 1 : 0;
} finally {
  await cluster.close();
}
