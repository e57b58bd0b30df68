import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { oneLine } from '../../../src/syntax/one-line.ts';

type Update = Facts['updates'][number];

/** ` of 2026-11-20 failed: NodeCreationFailure`: when an update failed, and the codes of its errors. */
export function formatFailure({ createdAt, errors }: Update): string {
  const codes = errors.map(({ code }) => code).join(', ');
  const when = createdAt === null ? '' : ` of ${createdAt.slice(0, 10)}`;
  return `${when} failed: ${codes === '' ? 'EKS names no error' : codes}`;
}

/** The errors of a failed update. */
export function listErrors({ errors }: Update): Evidence[] {
  return errors.map(({ code, message, resourceIds }) => ({
    observed: oneLine(message) === '' ? code : `${code}: ${oneLine(message)}`,
    ...(resourceIds.length === 0 ? {} : { resource: resourceIds.join(', ') }),
    fact: 'updates',
  }));
}
