import type { AnyCheck } from '../../check.ts';
import type { Collectors } from '../../collectors/collect.ts';
import type { PluginFacts } from '../../facts/plugin-facts.ts';
import type { JudgeInput } from '../../judge/engine.ts';
import type { Result } from '../../judge/result.ts';
import { loadTable, type TableName } from '../../tables/tables.ts';
import { loadPlugin, type LoadingPlugins } from './load.ts';
import { ScanError, usageError } from '../../facts/reason.ts';
import type { LoadedPlugin } from './plugin.ts';
import { createStop } from '../../sources/stop.ts';

/** The plug-ins of a run. */
export interface Plugins {
  loaded: readonly Pick<LoadedPlugin, 'name' | 'module'>[];
  checks: readonly AnyCheck[];
  facts: PluginFacts;
  collectors: Partial<Collectors>;
  /** Loads a table of eks-preflight or of a plug-in. */
  table: typeof loadTable;
  /** Judges those of the checks that belong to plug-ins. */
  judge(checks: readonly AnyCheck[], input: JudgeInput): Promise<Result[]>;
  close(): Promise<void>;
}

/**
 * Loads plug-ins.
 * @param modules files or packages, without duplicates
 * @throws ScanError (`usage`) if one cannot be loaded, or two have the same name
 */
export async function loadPlugins(modules: readonly string[], loading: LoadingPlugins): Promise<Plugins> {
  const loaded: LoadedPlugin[] = [];
  // One signal for all workers.
  const stop = createStop(loading.signal);
  const close = async (): Promise<void> => {
    await Promise.all(loaded.map((plugin) => plugin.close()));
    stop.end(new ScanError({ kind: 'unreachable', message: 'the plug-ins are closed' }));
  };
  try {
    for (const module of modules) {
      const plugin = await loadPlugin(module, { ...loading, signal: stop.signal });
      loaded.push(plugin);
      const twin = loaded.find((one) => one !== plugin && one.name === plugin.name);
      if (twin !== undefined)
        throw usageError(`two plug-ins are named ${plugin.name}: ${twin.module} and ${plugin.module}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const byName = new Map(loaded.map((plugin) => [plugin.name, plugin]));
  const tables = new Map(loaded.flatMap((plugin) => [...plugin.tables]));
  const table = (name: TableName) => tables.get(name) ?? loadTable(name);
  return {
    loaded: loaded.map(({ name, module }) => ({ name, module })),
    checks: loaded.flatMap(({ checks }) => checks),
    facts: new Map(loaded.flatMap(({ facts }) => [...facts])),
    collectors: Object.fromEntries(loaded.flatMap(({ collectors }) => [...collectors])),
    table: table as typeof loadTable,
    judge: (checks, input) =>
      Promise.all(checks.flatMap((check) => byName.get(check.plugin ?? '')?.judge(check, input) ?? [])),
    close,
  };
}
