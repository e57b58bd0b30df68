import { overloads } from '../signature.ts';
import { failure, int, isFailure, type Failure, type Special } from '../values.ts';

type Time = Extract<Special, { kind: 'timestamp' | 'duration' }>;

const million = 10n ** 6n;
const billion = 10n ** 9n;

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: million,
  s: billion,
  m: 60n * billion,
  h: 3600n * billion,
};

const instant = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d{1,9}))?(?:Z|[+-]\d\d:\d\d)$/;
const fraction = /\.\d{1,9}/;

/** Parses RFC 3339, in the years 1 to 9999. A date that does not exist (February 30) is a failure. */
function timestamp(text: string): Time | Failure {
  const match = instant.exec(text);
  const seconds = Date.parse(text.replace(fraction, ''));
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  const exists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  if (match === null || Number.isNaN(seconds) || !exists) return failure('not a timestamp of RFC 3339');
  return timestampAt(BigInt(seconds) * million + BigInt((match[1] ?? '').padEnd(9, '0')));
}

/** Parses Go's durations: `300ms`, `-1.5h`, `2h45m`. Source: time.ParseDuration */
function duration(text: string): Time | Failure {
  const [, sign = '', body = ''] = /^([+-]?)(.{1,100})$/.exec(text) ?? [];
  if (body === '0') return { kind: 'duration', nanos: 0n };
  const parts = [...body.matchAll(/(\d{0,18})(?:\.(\d{0,18}))?(ns|us|µs|ms|s|m|h)/g)];
  const isWhole = body !== '' && parts.map(([part]) => part).join('') === body;
  if (!isWhole || parts.some(([, whole = '', rest = '']) => whole + rest === '')) return failure('not a duration');
  const nanos = parts.reduce((sum, [, whole = '', rest = '', unit = '']) => sum + toNanos(whole, rest, unit), 0n);
  return toDuration(sign === '-' ? -nanos : nanos);
}

function toNanos(whole: string, rest: string, unit: string): bigint {
  return (BigInt(whole + rest) * (units[unit] ?? 0n)) / 10n ** BigInt(rest.length);
}

/** A timestamp; a failure outside the years 1 to 9999. */
export function timestampAt(nanos: bigint): Time | Failure {
  const isKnown = nanos >= -62135596800n * billion && nanos < 253402300800n * billion;
  return isKnown ? { kind: 'timestamp', nanos } : failure('a timestamp beyond the years 1 to 9999');
}

/** A duration; a failure if it does not fit into 64 bits (292 years). */
export function toDuration(nanos: bigint): Time | Failure {
  const fitting = int(nanos);
  return isFailure(fitting) ? fitting : { kind: 'duration', nanos };
}

function date({ nanos }: Time): Date {
  return new Date(Number((nanos - (((nanos % million) + million) % million)) / million));
}

function dayOfYear(time: Time): bigint {
  const at = date(time);
  return BigInt(Math.floor((at.getTime() - new Date(at).setUTCMonth(0, 1)) / 86_400_000));
}

/** Formats a duration in seconds, as Kubernetes does: `5400s` for `1h30m0s`. */
export function durationText({ nanos }: Time): string {
  const size = nanos < 0n ? -nanos : nanos;
  const rest = (size % billion)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,9}$/, '');
  return `${nanos < 0n ? '-' : ''}${size / billion}${rest === '' ? '' : `.${rest}`}s`;
}

export function timestampText(time: Time): string {
  const rest = (((time.nanos % billion) + billion) % billion)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,9}$/, '');
  return `${date(time).toISOString().slice(0, 19)}${rest === '' ? '' : `.${rest}`}Z`;
}

/** Times in UTC; overloads with a time zone are not supported. Source: the CEL specification, its standard functions */
export const times = overloads({
  'timestamp(string): timestamp': timestamp,
  'timestamp(timestamp): timestamp': (time: Time) => time,
  'timestamp(int): timestamp': (seconds: bigint) => timestampAt(seconds * billion),
  'duration(string): duration': duration,
  'duration(duration): duration': (time: Time) => time,
  'timestamp.getFullYear(): int': (time: Time) => BigInt(date(time).getUTCFullYear()),
  'timestamp.getMonth(): int': (time: Time) => BigInt(date(time).getUTCMonth()),
  'timestamp.getDate(): int': (time: Time) => BigInt(date(time).getUTCDate()),
  'timestamp.getDayOfMonth(): int': (time: Time) => BigInt(date(time).getUTCDate() - 1),
  'timestamp.getDayOfWeek(): int': (time: Time) => BigInt(date(time).getUTCDay()),
  'timestamp.getDayOfYear(): int': dayOfYear,
  'timestamp.getHours(): int': (time: Time) => BigInt(date(time).getUTCHours()),
  'timestamp.getMinutes(): int': (time: Time) => BigInt(date(time).getUTCMinutes()),
  'timestamp.getSeconds(): int': (time: Time) => BigInt(date(time).getUTCSeconds()),
  'timestamp.getMilliseconds(): int': (time: Time) => BigInt(date(time).getUTCMilliseconds()),
  'duration.getHours(): int': ({ nanos }: Time) => nanos / (3600n * billion),
  'duration.getMinutes(): int': ({ nanos }: Time) => nanos / (60n * billion),
  'duration.getSeconds(): int': ({ nanos }: Time) => nanos / billion,
  'duration.getMilliseconds(): int': ({ nanos }: Time) => nanos / million,
});
