import { build } from 'esbuild';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measurePeakMemory, measureWallTime, type Command } from '../command.ts';
import type { Figure } from '../figure.ts';
import { interleaved } from '../rounds.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const memoryGoal = 300;

/**
 * The cost of reading `pods` pods, relative to a bare client that requests and parses the same pages, uncompressed and
 * with gzip. All clients run as separate processes, startup included.
 */
export async function podFigures(pods: number, rounds: number): Promise<Figure[]> {
  const clientsFile = await buildBundle('readers');
  const collection = await buildBundle('collection');
  const server = fork(script('server.ts'), [String(pods)], { execArgv: ['--import', 'tsx'] });
  try {
    const [{ port, bytes }] = (await once(server, 'message')) as [{ port: number; bytes: number }];
    const figures: Figure[] = [];
    for (const [kind, base] of [
      ['plain', `http://127.0.0.1:${port}/plain`],
      ['gzip', `http://127.0.0.1:${port}`],
    ] as const) {
      const command = (file: string, ...args: string[]): Command => ({ args: [file, ...args, base], env: process.env });
      const commands = {
        parsed: command(clientsFile, 'parsed'),
        download: command(clientsFile, 'download'),
        typed: command(clientsFile, 'typed'),
        collection: command(collection),
      };
      for (const one of Object.values(commands)) await mustRead(one, pods);
      figures.push(...(await compareMethods(commands, rounds, `${pods} pods, ${Math.round(bytes / 1e6)} MB ${kind}`)));
    }
    return figures;
  } finally {
    server.kill();
  }
}

const titles = {
  parsed: '`node:http` and `JSON.parse`, the floor',
  download: 'download alone',
  typed: "client-node's typed list",
  collection: 'our collection',
} as const;
type Method = keyof typeof titles;

async function compareMethods(commands: Record<Method, Command>, rounds: number, what: string): Promise<Figure[]> {
  const walls = await interleaved(rounds, {
    parsed: () => measureWallTime(commands.parsed),
    download: () => measureWallTime(commands.download),
    typed: () => measureWallTime(commands.typed),
    collection: () => measureWallTime(commands.collection),
  });
  const figures: Figure[] = [];
  for (const method of Object.keys(titles) as Method[]) {
    const memory = await measurePeakMemory(commands[method]);
    const figure = {
      name: `${what}: ${titles[method]}`,
      value: walls[method].median / walls.parsed.median,
      wall: walls[method],
    };
    const goal = method === 'collection' ? 1.3 : undefined;
    figures.push({ ...figure, unit: 'times the floor', goal, memory });
    if (method === 'collection')
      figures.push({ name: `${what}: its peak memory`, value: memory, unit: 'MB', goal: memoryGoal });
  }
  return figures;
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

export async function mustRead({ args, env }: Command, pods: number): Promise<void> {
  const { stdout } = await run(process.execPath, [...args], { env });
  if (Number(stdout) !== pods) throw new Error(`${args.join(' ')} read ${stdout.trim()} of ${pods} pods`);
}
