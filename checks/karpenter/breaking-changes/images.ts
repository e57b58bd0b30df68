import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';

/** True if its nodes run Amazon Linux 2023, by family or alias. */
export function isAmazonLinux2023({ amiFamily, alias }: KarpenterNodeClass): boolean {
  return amiFamily === 'AL2023' || alias?.startsWith('al2023@') === true;
}

/** Categories of instances without a GPU or another accelerator. */
const general = new Set(['c', 'm', 'r', 't']);

/** True if there are pools and each allows only categories without accelerators. */
export function isWithoutAccelerators(pools: readonly KarpenterPool[]): boolean {
  return pools.length > 0 && pools.every(isGeneral);
}

function isGeneral({ requirements }: KarpenterPool): boolean {
  return requirements.some(
    ({ key, operator, values }) =>
      key === 'karpenter.k8s.aws/instance-category' && operator === 'In' && values.every((value) => general.has(value)),
  );
}
