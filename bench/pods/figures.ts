import { build } from 'esbuild';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatCount } from '../../src/syntax/english.ts';
import { measureUsage, toSpreadBy, type Run } from '../command.ts';
import type { Figure } from '../figure.ts';
import { inTurns } from '../rounds.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const gzipRounds = 1;

/** Sizes of a cluster between which the cost of one more pod must stay the same; the largest is `pods`. */
const smaller = [10_000, 80_000] as const;

const titles = {
  parsed: '`node:http` and `JSON.parse`, the floor',
  download: 'download alone',
  typed: "client-node's typed list",
  collection: 'our collection',
} as const;
type Method = keyof typeof titles;

/**
 * The cost of reading `pods` pods, relative to a bare client that requests and parses the same pages, uncompressed and
 * with gzip; and whether one more pod costs as much in a large cluster as in a small one. All clients run as separate
 * processes, startup included.
 * @param hasOthers whether to measure the bare download and client-node's list, too
 */
export async function* podFigures(pods: number, rounds: number, hasOthers: boolean): AsyncGenerator<Figure> {
  const files = { bare: await buildBundle('readers'), ours: await buildBundle('collection') };
  const servers = await Promise.all([...smaller, pods].map(startServer));
  const [few, some, all] = servers;
  if (few === undefined || some === undefined || all === undefined) throw new Error('a server is missing');
  try {
    const what = (kind: string): string => `${pods} pods, ${Math.round(all.bytes / 1e6)} MB ${kind}`;
    const plain = readers(files, all, '/plain');
    const runs = await inTurns(
      rounds,
      {
        ...plain.goals,
        few: readers(files, few, '/plain').goals.collection,
        some: readers(files, some, '/plain').goals.collection,
      },
      0,
    );
    yield* compare(what('plain'), runs);
    yield growthFigure(pods, runs);
    if (hasOthers) yield* compare(what('plain'), { ...(await inTurns(1, plain.others, 0)), parsed: runs.parsed });
    const gzip = await inTurns(Math.min(rounds, gzipRounds), readers(files, all, '').goals, 0);
    yield* compare(what('gzip'), gzip);
  } finally {
    for (const { end } of servers) end();
  }
}

interface Server {
  url: string;
  pods: number;
  /** The size of all its pages, uncompressed. */
  bytes: number;
  end(): void;
}

async function startServer(pods: number): Promise<Server> {
  const child = fork(script('server.ts'), [String(pods)], { execArgv: ['--import', 'tsx'] });
  const [{ port, bytes }] = (await once(child, 'message')) as [{ port: number; bytes: number }];
  return { url: `http://127.0.0.1:${port}`, pods, bytes, end: () => child.kill() };
}

/** Measures of the clients at one server: those of the goals, and the others. */
function readers(files: Record<'bare' | 'ours', string>, { url, pods }: Server, under: string) {
  const reads =
    (file: string, ...args: string[]) =>
    () =>
      measureUsage({ args: [file, ...args, `${url}${under}`], env: process.env, prints: String(pods) });
  return {
    goals: { parsed: reads(files.bare, 'parsed'), collection: reads(files.ours) },
    others: { download: reads(files.bare, 'download'), typed: reads(files.bare, 'typed') },
  };
}

/** A row for each method, relative to the floor; without our collection, the row of the floor was printed before. */
function* compare(what: string, runs: Partial<Record<Method, Run[]>> & { parsed: Run[] }): Generator<Figure> {
  const ratio = (own: readonly Run[], measure: 'wall' | 'cpu'): number =>
    toSpreadBy(own, measure).median / toSpreadBy(runs.parsed, measure).median;
  for (const method of Object.keys(titles) as Method[]) {
    const own = runs[method];
    if (own === undefined || (method === 'parsed' && runs.collection === undefined)) continue;
    const memory = toSpreadBy(own, 'memory').median;
    yield {
      name: `${what}: ${titles[method]}`,
      value: ratio(own, 'wall'),
      unit: 'times the floor',
      goal: method === 'collection' ? 0.4 : undefined,
      wall: toSpreadBy(own, 'wall'),
      memory,
      note: `CPU ${ratio(own, 'cpu').toFixed(2)} times the floor; ${formatCount(own.length, 'round')}`,
    };
    if (method === 'collection') yield { name: `${what}: its peak memory`, value: memory, unit: 'MB', goal: 200 };
  }
}

/** CPU time for 1,000 more pods in the upper range of sizes, relative to the lower range. */
function growthFigure(pods: number, runs: Record<'few' | 'some' | 'collection', Run[]>): Figure {
  const [few, some] = smaller;
  const [atFew, atSome, atAll] = [runs.few, runs.some, runs.collection].map((own) => toSpreadBy(own, 'cpu').median);
  const below = ((atSome ?? NaN) - (atFew ?? NaN)) / (some - few);
  const above = ((atAll ?? NaN) - (atSome ?? NaN)) / (pods - some);
  return {
    name: `CPU for 1,000 more pods, ${some} to ${pods} beside ${few} to ${some}`,
    value: above / below,
    unit: 'times as long',
    goal: 1.2,
    note: `${(above * 1000).toFixed(1)} ms beside ${(below * 1000).toFixed(1)} ms; ${formatCount(runs.few.length, 'round')}`,
  };
}

/** Bundles our collection as the command is bundled, or the clients to compare, including all of client-node. */
export async function buildBundle(name: 'readers' | 'collection'): Promise<string> {
  const entry = `bench/pods/${name}.ts`;
  const out = path.join('.cache', `bench-${name}`);
  const outfile = path.join(root, out, 'cli.js');
  if (name === 'collection') {
    await run('npx', ['tsx', 'scripts/build.ts', '--entry', entry, '--out', out], { cwd: root });
    return outfile;
  }
  const banner = { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" };
  const alias = { undici: './bench/pods/built-in-undici.ts' };
  const mainFields = ['module', 'main'];
  const shape = { bundle: true, platform: 'node', format: 'esm' } as const;
  await build({
    ...shape,
    mainFields,
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    banner,
    alias,
    logLevel: 'error',
  });
  return outfile;
}
