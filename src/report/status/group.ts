import type { NodeFact } from '../../facts/facts.ts';
import type { Hold } from '../../for-checks/hold.ts';
import type { Advice } from '../../syntax/advice.ts';
import { formatCount } from '../../syntax/english.ts';
import { toStatusHolds, toStatusNodes } from './nodes.ts';
import { findReplacements } from './replacements.ts';
import type { StatusGroup, StatusNode } from './schema.ts';
import type { Seen } from './seen.ts';

type Action = StatusGroup['actions'][number];

/** The nodes of a group, what holds their pods, and what to do about it. */
export type GroupNodes = Pick<StatusGroup, 'nodes' | 'holds' | 'actions' | 'later'>;

/** The parts of a group that come from its nodes. */
export function toGroupNodes(nodes: readonly NodeFact[], isOld: (node: NodeFact) => boolean, seen: Seen): GroupNodes {
  const { holds, found } = toStatusHolds(nodes, seen);
  const replacements = findReplacements(nodes, isOld, seen);
  const [strongest] = found;
  const holding = found.filter(({ force }) => force === strongest?.force);
  // A budget that never allows an eviction must change first; others wait for their pods, which need a node.
  const closed = holding.filter(({ undo }) => undo !== undefined);
  const others = holding.filter(({ undo }) => undo === undefined);
  return {
    nodes: toStatusNodes(nodes, isOld, seen),
    holds: [...holds, ...replacements.map(({ hold }) => hold)].toSorted(
      (a, b) => Number(b.isHolding) - Number(a.isHolding),
    ),
    actions: toActions([...closed, ...replacements, ...others].map(({ fix }) => fix)),
    later: toActions(closed.map(({ undo }: Hold) => undo)),
  };
}

/** Advice as the status has it. */
export function toAction({ text, commands, managers }: Advice): Action {
  return { text, commands: [...commands], managers: [...managers] };
}

function toActions(fixes: readonly (Advice | undefined)[]): Action[] {
  const actions = fixes.flatMap((fix) => (fix === undefined ? [] : [toAction(fix)]));
  return [...new Map(actions.map((one) => [one.text, one])).values()];
}

/**
 * Whether the drain of a group stands still: an old node waits for pods that do not leave without a change, or cannot be
 * deleted; or new nodes do not become Ready, before any node is cordoned. Not if pods of another node are stopping.
 */
export function standsStill({ nodes, holds }: Pick<StatusGroup, 'nodes' | 'holds'>): boolean {
  if (nodes.some(({ state }) => state === 'drains')) return false;
  const old = new Set(nodes.filter(({ isOld }) => isOld).map(({ name }) => name));
  const waiting = new Set(
    nodes.filter(({ state, name }) => state === 'waits' && old.has(name)).map(({ name }) => name),
  );
  // EKS cordons nodes only once the new ones are Ready: later, one that is not Ready stops nothing by itself.
  const beforeCordon = !nodes.some(isLeaving);
  return holds.some(({ isHolding, cause, nodes: own }) => {
    if (!isHolding) return false;
    if (cause === 'volume') return own.some((name) => old.has(name));
    return (cause === 'not-ready' && beforeCordon) || own.some((name) => waiting.has(name));
  });
}

/** The state of a group that nothing updates: a drain of old nodes by hand, or nothing. */
export function drainedState(parts: Pick<StatusGroup, 'nodes' | 'holds'>): 'stuck' | 'running' | 'idle' {
  const old = parts.nodes.filter((node) => node.isOld && isLeaving(node));
  if (old.length > 0 && standsStill(parts)) return 'stuck';
  return old.some(({ pods }) => pods !== 0) ? 'running' : 'idle';
}

/** `node group general waits for 1 pod`: the pods that are left on nodes that wait. */
export function waitText(name: string, { nodes, holds }: Pick<StatusGroup, 'nodes' | 'holds'>): string {
  const verb = /^(?:self-managed|hybrid|Karpenter|EKS Auto Mode) nodes/.test(name) ? 'wait' : 'waits';
  const pods = nodes.reduce((sum, node) => sum + (node.state === 'waits' ? (node.pods ?? 0) : 0), 0);
  if (pods > 0) return `${name} ${verb} for ${formatCount(pods, 'pod')}`;
  const causes = holds.filter(({ isHolding }) => isHolding);
  const volumes = causes.filter(({ cause }) => cause === 'volume').length;
  return `${name} ${verb} for ${volumes > 0 ? formatCount(volumes, 'volume') : formatCount(causes.length, 'new node')}`;
}

/** How far the replacement is: ` (1 old, 2 new, 1 cordoned)`; empty without nodes. */
export function progressText({ nodes }: Pick<StatusGroup, 'nodes'>): string {
  if (nodes.length === 0) return '';
  const old = nodes.filter(({ isOld }) => isOld).length;
  const cordoned = nodes.filter(isLeaving).length;
  const notReady = nodes.filter(({ isOld, state }) => !isOld && state === 'NotReady').length;
  const all = [
    [old, 'old'],
    [nodes.length - old, 'new'],
    [cordoned, 'cordoned'],
    [notReady, 'new but NotReady'],
  ] as const;
  return ` (nodes: ${all.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(', ')})`;
}

/** `2 old nodes, 1 new`; without nodes, that the update runs. */
export function nodesText({ nodes, holds }: Pick<StatusGroup, 'nodes' | 'holds'>): string {
  const old = nodes.filter(({ isOld }) => isOld).length;
  const held = holds.filter(({ isHolding }) => isHolding).flatMap(({ pods }) => pods).length;
  if (nodes.length === 0) return 'an update runs';
  return `${formatCount(old, 'old node')}, ${nodes.length - old} new${held === 0 ? '' : `, ${formatCount(held, 'held pod')}`}`;
}

/** True if budgets hold pods: then deleting them regardless of budgets comes to mind. */
export function isOfBudgets({ holds }: Pick<StatusGroup, 'holds'>): boolean {
  return holds.some(({ cause, isHolding }) => isHolding && (cause === 'budget' || cause === 'budgets'));
}

/** True for a node that is cordoned or being deleted. */
export function isLeaving({ state }: Pick<StatusNode, 'state'>): boolean {
  return state !== 'Ready' && state !== 'NotReady';
}
