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

/** What is known of a variable's value before there is one. */
export type VariableType = 'dyn' | 'bool' | 'int' | 'double' | 'string' | 'list' | 'map' | 'timestamp' | 'duration';

/** The value of an expression, or why it has none; line and column, from 1, say where that began. */
export type Result =
  | { ok: true; value: boolean | string }
  | { ok: false; message: string; line: number; column: number };

/** An expression that is free of what can be known to be wrong without values. */
export interface Compiled {
  /**
   * The paths of the variable's fields that the expression reads: `[['spec', 'containers', '*', 'image']]`. A path ends
   * where a whole value is used; `*` is every element or key; `[[]]` is the whole variable, `[]` nothing of it.
   */
  readonly fields: (variable: string) => readonly Path[];
  /**
   * The result for these values (`celValue` makes them), which is of the type that was asked for. Takes what it costs from
   * `cost`, which several evaluations may share. Never throws.
   */
  readonly evaluate: (values: Readonly<Record<string, CelValue>>, cost?: Cost) => Result;
}

export interface CompileOptions {
  readonly variables: Readonly<Record<string, VariableType>>;
  readonly result: 'bool' | 'string';
}

/** Steps of one evaluation where the caller sets no limit: some seconds at most. */
export const usualCost = 1_000_000;

/**
 * Compiles an expression: the language of Kubernetes' CEL as far as it is here, with errors for all of the rest.
 * A missing field and values of types that do not fit are errors, never false.
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

/** True for what `compile` returns where an expression is wrong. */
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
