import { Help, type Argument, type Command, type Option } from 'commander';
import { grouped } from '../src/syntax/grouped.ts';
import { commandOptions } from '../src/commands/options/command-options.ts';
import { describeVariables, optionDescription } from '../src/commands/options/help.ts';
import { exitCodeMeanings, exitCodes } from '../src/judge/exit-codes.ts';

type Entry = readonly [term: string, text: string];

const help = new Help();

/** The environment variables, which commander does not know. */
const environment: readonly Entry[] = [
  [
    'EKS_PREFLIGHT_*',
    'Options: `EKS_PREFLIGHT_FAIL_ON` is `--fail-on`; each command names the options without a variable. The command line wins; an empty variable is not set. Switches are true or false.',
  ],
  ['AWS_*', 'Region, profile and credentials are found as the AWS CLI finds them.'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'Proxies for the AWS APIs and the API server of the cluster.'],
  ['NO_COLOR, FORCE_COLOR', 'Disable or force color.'],
];
const files: readonly Entry[] = [
  [
    'eks-preflight.config.yaml',
    'The config file, if it is in the working directory and `--config` names no other. It may set fewer keys than a file that you name.',
  ],
];

/** Builds `man/eks-preflight.1`, in man(7). Without a date and a version, it changes only with the command line. */
export function manPage(program: Command): string {
  const name = program.name();
  const commands = help.visibleCommands(program);
  const synopsis = commands.map((command) => `${bold(`${name} ${command.name()}`)}${roff(formatArguments(command))}`);
  const codes = Object.values(exitCodes).map((code, index): Entry => [
    `${code}`,
    Object.values(exitCodeMeanings)[index] ?? '',
  ]);
  return [
    `.TH ${name.toUpperCase()} 1 "" ${name} "User Commands"`,
    '.ad l',
    '.nh',
    '.SH NAME',
    String.raw`${roff(name)} \- check whether an Amazon EKS cluster is ready to upgrade`,
    '.SH SYNOPSIS',
    synopsis.join('\n.br\n'),
    '.SH DESCRIPTION',
    roff(program.description()),
    ...section(
      'OPTIONS',
      help.visibleOptions(program).map((option) => toEntry(option, option.flags)),
    ),
    '.SH COMMANDS',
    ...commandSections(commands),
    ...section('EXIT STATUS', codes),
    '.PP',
    roff('`diff` exits with 1 if something is new or worse. `collect` exits with 2 if a fact could not be read.'),
    roff(
      '`status` exits with 0 if no update runs, 1 if one is stuck or failed, 2 if one runs or something was not seen.',
    ),
    ...section('ENVIRONMENT', environment),
    ...section('FILES', files),
    '',
  ].join('\n');
}

/** Each command: in full, the options that no earlier command has; the others by their names. */
function commandSections(commands: readonly Command[]): string[] {
  const firstWith = new Map<string, Command>();
  return commands.flatMap((command) => {
    const own = command.options.filter((option) => !firstWith.has(formatOptionKey(option)));
    const shared = grouped(command.options, (option) => firstWith.get(formatOptionKey(option)));
    const repeated = [...shared].flatMap(([owner, options]) =>
      owner === undefined ? [] : sharedLines(owner, options),
    );
    for (const option of own) firstWith.set(formatOptionKey(option), command);
    return [
      `.SS ${roff(`${command.name()}${formatArguments(command)}`)}`,
      roff(command.description()),
      ...command.registeredArguments.flatMap((one) => entryLines(toEntry(one, one.name()))),
      ...own.flatMap((option) => entryLines(toEntry(option, option.flags))),
      ...repeated,
      ...variableLines(command.name()),
    ];
  });
}

function variableLines(name: string): string[] {
  const [, options] = Object.entries(commandOptions).find(([command]) => command === name) ?? [];
  const text = describeVariables(options ?? []);
  return text === undefined ? [] : ['.PP', roff(text)];
}

function sharedLines(owner: Command, options: readonly Option[]): string[] {
  const flags = options.map(({ long, flags: all }) => `\`${long ?? all}\``).join(', ');
  const isAll = options.length === owner.options.length;
  return ['.PP', roff(isAll ? `All options of \`${owner.name()}\`.` : `As for \`${owner.name()}\`: ${flags}.`)];
}

function formatOptionKey({ flags, description }: Option): string {
  return `${flags} ${description}`;
}

function toEntry(one: Option | Argument, term: string): Entry {
  return [term, optionDescription(one)];
}

function section(title: string, entries: readonly Entry[]): string[] {
  return [`.SH ${title}`, ...entries.flatMap(entryLines)];
}

function entryLines([term, text]: Entry): string[] {
  return ['.TP', bold(term), roff(text)];
}

/** Formats what follows the name of a command: ` [options] <report>`. */
function formatArguments({ options, registeredArguments }: Command): string {
  const named = registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
  return [...(options.length === 0 ? [] : ['[options]']), ...named].map((word) => ` ${word}`).join('');
}

function bold(text: string): string {
  return String.raw`\fB${roff(text)}\fR`;
}

/** Escapes text for roff; text in backticks becomes bold. */
function roff(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll("'", String.raw`\(aq`);
  return escaped.replaceAll(/`([^`]+)`/g, String.raw`\fB$1\fR`).replace(/^\./, String.raw`\&.`);
}
