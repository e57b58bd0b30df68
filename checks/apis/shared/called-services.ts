import type { ObjectOwner } from '../../../src/facts/owner.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { gitOpsName, resolveOwner } from '../../../src/for-checks/owners.ts';

/** Why the API server cannot verify any certificate with a CA bundle, now or soon. */
export interface BundleProblem {
  rule: 'ca-expired' | 'ca-expires' | 'ca-unreadable';
  /** `expired on 2026-11-19`: a predicate, whose subject is the CA bundle. */
  text: string;
  /** For a bundle that expires soon, the problem with the time left: `CA bundle expires in 9 days`. */
  short?: string;
  observed: string;
}

const soonHours = 30 * 24;
const expiryRequired = 'at least 30 days';

/**
 * @param caExpires when the last certificate expires; null: none can be parsed; undefined: no bundle, so the API server
 *   uses the system's trust roots
 */
export function bundleProblem(caExpires: string | null | undefined, now: string): BundleProblem | undefined {
  if (caExpires === undefined) return undefined;
  if (caExpires === null) {
    return { rule: 'ca-unreadable', text: 'contains no valid certificate', observed: 'no certificate' };
  }
  const left = hoursBetween(now, caExpires);
  const day = caExpires.slice(0, 10);
  if (left <= 0) return { rule: 'ca-expired', text: `expired on ${day}`, observed: `expired on ${day}` };
  if (left > soonHours) return undefined;
  const days = Math.floor(left / 24);
  const short = `CA bundle expires in ${days === 0 ? 'less than a day' : formatCount(days, 'day')}`;
  return { rule: 'ca-expires', text: `expires on ${day}`, short, observed: `expires on ${day}` };
}

/** The required value in the evidence for a bundle. */
export const bundleRequired: Readonly<Record<BundleProblem['rule'], string>> = {
  'ca-expired': expiryRequired,
  'ca-expires': expiryRequired,
  'ca-unreadable': 'a CA certificate in PEM format',
};

/** A sentence about what installed an object, with a leading space; empty if the object does not show it. */
export function installedBy(object: { owner?: ObjectOwner | undefined }): Advice {
  const owner = resolveOwner(object);
  if (owner.kind === 'gitops') return advice` The object is applied by ${gitOpsName(owner)}.`;
  if (owner.kind !== 'helm') return advice``;
  const where = owner.namespace === null ? advice`` : advice` in namespace ${owner.namespace}`;
  return advice` The object belongs to the Helm release ${owner.release}${where}.`;
}
