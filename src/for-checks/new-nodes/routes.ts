import type { Facts } from '../../facts/facts.ts';
import type { Minor } from '../../syntax/versions.ts';
import { hasAmazonLinux2, isAmazonLinux2Type, type AmazonLinux2 } from '../node-images.ts';

/**
 * How the nodes of a group come to run the target version: they stay as they are, EKS updates the node group in place,
 * another node group replaces it, a launch template starts them, Karpenter replaces them, or AWS does.
 */
export type Route = 'stays' | 'in-place' | 'replaced' | 'launch-template' | 'drift' | 'aws';

/** The name of the group with Amazon Linux 2023 that replaces a group. */
export function newGroupName({ name }: Pick<Facts['nodegroups'][number], 'name'>): string {
  return `${name}-al2023`;
}

/**
 * The first version of the path at which another node group has to replace this one: EKS has no image of its AMI type,
 * which cannot be changed. Undefined: EKS updates it in place.
 */
export function findReplacedAt(
  { amiType }: Pick<Facts['nodegroups'][number], 'amiType'>,
  versions: readonly Minor[],
  rows: AmazonLinux2,
): Minor | undefined {
  return isAmazonLinux2Type(amiType) ? findRefusedAt(versions, rows) : undefined;
}

/** The first version of the path for which EKS has no image of Amazon Linux 2. */
export function findRefusedAt(versions: readonly Minor[], rows: AmazonLinux2): Minor | undefined {
  return versions.find((version) => !hasAmazonLinux2(version, rows));
}
