import { ScanError } from '../../../facts/reason.ts';
import { compileFields, compileShape, type FieldMask, type Shape } from './shape.ts';
import { readMessage } from './message.ts';
import { countMade, makeTag, oddProtobuf, readEnd, readTag, readText, skip, wireTypes, type Cursor } from './wire.ts';

/** The media type of built-in kinds in protobuf. */
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/**
 * The first bytes of each body.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding-idl
 */
const MAGIC = Buffer.from('k8s\0');

/** A list: its type and metadata, as in JSON, and its objects, which are read one after the other. */
export interface ProtobufList {
  head: { apiVersion: string; kind: string; metadata: Record<string, unknown> };
  objects: Iterable<Record<string, unknown>>;
  /** Reads the object that was read last with other fields. */
  readAgain(fields: FieldMask): Record<string, unknown>;
}

/** What a body holds: its type, and from where to where its message is. */
interface Envelope {
  apiVersion: string;
  kind: string;
  start: number;
  end: number;
}

const listMetadata = compileShape('ListMeta', { resourceVersion: true, continue: true, remainingItemCount: true });
const typeMeta = compileFields({ apiVersion: '1 string', kind: '2 string' });
const status = compileShape('Status', { metadata: { continue: true }, message: true, reason: true });

/** True if the body begins as protobuf of Kubernetes. */
export function isProtobuf(body: Buffer): boolean {
  return body.subarray(0, MAGIC.length).equals(MAGIC);
}

/**
 * Finds the objects of a list. Its frame is checked to the end, so that a body that was cut has no objects.
 * @param message the objects' message: `Pod`
 * @param fields what is read of an object
 * @throws ScanError `unreadable` if it is not such a list; the objects throw it as well
 */
export function readProtobufList(body: Buffer, message: string, fields: FieldMask): ProtobufList {
  const { apiVersion, kind, start, end } = openEnvelope(body);
  const cursor: Cursor = { bytes: body, at: start, made: 0 };
  const places: number[] = [];
  let metadata: Record<string, unknown> | undefined;
  while (cursor.at < end) {
    const tag = readTag(cursor, end);
    if (tag === METADATA) {
      if (metadata !== undefined) throw oddProtobuf('metadata twice');
      metadata = readMessage(cursor, listMetadata, readEnd(cursor, end));
    } else if (tag === ITEM) {
      countMade(cursor);
      const stop = readEnd(cursor, end);
      places.push(cursor.at, stop);
      cursor.at = stop;
    } else throw oddProtobuf('a list with more than metadata and items');
  }
  if (metadata === undefined) throw oddProtobuf('a list without metadata');
  let last = 0;
  const readAt = (index: number, shape: Shape) =>
    readMessage({ bytes: body, at: places[index] ?? 0, made: 0 }, shape, places[index + 1] ?? 0);
  function* readEach(): Iterable<Record<string, unknown>> {
    const shape = compileShape(message, fields);
    for (let index = 0; index < places.length; index += 2) {
      last = index;
      yield readAt(index, shape);
    }
  }
  return {
    head: { apiVersion, kind, metadata },
    objects: readEach(),
    readAgain: (other) => readAt(last, compileShape(message, other)),
  };
}

/** Field 1 and field 2 of a list; both are messages. */
const [METADATA, ITEM] = [makeTag(1, wireTypes.length), makeTag(2, wireTypes.length)];

/** Reads runtime.Unknown, which holds each body: its type, then the message. */
function openEnvelope(body: Buffer): Envelope {
  if (!isProtobuf(body)) throw oddProtobuf('other first bytes');
  const end = body.length;
  const cursor: Cursor = { bytes: body, at: MAGIC.length, made: 0 };
  let type: Record<string, unknown> | undefined;
  let place: { start: number; end: number } | undefined;
  while (cursor.at < end) {
    const tag = readTag(cursor, end);
    const field = tag >>> 3;
    if (field > 4 || (tag & 7) !== wireTypes.length) throw oddProtobuf('an odd envelope');
    if (field === 1 && type === undefined) type = readMessage(cursor, typeMeta, readEnd(cursor, end));
    else if (field === 2 && place === undefined) {
      const stop = readEnd(cursor, end);
      place = { start: cursor.at, end: stop };
      cursor.at = stop;
    } else if (field < 3 || readText(cursor, end) !== '') throw oddProtobuf('an odd envelope');
  }
  const { apiVersion = '', kind = '' } = type ?? {};
  if (type === undefined || typeof apiVersion !== 'string' || typeof kind !== 'string' || place === undefined)
    throw oddProtobuf('an empty envelope');
  return { apiVersion, kind, ...place };
}

/** Reads a body as a `Status`, in the fields that JSON has; undefined if it is anything else. */
export function readProtobufStatus(body: Buffer): Record<string, unknown> | undefined {
  const { kind, start, end } = openEnvelope(body);
  if (kind !== 'Status') return undefined;
  return { kind, ...readMessage({ bytes: body, at: start, made: 0 }, status, end) };
}

/**
 * Finds the continue token in a list's first bytes, if they hold the list's metadata: the API server writes it before
 * the items.
 */
export function earlyProtobufToken(start: Buffer): string | undefined {
  const cursor: Cursor = { bytes: start, at: MAGIC.length, made: 0 };
  const end = start.length;
  try {
    if (readTag(cursor, end) !== METADATA) return undefined;
    cursor.at = readEnd(cursor, end);
    if (readTag(cursor, end) !== ITEM) return undefined;
    skip(cursor, wireTypes.varint, end); // the length of the whole list, which ends later
    if (readTag(cursor, end) !== METADATA) return undefined;
    const token = readMessage(cursor, listMetadata, readEnd(cursor, end))['continue'];
    return typeof token === 'string' && token !== '' ? token : undefined;
  } catch (error) {
    if (error instanceof ScanError) return undefined; // the bytes end too early
    throw error;
  }
}
