import { isBelow } from '../languages/versions.ts';
import type { ObjectKind } from './own-objects.ts';

/** Which Karpenter reads which generation of objects: alpha up to 0.32, beta and what follows it from there on. */

/** Karpenter 0.32 reads alpha and beta objects; before it only the former, from 0.33 on only the latter. */
const beta = '0.32.0';
const withoutAlpha = '0.33.0';

/** True of the kinds that only Karpenter before 0.33 reads. */
export function isAlpha(kind: ObjectKind): boolean {
  return kind === 'Provisioner' || kind === 'AWSNodeTemplate' || kind === 'Machine';
}

/** Whether a version of Karpenter reads objects of a kind. */
export function reads(version: string, kind: ObjectKind): boolean {
  return isAlpha(kind) ? isBelow(version, withoutAlpha) : !isBelow(version, beta);
}

/**
 * The first version of the way that reads a kind; null: today's, whose version is not known.
 * @returns undefined where none reads it: the object is a leftover, or of a later day
 */
export function servedFrom(versions: readonly string[], kind: ObjectKind): string | null | undefined {
  return versions.length === 0 ? null : versions.find((version) => reads(version, kind));
}

/** `atKarpenter` of a finding about an object, from {@link servedFrom}. */
export function atKarpenterOf(served: string | null): { atKarpenter?: string } {
  return served === null ? {} : { atKarpenter: served };
}
