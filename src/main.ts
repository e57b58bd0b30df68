import type { AnyCheck } from './check.ts';
import type { Collectors } from './collectors/collect.ts';
import { commandLine, runCommandLine, type Actions, type Given } from './commands/options/command-line.ts';
import { explainChecks, listChecks } from './commands/checks.ts';
import { collectFacts } from './commands/collect.ts';
import { asksForJson, fail, type Telling } from './commands/failure.ts';
import { readLive } from './commands/live.ts';
import { wantsColor } from './commands/outputs.ts';
import { permissionsText } from './commands/permissions.ts';
import { redactForSharing } from './commands/redact.ts';
import { clusterOf, finish, judgeInventory, select, type Selection } from './commands/scan.ts';
import { refuseBadFiles, refuseBadValues, refuseHalfOptions, writtenFiles } from './commands/options/values.ts';
import { unknownVariables } from './commands/options/environment.ts';
import type { FactName } from './facts/facts.ts';
import type { Inventory } from './inventory/inventory.ts';
import { readInventory, writeInventory } from './commands/files/inventory-file.ts';
import type { Io } from './commands/io.ts';
import { grantsLacking, parseGrants } from './facts/grants.ts';
import type { ScanOptions } from './commands/options/options.ts';
import { neededFacts } from './permissions/needed.ts';
import { printable } from './languages/printable.ts';
import { mergeOptions, type Merged, type Settings } from './commands/options/settings.ts';

/** All checks and collectors: most of the program, so loaded where they are needed. */
const loadCatalog = () => import('./catalog.ts');

/**
 * Runs one command line from argv to the exit code. Never rejects: what goes wrong is one line on stderr (and, with
 * `--format json`, an error object on stdout) and exit code 3.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const telling: Telling = { json: asksForJson(argv, io.env), origins: {} };
  warnOfAge(io);
  for (const line of unknownVariables(io.env)) io.stderr(`${printable(line)}\n`);
  try {
    const program = commandLine(io.version, actionsOf(telling, io), io, (exitCode) => (code = exitCode));
    await runCommandLine(program, argv);
    return code;
  } catch (error) {
    return fail(error, telling, io);
  }
}

/** What each command does. How a failure is told hangs on the options, once they are known. */
function actionsOf(telling: Telling, io: Io): Actions {
  const merge = async ({ flags, names }: Given, folder: string | undefined): Promise<Merged> => {
    const merged = await mergeOptions(flags, { env: io.env, folder, names });
    telling.json = merged.settings.format === 'json';
    telling.origins = merged.origins;
    if (merged.note !== undefined) io.stderr(`${printable(merged.note)}\n`);
    return merged;
  };
  return {
    scan: async (given) => scan((await merge(given, io.cwd)).settings, io),
    collect: async ({ flags: { output, ...flags }, names }) => {
      const { settings } = await merge({ flags, names }, io.cwd);
      telling.json = false;
      const { checks, collectors } = await loadCatalog();
      return collectFacts(checks, collectors, typeof output === 'string' ? output : undefined, settings, io);
    },
    demo: async (given) => demo((await merge(given, undefined)).settings, io),
    config: async (given) => {
      const [merged, { settingsText }] = await Promise.all([merge(given, io.cwd), import('./commands/config.ts')]);
      return say(io, settingsText(merged, layoutOf(io)));
    },
    checks: async (id) => {
      const { checks } = await loadCatalog();
      return say(io, id === undefined ? listChecks(checks, layoutOf(io)) : explainChecks(checks, id, layoutOf(io)));
    },
    permissions: async ({ flags: { format, cluster, region, account, partition, ...flags }, names }) => {
      const { settings } = await merge({ flags, names }, undefined);
      const { checks, collectors } = await loadCatalog();
      return say(io, permissionsText(checks, collectors, settings, format, { cluster, region, account, partition }));
    },
  };
}

const oldAfterDays = 120;

/** Tables of dated facts age with the build that carries them. */
function warnOfAge({ builtAt, now, stderr }: Io): void {
  if (builtAt === undefined) return;
  const days = Math.floor((now().getTime() - Date.parse(builtAt)) / 86_400_000);
  if (days > oldAfterDays) stderr(`eks-preflight: this build is ${days} days old; look for a newer one\n`);
}

