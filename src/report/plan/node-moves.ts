import { isWithinSkew, skewWindow } from '../../for-checks/skew.ts';
import type { Tables } from '../../tables/tables.ts';
import { format, type Minor } from '../../syntax/versions.ts';

/** Nodes move to the version that the control plane has at that time. */
export interface Move {
  /** The place of that version in the versions of the path: 0 is before the first update. */
  index: number;
  /** The oldest kubelet before the move. */
  from: Minor;
  to: Minor;
  /** The first version of the path that rejects this kubelet; missing if none does. */
  rejectedAt?: Minor;
}

type Rows = Tables['skew'];

/**
 * The versions that nodes move to: as few as the version skew policy allows, each at the last version of the path at
 * which it is possible. Nodes behind the control plane move today instead, if this makes no more moves: that can be
 * done on any day, and two moves in a row cannot.
 * Source: https://kubernetes.io/releases/version-skew-policy/#kubelet
 * @param versions of the path, the version of the control plane first
 */
export function listMoves(kubelet: Minor, versions: readonly Minor[], rows: Rows): Move[] {
  const late = walk(kubelet, versions, rows);
  const [first] = late;
  const [current] = versions;
  if (current === undefined || first?.rejectedAt === undefined || first.index === 0 || kubelet >= current) return late;
  const { rejectedAt } = first;
  const early = [{ index: 0, from: kubelet, to: current, rejectedAt }, ...walk(current, versions, rows)];
  return early.length <= late.length ? early : late;
}

/**
 * The moves of nodes that something replaces after each update of the control plane; and the one
 * before the first update, if their kubelet requires it.
 */
export function listFollowingMoves(kubelet: Minor, versions: readonly Minor[], rows: Rows): Move[] {
  const needed = listMoves(kubelet, versions, rows);
  const before = needed.filter(({ index }) => index === 0 && versions.length > 1);
  const later = versions.slice(1).flatMap((to, hop): Move[] => {
    const index = hop + 1;
    const from = Math.max(kubelet, index === 1 && before.length === 0 ? kubelet : (versions[hop] ?? kubelet));
    if (kubelet >= to) return [];
    const rejectedAt = needed.find((move) => move.index === index)?.rejectedAt;
    return [{ index, from, to, ...(rejectedAt === undefined ? {} : { rejectedAt }) }];
  });
  return [...before, ...(versions.length > 1 ? later : needed)];
}

function walk(kubelet: Minor, versions: readonly Minor[], rows: Rows): Move[] {
  const moves: Move[] = [];
  let at = kubelet;
  for (const [index, next] of versions.entries()) {
    const to = versions[index - 1];
    if (to === undefined || at > next || isWithinSkew(rows, at, next)) continue;
    moves.push({ index: index - 1, from: at, to, rejectedAt: next });
    at = to;
  }
  const target = versions.at(-1) ?? at;
  return at < target ? [...moves, { index: versions.length - 1, from: at, to: target }] : moves;
}

/** Why a move has its place: `1.34 rejects kubelet 1.30`; empty if there is only one update. */
export function moveReasons({ from, to, index, rejectedAt }: Move, versions: readonly Minor[], rows: Rows): string[] {
  if (rejectedAt !== undefined) return [`${format(rejectedAt)} rejects kubelet ${format(from)}.`];
  const isSkipping = versions.slice(1, index).some((version) => version > from);
  if (!isSkipping) return [];
  const [oldest = ''] = skewWindow(rows, to).split(' ');
  return [`Once for the whole path: ${format(to)} accepts kubelets from ${oldest} on.`];
}
