import { Argument, Command, CommanderError, Help } from 'commander';
import { oneCluster } from './cluster-name.ts';
import { commandOptions, shells, type CommandOption, type Shell } from './command-options.ts';
import type { OptionName } from './options.ts';
import { splitList } from './row.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { usageError } from '../../facts/reason.ts';

type Flags = Record<string, unknown>;

/** A command with the options of a scan that it takes. */
export interface ParsedCommandWithOptions {
  command: 'scan' | 'collect' | 'demo' | 'config' | 'permissions' | 'gate' | 'render';
  /** Options of a scan, as the command line gives them. */
  flags: Flags;
  /** Options that a scan does not have, or that mean something else there. */
  own: Flags;
  /** The options that the command has: only these are taken from the environment. */
  names: readonly OptionName[];
}

/** What a command line asks for. */
export type ParsedCommand =
  | ParsedCommandWithOptions
  | { command: 'checks'; id: string | undefined; plugins: readonly string[]; format: unknown }
  | { command: 'completion'; shell: Shell }
  | { command: 'accept'; id: string; own: Flags }
  | { command: 'test-rules'; files: readonly string[] }
  | { command: 'diff'; old: string; new: string; own: Flags };

/** Where help and usage errors go. */
export interface Streams {
  stdout(text: string): void;
  stderr(text: string): void;
  columns: number;
}

const purpose =
  'Checks whether an Amazon EKS cluster is ready to upgrade Kubernetes or Karpenter. Read-only. A pass is earned: anything that was not seen is unknown.';

/** If the terms leave fewer columns than this, a description is printed below its term. */
const leastRoom = 40;

/** Help that fits the terminal. */
function helpLayout(columns: number) {
  return {
    helpWidth: columns,
    minWidthToWrap: 20,
    formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
      if (description === '' || columns - termWidth - 4 >= leastRoom) {
        return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
      }
      const lines = helper.boxWrap(description, Math.max(20, columns - 6)).split('\n');
      return [`  ${term}`, ...lines.map((line) => `      ${line}`)].join('\n');
    },
  };
}

interface Adding {
  program: Command;
  columns: number;
}

function addCommand(
  { program, columns }: Adding,
  name: string,
  description: string,
  options: readonly CommandOption[] = [],
): Command {
  const command = program.command(name).description(description);
  for (const { option } of options) command.addOption(option);
  return command.configureHelp(helpLayout(columns)).exitOverride().configureOutput(program.configureOutput());
}

/** The options that variables set for a command. */
function listOptionNames(options: readonly CommandOption[]): OptionName[] {
  return options.flatMap(({ variable }) => variable ?? []);
}

/** An argument can also name the cluster. */
function withArgument(named: string | undefined, flags: Flags): Flags {
  const cluster = oneCluster(named, typeof flags['cluster'] === 'string' ? flags['cluster'] : undefined);
  return cluster === undefined ? flags : { ...flags, cluster };
}

/**
 * Reads a command line.
 * @returns undefined if it asked for help or for the version, which is printed
 * @throws ScanError (`usage`) for an unknown command or option, a missing value: one line, with the near name if there is
 *   one
 */
export function readCommandLine(argv: readonly string[], version: string, streams: Streams): ParsedCommand | undefined {
  const parsed: ParsedCommand[] = [];
  const program = createProgram(version, streams, (one) => void parsed.push(one));
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw parserError(error, argv, program);
  }
  return parsed[0];
}

/** The command line as commander describes it, for completion and the man page. It runs nothing. */
export function commandLine(version: string): Command {
  const nowhere = () => undefined;
  return createProgram(version, { stdout: nowhere, stderr: nowhere, columns: 80 }, nowhere);
}

