import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { UpdatedAddon } from '../../../src/for-checks/eks-addon.ts';

/** What stops a rollback. */
export interface Obstacle {
  /** A clause of the message. */
  text: string;
  evidence: Evidence;
  /** It is unknown whether it stops the rollback. */
  isUnknown?: true;
  /** What to do, in the order of a rollback. */
  task: 'support' | 'policy' | 'nodes' | 'fargate' | 'add-ons' | 'wait' | 'insights' | 'unread';
  /** Managed node groups to roll back first. */
  groups?: readonly string[];
  /** Whether other nodes must be replaced, too. */
  hasOtherNodes?: true;
  /** The add-on that needs another version. */
  addon?: UpdatedAddon & Pick<Facts['addons'][number], 'tags'>;
}
