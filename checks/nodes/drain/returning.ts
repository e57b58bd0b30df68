import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Drain } from './drain.ts';

/** Findings for pods whose replacement has no node to run on. */
export function* returningFindings(
  _drain: Drain,
  _volumes: Facts['persistentVolumes'] | undefined,
): Generator<Finding> {}
