import type { Facts } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import { hoursBetween } from '../syntax/dates.ts';
import { parseMinor, type Minor } from '../syntax/versions.ts';

type Update = Facts['updates'][number];

/** Whether EKS can roll back the control plane now. */
export type RollbackState =
  /** Since the start of the update and at least until `until`, ISO 8601. */
  | { is: 'open'; to: Minor; since: string; until: string }
  /** EKS counts from the end of the update, which it does not report: the time may be over. */
  | { is: 'unclear'; to: Minor; until: string }
  /** The last update has no time, no version or a newer one, or the clock of this program is behind. */
  | { is: 'undated'; to: Minor }
  | { is: 'running'; to: Minor }
  /** The newest version change was a rollback: no update is left that EKS could roll back. */
  | { is: 'rolled-back'; on: string | null; from: string | null }
  /** No update to this version within that time. */
  | { is: 'closed' };

/**
 * The state of the rollback, by the updates of the cluster. EKS rolls back only the newest update of the version, and
 * only within some days: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 * @param now ISO 8601
 */
export function findRollbackState(
  updates: Facts['updates'],
  current: Minor,
  now: string,
  rows: Tables['rollback'],
): RollbackState {
  const changes = updates
    .filter(({ type }) => type === 'VersionUpdate' || type === 'VersionRollback')
    .toSorted((a, b) => Date.parse(sortTime(b, current)) - Date.parse(sortTime(a, current)));
  const running = changes.find(({ type, status }) => type === 'VersionRollback' && status === 'InProgress');
  if (running !== undefined) return { is: 'running', to: parseMinor(running.version ?? '') ?? current - 1 };
  const newest = changes.find(({ status }) => status === 'Successful');
  if (newest?.type === 'VersionRollback')
    return { is: 'rolled-back', on: newest.createdAt, from: versionBefore(changes, newest) };
  const [row] = rows;
  if (row === undefined || newest === undefined) return { is: 'closed' };
  const version = newest.version === null ? undefined : parseMinor(newest.version);
  if (version !== undefined && version < current) return { is: 'closed' };
  if (newest.createdAt === null) return { is: 'undated', to: current - 1 };
  const age = hoursBetween(newest.createdAt, now);
  const hours = row.days * 24;
  const until = new Date(Date.parse(newest.createdAt) + hours * 3_600_000).toISOString();
  // The cluster may have been described before an update to a newer version ended.
  const isOther = version !== current;
  if (age < 0 || (isOther && age < hours + row.marginHours)) return { is: 'undated', to: current - 1 };
  if (isOther) return { is: 'closed' };
  if (age < hours) return { is: 'open', to: current - 1, since: newest.createdAt, until };
  return age < hours + row.marginHours ? { is: 'unclear', to: current - 1, until } : { is: 'closed' };
}

/** A change to the current version without a time may be the newest one. */
function sortTime({ createdAt, version }: Update, current: Minor): string {
  if (createdAt !== null) return createdAt;
  return version === null || parseMinor(version) === current ? '9999-12-31' : '0000-01-01';
}

/** The version that the cluster had before a rollback, from the update that was rolled back. */
function versionBefore(changes: readonly Update[], rollback: Update): string | null {
  const before = changes.filter(({ createdAt }) => (createdAt ?? '') < (rollback.createdAt ?? ''));
  return before.find(({ type, status }) => type === 'VersionUpdate' && status === 'Successful')?.version ?? null;
}
