import type { ControlPlaneOptions, OfferedOptions, OptionRule } from '../../../src/facts/control-plane-options.ts';

export type Option = ControlPlaneOptions['options'][number];

/** `unlisted`: EKS lists no constraint of the option, or one that cannot be compared. */
export type Verdict = 'inside' | 'outside' | 'unlisted';

/** True for a tier that a version may lack; every version has the tier `standard`. */
export function isProvisioned(tier: string | null): boolean {
  return tier !== null && tier !== 'standard';
}

/** The constraints of a version; those of the tier replace them. */
export function listRules(offered: OfferedOptions | undefined, tier: string | null): OptionRule[] {
  const own = offered?.tiers?.find(({ name }) => name === tier)?.rules ?? [];
  const others = (offered?.rules ?? []).filter(({ name }) => !own.some((rule) => rule.name === name));
  return [...own, ...others];
}

/** The options of the cluster that are not the default of today's version. */
export function ownOptions({ options, tier }: ControlPlaneOptions, today: OfferedOptions | undefined): Option[] {
  const rules = listRules(today, tier);
  return options.filter(
    ({ name, value }) => !rules.some((rule) => rule.name === name && rule.defaults.includes(value)),
  );
}

/** Whether the constraints allow the value of an option. */
export function judgeOption({ name, value }: Option, rules: readonly OptionRule[]): Verdict {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) return 'unlisted';
  const { min, max, allowed } = rule;
  if (allowed !== null) return allowed.includes(value) ? 'inside' : 'outside';
  const [own, least, most] = [value, min ?? '0', max ?? value].map(toNumber);
  if (own === undefined || least === undefined || most === undefined) return 'unlisted';
  return own >= least && own <= most ? 'inside' : 'outside';
}

/** `1 to 100`, `LeastAllocated, MostAllocated`. */
export function describeRule({ min, max, allowed }: OptionRule): string {
  if (allowed !== null) return allowed.join(', ');
  if (max === null) return `at least ${min ?? '0'}`;
  return min === null ? `at most ${max}` : `${min} to ${max}`;
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A number, or a duration in milliseconds. */
function toNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (!/^(?:\d{1,15}(?:\.\d{1,15})?(?:ms|h|m|s))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit = ''] of text.matchAll(/(\d{1,15}(?:\.\d{1,15})?)(ms|h|m|s)/g))
    sum += Number(count) * (milliseconds[unit] ?? 0);
  return sum;
}
