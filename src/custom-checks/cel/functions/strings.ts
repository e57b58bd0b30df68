import { buildCostFailure, spend, type Cost } from '../cost.ts';
import { costly, overloads } from '../signature.ts';
import { failure, type Failure, type Outcome } from '../values.ts';

/** The longest string that a function may build: a string that grows in a loop could exhaust the memory. */
export const longestText = 1_000_000;

export const tooLong = failure(`a text longer than ${longestText} characters`);
const outOfRange = failure('index out of range');

/** Converts an index of JavaScript (UTF-16 units) to one of CEL (code points, as in Go). */
function place(text: string, unit: number): bigint {
  return BigInt(unit === -1 ? -1 : Array.from(text.slice(0, unit)).length);
}

function charAt(text: string, at: bigint): string | Failure {
  const points = Array.from(text);
  return at < 0n || at > points.length ? outOfRange : (points[Number(at)] ?? '');
}

function findIndex(text: string, part: string, from: bigint): bigint | Failure {
  if (part === '') return from;
  if (from < 0n) return outOfRange;
  const points = Array.from(text);
  if (from >= points.length) return -1n;
  const start = points.slice(0, Number(from)).join('').length;
  return place(text, text.indexOf(part, start));
}

function findLastIndex(text: string, part: string, from: bigint): bigint | Failure {
  if (part === '') return from;
  if (from < 0n) return outOfRange;
  const points = Array.from(text);
  if (from >= points.length) return -1n;
  const start = points.slice(0, Number(from)).join('').length;
  return place(text, text.lastIndexOf(part, start));
}

function substring(text: string, start: bigint, end?: bigint): string | Failure {
  const points = Array.from(text);
  const last = end ?? BigInt(points.length);
  if (start < 0n || last < start || last > points.length) return outOfRange;
  return points.slice(Number(start), Number(last)).join('');
}

/** Splits into at most `limit` parts (all if it is negative); the last part contains the rest. */
function split(text: string, separator: string, limit: bigint): string[] {
  if (limit === 0n) return [];
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (limit < 0n || parts.length <= limit) return parts;
  const kept = Number(limit) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)];
}

/** Replaces the first `limit` occurrences, or all if it is negative. '' occurs before each character and at the end. */
function replace(text: string, from: string, to: string, limit: bigint): string | Failure {
  const all = from === '' ? ['', ...Array.from(text), ''] : text.split(from);
  const count = limit < 0n ? all.length - 1 : Math.min(Number(limit), all.length - 1);
  if (text.length + count * Math.max(to.length, 1) > longestText) return tooLong;
  const rest = all.slice(count).join(from);
  return from === '' ? emptyReplaced(all, to, count) : [...all.slice(0, count), rest].join(to);
}

function emptyReplaced(points: readonly string[], to: string, count: number): string {
  return points.map((point, index) => (index === 0 || index > count ? point : to + point)).join('');
}

function joined(parts: readonly string[], separator: string): string | Failure {
  const length = parts.reduce((sum, part) => sum + part.length + separator.length, 0);
  return length > longestText ? tooLong : parts.join(separator);
}

const whitespace = /^\p{White_Space}$/u;

function trim(text: string): string {
  const points = Array.from(text);
  const first = points.findIndex((point) => !whitespace.test(point));
  const last = points.findLastIndex((point) => !whitespace.test(point));
  return points.slice(Math.max(first, 0), last + 1).join('');
}

/** Adds the cost of a search, which may compare the part at each index of the text: 1,024 comparisons cost one. */
function finding<Rest extends readonly unknown[]>(
  find: (text: string, part: string, ...rest: Rest) => Outcome,
): (cost: Cost, text: string, part: string, ...rest: Rest) => Outcome {
  return (cost, text, part, ...rest) =>
    spend(cost, Math.floor((text.length * part.length) / 1024)) ? find(text, part, ...rest) : buildCostFailure(cost);
}

/**
 * Functions of strings: the standard ones, and cel-go's ext.Strings without format, quote and reverse.
 * Source: github.com/google/cel-go/ext/strings.go, as Kubernetes enables it.
 */
export const strings = [
  ...costly({
    'string.contains(string): bool': finding((text, part) => text.includes(part)),
    'string.indexOf(string): int': finding((text, part) => place(text, text.indexOf(part))),
    'string.indexOf(string, int): int': finding(findIndex),
    'string.lastIndexOf(string): int': finding((text, part) => place(text, text.lastIndexOf(part))),
    'string.lastIndexOf(string, int): int': finding(findLastIndex),
    'string.replace(string, string): string': finding((text, a, b: string) => replace(text, a, b, -1n)),
    'string.replace(string, string, int): string': finding(replace),
    'string.split(string): list<string>': finding((text, separator) => split(text, separator, -1n)),
    'string.split(string, int): list<string>': finding(split),
  }),
  ...overloads({
    'size(string): int': (text: string) => place(text, text.length),
    'string.size(): int': (text: string) => place(text, text.length),
    'string.startsWith(string): bool': (text: string, part: string) => text.startsWith(part),
    'string.endsWith(string): bool': (text: string, part: string) => text.endsWith(part),
    'string.charAt(int): string': charAt,
    'string.lowerAscii(): string': (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    'string.upperAscii(): string': (text: string) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
    'string.substring(int): string': substring,
    'string.substring(int, int): string': substring,
    'string.trim(): string': trim,
    'list<string>.join(): string': (parts: readonly string[]) => joined(parts, ''),
    'list<string>.join(string): string': joined,
  }),
];
