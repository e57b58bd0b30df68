import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding, Resource } from '../../../src/check.ts';
import type { KarpenterKeyed, KeyUse } from '../../../src/facts/karpenter-keys.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** A label or annotation that later versions ignore. */
export type Row = Tables['karpenter-legacy-labels'][number];

/** True for nodes, and for pools, whose templates define nodes. */
export const isNodeLike = (kind: string): boolean => ['Node', 'NodePool', 'Provisioner'].includes(kind);

/**
 * An object with Karpenter's keys. `owner`, for a node: the group or pool that replaces the node, or else the node
 * itself.
 */
export type Keyed = KarpenterKeyed & { owner?: Resource | undefined };

/**
 * An object as a resource of a finding. For a node, the resource is its group or pool, which outlives the node; the
 * note contains the node.
 */
export function toResource({ kind, namespace, name, owner }: Keyed): Resource {
  if (owner !== undefined && owner.kind !== 'Node') return { ...owner, note: `Node ${name}` };
  return { kind, ...(namespace === null ? {} : { namespace }), name };
}

/**
 * The finding if the path ends at 0.32, which reads the key and both generations of pools. Pods are scheduled only as
 * long as the Provisioner launches nodes, that is, until its nodes are replaced.
 */
export function* whileRolling(
  keyed: Keyed,
  row: Row,
  uses: readonly KeyUse[],
  versions: readonly string[],
): Generator<Finding> {
  const { kind } = keyed;
  const at = row.understoodFrom === null ? undefined : firstFrom(versions, row.understoodFrom);
  if (at === undefined || row.replacement !== 'karpenter.sh/nodepool' || row.level !== 'fail') return;
  const replaced = `Karpenter ${at} has replaced the nodes of the Provisioner`;
  const many = podsText(keyed);
  yield {
    level: 'warn',
    rule: `${row.rule}:rolling`,
    atKarpenter: at,
    resource: toResource(keyed),
    message: `requires ${row.key}${many}, which nodes of a NodePool do not have: once ${replaced}, its pods stay Pending`,
    evidence: uses.map((use) => useSeen(use, row, keyed)),
    fix: advice`After you create the NodePool, and before you taint or delete the Provisioner, replace \`${row.key}\`
      with \`${row.replacement}\` in the ${kind === 'Pod' ? kind : `pod template of the ${kind}`}.`,
    links: [row.source],
  };
}

/** The finding for a key that a version of the path ignores; a warning if the current version already does. */
export function ignoredFinding(
  keyed: Keyed,
  row: Row,
  uses: readonly KeyUse[],
  at: string,
  versions: readonly string[],
): Finding {
  const { kind } = keyed;
  const isOver = at === versions[0];
  const many = podsText(keyed);
  const ignores = isOver ? `Karpenter ${at} ignores` : `from Karpenter ${at} on`;
  const places = formatPlaces(uses);
  const message = isOver
    ? `${ignores} ${row.key} (${places})${many}: ${row.effect}`
    : `${ignores} ${row.key} (${places}) is ignored${many}: ${row.effect}`;
  return {
    level: isOver ? 'warn' : row.level,
    rule: row.rule,
    atKarpenter: at,
    resource: toResource(keyed),
    message,
    evidence: uses.map((use) => useSeen(use, row, keyed)),
    fix: newKey(row, versions[0] ?? at, kind),
    links: [row.source],
    ...(isNodeLike(kind) ? { blocks: 'nodes' as const } : {}),
  };
}

/** The finding for a key that a version of the path deprecates, but none ignores. */
export function* deprecatedFinding(
  keyed: Keyed,
  row: Row,
  uses: readonly KeyUse[],
  versions: readonly string[],
): Generator<Finding> {
  const { kind } = keyed;
  const at = row.deprecatedFrom === undefined ? undefined : firstFrom(versions, row.deprecatedFrom);
  if (at === undefined || row.deprecatedFrom === undefined) return;
  const many = podsText(keyed);
  const places = formatPlaces(uses);
  yield {
    level: 'warn',
    rule: `${row.rule}:deprecated`,
    atKarpenter: at,
    resource: toResource(keyed),
    message: `${row.key} (${places})${many} is deprecated from Karpenter ${row.deprecatedFrom} on, and ignored from ${row.ignoredFrom} on`,
    evidence: uses.map((use) => useSeen(use, row, keyed)),
    fix: newKey(row, versions[0] ?? at, kind),
    links: [row.source],
    ...(isNodeLike(kind) ? { blocks: 'nodes' as const } : {}),
  };
}

function podsText({ pods }: KarpenterKeyed): string {
  return pods === null ? '' : ` (${formatCount(pods, 'pod')})`;
}

function formatPlaces(uses: readonly KeyUse[]): string {
  return [...new Set(uses.map(({ place }) => place))].join(', ');
}

function useSeen(
  { key, place, operator, values }: KeyUse,
  { replacement }: Row,
  { kind, name, owner }: Keyed,
): Evidence {
  const condition = [operator, values.join(', ')].filter((word) => word !== null && word !== '').join(' ');
  return {
    observed: `${place} ${key}${condition === '' ? '' : ` ${condition}`}`,
    required: replacement ?? 'another label',
    ...(owner === undefined || owner.kind === 'Node' ? {} : { resource: `${kind} ${name}` }),
  };
}

/** How to use the new key. If pods are created from a template, the template needs the change. */
function newKey({ key, replacement, understoodFrom, ignoredFrom }: Row, today: string, kind: string): Advice {
  const where = isNodeLike(kind) || kind === 'Pod' ? kind : `pod template of the ${kind}`;
  if (replacement === null) return advice`Select by another label in the ${where}: \`${key}\` has no replacement.`;
  if (understoodFrom !== null && isBelow(today, understoodFrom)) {
    return advice`Add \`${replacement}\` beside \`${key}\` in the ${where}: Karpenter ${today} only reads the old key,
      ${understoodFrom} and newer the new one. Remove the old key once ${ignoredFrom} or newer runs.`;
  }
  return advice`Replace \`${key}\` with \`${replacement}\` in the ${where}.`;
}
