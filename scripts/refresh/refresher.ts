import type { TableName } from '../../src/tables/tables.ts';
import type { Minor } from '../../src/syntax/versions.ts';

/** A row as its file holds it. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** A file in `rules/`. */
export interface WrittenTable {
  /** `2026-11-21` */
  read: string;
  /** How to read its sources again. */
  refresh?: string;
  knownThrough?: { kubernetes?: string; karpenter?: string };
  rows: readonly WrittenRow[];
}

/** Texts by the name that the refresher gives them. */
export type Files = ReadonlyMap<string, string>;

/** Up to where a source is read; undefined: as far as it goes. */
export interface Limits {
  /** The last minor of Kubernetes. */
  kubernetes?: Minor | undefined;
  /** The last minor of Karpenter: `1.15`. */
  karpenter?: string | undefined;
  /** The last day: `2026-11-21`. */
  day?: string | undefined;
}

/** What the files of a source say. */
export interface Stated {
  /** The members of each row that the source states; in a new row, also the others as far as the source knows them. */
  rows: readonly { states: WrittenRow; whenNew?: WrittenRow }[];
  /** Whether the source states this row of the table, if it still holds. Rows `by: hand` are never asked about. */
  covers(row: WrittenRow): boolean;
  /** The last versions that the source was read for. */
  knownThrough?: { kubernetes?: string; karpenter?: string };
  /** What a person must decide. */
  questions?: readonly string[];
}

/** How the rows of a table are read again from their source. */
export interface Refresher {
  table: TableName;
  /** `registry`: a package registry, which every machine reaches. `web`: pages, read by the weekly workflow. */
  from: 'registry' | 'web';
  /** Most of the table is about what a person reads: a run does not date it. */
  isPartial?: true;
  /** Reads the source. @throws Error if it does not answer */
  fetch(limits: Limits): Promise<Files>;
  /** Pure. @param table what the file holds now. @throws Error if the files do not look as expected */
  parse(files: Files, table: WrittenTable): Stated;
  /** Rows of the same identity are one row over time. */
  identify(row: WrittenRow): string;
}
