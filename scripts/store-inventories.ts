/**
 * Stores the inventories that `test/e2e/inventories.test.ts` replays: `npx tsx scripts/store-inventories.ts [NAME...]`.
 * The built command scans each scenario's running world over real sockets; values that differ between runs are
 * normalized. Build first (`npm run build`), and build again after storing `demo`: the command contains that inventory.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { storedFolder, storedInventory } from '../test/world/stored.ts';
import { storedReport } from '../test/report/stored-report.ts';
import type { Outcome } from '../test/world/outcome.ts';
import { runProcess, startWorld, worldsClock } from '../test/world/run.ts';
import { scenarios, type Scenario } from '../test/world/scenarios/index.ts';

/** The `takenAt` of every stored inventory, instead of the actual time. */
export const takenAt = '2026-11-20T12:00:00.000Z';

/** Runs the command: the built one, unless a test passes another. */
type Run = (args: readonly string[], place: { env: NodeJS.ProcessEnv; cwd: string }) => Promise<Outcome>;

/** Scans a scenario's running world. Returns the inventory as text, taken at {@link takenAt}. */
export async function takeInventory(
  { world, options }: Scenario,
  run: Run = runProcess,
): Promise<{ inventory: string; scan: Outcome }> {
  const running = await startWorld(world());
  try {
    const file = path.join(running.folder, 'inventory.json');
    const args = ['scan', '--cluster', 'prod', ...options, '--format', 'json', '--save-inventory', file];
    const scan = await run(args, { env: running.env, cwd: running.folder });
    if (scan.code === null || scan.code === 3) throw new Error(scan.stderr);
    const text = await readFile(file, 'utf8');
    return { inventory: text.replace(/"takenAt": "[^"]+"/, `"takenAt": "${takenAt}"`), scan };
  } finally {
    await running.close();
  }
}

/** Scans a stored inventory; the text report has 80 columns by default. */
export function replay(
  name: string,
  { options }: Scenario,
  more: readonly string[] = [],
  { columns = 80, run = runProcess }: { columns?: number; run?: Run } = {},
): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], COLUMNS: `${columns}`, NODE_OPTIONS: worldsClock };
  return run(['scan', '--inventory', storedInventory(name), ...options, ...more], {
    env,
    cwd: storedFolder,
  });
}

async function store(name: string): Promise<void> {
  const scenario = scenarios[name];
  if (scenario === undefined) throw new Error(`no scenario ${name}: there are ${Object.keys(scenarios).join(', ')}`);
  const { inventory } = await takeInventory(scenario);
  await writeFile(storedInventory(name), inventory);
  const { code, stdout, stderr } = await replay(name, scenario, ['--show', 'all']);
  if (code !== scenario.exitCode) console.error(`${name}: exit code ${code}, not ${scenario.exitCode}. ${stderr}`);
  await writeFile(path.join(storedFolder, `${name}.txt`), storedReport(stdout));
  console.log(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = process.argv.slice(2);
  await mkdir(storedFolder, { recursive: true });
  for (const name of chosen.length > 0 ? chosen : Object.keys(scenarios)) await store(name);
}
