import type { Evidence } from '../../../src/check.ts';

/** What stops a rollback. */
export interface Obstacle {
  /** A clause of the message. */
  text: string;
  evidence: Evidence;
  /** It is unknown whether it stops the rollback. */
  isUnknown?: true;
  /** What to do about it. */
  task: 'support' | 'policy' | 'nodes' | 'add-ons' | 'wait' | 'insights';
  /** Nodes to roll back first: managed node groups, and whether there are other nodes. */
  nodes?: { groups: readonly string[]; hasOthers: boolean };
  /** The add-on that needs another version. */
  addon?: string;
}
