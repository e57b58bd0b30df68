import type { Facts } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { momentText } from '../../syntax/dates.ts';
import { printableData } from '../../syntax/printable.ts';
import { toReportCluster } from '../report-cluster.ts';
import { statusAddons } from './addons.ts';
import { statusControlPlane } from './control-plane.ts';
import { fargateGroups } from './fargate.ts';
import { managedGroups } from './managed-groups.ts';
import { poolGroups } from './pools.ts';
import { states, type State, type StatusDocument } from './schema.ts';
import { toSeen } from './seen.ts';
import { selfManagedGroups } from './self-managed-groups.ts';
import { statusUnseen } from './unseen.ts';

type Parts = Pick<StatusDocument, 'controlPlane' | 'groups' | 'addons' | 'unseen'>;

/**
 * The status of a cluster, from what one look has read.
 * @param now ISO 8601
 * @param version of this program
 */
export function buildStatus(
  readings: Readings,
  cluster: Facts['cluster'],
  { now, version }: { now: string; version: string },
): StatusDocument {
  const seen = toSeen(readings, cluster, now);
  const parts: Parts = {
    controlPlane: statusControlPlane(seen),
    groups: worstFirst([
      ...managedGroups(seen),
      ...selfManagedGroups(seen),
      ...poolGroups(seen),
      ...fargateGroups(seen),
    ]),
    addons: worstFirst(statusAddons(seen)),
    unseen: statusUnseen(seen),
  };
  const state = worstState(parts);
  return printableData<StatusDocument>({
    schemaVersion: 1,
    tool: { name: 'eks-preflight', version },
    readAt: now,
    cluster: toReportCluster(cluster, readings),
    state,
    summary: summaryText(state, parts),
    last: lastText(parts),
    exitCode: exitCodeFor(state),
    ...parts,
  });
}

function worstFirst<Part extends { state: State; name: string }>(parts: readonly Part[]): Part[] {
  return parts.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || (a.name < b.name ? -1 : 1));
}

function listAll({ controlPlane, groups, addons }: Parts): { state: State; text: string }[] {
  return [controlPlane, ...groups, ...addons];
}

/** A part that was not seen may be stuck: the status is never idle then. What runs or is stuck was seen. */
function worstState(parts: Parts): State {
  const found = new Set<State>([
    ...listAll(parts).map(({ state }) => state),
    ...(parts.unseen.length === 0 ? [] : (['unknown'] as const)),
  ]);
  return states.find((state) => found.has(state)) ?? 'idle';
}

function summaryText(state: State, parts: Parts): string {
  const own = listAll(parts).filter((one) => one.state === state);
  const [first] = own;
  if (state === 'idle') return `${parts.controlPlane.version}: no update runs`;
  if (state === 'unknown' && first === undefined) return `not seen: ${parts.unseen.map(({ what }) => what).join(', ')}`;
  return `${first?.text ?? ''}${own.length > 1 ? `, and ${own.length - 1} more` : ''}`;
}

/** How the newest update ended; null if none has ended, or if it is shown anyway. */
function lastText({ controlPlane, groups, addons }: Parts): string | null {
  const all = [
    { name: 'control plane', update: controlPlane.update },
    ...groups,
    ...addons.map(({ name, update }) => ({ name: `add-on ${name}`, update })),
  ].flatMap(({ name, update }) => (update === null ? [] : [{ name, update }]));
  const [last] = all.toSorted((a, b) => ((a.update.since ?? '') < (b.update.since ?? '') ? 1 : -1));
  if (last === undefined || last.update.status === 'InProgress') return null;
  const { since, status, type } = last.update;
  return `${last.name}, ${type} ${status}${since === null ? '' : `, began ${momentText(since)}`}`;
}

function exitCodeFor(state: State): number {
  if (state === 'idle') return exitCodes.ready;
  return state === 'stuck' || state === 'failed' ? exitCodes.blocked : exitCodes.incomplete;
}
