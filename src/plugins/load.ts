import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SourceError, usageError } from '../facts/reason.ts';
import { advice } from '../languages/advice.ts';
import { oneLine } from '../languages/one-line.ts';
import { setFields } from '../languages/set-fields.ts';
import { sh } from '../languages/shell.ts';
import { shortened } from '../languages/quoted.ts';
import { parseDeclaration } from './declaration.ts';
import { hostPlugin, pluginLimits, sentenceOf, type Reply, type TimeLeft } from './host.ts';
import { pluginOf, type LoadedPlugin } from './plugin.ts';
import { moduleAt } from './module-at.ts';
import type { ModuleAt, RulesAt } from './protocol.ts';

/** Where modules are looked up, and what they may use. */
export interface LoadingPlugins {
  cwd: string;
  signal?: AbortSignal;
  /** What is left of the scan's time; undefined: nothing limits it. */
  time?: TimeLeft | undefined;
  log(line: string): void;
  /** Reads a rule file; `called` is its name in messages. Throws SourceError (`usage`). */
  readRules(file: string, called: string): Promise<string>;
  /** Areas of ids that are taken. */
  areas: ReadonlySet<string>;
}

/**
 * Loads a plug-in.
 * @param module a file, or the name of a package
 * @throws SourceError (`usage`) where it cannot be loaded or declares what cannot be
 */
export async function loadPlugin(module: string, loading: LoadingPlugins): Promise<LoadedPlugin> {
  const { cwd, readRules, signal, time, log } = loading;
  const at = /\.ya?ml$/i.test(module)
    ? { file: module, rules: await readRules(path.resolve(cwd, module), module) }
    : await moduleAt(module, cwd);
  const host = hostPlugin({ module: at, limits: pluginLimits(), ...setFields({ signal }), time, log });
  try {
    const declaration = parseDeclaration(declaredIn(await host.declare(), module, at));
    if (loading.areas.has(declaration.name))
      throw usageError(`the name ${declaration.name} is reserved`, 'Choose another name for the plug-in.');
    return pluginOf(module, declaration, host);
  } catch (error) {
    await host.close();
    throw notLoaded(module, error);
  }
}

function declaredIn(reply: Reply, module: string, at: ModuleAt | RulesAt): unknown {
  if ('said' in reply) return reply.said;
  if ('threw' in reply && 'rules' in at) {
    const file = at.file.startsWith('-') ? `./${at.file}` : at.file;
    throw usageError(reply.threw, advice`See all errors with ${sh`eks-preflight test-rules ${file}`}.`.text);
  }
  if ('from' in at && 'threw' in reply && reply.threw.endsWith(` imported from ${fileURLToPath(at.from)}`))
    throw usageError(
      'no such package',
      'Install it in or above the working directory. The name of a file ends in .mjs, .js or .yaml.',
    );
  throw usageError('threw' in reply ? reply.threw : sentenceOf(reply, 'its module'));
}

function notLoaded(module: string, error: unknown): SourceError {
  const { message, hint } = error instanceof SourceError ? error.reason : { message: detailOf(error), hint: undefined };
  return usageError(`cannot load the plug-in ${shortened(module)}: ${message}`, hint);
}

function detailOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}
