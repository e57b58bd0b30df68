import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import type { ObjectKind, OwnObjects } from '../../../src/karpenter/own-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** A field, a value or a label that the schema of a version's CRD has. */
export type MarkerRow = Extract<Tables['karpenter-crds'][number], { rowKind: 'marker' }>;

/**
 * Whether an object uses what a CRD lacks, or would if the CRD took it. What stands inside a list is not looked for: the API
 * server drops it when an object is written, so no object has it.
 * @returns undefined where not all objects were read
 */
export function isUsed(marker: MarkerRow, { pools, nodeClasses, isRead }: OwnObjects): boolean | undefined {
  if (marker.level === 'fail') return true;
  const kind = kindOf(marker);
  const own = pools.filter((pool) => pool.kind === kind);
  const classes = nodeClasses.filter((one) => one.kind === kind);
  const isAny =
    own.some((pool) => pool.fields.includes(marker.path) || asksFor(marker, pool)) ||
    classes.some(({ fields, amiFamily }) => isWritten(marker, fields, amiFamily));
  if (isAny) return true;
  return isRead(kind) ? false : undefined;
}

/** The kind whose objects lead to what the CRD holds: a NodeClaim is written for a NodePool. */
function kindOf({ crd }: MarkerRow): ObjectKind {
  if (crd.startsWith('ec2nodeclasses.')) return 'EC2NodeClass';
  return crd.startsWith('provisioners.') ? 'Provisioner' : 'NodePool';
}

function asksFor({ crd, enum: value, allows, when, path }: MarkerRow, pool: KarpenterPool): boolean {
  if (allows !== undefined) return allows in pool.labels || pool.requirements.some(({ key }) => key === allows);
  const operators = pool.requirements.map(({ operator }) => operator);
  if (when !== undefined) return operators.includes('Gt') || operators.includes('Lt');
  if (crd.startsWith('nodepools.') && path.endsWith('.operator'))
    return operators.includes('Gte') || operators.includes('Lte');
  return value !== undefined && pool.disruption.consolidationPolicy === value;
}

function isWritten({ path, enum: value }: MarkerRow, fields: readonly string[], amiFamily: string | null): boolean {
  return value === undefined ? fields.includes(path) : path === 'spec.amiFamily' && amiFamily === value;
}
