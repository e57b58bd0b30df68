import { ScanError, type Reason } from '../../facts/reason.ts';
import type { ListRequest, ReadAgain } from './contract.ts';
import { jsonObject, refuseDense, strangerReason, type Answer } from './answer.ts';
import { dropManagedFields, parseWithoutManagedFields } from './managed-fields.ts';
import { parseWithOneItems } from './one-items.ts';
import { PROTOBUF_TYPE, readProtobufList } from './protobuf/list.ts';
import { mayBeNull, refuseOtherList, type RequestedKind } from './requested-kind.ts';
import { splitList, type Run } from './split-list.ts';
import { isObject } from '../../syntax/json.ts';
import { oneLine } from '../../syntax/one-line.ts';

/** One page of a list. */
export interface ListPage<Item> {
  items: Item[];
  /** How many objects the page had; the projection may have dropped some. */
  count: number;
  /** Continue token of the next page; undefined after the last one. */
  token: string | undefined;
  /** The resourceVersion of the page. */
  moment: unknown;
  /** How many objects the API server says are left; undefined if it names no number above 0. */
  remaining: number | undefined;
}

/** Pages of at least this size, in bytes, are parsed in parts: a parsed page may take 20 times its size in memory. */
const BY_PARTS_FROM = 4 * 1024 * 1024;

/**
 * Reads the body of a page: its projected objects, and the token of the next page.
 * @param call the request, as messages name it
 * @param requested the kind of the objects
 * @throws ScanError `truncated` if the body ends early or is too dense to be held, or objects are left without a token;
 *   `unreadable` if it is not a list of the requested kind
 */
export function readListPage<Item>(
  answer: Answer,
  call: string,
  request: ListRequest<Item>,
  requested: RequestedKind,
): ListPage<Item> {
  const open = isProtobufAnswer(answer) ? asProtobuf : answer.body.length < BY_PARTS_FROM ? asWhole : byParts;
  const { head, objects, readAgain } = open(answer, call, request, requested);
  refuseOtherList(head, call, requested, request.metadataOnly);
  const items: Item[] = [];
  let count = 0;
  for (const raw of objects) {
    refuseNameless(raw, call);
    const item = projected(raw, (fields) => readAgain?.(fields) ?? raw, call, request);
    if (item !== undefined) items.push(item);
    count++;
  }
  return { items, count, ...readPosition(head['metadata'], call) };
}

/** Every object has a name. One without it is cut, or is no object of Kubernetes. */
function refuseNameless(raw: unknown, call: string): void {
  const metadata = isObject(raw) ? raw['metadata'] : undefined;
  const name = isObject(metadata) ? metadata['name'] : undefined;
  if (typeof name !== 'string' || name === '') throw unreadable(call, 'an object in the list has no name');
}

/** The place of a page in its list. Objects that are left, but cannot be requested, are a cut list. */
function readPosition(metadata: unknown, call: string): Pick<ListPage<unknown>, 'token' | 'moment' | 'remaining'> {
  const { continue: next, resourceVersion: moment, remainingItemCount: left } = isObject(metadata) ? metadata : {};
  const token = next ?? '';
  if (typeof token !== 'string') throw unreadable(call, 'the continue token is not a string');
  const remaining = typeof left === 'number' && Number.isSafeInteger(left) && left > 0 ? left : undefined;
  if (token === '' && remaining !== undefined) {
    const message = `${call}: the list ends, but its remainingItemCount is ${remaining}`;
    throw new ScanError({ kind: 'truncated', message });
  }
  return { token: token === '' ? undefined : token, moment, remaining };
}

/** A list's own fields, and its objects; those of a large page are parsed lazily. */
interface Opened {
  head: Record<string, unknown>;
  objects: Iterable<unknown>;
  /** Reads the last of the objects with other fields; undefined if it has all fields. */
  readAgain?: ReadAgain;
}

function isProtobufAnswer({ headers }: Answer): boolean {
  return headers['content-type']?.startsWith(PROTOBUF_TYPE) === true;
}

function asProtobuf({ body }: Answer, call: string, { protobuf }: ListRequest<unknown>): Opened {
  if (protobuf === undefined) throw unreadable(call, 'the answer is protobuf, which was not requested');
  const { message, fields } = protobuf;
  const { head, objects, readAgain } = named(call, () => readProtobufList(body, message, fields));
  return { head, objects: eachNamed(objects, call), readAgain };
}

/** The objects; an error of reading one names the call. */
function* eachNamed(objects: Iterable<unknown>, call: string): Iterable<unknown> {
  const iterator = objects[Symbol.iterator]();
  for (let step = named(call, () => iterator.next()); step.done !== true; step = named(call, () => iterator.next()))
    yield step.value;
}

function named<Value>(call: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof ScanError ? unreadable(call, error.message) : error;
  }
}

