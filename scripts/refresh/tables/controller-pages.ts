import compare from 'semver/functions/compare.js';
import type { Stated, WrittenRow } from '../refresher.ts';

/** What a page says: by releases of a controller (`1.18`), the Kubernetes versions (`1.31-1.34`). */
export type Ranges = ReadonlyMap<string, string>;

/** A page that lists the Kubernetes versions of a controller's releases. */
export interface ControllerPage {
  controller: string;
  meaning: 'supported' | 'tested';
  source: string;
  ranges: Ranges;
}

/** Rows of the same identity are one page's. Other kinds of rows are about what a person read. */
export function identifyController(row: WrittenRow): string {
  return row['rowKind'] === 'ranges' ? `${String(row['controller'])} by ${String(row['source'])}` : JSON.stringify(row);
}

/**
 * The row of a page follows it, and gets the releases that are newer than all that the table knows of the controller.
 * What the page no longer lists stays, because projects drop old releases. Rows of other pages stay as they are.
 */
export function stateControllers(pages: readonly ControllerPage[], rows: readonly WrittenRow[]): Stated {
  return { rows: pages.flatMap((page) => statePage(page, rows)), covers: () => false };
}

function statePage({ controller, meaning, source, ranges }: ControllerPage, rows: readonly WrittenRow[]) {
  const own = rows.filter((row) => row['rowKind'] === 'ranges' && row['controller'] === controller);
  const known = own.flatMap((row) => Object.keys(readVersions(row)));
  const newest = known.map(findFirst).toSorted(compare).at(-1) ?? '0.0.0';
  const added = [...ranges].filter(([release]) => compare(findFirst(release), newest) > 0);
  const row = own.find((one) => one['source'] === source);
  const followed = Object.entries(row === undefined ? {} : readVersions(row)).map(
    ([release, range]) => [release, ranges.get(release) ?? range] as const,
  );
  const versions = Object.fromEntries([...added, ...followed]);
  if (Object.keys(versions).length === 0) return [];
  return [{ states: { rowKind: 'ranges', controller, meaning, versions, source } }];
}

function readVersions(row: WrittenRow): Readonly<Record<string, string>> {
  return row['versions'] as Readonly<Record<string, string>>;
}

/** The first release: `0.10-0.17` becomes `0.10.0`. */
function findFirst(releases: string): string {
  const [first = ''] = /^[\d.]+/.exec(releases) ?? [];
  return `${first}.0.0`.split('.').slice(0, 3).join('.');
}

/**
 * Reads a Markdown table.
 * @param at the columns of the release and of the Kubernetes versions
 * @throws Error if it has no row with a release, or one without Kubernetes versions
 */
export function parseMarkdown(text: string, at: { release: number; kubernetes: number }): Ranges {
  const lines = text.split('\n').map((line) =>
    line
      .replace(/^\|/, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  return parseCells(lines.map((cells) => [cells[at.release] ?? '', cells[at.kubernetes] ?? ''] as const));
}

/** @param pairs a release (`v0.36`, `0.9.x`), and text that names Kubernetes versions. Other pairs are left out. */
export function parseCells(pairs: readonly (readonly [string, string])[]): Ranges {
  const found = pairs.flatMap(([cell, kubernetes]) => {
    const [, release] = /^v?(\d+\.\d+)(?:\.x)?$/.exec(cell) ?? [];
    return release === undefined ? [] : [[release, parseKubernetes(kubernetes)] as const];
  });
  if (found.length === 0) throw new Error('the page lists no releases');
  return new Map(found);
}

/** `v1.36, v1.35` becomes `1.35-1.36`, `1.34+` stays. @throws Error if it names none */
export function parseKubernetes(text: string): string {
  const minors = [...text.matchAll(/(?<![\d.])v?1\.(\d+)/g)].map(([, minor]) => Number(minor));
  if (minors.length === 0) throw new Error(`no Kubernetes versions: ${text}`);
  const lowest = `1.${Math.min(...minors)}`;
  return text.includes('+') ? `${lowest}+` : `${lowest}-1.${Math.max(...minors)}`;
}
