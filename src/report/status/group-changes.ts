import { nodeChanges } from './node-changes.ts';
import type { StatusGroup, StatusHold } from './schema.ts';
import { durationText, minutesText, shortId, updateChanges } from './update-changes.ts';

/** What happened to a group that both looks show. @param now when the second look was taken, ISO 8601 */
export function groupChanges(before: StatusGroup, after: StatusGroup, now: string): string[] {
  const ofUpdate = updateChanges({ before: before.update, after: after.update }, now, doneText(after));
  const ofRefresh = refreshChanges(before, after, now);
  const hasEnded = after.update?.status !== 'InProgress';
  const isSaid = ofUpdate.length > 0 || ofRefresh.length > 0;
  return [
    ...(hasEnded ? [] : ofUpdate),
    ...nodeChanges(before, after),
    ...stuckLines(before, after, now),
    ...after.issues.filter((issue) => !before.issues.includes(issue)).map((issue) => `EKS reports ${issue}`),
    ...ofRefresh,
    ...(hasEnded ? ofUpdate : []),
    ...(after.state === 'failed' && before.state !== 'failed' && !isSaid && !isSameFailure(before, after)
      ? [`FAILED: ${after.text}`]
      : []),
  ];
}

/** A failed update that the look before has shown, while its nodes were not seen. */
function isSameFailure(before: StatusGroup, after: StatusGroup): boolean {
  return after.update?.status === 'Failed' && before.update?.id === after.update.id;
}

/** `2 of 2 nodes at 1.34, `; empty if the update leads to no version of Kubernetes, or nodes were not seen. */
function doneText({ update, nodes }: StatusGroup): string {
  const to = update?.to;
  if (typeof to !== 'string' || !/^\d+\.\d+$/.test(to) || nodes.length === 0) return '';
  const there = nodes.filter(({ version }) => version.startsWith(`${to}.`)).length;
  return `${there} of ${nodes.length} nodes at ${to}, `;
}

function refreshChanges({ refresh: before }: StatusGroup, { refresh: after }: StatusGroup, now: string): string[] {
  if (after === null || (before?.id === after.id && before.status === after.status)) return [];
  const reason = after.reason === null || after.status === 'InProgress' ? '' : `: ${after.reason}`;
  return [`instance refresh${shortId(after.id)} ${after.status}${durationText(after.since, now)}${reason}`];
}

function stuckLines(before: StatusGroup, after: StatusGroup, now: string): string[] {
  if (after.state !== 'stuck') return before.state === 'stuck' && after.state !== 'failed' ? ['no longer stuck'] : [];
  const held = before.state === 'stuck' ? new Set(before.holds.filter(isHolding).map(toKey)) : new Set<string>();
  const [first] = after.holds.filter(isHolding).filter((hold) => !held.has(toKey(hold)));
  if (first === undefined && before.state === 'stuck') return [];
  const since = stuckSince(after);
  const age = since === undefined ? '' : ` ${minutesText(since, now)}`;
  return [`STUCK${age}: ${(first?.text ?? after.text).replaceAll('`', '')}`];
}

/** The first cordon of a node that waits, but not before the update: a node may have been cordoned by hand before. */
function stuckSince({ nodes, update }: StatusGroup): string | undefined {
  const [first] = nodes.flatMap(({ state, since }) => (state === 'waits' && since !== null ? [since] : [])).toSorted();
  const began = update?.status === 'InProgress' ? update.since : null;
  return first !== undefined && began !== null && began > first ? began : first;
}

function isHolding({ isHolding: holds }: StatusHold): boolean {
  return holds;
}

/** What holds, without which pods: these change while a drain goes on. */
function toKey({ cause, by, pods }: StatusHold): string {
  return `${cause} ${by ?? pods.join(' ')}`;
}
