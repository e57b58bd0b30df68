import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { ScanError, usageError } from '../../facts/reason.ts';
import { advice } from '../../syntax/advice.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { sh } from '../../syntax/shell.ts';
import { shortened } from '../../syntax/quoted.ts';
import { firstFlaw, type RuleFlaw } from '../rule-files/flaws.ts';
import { parseDeclaration, type Declaration } from './declaration.ts';
import { hostPlugin, pluginLimits, describeNoAnswer, type PluginHost, type Reply, type TimeLeft } from './host.ts';
import { createPlugin, type LoadedPlugin } from './plugin.ts';
import { moduleAt } from './module-at.ts';
import type { ModuleAt, RulesAt } from './protocol.ts';

/** The environment in which plug-ins are loaded. */
export interface LoadingPlugins {
  cwd: string;
  signal?: AbortSignal;
  /** The time left of the scan; undefined: no limit. */
  time?: TimeLeft | undefined;
  log(line: string): void;
  /** Reads a rule file; errors call it `called`. Throws ScanError (`usage`). */
  readRules(file: string, called: string): Promise<string>;
  /** Areas of check IDs that plug-ins cannot use. */
  areas: ReadonlySet<string>;
}

/** A module in its worker, and its declaration, not validated. */
interface Declared {
  host: PluginHost;
  said: unknown;
  /** All flaws of a rule file. */
  flaws: readonly RuleFlaw[];
}

/**
 * Loads a plug-in.
 * @param module a file, or the name of a package
 * @throws ScanError (`usage`) if it cannot be loaded, or its declaration is invalid
 */
export function loadPlugin(module: string, loading: LoadingPlugins): Promise<LoadedPlugin> {
  return withDeclared(module, loading, ({ host, said, flaws: [flaw, ...flaws] }) => {
    if (flaw !== undefined) throw usageError(firstFlaw(module, [flaw, ...flaws]), allErrors(module));
    return createPlugin(module, declarationIn(said, loading), host);
  });
}

function allErrors(module: string): string {
  const file = module.startsWith('-') ? `./${module}` : module;
  return advice`See all errors with ${sh`eks-preflight test-rules ${file}`}.`.text;
}

/**
 * Starts a worker with a module, and runs a job, which is then responsible for closing the host.
 * @throws ScanError (`usage`) if the module cannot be loaded or the job fails; the host is then closed
 */
export async function withDeclared<Value>(
  module: string,
  { cwd, readRules, signal, time, log }: LoadingPlugins,
  job: (declared: Declared) => Value | Promise<Value>,
): Promise<Value> {
  const at = /\.ya?ml$/i.test(module)
    ? { file: module, rules: await readRules(path.resolve(cwd, module), module) }
    : await moduleAt(module, cwd);
  const host = hostPlugin({ module: at, limits: pluginLimits(), ...setFields({ signal }), time, log });
  try {
    const said = requireAnswer(await host.declare(), at);
    return await job({ host, said, flaws: 'rules' in at ? flawsIn(said) : [] });
  } catch (error) {
    await host.close();
    throw notLoaded(module, error);
  }
}

/**
 * Validates a module's declaration.
 * @throws Error, one line, if it is invalid or its name is reserved
 */
export function declarationIn(said: unknown, { areas }: Pick<LoadingPlugins, 'areas'>): Declaration {
  const declaration = parseDeclaration(said);
  if (areas.has(declaration.name))
    throw usageError(`the name ${declaration.name} is reserved`, 'Choose another name for the plug-in.');
  return declaration;
}

const wrongRules = z.object({
  flaws: z._default(z.array(z.object({ line: z.int(), column: z.int(), message: z.string() })), []),
  refused: z.optional(z.object({ message: z.string(), hint: z.optional(z.string()) })),
});

function flawsIn(said: unknown): readonly RuleFlaw[] {
  const { flaws, refused } = wrongRules.parse(said);
  if (refused !== undefined) throw usageError(refused.message, refused.hint);
  return flaws;
}

function requireAnswer(reply: Reply, at: ModuleAt | RulesAt): unknown {
  if ('said' in reply) return reply.said;
  if ('from' in at && 'threw' in reply && reply.threw.endsWith(` imported from ${fileURLToPath(at.from)}`))
    throw usageError(
      'no such package',
      'Install it in or above the working directory. The name of a file ends in .mjs, .js or .yaml.',
    );
  const who = 'rules' in at ? 'compiling its rules' : 'its module';
  throw usageError('threw' in reply ? reply.threw : describeNoAnswer(reply, who));
}

function notLoaded(module: string, error: unknown): ScanError {
  const { message, hint } =
    error instanceof ScanError ? error.reason : { message: formatError(error), hint: undefined };
  return usageError(`cannot load the plug-in ${shortened(module)}: ${message}`, hint);
}

function formatError(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}
