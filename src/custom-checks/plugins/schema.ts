import * as z from 'zod/mini';
import { json, marked, name, nameKinds, prose, publicText } from '../../facts/marks.ts';
import type { FieldData } from '../../facts/plugin-fields.ts';

const kind = z.enum(nameKinds);
const words = z.array(z.string()).check(z.maxLength(200));
const keyList = z.array(z.string()).check(z.maxLength(10_000));
/** Deeper than any Kubernetes object. */
const deepest = 20;
/** Each field uses one or two kilobytes of this process's memory. */
const mostFields = 10_000;

/**
 * Builds the schema of a field, with its marks for redaction. Objects drop unknown fields.
 * @throws Error, one line, if the data is invalid
 */
export function buildSchema(field: FieldData): z.ZodMiniType {
  return schemaAt(field, 0, { left: mostFields });
}

function schemaAt(field: FieldData, depth: number, room: { left: number }): z.ZodMiniType {
  if (depth > deepest) throw new Error(`a schema is more than ${deepest} levels deep`);
  room.left -= 1;
  if (room.left < 0) throw new Error(`a schema has more than ${mostFields} fields`);
  const below = (of: FieldData): z.ZodMiniType => schemaAt(of, depth + 1, room);
  switch (field?.is) {
    case 'name':
      return name(kind.parse(field.kind));
    case 'word':
      return publicText(words.parse(field.words));
    case 'one-of':
      return z.enum(words.parse(field.words));
    case 'prose':
      return prose();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'json':
      return json(kind.parse(field.kind), field.keys === undefined ? undefined : keyList.parse(field.keys));
    case 'list':
      return z.array(below(field.of));
    case 'nullable':
      return z.nullable(below(field.of));
    case 'optional':
      return z.optional(below(field.of));
    case 'record':
      return z.record(marked(z.string(), { is: 'name', kind: kind.parse(field.keys) }), below(field.of));
    case 'object':
      return z.object(Object.fromEntries(Object.entries(field.fields).map(([key, of]) => [key, below(of)])));
    default:
      throw new Error('a schema is not made with f');
  }
}
