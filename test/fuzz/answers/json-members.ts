import { changedPlaces, isCount, isDate, tomorrowLike, type Change, type Mutation } from './mutation.ts';

type Path = readonly (string | number)[];
/** Instead of a value: the member is not there. */
const nothing = Symbol('nothing');

/** Every change of every member of an answer in JSON; of long lists in an object, of the first two entries and the last. */
export function* mutateJson(body: string): Generator<Mutation> {
  const document: unknown = JSON.parse(body);
  for (const { path, value } of walk(document, [])) {
    for (const [change, instead] of changesFor(path, value)) yield toMutation(document, path, change, instead);
  }
  if (isList(document)) yield* mutateEnd(document);
}

function* walk(value: unknown, path: Path): Generator<{ path: Path; value: unknown }> {
  if (path.length > 0) yield { path, value };
  if (Array.isArray(value)) {
    // Objects of one list differ: all of them are changed.
    const places = path.length === 1 && path[0] === 'items' ? value.keys() : changedPlaces(value.length);
    for (const place of places) yield* walk(value[place], [...path, place]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* walk(member, [...path, key]);
  }
}

function* changesFor(path: Path, value: unknown): Generator<[Change, unknown]> {
  const name = path.at(-1);
  if (typeof name === 'string') yield ['removed', nothing];
  if (value !== null) yield ['null', null];
  yield ['other type', otherType(value)];
  if (Array.isArray(value) && value.length > 0) {
    yield ['emptied', []];
    yield ['doubled', [...(value as unknown[]), ...(value as unknown[])]];
    if (value.length > 1) yield ['last dropped', value.slice(0, -1)];
  }
  if (isDate(value)) yield ['future', tomorrowLike(value)];
  else if (typeof value === 'number' && isCount(String(name))) yield ['contradicting', 1e9];
  if (name === 'kind' || name === 'apiVersion') yield ['other kind', name === 'kind' ? 'ConfigMap' : 'example.com/v9'];
}

function otherType(value: unknown): unknown {
  if (Array.isArray(value)) return {};
  if (typeof value === 'object') return 'text';
  return typeof value === 'string' ? 7 : 'text';
}

function toMutation(document: unknown, path: Path, change: Change, instead: unknown): Mutation {
  const member = path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');
  const places = path.filter((key) => typeof key === 'number');
  return { member, change, places, make: () => JSON.stringify(replaced(document, path, instead)) };
}

function replaced(value: unknown, [key, ...rest]: Path, instead: unknown): unknown {
  if (key === undefined) return instead;
  if (Array.isArray(value)) return value.map((item, place) => (place === key ? replaced(item, rest, instead) : item));
  const entries = Object.entries(value as object).flatMap(([name, member]) => {
    const now: unknown = name === key ? replaced(member, rest, instead) : member;
    return now === nothing ? [] : [[name, now]];
  });
  return Object.fromEntries(entries) as unknown;
}

interface List {
  metadata: Record<string, unknown>;
  items: unknown[];
}

function isList(document: unknown): document is List {
  return typeof document === 'object' && document !== null && 'items' in document && 'metadata' in document;
}

/** The end of a list that says that more objects remain. */
function* mutateEnd(list: List): Generator<Mutation> {
  if ('continue' in list.metadata) return;
  const metadata = { ...list.metadata, remainingItemCount: 100 };
  const make = () => JSON.stringify({ ...list, metadata });
  yield { member: 'metadata.remainingItemCount', change: 'contradicting', places: [], make };
}
