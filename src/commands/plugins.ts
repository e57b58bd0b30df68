import { printable } from '../syntax/printable.ts';
import { notCovered } from '../for-checks/not-covered.ts';
import { parseArea } from '../judge/check-id.ts';
import { readNamed } from './files/files.ts';
import type { TimeLeft } from '../custom-checks/plugins/host.ts';
import type { LoadingPlugins } from '../custom-checks/plugins/load.ts';
import { defaultTimeout, parseTimeout, timeIsOver } from './deadline.ts';
import type { Io } from './io.ts';
import type { ScanOptions } from './options/options.ts';
import type { Catalog, LoadCatalog } from './select-checks.ts';

type PluginOptions = Pick<ScanOptions, 'plugin' | 'verbose' | 'cluster' | 'inventory' | 'timeout'>;

/**
 * The catalog with the checks and collectors of the plug-ins that `--plugin` names. Without the option, no plug-in code
 * is loaded.
 * @throws ScanError (`usage`) if one cannot be loaded
 */
async function catalogWithPlugins(
  load: LoadCatalog,
  options: PluginOptions,
  io: Pick<Io, 'cwd' | 'signal' | 'stderr'>,
): Promise<Catalog> {
  const { plugin: modules = [], verbose } = options;
  const catalog = await load();
  if (modules.length === 0) return catalog;
  const { loadPlugins } = await import('../custom-checks/plugins/plugins.ts');
  const time = createTimeLeft(options);
  const plugins = await loadPlugins([...new Set(modules)], { ...loadingPlugins(catalog, verbose === true, io), time });
  time?.start();
  return {
    checks: [...catalog.checks, ...plugins.checks],
    collectors: { ...catalog.collectors, ...plugins.collectors },
    plugins,
  };
}

/**
 * How plug-ins are loaded: their paths are relative to the working directory, stopping the command stops the loading,
 * and a plug-in must not have a name that is in use.
 */
export function loadingPlugins(
  { checks }: Catalog,
  isVerbose: boolean,
  { cwd, signal, stderr }: Pick<Io, 'cwd' | 'signal' | 'stderr'>,
): LoadingPlugins {
  const areas = new Set([...checks.map(({ id }) => parseArea(id)), ...notCovered.map(parseArea), 'report', 'fact']);
  const log = (line: string): void => (isVerbose ? stderr(`${printable(line)}\n`) : undefined);
  return { cwd, signal, log, readRules, areas };
}

const longestRules = 2_000_000;

function readRules(file: string, called: string): Promise<string> {
  return readNamed(file, 'the rule file', longestRules, called);
}

/**
 * The time limit of plug-in checks: what reading leaves of `--timeout`. This clock and that of the scan start once
 * plug-ins are loaded. Undefined if the options name no live cluster.
 */
function createTimeLeft({ cluster, inventory, timeout }: PluginOptions): (TimeLeft & { start(): void }) | undefined {
  if (cluster === undefined || inventory !== undefined) return undefined;
  let endsAt = Infinity;
  return {
    start: () => void (endsAt = performance.now() + parseTimeout(timeout ?? defaultTimeout)),
    left: () => endsAt - performance.now(),
    reason: timeIsOver(timeout).reason,
  };
}

/** Runs a job with a catalog, and ends what its plug-ins have started. */
export async function withCatalog<Value>(
  load: LoadCatalog,
  options: PluginOptions,
  io: Pick<Io, 'cwd' | 'signal' | 'stderr'>,
  job: (load: LoadCatalog) => Promise<Value>,
): Promise<Value> {
  let catalog: Promise<Catalog> | undefined;
  try {
    return await job(() => (catalog ??= catalogWithPlugins(load, options, io)));
  } finally {
    // If it could not be loaded, the job has thrown that error.
    await catalog?.then(
      ({ plugins }) => plugins?.close(),
      () => undefined,
    );
  }
}
