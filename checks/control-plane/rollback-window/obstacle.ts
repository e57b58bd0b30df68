import type { Evidence } from '../../../src/check.ts';

/** What stops a rollback, in a few words for the message. */
export interface Obstacle {
  text: string;
  evidence: Evidence;
  /** It is unknown whether it stops the rollback. */
  isUnknown?: true;
  /** What to do, in the order of a rollback. */
  task: 'support' | 'policy' | 'nodes' | 'fargate' | 'add-ons' | 'wait' | 'insights';
}
