const gap = String.raw`(?:[-_/()\s\u2010-\u2015]{1,3}|\+)`;

/**
 * Digits, possibly in groups: `+49 170 5551234`, `1111-2222-3344`; after a leading plus, dots may separate groups, too.
 * Excludes digits of words, versions and times. Matches only at a first digit: a long text is scanned once.
 */
export const digitGroups = String.raw`(?<![\p{L}\p{N}]\+?)(?:\+[( ]{0,2}\d+(?:(?:${gap}|\.)\d+)*|\(?\d+(?:${gap}\d+)*)(?![-_./:+]?[\p{L}\p{N}])`;

const dates = /(?<!\d)(?:(?:19|20)\d\d[-/ ]\d{1,2}[-/ ]\d{1,2}|\d{1,2}[-/ ]\d{1,2}[-/ ](?:19|20)\d\d)(?!\d)/;
const accounts = /(?<!\d)(?:\d{12}|(?<!\d[-_/])\d{4}-\d{4}-\d{4}(?![-_/]\d))(?!\d)/;
const knowns = new RegExp(`(${dates.source}|${accounts.source})`);
const unit =
  /^ (?:bytes?|octets?|characters?|bits?|[KMGTPE]i?B|[mun]s|(?:milli|micro|nano)?seconds?|minutes?|hours?)(?!\w)/;

/**
 * Splits digits at dates and account IDs: `137 2026-11-20` becomes two parts. Digits after a leading plus, as in a
 * telephone number, are not split.
 */
export function cutAtKnown(text: string): string[] {
  return text.startsWith('+') ? [text] : text.split(knowns).filter((part) => part !== '');
}

/**
 * True for seven digits or more that may identify a person: a telephone, customer or case number. False for dates,
 * times, ranges of years or ports, and sizes.
 * @param after the text that follows: if it begins with a unit, the number is an amount
 */
export function isPersonalNumber(text: string, after: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 7 || unit.test(after)) return false;
  const groups = text.match(/\d+/g) ?? [];
  // Go prints its monotonic clock as `m=+0.123456789`.
  if (text.startsWith('+')) return !/^\+\d+\.\d+$/.test(text);
  if (groups.length === 1) return !isKnownNumber(digits);
  return !dates.test(text) && !isRange(text) && groups.some((group) => group.length > 2);
}

/** Ranges of years (`2025-2026`) and of ports (`30000-32767`, `1024-65535`). */
function isRange(text: string): boolean {
  if (/^(?:19|20)\d\d[-/ ](?:19|20)\d\d$/.test(text)) return true;
  const [, from, to] = /^([1-9]\d{3,4})-([1-9]\d{4})$/.exec(text) ?? [];
  return from !== undefined && to !== undefined && Number(from) < Number(to) && Number(to) < 65_536;
}

const calendarDay = String.raw`20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`;
const knownNumbers: readonly RegExp[] = [
  // A date, or a date with a time: 20251103, 20251103031200.
  new RegExp(String.raw`^${calendarDay}(?:[0-2]\d[0-5]\d[0-5]\d)?$`),
  // A Unix time in seconds, milliseconds, microseconds or nanoseconds.
  /^1[4-9]\d{8}(?:\d{3}){0,3}$/,
];

/** True for dates, times, multiples of 1000 or 1024, and numbers one below a multiple of 1024, such as 2147483647. */
function isKnownNumber(digits: string): boolean {
  if (knownNumbers.some((known) => known.test(digits))) return true;
  if (digits.length > 20) return false;
  const number = BigInt(digits);
  return number % 1000n === 0n || number % 1024n === 0n || number % 1024n === 1023n;
}

/** A date in the name of a build, `v20251103`; a time in an AWS signature, `20251103T031200Z`. */
const buildDay = new RegExp(String.raw`^v?${calendarDay}(?:T\d{6}Z?)?$`);

/**
 * True for a word that has a part with five or more digits: `worker12345`, `node-1234567`. Ignores dates, and parts of
 * a known shape unless they consist only of digits.
 */
export function isNumberedWord(word: string, isShape: (part: string) => boolean): boolean {
  if (!/\p{L}/u.test(word)) return false;
  return word.split(/[-_.]/).some((part) => {
    if (part.length < 5 || buildDay.test(part)) return false;
    const count = part.match(/\d/g)?.length ?? 0;
    return count >= 5 && (/^\d+$/.test(part) || !isShape(part));
  });
}