function asWhole(answer: Answer, call: string, request: ListRequest<unknown>, requested: RequestedKind): Opened {
  const parse = request.keepManagedFields === true ? parseWithOneItems : parseWithoutManagedFields;
  const page = jsonObject(answer, call, (body) => named(call, () => parse(body)));
  return { head: page, objects: rawItems(page, call, request, requested) };
}

function rawItems(
  page: Record<string, unknown>,
  call: string,
  { metadataOnly }: ListRequest<unknown>,
  requested: RequestedKind,
): readonly unknown[] {
  const items = page['items'];
  if (Array.isArray(items)) return items;
  if (items === null && (metadataOnly === true || mayBeNull(requested))) return [];
  throw unreadable(call, 'the list has no items');
}

/** Objects are parsed about this many bytes at a time. */
const RUN_BYTES = 1024 * 1024;
/** Limit of what a list holds before its objects, and of what follows them, in bytes: a token has a few hundred. */
const HEAD_BYTES = 256 * 1024;

function byParts(answer: Answer, call: string, request: ListRequest<unknown>): Opened {
  const { body } = answer;
  const split = splitList(body, RUN_BYTES);
  if (split === undefined) throw new ScanError(noListReason(answer, call));
  const rest = [body.subarray(0, split.open + 1), body.subarray(split.close)];
  if (rest.some(({ length }) => length > HEAD_BYTES)) throw unreadable(call, 'the list holds more than objects');
  const around = { ...answer, body: Buffer.concat(rest) };
  const head = jsonObject(around, call, (bytes) => named(call, () => parseWithOneItems(bytes)));
  return { head, objects: parseObjects(body, split.runs, call, request.keepManagedFields === true) };
}

/** Why a large body is not a list, found without parsing it. */
function noListReason(answer: Answer, call: string): Reason {
  const start = answer.body.toString('latin1', 0, 64).trimStart();
  const end = answer.body.toString('latin1', answer.body.length - 64).trimEnd();
  if (!start.startsWith('{')) return strangerReason(answer, call);
  if (!end.endsWith('}')) return { kind: 'truncated', message: `${call}: the answer ends in the middle` };
  return { kind: 'unreadable', message: `${call}: the list has no items` };
}

function* parseObjects(
  body: Buffer,
  runs: readonly Run[],
  call: string,
  keepManagedFields: boolean,
): Iterable<unknown> {
  for (const { start, end, nested } of runs) {
    refuseDense(nested, call);
    yield* parsedRun(body.subarray(start, end), call, keepManagedFields);
  }
}

/** A run of more than twice RUN_BYTES is a single object: its bytes are not copied to parse it. */
function parsedRun(run: Buffer, call: string, keepManagedFields: boolean): readonly unknown[] {
  try {
    if (run.length > 2 * RUN_BYTES) return parsedLarge(run, keepManagedFields);
    const page = Buffer.concat([Buffer.from('{"items":['), run, Buffer.from(']}')]);
    const parsed: unknown = keepManagedFields ? parseWithOneItems(page) : parseWithoutManagedFields(page);
    const items = isObject(parsed) ? parsed['items'] : undefined;
    if (Array.isArray(items)) return items as readonly unknown[];
    throw unreadable(call, 'the list has no items');
  } catch (error) {
    if (error instanceof ScanError) throw error;
    throw unreadable(call, 'an object in the list is not JSON');
  }
}

function parsedLarge(object: Buffer, keepManagedFields: boolean): readonly unknown[] {
  const items: unknown[] = [JSON.parse(object.toString('utf8'))];
  if (!keepManagedFields) dropManagedFields({ items });
  return items;
}

function projected<Item>(
  raw: unknown,
  readAgain: ReadAgain,
  call: string,
  request: ListRequest<Item>,
): Item | undefined {
  try {
    return request.project(raw, readAgain);
  } catch (error) {
    const message = `cannot read ${request.resource} ${objectName(raw)}: ${oneLine(describeError(error), 400)}`;
    throw new ScanError({ kind: 'unreadable', message }, { cause: error });
  }
}

/** The place of a schema's first issue: its message is JSON. */
function describeError(error: unknown): string {
  const { issues = [] } = Object(error) as { issues?: readonly { path: readonly PropertyKey[] }[] };
  const [issue] = issues;
  if (issue !== undefined) return `"${issue.path.map(String).join('.')}" is missing or has an unexpected value`;
  return error instanceof Error ? error.message : String(error);
}

function objectName(raw: unknown): string {
  const metadata = isObject(raw) && isObject(raw['metadata']) ? raw['metadata'] : {};
  const { namespace, name } = metadata;
  if (typeof name !== 'string') return 'without a name';
  return typeof namespace === 'string' ? `${namespace}/${name}` : name;
}

function unreadable(call: string, message: string): ScanError {
  return new ScanError({ kind: 'unreadable', message: `${call}: ${message}` });
}
