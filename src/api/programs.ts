import process from 'node:process';
import { readBaselineFile } from '../commands/baseline.ts';
import type { Io } from '../commands/io.ts';
import { listProgramOptions, type JudgeOptions, type ScanOptions } from '../commands/options/program-options.ts';
import { mergeOptions, type Settings } from '../commands/options/settings.ts';
import { refuseBadScanOptions } from '../commands/options/values.ts';
import { withCatalog } from '../commands/plugins.ts';
import { loadOwnBuild } from '../commands/read-report.ts';
import { judgeScan } from '../commands/scan/judge.ts';
import { readScan } from '../commands/scan/read.ts';
import { chooseChecks } from '../commands/select-checks.ts';
import { usageError } from '../facts/reason.ts';
import { parseInventory } from '../inventory/inventory.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { Report } from '../report/schema.ts';
import { version } from '../commands/version.ts';

/** What a program passes besides options. */
export interface ProgramEnvironment {
  /** Ends the scan early: facts that were not read by then are unknown. */
  readonly signal?: AbortSignal | undefined;
  /** The folder from which plug-ins are looked up; by default, the current working directory. */
  readonly cwd?: string | undefined;
  /** Receives what the command writes to stderr; each text ends with a line feed. */
  readonly log?: ((text: string) => void) | undefined;
}

const loadCatalog = () => import('../registry.ts');

/** See `src/api/index.ts`. */
export async function scan(options: ScanOptions, environment: ProgramEnvironment): Promise<Report> {
  const settings = await resolveSettings(options, 'scan');
  const io = createIo(environment);
  await refuseBadScanOptions(settings, io.env);
  return withCatalog(loadCatalog, settings, io, async (load) => {
    const read = await readScan(settings, load, io);
    return judgeScan(read, settings, io);
  });
}

/** See `src/api/index.ts`. */
export async function judge(
  inventory: string | object,
  given: JudgeOptions,
  environment: ProgramEnvironment,
): Promise<Report> {
  const options = await resolveSettings(given, 'judge');
  const io = createIo(environment);
  await refuseBadScanOptions(options, io.env);
  const { baseline: file } = options;
  const baseline = file === undefined ? undefined : await readBaselineFile(file, await loadOwnBuild(loadCatalog, io));
  return withCatalog(loadCatalog, options, io, async (load) => {
    const chosen = chooseChecks(await load(), options);
    const text = typeof inventory === 'string' ? inventory : JSON.stringify(inventory);
    const stored = parseInventory(text, 'the inventory', version, chosen.plugins?.facts);
    return judgeScan({ inventory: stored, source: 'inventory', chosen, baseline }, options, io);
  });
}

/** @throws ScanError (`usage`) for an option that the function does not take */
async function resolveSettings(given: object, program: 'scan' | 'judge'): Promise<Settings> {
  const { settings } = await mergeOptions(setFields(given) as Record<string, unknown>, {
    env: {},
    folder: undefined,
    names: [],
  });
  const names: readonly string[] = listProgramOptions(program);
  const other = Object.keys(setFields(given)).find((name) => !names.includes(name));
  if (other !== undefined) throw usageError(`${program}() takes no option ${other}`);
  return settings;
}

function createIo({ signal, cwd, log = () => undefined }: ProgramEnvironment): Io {
  return {
    stdout: () => undefined,
    stderr: log,
    env: process.env,
    cwd: cwd ?? process.cwd(),
    now: () => new Date(),
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    signal: signal ?? new AbortController().signal,
    version,
  };
}
