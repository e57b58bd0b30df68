/**
 * `npm run bench -- fairness`: what a scan costs an API server and another client in the same priority level, whose
 * seats other requests occupy, for several page sizes. On three API servers: 1.24.17, and 1.34.1 that estimates lists
 * by the number of objects and by their size. `--seats N` sets the seats of the level, `--occupied N,N` how many
 * requests keep one, `--servers N,N` chooses API servers by their position. Prints each run as it is measured.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { KubernetesVersion } from '../../../test/live/binaries.ts';
import { healthyLiveWorld } from '../../../test/live/scan-worlds.ts';
import type { LiveCluster } from '../../../test/live/cluster.ts';
import { startScannedCluster, type ScannedCluster } from '../../../test/live/scanned-cluster.ts';
import { worldTls } from '../../../test/world/tls.ts';
import { fill } from '../fill.ts';
import type { Occupation } from './background.ts';
import type { Sent, Stream } from './competitor.ts';
import { createClients, createLevel, createWebhook, readTokens, readSeats } from './level.ts';
import { readSeries, subtract } from './metrics.ts';
import { buildTable, roundText, type Round } from './rows.ts';
import { buildSubjects, nothing, type Subject } from './subjects.ts';

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '20000' },
    nodes: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    seats: { type: 'string', default: '240' },
    occupied: { type: 'string', default: '225,260' },
    servers: { type: 'string', default: '0,1,2' },
  },
});
const [pods, nodes, rounds] = [Number(values.pods), Number(values.nodes), Number(values.rounds)];
const numbers = (list: string): number[] => list.split(',').map(Number);

const likeEks = { 'max-requests-inflight': 400, 'max-mutating-requests-inflight': 200 };
const bySize = (on: boolean) => ({ ...likeEks, 'feature-gates': `SizeBasedListCostEstimate=${on}` });
// The oldest first: it cannot read what a newer API server stored of priority and fairness.
const servers: { name: string; kubernetes: KubernetesVersion; flags: Record<string, string | number> }[] = [
  { name: '1.24.17', kubernetes: 'v1.24.17', flags: likeEks },
  { name: '1.34.1, by count', kubernetes: 'v1.34.1', flags: bySize(false) },
  { name: '1.34.1, by size', kubernetes: 'v1.34.1', flags: bySize(true) },
];

const forkHere = (name: string): ChildProcess =>
  fork(path.join(import.meta.dirname, name), { execArgv: ['--import', 'tsx'] });

async function measureServer(cluster: ScannedCluster, { name, kubernetes, flags }: (typeof servers)[number]) {
  const { live } = cluster;
  await live.restart(kubernetes, flags);
  const seats = await createLevel(live, Number(values.seats));
  const tokens = await readTokens(live);
  const reached = { url: live.url, ca: live.caPem, pods };
  const [background, competitor] = [forkHere('background.ts'), forkHere('competitor.ts')];
  try {
    const [port] = (await once(background, 'message')) as [number];
    await createWebhook(live, port, worldTls.ca);
    const subjects = await buildSubjects(cluster, { ...reached, token: tokens.scanner });
    for (const occupied of numbers(values.occupied)) {
      background.send({ ...reached, token: tokens.background, seats: occupied } satisfies Occupation);
      await untilOccupied(cluster, Math.min(occupied, seats));
      console.log(`\n## ${name}: ${seats} seats, ${occupied} requests that hold one each\n`);
      const stream: Stream = { ...reached, token: tokens.competitor };
      await measureSubjects(subjects, (subject) => measureRound(cluster, competitor, stream, subject));
    }
  } finally {
    background.kill();
    competitor.kill();
  }
}

/** In turns, every second round backwards; the first round only warms up. */
async function measureSubjects(
  subjects: Readonly<Record<string, Subject>>,
  measure: (subject: Subject) => Promise<Round>,
): Promise<void> {
  const measured = new Map<string, Round[]>(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    console.log(`round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
    const entries = Object.entries(subjects);
    for (const [name, subject] of round % 2 === 0 ? entries : entries.toReversed()) {
      const one = await measure(subject);
      console.log(roundText(name, one));
      if (round > 0) measured.get(name)?.push(one);
    }
  }
  console.log(`\n${buildTable(measured, measured.get(nothing) ?? [])}`);
}

async function measureRound(
  { live }: ScannedCluster,
  competitor: ChildProcess,
  stream: Stream,
  subject: Subject,
): Promise<Round> {
  await sleep(500);
  const before = await readSeries(live);
  const sampled = sampleSeats(live);
  const started = performance.now();
  competitor.send(stream);
  await subject();
  const wall = performance.now() - started;
  const answered = once(competitor, 'message') as Promise<[Sent[]]>;
  competitor.send('stop');
  const [sent] = await answered;
  const most = await sampled.end();
  return { wall, sent, ...most, series: subtract(await readSeries(live), before) };
}

function sampleSeats(live: LiveCluster) {
  let [ours, all] = [0, 0];
  const stop = new AbortController();
  const sampling = (async () => {
    while (!stop.signal.aborted) {
      const seats = await readSeats(live);
      [ours, all] = [Math.max(ours, seats.scanner), Math.max(all, seats.all)];
      await sleep(400);
    }
  })();
  return {
    async end() {
      stop.abort();
      await sampling;
      return { ours, all };
    },
  };
}

async function untilOccupied({ live }: ScannedCluster, seats: number): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if ((await readSeats(live)).all >= seats * 0.95) return;
    await sleep(500);
  }
  throw new Error(`only ${(await readSeats(live)).all} of ${seats} seats are occupied`);
}

const cluster = await startScannedCluster(healthyLiveWorld(), servers[0]?.kubernetes);
try {
  const started = Date.now();
  await fill(cluster.live, { nodes, pods, deployments: Math.round(pods / 10), budgets: 100 });
  await createClients(cluster.live);
  console.error(`filled in ${Math.round((Date.now() - started) / 1000)} s`);
  for (const index of numbers(values.servers)) {
    const server = servers[index];
    if (server !== undefined) await measureServer(cluster, server);
  }
} finally {
  await cluster.close();
}
