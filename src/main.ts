import type { AnyCheck } from './check.ts';
import type { Collectors } from './collect.ts';
import { commandLine, runCommandLine, type PermissionFlags } from './command-line.ts';
import { explainCheck, listChecks } from './commands/checks.ts';
import { collectFacts } from './commands/collect.ts';
import { readLive } from './commands/live.ts';
import { wantsColor } from './commands/outputs.ts';
import { redactForSharing } from './commands/redact.ts';
import { finish, judgeInventory, refuseBadValues, refuseHalfOptions, select, type Selection } from './commands/scan.ts';
import { matchIds } from './glob.ts';
import { iamPolicy } from './iam-policy.ts';
import type { FactName } from './facts.ts';
import type { Inventory } from './inventory.ts';
import { readInventory, writeInventory } from './inventory-file.ts';
import type { Io } from './io.ts';
import { mergeOptions, splitList, type ScanOptions } from './options.ts';
import { grantsLacking, parseGrants } from './optional-facts.ts';
import { neededFacts, neededPermissions } from './permissions.ts';
import { parsePlace } from './place.ts';
import { sentence } from './markdown.ts';
import { printable } from './printable.ts';
import { rbacManifests } from './rbac.ts';
import { SourceError } from './reason.ts';
import { terraformConfiguration } from './terraform.ts';

/** The scan could not run: bad usage, no credentials, no such cluster, a crash, a signal. */
const couldNotRun = 3;

/** All checks and collectors: most of the program, so loaded where they are needed. */
const loadCatalog = () => import('./catalog.ts');

/**
 * Runs one command line from argv to the exit code. Never rejects: what goes wrong is one line on stderr (and, with
 * `--format json`, an error object on stdout) and exit code 3.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const asked = { json: asksForJson(argv, io.env) };
  const options = async (flags: Record<string, unknown>, config: string | undefined, folder: string | undefined) => {
    const merged = await mergeOptions(flags, config, io.env, folder);
    asked.json = merged.format === 'json';
    return merged;
  };
  const actions = {
    scan: async (flags: Record<string, unknown>, config: string | undefined) =>
      scan(await options(flags, config, io.cwd), io),
    collect: async ({ output, ...flags }: Record<string, unknown>, config: string | undefined) => {
      const merged = await options(flags, config, io.cwd);
      asked.json = false;
      const { checks, collectors } = await loadCatalog();
      return collectFacts(checks, collectors, typeof output === 'string' ? output : undefined, merged, io);
    },
    demo: async (flags: Record<string, unknown>) => demo(await options(flags, undefined, undefined), io),
    checks: async (id: string | undefined) => {
      const { checks } = await loadCatalog();
      return say(io, id === undefined ? listChecks(checks, layoutOf(io)) : explainCheck(checks, id, layoutOf(io)));
    },
    permissions: async (flags: PermissionFlags) => say(io, permissionsText(await loadCatalog(), flags)),
  };
  warnOfAge(io);
  try {
    const program = commandLine(io.version, actions, io, (exitCode) => (code = exitCode));
    await runCommandLine(program, argv);
    return code;
  } catch (error) {
    return fail(error, asked.json, io);
  }
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
async function scan(options: ScanOptions, io: Io): Promise<number> {
  refuseBadValues(options);
  refuseHalfOptions(options);
  const { only, skip, require, inventory: file } = options;
  if ([only, skip, require].some((names) => names !== undefined)) await choose(options);
  const inventory =
    file === undefined ? await readLive(() => choose(options), options, io) : await readStored(file, options, io);
  const { checks, selection } = await choose(options);
  const { saveInventory, redact } = options;
  if (saveInventory !== undefined) {
    const kept =
      redact === true ? await redactForSharing(checks, inventory, selection, targetsOf(options), io) : inventory;
    await writeInventory(saveInventory, kept, io.version);
  }
  const source = file === undefined ? 'live' : 'inventory';
  return finish(judgeInventory(checks, inventory, options, selection, source, io), options, io);
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
async function demo(given: ScanOptions, io: Io): Promise<number> {
  const [{ demoInventory, demoOptions }, { checks }] = await Promise.all([import('./demo.ts'), loadCatalog()]);
  const options = given.target === undefined ? { ...demoOptions, ...given } : given;
  const inventory: Inventory = demoInventory();
  const selection = select(checks, options);
  return finish(judgeInventory(checks, inventory, options, selection, 'inventory', io), options, io);
}

function permissionsText(
  { checks, collectors }: Pick<Chosen, 'checks' | 'collectors'>,
  { only, format, with: asked, ...where }: PermissionFlags,
): string {
  const place = parsePlace(where);
  const ids = checks.map(({ id }) => id);
  const chosen = only === undefined ? new Set(ids) : matchIds(only.split(','), ids, '--only');
  const needed = neededPermissions(
    collectors,
    checks.filter(({ id }) => chosen.has(id)),
    parseGrants(splitList(asked ?? '')),
  );
  if (format === 'iam') return iamPolicy(needed, place);
  if (format === 'rbac') return rbacManifests(needed, place);
  if (format === 'terraform') return terraformConfiguration(needed, place);
  return `IAM policy (--format iam)\n\n${iamPolicy(needed, place)}\nKubernetes (--format rbac)\n\n${rbacManifests(needed, place)}`;
}

function fail(error: unknown, json: boolean, io: Io): number {
  const reason = error instanceof SourceError ? error.reason : undefined;
  const detail = error instanceof Error ? error.message.split('\n')[0] : String(error);
  const message = printable(reason?.message ?? `crashed: ${detail ?? ''}`);
  const told = reason === undefined ? 'Report it with the command line you used.' : reason.hint;
  const hint = told === undefined ? undefined : sentence(told);
  if (json) {
    const failure = {
      code: reason?.kind ?? 'crash',
      message,
      ...(hint === undefined ? {} : { hint: printable(hint) }),
    };
    io.stdout(`${JSON.stringify({ schemaVersion: 1, error: failure }, null, 2)}\n`);
  }
  io.stderr(`eks-preflight: ${message}\n${hint === undefined ? '' : `${printable(hint)}\n`}`);
  if (reason === undefined && io.env['EKS_PREFLIGHT_DEBUG'] !== undefined && error instanceof Error)
    io.stderr(`${error.stack ?? ''}\n`);
  return couldNotRun;
}

/** Asked of argv itself, until the options are known: the parser may be what fails. */
function asksForJson(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const at = argv.indexOf('--format');
  if (argv[0] === 'collect') return false;
  return (
    argv.includes('--format=json') ||
    (at >= 0 && argv[at + 1] === 'json') ||
    (at < 0 && env['EKS_PREFLIGHT_FORMAT'] === 'json')
  );
}
