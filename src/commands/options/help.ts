import { Help, Option, type Argument, type Command } from 'commander';
import { toVariableName } from './environment.ts';
import { toFlag } from './options.ts';
import { formatList } from '../../syntax/english.ts';
import { exitCodes, type exitCodeMeanings } from '../../judge/exit-codes.ts';
import type { CommandOption } from './command-options.ts';

/** How help is laid out: terms and descriptions, the values of options, environment variables, exit codes, examples. */

/** If the terms leave fewer columns than this, a description is printed below its term. */
const leastRoom = 40;

/** Help that fits the terminal. */
export function helpLayout(columns: number) {
  return {
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
  if (argChoices === undefined) return description;
  const [text = '', rest] = description.split(' (default: ');
  const words = `one of: ${argChoices.join(', ')}`;
  return rest === undefined ? `${text} (${words})` : `${text} (${words}; default: ${rest}`;
}

/** The help option, which every command has in its last group. */
export function helpOption(heading = 'General:'): Option {
  return new Option('-h, --help', 'show this help').helpGroup(heading);
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
}

/** The end of a help text: environment variables, exit codes, examples. */
export function helpEnd(columns: number, { options, examples, exitCodes: meanings }: HelpEnd): string {
  const variables = describeVariables(options);
  const wrapped = variables === undefined ? [] : ['', new Help().boxWrap(variables, columns)];
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
