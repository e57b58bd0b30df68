import type { Facts, NodeFact } from '../../facts/facts.ts';
import { ownerText } from '../../for-checks/pods-by-group.ts';
import { clockText } from '../../syntax/dates.ts';
import { formatCount, forCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { format, parseMinor } from '../../syntax/versions.ts';
import { progressText, standsStill, toGroupNodes, waitText, type GroupNodes } from './group.ts';
import type { State, StatusGroup } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';

type Claim = Facts['karpenterClaims'][number];

interface Pool {
  kind: 'karpenter' | 'auto';
  name: string;
  group: string | null;
  nodes: readonly NodeFact[];
}

/** The pools of Karpenter and of EKS Auto Mode: what drift replaces, and what holds it. */
export function poolGroups(seen: Seen): StatusGroup[] {
  const { readings } = seen;
  const nodes = (valueIn(readings, 'nodes') ?? []).flatMap((node) =>
    node.computeType === 'karpenter' || node.computeType === 'auto' ? [{ node, kind: node.computeType }] : [],
  );
  const claims = valueIn(readings, 'karpenterClaims');
  const pools = [...grouped(nodes, ({ node }) => ownerText(node) ?? '')].map(([name, own]): Pool => {
    const [{ kind, node }] = own;
    return { kind, name, group: node.group, nodes: own.map((one) => one.node) };
  });
  return [...pools, ...poolsWithoutNodes(claims ?? [], pools)].map((pool) =>
    toGroup(
      pool,
      claims?.filter((claim) => claim.pool === pool.group),
      seen,
    ),
  );
}

/** Pools of NodeClaims that are being deleted after their nodes. */
function poolsWithoutNodes(claims: readonly Claim[], pools: readonly Pool[]): Pool[] {
  const others = claims.filter(({ terminating, pool }) => terminating && !pools.some(({ group }) => group === pool));
  return [...grouped(others, ({ pool }) => pool)].map(([group, [{ kind, nodeClassGroup }]]) => ({
    kind: nodeClassGroup === 'eks.amazonaws.com' ? 'auto' : 'karpenter',
    name: group === null ? `${kind}s without a pool` : `${kind === 'Machine' ? 'Provisioner' : 'NodePool'} ${group}`,
    group,
    nodes: [],
  }));
}

function toGroup({ kind, name, group, nodes }: Pool, claims: readonly Claim[] | undefined, seen: Seen): StatusGroup {
  const isReplaced = ({ name: node, deletingSince, disrupted }: NodeFact): boolean =>
    deletingSince !== null || disrupted === true || seen.deletedClaims.has(node);
  const isOld = (node: NodeFact): boolean =>
    isReplaced(node) || (parseMinor(node.kubeletVersion) ?? seen.version) < seen.version;
  const parts = toGroupNodes(nodes, isOld, seen);
  const replaced = new Set(nodes.filter(isReplaced).map((node) => node.name));
  const state = resolveState(claims, parts, replaced);
  return {
    kind,
    name,
    group,
    state,
    text: stateText(name, state, claims ?? [], parts),
    to: parts.nodes.some((node) => node.isOld) ? format(seen.version) : null,
    update: null,
    refresh: null,
    issues: [],
    ...parts,
    notBefore: null,
    next: nextText(claims ?? [], seen),
    not: null,
  };
}

function isDrifted({ conditions }: Claim): boolean {
  return conditions.some(({ type, status }) => type === 'Drifted' && status === 'True');
}

/** @param replaced the nodes that Karpenter replaces: it does not drain one that was cordoned by hand */
function resolveState(claims: readonly Claim[] | undefined, parts: GroupNodes, replaced: ReadonlySet<string>): State {
  const nodes = parts.nodes.filter(({ name }) => replaced.has(name));
  if (nodes.length > 0 && standsStill({ nodes, holds: parts.holds })) return 'stuck';
  if (claims === undefined) return 'unknown';
  return nodes.length > 0 || claims.some((claim) => claim.terminating || isDrifted(claim)) ? 'running' : 'idle';
}

function stateText(name: string, state: State, claims: readonly Claim[], parts: GroupNodes): string {
  const terminating = claims.filter((claim) => claim.terminating);
  const drifted = claims.filter((claim) => !claim.terminating && isDrifted(claim));
  if (state === 'stuck') return waitText(name, parts);
  if (state === 'unknown') return `not seen whether nodes of ${name} are replaced`;
  if (state === 'idle') return `${name}: no node is drifted or being replaced${progressText(parts)}`;
  const texts = [
    ...(drifted.length === 0
      ? []
      : [`${formatCount(drifted.length, 'NodeClaim')} ${forCount(drifted.length, 'is', 'are')} drifted`]),
    ...(terminating.length === 0
      ? []
      : [`${formatCount(terminating.length, 'NodeClaim')} ${forCount(terminating.length, 'is', 'are')} being deleted`]),
  ];
  return `${name}: ${texts.length === 0 ? 'nodes are cordoned' : texts.join(', ')}${progressText(parts)}`;
}

/** What ends the drain of a node that Karpenter deletes: the deadline of its NodeClaim. */
function nextText(claims: readonly Claim[], { now }: Seen): string | null {
  const deleted = claims.filter(({ terminating }) => terminating);
  const [first] = deleted.flatMap(({ terminatesAt }) => terminatesAt ?? []).toSorted();
  const endless = deleted.find(({ terminatesAt }) => terminatesAt === undefined);
  if (endless !== undefined)
    return `NodeClaim ${endless.name} has no terminationGracePeriod: Karpenter waits without a time limit.`;
  return first === undefined
    ? null
    : `Karpenter deletes the pods that are left at ${clockText(first, now)}, when the terminationGracePeriod ends.`;
}
