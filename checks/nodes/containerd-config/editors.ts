import type { Workload } from '../../../src/facts/kube.ts';
import { parseRepository } from '../../../src/for-checks/components.ts';
import { parseImageReference } from '../../../src/syntax/image-reference.ts';
import { isBelow, parseVersion } from '../../../src/syntax/versions.ts';
import type { Row } from '../shared/runtime-images.ts';

/** Software that writes containerd's configuration. */
export type EditorRow = Extract<Row, { rowKind: 'editor' }>;

/** A DaemonSet that writes the configuration, or mounts its folder. */
export type Editor =
  /** `version` is undefined if the image shows none. */
  | { is: 'known'; daemonSet: Workload; row: EditorRow; image: string; version: string | undefined }
  | { is: 'mount'; daemonSet: Workload; path: string };

/** DaemonSets that do not work with containerd 2, or may not work with it. */
export function listEditors(daemonSets: readonly Workload[], rows: readonly Row[]): Editor[] {
  const editors = rows.flatMap((row) => (row.rowKind === 'editor' ? [row] : []));
  return daemonSets.flatMap((daemonSet): Editor[] => {
    const known = daemonSet.containers.flatMap(({ image }) => {
      const row = editors.find(({ images }) => images.some((end) => isRepository(image, end)));
      return row === undefined ? [] : [{ image, row }];
    })[0];
    if (known === undefined) {
      const path = daemonSet.hostPaths.map((mount) => mount.path).find(isConfiguration);
      return path === undefined ? [] : [{ is: 'mount', daemonSet, path }];
    }
    const version = readVersion(known.image);
    const { fixedIn } = known.row;
    if (fixedIn !== null && version !== undefined && !isBelow(version, fixedIn)) return [];
    return [{ is: 'known', daemonSet, ...known, version }];
  });
}

function isRepository(image: string, end: string): boolean {
  const repository = parseRepository(image);
  return repository === end || repository.endsWith(`/${end}`);
}

function readVersion(image: string): string | undefined {
  const { tag } = parseImageReference(image);
  return tag === undefined ? undefined : parseVersion(tag);
}

function isConfiguration(path: string): boolean {
  return /^\/+etc\/+containerd(?:\/|$)/.test(path);
}
