import { lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';

/** Whose cache it is, and for which version. */
interface CacheOwner {
  env: NodeJS.ProcessEnv;
  version: string;
  /** The user of the process; undefined on Windows. */
  uid: number | undefined;
}

/**
 * Lets Node keep compiled code between runs, in a folder that only the user can write to; from Node 22. Without such
 * a folder, the command only starts slower, so nothing is reported.
 */
export function keepCompiledCode(owner: CacheOwner): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) return;
  const folder = makeCompileCacheFolder(owner);
  if (folder !== undefined) enableCompileCache(folder);
}

/**
 * Makes the folder of compiled code, `eks-preflight/compile/<version>` in the user's cache. Another user who can write
 * to it can run code as this user.
 * @returns undefined if compiled code is not kept: Node's own variables decide, the home is not used again (`CI`), or
 * others may write to the folder or replace a part of its path
 */
export function makeCompileCacheFolder({ env, version, uid }: CacheOwner): string | undefined {
  const isDecided = [env['NODE_DISABLE_COMPILE_CACHE'], env['NODE_COMPILE_CACHE'], env['CI']].some(Boolean);
  const cache = userCache(env);
  if (isDecided || cache === undefined || uid === undefined) return undefined;
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    let folder = realpathSync(cache);
    if (!isSafeFrom(folder, uid)) return undefined;
    for (const part of ['eks-preflight', 'compile', version]) {
      folder = path.join(folder, part);
      if (!isPrivate(makeFolder(folder), uid)) return undefined;
    }
    return folder;
  } catch {
    return undefined; // for example, a home that cannot be written to
  }
}

function userCache({ XDG_CACHE_HOME: cache, HOME: home }: NodeJS.ProcessEnv): string | undefined {
  if (cache !== undefined && path.isAbsolute(cache)) return cache;
  return home !== undefined && path.isAbsolute(home) ? path.join(home, '.cache') : undefined;
}

function makeFolder(folder: string): Stats {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined) return found;
  mkdirSync(folder, { mode: 0o700 });
  return lstatSync(folder);
}

function isPrivate(stats: Stats, uid: number): boolean {
  return stats.isDirectory() && stats.uid === uid && (stats.mode & 0o777) === 0o700;
}

/** True if only the user and root can rename the folder and those above it. */
function isSafeFrom(folder: string, uid: number): boolean {
  const { uid: owner, mode } = lstatSync(folder);
  const isSticky = (mode & 0o1000) !== 0;
  if ((owner !== uid && owner !== 0) || ((mode & 0o022) !== 0 && !isSticky)) return false;
  const above = path.dirname(folder);
  return above === folder || isSafeFrom(above, uid);
}
