import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import type { Files } from '../refresher.ts';
import { listVersions, readModule } from './go-module.ts';

/** A module of Kubernetes: `kubernetes` is numbered 1.37.0, the modules that it publishes (`api`, `client-go`) 0.37.0. */
type Repository = 'kubernetes' | 'api' | 'apiextensions-apiserver' | 'apiserver' | 'client-go' | 'component-base';

/** The newest minor of Kubernetes that the module proxy lists. @param limit the last one to take */
export async function findNewestMinor(limit: Minor | undefined): Promise<Minor> {
  const released = (await listVersions('k8s.io/kubernetes')).flatMap((version) => parseMinor(version) ?? []);
  return Math.min(limit ?? Infinity, Math.max(...released));
}

/**
 * Reads files at the first release of a minor; at a later patch if the module proxy does not have the first one.
 * @returns the texts by module and path: `k8s.io/api@v0.37.0/apps/v1/register.go`
 */
export async function readMinor(repository: Repository, minor: Minor, paths: readonly string[]): Promise<Files> {
  const module = `k8s.io/${repository}`;
  const prefix = `v${repository === 'kubernetes' ? 1 : 0}.${minor}.`;
  try {
    return await readModule(`${module}@${prefix}0`, paths);
  } catch (error) {
    const other = (await listVersions(module)).find(
      (version) => version.startsWith(prefix) && version !== `${prefix}0`,
    );
    if (other === undefined) throw error;
    return await readModule(`${module}@${other}`, paths);
  }
}

/** The files of a repository at a minor, by their path in it. */
export function pickMinor(files: Files, repository: Repository, minor: Minor): Files {
  const picked = [...files].flatMap(([name, text]) => {
    const [, of, found, path] = parseName(name);
    return of === repository && Number(found) === minor && path !== undefined ? [[path, text] as const] : [];
  });
  return new Map(picked);
}

/** The minors at which a repository was read, ascending. @throws Error if there are none */
export function listMinors(files: Files, repository: Repository): Minor[] {
  const found = [...files.keys()].map(parseName).flatMap(([, of, minor]) => (of === repository ? [Number(minor)] : []));
  if (found.length === 0) throw new Error(`k8s.io/${repository} was not read`);
  return [...new Set(found)].toSorted((one, other) => one - other);
}

/** `k8s.io/api@v0.37.0/apps/v1/register.go`: the repository, the minor, the path. */
function parseName(name: string): readonly string[] {
  return /^k8s\.io\/([\w-]+)@v[01]\.(\d+)\.[\w.-]+\/(.+)$/.exec(name) ?? [];
}
