import { fleetFormatNames } from '../../formats/fleet/formats.ts';
import { planFormatNames } from '../../formats/plan.ts';
import { statusFormatNames } from '../../formats/status.ts';
import {
  buildOption,
  headings,
  takeGroups,
  takeOption,
  takeOptions,
  under,
  type CommandOption,
} from './build-options.ts';
import { rowOf } from './options.ts';

/** The options of every command, in the order of its help. */

const configFile: CommandOption = {
  ...buildOption(
    '--config <file>',
    'config file, YAML (default: eks-preflight.config.yaml in the working directory, which may set fewer keys)',
  ),
  isConfig: true,
};

/**
 * Keeps notes and progress off stderr. The option has no variable: if one hid warnings, its effect would be hard to
 * notice.
 */
const quiet = buildOption('-q, --quiet', 'print no progress and no notes on stderr, only errors');
quiet.option.conflicts('verbose');
const general = (...options: readonly CommandOption[]) => under(headings.run, ...options, quiet);

/** The shells for which there is a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The options that choose how much of the report is shown. */
const views = ['show', 'group'] as const;

/** `--show` of a command that has one other view. */
const showAll = (help: string) => buildOption('--show <what>', help, { words: ['all'] });

/** What `plan` and `demo plan` show, and where. */
const planOptions = () => [
  buildOption('--task <task>', 'show one task of the plan, by its number or ID (11 or control-plane:1.34)'),
  buildOption('--since <file>', 'show what changed since this plan or report'),
];

