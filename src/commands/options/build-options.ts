import { Option } from 'commander';
import { usageError } from '../../facts/reason.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';
import { toFlag, givenNames, rowOf, variableNames, type OptionName } from './options.ts';
import type { Group, OptionRow } from './row.ts';

/** How the options of commands are built: from the table of options of a scan, or apart from it. */

/** An option of a command, and the option of a scan that its variable sets, if it has a variable. */
export interface CommandOption {
  option: Option;
  variable?: OptionName;
  /** `--config`, whose variable is not an option of a scan. */
  isConfig?: true;
}

/** The heading above the options of each group in help. */
export const headings: { readonly [Name in Group]: string } = {
  cluster: 'Cluster and account:',
  target: 'Target:',
  connection: 'API server connection:',
  checks: 'Selection of checks:',
  data: 'Additional data:',
  gate: 'Gate:',
  report: 'Report:',
  inventory: 'Inventory:',
  schedule: 'Scheduled scans:',
  run: 'General:',
  policy: 'Policy:',
};

/** Lists options under another heading than that of their group. */
export function under(heading: string, ...options: readonly CommandOption[]): CommandOption[] {
  for (const { option } of options) option.helpGroup(heading);
  return [...options];
}

/** Builds an option that has no variable and no help group. */
export function buildOption(
  flags: string,
  help: string,
  { words, isRepeatable }: Pick<OptionRow, 'words' | 'isRepeatable'> = {},
): CommandOption {
  const option = new Option(flags, help);
  if (words !== undefined) allowOnly(words, option);
  if (isRepeatable === true) option.argParser(append);
  return { option };
}

/** Allows only these words, with our own error message for any other. */
function allowOnly(words: readonly string[], option: Option): void {
  option.choices(words).argParser((value) => {
    if (words.includes(value)) return value;
    throw usageError(invalid(option.long ?? option.flags, value, formatAlternatives(words)));
  });
}

function append(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

/** An option of the table, with the help text of one command if that differs. */
export function takeOption(name: OptionName, help = rowOf(name).help): CommandOption {
  const { placeholder, group } = rowOf(name);
  const { option } = buildOption(`${short[name] ?? ''}${toFlag(name)} ${placeholder}`.trimEnd(), help, rowOf(name));
  option.helpGroup(headings[group]);
  return variableNames.includes(name) ? { option, variable: name } : { option };
}

const short: { readonly [Name in OptionName]?: string } = { output: '-o, ' };

/** Options of the table, as `scan` has them. */
export function takeOptions(...names: readonly OptionName[]): CommandOption[] {
  return names.map((name) => takeOption(name));
}

/** All options of groups of the table that the command line can set. */
export function takeGroups(...groups: readonly Group[]): CommandOption[] {
  return groups.flatMap((group) => takeOptions(...givenNames.filter((name) => rowOf(name).group === group)));
}
