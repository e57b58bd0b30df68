import path from 'node:path';
import type { FindFiles } from '../../syntax/corefile/parse.ts';
import type { ConfigMapMount } from './config-map-mounts.ts';

/** A file of a mounted ConfigMap. */
export interface MountedFile {
  configMap: string;
  key: string;
  /** Its path in the container. */
  file: string;
  text: string;
}

/** The files of a mounted ConfigMap; none if it does not exist (an optional volume). */
export function listMountedFiles(
  { configMap, folder, files }: ConfigMapMount,
  data: Readonly<Record<string, string>>,
): MountedFile[] {
  return Object.entries(data)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, text]) => {
      const name = files === undefined ? key : files.get(key);
      return name === undefined ? [] : [{ configMap, key, file: path.posix.join(folder, name), text }];
    });
}

/** True for a mount whose files an import may name. */
export function mayHold({ folder }: ConfigMapMount, pattern: string, corefileFolder: string): boolean {
  return path.posix.dirname(path.posix.resolve(corefileFolder, pattern)) === folder;
}

/**
 * Finds the files that CoreDNS imports for a pattern: relative to the file with the import, with at most one `*` in the
 * file's name (coredns/caddy `caddyfile/parse.go`, doImport). A pattern with `*` may match no file; a plain file name
 * must exist.
 * @param folders mounted folders whose ConfigMaps were all read
 */
export function findMounted(
  mounted: readonly MountedFile[],
  folders: ReadonlySet<string>,
  corefileFolder: string,
): FindFiles {
  return (pattern, from) => {
    const whole = path.posix.resolve(from === undefined ? corefileFolder : path.posix.dirname(from), pattern);
    const parts = path.posix.basename(whole).split('*');
    const [before = '', after = ''] = parts;
    const isKnown = folders.has(path.posix.dirname(whole)) && parts.length <= 2 && !/[?[{%]/.test(pattern);
    if (!isKnown) return undefined;
    const folder = mounted.filter(({ file }) => path.posix.dirname(file) === path.posix.dirname(whole));
    const found = folder.filter(({ file }) => {
      const name = path.posix.basename(file);
      if (parts.length === 1) return name === before;
      return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
    });
    return found.length === 0 && parts.length === 1 ? undefined : found;
  };
}
