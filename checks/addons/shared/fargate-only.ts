import type { Facts } from '../../../src/facts/facts.ts';

type Compute = Partial<Pick<Facts, 'nodes' | 'nodegroups' | 'autoScalingGroups' | 'apiGroups'>>;

/** False with Karpenter, which may run on Fargate and launch nodes later, and if one of the facts could not be read. */
export function isFargateOnly({ nodes, nodegroups, autoScalingGroups, apiGroups }: Compute): boolean {
  if (nodes === undefined || apiGroups === undefined) return false;
  const isVirtual = nodes.length > 0 && nodes.every(({ computeType }) => computeType === 'fargate');
  const hasGroups = nodegroups?.length !== 0 || autoScalingGroups?.length !== 0;
  return isVirtual && !hasGroups && !apiGroups.includes('karpenter.sh');
}
