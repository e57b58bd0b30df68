import { parseGrants } from '../../facts/optional-grants.ts';
import { formatNames } from '../../formats/formats.ts';
import { parseKarpenterTarget } from '../../judge/plan/karpenter.ts';
import { notifyOn } from '../../schedule/changes/notify-on.ts';
import { parseTimeout } from '../deadline.ts';
import { parseLogsMax } from '../logs-max.ts';
import {
  parseExternalId,
  parseFailOn,
  parseFindingId,
  parseRegion,
  parseRoleArn,
  parseTargetOption,
  parseTeamLabel,
} from './parsers.ts';
import { policySchemas } from './policy-keys.ts';
import { choice, list, lists, option, policyKey, repeatable, text, toggle } from './row.ts';

/** What `--sse` takes. */
export const encryptions = ['AES256', 'aws:kms', 'aws:kms:dsse'] as const;

/** The functions of the API that take an option: of a live cluster, or of any. */
const live = ['scan'] as const;
const both = ['scan', 'judge'] as const;

/**
 * Every option of a scan, and the keys that only a config file has, in the order of `config` and of the documentation. The
 * schema, the command line, the variables and the options of the API are derived from it.
 */
export const optionTable = {
  cluster: option(
    { value: text('<name>'), group: 'cluster', class: 'locates', programs: live },
    'name or ARN of the EKS cluster',
  ),
  region: option(
    { value: text('<region>'), group: 'cluster', class: 'locates', programs: live, parse: parseRegion },
    'AWS Region (default: as the AWS CLI resolves it)',
  ),
  profile: option({ value: text('<name>'), group: 'cluster', class: 'acts', programs: live }, 'AWS named profile'),
  roleArn: option(
    { value: text('<arn>'), group: 'cluster', class: 'acts', programs: live, parse: parseRoleArn },
    'IAM role to assume for AWS API calls and the cluster token',
  ),
  externalId: option(
    { value: text('<id>'), group: 'cluster', class: 'acts', programs: live, parse: parseExternalId, isSecret: true },
    'external ID for assuming that role',
  ),
  target: option(
    { value: text('<version>'), group: 'target', class: 'relaxes', programs: both, parse: parseTargetOption },
    'Kubernetes version to upgrade to, or `current` (default: the next version that EKS offers)',
  ),
  karpenterTarget: option(
    { value: text('<version>'), group: 'target', class: 'relaxes', programs: both, parse: parseKarpenterTarget },
    'Karpenter version to upgrade to, or `current` (default: the running version, or the minimum for the Kubernetes target)',
  ),
  kubeconfig: option(
    { value: text('<file>'), group: 'connection', class: 'acts', programs: live },
    'connect to the API server through this kubeconfig, which must point to the same cluster',
  ),
  context: option({ value: text('<name>'), group: 'connection', class: 'acts', programs: live }, 'kubeconfig context'),
  kubeServer: option(
    { value: text('<url>'), group: 'connection', class: 'acts', programs: live },
    "alternative API server URL, for example a tunnel; TLS is verified against the cluster's own host name",
  ),
  inCluster: option(
    { value: toggle, group: 'connection', class: 'acts', programs: live },
    "connect to the API server with the pod's service account token",
  ),
  only: option(
    { value: list('<glob,...>'), group: 'checks', class: 'relaxes', programs: both },
    'judge only these checks',
  ),
  skip: option({ value: list('<glob,...>'), group: 'checks', class: 'relaxes', programs: both }, 'skip these checks'),
  require: option(
    { value: list('<glob,...>'), group: 'gate', class: 'tightens', programs: both },
    'checks that must be judged; a skipped one counts as unknown',
  ),
  // A plug-in runs code.
  plugin: option(
    { value: repeatable(lists('<module,...>')), group: 'checks', class: 'acts', programs: both, inEnvironment: false },
    'custom checks: a YAML file with rules in CEL, or a JavaScript module (a file or an npm package), whose code runs as your user',
  ),
  with: option(
    { value: list('<grant,...>'), group: 'data', class: 'acts', programs: both, parse: parseGrants, mayBeEmpty: true },
    'also read data that needs extra permissions: secrets (Helm releases), logs (clients of removed APIs in the audit log; CloudWatch Logs charges for the query), metrics (removed APIs that clients requested)',
  ),
  logsMax: option(
    { value: text('<size>'), group: 'data', class: 'acts', programs: live, parse: parseLogsMax },
    'maximum amount of log data that the audit log query may scan: 500MB, 50GB, 1TB (default: 50GB)',
  ),
  scope: option(
    { value: choice('<scope>', ['all', 'control-plane']), group: 'gate', class: 'relaxes', programs: both },
    'which findings the gate counts',
  ),
  failOn: option(
    { value: list('<level,...>'), group: 'gate', class: 'tightens', programs: both, parse: parseFailOn },
    'levels that, besides fail, cause exit code 1: warn, unknown, not-covered; or never',
  ),
  horizon: option(
    { value: choice('<horizon>', ['path', 'next']), group: 'gate', class: 'relaxes', programs: both },
    'steps that the gate counts: the whole path, or only now and the first step',
  ),
  // A variable must not make a gate pass a partial report.
  allowPartial: option(
    { value: toggle, group: 'gate', class: 'relaxes', inEnvironment: false },
    'do not exit with code 2 if checks that could fail were not selected',
  ),
  format: option(
    { value: choice('<format>', formatNames), group: 'report', class: 'chooses' },
    'format of the report on stdout',
  ),
  output: option(
    { value: repeatable(list('<[format=]file>')), group: 'report', class: 'acts' },
    'write the report to a file as well; may be repeated',
  ),
  inventory: option(
    { value: text('<file>'), group: 'inventory', class: 'acts' },
    'judge a saved inventory instead of a live cluster',
  ),
  asOf: option(
    { value: text('<date>'), group: 'inventory', class: 'acts', programs: ['judge'] },
    'judge the inventory as of this date, or `now` (default: when it was taken)',
  ),
  saveInventory: option(
    { value: text('<file>'), group: 'inventory', class: 'acts', programs: live },
    'save an inventory of what was read; gzip-compressed if the name ends in .gz',
  ),
  redact: option(
    { value: toggle, group: 'inventory', class: 'acts', programs: live },
    'replace accounts, addresses, host names and other names with pseudonyms in the saved inventory',
  ),
  // The only option with which a scan changes something in AWS.
  refreshInsights: option(
    { value: toggle, group: 'data', class: 'acts', programs: live },
    'refresh the upgrade insights of EKS first and wait for the result (needs eks:StartInsightsRefresh and eks:DescribeInsightsRefresh)',
  ),
  timeout: option(
    { value: text('<time>'), group: 'run', class: 'acts', programs: live, parse: parseTimeout },
    'time limit of a scan: 90s, 5m, 1h (default: 15m); anything not read by then is unknown',
  ),
  all: option({ value: toggle, group: 'report', class: 'chooses' }, 'show every entry in full, and all checks'),
  summary: option(
    { value: toggle, group: 'report', class: 'chooses', inEnvironment: false },
    'show only the path, the first blockers and the verdict: 24 lines',
  ),
  checks: option(
    { value: toggle, group: 'report', class: 'chooses', inEnvironment: false },
    'show only the table of all checks, with status and findings',
  ),
  finding: option(
    { value: text('<id>'), group: 'report', class: 'chooses', inEnvironment: false, parse: parseFindingId },
    'show only one entry or task, in full: its number, or the first 8 digits of a fingerprint',
  ),
  verbose: option({ value: toggle, group: 'run', class: 'chooses' }, 'log every API call to stderr'),
  color: option(
    { value: toggle, group: 'report', class: 'chooses' },
    'disable color; NO_COLOR and FORCE_COLOR also apply',
  ),
  baseline: option(
    { value: text('<report>'), group: 'gate', class: 'acts', programs: both },
    'JSON report of an earlier scan of this cluster: the gate counts only what is new or worse since then',
  ),
  teamLabel: option(
    { value: text('<label>'), group: 'report', class: 'chooses', programs: both, parse: parseTeamLabel },
    'namespace label that names the owning team: the HTML report groups entries by team',
  ),
  state: option(
    { value: text('<location>'), group: 'schedule', class: 'acts' },
    'where a scheduled scan keeps its reports and its state: a folder, or s3://BUCKET[/PREFIX]',
  ),
  deliver: option(
    { value: list('<destination,...>'), group: 'schedule', class: 'acts' },
    'where to send HTML reports and messages: file:FOLDER, s3://BUCKET[/PREFIX], stdout, sns:TOPIC_ARN, events:BUS, slack:SECRET, teams:SECRET, webhook:SECRET; SECRET is env:NAME or file:PATH',
  ),
  notifyOn: option(
    { value: choice('<when>', notifyOn), group: 'schedule', class: 'acts' },
    'when to send a message (default: change)',
  ),
  requireDelivery: option(
    { value: toggle, group: 'schedule', class: 'acts' },
    'exit with 3 instead of 0 if a delivery fails or the state cannot be written',
  ),
  reportUrl: option(
    { value: text('<url>'), group: 'schedule', class: 'acts' },
    'base URL of the HTML reports that --deliver writes to file: or s3://, for links in messages',
  ),
  sse: option(
    { value: choice('<value>', encryptions), group: 'schedule', class: 'acts' },
    'server-side encryption of S3 objects (default: the setting of the bucket)',
  ),
  sseKmsKeyId: option(
    { value: text('<key>'), group: 'schedule', class: 'acts' },
    'KMS key for --sse aws:kms and aws:kms:dsse',
  ),
  accept: policyKey(
    policySchemas.accept,
    'relaxes',
    'findings that do not count, each with its level, step, reason, owner and last day',
  ),
  levels: policyKey(
    policySchemas.levels,
    'tightens',
    'checks (ID or glob) whose warnings fail: `nodes/version-behind: fail`; to lower a level, accept findings',
  ),
  thresholds: policyKey(policySchemas.thresholds, 'tightens', 'numbers of checks to make stricter, by check ID'),
};
