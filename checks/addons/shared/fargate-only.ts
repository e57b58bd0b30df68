import type { Facts } from '../../../src/facts/facts.ts';

type Compute = Partial<Pick<Facts, 'nodes' | 'nodegroups' | 'autoScalingGroups' | 'apiGroups'>>;

/** Karpenter may run on Fargate and start nodes later: then it is not. What could not be read says nothing. */
export function isFargateOnly({ nodes, nodegroups, autoScalingGroups, apiGroups }: Compute): boolean {
  if (nodes === undefined || apiGroups === undefined) return false;
  const isVirtual = nodes.length > 0 && nodes.every(({ computeType }) => computeType === 'fargate');
  const hasGroups = nodegroups?.length !== 0 || autoScalingGroups?.length !== 0;
  return isVirtual && !hasGroups && !apiGroups.includes('karpenter.sh');
}
