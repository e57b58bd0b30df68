import { overloads } from '../signature.ts';
import {
  failure,
  int,
  noValue,
  toOptional,
  toTypeName,
  type CelValue,
  type Optional,
  type Outcome,
} from '../values.ts';
import { durationText, timestampText } from './times.ts';

interface Time {
  kind: 'timestamp' | 'duration';
  nanos: bigint;
}

const notNumber = failure('not a number');

function parseCelInt(text: string): Outcome {
  return /^[+-]?\d{1,30}$/.test(text) ? int(BigInt(text.replace('+', ''))) : notNumber;
}

function truncated(value: number): Outcome {
  return Number.isFinite(value) && Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : failure('integer overflow');
}

function parseCelDouble(text: string): Outcome {
  const isNumber = /^[+-]?(?:\d{1,99}\.?\d{0,99}|\.\d{1,99})(?:[eE][+-]?\d{1,4})?$/.test(text);
  return isNumber ? Number(text) : notNumber;
}

/** Formats a double like Go's %g with the fewest digits: with an exponent (`1e+06`) if it is below -4, or 6 or more. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return Object.is(value, -0) ? '-0' : String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

const truths = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const lies = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

function parseCelBool(text: string): Outcome {
  if (truths.includes(text)) return true;
  return lies.includes(text) ? false : failure('not a bool');
}

/** The names of types whose names in CEL differ from ours. */
export const typeNames: Readonly<Record<string, string>> = {
  null: 'null_type',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
  optional: 'optional_type',
};

/** Go's zero time: the start of the year 1. */
const yearOne = -62_135_596_800n * 10n ** 9n;

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Map) return value.size === 0;
  return 'nanos' in value && value.nanos === (value.kind === 'timestamp' ? yearOne : 0n);
}

/** Conversions and the functions of optional values. Source: the CEL specification; cel-go's cel.OptionalTypes. */
export const conversions = overloads({
  'dyn(A): dyn': (value: CelValue) => value,
  'type(A): type': (value: CelValue) => {
    const name = toTypeName(value);
    return { kind: 'type', name: typeNames[name] ?? name };
  },
  'int(int): int': (value: bigint) => value,
  'int(double): int': truncated,
  'int(string): int': parseCelInt,
  'int(timestamp): int': ({ nanos }: Time) => nanos / 10n ** 9n,
  'double(double): double': (value: number) => value,
  'double(int): double': (value: bigint) => Number(value),
  'double(string): double': parseCelDouble,
  'bool(bool): bool': (value: boolean) => value,
  'bool(string): bool': parseCelBool,
  'string(string): string': (value: string) => value,
  'string(int): string': (value: bigint) => String(value),
  'string(double): string': doubleText,
  'string(bool): string': (value: boolean) => String(value),
  'string(timestamp): string': timestampText,
  'string(duration): string': durationText,
  'optional.none(): optional<dyn>': () => noValue,
  'optional.of(A): optional<A>': toOptional,
  'optional.ofNonZeroValue(A): optional<A>': (value: CelValue) => (isZero(value) ? noValue : toOptional(value)),
  'optional<A>.hasValue(): bool': ({ value }: Optional) => value !== undefined,
  'optional<A>.value(): A': ({ value }: Optional) =>
    value === undefined ? failure('optional without a value') : value,
});
