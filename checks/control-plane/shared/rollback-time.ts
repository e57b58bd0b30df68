import type { RollbackState } from '../../../src/for-checks/rollback.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { momentText } from '../../../src/syntax/dates.ts';
import { format } from '../../../src/syntax/versions.ts';

/** A state in which only EKS knows whether the seven days are over. */
export type UnknownTime = Extract<RollbackState, { is: 'unclear' | 'undated' }>;

/** Why it is unknown whether EKS can still roll back, and what to do. */
export function describeUnknownTime(state: UnknownTime): { message: string; fix: Advice } {
  const to = format(state.to);
  if (state.is === 'undated') {
    return {
      message: `it is unknown whether EKS can roll back to ${to}: the last update has no version or a newer one than the cluster, no time, or a time in the future`,
      fix: advice`Check the clock of this machine, and read the updates of the cluster in the EKS console.`,
    };
  }
  return {
    message: `a rollback to ${to} may no longer be possible: seven days after the start of the update ended at ${momentText(state.until)}; EKS counts from its end, which it does not report`,
    fix: advice`If you need a rollback, start it now: EKS rejects it if the seven days are over.`,
  };
}
