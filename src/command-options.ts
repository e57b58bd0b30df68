import { Option } from 'commander';
import { variableOf } from './environment.ts';

/** The options of every command: names, help texts, and the variable that says the same. */

function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  made.description = `${description} (env: ${variableOf(made.attributeName())})`;
  return made;
}

function append(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

const outputs = [
  option('--format <format>', 'format of the report on stdout').choices(['text', 'json']),
  option('--output <[format=]file>', 'write the report to a file as well; may be repeated').argParser(append),
  option('--all', 'show passed checks and all evidence'),
  option('--no-color', 'no colour; NO_COLOR and FORCE_COLOR are heeded, too'),
];

const choice = [
  option('--only <glob,...>', 'judge only these checks'),
  option('--skip <glob,...>', 'leave these checks out'),
];

/** The same for `collect`, which judges nothing. */
const factsOf = [
  option('--only <glob,...>', 'read only the facts of these checks'),
  option('--skip <glob,...>', 'leave out the facts that only these checks read'),
];

const gate = [
  option('--require <glob,...>', 'these checks must have been judged; a skip counts as unknown'),
  option('--fail-on <level,...>', 'what ends with exit code 1 beside fail: warn, unknown, not-covered; or never'),
  option('--scope <scope>', 'which findings the gate counts').choices(['all', 'control-plane']),
  option('--horizon <horizon>', 'count the whole path, or only now and the first step').choices(['path', 'next']),
];

const withGrants = option(
  '--with <grant,...>',
  'also read data that needs extra permissions: secrets (of Helm releases)',
);

const account = [
  option('--cluster <name>', 'name or ARN of the EKS cluster'),
  option('--region <region>', 'AWS region; else as the AWS CLI finds it'),
  option('--profile <name>', 'profile of the AWS config'),
  option('--role-arn <arn>', 'role to assume for the AWS APIs and the cluster token'),
  option('--external-id <id>', 'external id for that role'),
];

const api = [
  option('--kubeconfig <file>', 'reach the API server by a kubeconfig; it must be the same cluster'),
  option('--context <name>', 'context of the kubeconfig'),
  option('--kube-server <url>', "other address of the API server (a tunnel), under the cluster's own TLS name"),
  option('--in-cluster', "use the pod's service account"),
];

const target = option('--target <version>', 'version to upgrade to, or `current`; else the next one that EKS offers');

const karpenterTarget = option(
  '--karpenter-target <version>',
  'version of Karpenter to upgrade to, or `current`; else the minimum that the Kubernetes target needs',
);

/** The demo has a target of its own for Karpenter: `src/demo.ts`. */
const demoKarpenterTarget = option(
  '--karpenter-target <version>',
  'version of Karpenter to upgrade to, or `current`; else the one of the demo, with --target the minimum that it needs',
);

const saving = [
  option('--save-inventory <file>', 'save the facts that were read; packed where it ends in .gz'),
  option('--redact', 'put pseudonyms for accounts, addresses, hosts and names into the saved facts'),
];

const replaying = [
  option('--inventory <file>', 'judge saved facts instead of a live cluster'),
  option('--as-of <date>', 'judge saved facts as of this date, or `now`; else as of when they were taken'),
];

const running = [
  option('--timeout <time>', 'end after so long (90s, 5m, 1h; default 15m); what was not read by then is unknown'),
  option('--config <file>', 'options as YAML; else eks-preflight.config.yaml of this folder, which may set less'),
  option('--verbose', 'show every call on stderr'),
];

/** EKS_PREFLIGHT_OUTPUT is the report's. */
const factsFile = new Option(
  '--output <file>',
  `file for the facts, packed where it ends in .gz; - for stdout (env: ${variableOf('saveInventory')})`,
);

const [, redact] = saving;

/** The options of each command that has some. */
export const commandOptions = {
  scan: [
    ...account,
    target,
    karpenterTarget,
    ...api,
    ...choice,
    withGrants,
    ...gate,
    ...outputs,
    ...replaying,
    ...saving,
    ...running,
  ],
  collect: [
    ...account,
    ...api,
    ...factsOf,
    withGrants,
    factsFile,
    ...(redact === undefined ? [] : [redact]),
    ...running,
  ],
  demo: [target, demoKarpenterTarget, ...choice, ...gate, ...outputs, ...saving],
  permissions: [
    option('--only <glob,...>', 'for these checks only'),
    option('--with <grant,...>', 'for these grants, too: secrets, which is as good as cluster-admin'),
    new Option('--cluster <name>', 'narrow to this cluster, with --region and --account'),
    new Option('--region <region>', 'AWS region of the cluster'),
    new Option('--account <id>', 'AWS account of the cluster, 12 digits'),
    new Option('--partition <partition>', 'AWS partition; else as the region tells'),
    new Option(
      '--format <format>',
      'iam: a policy document; rbac: Roles and a ClusterRole; terraform: both, and the access entry; else iam and rbac',
    ).choices(['iam', 'rbac', 'terraform']),
  ],
};
