import type { KarpenterPool, KarpenterRequirement } from '../facts/karpenter-objects.ts';
import { advice, type Advice } from '../syntax/advice.ts';

/** The label with which pools and pods request spot, on-demand or reserved instances. */
export const capacityType = 'karpenter.sh/capacity-type';

/** The label with which pools and pods request a processor architecture. */
const architecture = 'kubernetes.io/arch';

/** The requirements and labels of a pool that concern capacity types. */
export function capacityRequirements(pool: KarpenterPool): KarpenterRequirement[] {
  return requirementsOn(pool, capacityType);
}

/** The requirements of a pool on a key. A label that the pool sets on its nodes counts as `In` with its value. */
function requirementsOn({ requirements, labels }: KarpenterPool, key: string): KarpenterRequirement[] {
  const label = labels[key];
  return [
    ...requirements.filter((requirement) => requirement.key === key),
    ...(label === undefined ? [] : [{ key, operator: 'In', values: [label] }]),
  ];
}

/**
 * How to restrict a pool to on-demand instances, as a clause. Requirements on a key are ANDed: another one beside
 * `In [spot]` would leave no instance. Source: https://karpenter.sh/docs/concepts/scheduling/
 */
export function toOnDemand(pool: KarpenterPool): Advice {
  const wanted = advice`\`${capacityType} In ["on-demand"]\``;
  if (capacityRequirements(pool).length === 0) return advice`add ${wanted} to the requirements of the pool`;
  const beside = allows(pool, 'on-demand') ? '' : ': with both, the pool would launch no nodes';
  return advice`replace \`${capacityText(pool)}\` (a requirement or a label of the pool) with ${wanted}${beside}`;
}

/** The id of the remedy that sets a capacity type for a pool. */
export function capacityRemedy({ kind, name }: { kind: string; name: string }): string {
  return `capacity-type:${kind}/${name}`;
}

/** Whether a pool allows a capacity type. Requirements are ANDed; without any, every type is allowed. */
export function allows(pool: KarpenterPool, type: 'spot' | 'on-demand'): boolean {
  return requirementsOn(pool, capacityType).every((requirement) => admits(requirement, type));
}

/** Whether a pool can launch nodes of an image's architecture, in EC2's terms: `x86_64`, `arm64`. */
export function allowsArchitecture(pool: KarpenterPool, ofImage: string): boolean {
  const value = ofImage === 'x86_64' ? 'amd64' : ofImage;
  return requirementsOn(pool, architecture).every((requirement) => admits(requirement, value));
}

function admits({ operator, values }: KarpenterRequirement, value: string): boolean {
  if (operator === 'In') return values.includes(value);
  if (operator === 'NotIn') return !values.includes(value);
  return operator !== 'DoesNotExist';
}

/** A pool's requirements on capacity types, joined by `and`: `karpenter.sh/capacity-type In [spot]`. */
export function capacityText(pool: KarpenterPool): string {
  const said = capacityRequirements(pool).map(({ operator, values }) =>
    values.length === 0 ? operator : `${operator} [${values.join(', ')}]`,
  );
  return said.length === 0 ? `no ${capacityType}` : `${capacityType} ${said.join(' and ')}`;
}
