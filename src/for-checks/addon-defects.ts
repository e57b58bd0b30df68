import type { Tables } from '../tables/tables.ts';
import { isBelow, parseAddonVersion } from '../syntax/versions.ts';

type Rows = Tables['addon-releases'];

/** A known defect of releases of an add-on. */
export type Defect = Extract<Rows[number], { rowKind: 'defect' }>;

/** The known defects of an add-on's version, in any EKS build of it. */
export function findDefects(rows: Rows, addon: string, version: string): Defect[] {
  const release = parseAddonVersion(version)?.version;
  if (release === undefined) return [];
  return rows.flatMap((row) =>
    row.rowKind === 'defect' && row.addon === addon && !isBelow(release, row.from) && !isBelow(row.through, release)
      ? [row]
      : [],
  );
}

/** The last release of an add-on whose defects are in the table; undefined if none was read. */
export function findReadThrough(rows: Rows, addon: string): string | undefined {
  return rows.flatMap((row) => (row.rowKind === 'read-through' && row.addon === addon ? [row.release] : []))[0];
}
