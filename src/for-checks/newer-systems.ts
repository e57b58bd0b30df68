import type { Facts } from '../facts/facts.ts';

/**
 * The operating systems of EKS AMIs to move nodes to. Bottlerocket nodes cannot be launched in local clusters on AWS Outposts.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/launch-node-bottlerocket.html
 */
export function newerSystems({ outpost }: Pick<Facts['cluster'], 'outpost'>): string {
  return outpost ? 'Amazon Linux 2023' : 'Amazon Linux 2023 or Bottlerocket';
}
