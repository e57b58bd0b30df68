import type { Overload } from './signature.ts';
import type { Node } from './syntax.ts';
import { dyn, type Type } from './types.ts';

/** What the checker has found: what is wrong, and which overloads a call can mean. */
export interface Findings {
  readonly flaws: { at: number; message: string }[];
  readonly calls: Map<Node, readonly Overload[]>;
}

/** The types of the variables where a part of an expression stands. */
export type Scope = ReadonlyMap<string, Type>;

/** Notes what is wrong. @returns dyn, so that the rest is checked all the same */
export function flaw(found: Findings, at: number, message: string): Type {
  found.flaws.push({ at, message });
  return dyn;
}
