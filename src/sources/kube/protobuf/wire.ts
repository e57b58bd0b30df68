import { ScanError } from '../../../facts/reason.ts';

/** A place in a body of protobuf, and how much was made of the body so far. */
export interface Cursor {
  readonly bytes: Buffer;
  at: number;
  /** Objects, elements and entries that the readers have made: each takes more memory than its bytes. */
  made: number;
}

/** The error for a body that no API server writes. */
export function oddProtobuf(what: string): ScanError {
  return new ScanError({ kind: 'unreadable', message: `not protobuf as an API server writes it: ${what}` });
}

/** Maximum objects, elements and entries of one message: an empty one takes two bytes, and 60 in memory. */
const MOST_MADE = 1_500_000;

/** Counts one more object, element or entry. */
export function countMade(cursor: Cursor): void {
  cursor.made++;
  if (cursor.made > MOST_MADE) throw oddProtobuf(`more than ${MOST_MADE} objects in one`);
}

export const wireTypes = { varint: 0, fixed64: 1, length: 2, fixed32: 5 } as const;

/**
 * Reads an unsigned varint.
 * @throws ScanError `unreadable` if it has more than ten bytes, or ends after `end`
 */
export function readVarint(cursor: Cursor, end: number): number {
  const { bytes } = cursor;
  const first = cursor.at < end ? (bytes[cursor.at] ?? 0) : 0x80;
  if (first < 0x80) {
    cursor.at++;
    return first;
  }
  let value = 0;
  let scale = 1;
  for (let at = cursor.at; at < end && at < cursor.at + 10; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) {
      cursor.at = at + 1;
      return value;
    }
    scale *= 128;
  }
  throw oddProtobuf('a number does not end');
}

const two63 = 2 ** 63;

/** Reads a signed number. Beyond 2^53, it is as inexact as in JSON. */
export function readInt(cursor: Cursor, end: number): number {
  const start = cursor.at;
  const value = readVarint(cursor, end);
  if (value < two63) return value;
  cursor.at = start;
  return Number(BigInt.asIntN(64, readBigVarint(cursor, end)));
}

function readBigVarint(cursor: Cursor, end: number): bigint {
  let value = 0n;
  for (let shift = 0n; cursor.at < end; shift += 7n) {
    const byte = cursor.bytes[cursor.at++] ?? 0;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

/** Reads the length of what follows. Returns where that ends. */
export function readEnd(cursor: Cursor, end: number): number {
  const length = readVarint(cursor, end);
  if (length > end - cursor.at) throw oddProtobuf('a field is longer than what holds it');
  return cursor.at + length;
}

/** Skips the value of a field. Groups, which proto3 does not have, are refused. */
export function skip(cursor: Cursor, wireType: number, end: number): void {
  if (wireType === wireTypes.length) cursor.at = readEnd(cursor, end);
  else if (wireType === wireTypes.varint) readVarint(cursor, end);
  else if (wireType === wireTypes.fixed64) advance(cursor, 8, end);
  else if (wireType === wireTypes.fixed32) advance(cursor, 4, end);
  else throw oddProtobuf(`wire type ${wireType}`);
}

function advance(cursor: Cursor, length: number, end: number): void {
  if (length > end - cursor.at) throw oddProtobuf('a field is longer than what holds it');
  cursor.at += length;
}

/** A field's number with the wire type of its value, as a body has them. */
export function makeTag(field: number, wireType: number): number {
  return field * 8 + wireType;
}

/** Reads a field's number and wire type; `tag >>> 3` and `tag & 7`. */
export function readTag(cursor: Cursor, end: number): number {
  const tag = readVarint(cursor, end);
  if (tag < 8 || tag > 0xffff_ffff) throw oddProtobuf('a field without a number');
  return tag;
}

/** Texts of up to this many bytes are looked up: names of nodes, namespaces and labels come thousands of times. */
const LOOKED_UP = 96;
const slots = 4096;
const known: string[] = Array.from({ length: slots }, () => '');

/** Reads UTF-8 text. One that was read before is often the same string again, which takes no more memory. */
export function readText(cursor: Cursor, end: number): string {
  const stop = readEnd(cursor, end);
  const { bytes, at: start } = cursor;
  cursor.at = stop;
  const length = stop - start;
  if (length > LOOKED_UP) return bytes.toString('utf8', start, stop);
  if (length === 0) return '';
  const slot = slotAt(bytes, start, length);
  const found = known[slot] ?? '';
  if (isAt(bytes, start, length, found)) return found;
  const text = bytes.toString('utf8', start, stop);
  // Each character is one byte: comparing them as below is then exact.
  if (text.length === length) known[slot] = text;
  return text;
}

/** Where a text is looked up, by its length and eight of its bytes, most of them at its end: names begin alike. */
function slotAt(bytes: Buffer, start: number, length: number): number {
  let hash = length;
  for (let index = length - 1, step = 1; index >= 0; index -= step, step += 1)
    hash = (Math.imul(hash, 31) + (bytes[start + index] ?? 0)) | 0;
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

function isAt(bytes: Buffer, start: number, length: number, text: string): boolean {
  if (text.length !== length) return false;
  for (let index = 0; index < length; index++) if (bytes[start + index] !== text.charCodeAt(index)) return false;
  return true;
}
