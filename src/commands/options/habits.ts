import type { CommanderError } from 'commander';
import type { CommandOption } from './build-options.ts';
import { commandOptions } from './command-options.ts';
import { describeReplacement, withoutHash } from './show.ts';

/** Hints about what people write from habit: kubectl's `-f` and `-o`, `--show #7`, and the options before `--show`. */

/** The commands whose argument is a file. */
const takingFiles: readonly (string | undefined)[] = ['render', 'diff', 'gate', 'plan', 'fleet', 'test-rules'];

/** The hint below the parser's error, which replaces the parser's hint; undefined if nothing is known about the mistake. */
export function habitHint({ code, message }: CommanderError, command: string | undefined): string | undefined {
  if (code === 'commander.optionMissingArgument' && message.includes("'--show <")) return showHint(command);
  const [, name = ''] = /^error: unknown option '(--?[a-z]+)/.exec(message) ?? [];
  if (code !== 'commander.unknownOption') return undefined;
  if (name === '-f') return fileHint(command);
  if (name === '-o' && hasOption('--format', command))
    return 'The output goes to stdout: choose its format with --format.';
  const instead = hasOption('--show', command) ? describeReplacement(name.slice('--'.length)) : undefined;
  return instead === undefined ? undefined : `Write --show ${instead}.`;
}

function showHint(command: string | undefined): string {
  const takesNumbers = command !== 'fleet' && command !== 'diff';
  return takesNumbers ? `${withoutHash} Or write summary, all or checks.` : 'Write --show all.';
}

function fileHint(command: string | undefined): string | undefined {
  if (takingFiles.includes(command)) return 'Write the file without -f.';
  if (command === 'demo') return 'The demo has its own data. For a saved inventory, write scan --inventory FILE.';
  return hasOption('--inventory', command)
    ? 'For a saved inventory, write --inventory FILE; for settings, --config FILE. Manifests are not read.'
    : undefined;
}

function hasOption(flag: string, command: string | undefined): boolean {
  const named: readonly CommandOption[] =
    Object.entries(commandOptions).find(([name]) => name === (command === 'config' ? 'scan' : command))?.[1] ?? [];
  return named.some(({ option }) => option.long === flag);
}
