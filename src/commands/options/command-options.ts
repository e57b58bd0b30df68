import { Option } from 'commander';
import { formatNames } from '../../formats/formats.ts';
import { variableOf } from './environment.ts';
import { oneOf, option } from './option.ts';
import { scheduleOptions } from './schedule-options.ts';

/** The options of every command: names, help texts, and environment variables. */

function append(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

const outputs = [
  oneOf(option('--format <format>', 'format of the report on stdout'), formatNames),
  option('--output <[format=]file>', 'write the report to a file as well; may be repeated').argParser(append),
  option('--all', 'show passed checks and all evidence'),
  option('--no-color', 'disable color; NO_COLOR and FORCE_COLOR also apply'),
];

/** Without EKS_PREFLIGHT_OUTPUT, which is for scans: it may name the report that is read. */
const rendered = [
  ...outputs.filter((made) => made.attributeName() !== 'output'),
  new Option('--output <[format=]file>', 'write the report to a file as well; may be repeated').argParser(append),
  new Option(
    '--finding <id>',
    'print only the entry of this finding, in full: the first 8 digits of a fingerprint, or the number of an entry',
  ),
];

const choice = [
  option('--only <glob,...>', 'judge only these checks'),
  option('--skip <glob,...>', 'skip these checks'),
];

/** The same for `collect`, which judges nothing. */
const factsOf = [
  option('--only <glob,...>', 'read only the facts of these checks'),
  option('--skip <glob,...>', 'do not read facts that only these checks need'),
];

const gate = [
  option('--require <glob,...>', 'checks that must be judged; a skipped one counts as unknown'),
  option('--fail-on <level,...>', 'levels that, besides fail, cause exit code 1: warn, unknown, not-covered; or never'),
  oneOf(option('--scope <scope>', 'which findings the gate counts'), ['all', 'control-plane']),
  oneOf(option('--horizon <horizon>', 'steps that the gate counts: the whole path, or only now and the first step'), [
    'path',
    'next',
  ]),
];

const baseline = option(
  '--baseline <report>',
  'JSON report of an earlier scan of this cluster: the gate counts only what is new or worse since then',
);

const plugin = new Option(
  '--plugin <module,...>',
  'custom checks: a YAML file with rules in CEL, or a JavaScript module (a file or an npm package), whose code runs as your user',
).argParser(append);

const withGrants = [
  option(
    '--with <grant,...>',
    'also read data that needs extra permissions: secrets (Helm releases), logs (clients of removed APIs in the audit log; CloudWatch Logs charges for the query), metrics (removed APIs that clients requested)',
  ),
  option(
    '--logs-max <size>',
    'maximum amount of log data that the audit log query may scan: 500MB, 50GB, 1TB (default: 50GB)',
  ),
];

/** The one option with which a scan changes something in AWS. */
const refresh = option(
  '--refresh-insights',
  'refresh the upgrade insights of EKS first and wait for the result (needs eks:StartInsightsRefresh and eks:DescribeInsightsRefresh)',
);

const account = [
  option('--cluster <name>', 'name or ARN of the EKS cluster'),
  option('--region <region>', 'AWS Region (default: as the AWS CLI resolves it)'),
  option('--profile <name>', 'AWS named profile'),
  option('--role-arn <arn>', 'IAM role to assume for AWS API calls and the cluster token'),
  option('--external-id <id>', 'external ID for assuming that role'),
];

const api = [
  option(
    '--kubeconfig <file>',
    'connect to the API server through this kubeconfig, which must point to the same cluster',
  ),
  option('--context <name>', 'kubeconfig context'),
  option(
    '--kube-server <url>',
    "alternative API server URL, for example a tunnel; TLS is verified against the cluster's own host name",
  ),
  option('--in-cluster', "connect to the API server with the pod's service account token"),
];

const target = option(
  '--target <version>',
  'Kubernetes version to upgrade to, or `current` (default: the next version that EKS offers)',
);

const karpenterTarget = option(
  '--karpenter-target <version>',
  'Karpenter version to upgrade to, or `current` (default: the running version, or the minimum for the Kubernetes target)',
);

/** The demo has its own Karpenter target: `src/commands/demo/bundled.ts`. */
const demoKarpenterTarget = option(
  '--karpenter-target <version>',
  "Karpenter version to upgrade to, or `current` (default: the demo's own; with --target, the minimum for that version)",
);

const saving = [
  option('--save-inventory <file>', 'save an inventory of what was read; gzip-compressed if the name ends in .gz'),
  option('--redact', 'replace accounts, addresses, host names and other names with pseudonyms in the saved inventory'),
];

const replaying = [
  option('--inventory <file>', 'judge a saved inventory instead of a live cluster'),
  option('--as-of <date>', 'judge the inventory as of this date, or `now` (default: when it was taken)'),
];

const teamLabel = option(
  '--team-label <label>',
  'namespace label that names the owning team: the HTML report groups entries by team',
);

const configFile = option(
  '--config <file>',
  'config file in YAML (default: eks-preflight.config.yaml in the working directory, which may set fewer keys)',
);

const running = [
  option('--timeout <time>', 'time limit of a scan: 90s, 5m, 1h (default: 15m); anything not read by then is unknown'),
  configFile,
  option('--verbose', 'log every API call to stderr'),
];

/** Without EKS_PREFLIGHT_OUTPUT, which is for reports. */
const factsFile = new Option(
  '--output <file>',
  `inventory file, or - for stdout; gzip-compressed if the name ends in .gz (env: ${variableOf('saveInventory')})`,
);

const [, redact] = saving;

/** The shells for which there is a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The options of each command that has some. */
export const commandOptions = {
  scan: [
    ...account,
    target,
    karpenterTarget,
    ...api,
    ...choice,
    plugin,
    ...withGrants,
    refresh,
    ...gate,
    baseline,
    ...outputs,
    ...replaying,
    ...saving,
    teamLabel,
    ...scheduleOptions,
    ...running,
  ],
  collect: [
    ...account,
    ...api,
    ...factsOf,
    plugin,
    ...withGrants,
    refresh,
    factsFile,
    ...(redact === undefined ? [] : [redact]),
    teamLabel,
    ...running,
  ],
  gate: [
    new Option('--max-age <time>', 'maximum age of the report: 90m, 24h, 7d; an older report causes exit code 2'),
    option('--cluster <name>', 'name or ARN of the cluster that the report must be of'),
    option('--region <region>', 'AWS Region that the report must be of'),
    new Option('--allow-partial', 'do not exit with code 2 if checks that could fail were not selected'),
    ...gate,
    baseline,
    configFile,
    option('--no-color', 'disable color; NO_COLOR and FORCE_COLOR also apply'),
  ],
  checks: [
    new Option(plugin.flags, 'also list the checks of these plug-ins').argParser(append),
    oneOf(new Option('--format <format>', 'format on stdout (default: text)'), ['text', 'markdown']),
  ],
  diff: [
    oneOf(new Option('--format <format>', 'format on stdout (default: text)'), ['text', 'markdown', 'json']),
    new Option('--no-color', 'disable color; NO_COLOR and FORCE_COLOR also apply'),
  ],
  accept: [
    new Option('--report <file>', 'JSON report that has the finding'),
    new Option('--reason <text>', 'why the finding is accepted'),
    new Option('--owner <name>', 'who is responsible for it'),
    new Option('--until <date>', 'last day of the acceptance, UTC: 2026-12-31'),
  ],
  demo: [target, demoKarpenterTarget, ...choice, plugin, ...gate, ...outputs, ...saving],
  render: rendered,
  permissions: [
    new Option('--report <file>', 'only the permissions that are missing in this JSON report of a scan'),
    option('--only <glob,...>', 'include only these checks'),
    new Option('--plugin <module,...>', 'also include the permissions that these plug-ins need').argParser(append),
    option('--with <grant,...>', 'also include these grants: secrets (equivalent to cluster-admin), logs, metrics'),
    option('--refresh-insights', 'also include what scan --refresh-insights needs'),
    option('--karpenter-target <version>', 'also include what scan --karpenter-target needs'),
    option('--team-label <label>', 'also include what scan --team-label needs'),
    option('--state <location>', 'also include what scan --state needs'),
    option('--deliver <destination,...>', 'also include what scan --deliver needs'),
    option('--sse-kms-key-id <key>', 'also include access to the KMS key of S3 objects'),
    new Option('--cluster <name>', 'limit permissions to this cluster; requires --region and --account'),
    new Option('--region <region>', 'AWS Region of the cluster'),
    new Option('--account <id>', 'AWS account of the cluster, 12 digits'),
    new Option('--partition <partition>', 'AWS partition (default: derived from the Region)'),
    oneOf(
      new Option(
        '--format <format>',
        'iam: policy document; rbac: Roles, ClusterRole and bindings; terraform: both, plus the EKS access entry (default: iam and rbac)',
      ),
      ['iam', 'rbac', 'terraform'],
    ),
  ],
};
