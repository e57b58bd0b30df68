import { access, constants, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { usageError } from '../../facts/reason.ts';
import { shortened } from '../../syntax/quoted.ts';
import { failureText } from '../../sources/whole-file.ts';
import type { ModuleAt } from './protocol.ts';

/** The limit in bytes: far more than any written or bundled module. */
const longestModule = 20_000_000;

/** The name of a package, or of a module in one. Excludes URLs, `#` imports, and paths that lead out of the package. */
const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*$/;
const fileEnding = /\.[cm]?[jt]s$/;

/**
 * Locates a plug-in: a file if the name looks like one, else a package that is looked up from the working directory.
 * @throws ScanError (`usage`) if it is neither, or if this Node.js cannot read or run it
 */
export async function moduleAt(module: string, cwd: string): Promise<ModuleAt> {
  const from = pathToFileURL(path.join(cwd, 'x')).href;
  if (/^(?:\.{0,2}\/|\.)/.test(module) || (fileEnding.test(module) && !module.includes(':')))
    return { specifier: await fileAt(module, path.resolve(cwd, module)), from };
  if (!packageName.test(module) || isBuiltin(module))
    throw usageError(
      `invalid --plugin '${shortened(module)}' (expected a file or the name of a package)`,
      'Write a file as ./FILE.mjs or FILE.yaml.',
    );
  return { specifier: module, from };
}

async function fileAt(module: string, file: string): Promise<string> {
  const refused = (flaw: string, hint?: string) =>
    usageError(`cannot load the plug-in ${shortened(module)}: ${flaw}`, hint);
  if (!fileEnding.test(module)) throw refused('expected a file that ends in .mjs, .js, .cjs, .ts, .yaml or .yml');
  const unreadable = (error: unknown) => {
    throw refused(failureText(error));
  };
  const stats = await stat(file).catch(unreadable);
  if (!stats.isFile()) throw refused(stats.isDirectory() ? 'it is a directory' : 'it is not a regular file');
  if (stats.size > longestModule) throw refused(`it is larger than ${longestModule / 1_000_000} MB`);
  await access(file, constants.R_OK).catch(unreadable);
  if (module.endsWith('ts') && !stripsTypes())
    throw refused(
      `Node ${process.versions.node} does not run TypeScript`,
      'Use Node 22.18 or later, or compile the plug-in to JavaScript.',
    );
  return pathToFileURL(file).href;
}

/** Whether this Node.js runs TypeScript without a build. */
function stripsTypes(): boolean {
  const { typescript } = process.features as { typescript?: unknown };
  return typescript === 'strip' || typescript === 'transform';
}
