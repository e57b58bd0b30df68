import type { KarpenterNodeClass, KarpenterPool, KarpenterRequirement } from '../../facts/karpenter-objects.ts';
import { grouped } from '../../syntax/grouped.ts';
import type { LabelDomain, NodeShape } from '../placement/node-shape.ts';
import { uniqueTaints, type LabelsToday } from './labels-today.ts';
import { untraced } from './managed-shape.ts';
import { anyValue, findSystemDomain, isChosenByKarpenter } from './system-labels.ts';

/** A pool of Karpenter or EKS Auto Mode, with its node class and what its nodes are today. */
export interface Pool {
  pool: KarpenterPool;
  nodeClass: KarpenterNodeClass | undefined;
  today: LabelsToday;
}

const nameKeys = { NodePool: 'karpenter.sh/nodepool', Provisioner: 'karpenter.sh/provisioner-name' } as const;

/**
 * What the next nodes of a pool are. Karpenter chooses the instance for a pod: a label that the requirements leave open can
 * have any value. Source: https://karpenter.sh/docs/concepts/scheduling/
 * @param keys the labels that pods require
 */
export function poolShape(of: Pool, keys: ReadonlySet<string>): NodeShape {
  const { pool, nodeClass, today } = of;
  const required = grouped(pool.requirements, ({ key }) => key);
  const labels = new Map<string, LabelDomain>();
  for (const key of keys) {
    const set = key === nameKeys[pool.kind] ? pool.name : pool.labels[key];
    const own = required.get(key);
    const free = own === undefined ? open(key, of) : toDomain(own);
    const domain = set === undefined ? free : { values: [set], orAbsent: false };
    if (domain !== 'unknown') labels.set(key, domain);
  }
  const booted = today.withValues(nodeClass?.boot?.nodeTaints ?? []);
  return {
    labels,
    otherLabels: { unknown: untraced },
    taints: uniqueTaints([...pool.taints, ...(booted ?? [])]),
    otherTaints: booted === undefined ? untraced : undefined,
  };
}

/** A label that neither the template nor the requirements of the pool name. */
function open(key: string, { pool, nodeClass, today }: Pool): LabelDomain | 'unknown' {
  if (isChosenByKarpenter(key) || isBound(key)) return anyValue;
  if (nodeClass?.boot?.nodeLabels?.includes(key) === true) return today.keep(key);
  // The user data of a node class that was not read may set the label.
  const isClassRead = nodeClass !== undefined || pool.provider !== null;
  return !isClassRead && today.listValues(key).length > 0 ? 'unknown' : today.foresee(key);
}

function isBound(key: string): boolean {
  const nothing = { zones: undefined, region: '', instanceTypes: undefined, os: undefined, arch: undefined };
  return findSystemDomain(key, nothing) === anyValue;
}

/** The values that all requirements for one label leave. */
function toDomain(requirements: readonly KarpenterRequirement[]): LabelDomain {
  let domain: LabelDomain = { values: 'any', orAbsent: false };
  for (const { operator, values } of requirements) domain = narrowed(domain, operator, values);
  return domain;
}

function narrowed(domain: LabelDomain, operator: string, values: readonly string[]): LabelDomain {
  const [bound = Number.NaN] = values.map(Number);
  if (operator === 'DoesNotExist') return { values: [], orAbsent: true };
  if (operator === 'In')
    return {
      ...domain,
      values: domain.values === 'any' ? values : domain.values.filter((one) => values.includes(one)),
    };
  if (operator === 'NotIn') {
    if (domain.values === 'any') return { ...domain, except: [...(domain.except ?? []), ...values] };
    return { ...domain, values: domain.values.filter((one) => !values.includes(one)) };
  }
  const limits: Readonly<Record<string, Pick<LabelDomain, 'above' | 'below'>>> = {
    Gt: { above: bound },
    Gte: { above: bound - 1 },
    Lt: { below: bound },
    Lte: { below: bound + 1 },
  };
  const limit = limits[operator];
  return limit === undefined || Number.isNaN(bound) ? domain : { ...domain, ...limit };
}
