import { optionNames, type OptionName } from './options/options.ts';
import { printable } from '../languages/printable.ts';
import { defaultFormat } from '../report/formats.ts';
import { wrap, type Layout } from '../report/text/layout.ts';
import type { Merged, Origin, Settings } from './options/settings.ts';
import { refuseBadValues } from './options/values.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import type { Io } from './io.ts';
import { layoutOf } from './outputs.ts';

/** What holds where nobody says otherwise. An option that is left out here is off. */
const defaults: { readonly [Name in OptionName]?: string } = {
  region: 'as the AWS CLI finds it',
  profile: 'as the AWS CLI finds it',
  target: 'the next version that EKS offers',
  karpenterTarget: 'running, or the minimum for the target',
  only: 'all checks',
  scope: 'all',
  failOn: 'fail',
  horizon: 'path',
  format: defaultFormat,
  timeout: '15m',
  color: 'on a terminal',
};

/** Secrets are not shown. */
const masked: ReadonlySet<OptionName> = new Set<OptionName>(['externalId']);

interface Row {
  name: string;
  value: string;
  origin: string;
}

/** Shows every setting of a scan, with its origin. */
export function config(merged: Merged, io: Io): number {
  io.stdout(settingsText(merged, layoutOf(io)));
  return exitCodes.ready;
}

/**
 * Every setting of a scan: its value and where it comes from.
 * @throws SourceError (`usage`) for a value that a scan would refuse
 */
function settingsText({ settings, origins }: Merged, layout: Layout): string {
  refuseBadValues(settings);
  const rows = optionNames.map((name): Row => {
    const value = settings[name];
    if (value === undefined) return { name, value: defaults[name] ?? '-', origin: 'default' };
    const shown = masked.has(name) ? '***' : [value].flat().join(', ');
    return { name, value: printable(shown), origin: printable(originText(origins[name], settings)) };
  });
  const [names, values] = [widthOf(rows, 'name'), widthOf(rows, 'value')];
  const table = rows.map(({ name, value, origin }) => `${name.padEnd(names)}  ${value.padEnd(values)}  ${origin}`);
  const fits = table.every((line) => line.length <= layout.columns);
  const lines = fits ? table : rows.flatMap((row) => stacked(row, layout));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function originText(origin: Origin | undefined, { config }: Settings): string {
  if (origin === undefined) return 'the ARN of the cluster';
  return origin.from === 'file' ? (config ?? origin.called) : origin.called;
}

function widthOf(rows: readonly Row[], column: keyof Row): number {
  return Math.max(...rows.map((row) => row[column].length));
}

function stacked({ name, value, origin }: Row, layout: Layout): string[] {
  return [`${name} (${origin})`, ...wrap(value, layout, 4)];
}
