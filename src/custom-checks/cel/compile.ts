import { check } from './check.ts';
import { build } from './evaluate.ts';
import { listFieldPaths, type Path } from './fields.ts';
import type { Findings } from './findings.ts';
import { parse } from './parse.ts';
import type { Cost } from './cost.ts';
import { placeIn, type CelFlaw, type Node } from './syntax.ts';
import { dyn, parseType, typeText, type Type } from './types.ts';
import { describeType, isFailure, toTypeName, withArticle, type CelValue, type Outcome } from './values.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** The type with which a variable is declared. */
export type VariableType = 'dyn' | 'bool' | 'int' | 'double' | 'string' | 'list' | 'map' | 'timestamp' | 'duration';

/** The value of an expression, or an error with its line and column, both from 1. */
export type Result =
  | { ok: true; value: boolean | string }
  | { ok: false; message: string; line: number; column: number };

/** An expression that is free of all flaws that can be found without values. */
export interface Compiled {
  /**
   * The paths of the variable's fields that the expression reads: `[['spec', 'containers', '*', 'image']]`. A path ends
   * where a whole value is used; `*` is every element or key; `[[]]` is the whole variable, `[]` none of its fields.
   */
  readonly fields: (variable: string) => readonly Path[];
  /**
   * Evaluates the expression for values of CEL (`celValue` converts JSON to these). A result of another type than the
   * one in `CompileOptions` is an error. Takes its cost from `cost`, which several evaluations may share. Never throws.
   */
  readonly evaluate: (values: Readonly<Record<string, CelValue>>, cost?: Cost) => Result;
}

export interface CompileOptions {
  readonly variables: Readonly<Record<string, VariableType>>;
  readonly result: 'bool' | 'string';
}

/** The default cost limit of one evaluation: reaching the limit takes a few seconds at most. */
export const usualCost = 1_000_000;

/**
 * Compiles an expression of a subset of Kubernetes' CEL, with `minor()` added; everything else is an error. At
 * evaluation, reading a missing field is an error, not false, and so is using a value of an unsuitable type.
 */
export function compile(text: string, { variables, result }: CompileOptions): Compiled | CelFlaw {
  const node = parse(text);
  if ('message' in node && !('kind' in node)) return node;
  const types = new Map(Object.entries(variables).map(([name, type]) => [name, parseType(type) ?? dyn]));
  const found: Findings = { flaws: [], calls: new Map() };
  const type = check(node, types, found);
  if (found.flaws.length === 0 && type.name !== result && type.name !== 'dyn') {
    found.flaws.push({ at: 0, message: `expected ${withArticle(result)}, got ${withArticle(typeText(type))}` });
  }
  const [first] = found.flaws.toSorted((a, b) => a.at - b.at);
  if (first !== undefined) return { ...placeIn(text, first.at), message: first.message };
  return createCompiled(node, text, types, found, result);
}

/** True if `compile` returned a flaw. */
export function isFlaw(compiled: Compiled | CelFlaw): compiled is CelFlaw {
  return 'message' in compiled;
}

function createCompiled(
  node: Node,
  text: string,
  types: ReadonlyMap<string, Type>,
  found: Findings,
  wanted: string,
): Compiled {
  const names = [...types.keys()];
  const typed = [...types].filter(([, { name }]) => name !== 'dyn');
  const slots = new Map(names.map((name, index) => [name, index]));
  const run = build(node, { slots, next: names.length, calls: found.calls, isRoot: (name) => types.has(name) });
  return {
    fields: (variable) => listFieldPaths(node, variable),
    evaluate: (values, cost = { limit: usualCost, left: usualCost }) => {
      const given = names.map((name) => ownValue(values, name));
      const wrong = given.includes(undefined) ? missingValue(names, given) : wrongValue(values, typed);
      if (wrong !== undefined) return { ok: false, message: wrong, line: 1, column: 1 };
      return toResult(run({ slots: given as CelValue[], cost }), text, wanted);
    },
  };
}

function missingValue(names: readonly string[], given: readonly (CelValue | undefined)[]): string {
  return `no value for '${names[given.indexOf(undefined)] ?? ''}'`;
}

function wrongValue(
  values: Readonly<Record<string, CelValue>>,
  types: readonly (readonly [string, Type])[],
): string | undefined {
  for (const [name, type] of types) {
    const value = values[name] ?? null;
    if (toTypeName(value) !== type.name) return `'${name}' is ${describeType(value)}, not ${withArticle(type.name)}`;
  }
  return undefined;
}

function toResult(outcome: Outcome, text: string, wanted: string): Result {
  if (isFailure(outcome)) return { ok: false, message: outcome.message, ...placeIn(text, outcome.at ?? 0) };
  if (isWanted(outcome, wanted)) return { ok: true, value: outcome };
  return { ok: false, message: `expected ${withArticle(wanted)}, got ${describeType(outcome)}`, line: 1, column: 1 };
}

function isWanted(value: CelValue, wanted: string): value is boolean | string {
  return (typeof value === 'boolean' || typeof value === 'string') && toTypeName(value) === wanted;
}
