import { Help, type Command, type Option } from 'commander';
import { factNames } from '../../facts/facts.ts';
import { grants } from '../../facts/optional-grants.ts';
import { failOnLevels } from '../options/parsers.ts';
import { shownWords } from '../options/show.ts';

/**
 * What can be entered at a position of the command line. `list`: words with commas between them. `output`:
 * `[format=]file`.
 */
export type Value =
  | { kind: 'none' | 'text' | 'file' | 'output' | 'checks' | 'check-list' }
  | { kind: 'words' | 'list'; words: readonly string[] };

/** An option as a shell completes it. */
export interface CompletedOption {
  /** `--help` and `-h`: the long one first. */
  flags: string[];
  description: string;
  value: Value;
  /** The placeholder of its value: `file`. */
  called: string;
}

/** A command with its options and its argument. */
export interface CompletedCommand {
  name: string;
  description: string;
  options: CompletedOption[];
  /** What its arguments are; `none`: it has no argument. */
  argument: Value;
  called: string;
}

/** The command line as the scripts of all shells need it. */
export interface CompletedLine {
  program: string;
  /** Options without a command. */
  options: CompletedOption[];
  commands: CompletedCommand[];
  /** IDs and areas of checks. */
  checks: readonly string[];
}

/** Values by their placeholder in the help text. The key of an argument may include its command. */
const values: Readonly<Record<string, Value>> = {
  'glob,...': { kind: 'check-list' },
  'checks id': { kind: 'checks' },
  'facts name': { kind: 'words', words: factNames },
  'level,...': { kind: 'list', words: failOnLevels },
  'grant,...': { kind: 'list', words: grants },
  '[format=]file': { kind: 'output' },
  what: { kind: 'words', words: shownWords },
  file: { kind: 'file' },
  'cluster|file': { kind: 'file' },
  'demo plan': { kind: 'words', words: ['plan'] },
  report: { kind: 'file' },
  path: { kind: 'file' },
  old: { kind: 'file' },
  new: { kind: 'file' },
  'module,...': { kind: 'file' },
};

const help = new Help();

/** Reads the command line from commander's description of it. */
export function completedLine(program: Command, checkIds: readonly string[]): CompletedLine {
  const areas = new Set(checkIds.map((id) => id.split('/')[0] ?? id));
  const commands = help.visibleCommands(program);
  const names = commands.map((command) => command.name());
  return {
    program: program.name(),
    options: listOptions(program),
    commands: commands.map((command) => completedCommand(command, names)),
    checks: [...areas, ...checkIds],
  };
}

function completedCommand(command: Command, names: readonly string[]): CompletedCommand {
  const name = command.name();
  const [argument] = command.registeredArguments;
  const called = argument?.name() ?? '';
  const words = name === 'help' ? names : argument?.argChoices;
  return {
    name,
    description: command.summary(),
    options: listOptions(command),
    argument: argument === undefined ? { kind: 'none' } : resolveValue([`${name} ${called}`, called], words),
    called,
  };
}

function listOptions(command: Command): CompletedOption[] {
  return help.visibleOptions(command).map((option) => {
    const called = parsePlaceholder(option);
    return {
      flags: [option.long, option.short].filter((flag) => flag !== undefined && flag !== null),
      description: option.description,
      value: called === '' ? { kind: 'none' } : resolveValue([called], option.argChoices),
      called,
    };
  });
}

/** The placeholder of an option's value: `format` in `--format <format>`; empty if the option takes no value. */
function parsePlaceholder({ flags }: Option): string {
  return flags.split(' <')[1]?.slice(0, -1) ?? '';
}

function resolveValue(names: readonly string[], words: readonly string[] | undefined): Value {
  if (words !== undefined) return { kind: 'words', words };
  const [known] = names.flatMap((name) => values[name] ?? []);
  return known ?? { kind: 'text' };
}