/** The whole command line: names, help texts. Its parser calls `ask` with the named command. */
function createProgram(version: string, streams: Streams, onCommand: (parsed: ParsedCommand) => void): Command {
  const { columns } = streams;
  const program = new Command('eks-preflight').description(purpose).version(version).showSuggestionAfterError(true);
  program.exitOverride().configureHelp(helpLayout(columns));
  program.configureOutput({ writeOut: streams.stdout, writeErr: () => undefined, outputError: () => undefined });
  const adding = { program, columns };
  addClusterCommands(adding, onCommand);
  addReportCommands(adding, onCommand);
  const { demo, permissions } = commandOptions;
  addCommand(adding, 'demo', 'judge a bundled inventory; needs no cluster or AWS account', demo).action(
    (flags: Flags) => onCommand({ command: 'demo', flags, own: {}, names: listOptionNames(demo) }),
  );
  addRender(adding, onCommand);
  addCommand(adding, 'checks', 'list the checks, or explain one', commandOptions.checks)
    .argument('[id]', 'check ID, or a glob that matches check IDs')
    .action((id: string | undefined, { plugin = [], format }: { plugin?: string[]; format?: unknown }) =>
      onCommand({ command: 'checks', id, plugins: plugin.flatMap(splitList), format }),
    );
  addCommand(adding, 'permissions', 'print the minimum permissions that the selected checks need', permissions).action(
    ({ cluster, region, account, partition, format, report, ...flags }: Flags) =>
      onCommand({
        command: 'permissions',
        flags,
        own: setFields({ cluster, region, account, partition, format, report }),
        names: listOptionNames(permissions),
      }),
  );
  addCommand(adding, 'test-rules', 'check rule files and run their tests')
    .argument('<file...>', 'rule files, YAML')
    .action((files: readonly string[]) => onCommand({ command: 'test-rules', files }));
  addCommand(adding, 'completion', 'print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(shells).argParser(shellNamed))
    .action((shell: Shell) => onCommand({ command: 'completion', shell }));
  return program;
}

function shellNamed(value: string): Shell {
  const shell = shells.find((one) => one === value);
  if (shell === undefined) throw usageError(invalid('shell', value, formatAlternatives(shells)));
  return shell;
}

function addClusterCommands(adding: Adding, onCommand: (parsed: ParsedCommand) => void): void {
  const { scan, collect } = commandOptions;
  const cluster = ['[cluster]', 'name or ARN of the EKS cluster'] as const;
  addCommand(adding, 'scan', 'judge a live cluster or a saved inventory', scan)
    .argument(...cluster)
    .action((named: string | undefined, flags: Flags) =>
      onCommand({ command: 'scan', flags: withArgument(named, flags), own: {}, names: listOptionNames(scan) }),
    );
  addCommand(adding, 'collect', 'save an inventory of a live cluster without judging it', collect)
    .argument(...cluster)
    .action((named: string | undefined, { output, ...flags }: Flags) =>
      onCommand({
        command: 'collect',
        flags: withArgument(named, flags),
        own: { output },
        names: listOptionNames(collect),
      }),
    );
  addCommand(adding, 'config', 'show the effective settings and where each one comes from', scan)
    .argument(...cluster)
    .action((named: string | undefined, flags: Flags) =>
      onCommand({ command: 'config', flags: withArgument(named, flags), own: {}, names: listOptionNames(scan) }),
    );
}

function addReportCommands(adding: Adding, onCommand: (parsed: ParsedCommand) => void): void {
  const { accept, diff, gate } = commandOptions;
  addCommand(adding, 'diff', 'compare two JSON reports of one cluster: new, worse, fixed, no longer seen', diff)
    .argument('<old>', 'JSON report of the earlier scan')
    .argument('<new>', 'JSON report of the later scan')
    .action((old: string, now: string, own: Flags) => onCommand({ command: 'diff', old, new: now, own }));
  addCommand(adding, 'accept', 'print the config file lines that accept a finding; writes nothing', accept)
    .argument('<id>', "first 8 or all 16 digits of a finding's fingerprint, or the number of an entry")
    .action((id: string, own: Flags) => onCommand({ command: 'accept', id, own }));
  addCommand(adding, 'gate', 'exit with the code of a JSON report that was taken elsewhere', gate)
    .argument('<report>', 'JSON report')
    .action((report: string, { maxAge, ...flags }: Flags) =>
      onCommand({ command: 'gate', flags, own: { report, maxAge }, names: listOptionNames(gate) }),
    );
}

function addRender(adding: Adding, onCommand: (parsed: ParsedCommand) => void): void {
  const { render } = commandOptions;
  addCommand(adding, 'render', 'print a saved JSON report in another format, or one finding of it', render)
    .argument('<report>', 'JSON report that --format json or --output json=FILE wrote')
    .action((report: string, { output, ...flags }: Flags) =>
      onCommand({ command: 'render', flags, own: { report, output }, names: listOptionNames(render) }),
    );
}

function parserError(error: CommanderError, argv: readonly string[], program: Command) {
  if (error.code === 'commander.help')
    return usageError(
      'no command given',
      'Try `eks-preflight scan --cluster NAME`, `eks-preflight demo` or `eks-preflight --help`.',
    );
  const { message, hint } = parseErrorMessage(error.message.replace(/^error: /, ''));
  if (hint !== undefined) return usageError(message, hint);
  if (error.code === 'commander.unknownCommand') {
    return usageError(message, `There are ${program.commands.map((command) => command.name()).join(', ')}.`);
  }
  const command = argv[0] !== undefined && !argv[0].startsWith('-') ? `${argv[0]} ` : '';
  return usageError(message, `See \`eks-preflight ${command}--help\`.`);
}

const suggestion = '\n(Did you mean ';

/** The parser's message and its suggestion. Line feeds before the suggestion can be from the user's arguments. */
function parseErrorMessage(text: string): { message: string; hint?: string } {
  const at = text.lastIndexOf(suggestion);
  if (at < 0 || !text.endsWith('?)')) return { message: text };
  const words = text
    .slice(at + suggestion.length, -2)
    .replace(/^one of /, '')
    .split(', ');
  return { message: text.slice(0, at), hint: `Did you mean ${formatAlternatives(words)}?` };
}
