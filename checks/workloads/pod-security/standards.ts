import type { SecurityLevel, SecurityTrait } from '../../../src/facts/security-traits.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Row = Tables['pod-security-standards'][number];

const levels: readonly SecurityLevel[] = ['baseline', 'restricted'];

/** A level that a namespace enforces, and the version of the standard that it names; null: that of the API server. */
export interface Enforced {
  level: SecurityLevel;
  pinned: Minor | null;
}

/**
 * What a namespace enforces; undefined: nothing. A level or version that Pod Security Admission does not know is read as
 * it reads it: as restricted, and as the newest version.
 * Source: https://github.com/kubernetes/pod-security-admission/blob/v0.37.2/api/helpers.go
 */
export function findEnforced({ podSecurity }: Pick<Facts['namespaces'][number], 'podSecurity'>): Enforced | undefined {
  const { enforce, version } = podSecurity ?? { enforce: null, version: null };
  if (enforce === null || enforce === 'privileged') return undefined;
  const level = levels.find((one) => one === enforce) ?? 'restricted';
  return { level, pinned: parseMinor(version?.replace(/^v/, '') ?? '') ?? null };
}

/** The row by which a namespace rejects a pod with the trait at a version of the API server; undefined: none does. */
export function findRejecting(
  rows: readonly Row[],
  { level, pinned }: Enforced,
  { trait, value }: SecurityTrait,
  server: Minor,
): Row | undefined {
  const version = Math.min(pinned ?? server, server);
  return rows.find(
    (row) =>
      row.trait === trait &&
      row.levels.includes(level) &&
      (row.values?.includes(value ?? '') ?? true) &&
      (row.change === 'rejected' ? version >= row.from : version < row.from),
  );
}
