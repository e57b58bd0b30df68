import { Command, CommanderError, Help, type Option } from 'commander';
import { oneCluster } from './cluster-name.ts';
import { commandOptions } from './command-options.ts';
import { optionNames, type OptionName } from './options.ts';
import { anyOf } from '../../languages/quoted.ts';
import { usageError } from '../../facts/reason.ts';

/** What stands on the command line behind a command. */
export interface Given {
  flags: Record<string, unknown>;
  /** The options that the command has: only these are taken from the environment. */
  names: readonly OptionName[];
}

/** What a command does with its options; the exit code comes back. */
export interface Actions {
  scan(given: Given): Promise<number>;
  collect(given: Given): Promise<number>;
  demo(given: Given): Promise<number>;
  config(given: Given): Promise<number>;
  checks(id: string | undefined): Promise<number>;
  permissions(given: Given): Promise<number>;
}

/** Where help and usage errors go. */
export interface Streams {
  stdout(text: string): void;
  stderr(text: string): void;
  columns: number;
}

const purpose =
  'Checks whether an Amazon EKS cluster is ready to upgrade Kubernetes or Karpenter. Read-only. A pass is earned: anything that was not seen is unknown.';

/** Where the terms leave less room than this, a description stands below its term. */
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
  options: readonly Option[] = [],
): Command {
  const command = program.command(name).description(description);
  for (const entry of options) command.addOption(entry);
  return command.configureHelp(helpLayout(columns)).exitOverride().configureOutput(program.configureOutput());
}

/** The names of a command's options, as the environment may give them. */
function namesOf(options: readonly Option[], instead: Readonly<Record<string, OptionName>> = {}): OptionName[] {
  return options.flatMap((option) => {
    const attribute = option.attributeName();
    const name = instead[attribute] ?? optionNames.find((one) => one === attribute);
    return name === undefined ? [] : [name];
  });
}

type Flags = Record<string, unknown>;

/** The cluster may be named by an argument, as well. */
function withArgument(named: string | undefined, flags: Flags): Flags {
  const cluster = oneCluster(named, typeof flags['cluster'] === 'string' ? flags['cluster'] : undefined);
  return cluster === undefined ? flags : { ...flags, cluster };
}

/** The whole command line: names, help texts. */
export function commandLine(
  version: string,
  actions: Actions,
  streams: Streams,
  done: (code: number) => void,
): Command {
  const { columns } = streams;
  const program = new Command('eks-preflight').description(purpose).version(version).showSuggestionAfterError(true);
  program.exitOverride().configureHelp(helpLayout(columns));
  program.configureOutput({ writeOut: streams.stdout, writeErr: () => undefined, outputError: () => undefined });
  const adding = { program, columns };
  addClusterCommands(adding, actions, done);
  const { demo, permissions } = commandOptions;
  addCommand(adding, 'demo', 'judge a bundled inventory; needs no cluster or AWS account', demo).action(
    async (flags: Flags) => done(await actions.demo({ flags, names: namesOf(demo) })),
  );
  addCommand(adding, 'checks', 'list the checks, or explain one')
    .argument('[id]', 'check ID, or a glob that matches check IDs')
    .action(async (id: string | undefined) => done(await actions.checks(id)));
  addCommand(adding, 'permissions', 'print the minimum permissions that the selected checks need', permissions).action(
    async (flags: Flags) => done(await actions.permissions({ flags, names: ['only', 'with'] })),
  );
  return program;
}

function addClusterCommands(adding: Adding, actions: Actions, done: (code: number) => void): void {
  const { scan, collect } = commandOptions;
  const cluster = ['[cluster]', 'name or ARN of the EKS cluster'] as const;
  addCommand(adding, 'scan', 'judge a live cluster or a saved inventory', scan)
    .argument(...cluster)
    .action(async (named: string | undefined, flags: Flags) =>
      done(await actions.scan({ flags: withArgument(named, flags), names: namesOf(scan) })),
    );
  addCommand(adding, 'collect', 'save an inventory of a live cluster without judging it', collect)
    .argument(...cluster)
    .action(async (named: string | undefined, flags: Flags) =>
      done(
        await actions.collect({
          flags: withArgument(named, flags),
          names: namesOf(collect, { output: 'saveInventory' }),
        }),
      ),
    );
  addCommand(adding, 'config', 'show the effective settings and where each one comes from', scan)
    .argument(...cluster)
    .action(async (named: string | undefined, flags: Flags) =>
      done(await actions.config({ flags: withArgument(named, flags), names: namesOf(scan) })),
    );
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
    throw parserError(error, argv, program);
  }
}

function parserError(error: CommanderError, argv: readonly string[], program: Command) {
  if (error.code === 'commander.help')
    return usageError(
      'no command given',
      'Try `eks-preflight scan --cluster NAME`, `eks-preflight demo` or `eks-preflight --help`.',
    );
  const { message, hint } = wordsOf(error.message.replace(/^error: /, ''));
  if (hint !== undefined) return usageError(message, hint);
  if (error.code === 'commander.unknownCommand') {
    return usageError(message, `There are ${program.commands.map((command) => command.name()).join(', ')}.`);
  }
  const command = argv[0] !== undefined && !argv[0].startsWith('-') ? `${argv[0]} ` : '';
  return usageError(message, `See \`eks-preflight ${command}--help\`.`);
}

const suggestion = '\n(Did you mean ';

/** The parser's message and its suggestion. Before that any line feed is the user's own, of an argument. */
function wordsOf(text: string): { message: string; hint?: string } {
  const at = text.lastIndexOf(suggestion);
  if (at < 0 || !text.endsWith('?)')) return { message: text };
  const words = text
    .slice(at + suggestion.length, -2)
    .replace(/^one of /, '')
    .split(', ');
  return { message: text.slice(0, at), hint: `Did you mean ${anyOf(words)}?` };
}
