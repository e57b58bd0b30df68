import process from 'node:process';
import { saveAndJudge } from './commands/conclude-scan.ts';
import { readBaseline } from './commands/baseline.ts';
import type { Io } from './commands/io.ts';
import type { ScanOptions } from './commands/options/options.ts';
import { mergeOptions, type Settings } from './commands/options/settings.ts';
import { refuseBadScanOptions } from './commands/options/values.ts';
import { withCatalog } from './commands/plugins.ts';
import { judged } from './commands/scan.ts';
import { chooseChecks } from './commands/select-checks.ts';
import { usageError } from './facts/reason.ts';
import { parseInventory } from './inventory/inventory.ts';
import { setFields } from './languages/set-fields.ts';
import type { Report } from './report/schema.ts';
import { builtAt, version } from './version.ts';

/** What a program may ask for: the options of `scan` that do not write, print or schedule. */
const judging = [
  'target',
  'karpenterTarget',
  'only',
  'skip',
  'require',
  'plugin',
  'scope',
  'failOn',
  'horizon',
  'baseline',
  'teamLabel',
  'accept',
  'levels',
  'thresholds',
] as const satisfies readonly (keyof ScanOptions)[];
const reading = [
  'cluster',
  'region',
  'profile',
  'roleArn',
  'externalId',
  'kubeconfig',
  'context',
  'kubeServer',
  'inCluster',
  'with',
  'logsMax',
  'timeout',
] as const satisfies readonly (keyof ScanOptions)[];

/** Options of {@link judge}; `asOf`: the day that the facts are judged for, as `--as-of`. */
export type JudgeOptions = Pick<ScanOptions, (typeof judging)[number] | 'asOf'> & Surroundings;
/** Options of {@link scan}. The environment and config files set none of them. */
export type ScanProgramOptions = Pick<ScanOptions, (typeof judging)[number] | (typeof reading)[number]> &
  Surroundings & { cluster: string };

/** Where a program runs. */
interface Surroundings {
  /** Ends the scan early. */
  signal?: AbortSignal | undefined;
  /** The folder of relative file names and of packages; the process's own unless told. */
  cwd?: string | undefined;
  /** Takes what the command would write to stderr; lines that end with a line feed. */
  log?: ((text: string) => void) | undefined;
}

/**
 * Reads and judges a live cluster, as `eks-preflight scan` does, with the AWS credentials of the process.
 * @throws SourceError where the scan cannot run; its `reason` says why. A blocker is no error: `report.exitCode` is what the command
 *   would end with
 */
export async function scan({ signal, cwd, log, ...given }: ScanProgramOptions): Promise<Report> {
  const options = await settingsOf(given, [...judging, ...reading]);
  const io = ioOf({ signal, cwd, log });
  await refuseBadScanOptions(options, io.env);
  return judged(options, () => import('./catalog.ts'), io, saveAndJudge);
}

/**
 * Judges an inventory: the text of the file that `--save-inventory` wrote, or what it says.
 * @throws SourceError (`usage`) where it is none, or an option is wrong
 */
export async function judge(
  inventory: string | object,
  { signal, cwd, log, ...given }: JudgeOptions = {},
): Promise<Report> {
  const options = await settingsOf(given, [...judging, 'asOf']);
  const io = ioOf({ signal, cwd, log });
  await refuseBadScanOptions(options, io.env);
  const baseline = await readBaseline(options);
  return withCatalog(
    () => import('./catalog.ts'),
    options,
    io,
    async (load) => {
      const { checks, selection, plugins } = chooseChecks(await load(), options);
      const text = typeof inventory === 'string' ? inventory : JSON.stringify(inventory);
      const stored = parseInventory(text, 'the inventory', version, plugins?.facts);
      const source = 'inventory';
      return saveAndJudge(stored, { checks, selection, ...setFields({ plugins }), options, source, baseline, io });
    },
  );
}

/** @throws SourceError (`usage`) for an option that there is not, or that is one of the command only */
async function settingsOf(given: object, names: readonly (keyof ScanOptions)[]): Promise<Settings> {
  const { settings } = await mergeOptions(setFields(given) as Record<string, unknown>, {
    env: {},
    folder: undefined,
    names: [],
  });
  const other = Object.keys(given).find((name) => !names.some((one) => one === name));
  if (other !== undefined) throw usageError(`${other} is an option of the command only`);
  return settings;
}

function ioOf({ signal, cwd, log = () => undefined }: Surroundings): Io {
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
    builtAt,
  };
}
