import type { Facts, FactName } from '../../../facts/facts.ts';
import type { Reading, Readings } from '../../../facts/reading.ts';
import type { Reason } from '../../../facts/reason.ts';
import type { Result } from '../../../judge/result.ts';
import { parseMinor } from '../../../syntax/versions.ts';
import type { PlanDocument } from '../../plan/document.ts';
import type { MovedNodes } from '../../plan/moved-nodes.ts';
import type { ConditionState } from './schema.ts';
import type { StatusDocument } from '../schema.ts';
import type { Worse } from './worse-schema.ts';

/** Everything that the conditions of a plan are judged by. */
export interface View {
  plan: PlanDocument;
  readings: Readings;
  cluster: Facts['cluster'];
  /** The results of the checks that conditions name. */
  results: readonly Result[];
  /** Checks that judged the plan by more than this look has read, with the reason: `needs --with secrets`. */
  unread: ReadonlyMap<string, string>;
  /** The nodes by what moves them; undefined if they were not read. */
  owners: readonly MovedNodes[] | undefined;
  status: Pick<StatusDocument, 'controlPlane' | 'groups' | 'addons'>;
  /** ISO 8601. */
  now: string;
  /** What has become worse; undefined if the plan has nothing to compare with. */
  worse: readonly Worse[] | undefined;
}

/** Whether a condition holds. */
export interface Judged {
  state: ConditionState;
  /** What was seen; for `unseen`, why it was not. Null if it holds. */
  why: string | null;
  /** It does not hold yet because pods start: of a rollout, or of drained nodes. */
  isRolling?: true;
}

export const holds: Judged = { state: 'holds', why: null };

/** A condition that a person has to look at. */
export const byEye: Judged = { state: 'by-eye', why: null };

/** A condition that does not hold. */
export function notYet(why: string): Judged {
  return { state: 'open', why };
}

/** A condition of which a part holds. */
export function halfDone(why: string): Judged {
  return { state: 'half', why };
}

/** A condition that was not seen. */
export function notSeen({ message, permission }: Pick<Reason, 'message' | 'permission'>): Judged {
  return { state: 'unseen', why: permission === undefined ? message : `needs ${permission}` };
}

/**
 * Judges by the whole value of a fact. A list with gaps shows neither that something does not exist, nor that every
 * object is as it should be.
 */
export function byFact<Name extends FactName>(
  readings: Readings,
  name: Name,
  judge: (value: Facts[Name]) => Judged,
): Judged {
  const reading: Reading<Facts[Name]> | undefined = readings[name];
  if (reading === undefined) return notSeen({ message: 'it was not read' });
  if (!reading.ok) return notSeen(reading.reason);
  const [gap] = reading.gaps ?? [];
  if (gap !== undefined) return notSeen({ ...gap.reason, message: `${gap.what}: ${gap.reason.message}` });
  if (reading.inconsistent === true) return notSeen({ message: 'the list changed while it was read' });
  return judge(reading.value);
}

/** Whether a minor version is at another one, or past it in the direction of the plan. */
export function isAtMinor(found: string, wanted: string, direction: PlanDocument['plan']['direction']): boolean {
  const [is, to] = [parseMinor(found), parseMinor(wanted)];
  if (is === undefined || to === undefined) return false;
  return direction === 'rollback' ? is <= to : is >= to;
}
