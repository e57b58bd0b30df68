import { Command, CommanderError, Option } from 'commander';
import type { PlaceFlags } from './place.ts';
import { usageError } from './reason.ts';

/** What a command does with its options; the exit code comes back. */
export interface Actions {
  scan(flags: Record<string, unknown>, config: string | undefined): Promise<number>;
  collect(flags: Record<string, unknown>, config: string | undefined): Promise<number>;
  demo(flags: Record<string, unknown>): Promise<number>;
  checks(id: string | undefined): Promise<number>;
  permissions(flags: PermissionFlags): Promise<number>;
}

export interface PermissionFlags extends PlaceFlags {
  only?: string;
  with?: string;
  format?: 'iam' | 'rbac' | 'terraform';
}

/** Where help and usage errors go. */
export interface Streams {
  stdout(text: string): void;
  stderr(text: string): void;
}

function option(flags: string, description: string, variable?: string): Option {
  const made = new Option(flags, description);
  return variable === undefined ? made : made.env(`EKS_PREFLIGHT_${variable}`);
}

const output = [
  option('--format <format>', 'format of the report on stdout', 'FORMAT').choices(['text', 'json']),
  option(
    '--output <[format=]file>',
    'write the report to a file as well; may be repeated (env: EKS_PREFLIGHT_OUTPUT)',
  ).argParser(append),
  option('--all', 'show passed checks and all evidence (env: EKS_PREFLIGHT_ALL)'),
  option('--no-color', 'no colour; NO_COLOR and FORCE_COLOR are heeded, too'),
];

const choice = [
  option('--only <glob,...>', 'judge only these checks', 'ONLY'),
  option('--skip <glob,...>', 'leave these checks out', 'SKIP'),
];

/** The same for `collect`, which judges nothing. */
const factsOf = [
  option('--only <glob,...>', 'read only the facts of these checks', 'ONLY'),
  option('--skip <glob,...>', 'leave out the facts that only these checks read', 'SKIP'),
];

const gate = [
  option('--require <glob,...>', 'these checks must have been judged; a skip counts as unknown', 'REQUIRE'),
  option('--fail-on <level,...>', 'levels that end with exit code 1 beside fail: warn, unknown; or never', 'FAIL_ON'),
  option('--scope <scope>', 'which findings the gate counts', 'SCOPE').choices(['all', 'control-plane']),
  option('--horizon <horizon>', 'count the whole path, or only now and the first step', 'HORIZON').choices([
    'path',
    'next',
  ]),
];

const withGrants = option(
  '--with <grant,...>',
  'read what hangs on permissions that not everybody grants, too: secrets (of Helm releases)',
  'WITH',
);

const account = [
  option('--cluster <name>', 'name of the EKS cluster', 'CLUSTER'),
  option('--region <region>', 'AWS region; else as the AWS CLI finds it', 'REGION'),
  option('--profile <name>', 'profile of the AWS config', 'PROFILE'),
  option('--role-arn <arn>', 'role to assume for the AWS APIs and the cluster token', 'ROLE_ARN'),
  option('--external-id <id>', 'external id for that role', 'EXTERNAL_ID'),
];

const api = [
  option('--kubeconfig <file>', 'reach the API server by a kubeconfig; it must be the same cluster', 'KUBECONFIG'),
  option('--context <name>', 'context of the kubeconfig', 'CONTEXT'),
  option(
    '--kube-server <url>',
    "other address of the API server (a tunnel), under the cluster's own TLS name",
    'KUBE_SERVER',
  ),
  option('--in-cluster', "use the pod's service account (env: EKS_PREFLIGHT_IN_CLUSTER)"),
];

