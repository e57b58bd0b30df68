import { parseGrants } from '../../facts/optional-grants.ts';
import { formatNames } from '../../formats/formats.ts';
import { parseKarpenterTarget } from '../../judge/plan/karpenter-target.ts';
import { notifyOn } from '../../schedule/changes/notify-on.ts';
import { parseTimeout } from '../deadline.ts';
import { parseLogsMax } from '../logs-max.ts';
import {
  parseExternalId,
  parseFailOn,
  parseParallel,
  parseRegions,
  parseRoleArn,
  parseTargetOption,
  parseTeamLabel,
} from './parsers.ts';
import { parseShow } from './show.ts';
import { policySchemas } from './policy-keys.ts';
import { clusterEntries } from './cluster-entries.ts';
import { choice, inFile, list, lists, option, policyKey, repeatable, text, toggle } from './row.ts';

/** What `--sse` takes. */
export const encryptions = ['AES256', 'aws:kms', 'aws:kms:dsse'] as const;

/** The functions of the API that take an option: only `scan`, which reads a live cluster, or also `judge`. */
const live = ['scan'] as const;
const both = ['scan', 'judge'] as const;

/**
 * Every option of a scan or a gate, and the keys that only a config file has, in the order of `config` and of the
 * documentation. The schema, the command line, the variables and the options of the API are derived from it.
 */
