import type { Facts, NodeFact } from '../../facts/facts.ts';
import type { Hold, HoldCause } from '../../for-checks/hold.ts';
import { grouped } from '../../syntax/grouped.ts';
import { parseVersion } from '../../syntax/versions.ts';
import type { Seen } from './seen.ts';
import type { StatusHold, StatusNode } from './schema.ts';

type Pod = Facts['pods'][number];

/** What the column says where the pod itself is the reason. */
const causeWords: { readonly [Cause in HoldCause]?: string } = {
  bare: 'no controller',
  grace: 'grace period',
  'not-stopped': 'kubelet',
};

const order: readonly StatusNode['state'][] = [
  'waits',
  'drains',
  'terminating',
  'empty',
  'cordoned',
  'NotReady',
  'Ready',
];

/**
 * The nodes of a group, those that are replaced first.
 * @param isOld whether the update replaces a node
 */
export function toStatusNodes(
  nodes: readonly NodeFact[],
  isOld: (node: NodeFact) => boolean,
  seen: Seen,
): StatusNode[] {
  return nodes
    .map((node) => toStatusNode(node, isOld(node), seen))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.name < b.name ? -1 : 1));
}

function toStatusNode(node: NodeFact, isOld: boolean, seen: Seen): StatusNode {
  const isLeaving = seen.leaving.has(node.name);
  const pods = isLeaving ? seen.podsOn?.(node.name) : undefined;
  const holding = (pods ?? []).flatMap((pod) => holdsOn(pod, seen)).filter(isHeld);
  return {
    name: node.name,
    version: parseVersion(node.kubeletVersion) ?? node.kubeletVersion,
    isOld,
    state: isLeaving ? leavingState(node, pods, seen) : node.ready === true ? 'Ready' : 'NotReady',
    since:
      (isLeaving ? (node.cordonedSince ?? node.deletingSince ?? seen.deletedClaims.get(node.name)) : node.createdAt) ??
      null,
    pods: pods?.length ?? null,
    heldBy: [...new Set(holding.map(({ by, cause }) => by ?? causeWords[cause] ?? cause))],
  };
}

function leavingState(node: NodeFact, pods: readonly Pod[] | undefined, seen: Seen): StatusNode['state'] {
  if (pods === undefined) return node.deletingSince === null ? 'cordoned' : 'terminating';
  if (pods.length === 0) return node.deletingSince === null ? 'empty' : 'terminating';
  const held = pods.map((pod) => holdsOn(pod, seen).some(isHeld));
  if (held.includes(true) && pods.every((pod, at) => pod.terminating || held[at] === true)) return 'waits';
  return pods.some(({ terminating }) => terminating) ? 'drains' : 'cordoned';
}

function holdsOn(pod: Pod, { holds }: Seen): readonly Hold[] {
  return holds.get(pod) ?? [];
}

/** A pod that stops within the time that it has is not held. */
function isHeld({ force, cause }: Hold): boolean {
  return force === 'holds' || (force === 'settling' && cause !== 'grace');
}

/** What holds pods on these nodes: one entry for each cause and object, those that hold first. */
export function toStatusHolds(nodes: readonly NodeFact[], seen: Seen): { holds: StatusHold[]; found: readonly Hold[] } {
  const names = new Set(nodes.map(({ name }) => name));
  const found = [...seen.holds.values()].flat().filter(({ pod }) => names.has(pod.node ?? ''));
  const sorted = found.toSorted((a, b) => rank(a) - rank(b) || (toPodPath(a) < toPodPath(b) ? -1 : 1));
  const holds = [...grouped(sorted, (hold) => `${hold.cause} ${hold.by ?? toPodPath(hold)}`)].map(
    ([, own]): StatusHold => toStatusHold(own),
  );
  return { holds, found: sorted };
}

const ranks: { readonly [Force in Hold['force']]: number } = { holds: 0, settling: 1, note: 2 };

function rank({ force }: Hold): number {
  return ranks[force];
}

function toPodPath({ pod: { namespace, name } }: Hold): string {
  return `${namespace}/${name}`;
}

/** The sentence is about the first of the pods. */
function toStatusHold(own: readonly [Hold, ...Hold[]]): StatusHold {
  const [first] = own;
  const { cause, by, text, force } = first;
  return {
    cause,
    nodes: [...new Set(own.flatMap((one) => one.pod.node ?? []))].toSorted(),
    pods: own.map(toPodPath),
    by,
    text: `pod/${toPodPath(first)} ${text}`,
    isHolding: force === 'holds',
  };
}
