import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SourceError, usageError } from '../facts/reason.ts';
import { oneLine } from '../languages/one-line.ts';
import { setFields } from '../languages/set-fields.ts';
import { shortened } from '../languages/quoted.ts';
import { parseDeclaration } from './declaration.ts';
import { hostPlugin, pluginLimits } from './host.ts';
import { pluginOf, type LoadedPlugin } from './plugin.ts';
import type { ModuleAt, RulesAt } from './protocol.ts';

/** Where modules are looked up, and what they may use. */
export interface LoadingPlugins {
  cwd: string;
  signal?: AbortSignal;
  log(line: string): void;
  /** Reads a file of rules. Throws SourceError (`usage`). */
  readRules(file: string): Promise<string>;
  /** Areas of ids that are taken. */
  areas: ReadonlySet<string>;
}

/**
 * Loads a plug-in.
 * @param module a file, or the name of a package
 * @throws SourceError (`usage`) where it cannot be loaded or declares what cannot be
 */
export async function loadPlugin(module: string, loading: LoadingPlugins): Promise<LoadedPlugin> {
  const host = hostPlugin({
    module: await moduleAt(module, loading),
    limits: pluginLimits,
    ...setFields({ signal: loading.signal }),
    log: loading.log,
  });
  try {
    const declaration = parseDeclaration(await host.declare());
    if (loading.areas.has(declaration.name))
      throw usageError(`its name ${declaration.name} is taken`, 'Choose another name for the plug-in.');
    return pluginOf(module, declaration, host);
  } catch (error) {
    await host.close();
    throw notLoaded(module, error);
  }
}

function notLoaded(module: string, error: unknown): SourceError {
  const { message, hint } = error instanceof SourceError ? error.reason : { message: detailOf(error), hint: undefined };
  return usageError(`cannot load the plug-in ${shortened(module)}: ${message}`, hint);
}

function detailOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}

/** A file where the name looks like one, else a package. */
async function moduleAt(module: string, { cwd, readRules }: LoadingPlugins): Promise<ModuleAt | RulesAt> {
  if (/\.ya?ml$/i.test(module)) return { file: module, rules: await readRules(path.resolve(cwd, module)) };
  const from = pathToFileURL(path.join(cwd, 'x')).href;
  const isFile = /^(?:\.{0,2}\/|\.)|\.(?:[cm]?[jt]s)$/.test(module);
  return { specifier: isFile ? pathToFileURL(path.resolve(cwd, module)).href : module, from };
}
