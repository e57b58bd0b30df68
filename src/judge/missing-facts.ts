import { advice, joinAdvice, quotedMarkdown, type Advice } from '../syntax/advice.ts';
import type { FactName } from '../facts/facts.ts';
import type { EngineFinding } from './finding.ts';
import type { Readings } from '../facts/reading.ts';
import type { Reason } from '../facts/reason.ts';
import { isPluginFact } from '../facts/plugin-facts.ts';
import { sentence } from '../syntax/markdown.ts';
import type { MissingFact } from './result.ts';

/** The readings to judge, and whether all of them are too old. */
export interface Seen {
  readings: Readings;
  /** Why all facts are too old for the date of the judgment. If set, its message is the `stale` of each reading. */
  aged?: Reason | undefined;
}

/** A fact, or a part of one, that was not seen, and why. */
export interface Unseen {
  fact: FactName;
  what: string;
  reason: Reason;
}

/**
 * Lists what was not seen of these facts.
 * @param counted facts that are counted or joined: if a list changed while it was read, the fact counts as not seen
 */
export function listUnseen(
  names: readonly FactName[],
  seen: Seen,
  counted: ReadonlySet<FactName> = new Set(),
): Unseen[] {
  return names.flatMap((fact) => unseenOfOne(fact, seen, counted.has(fact)));
}

function unseenOfOne(fact: FactName, { readings, aged }: Seen, isCounted: boolean): Unseen[] {
  const reading = readings[fact];
  const whole = (reason: Reason): Unseen => ({ fact, what: fact, reason });
  if (reading === undefined) return [whole(absentReason(fact))];
  if (!reading.ok) return [whole(reading.reason)];
  const unseen = (reading.gaps ?? []).map(({ what, reason }): Unseen => ({ fact, what, reason }));
  if (reading.stale !== undefined) {
    const own: Reason = { kind: 'stale', message: `${fact} is old: ${reading.stale}` };
    unseen.push(whole(aged?.message === reading.stale ? aged : own));
  }
  if (reading.inconsistent === true && isCounted) {
    const message = `${fact} changed while it was listed: objects created in the meantime may be missing`;
    unseen.push(whole({ kind: 'inconsistent', message }));
  }
  return unseen;
}

/** A fact of a plug-in is in an inventory only if the plug-in was used when the inventory was taken. */
function absentReason(fact: FactName): Reason {
  const message = `${fact} is not in this inventory`;
  if (!isPluginFact(fact)) return { kind: 'absent', message };
  return { kind: 'absent', message, hint: 'Take a new inventory with the same --plugin.' };
}

/** Whether all these facts were read, at least in part. */
export function areRead(names: readonly FactName[], readings: Readings): boolean {
  return names.every((name) => readings[name]?.ok === true);
}

/** The facts that were not read completely, or that are stale. */
export function partlyRead(names: readonly FactName[], seen: Seen): Set<FactName> {
  return new Set(names.filter((name) => listUnseen([name], seen).length > 0));
}

/** Removes duplicates: `applies` and `run` may miss the same thing. */
export function distinct(unseen: readonly Unseen[]): Unseen[] {
  return [...new Map(unseen.map((one) => [`${one.fact}\n${one.what}\n${one.reason.message}`, one])).values()];
}

/**
 * The unknown finding for a missing fact. Facts that share a reason get the same text, so a reporter can print it once.
 * @param hides the worst level that the missing fact can hide; undefined: the severity of the check
 */
export function missingFinding({ fact, what, reason }: Unseen, hides?: 'warn'): EngineFinding {
  const part = what === fact || reason.shared !== undefined ? null : what;
  const why = reason.shared ?? reason.message;
  return {
    level: 'unknown',
    rule: `missing:${fact}`,
    resource: what === fact ? { kind: 'Fact', name: fact } : { kind: 'Fact', name: fact, note: what },
    message: `${part === null ? '' : `${part} `}not seen: ${why}`,
    short: reason.permission === undefined ? (reason.short ?? 'not seen') : 'permission is missing',
    unseen: {
      kind: 'fact',
      fact,
      part,
      reason: why,
      cause: reason.kind,
      permission: reason.permission ?? null,
      ...(hides === undefined ? {} : { hides }),
    },
    fix: fixForReason(reason),
  };
}

function fixForReason({ permission, hint, kind }: Reason): Advice {
  const grant = permission === undefined ? [] : [advice`Grant \`${permission}\` and scan again.`];
  const look = hint === undefined ? [] : [quotedMarkdown(sentence(hint))];
  if (permission !== undefined || hint !== undefined) return joinAdvice([...grant, ...look], ' ');
  return kind === 'absent' ? advice`Take a new inventory with this version of eks-preflight.` : advice`Scan again.`;
}

/** The entry for `missing` in a check's result. */
export function missingFact({ fact, what, reason }: Unseen): MissingFact {
  return {
    fact,
    reason: reason.kind,
    message: what === fact ? reason.message : `${what}: ${reason.message}`,
    permission: reason.permission ?? null,
    hint: reason.hint ?? null,
  };
}
