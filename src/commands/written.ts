import { printable } from '../syntax/printable.ts';
import type { Io } from './io.ts';

/**
 * Says on stderr what a command wrote. The scan of one of several clusters says nothing: the process that started it says
 * it once for all.
 */
export function sayWritten(what: string, { stderr, toParent }: Pick<Io, 'stderr' | 'toParent'>): void {
  if (toParent === undefined) stderr(`${printable(`eks-preflight: wrote ${what}`)}\n`);
}
