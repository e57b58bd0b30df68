/** How an answer is changed: as a whole, or one member of it. */
export type Change =
  // The whole answer.
  | 'empty body'
  | 'empty object'
  | 'null body'
  | 'HTML'
  | 'cut'
  | 'body twice'
  | 'list twice'
  | 'list of another kind'
  | 'status'
  | 'of another object'
  | 'of another world'
  // One member.
  | 'removed'
  | 'null'
  | 'other kind'
  | 'other type'
  | 'emptied'
  | 'doubled'
  | 'last dropped'
  | 'contradicting'
  | 'future';

/** One change of one answer. */
export interface Mutation {
  /** Keys from the root to the member, without the places in lists: `items.*.spec`. Empty: the whole answer. */
  member: string;
  change: Change;
  /** Where in the lists the member is. */
  places: readonly number[];
  /** True if the client is offered protobuf. */
  isProtobuf?: boolean;
  /** The answer with this change; bytes are sent as protobuf. */
  make(): string | Buffer;
}

/** Changes after which nothing of the answer is left to read. */
export const losing: ReadonlySet<Change> = new Set([
  'empty body',
  'empty object',
  'null body',
  'HTML',
  'cut',
  'body twice',
  'list twice',
  'list of another kind',
  'status',
]);

/** One day after the date at which the facts of the worlds are judged. */
export const tomorrow = '2026-11-21T12:00:00Z';

/** The places in a list whose entries are changed: the first two and the last. */
export function changedPlaces(length: number): number[] {
  return [...new Set([0, 1, length - 1])].filter((place) => place >= 0 && place < length);
}

/** True for a member that counts something which another member, or the list itself, counts as well. */
export function isCount(name: string): boolean {
  return /count$|size$|^desired|replicas$|^number|^current(?:Healthy|Number)|^min|^max|remaining|capacity$/i.test(name);
}

/** True for a date in the past or future, in one of the forms of both APIs. */
export function isDate(value: unknown): boolean {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value);
  return typeof value === 'number' && ((value > 1e9 && value < 4e9) || (value > 1e12 && value < 4e12));
}

/** Tomorrow in the form of this date. */
export function tomorrowLike(value: unknown): string | number {
  const time = Date.parse(tomorrow);
  if (typeof value !== 'number') return tomorrow;
  return value > 1e12 ? time : time / 1000;
}
