import { findRollbackState, type RollbackState } from '../../for-checks/rollback.ts';
import { momentText } from '../../syntax/dates.ts';
import { formatCount, formatList } from '../../syntax/english.ts';
import { sh } from '../../syntax/shell.ts';
import { format, parseMinor } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';
import type { State, StatusDocument, StatusUpdate } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';
import { currentUpdate, hasFailed, isRunning, toStatusUpdate } from './updates.ts';

type ControlPlane = StatusDocument['controlPlane'];

/** The control plane, its update, and whether it can be rolled back. */
export function statusControlPlane(seen: Seen): ControlPlane {
  const { cluster, readings } = seen;
  const updates = valueIn(readings, 'updates');
  const found = currentUpdate(updates ?? []);
  const update = found === undefined ? null : toStatusUpdate(found);
  const state = resolveState(
    cluster.status,
    found,
    updates !== undefined && (readings.updates?.ok !== true || (readings.updates.gaps ?? []).length === 0),
    seen,
  );
  return {
    version: cluster.version,
    status: cluster.status,
    state,
    text: stateText(state, update, seen),
    update,
    rollback:
      updates === undefined
        ? null
        : rollbackText(findRollbackState(updates, seen.version, seen.now, loadTable('rollback').rows), update, seen),
  };
}

function resolveState(
  status: string,
  update: (Parameters<typeof isRunning>[0] & { type: string; version: string | null }) | undefined,
  isSeen: boolean,
  { version }: Seen,
): State {
  if (status === 'FAILED') return 'failed';
  if (update !== undefined && isRunning(update)) return 'running';
  if (status !== 'ACTIVE') return 'running';
  if (
    update !== undefined &&
    hasFailed(update) &&
    isVersionChange(update) &&
    parseMinor(update.version ?? '') !== version
  )
    return 'failed';
  return isSeen ? 'idle' : 'unknown';
}

function isVersionChange({ type }: { type: string }): boolean {
  return type === 'VersionUpdate' || type === 'VersionRollback';
}

function stateText(state: State, update: StatusUpdate | null, { cluster: { version, status } }: Seen): string {
  const to = update === null || update.to === null ? '' : ` -> ${update.to}`;
  if (state === 'failed') {
    const codes = update?.errors.map(({ code }) => code) ?? [];
    return `control plane ${version}${to}: ${formatList(codes) || `${update?.type ?? 'cluster'} ${update?.status ?? status}`}`;
  }
  if (state === 'unknown') return `control plane ${version}: not seen whether an update runs`;
  if (state === 'idle') return `control plane ${version} is ${status}`;
  return update === null || update.status === 'Successful'
    ? `control plane ${version} is ${status}`
    : `control plane ${version}${to}: ${update.type} ${update.status}`;
}

function rollbackText(state: RollbackState, update: StatusUpdate | null, seen: Seen): string | null {
  if (state.is === 'running') return cancelText(update, state.to, seen);
  if (state.is !== 'open') return null;
  const nodes = valueIn(seen.readings, 'nodes');
  const until = `Rollback to ${format(state.to)}: until at least ${momentText(state.until)}`;
  if (nodes === undefined) return `${until}; nodes were not seen`;
  const newer = nodes.filter(
    ({ kubeletVersion, computeType }) => computeType !== 'auto' && (parseMinor(kubeletVersion) ?? 0) > state.to,
  );
  return newer.length === 0 ? until : `${until}; replace ${formatCount(newer.length, 'node')} first`;
}

/**
 * EKS cancels a rollback only on an Auto Mode cluster, and only while it replaces the nodes of EKS Auto Mode. Source:
 * https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html
 */
function cancelText(update: StatusUpdate | null, to: number, { cluster, readings }: Seen): string {
  const runs = `A rollback to ${format(to)} is running`;
  if (!cluster.autoMode) return `${runs}; it cannot be cancelled.`;
  const nodes = valueIn(readings, 'nodes');
  const newer = nodes?.filter(
    ({ kubeletVersion, computeType }) => computeType === 'auto' && (parseMinor(kubeletVersion) ?? 0) > to,
  );
  const command = sh`aws eks cancel-update --region ${cluster.region} --name ${cluster.name} --update-id ${update?.id ?? 'UPDATE_ID'}`;
  if (newer === undefined)
    return `${runs}; nodes were not seen. It can be cancelled only while EKS replaces the nodes of EKS Auto Mode.`;
  return newer.length === 0
    ? `${runs}; no node of EKS Auto Mode is left to replace, so EKS may no longer cancel it.`
    : `${runs}; EKS replaces ${formatCount(newer.length, 'node')} of EKS Auto Mode first. Until then, it can be cancelled: \`${command.text ?? ''}\``;
}
