import { isBelowPath, parseImageReference } from '../../../src/syntax/image-reference.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Row = Tables['retired-images'][number];

/** The row of a path that no longer has the image, or will not have it; undefined if no row says so. */
export function findRetired(image: string, rows: readonly Row[]): Row | undefined {
  const row = findRow(image, rows);
  return row !== undefined && isClaimed(image, row) ? row : undefined;
}

/** Images below a path of which only a part was removed: whether they are a part of it, only the registry shows. */
export function listOpen(images: readonly string[], rows: readonly Row[]): string[] {
  const open = images.filter((image) => {
    const row = findRow(image, rows);
    return row !== undefined && !isClaimed(image, row);
  });
  return [...new Set(open)];
}

function findRow(image: string, rows: readonly Row[]): Row | undefined {
  const { repository } = parseImageReference(image);
  const name = repository.slice(repository.lastIndexOf('/') + 1);
  return rows.find(
    ({ paths, except = [] }) => paths.some((path) => isBelowPath(repository, path)) && !except.includes(name),
  );
}

function isClaimed(image: string, { only }: Row): boolean {
  const { tag, digest } = parseImageReference(image);
  return only === undefined || (digest === undefined && /^v?\d/.test(tag ?? ''));
}
