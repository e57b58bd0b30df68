import type { Overload } from './signature.ts';
import type { Node } from './syntax.ts';
import { dyn, type Type } from './types.ts';

/** The checker's results: the flaws, and the overloads that each call can have. */
export interface Findings {
  readonly flaws: { at: number; message: string }[];
  readonly calls: Map<Node, readonly Overload[]>;
}

/** The types of the variables at a part of an expression. */
export type Scope = ReadonlyMap<string, Type>;

/** Adds a flaw. @returns dyn, so that the rest can still be checked */
export function flaw(found: Findings, at: number, message: string): Type {
  found.flaws.push({ at, message });
  return dyn;
}
