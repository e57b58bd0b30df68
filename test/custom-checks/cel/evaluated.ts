import { compile, isFlaw, type Compiled } from '../../../src/custom-checks/cel/compile.ts';
import { celValue } from '../../../src/custom-checks/cel/values.ts';

/** Compiles a valid expression on `object`. */
export function compiled(expression: string, result: 'bool' | 'string' = 'bool'): Compiled {
  const made = compile(expression, { variables: { object: 'dyn' }, result });
  if (isFlaw(made)) throw new Error(`${expression}: ${made.line}:${made.column}: ${made.message}`);
  return made;
}

/** Evaluates an expression on a JSON object. Returns its value, or the message of its error. */
export function evaluated(expression: string, object: unknown = null, result: 'bool' | 'string' = 'bool'): unknown {
  const outcome = compiled(expression, result).evaluate({ object: celValue(object) });
  return outcome.ok ? outcome.value : outcome.message;
}

/** `line:column message` of the error in an expression; `compiles` if it is valid. */
export function formatFlaw(expression: string, result: 'bool' | 'string' = 'bool'): string {
  const made = compile(expression, { variables: { object: 'dyn' }, result });
  return isFlaw(made) ? `${made.line}:${made.column} ${made.message}` : 'compiles';
}
