import type { Facts } from '../../facts/facts.ts';
import { describeUpdateError } from '../../for-checks/update-errors.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { loadTable } from '../../tables/tables.ts';
import type { StatusUpdate } from './schema.ts';

/** An update of the control plane, of a node group or of an add-on. */
type Update = Facts['updates'][number] & { releaseVersion?: string | null };

/** The statuses of an update that has not ended; `Cancelling` is only in the user guide. */
const running = new Set(['InProgress', 'Cancelling']);

/** True for an update that has not ended. */
export function isRunning({ status }: Pick<Update, 'status'>): boolean {
  return running.has(status);
}

/** True for an update that did not do what it was started for. */
export function hasFailed({ status }: Pick<Update, 'status'>): boolean {
  return status === 'Failed' || status === 'Cancelled';
}

/** True for an update that changes a version. */
export function changesVersion({ type }: Pick<Update, 'type'>): boolean {
  return type === 'VersionUpdate' || type === 'VersionRollback';
}

/** The update that runs, or else the one of a version that began last, or else the last one. */
export function currentUpdate<One extends Update>(updates: readonly One[]): One | undefined {
  const newest = updates.toSorted((a, b) => time(b) - time(a));
  return newest.find(isRunning) ?? newest.find(changesVersion) ?? newest[0];
}

/** Without a time, a failure may be the newest update; nothing depends on an old success. */
function time(update: Update): number {
  if (update.createdAt !== null) return Date.parse(update.createdAt);
  return hasFailed(update) ? Infinity : 0;
}

/** Health issues of EKS, each on one line. */
export function issueTexts(issues: Facts['nodegroups'][number]['healthIssues'] | undefined): string[] {
  return (issues ?? []).map(({ code, message }) => oneLine(message === '' ? code : `${code}: ${message}`));
}

/** An update as the status has it. */
export function toStatusUpdate({ id, type, status, createdAt, version, releaseVersion, errors }: Update): StatusUpdate {
  const { rows } = loadTable('update-errors');
  return {
    id,
    type,
    status,
    since: createdAt,
    to: version ?? releaseVersion ?? null,
    errors: errors.map((error) => describeUpdateError(error, rows)),
  };
}
