import { printable } from '../languages/printable.ts';
import type { Io } from './io.ts';
import { unknownVariables } from './options/environment.ts';

const oldAfterDays = 120;
const dayMs = 86_400_000;

/** Says on stderr what a user should know whichever command is run: a build that is old, variables that mean nothing. */
export function warnBeforeAll(io: Io): void {
  warnOfAge(io);
  for (const line of unknownVariables(io.env)) io.stderr(`${printable(line)}\n`);
}

/** Tables of dated facts age with the build that carries them. */
function warnOfAge({ builtAt, now, stderr }: Io): void {
  if (builtAt === undefined) return;
  const days = Math.floor((now().getTime() - Date.parse(builtAt)) / dayMs);
  if (days > oldAfterDays) stderr(`eks-preflight: this build is ${days} days old; look for a newer one\n`);
}
