import * as z from 'zod/mini';
import { json, marked, name, nameKinds, prose, publicText } from '../facts/marks.ts';
import type { FieldData } from '../plugin-api/fields.ts';

const kind = z.enum(nameKinds);
const words = z.array(z.string()).check(z.maxLength(200));
const keyList = z.array(z.string()).check(z.maxLength(10_000));
/** Deeper than any object of Kubernetes that is worth keeping. */
const deepest = 20;

/**
 * The schema of what a field says, with its marks for redaction. Objects drop what they do not name.
 * @throws Error, one line, where the data is none that `f` makes
 */
export function schemaOf(field: FieldData, depth = 0): z.ZodMiniType {
  if (depth > deepest) throw new Error(`a schema is more than ${deepest} levels deep`);
  const below = (of: FieldData): z.ZodMiniType => schemaOf(of, depth + 1);
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
