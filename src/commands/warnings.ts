import { printable } from '../syntax/printable.ts';
import type { Io } from './io.ts';
import { unknownVariables } from './options/environment.ts';

/** Prints warnings on stderr that apply to every command. */
export function warnBeforeAll(io: Io): void {
  for (const line of listWarnings(io)) io.stderr(`${line}\n`);
}

/** These warnings as lines. */
export function listWarnings(io: Io): string[] {
  return unknownVariables(io.env).map(printable);
}
