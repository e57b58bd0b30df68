/**
 * `npm run bench -- [NAME...] [options]`: runs benchmarks by name. Without a name, those of the command, which take less
 * than 10 minutes; the names and what they measure are in docs/performance.md. The options are those of the benchmark.
 */
import { spawnSync } from 'node:child_process';

const command = 'bench/index.ts';

/** The file of each benchmark. */
const files: Readonly<Record<string, string>> = {
  'start-up': command,
  judging: command,
  pods: command,
  karpenter: command,
  plugins: command,
  status: command,
  'round-trips': command,
  hostile: command,
  page: 'bench/page.ts',
  fleet: 'bench/fleet/index.ts',
  clusters: 'bench/clusters.ts',
  live: 'bench/live/index.ts',
  apis: 'bench/live/apis/index.ts',
  fairness: 'bench/live/fairness/index.ts',
  attacks: 'bench/attacks.ts',
  mutations: 'bench/mutations/index.ts',
};

/** These import sources, which Node 20 runs only without undici. */
const importers = [command, files['page'], files['fleet'], files['mutations']];

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith('-'));
const names = firstOption < 0 ? args : args.slice(0, firstOption);
const options = args.slice(names.length);

const unknown = names.filter((name) => !Object.hasOwn(files, name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; the names are ${Object.keys(files).join(', ')}`);
  process.exit(2);
}

const own = names.filter((name) => files[name] === command);
const others = names.filter((name) => files[name] !== command);
if (names.length === 0 || own.length > 0) run(command, own);
for (const name of others) run(files[name] ?? '', []);

function run(file: string, named: readonly string[]): void {
  const preload = importers.includes(file) ? ['--import', './scripts/undici-stub-hook.mjs'] : [];
  const { status } = spawnSync('tsx', [...preload, file, ...named, ...options], { stdio: 'inherit' });
  process.exitCode = Math.max(Number(process.exitCode ?? 0), status ?? 1);
}
