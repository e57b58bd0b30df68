import type { NodeRequirement } from '../../facts/pod-templates.ts';

/**
 * Whether a requirement can hold at all; a term with one that cannot matches no node. Undefined for an operator that this
 * program does not know. Source: NewRequirement of k8s.io/apimachinery/pkg/labels
 */
export function isUsable({ operator, values }: NodeRequirement): boolean | undefined {
  if (!values.every(isLabelValue)) return false;
  if (operator === 'In' || operator === 'NotIn') return values.length > 0;
  if (operator === 'Exists' || operator === 'DoesNotExist') return values.length === 0;
  if (operator === 'Gt' || operator === 'Lt') return toLimit(values) !== undefined;
  return undefined;
}

/** Whether a text can be the value of a label: a number in it is never negative. */
export function isLabelValue(text: string): boolean {
  return text.length <= 63 && /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/.test(text);
}

/**
 * Whether a label with this value (undefined: a node without the label) satisfies a usable requirement. Source:
 * Requirement.Matches of k8s.io/apimachinery/pkg/labels
 */
export function isMet({ operator, values }: NodeRequirement, value: string | undefined): boolean {
  if (value === undefined) return operator === 'NotIn' || operator === 'DoesNotExist';
  if (operator === 'In') return values.includes(value);
  if (operator === 'NotIn') return !values.includes(value);
  if (operator === 'Exists') return true;
  const [own, limit] = [toInteger(value), toLimit(values)];
  if (own === undefined || limit === undefined) return false;
  if (operator === 'Gt') return own > limit;
  return operator === 'Lt' && own < limit;
}

function toLimit([limit = '', ...others]: readonly string[]): bigint | undefined {
  return others.length === 0 ? toInteger(limit) : undefined;
}

const largest = 2n ** 63n - 1n;

/** A number as Go's ParseInt reads it, with 64 bits; undefined for other texts. */
export function toInteger(text: string): bigint | undefined {
  if (text.length > 64 || !/^[+-]?\d+$/.test(text)) return undefined;
  const number = BigInt(text.replace('+', ''));
  return number > largest || number < -largest - 1n ? undefined : number;
}
