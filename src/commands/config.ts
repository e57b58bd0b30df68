import type { AnyCheck } from '../check.ts';
import type { Acceptance } from '../judge/policy.ts';
import { stepOrNow } from '../report/step-text.ts';
import { isPolicyKey, optionNames, rowOf, type OptionName } from './options/options.ts';
import { defaultLogsMax } from './logs-max.ts';
import { usualParallel } from './options/parsers.ts';
import { resolvePolicy, type ConfiguredPolicy } from './options/policy.ts';
import { resolveStandard } from '../judge/check-tables.ts';
import type { PolicyKey } from './options/policy-keys.ts';
import { withCatalog } from './plugins.ts';
import type { LoadCatalog } from './select-checks.ts';
import { printable } from '../syntax/printable.ts';
import { defaultFormat } from '../formats/formats.ts';
import { wrap, type Layout } from '../formats/text/layout.ts';
import type { Merged, Origin, Settings } from './options/settings.ts';
import { valueText } from './options/value-text.ts';
import { refuseBadValues } from './options/values.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import type { Io } from './io.ts';
import { resolveLayout } from './outputs.ts';

/** The defaults. An option without one is shown as `-`. */
const defaults: { readonly [Name in OptionName]?: string } = {
  region: 'as the AWS CLI finds it',
  profile: 'as the AWS CLI finds it',
  target: 'the next version that EKS offers',
  karpenterTarget: 'running, or the minimum for the target',
  only: 'all checks',
  logsMax: defaultLogsMax,
  scope: 'all',
  failOn: 'fail',
  horizon: 'path',
  format: defaultFormat,
  timeout: '15m',
  parallel: usualParallel,
  color: 'on a terminal',
};

interface Row {
  name: string;
  value: string;
  origin: string;
}

/** Shows every setting of a scan, with its origin. */
export async function config(merged: Merged, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const { checks } = await withCatalog(loadCatalog, merged.settings, io, (load) => load());
  io.stdout(settingsText(merged, checks, resolveLayout(io)));
  return exitCodes.ready;
}

/**
 * Every setting of a scan: its value and where it comes from.
 * @throws ScanError (`usage`) for a value that a scan would refuse
 */
function settingsText({ settings, origins }: Merged, checks: readonly AnyCheck[], layout: Layout): string {
  refuseBadValues(settings);
  const policy = resolvePolicy(settings, checks);
  const rows = optionNames.flatMap((name): Row[] => {
    const value = settings[name];
    if (value === undefined) return [{ name, value: defaults[name] ?? '-', origin: 'default' }];
    const origin = printable(originText(origins[name], settings));
    if (isPolicyKey(name)) return policyRows(name, settings, policy, checks).map((row) => ({ ...row, origin }));
    const shown = rowOf(name).isSecret === true ? '***' : valueText(name, settings);
    return [{ name, value: printable(shown), origin }];
  });
  const [names, values] = [measureColumn(rows, 'name'), measureColumn(rows, 'value')];
  const table = rows.map(({ name, value, origin }) => `${name.padEnd(names)}  ${value.padEnd(values)}  ${origin}`);
  const fits = table.every((line) => line.length <= layout.columns);
  const lines = fits ? table : rows.flatMap((row) => stacked(row, layout));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** The rows of one key of the team's policy: one for each acceptance, one for all levels, one for each threshold. */
function policyRows(
  key: PolicyKey,
  settings: Settings,
  { acceptances, raised, thresholds }: ConfiguredPolicy,
  checks: readonly AnyCheck[],
): Omit<Row, 'origin'>[] {
  if (key === 'accept') {
    return acceptances.map((one, index) => ({ name: `accept ${index + 1}`, value: printable(acceptanceText(one)) }));
  }
  if (key === 'levels') {
    const globs = Object.keys(settings.levels ?? {}).join(', ');
    return [{ name: 'levels', value: printable(`${globs}: ${[...raised].join(', ')} can fail`) }];
  }
  return [...thresholds].flatMap(([id, set]) =>
    Object.entries(set).map(([name, value]) => ({
      name: 'thresholds',
      value: `${id} ${name} ${value} (default ${ownNumber(id, name, checks)})`,
    })),
  );
}

function ownNumber(id: string, name: string, checks: readonly AnyCheck[]): string {
  const check = checks.find((one) => one.id === id);
  const threshold = check?.thresholds?.[name];
  return check === undefined || threshold === undefined ? '-' : `${resolveStandard(threshold, check)}`;
}

function acceptanceText({ id, check, resource, level, at, owner, until }: Acceptance): string {
  const meant = [check, resource, id].filter((part) => part !== null).join(' ');
  return `${meant}: ${level}, ${stepOrNow(at)}, until ${until}, owner ${owner}`;
}

function originText(origin: Origin | undefined, { config }: Settings): string {
  if (origin === undefined) return 'the ARN of the cluster';
  return origin.from === 'file' ? (config ?? origin.called) : origin.called;
}

function measureColumn(rows: readonly Row[], column: keyof Row): number {
  return Math.max(...rows.map((row) => row[column].length));
}

function stacked({ name, value, origin }: Row, layout: Layout): string[] {
  return [`${name} (${origin})`, ...wrap(value, layout, 4)];
}
