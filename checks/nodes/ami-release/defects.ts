import type { NodeFact } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import type { Subject } from './subjects.ts';

/** A row of the table. */
export type Row = Tables['ami-releases'][number];
/** A known defect of one or several releases. */
export type Defect = Extract<Row, { rowKind: 'defect' }>;

/** The rows about defects. */
export function selectDefects(rows: readonly Row[]): Defect[] {
  return rows.flatMap((row) => (row.rowKind === 'defect' ? [row] : []));
}

/** The release through which all known defects are in the table. */
export function findReadThrough(rows: readonly Row[]): string | undefined {
  return rows.find((row) => row.rowKind === 'read-through')?.release;
}

/** The defects of what a subject runs or selects. */
export function findDefects(subject: Subject, defects: readonly Defect[]): Defect[] {
  return defects.filter((defect) => mayHave(subject, defect) && isShown(subject, defect));
}

/** The first of the Kubernetes versions whose AMIs have the defect. */
export function findFirstMinor({ minors }: Subject, { minors: own }: Defect): Minor | undefined {
  return minors.find((minor) => own === undefined || (own.from <= minor && minor <= own.through));
}

function mayHave(subject: Subject, defect: Defect): boolean {
  const { families, only } = defect;
  return (
    families.includes(subject.family) &&
    (only === undefined || subject.variants.has(only)) &&
    findFirstMinor(subject, defect) !== undefined
  );
}

function isShown({ release, nodes }: Subject, defect: Defect): boolean {
  if (release !== undefined) return defect.from <= release && release <= defect.through;
  return nodes.some((node) => reports(node, defect));
}

/** True if the node reports the version that has the defect. */
export function reports({ kernelVersion, containerRuntimeVersion }: NodeFact, { kernel, containerd }: Defect): boolean {
  if (kernel === undefined && containerd === undefined) return false;
  const hasKernel = kernel === undefined || kernelVersion.startsWith(`${kernel}-`);
  return (
    hasKernel &&
    (containerd === undefined || /^containerd:\/\/([\d.]+)/.exec(containerRuntimeVersion)?.[1] === containerd)
  );
}

/**
 * The first release after the defects that has none of the known defects for the subject; undefined: no source names
 * one.
 */
export function findGoodRelease(
  subject: Subject,
  found: readonly Defect[],
  all: readonly Defect[],
): string | undefined {
  const ends = found.flatMap(({ goodAgain }) => goodAgain ?? []).sort();
  const last = ends.length < found.length ? undefined : ends.at(-1);
  if (last === undefined) return undefined;
  const next = all.filter((defect) => mayHave(subject, defect) && defect.from <= last && last <= defect.through);
  return next.length === 0 ? last : findGoodRelease(subject, next, all);
}