/** The options of each command that has some. */
export const commandOptions = {
  scan: [
    ...takeGroups('cluster', 'target', 'connection', 'checks', 'data'),
    ...takeOptions('require', 'failOn', 'scope', 'horizon', 'baseline'),
    ...takeOptions('format', 'output', ...views, 'color', 'teamLabel'),
    ...takeGroups('inventory', 'schedule'),
    ...general(...takeOptions('timeout', 'parallel'), configFile, ...takeOptions('verbose')),
  ],
  collect: [
    ...takeOptions('cluster', 'region', 'profile', 'roleArn', 'externalId'),
    ...takeGroups('connection'),
    takeOption('only', 'read only what these checks need: IDs, areas or globs'),
    takeOption('skip', 'do not read what only these checks need'),
    takeOption('rollback', 'also read what scan --rollback needs'),
    ...takeOptions('plugin'),
    ...takeGroups('data'),
    ...under(
      headings.inventory,
      // Without EKS_PREFLIGHT_OUTPUT, which is for reports.
      {
        ...buildOption(
          '-o, --output <file>',
          'file to save the inventory to, or - for stdout; gzip-compressed if the name ends in .gz',
        ),
        variable: 'saveInventory' as const,
      },
      ...takeOptions('redact', 'teamLabel'),
    ),
    ...general(...takeOptions('timeout'), configFile, ...takeOptions('verbose')),
  ],
  plan: [
    ...takeOptions('cluster', 'region', 'profile', 'roleArn', 'externalId'),
    ...takeGroups('target', 'connection', 'checks', 'data'),
    ...takeOptions('require', 'failOn', 'scope', 'horizon'),
    ...under(
      'Plan:',
      ...planOptions(),
      // Without the variables, which are for reports.
      buildOption('--format <format>', 'format of the plan on stdout (default: text)', { words: planFormatNames }),
      buildOption(
        '-o, --output <[format=]file>',
        'also write the plan to a file, in the format that its name ends with or that you name: ticket.md, json=out; can be repeated',
        { isRepeatable: true },
      ),
      ...takeOptions('color'),
    ),
    takeOption('inventory', 'plan for a saved inventory, a report or a plan instead of a live cluster'),
    ...general(...takeOptions('timeout'), configFile, ...takeOptions('verbose')),
  ],
  status: [
    ...takeOptions('cluster', 'region', 'profile', 'roleArn', 'externalId'),
    ...takeGroups('connection'),
    ...under(
      'Status:',
      buildOption('--since <file>', 'compare with this plan (plan.json): which tasks are done, and what is worse'),
      ...takeOptions('with'),
      // Without the variable, which is for reports.
      buildOption(
        '--watch [time]',
        'look again after this time, e.g. 15s or 1m (default: 15s); print a line per change, and end when nothing runs',
      ),
      buildOption('--format <format>', 'format of the status on stdout (default: text)', { words: statusFormatNames }),
      ...takeOptions('color'),
    ),
    ...general(...takeOptions('timeout'), configFile, ...takeOptions('verbose')),
  ],
  gate: [
    ...under(
      'Required report:',
      takeOption('cluster', 'name or ARN of the cluster that the report must describe'),
      takeOption('region', 'AWS Region that the report must describe'),
      buildOption('--max-age <time>', 'maximum age of the report: 90m, 24h, 7d; exit with 2 if it is older'),
    ),
    ...takeOptions('require', 'failOn', 'scope', 'horizon', 'allowPartial', 'baseline'),
    ...general(configFile, ...takeOptions('color')),
  ],
  fleet: [
    ...under(
      'Clusters:',
      buildOption(
        '--max-age <time>',
        'maximum age of a report: 90m, 24h, 7d (default: 36h); a cluster with an older one counts as not scanned',
      ),
      buildOption(
        '--group-by <group>',
        'group clusters by account, region or tag:KEY; with tag:KEY=VALUE,... in this order of updates',
      ),
    ),
    ...takeOptions('failOn'),
    ...under(
      headings.report,
      buildOption('--format <format>', 'format of the report on stdout (default: text)', { words: fleetFormatNames }),
      buildOption(
        '-o, --output <[format=]file>',
        'also write the report to a file, in the format that its name ends with or that you name: fleet.html, json=out; can be repeated',
        { isRepeatable: true },
      ),
      showAll('all: every cluster, and every line about it'),
      ...takeOptions('color'),
    ),
    ...general(),
  ],
  checks: general(
    takeOption('plugin', 'include the checks of these plug-ins'),
    buildOption('--format <format>', 'output format (default: text)', { words: ['text', 'markdown', 'json'] }),
  ),
  facts: general(),
  diff: general(
    buildOption('--format <format>', 'output format (default: text)', { words: ['text', 'markdown', 'json'] }),
    showAll('all: every entry, and the findings of each'),
    buildOption('--no-color', rowOf('color').help),
  ),
  accept: [
    ...under(
      'Required:',
      buildOption('--report <file>', 'JSON report that contains the finding'),
      buildOption('--reason <text>', 'why the finding is acceptable'),
      buildOption('--owner <name>', 'person or team responsible for the acceptance'),
      buildOption('--until <date>', 'last day of the acceptance, UTC: 2026-12-31'),
    ),
    ...general(),
  ],
  demo: [
    ...takeOptions('target'),
    // The demo has its own Karpenter target: `src/commands/demo/bundled.ts`.
    takeOption(
      'karpenterTarget',
      'Karpenter version to update to, or `current` (default: 1.8.8; with --target, the minimum for that Kubernetes version)',
    ),
    ...takeOptions('only', 'skip', 'plugin', 'require', 'failOn', 'scope', 'horizon'),
    ...takeOptions('format', 'output', ...views, 'color', 'saveInventory', 'redact'),
    ...general(...planOptions(), takeOption('verbose', 'log what plug-ins print to stderr')),
  ],
  render: [
    ...takeOptions('format', ...views, 'color'),
    ...under(
      headings.report,
      // Without EKS_PREFLIGHT_OUTPUT, which is for scans: it may name the report that is read.
      buildOption('-o, --output <[format=]file>', rowOf('output').help, { isRepeatable: true }),
    ),
    ...general(),
  ],
  permissions: [
    ...under(
      'Selection:',
      takeOption('only', 'only the permissions that these checks need: IDs, areas or globs'),
      takeOption('plugin', 'also the permissions that these plug-ins need'),
      buildOption('--report <file>', 'only the permissions that were missing in the scan of this JSON report'),
    ),
    ...under(
      'Permissions for options of scan:',
      takeOption('with', 'data that is read on request: secrets (equivalent to cluster-admin), logs, metrics'),
      takeOption('refreshInsights', 'also what scan --refresh-insights needs'),
      takeOption('karpenterTarget', 'also what scan --karpenter-target needs'),
      takeOption('rollback', 'also what scan --rollback needs'),
      takeOption('teamLabel', 'also what scan --team-label needs'),
      takeOption('state', 'also what scan --state needs'),
      takeOption('deliver', 'also what scan --deliver needs'),
      takeOption('sseKmsKeyId', 'also access to the KMS key that encrypts the S3 objects'),
    ),
    ...under(
      'Restriction to one cluster:',
      buildOption('--cluster <name>', 'restrict the permissions to this cluster; requires --region and --account'),
      buildOption('--region <region>', 'AWS Region of the cluster'),
      buildOption('--account <id>', 'AWS account of the cluster, 12 digits'),
      buildOption('--partition <partition>', 'AWS partition (default: derived from the Region)'),
    ),
    ...under(
      'Output:',
      buildOption(
        '--format <format>',
        'iam: IAM policy; rbac: Kubernetes Roles, ClusterRole and bindings; terraform: both, and the EKS access entry (default: iam and rbac)',
        { words: ['iam', 'rbac', 'terraform'] },
      ),
    ),
    ...general(),
  ],
} satisfies Record<string, readonly CommandOption[]>;