function say(io: Io, text: string): number {
  io.stdout(text);
  return 0;
}

function layoutOf(io: Io) {
  return { columns: io.columns, color: wantsColor(io, undefined), all: false };
}

/** The first request goes out before the checks are loaded, unless the options name some that may not exist. */
async function scan(options: Settings, io: Io): Promise<number> {
  refuseBadValues(options);
  refuseHalfOptions(options);
  await refuseBadFiles(options, writtenFiles(options), io.env);
  const { only, skip, require, inventory: file } = options;
  if ([only, skip, require].some((names) => names !== undefined)) await choose(options);
  const inventory =
    file === undefined ? await readLive(() => choose(options), options, io) : await readStored(file, options, io);
  if (file === undefined) clusterOf(inventory.readings, options, 'what was read');
  const { checks, selection } = await choose(options);
  await save(inventory, checks, options, selection, io);
  const source = file === undefined ? 'live' : 'inventory';
  return finish(judgeInventory(checks, inventory, options, selection, source, io), options, io);
}

async function save(
  inventory: Inventory,
  checks: readonly AnyCheck[],
  options: ScanOptions,
  selection: Selection,
  io: Io,
): Promise<void> {
  const { saveInventory, redact } = options;
  if (saveInventory === undefined) return;
  const kept =
    redact === true ? await redactForSharing(checks, inventory, selection, targetsOf(options), io) : inventory;
  await writeInventory(saveInventory, kept, io.version);
}

interface Chosen {
  checks: readonly AnyCheck[];
  collectors: Collectors;
  selection: Selection;
  /** The facts that the chosen checks need. */
  needed: ReadonlySet<FactName>;
}

async function choose(options: ScanOptions): Promise<Chosen> {
  const { checks, collectors } = await loadCatalog();
  const selection = select(checks, options);
  const needed = neededFacts(checks.filter(({ id }) => selection.ids.has(id)));
  // Its steps are laid out, and a cluster without it refused, whichever checks are chosen.
  if (options.karpenterTarget !== undefined) needed.add('karpenterControllers');
  return { checks, collectors, selection, needed };
}

function targetsOf({ target, karpenterTarget }: ScanOptions): Pick<ScanOptions, 'target' | 'karpenterTarget'> {
  return { ...(target === undefined ? {} : { target }), ...(karpenterTarget === undefined ? {} : { karpenterTarget }) };
}

/** Reads an inventory; what its reader should know of it goes to stderr. */
async function readStored(file: string, options: ScanOptions, io: Io): Promise<Inventory> {
  const { unknownFacts, writtenBy, ...inventory } = await readInventory(file, io.version);
  if (unknownFacts.length > 0) {
    const facts = `facts not known here, left out: ${unknownFacts.join(', ')}`;
    io.stderr(`${printable(`eks-preflight: ${file}, written by ${writtenBy}, holds ${facts}`)}\n`);
  }
  const lacking = grantsLacking(inventory.readings, parseGrants(options.with ?? []));
  if (lacking.length > 0) {
    io.stderr(`eks-preflight: ${file} was taken without --with ${lacking.join(',')}: take a new one with it\n`);
  }
  if (inventory.redacted === true) io.stderr(`eks-preflight: ${file} is redacted: its names are pseudonyms\n`);
  return inventory;
}

/** With a target of one's own the demo asks for nothing else. */
async function demo(given: Settings, io: Io): Promise<number> {
  refuseBadValues(given);
  refuseHalfOptions(given);
  await refuseBadFiles(given, writtenFiles(given), io.env);
  const [{ demoInventory, demoOptions }, { checks }] = await Promise.all([
    import('./commands/demo/demo.ts'),
    loadCatalog(),
  ]);
  const options = given.target === undefined ? { ...demoOptions, ...given } : given;
  const inventory: Inventory = demoInventory();
  const selection = select(checks, options);
  await save(inventory, checks, options, selection, io);
  return finish(judgeInventory(checks, inventory, options, selection, 'inventory', io), options, io);
}
