import { CommanderError, type Command } from 'commander';
import { createProgram } from './create-program.ts';
import { habitHint } from './habits.ts';
import type { ParsedCommand, Streams } from './parsed-command.ts';
import { formatAlternatives } from '../../syntax/quoted.ts';
import { unknownCommand } from './named-help.ts';
import { usageError } from '../../facts/reason.ts';

/**
 * Reads a command line.
 * @returns undefined if the command line requests help or the version; the parser has then printed it
 * @throws ScanError (`usage`) if no command is given, for an unknown command or option, or for a missing value; the
 *   hint suggests a similar name if there is one
 */
export function readCommandLine(argv: readonly string[], version: string, streams: Streams): ParsedCommand | undefined {
  const parsed: ParsedCommand[] = [];
  const isShort = argv.find((word) => word === '-h' || word === '--help') === '-h';
  const program = createProgram(version, streams, (one) => void parsed.push(one), isShort);
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw parserError(error, argv, program);
  }
  return parsed[0];
}

/** Commander's description of all commands and options, for completion and the man page; runs no command. */
export function commandLine(version: string): Command {
  const nowhere = () => undefined;
  return createProgram(version, { stdout: nowhere, stderr: nowhere, columns: 80 }, nowhere);
}

function parserError(error: CommanderError, argv: readonly string[], program: Command) {
  if (error.code === 'commander.help')
    return usageError(
      'no command given',
      'Try `eks-preflight scan --cluster NAME`, `eks-preflight demo` or `eks-preflight --help`.',
    );
  const { message, hint } = parseErrorMessage(error.message.replace(/^error: /, ''));
  const meant = habitHint(error, argv[0]) ?? hint;
  if (meant !== undefined) return usageError(message, meant);
  if (error.code === 'commander.unknownCommand')
    return unknownCommand(program, message.slice("unknown command '".length, -1));
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
