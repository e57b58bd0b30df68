import type { ParsedCommand } from './parsed-command.ts';

/** What help says about each command. */

/** A command of the command line; `help` and `version` only print. */
export type CommandName = ParsedCommand['command'] | 'help' | 'version';

/** What help says about a command. */
export interface CommandText {
  /** The heading above it in the list of commands. */
  heading: string;
  /** In the list of commands. */
  summary: string;
  /** In its own help: one sentence or two. */
  description: string;
  /** Command lines: help breaks long ones. */
  examples: readonly string[];
}

const check = 'Check a cluster:';
const report = 'Use a report:';
const setUp = 'Set up:';
const extend = 'Look up and extend checks:';
const other = 'Help:';

export const commandTexts = {
  scan: {
    heading: check,
    summary: 'check a cluster, live or from a saved inventory',
    description: 'Checks whether a cluster can be updated or rolled back: a live cluster, or a saved inventory.',
    examples: [
      'eks-preflight scan prod --region eu-west-1',
      'eks-preflight scan prod --target 1.36 -o report.html -o report.json',
      'eks-preflight scan --inventory prod.json.gz --only nodes,addons',
    ],
  },
  plan: {
    heading: check,
    summary: 'show every task from today to the target, in order',
    description:
      'Shows every task from today to the target, in order, with its commands and how to see that it is done: also while something blocks the update.',
    examples: [
      'eks-preflight plan prod --region eu-west-1',
      'eks-preflight plan prod --target 1.36 -o ticket.md -o plan.json',
      'eks-preflight plan prod --since plan.json',
    ],
  },
  status: {
    heading: check,
    summary: 'show where a running update is, and what holds it',
    description:
      'Shows where the running update of a cluster is, and what holds it: control plane, node groups, Karpenter, add-ons. With --since, shows which tasks of a plan are done, and what is worse than when the plan was made. With --watch, looks again until nothing runs.',
    examples: [
      'eks-preflight status prod --region eu-west-1',
      'eks-preflight status prod --watch',
      'eks-preflight status prod --since plan.json',
      'eks-preflight status prod --format json',
    ],
  },
  demo: {
    heading: check,
    summary: 'check a bundled sample cluster; needs no cluster and no AWS account',
    description:
      'Checks a bundled inventory of a sample cluster, or shows its plan (demo plan). Needs no cluster and no AWS account.',
    examples: [
      'eks-preflight demo',
      'eks-preflight demo plan --task 1',
      'eks-preflight demo --output demo.html --quiet',
    ],
  },
  collect: {
    heading: check,
    summary: 'save an inventory of a live cluster, to check it elsewhere',
    description:
      'Saves an inventory of a live cluster, to check it later or elsewhere: `eks-preflight scan --inventory FILE`.',
    examples: [
      'eks-preflight collect prod --region eu-west-1 --output prod.json.gz',
      'eks-preflight collect prod --redact --output prod.json.gz',
      'eks-preflight collect prod --only nodes,workloads -o -',
    ],
  },
  render: {
    heading: report,
    summary: 'print a JSON report in another format, or one finding of it',
    description: 'Prints a saved JSON report in another format, or one finding of it.',
    examples: [
      'eks-preflight render report.json',
      'eks-preflight render report.json --format markdown',
      'eks-preflight render report.json --show 3',
    ],
  },
  diff: {
    heading: report,
    summary: 'compare two JSON reports: what is new, worse, fixed, accepted or no longer seen',
    description: 'Compares two JSON reports of one cluster: what is new, worse, fixed, accepted or no longer seen.',
    examples: [
      'eks-preflight diff monday.json friday.json',
      'eks-preflight diff monday.json friday.json --format markdown',
      'eks-preflight diff monday.json friday.json --format json',
    ],
  },
  gate: {
    heading: report,
    summary: 'apply a gate to a JSON report: exit with 0, 1 or 2',
    description:
      'Applies a gate to a JSON report that was written elsewhere: exits with 0 (ready), 1 (blocked) or 2 (incomplete).',
    examples: [
      'eks-preflight gate report.json --max-age 24h',
      'eks-preflight gate report.json --cluster prod --region eu-west-1 --fail-on warn',
      'eks-preflight gate report.json --baseline last-week.json',
    ],
  },
  fleet: {
    heading: report,
    summary: 'show the reports of many clusters in one table, and apply the gate to each',
    description:
      'Shows the latest reports of many clusters in one table, what they share, and in which order to update them: from folders of reports, or from the place that scan --state writes to. Exits with 1 if a cluster is blocked, or else with 2 if one is incomplete or has no report that counts.',
    examples: [
      'eks-preflight fleet reports/',
      'eks-preflight fleet s3://eks-reports/nightly --group-by tag:env=dev,staging,prod',
      'eks-preflight fleet reports/ --max-age 7d -o fleet.html',
    ],
  },
  accept: {
    heading: report,
    summary: 'print the lines of a config file that accept a finding',
    description: 'Prints the lines of a config file that accept a finding. Writes nothing.',
    examples: [
      "eks-preflight accept 3 --report report.json --reason 'replaced on Friday' --owner team-platform --until 2026-12-31",
    ],
  },
  permissions: {
    heading: setUp,
    summary: 'print the AWS and Kubernetes permissions that a scan and status need',
    description:
      'Prints the minimum permissions, in AWS and in Kubernetes, that a scan with these options and, without --only, status need.',
    examples: [
      'eks-preflight permissions --format iam >policy.json',
      'eks-preflight permissions --format rbac | kubectl apply -f -',
      'eks-preflight permissions --report report.json',
    ],
  },
  config: {
    heading: setUp,
    summary: 'show the effective settings and where each one comes from',
    description:
      'Shows the settings that `eks-preflight scan` with the same options would use, and where each one comes from.',
    examples: [
      'eks-preflight config',
      'eks-preflight config --config ci.yaml',
      'eks-preflight config prod --fail-on warn',
    ],
  },
  completion: {
    heading: setUp,
    summary: 'print a completion script for bash, zsh or fish',
    description: 'Prints a completion script for a shell.',
    examples: [
      'source <(eks-preflight completion bash)',
      'source <(eks-preflight completion zsh)',
      'eks-preflight completion fish | source',
    ],
  },
  checks: {
    heading: extend,
    summary: 'list the checks, or explain one',
    description: 'Lists the checks, or explains those that you name.',
    examples: ['eks-preflight checks', 'eks-preflight checks nodes/kubelet-skew', 'eks-preflight checks --format json'],
  },
  facts: {
    heading: extend,
    summary: 'list the data that checks read, or show the fields of one fact',
    description: 'Lists the facts, the data that checks read, or shows the fields of one with an example.',
    examples: ['eks-preflight facts', 'eks-preflight facts nodes', 'eks-preflight facts podDisruptionBudgets'],
  },
  'test-rules': {
    heading: extend,
    summary: 'validate files of custom rules and run their tests',
    description:
      'Validates files of custom rules (YAML) and runs the tests in them. `eks-preflight facts NAME` shows the fields that a rule can read.',
    examples: ['eks-preflight test-rules rules.yaml'],
  },
  help: {
    heading: other,
    summary: 'show the options of a command, with examples',
    description: 'Shows the options of a command, with examples.',
    examples: [],
  },
  version: { heading: other, summary: 'print the version', description: 'Prints the version.', examples: [] },
} as const satisfies { readonly [Name in CommandName]: CommandText };

/** Examples of the whole program. */
export const mainExamples = [
  'eks-preflight demo',
  'eks-preflight scan prod --region eu-west-1 --target 1.36',
  'eks-preflight help scan',
];