export const optionTable = {
  cluster: option(
    { value: text('<name>'), group: 'cluster', class: 'locates', programs: live },
    'name or ARN of the EKS cluster',
  ),
  region: option(
    { value: text('<region>'), group: 'cluster', class: 'locates', programs: live, parse: parseRegions },
    'AWS Region (default: the one that the AWS CLI would use); with --all-clusters, several Regions with commas',
  ),
  // A variable must not turn the scan of one cluster into another command.
  allClusters: option(
    { value: toggle, group: 'cluster', class: 'acts', inEnvironment: false },
    'scan every cluster of the Region, or of the Regions in --region',
  ),
  clusters: option(
    { value: inFile(clusterEntries), group: 'cluster', class: 'acts' },
    'clusters to scan if none is named, each with its settings: name (or ARN), region, roleArn, externalId, target, accept, tags',
  ),
  parallel: option(
    { value: text('<number>'), group: 'run', class: 'acts', parse: parseParallel },
    'how many clusters to scan at the same time, each in a separate process (default: 4)',
  ),
  profile: option(
    { value: text('<name>'), group: 'cluster', class: 'acts', programs: live },
    'AWS profile that holds the credentials',
  ),
  roleArn: option(
    { value: text('<arn>'), group: 'cluster', class: 'acts', programs: live, parse: parseRoleArn },
    'IAM role to assume for AWS API calls and for the token of the cluster',
  ),
  externalId: option(
    { value: text('<id>'), group: 'cluster', class: 'acts', programs: live, parse: parseExternalId, isSecret: true },
    'external ID to pass when assuming --role-arn',
  ),
  target: option(
    { value: text('<version>'), group: 'target', class: 'relaxes', programs: both, parse: parseTargetOption },
    'Kubernetes version to update to, or `current` (default: the next version that EKS offers)',
  ),
  karpenterTarget: option(
    { value: text('<version>'), group: 'target', class: 'relaxes', programs: both, parse: parseKarpenterTarget },
    'Karpenter version to update to, or `current` (default: the running version, or the minimum for the Kubernetes target)',
  ),
  rollback: option(
    { value: toggle, group: 'target', class: 'relaxes', programs: both },
    'judge a rollback of the control plane to the earlier minor version, instead of an update',
  ),
  kubeconfig: option(
    { value: text('<file>'), group: 'connection', class: 'acts', programs: live },
    'kubeconfig to connect with; it must point to the same cluster (default: the endpoint of the cluster and a token from EKS)',
  ),
  context: option(
    { value: text('<name>'), group: 'connection', class: 'acts', programs: live },
    'context of the kubeconfig to use',
  ),
  kubeServer: option(
    { value: text('<url>'), group: 'connection', class: 'acts', programs: live },
    "URL to reach the API server at, for example through a tunnel; TLS is still verified against the cluster's own host name",
  ),
  inCluster: option(
    { value: toggle, group: 'connection', class: 'acts', programs: live },
    'connect with the service account of the pod in which the command runs',
  ),
  only: option(
    { value: list('<glob,...>'), group: 'checks', class: 'relaxes', programs: both },
    'run only these checks: IDs, areas or globs, such as nodes or addons/*',
  ),
  skip: option(
    { value: list('<glob,...>'), group: 'checks', class: 'relaxes', programs: both },
    'do not run these checks: IDs, areas or globs',
  ),
  require: option(
    { value: list('<glob,...>'), group: 'gate', class: 'tightens', programs: both },
    'checks that must not be skipped: a skipped one counts as unknown',
  ),
  // A variable must not add a plug-in, which runs code.
  plugin: option(
    { value: repeatable(lists('<module,...>')), group: 'checks', class: 'acts', programs: both, inEnvironment: false },
    'add custom checks: a YAML file with rules in CEL, or a JavaScript module (a file or an npm package), whose code runs as your user; can be repeated',
  ),
  with: option(
    { value: list('<grant,...>'), group: 'data', class: 'acts', programs: both, parse: parseGrants, mayBeEmpty: true },
    'also read data that needs extra permissions: secrets (Helm releases), metrics (removed APIs that clients requested), logs (the clients that requested them, from the audit log; CloudWatch Logs charges for the query)',
  ),
  logsMax: option(
    { value: text('<size>'), group: 'data', class: 'acts', programs: live, parse: parseLogsMax },
    'maximum amount of data that the query of --with logs may scan: 500MB, 50GB, 1TB (default: 50GB)',
  ),
  scope: option(
    { value: choice('<scope>', ['all', 'control-plane']), group: 'gate', class: 'relaxes', programs: both },
    'findings that the gate counts: all, or only those that stop the update of the control plane (default: all)',
  ),
  failOn: option(
    { value: list('<level,...>'), group: 'gate', class: 'tightens', programs: both, parse: parseFailOn },
    'levels that cause exit code 1: fail (always included), warn, unknown, not-covered; or never, to exit with 0 whatever is found',
  ),
  horizon: option(
    { value: choice('<horizon>', ['path', 'next']), group: 'gate', class: 'relaxes', programs: both },
    'steps that the gate counts: the whole path to the target, or only today and the next step (default: path)',
  ),
  // A variable must not make a gate pass a partial report.
  allowPartial: option(
    { value: toggle, group: 'gate', class: 'relaxes', inEnvironment: false },
    'do not exit with 2 if the scan did not select every check that can fail',
  ),
  format: option(
    { value: choice('<format>', formatNames), group: 'report', class: 'chooses' },
    'format of the report on stdout (default: text)',
  ),
  output: option(
    { value: repeatable(list('<[format=]file>')), group: 'report', class: 'acts' },
    'also write the report to a file, in the format that its name ends with or that you name: report.html, json=out; json=FOLDER/ has a file for each cluster; can be repeated',
  ),
  inventory: option(
    { value: text('<file>'), group: 'inventory', class: 'acts' },
    'check a saved inventory instead of a live cluster',
  ),
  asOf: option(
    { value: text('<date>'), group: 'inventory', class: 'acts', programs: ['judge'] },
    'check the inventory as of this date, or `now` (default: the time when it was taken)',
  ),
  saveInventory: option(
    { value: text('<file>'), group: 'inventory', class: 'acts', programs: live },
    'save everything that was read as an inventory; gzip-compressed if the name ends in .gz; FOLDER/ has a file for each cluster',
  ),
  redact: option(
    { value: toggle, group: 'inventory', class: 'acts', programs: live },
    'in the saved inventory, replace account IDs, addresses, host names and other names with pseudonyms, and remove sentences of AWS and Kubernetes',
  ),
  // The only option with which reading the cluster changes something in AWS: EKS refreshes its insights.
  refreshInsights: option(
    { value: toggle, group: 'data', class: 'acts', programs: live },
    'refresh the upgrade and rollback insights of EKS before reading them (needs eks:StartInsightsRefresh and eks:DescribeInsightsRefresh)',
  ),
  timeout: option(
    { value: text('<time>'), group: 'run', class: 'acts', programs: live, parse: parseTimeout },
    'time limit: 90s, 5m, 1h (default: 15m); what was not read by then is unknown',
  ),
  // A config file that was only found may set `summary` and `all`: the other views hide blockers.
  show: option(
    { value: text('<what>'), group: 'report', class: 'chooses', parse: parseShow },
    'what to print of the report: summary (at most 24 lines), all (every entry in full, and all checks), checks (the table of all checks), or one entry or task in full: its number, or the first 8 digits of a fingerprint',
  ),
  group: option(
    { value: text('<name>'), group: 'report', class: 'acts', inEnvironment: false },
    'in text, Markdown and HTML, show only entries about this node group or pool; the verdict and the exit code stay',
  ),
  verbose: option({ value: toggle, group: 'run', class: 'chooses' }, 'log every API call to stderr'),
  color: option(
    { value: toggle, group: 'report', class: 'chooses' },
    'print without color; NO_COLOR and FORCE_COLOR work, too',
  ),
  baseline: option(
    { value: text('<report>'), group: 'gate', class: 'acts', programs: both },
    'JSON report of an earlier scan of this cluster, or FOLDER/ with one for each cluster: the gate counts only what is new or worse since then',
  ),
  teamLabel: option(
    { value: text('<label>'), group: 'report', class: 'chooses', programs: both, parse: parseTeamLabel },
    'namespace label that names the owning team: the HTML report names it as the owner of entries',
  ),
  state: option(
    { value: text('<location>'), group: 'schedule', class: 'acts' },
    'where to keep reports, and the state from one scan to the next: a folder, or s3://BUCKET[/PREFIX]',
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
    'base URL at which readers can open the HTML reports that --deliver writes, for links in messages',
  ),
  sse: option(
    { value: choice('<value>', encryptions), group: 'schedule', class: 'acts' },
    'server-side encryption of S3 objects (default: the setting of the bucket)',
  ),
  sseKmsKeyId: option(
    { value: text('<key>'), group: 'schedule', class: 'acts' },
    'KMS key for --sse aws:kms or aws:kms:dsse',
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
