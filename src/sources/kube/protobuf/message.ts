import { compileFields, type Field, type Shape } from './shape.ts';
import {
  countMade,
  makeTag,
  oddProtobuf,
  readEnd,
  readInt,
  readTag,
  readText,
  skip,
  wireTypes,
  type Cursor,
} from './wire.ts';

type Json = Record<string, unknown>;

/**
 * Reads a message to an object as JSON has it, with the fields of the shape alone.
 * @param end where the message ends; the cursor is there afterwards
 * @throws ScanError `unreadable` if the bytes are not such a message, or hold too much
 */
export function readMessage(cursor: Cursor, shape: Shape, end: number): Json {
  const object: Json = {};
  countMade(cursor);
  readFields(cursor, shape, end, object);
  return object;
}

/** A field twice is refused: to take one of them, or both together, could hide the other. */
function readFields(cursor: Cursor, shape: Shape, end: number, object: Json): void {
  let seen = 0;
  while (cursor.at < end) {
    const tag = readTag(cursor, end);
    const field = shape[tag >>> 3];
    if (field === undefined) skip(cursor, tag & 7, end);
    else if (field.holds === 'list') addElement(object, field, readValue(cursor, field, tag & 7, end), cursor);
    else if (field.holds === 'map') addEntry(object, field, cursor, tag & 7, end);
    else {
      if (field.bit === 0 ? object[field.name] !== undefined : (seen & field.bit) !== 0)
        throw oddProtobuf(`${field.name} twice`);
      seen |= field.bit;
      if (field.inline) readFields(cursor, field.shape, lengthEnd(cursor, field, tag & 7, end), object);
      else setField(object, field, readValue(cursor, field, tag & 7, end));
    }
  }
}

function setField(object: Json, { name, omitsZero }: Field, value: unknown): void {
  if (value === undefined || (omitsZero && isZero(value))) return;
  object[name] = value;
}

function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === false;
}

function addElement(object: Json, { name }: Field, value: unknown, cursor: Cursor): void {
  countMade(cursor);
  const list = object[name];
  if (Array.isArray(list)) list.push(value);
  else object[name] = [value];
}

const ENTRY_KEY = makeTag(1, wireTypes.length);

function addEntry(object: Json, field: Field, cursor: Cursor, wireType: number, end: number): void {
  countMade(cursor);
  const stop = lengthEnd(cursor, field, wireType, end);
  const map = (object[field.name] ??= {}) as Json;
  if (cursor.at === stop || readTag(cursor, stop) !== ENTRY_KEY) throw oddProtobuf(`${field.name} without a key`);
  const key = readText(cursor, stop);
  const tag = cursor.at === stop ? 0 : readTag(cursor, stop);
  if (tag >>> 3 !== 2) throw oddProtobuf(`${field.name} without a value`);
  const value = readValue(cursor, field, tag & 7, stop);
  if (cursor.at !== stop) throw oddProtobuf(`${field.name} with more than a key and a value`);
  // JSON.parse makes such a key a field; an assignment would set the prototype.
  if (key === '__proto__')
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  else map[key] = value;
}

/** Reads one value: a field, an element of a list or the value of an entry. Undefined: the zero time. */
function readValue(cursor: Cursor, field: Field, wireType: number, end: number): unknown {
  const { kind } = field;
  if (kind === 'int' || kind === 'bool') {
    if (wireType !== wireTypes.varint) throw otherType(field, wireType);
    const number = readInt(cursor, end);
    return kind === 'int' ? number : number !== 0;
  }
  if (kind === 'string') {
    if (wireType !== wireTypes.length) throw otherType(field, wireType);
    return readText(cursor, end);
  }
  const stop = lengthEnd(cursor, field, wireType, end);
  if (kind === 'message') return readMessage(cursor, field.shape, stop);
  return readSpecial(cursor, kind, stop);
}

const time = compileFields({ seconds: '1 int', nanos: '2 int' });
const quantity = compileFields({ text: '1 string' });
const intOrString = compileFields({ type: '1 int', number: '2 int', text: '3 string' });

/** Reads a message that JSON writes as one text or number. */
function readSpecial(cursor: Cursor, kind: Field['kind'], stop: number): unknown {
  if (kind === 'time' || kind === 'microTime') return readTime(cursor, stop, kind === 'microTime');
  if (kind === 'quantity') return readMessage(cursor, quantity, stop)['text'] ?? '';
  if (kind === 'intOrString') {
    const { type, number = 0, text = '' } = readMessage(cursor, intOrString, stop);
    return type === 1 ? text : number;
  }
  const start = cursor.at;
  cursor.at = stop;
  return cursor.bytes.toString('base64', start, stop);
}

/** The years that RFC 3339 can write, in seconds since 1970. */
const [firstSecond, lastSecond] = [-62_167_219_200, 253_402_300_799];
/** The conditions of a pod often have the same time. */
let last = { seconds: 0, text: '1970-01-01T00:00:00' };

/** Reads a Time or MicroTime to RFC 3339, as JSON has it; undefined for the zero time, which has no bytes. */
function readTime(cursor: Cursor, stop: number, isMicro: boolean): string | undefined {
  if (cursor.at === stop) return undefined;
  const { seconds = 0, nanos = 0 } = readMessage(cursor, time, stop) as { seconds?: number; nanos?: number };
  if (seconds < firstSecond || seconds > lastSecond) throw oddProtobuf('a time beyond the year 9999');
  if (seconds !== last.seconds) last = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, -5) };
  return `${last.text}${isMicro ? `.${String(Math.floor(nanos / 1000)).padStart(6, '0')}` : ''}Z`;
}

function lengthEnd(cursor: Cursor, field: Field, wireType: number, end: number): number {
  if (wireType !== wireTypes.length) throw otherType(field, wireType);
  return readEnd(cursor, end);
}

function otherType({ name }: Field, wireType: number): Error {
  return oddProtobuf(`${name} has wire type ${wireType}`);
}
