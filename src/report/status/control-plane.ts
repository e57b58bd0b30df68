import type { Facts } from '../../facts/facts.ts';
import { findRollbackState, type RollbackState } from '../../for-checks/rollback.ts';
import { momentText } from '../../syntax/dates.ts';
import { formatCount, formatList } from '../../syntax/english.ts';
import { sh } from '../../syntax/shell.ts';
import { format, parseMinor } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';
import type { State, StatusDocument, StatusUpdate } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';
import { changesVersion, currentUpdate, hasFailed, isRunning, toStatusUpdate } from './updates.ts';

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
  const window =
    updates === undefined ? undefined : findRollbackState(updates, seen.version, seen.now, loadTable('rollback').rows);
  return {
    version: cluster.version,
    status: cluster.status,
    state,
    text: stateText(state, update, seen),
    update,
    rollback: window === undefined ? null : rollbackText(window, update, seen),
    tooNew: window === undefined ? [] : (findTooNew(window, seen) ?? []).map(({ name }) => name).toSorted(),
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
    changesVersion(update) &&
    !(update.type === 'VersionRollback' && update.status === 'Cancelled') &&
    parseMinor(update.version ?? '') !== version
  )
    return 'failed';
  return isSeen ? 'idle' : 'unknown';
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

/**
 * The nodes that must be replaced before EKS rolls back the control plane; during a rollback, those of EKS Auto Mode,
 * which EKS replaces itself. Undefined: not seen, or no rollback is possible.
 */
function findTooNew(state: RollbackState, { readings }: Seen): Facts['nodes'] | undefined {
  if (state.is !== 'open' && state.is !== 'running') return undefined;
  const isRunningNow = state.is === 'running';
  return valueIn(readings, 'nodes')?.filter(
    ({ kubeletVersion, computeType }) =>
      (computeType === 'auto') === isRunningNow && (parseMinor(kubeletVersion) ?? 0) > state.to,
  );
}

function rollbackText(state: RollbackState, update: StatusUpdate | null, seen: Seen): string | null {
  if (state.is === 'running') return cancelText(update, state, seen);
  if (state.is !== 'open') return null;
  const newer = findTooNew(state, seen);
  const until = `Rollback to ${format(state.to)}: until at least ${momentText(state.until)}`;
  if (newer === undefined) return `${until}; nodes were not seen`;
  return newer.length === 0 ? until : `${until}; replace ${formatCount(newer.length, 'node')} first`;
}

/**
 * EKS cancels a rollback only on an Auto Mode cluster, and only while it replaces the nodes of EKS Auto Mode. Source:
 * https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html
 */
function cancelText(update: StatusUpdate | null, state: Extract<RollbackState, { is: 'running' }>, seen: Seen): string {
  const { cluster } = seen;
  const { to } = state;
  const newer = findTooNew(state, seen);
  const runs = `A rollback to ${format(to)} is running`;
  if (!cluster.autoMode) return `${runs}; it cannot be cancelled.`;
  const command = sh`aws eks cancel-update --region ${cluster.region} --name ${cluster.name} --update-id ${update?.id ?? 'UPDATE_ID'}`;
  if (newer === undefined)
    return `${runs}; nodes were not seen. It can be cancelled only while EKS replaces the nodes of EKS Auto Mode.`;
  return newer.length === 0
    ? `${runs}; no node of EKS Auto Mode is left to replace, so EKS may no longer cancel it.`
    : `${runs}; EKS replaces ${formatCount(newer.length, 'node')} of EKS Auto Mode first. Until then, it can be cancelled: \`${command.text ?? ''}\``;
}
