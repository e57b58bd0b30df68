import type { Advice } from '../../../src/syntax/advice.ts';
import type { Evidence } from '../../../src/check.ts';

/** Why drift replaces no node of a pool, or not some of them. */
export interface Hold {
  text: string;
  evidence: Evidence;
  fix: Advice;
  /** Nodes that expire go all the same, from 1.0 on. */
  expires: boolean;
}
