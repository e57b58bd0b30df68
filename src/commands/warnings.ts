import { printable } from '../syntax/printable.ts';
import type { Io } from './io.ts';
import { unknownVariables } from './options/environment.ts';

const oldAfterDays = 120;
const dayMs = 86_400_000;

/** Prints warnings on stderr that apply to every command: an old build, unknown variables. */
export function warnBeforeAll(io: Io): void {
  warnOfAge(io);
  for (const line of unknownVariables(io.env)) io.stderr(`${printable(line)}\n`);
}

/** Tables of dated facts age with the build that contains them. */
function warnOfAge({ builtAt, now, stderr }: Io): void {
  if (builtAt === undefined) return;
  const days = Math.floor((now().getTime() - Date.parse(builtAt)) / dayMs);
  if (days > oldAfterDays) stderr(`eks-preflight: this build is ${days} days old; look for a newer one\n`);
}
