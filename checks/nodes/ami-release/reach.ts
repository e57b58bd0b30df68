import { formatList } from '../../../src/syntax/english.ts';
import { findDefects, findReadThrough, selectDefects, type Row } from './defects.ts';
import type { Subject } from './subjects.ts';

/** Why none of the subjects can be judged; undefined if one can. */
export function findUnreached(subjects: readonly Subject[], rows: readonly Row[]): string | undefined {
  if (subjects.length === 0) return 'no node group, pool or node has an EKS AMI with Amazon Linux';
  const newer = selectNewer(subjects, rows);
  return newer.length < subjects.length ? undefined : describeNewer(newer, rows);
}

/** What a result does not cover; undefined: nothing. */
export function describeUncovered(subjects: readonly Subject[], rows: readonly Row[]): string | undefined {
  const newer = selectNewer(subjects, rows);
  return newer.length === 0 ? undefined : describeNewer(newer, rows);
}

/** What a pass is based on. Nodes without a known release show only their kernel and their containerd. */
export function describePass(subjects: readonly Subject[], rows: readonly Row[]): string | undefined {
  const last = findReadThrough(rows);
  if (last === undefined) return undefined;
  const byNodes = subjects.some(({ release }) => release === undefined);
  const uncovered = describeUncovered(subjects, rows);
  return [
    `known defects through v${last}`,
    ...(byNodes ? ['nodes of unknown release by kernel and containerd only'] : []),
    ...(uncovered === undefined ? [] : [uncovered]),
  ].join('; ');
}

/** Later defects are in the table only in part: a later release without one is not judged. */
function selectNewer(subjects: readonly Subject[], rows: readonly Row[]): Subject[] {
  const last = findReadThrough(rows);
  const defects = selectDefects(rows);
  return subjects.filter(
    (subject) =>
      last !== undefined &&
      subject.release !== undefined &&
      subject.release > last &&
      findDefects(subject, defects).length === 0,
  );
}

function describeNewer(newer: readonly Subject[], rows: readonly Row[]): string {
  const releases = [...new Set(newer.map(({ release = '' }) => `v${release}`))].sort();
  return `not judged: ${formatList(releases)}, newer than the last release whose defects are known (v${findReadThrough(rows) ?? ''})`;
}
