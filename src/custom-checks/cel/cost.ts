import type { RE2JS } from 're2js';
import type { Node } from './syntax.ts';
import { describeType, failure, isFailure, type CelKey, type CelValue, type Failure, type Outcome } from './values.ts';

/** What one evaluation may still cost; each evaluated node costs one, and besides what it walks, reads and makes. */
export interface Cost {
  readonly limit: number;
  left: number;
  /** The regular expressions that were compiled for it, or what is wrong with them. */
  patterns?: Map<string, RE2JS | { message: string }>;
}

/** The values of one evaluation: those of the variables first, then one for each loop in progress. */
export interface Frame {
  readonly slots: CelValue[];
  readonly cost: Cost;
}

/** An expression that is ready to be evaluated any number of times. */
export type Run = (frame: Frame) => Outcome;

/**
 * Spends a part of the cost that is left.
 * @returns false if none is left: the caller stops, whatever it returns; this evaluation and all further ones fail
 */
export function spend(cost: Cost, amount: number): boolean {
  cost.left -= amount;
  return cost.left >= 0;
}

export function buildCostFailure({ limit }: Cost): Failure {
  return { kind: 'failure', message: `cost limit of ${limit} exceeded`, isFinal: true };
}

/** A bool as it is, a failure as it is; anything else is a failure. */
export function toBool(outcome: Outcome, node: Node): boolean | Failure {
  if (typeof outcome === 'boolean' || isFailure(outcome)) return outcome;
  return { ...failure(`expected a bool, got ${describeType(outcome)}`), at: node.at };
}

export function isKey(value: CelValue): value is CelKey {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean';
}
