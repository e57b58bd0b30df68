import { advice, type Advice } from '../syntax/advice.ts';
import { forCount } from '../syntax/english.ts';

/**
 * The sentence, with a space before it, on what a command made of the cluster's configuration leaves out; nothing where it
 * leaves out nothing.
 * @param gone ids of what no longer exists
 * @param unusable ids of subnets that exist and that EKS cannot use
 */
export function leftOut(gone: readonly string[], unusable: readonly string[] = []): Advice {
  const parts = [
    ...(gone.length === 0 ? [] : [`${gone.join(', ')}, which ${forCount(gone.length, 'was', 'were')} not found`]),
    ...(unusable.length === 0 ? [] : [`${unusable.join(', ')}, which EKS cannot use (see control-plane/subnets)`]),
  ];
  return parts.length === 0 ? advice`` : advice` The command omits ${parts.join(', and ')}.`;
}
