import type { Command } from 'commander';
import { usageError } from '../../facts/reason.ts';
import { nearest } from '../../syntax/near.ts';
import { formatAlternatives, shortened } from '../../syntax/quoted.ts';

/** Help of a command by its name, and what a wrong name may mean. */

/**
 * Formats the help of a command, or of the whole program.
 * @throws ScanError (`usage`) for an unknown command; the hint suggests a similar name if there is one
 */
export function formatHelp(program: Command, name: string | undefined): string {
  const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
  if (command === undefined) throw unknownCommand(program, name ?? '');
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

/** The error about a command that does not exist. */
export function unknownCommand(program: Command, name: string) {
  const names = program.commands.map((command) => command.name());
  const near = nearest(name, names);
  const hint = near.length > 0 ? `Did you mean ${formatAlternatives(near)}?` : `Commands: ${names.join(', ')}.`;
  return usageError(`unknown command '${shortened(name)}'`, hint);
}
