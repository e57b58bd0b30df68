import { usageError } from '../facts/reason.ts';
import type { Report } from '../report/schema.ts';
import { groupsNamed } from '../report/shown-group.ts';
import { formatFirst } from '../syntax/english.ts';
import { nearest } from '../syntax/near.ts';
import { formatAlternatives, shortened } from '../syntax/quoted.ts';

const mostListed = 20;

/**
 * Refuses the name of a group of nodes that the report does not list. Accepts any name if it lists none: then nothing
 * is hidden.
 * @throws ScanError (`usage`)
 */
export function refuseUnknownGroup(group: string, { drain = [] }: Pick<Report, 'drain'>): void {
  if (drain.length === 0 || groupsNamed(group, { drain }).length > 0) return;
  const texts = drain.map((one) => one.group);
  const near = nearest(group, [...new Set([...drain.flatMap(({ name }) => name ?? []), ...texts])]);
  throw usageError(
    `--group ${shortened(group)}: the update replaces no nodes of such a group`,
    near.length > 0 ? `Did you mean ${formatAlternatives(near)}?` : `It replaces: ${formatFirst(texts, mostListed)}.`,
  );
}
