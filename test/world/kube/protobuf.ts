import { compileShape, type Field, type Shape } from '../../../src/sources/kube/protobuf/shape.ts';

type Json = Record<string, unknown>;

/** Messages of the kinds that this server writes as protobuf. */
const messages: ReadonlySet<string> = new Set(['Pod', 'Node']);
const shapes = new Map<string, Shape>();

/**
 * Writes a JSON body as the API server writes protobuf: a list of pods or nodes, or a `Status`. Undefined for anything
 * else, and for values that the message cannot hold.
 */
export function toProtobuf(json: string): Buffer | undefined {
  try {
    const document = JSON.parse(json) as Json;
    const kind = String(document['kind']);
    if (kind === 'Status') return envelope(document, encodeMessage(fullShape('Status'), document));
    const message = kind.replace(/List$/, '');
    if (!messages.has(message) || message === kind || !Array.isArray(document['items'])) return undefined;
    const items = document['items'].map((item) => encodeMessage(fullShape(message), asObject(item)));
    const metadata = encodeMessage(fullShape('ListMeta'), asObject(document['metadata']));
    return envelope(document, Buffer.concat([bytesField(1, metadata), ...items.map((item) => bytesField(2, item))]));
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Encodes an object as one message: `Pod`. @throws TypeError for a value that the message cannot hold */
export function encodeObject(message: string, object: Json): Buffer {
  return encodeMessage(fullShape(message), object);
}

/** The body around a message: runtime.Unknown, with a TypeMeta. */
export function envelope({ apiVersion, kind }: Json, raw: Buffer): Buffer {
  const typeMeta = Buffer.concat([textField(1, apiVersion), textField(2, kind)]);
  return Buffer.concat([
    Buffer.from('k8s\0'),
    bytesField(1, typeMeta),
    bytesField(2, raw),
    textField(3, ''),
    textField(4, ''),
  ]);
}

function fullShape(message: string): Shape {
  const known = shapes.get(message) ?? compileShape(message, true);
  shapes.set(message, known);
  return known;
}

function encodeMessage(shape: Shape, object: Json): Buffer {
  return Buffer.concat(
    shape.flatMap((field, number) => (field === undefined ? [] : encodeField(number, field, object))),
  );
}

function encodeField(number: number, field: Field, object: Json): Buffer[] {
  // FieldsV1 holds its JSON as bytes.
  if (field.name === '-') return [textField(number, JSON.stringify(object))];
  if (field.inline) return [bytesField(number, encodeMessage(field.shape, object))];
  const value = object[field.name];
  if (value === undefined || value === null) return field.omitsZero ? [zero(number, field)] : [];
  if (field.holds === 'list') return asList(value).map((element) => encodeValue(number, field, element));
  if (field.holds === 'map')
    return Object.entries(asObject(value)).map(([key, entry]) =>
      bytesField(number, Buffer.concat([textField(1, key), encodeValue(2, field, entry)])),
    );
  return [encodeValue(number, field, value)];
}

/** Go writes a field that is no pointer at its zero value, too. */
function zero(number: number, { kind }: Field): Buffer {
  return kind === 'string' ? textField(number, '') : numberField(number, 0);
}

function encodeValue(number: number, { kind, shape }: Field, value: unknown): Buffer {
  if (kind === 'message') return bytesField(number, encodeMessage(shape, asObject(value)));
  if (kind === 'int') return numberField(number, asNumber(value));
  if (kind === 'bool') return numberField(number, asBoolean(value) ? 1 : 0);
  if (kind === 'string') return textField(number, value);
  if (kind === 'bytes') return bytesField(number, Buffer.from(asText(value), 'base64'));
  if (kind === 'quantity') return bytesField(number, textField(1, value));
  if (kind === 'intOrString') return bytesField(number, encodeIntOrString(value));
  return bytesField(number, encodeTime(asText(value)));
}

function encodeIntOrString(value: unknown): Buffer {
  const isText = typeof value === 'string';
  return Buffer.concat([
    numberField(1, isText ? 1 : 0),
    numberField(2, isText ? 0 : asNumber(value)),
    textField(3, isText ? value : ''),
  ]);
}

function encodeTime(text: string): Buffer {
  const [, whole, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text) ?? [];
  if (whole === undefined) throw new TypeError(`${text} is not a time`);
  const nanos = Number(fraction.padEnd(9, '0'));
  return Buffer.concat([numberField(1, asNumber(Date.parse(`${whole}Z`)) / 1000), numberField(2, nanos)]);
}

function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(BigInt.asUintN(64, BigInt(value)))]);
}

function textField(field: number, value: unknown): Buffer {
  return bytesField(field, Buffer.from(asText(value), 'utf8'));
}

/** A field of known length: a text or a message. */
export function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

/** An unsigned number in seven bits a byte, the lowest first. */
export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt(value);
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
}

function asObject(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new TypeError('not an object');
}

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError('not a list');
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('not a text');
}

function asNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new TypeError('not a whole number');
}

function asBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError('not a boolean');
}
