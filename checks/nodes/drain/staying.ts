import type { Context, Finding } from '../../../src/check.ts';
import type { Drain } from './drain.ts';

/** Findings for pods that do not leave their node, or that come back to it. */
export function* stayingFindings(_drain: Drain, _context: Context): Generator<Finding> {}
