import { definitionOf, type MarkedSchema } from '../../facts/definition.ts';
import { factSchemas, type FactName } from '../../facts/facts.ts';
import { nearest } from '../../syntax/near.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** A path that no value of a fact has. */
export interface UnknownField {
  /** The step that does not exist. */
  field: string;
  /** The path up to and including it: `containers.*.imag`. */
  path: string;
  /** A similar name that exists. */
  near: string | undefined;
}

/**
 * Finds the first field of a path that no value of a fact has: for every item, that field is missing.
 * @param isItem true if the path starts at an item of the fact, which is a list
 */
export function unknownField(fact: FactName, path: readonly string[], isItem: boolean): UnknownField | undefined {
  const { innerType: schema = factSchemas[fact] } = definitionOf(factSchemas[fact]);
  const { element } = definitionOf(schema);
  return missingIn(isItem && element !== undefined ? element : schema, path, 0);
}

function missingIn(schema: MarkedSchema, path: readonly string[], at: number): UnknownField | undefined {
  const step = path[at];
  if (step === undefined) return undefined;
  const { type, shape, element, innerType, valueType, options } = definitionOf(schema);
  if (innerType !== undefined) return missingIn(innerType, path, at);
  if (options !== undefined) {
    const missing = options.map((option) => missingIn(option, path, at));
    return missing.includes(undefined) ? undefined : missing[0];
  }
  if (type === 'unknown') return undefined;
  const below = element ?? valueType ?? (shape === undefined ? undefined : ownValue(shape, step));
  if (below !== undefined) return missingIn(below, path, at + 1);
  if (shape !== undefined && step === '*') return undefined;
  const [near] = nearest(step, Object.keys(shape ?? {}));
  return { field: step, path: path.slice(0, at + 1).join('.'), near };
}
