import { advice, type Advice } from '../syntax/advice.ts';
import { forCount } from '../syntax/english.ts';

/**
 * A sentence with a leading space about what a command omits from the cluster's configuration; empty if it omits
 * nothing.
 * @param gone IDs of resources that no longer exist
 * @param unusable IDs of subnets that exist, but that EKS cannot use
 */
export function leftOut(gone: readonly string[], unusable: readonly string[] = []): Advice {
  const parts = [
    ...(gone.length === 0 ? [] : [`${gone.join(', ')}, which ${forCount(gone.length, 'was', 'were')} not found`]),
    ...(unusable.length === 0 ? [] : [`${unusable.join(', ')}, which EKS cannot use (see control-plane/subnets)`]),
  ];
  return parts.length === 0 ? advice`` : advice` The command omits ${parts.join(', and ')}.`;
}
