import type { ReportedFinding } from '../../judge/result.ts';
import { formatCount } from '../../syntax/english.ts';

const shown = 5;

/**
 * The changes to read before an update of Karpenter, each with its source: the list items of the fix of
 * `karpenter/breaking-changes`.
 */
export function listChanges(to: string, found: readonly ReportedFinding[]): string[] {
  return found
    .filter(
      ({ check, at }) => check === 'karpenter/breaking-changes' && at?.component === 'karpenter' && at.version === to,
    )
    .flatMap(({ fix }) => fix.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : [])));
}

/** The notes about changes: the first ones, and how many there are besides. */
export function noteChanges(changes: readonly string[]): string[] {
  const rest = changes.length - shown;
  const lines = changes.slice(0, shown).map((change) => `Read before: ${change}`);
  if (rest <= 0) return lines;
  return [...lines, `Read ${formatCount(rest, 'more change')} in the entry about karpenter/breaking-changes.`];
}
