import type { NodeRequirement } from '../../facts/pod-templates.ts';
import type { LabelDomain } from './node-shape.ts';
import { isLabelValue, isMet, toInteger } from './requirement.ts';

/** Whether one value of a label, or its absence, satisfies all requirements for it. */
export function meets(domain: LabelDomain, requirements: readonly NodeRequirement[]): boolean {
  if (domain.orAbsent && requirements.every((one) => isMet(one, undefined))) return true;
  const values = domain.values === 'any' ? listCandidates(domain, requirements) : domain.values;
  return values.some((value) => requirements.every((one) => isMet(one, value)));
}

/**
 * Values that a label with any value can have and that could satisfy the requirements: those that they name, numbers
 * between all limits, and texts that nothing names.
 */
function listCandidates(domain: LabelDomain, requirements: readonly NodeRequirement[]): string[] {
  const named = requirements.flatMap(({ values }) => values);
  const excluded = new Set(domain.except);
  // Of so many, each exclusion takes one.
  const room = excluded.size + named.length + 1;
  const limits = [...requirements.flatMap(listLimits), ...listBounds(domain)];
  const next = limits.flatMap((limit) =>
    Array.from({ length: room }, (_, at) => [limit - BigInt(at + 1), limit, limit + BigInt(at + 1)]).flat(),
  );
  const unnamed = Array.from({ length: room }, (_, at) => `unnamed-${at}`);
  const free = [...named, ...new Set(next.map(String)), ...unnamed];
  return free.filter((value) => isLabelValue(value) && !excluded.has(value) && isBetween(value, domain));
}

function listLimits({ operator, values }: NodeRequirement): bigint[] {
  return operator === 'Gt' || operator === 'Lt' ? values.flatMap((value) => toInteger(value) ?? []) : [];
}

function listBounds({ above, below }: LabelDomain): bigint[] {
  return [above, below].flatMap((bound) =>
    bound === undefined || !Number.isFinite(bound) ? [] : [BigInt(Math.floor(bound))],
  );
}

function isBetween(value: string, { above, below }: LabelDomain): boolean {
  if (above === undefined && below === undefined) return true;
  const number = toInteger(value);
  if (number === undefined) return false;
  return (above === undefined || number > above) && (below === undefined || number < below);
}
