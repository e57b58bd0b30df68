import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import { resolveSettingValue } from '../../../src/karpenter/settings.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

/** Findings for intervals below the minimum of a version of the path, which then does not start. */
export function* intervalFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { tables }: Pick<Context<'karpenter-settings'>, 'tables'>,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const resource = toDeploymentResource(controller);
  for (const row of rows) {
    if (row.rowKind !== 'variable' || row.minimum === undefined) continue;
    const { variable, minimum, from, until, source } = row;
    const at = versions.find((version) => isWithin(version, from, until));
    if (at === undefined) continue;
    const value = resolveSettingValue(controller, variable, at, rows);
    const common = { rule: `interval:${variable}`, ...resolveAtKarpenter(at, versions), resource, links: [source] };
    if (value === undefined) {
      const message = `unknown whether ${variable} is at least ${minimum}: it comes from a source that is not read`;
      const fix = advice`Look it up: below ${minimum}, Karpenter ${at} does not start.`;
      yield { ...common, level: 'unknown', short: 'interval unknown', message, fix };
    } else if (value !== null && isShorter(value, minimum)) {
      const message = `Karpenter ${at} does not start: ${variable} is ${value}, and the minimum is ${minimum}`;
      const evidence = [{ observed: `${variable}: ${value}`, required: `${minimum} or more` }];
      const fix = advice`Set ${variable} to ${minimum} or more in the values of the chart.`;
      yield { ...common, level: 'fail', message, evidence, fix };
    }
  }
}

/** False for an invalid duration: Karpenter then uses the default. */
function isShorter(value: string, minimum: string): boolean {
  return (parseNanoseconds(value) ?? Infinity) < (parseNanoseconds(minimum) ?? 0);
}

const units: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };
const isDuration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/;
const part = /([\d.]{1,32})(ns|us|µs|ms|s|m|h)/g;
const longest = 32;

/** Parses Go durations such as `30s` and `1m30s`. Source: time.ParseDuration */
function parseNanoseconds(text: string): number | undefined {
  if (text.length > longest || !isDuration.test(text)) return undefined;
  const parts = [...text.matchAll(part)].map(([, amount = '', unit = '']) => Number(amount) * (units[unit] ?? 0));
  const nanoseconds = parts.reduce((sum, one) => sum + one, 0);
  return text.startsWith('-') ? -nanoseconds : nanoseconds;
}
