const gap = String.raw`(?:[-_/()\s\u2010-\u2015]{1,3}|\+)`;

/**
 * Digits, in groups or not: `+49 170 5551234`, `1111-2222-3344`. Not those of a word, a version or a time; after a plus that
 * begins a text, dots stand between groups, too. Begun only where digits begin, so that a long text is looked at once.
 */
export const digitGroups = String.raw`(?<![\p{L}\p{N}]\+?)(?:\+[( ]{0,2}\d+(?:(?:${gap}|\.)\d+)*|\(?\d+(?:${gap}\d+)*)(?![-_./:+]?[\p{L}\p{N}])`;

const dates = /(?<!\d)(?:(?:19|20)\d\d[-/ ]\d{1,2}[-/ ]\d{1,2}|\d{1,2}[-/ ]\d{1,2}[-/ ](?:19|20)\d\d)(?!\d)/;
const accounts = /(?<!\d)(?:\d{12}|(?<!\d[-_/])\d{4}-\d{4}-\d{4}(?![-_/]\d))(?!\d)/;
const knowns = new RegExp(`(${dates.source}|${accounts.source})`);
const unit =
  /^ (?:bytes?|octets?|characters?|bits?|[KMGTPE]i?B|[mun]s|(?:milli|micro|nano)?seconds?|minutes?|hours?)(?!\w)/;

/** Texts of digits, cut where a date or an account stands: `137 2026-11-20` are two. A telephone number stays whole. */
export function cutAtKnown(text: string): string[] {
  return text.startsWith('+') ? [text] : text.split(knowns).filter((part) => part !== '');
}

/**
 * True for seven digits or more that may be a telephone number, a customer's or a case's. False for dates and times, ranges
 * of years and ports, and sizes.
 *
 * @param after what stands behind it: a number before a unit is an amount.
 */
export function isPersonalNumber(text: string, after: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 7 || unit.test(after)) return false;
  const groups = text.match(/\d+/g) ?? [];
  // `m=+0.123456789` is how Go writes its clock.
  if (text.startsWith('+')) return !/^\+\d+\.\d+$/.test(text);
  if (groups.length === 1) return !isKnownNumber(digits);
  return !dates.test(text) && !isRange(text) && groups.some((group) => group.length > 2);
}

/** Years `2025-2026`, ports `30000-32767`, `1024-65535`. */
function isRange(text: string): boolean {
  if (/^(?:19|20)\d\d[-/ ](?:19|20)\d\d$/.test(text)) return true;
  const [, from, to] = /^([1-9]\d{3,4})-([1-9]\d{4})$/.exec(text) ?? [];
  return from !== undefined && to !== undefined && Number(from) < Number(to) && Number(to) < 65_536;
}

const calendarDay = String.raw`20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`;
const knownNumbers: readonly RegExp[] = [
  // A day, or a second of it: 20251103, 20251103031200.
  new RegExp(String.raw`^${calendarDay}(?:[0-2]\d[0-5]\d[0-5]\d)?$`),
  // Since 1970, in seconds, milliseconds, microseconds or nanoseconds.
  /^1[4-9]\d{8}(?:\d{3}){0,3}$/,
];

/** Times, and sizes in whole kilobytes or kibibytes: 104857600; the greatest one that fits ends one before: 2147483647. */
function isKnownNumber(digits: string): boolean {
  if (knownNumbers.some((known) => known.test(digits))) return true;
  if (digits.length > 20) return false;
  const number = BigInt(digits);
  return number % 1000n === 0n || number % 1024n === 0n || number % 1024n === 1023n;
}

/** `v20251103`: a day, as builds have it in their names; `20251103T031200Z`, as AWS signs it. */
const buildDay = new RegExp(String.raw`^v?${calendarDay}(?:T\d{6}Z?)?$`);

/** `worker12345`, `node-1234567`: letters, and a part of five digits or more that is not a date. */
export function isNumberedWord(word: string, isShape: (part: string) => boolean): boolean {
  if (!/\p{L}/u.test(word)) return false;
  return word.split(/[-_.]/).some((part) => {
    if (part.length < 5 || buildDay.test(part)) return false;
    const count = part.match(/\d/g)?.length ?? 0;
    return count >= 5 && (/^\d+$/.test(part) || !isShape(part));
  });
}
