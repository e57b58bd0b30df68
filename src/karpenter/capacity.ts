import type { KarpenterPool, KarpenterRequirement } from '../facts/karpenter-objects.ts';

/** The label with which pools and pods request spot, on-demand or reserved instances. */
export const capacityType = 'karpenter.sh/capacity-type';

/** A label of the nodes is a requirement, too: `In` with its value. */
export function capacityRequirements({ requirements, labels }: KarpenterPool): KarpenterRequirement[] {
  const label = labels[capacityType];
  return [
    ...requirements.filter(({ key }) => key === capacityType),
    ...(label === undefined ? [] : [{ key: capacityType, operator: 'In', values: [label] }]),
  ];
}

/** Whether a pool allows a capacity type. Requirements are ANDed; without any, every type is allowed. */
export function allows(pool: KarpenterPool, type: 'spot' | 'on-demand'): boolean {
  return capacityRequirements(pool).every((requirement) => admits(requirement, type));
}

function admits({ operator, values }: KarpenterRequirement, type: string): boolean {
  if (operator === 'In') return values.includes(type);
  if (operator === 'NotIn') return !values.includes(type);
  return operator !== 'DoesNotExist';
}

/** A pool's requirements on capacity types: `In [spot]`; if there are several, all of them. */
export function capacityText(pool: KarpenterPool): string {
  const said = capacityRequirements(pool).map(({ operator, values }) =>
    values.length === 0 ? operator : `${operator} [${values.join(', ')}]`,
  );
  return said.length === 0 ? `no ${capacityType}` : `${capacityType} ${said.join(' and ')}`;
}
