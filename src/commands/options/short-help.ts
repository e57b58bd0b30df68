import { exitCodes } from '../../judge/exit-codes.ts';
import { setFields } from '../../syntax/set-fields.ts';
import type { CommandName } from './command-texts.ts';

/** What `-h` prints: one screen of 80 x 24 with the usual options. `--help` has all. */

/** A term, such as `--target 1.36`, and what it is for. */
type Row = readonly [term: string, text: string];

/** The short help of a command, or of the whole program. */
export interface ShortHelp {
  usage: string;
  purpose: string;
  rows: readonly Row[];
  /** The command ends with the exit code of a gate. */
  isGated?: true;
  /** The exit code of a report of some checks only; undefined: the command has no such report. */
  partial?: 0 | 2;
  /** What exit codes mean, if that is not the result of a gate. */
  codes?: Partial<Readonly<Record<keyof typeof exitCodes, string>>>;
  examples: readonly string[];
}

const allOptions: Row = ['--help', 'all options'];
const configRow: Row = ['--config FILE', 'settings, accepted findings, many clusters'];
const failOnRow: Row = ['--fail-on warn', 'exit code 1 for warnings, too (also unknown, never)'];

/** The commands whose whole help does not fit one screen. */
export const shortHelps: { readonly [Name in CommandName]?: ShortHelp } = {
  scan: {
    usage: 'scan [CLUSTER...] [options]',
    purpose: 'Can this EKS cluster be updated, or rolled back? It only reads.',
    rows: [
      ['--region, --profile', 'as in the AWS CLI; --role-arn ARN to assume a role'],
      ['--target 1.36', 'default: the next version; current: judge today'],
      ['--karpenter-target V', 'Karpenter version to go to'],
      ['--rollback', 'judge a rollback to the earlier minor version'],
      ['--scope control-plane', 'only what stops the control plane sets the exit code'],
      ['--only, --skip GLOBS', 'some checks: nodes, addons/*'],
      ['--with WHAT', 'read more: secrets (Helm), metrics, logs (API calls)'],
      ['--inventory FILE', 'data that `collect` saved, instead of a cluster'],
      ['--show WHAT', 'summary, all, checks, or one entry by its number: 3'],
      ['--format FORMAT', 'text, json, markdown, html, sarif, junit, github, ...'],
      ['-o, --output FILE', 'write a report as well: report.html, report.json'],
      failOnRow,
      configRow,
      allOptions,
    ],
    isGated: true,
    partial: 0,
    examples: [
      'eks-preflight scan prod --target 1.36 -o report.html',
      'eks-preflight scan --inventory prod.json.gz --show 3',
    ],
  },
  plan: {
    usage: 'plan [CLUSTER | FILE] [options]',
    purpose: 'Every task up to the target, in order, also while the update is blocked.',
    rows: [
      ['FILE', 'JSON report, saved inventory or plan: prod.json.gz'],
      ['--region, --profile', 'as in the AWS CLI; --role-arn ARN to assume a role'],
      ['--target 1.36', 'default: the next version'],
      ['--karpenter-target V', 'Karpenter version to go to'],
      ['--rollback', 'a rollback to the earlier minor version'],
      ['--scope control-plane', 'only what stops the control plane sets the exit code'],
      ['--task 3', 'one task in full, by its number or ID'],
      ['--since OLD.json', 'only what changed since this plan or report'],
      ['--format FORMAT', 'text, markdown (a change ticket), json'],
      ['-o, --output FILE', 'write the plan as well: ticket.md, plan.json'],
      configRow,
      allOptions,
    ],
    isGated: true,
    examples: ['eks-preflight plan prod --target 1.36 -o ticket.md', 'eks-preflight plan report.json --task 3'],
  },
  status: {
    usage: 'status [CLUSTER] [options]',
    purpose: 'Where a running update is, what holds it, and how much of a plan is done.',
    rows: [
      ['--region, --profile', 'as in the AWS CLI; --role-arn ARN to assume a role'],
      ['--kubeconfig FILE', 'connect to the API server with this kubeconfig'],
      ['--context NAME', 'context of the kubeconfig'],
      ['--in-cluster', 'connect with the service account of this pod'],
      ['--since PLAN.json', 'which tasks of this plan are done, and what is worse'],
      ['--watch[=15s]', 'look again, print each change, end when nothing runs'],
      ['--format FORMAT', 'text, json (all nodes, pods and commands)'],
      ['--config FILE', 'settings'],
      allOptions,
    ],
    codes: { ready: 'idle/done', blocked: 'stuck/failed/worse', incomplete: 'running/open/unseen' },
    examples: ['eks-preflight status prod --region eu-west-1', 'eks-preflight status prod --since plan.json --watch'],
  },
  demo: {
    usage: 'demo [plan] [options]',
    purpose: 'Checks a sample cluster, as scan does. Needs no cluster and no AWS account.',
    rows: [
      ['--target 1.36', 'default: the next version; current: judge today'],
      ['--karpenter-target V', 'Karpenter version to go to'],
      ['--only, --skip GLOBS', 'some checks: nodes, addons/*'],
      ['--show WHAT', 'summary, all, checks, or one entry by its number: 3'],
      ['--format FORMAT', 'text, json, markdown, html, sarif, junit, github, ...'],
      ['-o, --output FILE', 'write a report as well: report.html, report.json'],
      ['--plugin FILE', 'add your own checks'],
      ['plan, plan --task 3', 'every task up to the target, or one of them in full'],
      allOptions,
    ],
    isGated: true,
    partial: 0,
    examples: ['eks-preflight demo', 'eks-preflight demo --output demo.html --quiet'],
  },
  collect: {
    usage: 'collect [CLUSTER] -o FILE [options]',
    purpose: 'Saves the data of a cluster, to check it elsewhere: scan --inventory FILE.',
    rows: [
      ['--region, --profile', 'as in the AWS CLI; --role-arn ARN to assume a role'],
      ['-o, --output FILE', 'compressed if it ends in .gz; - for stdout'],
      ['--redact', 'replace account IDs, addresses and names'],
      ['--only, --skip GLOBS', 'only what some checks need: nodes, addons/*'],
      ['--rollback', 'also what scan --rollback needs'],
      ['--with WHAT', 'read more: secrets (Helm), metrics, logs (API calls)'],
      allOptions,
    ],
    examples: ['eks-preflight collect prod --redact --output prod.json.gz'],
  },
  gate: {
    usage: 'gate REPORT [options]',
    purpose: 'Ends with the exit code of a JSON report: may the update begin?',
    rows: [
      ['--cluster, --region', 'the cluster that the report must describe'],
      ['--max-age 24h', 'exit with 2 if the report is older'],
      failOnRow,
      ['--scope control-plane', 'only what stops the control plane sets the exit code'],
      ['--horizon next', 'only the next step of the path'],
      ['--require GLOBS', 'checks that must not be skipped'],
      ['--baseline REPORT', 'count only what is new or worse since then'],
      ['--allow-partial', 'accept a report of some checks only'],
      configRow,
      allOptions,
    ],
    isGated: true,
    partial: 2,
    examples: [
      'eks-preflight gate report.json --max-age 24h',
      'eks-preflight gate report.json --baseline last-week.json',
    ],
  },
  fleet: {
    usage: 'fleet FOLDER... [options]',
    purpose: 'The latest reports of many clusters in one table, each with its gate.',
    rows: [
      ['--max-age 7d', 'older reports do not count (default: 36h)'],
      ['--group-by tag:env', 'one table for each account, region or value of a tag'],
      failOnRow,
      ['--show all', 'every cluster, and every line about it'],
      ['--format FORMAT', 'text, json, markdown, html, prometheus'],
      ['-o, --output FILE', 'write the table as well: fleet.html, fleet.json'],
      allOptions,
    ],
    isGated: true,
    examples: ['eks-preflight fleet reports/', 'eks-preflight fleet s3://eks-reports/nightly -o fleet.html'],
  },
  render: {
    usage: 'render REPORT [options]',
    purpose: 'Prints a saved JSON report in another format, or one entry of it.',
    rows: [
      ['--show WHAT', 'summary, all, checks, or one entry by its number: 3'],
      ['--group NAME', 'only what is about one node group or pool'],
      ['--format FORMAT', 'text, json, markdown, html, sarif, junit, github, ...'],
      ['-o, --output FILE', 'write a file as well: report.html'],
      ['--no-color', 'print without color'],
      allOptions,
    ],
    examples: ['eks-preflight render report.json --show 3', 'eks-preflight render report.json --format markdown'],
  },
  permissions: {
    usage: 'permissions [options]',
    purpose: 'Prints the minimum permissions, in AWS and in Kubernetes, of scan and status.',
    rows: [
      ['--format FORMAT', 'iam, rbac or terraform (default: iam and rbac)'],
      ['--report REPORT', 'only those that were missing in this scan'],
      ['--only GLOBS', 'only those that these checks need'],
      ['--cluster NAME', 'for one cluster; needs --region and --account'],
      ['--with WHAT', 'as in scan: secrets, logs, metrics'],
      ['--rollback', 'also what scan --rollback needs'],
      ['--state, --deliver', 'also what a scheduled scan writes to'],
      allOptions,
    ],
    examples: [
      'eks-preflight permissions --format iam >policy.json',
      'eks-preflight permissions --format rbac | kubectl apply -f -',
    ],
  },
};

