import type { Facts } from '../../../src/facts/facts.ts';
import type { KeyUse } from '../../../src/facts/karpenter-keys.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import type { KeyPlace } from '../../../src/facts/key-places.ts';
import type { ObjectKind, OwnObjects } from '../../../src/karpenter/own-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** A field, value or label in a version's CRD schema. */
export type MarkerRow = Extract<Tables['karpenter-crds'][number], { rowKind: 'marker' }>;

/** The objects and workloads that may use what a CRD lacks. `keys` undefined: workloads were not read. */
export interface Users extends OwnObjects {
  keys: Facts['karpenterKeys'] | undefined;
}

/**
 * True if an object uses what a CRD lacks, or would if the CRD accepted it. Always true for a marker of level `fail`.
 * Ignores fields inside lists, which the facts about objects do not contain.
 * @returns undefined if some objects were not read
 */
export function isUsed(marker: MarkerRow, users: Users): boolean | undefined {
  if (marker.level === 'fail') return true;
  const { pools, nodeClasses, isRead } = users;
  const kind = resolveKind(marker);
  const isAny =
    pools.some((pool) => pool.kind === kind && (isSet(marker, pool) || needsMarker(marker, pool))) ||
    nodeClasses.some((one) => one.kind === kind && isWritten(marker, one)) ||
    listRequestingWorkloads(marker, users).length > 0;
  if (isAny) return true;
  const isWhole = isRead(kind) && (!isOfClaims(marker) || users.keys !== undefined);
  return isWhole ? false : undefined;
}

/**
 * True for the CRD of NodeClaims. Karpenter creates NodeClaims: if the API server rejects one, the pods that wait for
 * it get no node.
 */
export function isOfClaims({ crd }: MarkerRow): boolean {
  return crd.startsWith('nodeclaims.');
}

/** Where pods select nodes; Karpenter also copies preferences into the NodeClaim. */
const requestPlaces: readonly KeyPlace[] = ['node selector', 'required node affinity', 'preferred node affinity'];

/**
 * Workloads whose pods make Karpenter write what the CRD of NodeClaims lacks: `Deployment shop/api`. Pods of DaemonSets
 * do not count, because Karpenter launches no nodes for them.
 * Source: newPodRequirements of pkg/scheduling/requirements.go of kubernetes-sigs/karpenter v1.9.0
 */
export function listRequestingWorkloads(marker: MarkerRow, { keys = [], pools }: Users): string[] {
  if (!isOfClaims(marker)) return [];
  const isRequest = ({ key, operator, place }: KeyUse) =>
    requestPlaces.includes(place) &&
    (marker.allows === undefined
      ? isBound(operator) && pools.some((pool) => !isListed(key, pool))
      : key === marker.allows);
  return keys
    .filter(({ kind, uses }) => kind !== 'DaemonSet' && uses.some(isRequest))
    .map(({ kind, namespace, name }) => `${kind} ${namespace ?? ''}/${name}`);
}

/** The kind that users write: Karpenter creates NodeClaims from NodePools. */
function resolveKind({ crd }: MarkerRow): ObjectKind {
  if (crd.startsWith('ec2nodeclasses.')) return 'EC2NodeClass';
  return crd.startsWith('provisioners.') ? 'Provisioner' : 'NodePool';
}

/** False if the marker is only a new value or key of the field: an object that sets the field may use an older one. */
function isSet({ path, enum: value, allows }: MarkerRow, { fields }: KarpenterPool): boolean {
  return value === undefined && allows === undefined && fields.includes(path);
}

function needsMarker(marker: MarkerRow, pool: KarpenterPool): boolean {
  const { crd, enum: value, allows, when, path } = marker;
  if (allows !== undefined) return allows in pool.labels || pool.requirements.some(({ key }) => key === allows);
  if (when !== undefined)
    return pool.requirements.some(({ key, operator }) => isBound(operator) && !isListed(key, pool));
  if (crd.startsWith('nodepools.') && path.endsWith('.operator'))
    return pool.requirements.some(({ operator }) => isInclusive(operator));
  return value !== undefined && pool.disruption.consolidationPolicy === value;
}

function isBound(operator: string | null): boolean {
  return operator === 'Gt' || operator === 'Lt' || isInclusive(operator);
}

function isInclusive(operator: string | null): boolean {
  return operator === 'Gte' || operator === 'Lte';
}

/**
 * True if a pool lists the values of a key: Karpenter then writes the matching values instead of bounds.
 * Source: Intersection of pkg/scheduling/requirement.go of kubernetes-sigs/karpenter v1.9.0
 */
function isListed(key: string, { labels, requirements }: KarpenterPool): boolean {
  return key in labels || requirements.some((one) => one.key === key && one.operator === 'In');
}

function isWritten({ path, enum: value }: MarkerRow, nodeClass: OwnObjects['nodeClasses'][number]): boolean {
  return value === undefined
    ? nodeClass.fields.includes(path)
    : path === 'spec.amiFamily' && nodeClass.amiFamily === value;
}
