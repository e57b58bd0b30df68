import { Help, Option, type Argument, type Command } from 'commander';
import { toVariableName } from './environment.ts';
import { toFlag } from './options.ts';
import { formatList } from '../../syntax/english.ts';
import { exitCodes, type exitCodeMeanings } from '../../judge/exit-codes.ts';
import type { CommandOption } from './build-options.ts';
import { commandOptions } from './command-options.ts';
import { formatShortHelp, type ShortHelp } from './short-help.ts';

/** How help is laid out: terms and descriptions, the values of options, environment variables, exit codes, examples. */

/** If the terms leave fewer columns than this, a description is printed below its term. */
const leastRoom = 40;

/** What a command's help leaves out. */
export interface HelpParts {
  /** Print this instead of the whole help. */
  short: ShortHelp | undefined;
  /** Options that are only named, because another command's help has them. */
  named: readonly CommandOption[];
}

const whole: HelpParts = { short: undefined, named: [] };

/** Help that fits the terminal. */
export function helpLayout(columns: number, { short, named }: HelpParts = whole) {
  return {
    // Not `visibleOptions`, which also finds the option that a misspelled one may mean.
    formatHelp(this: Help, command: Command, helper: Help): string {
      if (short !== undefined)
        return formatShortHelp(short, (term, text, width) => helper.formatItem(term, width, text, helper));
      const hidden = new Set(named.map(({ option }) => option));
      const visibleOptions = (one: Command) => helper.visibleOptions(one).filter((option) => !hidden.has(option));
      const own = Object.assign(Object.create(helper) as Help, { visibleOptions });
      return Help.prototype.formatHelp.call(own, command, own);
    },
    helpWidth: columns,
    minWidthToWrap: 20,
    subcommandTerm: (command: Command) =>
      [command.name(), ...command.registeredArguments.map(formatArgument)].join(' '),
    optionDescription,
    formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
      if (description === '' || columns - termWidth - 4 >= leastRoom) {
        return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
      }
      const lines = helper.boxWrap(description, Math.max(20, columns - 6)).split('\n');
      return [`  ${term}`, ...lines.map((line) => `      ${line}`)].join('\n');
    },
  };
}

function formatArgument(argument: Argument): string {
  const called = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${called}>` : `[${called}]`;
}

/**
 * The help text of an option, with the values that it takes:
 * `format of the report (one of: text, json; default: text)`.
 */
export function optionDescription({
  argChoices,
  description,
}: Pick<Option | Argument, 'argChoices' | 'description'>): string {
  if (argChoices === undefined || argChoices.length === 1) return description;
  const [text = '', rest] = description.split(' (default: ');
  const words = `one of: ${argChoices.join(', ')}`;
  return rest === undefined ? `${text} (${words})` : `${text} (${words}; default: ${rest}`;
}

/** The help option, which every command has in its last group. */
export function helpOption(short: ShortHelp | undefined, heading = 'General:'): Option {
  const text = short === undefined ? 'show this help' : 'show the usual options (-h), or all (--help)';
  return new Option('-h, --help', text).helpGroup(heading);
}

/** The options of a command that are those of `scan`, with the same help text. */
export function listScanOptions(options: readonly CommandOption[]): CommandOption[] {
  const ofScan = new Set(commandOptions.scan.map(({ option }) => formatOptionKey(option)));
  return options.filter(({ option }) => ofScan.has(formatOptionKey(option)));
}

function formatOptionKey({ flags, description }: Option): string {
  return `${flags} ${description}`;
}

/** Which options of `scan` a command has; undefined if its help lists all of its options. */
function describeNamed(named: readonly CommandOption[]): string | undefined {
  if (named.length === 0) return undefined;
  const where = 'see `eks-preflight scan --help`';
  if (named.length === commandOptions.scan.length) return `All options of scan: ${where}.`;
  const flags = named.map(({ option }) => option.long ?? option.flags);
  return `As in scan (${where}): ${formatList(flags, flags.length)}.`;
}

/** The environment variables of a command's options, in one sentence; undefined if it has none. */
export function describeVariables(options: readonly CommandOption[]): string | undefined {
  const renamed = options.flatMap(({ option, variable }) => {
    if (variable === undefined || (option.long === toFlag(variable) && !option.negate)) return [];
    return [`${option.long ?? option.flags} is ${toVariableName(variable)}${option.negate ? '=false' : ''}`];
  });
  const named = options.filter(({ variable }) => variable !== undefined);
  const [example] = named.filter(({ variable }) => /[A-Z]/.test(variable ?? '')).concat(named);
  if (example?.variable === undefined) return undefined;
  const without = options.flatMap(({ option, variable, isConfig }) =>
    variable === undefined && isConfig !== true ? [option.long ?? option.flags] : [],
  );
  const alike = [`${example.option.long ?? ''} is ${toVariableName(example.variable)}`, ...renamed];
  const except = without.length === 0 ? '' : `, except for ${formatList(without, without.length)}`;
  return `Each option has an environment variable${except}: ${alike.join(', ')}.`;
}

/** Breaks a command line to fit, so that it can still be pasted: each line but the last ends with a backslash. */
function wrapCommand(command: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = command.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  for (const [index, word] of words.entries()) {
    const end = index === words.length - 1 ? 0 : 2;
    if (line !== '' && line.length + 1 + word.length + end > room) {
      lines.push(`${line} \\`);
      line = `    ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => `  ${one}`);
}

/** What follows the options of a command. */
interface HelpEnd {
  /** Its options, of which some have environment variables. */
  options: readonly CommandOption[];
  examples: readonly string[];
  /** What its exit codes mean, if they are the result of a gate. */
  exitCodes: typeof exitCodeMeanings | undefined;
  /** Options that are only named. */
  named?: readonly CommandOption[];
}

/** The end of a help text: environment variables, exit codes, examples. */
export function helpEnd(columns: number, { options, examples, exitCodes: meanings, named = [] }: HelpEnd): string {
  const sentences = [describeNamed(named), describeVariables(options)].filter((text) => text !== undefined);
  const wrapped = sentences.flatMap((text) => ['', new Help().boxWrap(text, columns)]);
  const codes = meanings === undefined ? [] : ['', 'Exit codes:', ...exitCodeLines(meanings, columns)];
  const lines =
    examples.length === 0 ? [] : ['', 'Examples:', ...examples.flatMap((line) => wrapCommand(line, columns - 2))];
  return [...wrapped, ...codes, ...lines].join('\n');
}

function exitCodeLines(meanings: typeof exitCodeMeanings, columns: number): string[] {
  const names = ['ready', 'blocked', 'incomplete', 'couldNotRun'] as const;
  return names.flatMap((name) => {
    const lines = Object.assign(new Help(), { minWidthToWrap: 20 })
      .boxWrap(meanings[name], Math.max(20, columns - 5))
      .split('\n');
    return lines.map((line, index) => `${index === 0 ? `  ${exitCodes[name]}  ` : '     '}${line}`);
  });
}
