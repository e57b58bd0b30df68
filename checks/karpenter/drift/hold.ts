import type { Advice } from '../../../src/syntax/advice.ts';
import type { Evidence } from '../../../src/check.ts';

/** Why drift does not replace some or all nodes of a pool. */
export interface Hold {
  text: string;
  /** The same in at most 40 characters. */
  short: string;
  evidence: Evidence;
  fix: Advice;
}
