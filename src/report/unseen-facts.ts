import type { FactName } from '../facts/facts.ts';
import type { Gap, Readings } from '../facts/reading.ts';
import type { Reason } from '../facts/reason.ts';

/**
 * What was not read of a fact: all of it, some parts, or whether a list was complete.
 * @param what the fact shows: `node groups`
 */
export function listUnread(readings: Readings, fact: FactName, what: string): Gap[] {
  const reading = readings[fact];
  if (reading === undefined) return [{ what, reason: notRead }];
  if (!reading.ok) return [{ what, reason: reading.reason }];
  const changed = reading.inconsistent === true ? [{ what: `all ${what}`, reason: inconsistent }] : [];
  return [...(reading.gaps ?? []), ...changed];
}

/** Why something was not seen, as documents have it. */
export function toUnseenReason({ shared, message, permission }: Reason): { reason: string; permission: string | null } {
  return { reason: shared ?? message, permission: permission ?? null };
}

const notRead: Reason = { kind: 'not-asked', message: 'it was not read' };
const inconsistent: Reason = { kind: 'inconsistent', message: 'the list changed while it was read' };
