import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { sh } from '../../../src/syntax/shell.ts';

/**
 * How to go back from the 0.32 that a stop is about: the stop itself, or the target after it. 0.31 does not read what
 * 0.32 created. Empty if the stop is about another version.
 */
export function describeDowngrade(versions: readonly string[], stop: string): Advice {
  const at = versions.indexOf(stop);
  const isStop = isWithin(stop, '0.32.0', '0.33.0');
  const both = isStop ? stop : versions[at + 1];
  const before = isStop ? versions[at - 1] : stop;
  const isLast = both === versions.at(-1);
  if (both === undefined || before === undefined || !isWithin(both, '0.32.0', '0.33.0') || !(isStop || isLast))
    return advice``;
  return advice`\n\nTo go back from ${both} to ${before}:\n
1. Remove the taint \`karpenter.sh/legacy\` from the Provisioners. While ${both} runs, delete the NodePools, wait until
   ${sh`kubectl get nodeclaims.karpenter.sh`} lists none, and delete the EC2NodeClasses: ${before} reads none of them.
2. Restore the permissions of ${before}: the policy that it had.
3. Keep the CRDs of ${both}.
4. Install ${before} with the values that you used for it, not with those of ${both}.`;
}
