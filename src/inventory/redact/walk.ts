import { definitionOf, type Definition, type MarkedSchema } from '../../facts/definition.ts';
import { findMark, roundUp, type Mark } from '../../facts/marks.ts';
import { isObject } from '../../syntax/json.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** Returns the replacement of one text. */
export type TextMap = (text: string, mark: Mark) => string;

/** The mark of a text that has none, or that no schema expects. */
const unmarked: Mark = { is: 'name', kind: 'word' };

/**
 * Maps each text of a value, keys of records included, by its mark in the schema, and rounds the numbers that the schema
 * marks. Returns a copy without the fields that the schema does not name.
 */
export function mapTexts(schema: MarkedSchema, value: unknown, map: TextMap): unknown {
  const mark = findMark(schema);
  if (mark !== undefined) return mapJson(value, (text) => map(text, mark), mark.is === 'json' ? mark.keys : undefined);
  const definition = definitionOf(schema);
  if (definition.type === 'union') return mapTexts(optionFor(definition.options ?? [], value), value, map);
  if (definition.innerType !== undefined && value !== null && value !== undefined) {
    return mapTexts(definition.innerType, value, map);
  }
  if (typeof value === 'string') return isFixed(definition, value) ? value : map(value, unmarked);
  if (typeof value === 'number') return roundUp(schema, value);
  if (definition.element !== undefined && Array.isArray(value)) {
    const { element } = definition;
    return value.map((item) => mapTexts(element, item, map));
  }
  if (!isObject(value)) return mapJson(value, (text) => map(text, unmarked));
  if (definition.shape !== undefined) return mapFields(definition.shape, value, map);
  const { keyType, valueType } = definition;
  if (keyType === undefined || valueType === undefined) return mapJson(value, (text) => map(text, unmarked));
  const pairs = Object.entries(value).map(([key, item]) => [
    String(mapTexts(keyType, key, map)),
    mapTexts(valueType, item, map),
  ]);
  return Object.fromEntries(pairs);
}

function mapFields(
  shape: Readonly<Record<string, MarkedSchema>>,
  value: Record<string, unknown>,
  map: TextMap,
): unknown {
  const pairs = Object.entries(value).flatMap(([field, item]) => {
    const schema = ownValue(shape, field);
    return schema === undefined ? [] : [[field, mapTexts(schema, item, map)]];
  });
  return Object.fromEntries(pairs);
}

/** Maps each text and key of JSON of any shape, except the keys in `kept`. */
function mapJson(value: unknown, map: (text: string) => string, kept?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapJson(item, map, kept));
  if (!isObject(value)) return value;
  const pairs = Object.entries(value).map(([key, item]) => [
    kept?.has(key) === true ? key : map(key),
    mapJson(item, map, kept),
  ]);
  return Object.fromEntries(pairs);
}

/** Finds the option of a union that matches a value, by its literal fields or its type. */
function optionFor(options: readonly MarkedSchema[], value: unknown): MarkedSchema {
  const fitting = options.find((option) => {
    const { type, shape } = definitionOf(option);
    if (shape === undefined || !isObject(value)) return type === typeof value;
    return Object.entries(shape).every(([field, { def }]) => {
      const { type: of, values = [] } = def as Definition;
      return of !== 'literal' || values.includes(value[field]);
    });
  });
  return fitting ?? { def: { type: 'none' } satisfies Definition };
}

/** True for a value of an enum or a literal. */
function isFixed({ entries, values }: Definition, text: string): boolean {
  return Object.values(entries ?? {}).includes(text) || (values ?? []).includes(text);
}

/** Lists a schema and every schema below it, each once. */
export function schemasBelow(schema: MarkedSchema, seen = new Set<MarkedSchema>()): MarkedSchema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { shape, options, element, innerType, keyType, valueType } = definitionOf(schema);
  const below = [...Object.values(shape ?? {}), ...(options ?? []), element, innerType, keyType, valueType];
  return [schema, ...below.flatMap((inner) => (inner === undefined ? [] : schemasBelow(inner, seen)))];
}

/** Lists the texts in enums and literals of a schema: they are public. */
export function fixedTexts(schema: MarkedSchema): string[] {
  return schemasBelow(schema).flatMap((one) => {
    const { entries, values } = definitionOf(one);
    return [...Object.values(entries ?? {}), ...(values ?? [])].filter((text) => typeof text === 'string');
  });
}
