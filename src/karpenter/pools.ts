import type { KarpenterNodeClass, KarpenterPool, KarpenterRequirement } from '../facts/karpenter-objects.ts';
import { isBelow } from '../languages/versions.ts';

/** What pools mean, whoever reads them: which Karpenter does, and what they let start. */

/** The group of EKS Auto Mode's node classes. */
export const autoModeGroup = 'eks.amazonaws.com';

/** Karpenter's own pools; those of EKS Auto Mode are AWS's. */
export function ownPools(pools: readonly KarpenterPool[]): KarpenterPool[] {
  return pools.filter(({ nodeClass }) => nodeClass?.group !== autoModeGroup);
}

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
export function servedFrom(versions: readonly string[], kind: Kind): string | null | undefined {
  return versions.length === 0 ? null : versions.find((version) => reads(version, kind));
}

/** `atKarpenter` of a finding about an object, from {@link servedFrom}. */
export function atKarpenterOf(served: string | null): { atKarpenter?: string } {
  return served === null ? {} : { atKarpenter: served };
}

/** The label by which pools and pods ask for spot, on-demand or reserved instances. */
export const capacityType = 'karpenter.sh/capacity-type';

/** A label of the nodes is a requirement, too: `In` with its value. */
export function capacityRequirements({ requirements, labels }: KarpenterPool): KarpenterRequirement[] {
  const label = labels[capacityType];
  return [
    ...requirements.filter(({ key }) => key === capacityType),
    ...(label === undefined ? [] : [{ key: capacityType, operator: 'In', values: [label] }]),
  ];
}

/** Whether a pool lets instances of a capacity type start. Requirements are ANDed; without any, every type may. */
export function allows(pool: KarpenterPool, type: 'spot' | 'on-demand'): boolean {
  return capacityRequirements(pool).every((requirement) => admits(requirement, type));
}

function admits({ operator, values }: KarpenterRequirement, type: string): boolean {
  if (operator === 'In') return values.includes(type);
  if (operator === 'NotIn') return !values.includes(type);
  return operator !== 'DoesNotExist';
}

/** What a pool says of capacity types: `In [spot]`; of several, all. */
export function capacityText(pool: KarpenterPool): string {
  const said = capacityRequirements(pool).map(({ operator, values }) =>
    values.length === 0 ? operator : `${operator} [${values.join(', ')}]`,
  );
  return said.length === 0 ? `no ${capacityType}` : `${capacityType} ${said.join(' and ')}`;
}
