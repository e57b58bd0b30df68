import type { RE2JS } from 're2js';
import type { Node } from './syntax.ts';
import { describeType, failure, isFailure, type CelKey, type CelValue, type Failure, type Outcome } from './values.ts';

/** A cost budget. Each evaluated node costs one, plus the cost of looping over, reading and creating values. */
export interface Cost {
  readonly limit: number;
  left: number;
  /** The patterns that were already compiled for this budget, or their errors. */
  patterns?: Map<string, RE2JS | { message: string }>;
}

/** The state of one evaluation. `slots` has the values of the variables, then those of loops and `cel.bind`. */
export interface Frame {
  readonly slots: CelValue[];
  readonly cost: Cost;
}

/** A compiled expression, which can be evaluated any number of times. */
export type Run = (frame: Frame) => Outcome;

/**
 * Subtracts from the cost budget.
 * @returns false if too little is left: this and all later evaluations then fail, whatever the caller returns
 */
export function spend(cost: Cost, amount: number): boolean {
  cost.left -= amount;
  return cost.left >= 0;
}

export function buildCostFailure({ limit }: Cost): Failure {
  return { kind: 'failure', message: `cost limit of ${limit} exceeded`, isFinal: true };
}

/** Returns a bool or a failure unchanged; any other value is a failure. */
export function toBool(outcome: Outcome, node: Node): boolean | Failure {
  if (typeof outcome === 'boolean' || isFailure(outcome)) return outcome;
  return { ...failure(`expected a bool, got ${describeType(outcome)}`), at: node.at };
}

export function isKey(value: CelValue): value is CelKey {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean';
}
