import { makeTag, oddProtobuf, readInt, readTag, readText, skip, wireTypes, type Cursor } from './wire.ts';

/** Readers of the messages that JSON writes as one text or number; `end` is where the message ends. */

const quantityText = makeTag(1, wireTypes.length);
const [intType, intValue, textValue] = [
  makeTag(1, wireTypes.varint),
  makeTag(2, wireTypes.varint),
  makeTag(3, wireTypes.length),
];

/** Years that RFC 3339 can write, in seconds since 1970. */
const [firstSecond, lastSecond] = [-62_167_219_200, 253_402_300_799];
/** The conditions of a pod often have the same time. */
let last = { seconds: 0, text: '1970-01-01T00:00:00' };

/** Reads a Time or MicroTime to RFC 3339, as JSON has it; undefined for the zero time, which has no bytes. */
export function readTime(cursor: Cursor, end: number, isMicro: boolean): string | undefined {
  if (cursor.at === end) return undefined;
  const { 1: seconds, 2: nanos } = readNumbers(cursor, end);
  if (seconds < firstSecond || seconds > lastSecond) throw oddProtobuf('a time beyond the year 9999');
  if (seconds !== last.seconds) last = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, -5) };
  return `${last.text}${isMicro ? `.${String(Math.floor(nanos / 1000)).padStart(6, '0')}` : ''}Z`;
}

/** Reads a Quantity to its text. */
export function readQuantity(cursor: Cursor, end: number): string {
  let text = '';
  while (cursor.at < end) {
    const tag = readTag(cursor, end);
    if (tag === quantityText) text = readText(cursor, end);
    else skip(cursor, tag & 7, end);
  }
  return text;
}

/** Reads an IntOrString: its type, its number, its text. */
export function readIntOrString(cursor: Cursor, end: number): number | string {
  let [type, number, text] = [0, 0, ''];
  while (cursor.at < end) {
    const tag = readTag(cursor, end);
    if (tag === intType) type = readInt(cursor, end);
    else if (tag === intValue) number = readInt(cursor, end);
    else if (tag === textValue) text = readText(cursor, end);
    else skip(cursor, tag & 7, end);
  }
  return type === 0 ? number : text;
}

function readNumbers(cursor: Cursor, end: number): { 1: number; 2: number } {
  const numbers = { 1: 0, 2: 0 };
  while (cursor.at < end) {
    const tag = readTag(cursor, end);
    const field = tag >>> 3;
    if ((field === 1 || field === 2) && (tag & 7) === wireTypes.varint) numbers[field] = readInt(cursor, end);
    else skip(cursor, tag & 7, end);
  }
  return numbers;
}
