import { createHash } from 'node:crypto';
import type { AnyCheck } from '../check.ts';

/**
 * Identifies what judged: a version and its built-in checks.
 * @returns 16 hexadecimal digits
 */
export function buildDigest(version: string, checks: readonly Pick<AnyCheck, 'id' | 'severity' | 'plugin'>[]): string {
  const builtIn = checks.filter(({ plugin }) => plugin === undefined).map(({ id, severity }) => `${id} ${severity}`);
  return createHash('sha256')
    .update([version, ...builtIn.toSorted()].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
