import type { StatusUpdate } from './schema.ts';
import { hasFailed, isRunning } from './updates.ts';

/** What a look finds of an update, and the look before. */
export interface UpdatePair {
  before: StatusUpdate | null;
  after: StatusUpdate | null;
}

/**
 * What happened to the update of one part: it began, ended, or has another status.
 * @param now when the second look was taken, ISO 8601
 * @param done what a successful update has reached, before its status: `2 of 2 nodes at 1.34, `
 */
export function updateChanges({ before, after }: UpdatePair, now: string, done = ''): string[] {
  if (after === null || (before?.id === after.id && before.status === after.status)) return [];
  if (before !== null && before.id !== after.id && isOlder(after, before))
    return isRunning(before) ? [`${before.type} has ended`] : [];
  if (isRunning(after)) return [before?.id === after.id ? `update ${after.status}` : beginText(after)];
  const codes = after.errors.map(({ code }) => code);
  const why = hasFailed(after) && codes.length > 0 ? ` with ${[...new Set(codes)].join(', ')}` : '';
  const reached = hasFailed(after) ? '' : done;
  return [`${endWord(after)}: ${reached}update ${after.status}${why}${durationText(after.since, now)}`];
}

/** The first part of the ID of an update: enough to find it. */
export function shortId(id: string | null): string {
  return id === null ? '' : ` ${id.slice(0, 8)}`;
}

/** ` (25 min)`; empty without a begin. */
export function durationText(since: string | null, now: string): string {
  return since === null ? '' : ` (${minutesText(since, now)})`;
}

/** `25 min`. */
export function minutesText(since: string, now: string): string {
  return `${Math.max(0, Math.round((Date.parse(now) - Date.parse(since)) / 60_000))} min`;
}

function beginText({ id, type, to }: StatusUpdate): string {
  return `update${shortId(id)} began: ${type}${to === null ? '' : ` to ${to}`}`;
}

function endWord({ status }: StatusUpdate): string {
  if (status === 'Failed') return 'FAILED';
  return status === 'Cancelled' ? 'CANCELLED' : 'DONE';
}

/** What runs is shown before what has ended: once it ends, an older update may be shown again. */
function isOlder(one: StatusUpdate, other: StatusUpdate): boolean {
  return one.since !== null && other.since !== null && one.since < other.since;
}