/** The short help of the whole program: a line for each command. */
export const mainShortHelp: ShortHelp = {
  usage: '<command> [options]   (-h: usual options, --help: all)',
  purpose: 'Can this EKS cluster be updated, and with it Karpenter? It only reads.',
  rows: [
    ['scan [CLUSTER...]', 'check a cluster, live or from saved data'],
    ['plan [CLUSTER]', 'every task up to the target, in order'],
    ['status [CLUSTER]', 'where a running update is, and what holds it'],
    ['demo', 'check a sample cluster; needs no AWS account'],
    ['collect [CLUSTER]', 'save the data of a cluster, to check it elsewhere'],
    ['render REPORT', 'a JSON report in another format, or one entry of it'],
    ['diff OLD NEW', 'two reports: what is new, worse, fixed or accepted'],
    ['gate REPORT', 'the exit code of a report: 0, 1 or 2'],
    ['fleet FOLDER...', 'the reports of many clusters in one table'],
    ['accept ID', 'the lines of a config file that accept a finding'],
    ['permissions', 'the permissions that a scan and status need'],
    ['config', 'the settings, and where each one comes from'],
    ['completion SHELL', 'completion for bash, zsh or fish'],
    ['checks [ID]', 'list the checks, or explain one'],
    ['facts [NAME]', 'list the data that checks read'],
    ['test-rules FILE...', 'run the tests of custom rules'],
  ],
  isGated: true,
  examples: ['eks-preflight scan prod --region eu-west-1 --target 1.36'],
};

