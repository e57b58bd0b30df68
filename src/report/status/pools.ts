import type { Facts, NodeFact } from '../../facts/facts.ts';
import { ownerText } from '../../for-checks/pods-by-group.ts';
import { clockText } from '../../syntax/dates.ts';
import { formatCount, forCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { format, parseMinor } from '../../syntax/versions.ts';
import { isLeaving, progressText, standsStill, toGroupNodes, waitText, type GroupNodes } from './group.ts';
import type { State, StatusGroup } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';

type Claim = Facts['karpenterClaims'][number];

/** The pools of Karpenter and of EKS Auto Mode: what drift replaces, and what holds it. */
export function poolGroups(seen: Seen): StatusGroup[] {
  const { readings } = seen;
  const nodes = (valueIn(readings, 'nodes') ?? []).filter(
    ({ computeType }) => computeType === 'karpenter' || computeType === 'auto',
  );
  const claims = valueIn(readings, 'karpenterClaims');
  return [...grouped(nodes, (node) => ownerText(node) ?? '')].map(([name, own]) =>
    toGroup(
      name,
      own,
      claims?.filter(({ pool }) => pool === own[0].group),
      seen,
    ),
  );
}

function toGroup(
  name: string,
  nodes: readonly [NodeFact, ...NodeFact[]],
  claims: readonly Claim[] | undefined,
  seen: Seen,
): StatusGroup {
  const isOld = ({ name: node, kubeletVersion }: NodeFact): boolean =>
    seen.leaving.has(node) || (parseMinor(kubeletVersion) ?? seen.version) < seen.version;
  const parts = toGroupNodes(nodes, isOld, seen);
  const state = resolveState(claims, parts, seen.now);
  return {
    kind: nodes[0].computeType === 'auto' ? 'auto' : 'karpenter',
    name,
    group: nodes[0].group,
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

function resolveState(claims: readonly Claim[] | undefined, parts: GroupNodes, now: string): State {
  if (standsStill(parts, now)) return 'stuck';
  if (claims === undefined) return 'unknown';
  return parts.nodes.some(isLeaving) || claims.some((claim) => claim.terminating || isDrifted(claim))
    ? 'running'
    : 'idle';
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
