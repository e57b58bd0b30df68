import table from './messages.json' with { type: 'json' };

/**
 * What is read of an object: `true` is a field with everything in it, an object names the fields that are read of it. Of
 * a list, it names the fields of each element.
 */
export type FieldMask = true | { readonly [field: string]: FieldMask };

/** The type of what a mask leaves of an object. */
export type Masked<Value, Mask> = Mask extends true
  ? Value
  : Value extends readonly (infer Element)[]
    ? Masked<Element, Mask>[]
    : { [Key in keyof Value as Key extends keyof Mask ? Key : never]: MaskedField<Value[Key], Mask, Key> };

type MaskedField<Value, Mask, Key> = Key extends keyof Mask
  ? Masked<NonNullable<Value>, Mask[Key]> | Extract<Value, undefined | null>
  : never;

/** How a value is written; `message` has fields. */
export type Kind = 'string' | 'int' | 'bool' | 'bytes' | 'time' | 'microTime' | 'quantity' | 'intOrString' | 'message';

/** A field that is read. */
export interface Field {
  name: string;
  kind: Kind;
  holds: 'one' | 'list' | 'map';
  /** True if JSON omits the field at its zero value, which protobuf writes. */
  omitsZero: boolean;
  /** True if JSON has the fields of this message in its owner. */
  inline: boolean;
  /** The fields of a message. */
  shape: Shape;
  /** One bit, different from that of each other field of the message; 0 beyond 32 fields. */
  bit: number;
}

/** The fields of a message that are read, each at its number. */
export type Shape = readonly (Field | undefined)[];

const messages: Readonly<Record<string, Readonly<Record<string, string>>>> = table.messages;
const noFields: Shape = [];

/**
 * The fields that a mask names of a message.
 * @param message a name in messages.json: `Pod`
 * @throws Error if the mask names a field that the message does not have
 */
export function compileShape(message: string, mask: FieldMask): Shape {
  const fields = messages[message];
  if (fields === undefined) throw new Error(`messages.json has no ${message}`);
  return compileFields(fields, mask, message);
}

/**
 * The same for fields that are written as in messages.json: `{ seconds: '1 int' }`.
 * @param message names the message in errors
 */
export function compileFields(
  fields: Readonly<Record<string, string>>,
  mask: FieldMask = true,
  message = 'message',
): Shape {
  const shape: Field[] = [];
  let singles = 0;
  const left = new Set(mask === true ? [] : Object.keys(mask));
  for (const [name, text] of Object.entries(fields)) {
    const { number, type, ...described } = parse(text);
    const inner = innerMask(mask, name, type, described.inline);
    if (inner === undefined) continue;
    for (const used of described.inline ? Object.keys(messages[type] ?? {}) : [name]) left.delete(used);
    const kind = isKind(type) ? type : 'message';
    const bit = described.holds === 'one' && singles < 32 ? 1 << singles++ : 0;
    shape[number] = { name, kind, ...described, shape: kind === 'message' ? compileShape(type, inner) : noFields, bit };
  }
  const [unknown] = left;
  if (unknown !== undefined) throw new Error(`${message} has no field ${unknown}`);
  return shape;
}

const scalars = new Set<string>(['string', 'int', 'bool', 'bytes', 'time', 'microTime', 'quantity', 'intOrString']);

function isKind(type: string): type is Exclude<Kind, 'message'> {
  return scalars.has(type);
}

/** What the mask says of a field; undefined if the field is not read. */
function innerMask(mask: FieldMask, name: string, type: string, inline: boolean): FieldMask | undefined {
  if (mask === true) return true;
  if (!inline) return mask[name];
  const own = Object.entries(mask).filter(([field]) => messages[type]?.[field] !== undefined);
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** Parses `2 ...VolumeSource`, `7 []EnvVar`, `11 map string` and `3 int?`. */
function parse(text: string): Pick<Field, 'holds' | 'omitsZero' | 'inline'> & { number: number; type: string } {
  const [, number, dots, holder, type = '', mark] = /^(\d+) (\.\.\.)?(\[\]|map )?(\w+)(\?)?$/.exec(text) ?? [];
  const holds = holder === undefined ? 'one' : holder === '[]' ? 'list' : 'map';
  return { number: Number(number), type, holds, omitsZero: mark !== undefined, inline: dots !== undefined };
}