const gateCodes = { ready: 'ready', blocked: 'blocked', incomplete: 'incomplete', couldNotRun: 'not run' };

/** The exit codes in one line, with that of a report of some checks only. */
function codesText({ codes, partial }: Pick<ShortHelp, 'codes' | 'partial'>): string {
  const words = { ...gateCodes, ...codes };
  const also = (code: number) => (partial === code ? ' or partial (some checks)' : '');
  const names = ['ready', 'blocked', 'incomplete', 'couldNotRun'] as const;
  return `Exit codes: ${names.map((name) => `${exitCodes[name]} ${words[name]}${also(exitCodes[name])}`).join(', ')}`;
}

/**
 * The text of a short help.
 * @param formatRow lays out a term and its text, as in the whole help
 */
export function formatShortHelp(
  { usage, purpose, rows, isGated, partial, codes, examples }: ShortHelp,
  formatRow: (term: string, text: string, termWidth: number) => string,
): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  return [
    `Usage: eks-preflight ${usage}`,
    purpose,
    '',
    ...rows.map(([term, text]) => formatRow(term, text, width)),
    ...(isGated === true || codes !== undefined ? ['', codesText(setFields({ codes, partial }))] : []),
    '',
    ...examples.map((line) => `  ${line}`),
    '',
  ].join('\n');
}
