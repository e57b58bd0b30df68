import { Option } from 'commander';
import { usageError } from '../../facts/reason.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';
import { toVariableName } from './environment.ts';
import { toFlag, givenNames, rowOf, variableNames, type OptionName } from './options.ts';
import type { Group, OptionRow } from './row.ts';

/** The options of every command, in the order of its help. */

/** An option of a command, and the option of a scan that its variable sets, if it has a variable. */
export interface CommandOption {
  option: Option;
  variable?: OptionName;
}

/** An option that a scan does not have, or that means something else there. */
function buildOption(
  flags: string,
  help: string,
  { words, isRepeatable }: Pick<OptionRow, 'words' | 'isRepeatable'> = {},
): CommandOption {
  const option = new Option(flags, help);
  if (words !== undefined) allowOnly(words, option);
  if (isRepeatable === true) option.argParser(append);
  return { option };
}

/** Only these words, with our own error message for any other. */
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
function takeOption(name: OptionName, help = rowOf(name).help): CommandOption {
  const made = buildOption(`${toFlag(name)} ${rowOf(name).placeholder}`.trimEnd(), help, rowOf(name));
  return variableNames.includes(name) ? addVariable(name, made) : made;
}

function addVariable(variable: OptionName, { option }: CommandOption): CommandOption {
  option.description = `${option.description} (env: ${toVariableName(variable)})`;
  return { option, variable };
}

function takeOptions(...names: readonly OptionName[]): CommandOption[] {
  return names.map((name) => takeOption(name));
}

function takeGroups(...groups: readonly Group[]): CommandOption[] {
  return groups.flatMap((group) => takeOptions(...givenNames.filter((name) => rowOf(name).group === group)));
}

const configFile = buildOption(
  '--config <file>',
  `config file in YAML (default: eks-preflight.config.yaml in the working directory, which may set fewer keys) (env: ${toVariableName('config')})`,
);

/** The shells for which there is a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** How much of the text report is shown. */
const views = ['all', 'summary', 'checks', 'finding'] as const;

/** The options of each command that has some. */
export const commandOptions = {
  scan: [
    ...takeGroups('cluster', 'target', 'connection', 'checks', 'data'),
    ...takeOptions('require', 'failOn', 'scope', 'horizon', 'baseline'),
    ...takeOptions('format', 'output', ...views, 'color'),
    ...takeGroups('inventory'),
    ...takeOptions('teamLabel'),
    ...takeGroups('schedule'),
    ...takeOptions('timeout'),
    configFile,
    ...takeOptions('verbose'),
  ],
  collect: [
    ...takeGroups('cluster', 'connection'),
    takeOption('only', 'read only the facts of these checks'),
    takeOption('skip', 'do not read facts that only these checks need'),
    ...takeOptions('plugin'),
    ...takeGroups('data'),
    // Without EKS_PREFLIGHT_OUTPUT, which is for reports.
    addVariable(
      'saveInventory',
      buildOption('--output <file>', 'inventory file, or - for stdout; gzip-compressed if the name ends in .gz'),
    ),
    ...takeOptions('redact', 'teamLabel', 'timeout'),
    configFile,
    ...takeOptions('verbose'),
  ],
  gate: [
    buildOption('--max-age <time>', 'maximum age of the report: 90m, 24h, 7d; an older report causes exit code 2'),
    takeOption('cluster', 'name or ARN of the cluster that the report must be of'),
    takeOption('region', 'AWS Region that the report must be of'),
    ...takeOptions('allowPartial', 'require', 'failOn', 'scope', 'horizon', 'baseline'),
    configFile,
    ...takeOptions('color'),
  ],
  checks: [
    takeOption('plugin', 'also list the checks of these plug-ins'),
    buildOption('--format <format>', 'format on stdout (default: text)', { words: ['text', 'markdown'] }),
  ],
  diff: [
    buildOption('--format <format>', 'format on stdout (default: text)', { words: ['text', 'markdown', 'json'] }),
    buildOption('--no-color', rowOf('color').help),
  ],
  accept: [
    buildOption('--report <file>', 'JSON report that has the finding'),
    buildOption('--reason <text>', 'why the finding is accepted'),
    buildOption('--owner <name>', 'who is responsible for it'),
    buildOption('--until <date>', 'last day of the acceptance, UTC: 2026-12-31'),
  ],
  demo: [
    ...takeOptions('target'),
    // The demo has its own Karpenter target: `src/commands/demo/bundled.ts`.
    takeOption(
      'karpenterTarget',
      "Karpenter version to upgrade to, or `current` (default: the demo's own; with --target, the minimum for that version)",
    ),
    ...takeOptions('only', 'skip', 'plugin', 'require', 'failOn', 'scope', 'horizon'),
    ...takeOptions('format', 'output', ...views, 'color', 'saveInventory', 'redact'),
  ],
  render: [
    ...takeOptions('format', ...views, 'color'),
    // Without EKS_PREFLIGHT_OUTPUT, which is for scans: it may name the report that is read.
    buildOption('--output <[format=]file>', rowOf('output').help, { isRepeatable: true }),
  ],
  permissions: [
    buildOption('--report <file>', 'only the permissions that are missing in this JSON report of a scan'),
    takeOption('only', 'include only these checks'),
    takeOption('plugin', 'also include the permissions that these plug-ins need'),
    takeOption('with', 'also include these grants: secrets (equivalent to cluster-admin), logs, metrics'),
    takeOption('refreshInsights', 'also include what scan --refresh-insights needs'),
    takeOption('karpenterTarget', 'also include what scan --karpenter-target needs'),
    takeOption('teamLabel', 'also include what scan --team-label needs'),
    takeOption('state', 'also include what scan --state needs'),
    takeOption('deliver', 'also include what scan --deliver needs'),
    takeOption('sseKmsKeyId', 'also include access to the KMS key of S3 objects'),
    buildOption('--cluster <name>', 'limit permissions to this cluster; requires --region and --account'),
    buildOption('--region <region>', 'AWS Region of the cluster'),
    buildOption('--account <id>', 'AWS account of the cluster, 12 digits'),
    buildOption('--partition <partition>', 'AWS partition (default: derived from the Region)'),
    buildOption(
      '--format <format>',
      'iam: policy document; rbac: Roles, ClusterRole and bindings; terraform: both, plus the EKS access entry (default: iam and rbac)',
      { words: ['iam', 'rbac', 'terraform'] },
    ),
  ],
} satisfies Record<string, readonly CommandOption[]>;
