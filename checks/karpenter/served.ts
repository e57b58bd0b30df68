import type { KarpenterPath } from '../../src/check.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../src/facts/karpenter-objects.ts';
import { isBelow } from '../../src/versions.ts';

type Kind = KarpenterPool['kind'] | KarpenterNodeClass['kind'];

/** Karpenter 0.32 reads alpha and beta objects; before it only the former, from 0.33 on only the latter. */
const beta = '0.32.0';
const withoutAlpha = '0.33.0';

const isAlpha = (kind: Kind): boolean => kind === 'Provisioner' || kind === 'AWSNodeTemplate';

/** Whether a version of Karpenter reads objects of a kind. */
export function reads(version: string, kind: Kind): boolean {
  return isAlpha(kind) ? isBelow(version, withoutAlpha) : !isBelow(version, beta);
}

/**
 * The first version of the way that reads a kind; null: today's, whose version is not known.
 * @returns undefined where none reads it: the object is a leftover, or of a later day
 */
export function servedFrom({ versions }: Pick<KarpenterPath, 'versions'>, kind: Kind): string | null | undefined {
  return versions.length === 0 ? null : versions.find((version) => reads(version, kind));
}

/** `atKarpenter` of a finding about an object, from {@link servedFrom}. */
export function atKarpenterOf(served: string | null): { atKarpenter?: string } {
  return served === null ? {} : { atKarpenter: served };
}

/** Karpenter's own pools; those of EKS Auto Mode are AWS's. */
export function ownPools(pools: readonly KarpenterPool[]): KarpenterPool[] {
  return pools.filter(({ nodeClass }) => nodeClass?.group !== autoModeGroup);
}

/** The group of EKS Auto Mode's node classes. */
export const autoModeGroup = 'eks.amazonaws.com';
