import type { KarpenterPool, KarpenterRequirement } from '../facts/karpenter-objects.ts';

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
