import { definitionOf, type MarkedSchema } from '../../facts/definition.ts';
import { factSchemas, type FactName } from '../../facts/facts.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** A path that no value of a fact has. */
export interface UnknownField {
  /** The step that does not exist. */
  field: string;
  /** The path up to and including it: `containers.*.imag`. */
  path: string;
  /** The path above it; empty for a field of the item itself. */
  above: string;
  /** The fields that exist there; empty for a value without fields, such as a string. */
  known: readonly string[];
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
    const missing = options.map((option) => missingIn(option, path, at)).filter((one) => one !== undefined);
    return missing.length < options.length ? undefined : joined(missing);
  }
  if (type === 'unknown') return undefined;
  const below = element ?? valueType ?? (shape === undefined ? undefined : ownValue(shape, step));
  if (below !== undefined) return missingIn(below, path, at + 1);
  if (shape !== undefined && step === '*') return undefined;
  const above = path.slice(0, at).join('.');
  return { field: step, path: path.slice(0, at + 1).join('.'), above, known: Object.keys(shape ?? {}) };
}

/** What the shapes of a union lack: the deepest path, with the fields that any of them has there. */
function joined(missing: readonly UnknownField[]): UnknownField | undefined {
  const [first, ...others] = missing.toSorted((a, b) => b.path.length - a.path.length);
  if (first === undefined) return undefined;
  const known = others.flatMap((one) => (one.path === first.path ? one.known : []));
  return { ...first, known: [...new Set([...first.known, ...known])] };
}
