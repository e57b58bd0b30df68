import { isBelow } from '../syntax/versions.ts';
import type { ObjectKind } from './own-objects.ts';
import { isWithin } from './version-range.ts';

/** Which versions of Karpenter read which generation of objects: alpha before 0.33, beta and later from 0.32 on. */

/** The first version that reads beta objects. */
const beta = '0.32.0';
/** The first version that does not read alpha objects. */
const withoutAlpha = '0.33.0';

/** True for the kinds that only Karpenter before 0.33 reads. */
export function isAlpha(kind: ObjectKind): boolean {
  return kind === 'Provisioner' || kind === 'AWSNodeTemplate' || kind === 'Machine';
}

/** Whether a version of Karpenter reads objects of a kind. */
export function reads(version: string, kind: ObjectKind): boolean {
  return isAlpha(kind) ? isBelow(version, withoutAlpha) : !isBelow(version, beta);
}

/** The first version whose CRDs contain only v1. */
export const withoutBetaCrds = '1.1.0';

/** Whether a version rewrites in v1 all objects that are stored as v1beta1: 1.0.6 and newer patches of 1.0. */
export function rewritesStored(version: string): boolean {
  return isWithin(version, '1.0.6', withoutBetaCrds);
}

/**
 * The first version of the path that reads a kind; null if the path is unknown, because the running version is unknown.
 * @returns undefined if none reads it: the object is a leftover, or is for a later version
 */
export function servedFrom(versions: readonly string[], kind: ObjectKind): string | null | undefined {
  return versions.length === 0 ? null : versions.find((version) => reads(version, kind));
}

/** `atKarpenter` of a finding about an object, from {@link servedFrom}. */
export function toAtKarpenter(served: string | null): { atKarpenter?: string } {
  return served === null ? {} : { atKarpenter: served };
}

/** The steps of a path that matter for alpha objects: to 0.32, which also reads beta objects, and to 0.33 or later. */
export interface AlphaSteps {
  today: string;
  /** The first version of the path in 0.32; undefined if there is none. */
  both: string | undefined;
  /** The first version of the path from 0.33 on; undefined if there is none. */
  dropped: string | undefined;
}
