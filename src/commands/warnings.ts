import { printable } from '../syntax/printable.ts';
import type { Io } from './io.ts';
import { unknownVariables } from './options/environment.ts';

const oldAfterDays = 120;
const dayMs = 86_400_000;

/** Prints warnings on stderr that apply to every command: an old build, unknown variables. */
export function warnBeforeAll(io: Io): void {
  for (const line of listWarnings(io)) io.stderr(`${line}\n`);
}

/** These warnings as lines. */
export function listWarnings(io: Io): string[] {
  return [...warnOfAge(io), ...unknownVariables(io.env).map(printable)];
}

/** Tables of dated facts age with the build that contains them. */
function warnOfAge({ builtAt, now }: Io): string[] {
  if (builtAt === undefined) return [];
  const days = Math.floor((now().getTime() - Date.parse(builtAt)) / dayMs);
  return days > oldAfterDays ? [`eks-preflight: this build is ${days} days old; look for a newer one`] : [];
}