function append(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

const target = option(
  '--target <version>',
  'version to upgrade to, or `current`; else the next one that EKS offers',
  'TARGET',
);

const karpenterTarget = option(
  '--karpenter-target <version>',
  'version of Karpenter to upgrade to, or `current`; else the least that the Kubernetes target needs',
  'KARPENTER_TARGET',
);

/** The demo has a target of its own for Karpenter: `src/demo.ts`. */
const demoKarpenterTarget = option(
  '--karpenter-target <version>',
  'version of Karpenter to upgrade to, or `current`; else one that the demo chooses, with --target the least that it needs',
  'KARPENTER_TARGET',
);

const redact = option(
  '--redact',
  'put pseudonyms for accounts, addresses, hosts and names into the saved facts (env: EKS_PREFLIGHT_REDACT)',
);

const files = [
  option('--inventory <file>', 'judge saved facts instead of a live cluster', 'INVENTORY'),
  option('--as-of <date>', 'judge saved facts as of this date, or `now`; else as of when they were taken', 'AS_OF'),
  option('--save-inventory <file>', 'save the facts that were read; packed where it ends in .gz', 'SAVE_INVENTORY'),
  redact,
];

const running = [
  option(
    '--timeout <time>',
    'end after so long (90s, 5m, 1h; default 15m); what was not read by then is unknown',
    'TIMEOUT',
  ),
  option('--config <file>', 'options as yaml; else eks-preflight.config.yaml of this folder', 'CONFIG'),
  option('--verbose', 'show every call on stderr (env: EKS_PREFLIGHT_VERBOSE)'),
];

/** EKS_PREFLIGHT_OUTPUT is the report's. */
const factsFile = option(
  '--output <file>',
  'file for the facts, packed where it ends in .gz; - for stdout',
  'SAVE_INVENTORY',
);

const purpose =
  'Tells whether an Amazon EKS cluster is ready for an upgrade of Kubernetes or Karpenter. Read-only. A pass is earned: what was not seen is unknown.';

function addCommand(program: Command, name: string, description: string, options: readonly Option[] = []): Command {
  const command = program.command(name).description(description);
  for (const entry of options) command.addOption(entry);
  return command.exitOverride().configureOutput(program.configureOutput());
}

function addPermissions(program: Command, actions: Actions, done: (code: number) => void): void {
  const format = option(
    '--format <format>',
    'iam: a policy document; rbac: Roles and a ClusterRole; terraform: both, and the access entry; else iam and rbac',
  ).choices(['iam', 'rbac', 'terraform']);
  const asking = [
    option('--only <glob,...>', 'for these checks only', 'ONLY'),
    option('--with <grant,...>', 'for these grants, too: secrets, which is as good as cluster-admin', 'WITH'),
    option('--cluster <name>', 'narrow to this cluster, with --region and --account'),
    option('--region <region>', 'AWS region of the cluster'),
    option('--account <id>', 'AWS account of the cluster, 12 digits'),
    option('--partition <partition>', 'AWS partition; else as the region tells'),
    format,
  ];
  addCommand(program, 'permissions', 'the least that the chosen checks need', asking).action(
    async (flags: PermissionFlags) => done(await actions.permissions(flags)),
  );
}

/** The whole command line: names, help texts, environment variables. */
export function commandLine(
  version: string,
  actions: Actions,
  streams: Streams,
  done: (code: number) => void,
): Command {
  const program = new Command('eks-preflight').description(purpose).version(version).showSuggestionAfterError(true);
  program.exitOverride();
  program.configureOutput({ writeOut: streams.stdout, writeErr: () => undefined, outputError: () => undefined });
  const scanning = [
    ...account,
    target,
    karpenterTarget,
    ...api,
    ...choice,
    withGrants,
    ...gate,
    ...output,
    ...files,
    ...running,
  ];
  addCommand(program, 'scan', 'judge a live cluster, or a saved inventory', scanning).action(
    async ({ config, ...flags }: Record<string, unknown> & { config?: string }) =>
      done(await actions.scan(flags, config)),
  );
  const collecting = [...account, ...api, ...factsOf, withGrants, factsFile, redact, ...running];
  addCommand(program, 'collect', 'save the facts of a live cluster, and judge nothing', collecting).action(
    async ({ config, ...flags }: Record<string, unknown> & { config?: string }) =>
      done(await actions.collect(flags, config)),
  );
  const showing = [target, demoKarpenterTarget, ...choice, ...gate, ...output];
  addCommand(program, 'demo', 'judge a bundled inventory: no cluster, no account', showing).action(
    async (flags: Record<string, unknown>) => done(await actions.demo(flags)),
  );
  addCommand(program, 'checks', 'list the checks, or explain one')
    .argument('[id]')
    .action(async (id: string | undefined) => done(await actions.checks(id)));
  addPermissions(program, actions, done);
  return program;
}

/**
 * Parses and runs.
 * @throws SourceError (`usage`) for an unknown command or option, a missing value: one line, with the near name if there is one
 */
export async function runCommandLine(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const [message = '', hint] = error.message.replace(/^error: /, '').split('\n');
    const help = `See \`eks-preflight ${argv[0] !== undefined && !argv[0].startsWith('-') ? `${argv[0]} ` : ''}--help\`.`;
    if (error.code === 'commander.help')
      throw usageError(
        'no command given',
        'Try `eks-preflight scan --cluster NAME`, `eks-preflight demo` or `eks-preflight --help`.',
      );
    throw usageError(message, hint === undefined ? help : hint.replace(/^\((.*)\)$/, '$1'));
  }
}
