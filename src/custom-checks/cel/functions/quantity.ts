import { overloads } from '../signature.ts';
import { failure, int, isFailure, type Failure, type Special } from '../values.ts';

type Quantity = Extract<Special, { kind: 'quantity' }>;

const nano = 10n ** 9n;

/** One unit of each suffix in billionths. */
const factors: Readonly<Record<string, bigint>> = {
  n: 1n,
  u: 10n ** 3n,
  m: 10n ** 6n,
  k: nano * 10n ** 3n,
  M: nano * 10n ** 6n,
  G: nano * 10n ** 9n,
  T: nano * 10n ** 12n,
  P: nano * 10n ** 15n,
  E: nano * 10n ** 18n,
  Ki: nano * 2n ** 10n,
  Mi: nano * 2n ** 20n,
  Gi: nano * 2n ** 30n,
  Ti: nano * 2n ** 40n,
  Pi: nano * 2n ** 50n,
  Ei: nano * 2n ** 60n,
};

const form = /^([+-]?)(\d{0,250})(?:\.(\d{0,250}))?(?:[eE]([+-]?\d{1,3})|([numkMGTPE]|[KMGTPE]i))?$/;
const largest = 2n ** 63n - 1n;

/**
 * Parses a quantity. Digits below a billionth are rounded away from zero, as in Kubernetes.
 * @returns a failure for an invalid quantity, and for a binary one above the maximum of Kubernetes (2^63 - 1)
 * Source: ParseQuantity of k8s.io/apimachinery/pkg/api/resource
 */
function parse(text: string): Quantity | Failure {
  const [, sign, whole = '', fraction = '', exponent = '0', suffix = ''] = form.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '' || Math.abs(Number(exponent)) > 127)
    return failure('not a quantity');
  const shift = Number(exponent) - fraction.length;
  const factor = factors[suffix] ?? nano;
  const digits = BigInt(whole + fraction) * factor * 10n ** BigInt(Math.max(shift, 0));
  const divisor = 10n ** BigInt(Math.max(-shift, 0));
  const nanos = (digits + divisor - 1n) / divisor;
  if (suffix.endsWith('i') && nanos > largest * nano) return failure('a quantity above 2^63 - 1');
  return { kind: 'quantity', nanos: sign === '-' ? -nanos : nanos };
}

function quantity(nanos: bigint): Quantity {
  return { kind: 'quantity', nanos };
}

function compareTo(a: Quantity, b: Quantity): bigint {
  return a.nanos < b.nanos ? -1n : a.nanos > b.nanos ? 1n : 0n;
}

function isInteger({ nanos }: Quantity): boolean {
  return nanos % nano === 0n && !isFailure(int(nanos / nano));
}

/** Source: k8s.io/apiserver/pkg/cel/library/quantity.go */
export const quantities = overloads({
  'quantity(string): quantity': parse,
  'isQuantity(string): bool': (text: string) => !isFailure(parse(text)),
  'quantity.isInteger(): bool': isInteger,
  'quantity.asInteger(): int': (one: Quantity) =>
    isInteger(one) ? one.nanos / nano : failure('cannot convert value to integer'),
  'quantity.asApproximateFloat(): double': (one: Quantity) => Number(one.nanos) / Number(nano),
  'quantity.sign(): int': (one: Quantity) => compareTo(one, quantity(0n)),
  'quantity.add(quantity): quantity': (a: Quantity, b: Quantity) => quantity(a.nanos + b.nanos),
  'quantity.add(int): quantity': (a: Quantity, b: bigint) => quantity(a.nanos + b * nano),
  'quantity.sub(quantity): quantity': (a: Quantity, b: Quantity) => quantity(a.nanos - b.nanos),
  'quantity.sub(int): quantity': (a: Quantity, b: bigint) => quantity(a.nanos - b * nano),
  'quantity.isLessThan(quantity): bool': (a: Quantity, b: Quantity) => a.nanos < b.nanos,
  'quantity.isGreaterThan(quantity): bool': (a: Quantity, b: Quantity) => a.nanos > b.nanos,
  'quantity.compareTo(quantity): int': compareTo,
});
