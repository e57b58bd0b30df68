import type { Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { followedFamily } from '../../../src/karpenter/followed-images.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import type { Judged } from './node-verdicts.ts';
import { goodImage, parseFamily, type Image, type Refusal } from '../shared/runtime-images.ts';

/**
 * The minor version of the first EKS AMIs with an accepted runtime that nodes get by an update of their node group, or
 * as new nodes of their pool; undefined: none up to the version that rejects the current runtime. `unknown`: the node
 * group, or the pool and its node class, were not read.
 */
export type Cure = Minor | 'unknown' | undefined;

/** Karpenter's objects, as far as they were read. */
export type Pools = Pick<OwnObjects, 'pools' | 'nodeClasses' | 'isRead'>;

interface Here {
  current: Minor;
  images: readonly Image[];
  own: Pools;
}

/**
 * The cure by an update of the managed node group, or by new nodes of the Karpenter pool; always undefined for other
 * compute types.
 */
export function findCure(judged: Judged, row: Refusal, here: Here): Cure {
  if (judged.computeType === 'karpenter') return poolCure(judged, row, here);
  if (judged.computeType !== 'managed') return undefined;
  return judged.nodegroup === undefined ? 'unknown' : groupCure(judged, judged.nodegroup, row, here);
}

function groupCure(
  { nodes }: Judged,
  { amiType, version }: NonNullable<Judged['nodegroup']>,
  row: Refusal,
  { images }: Here,
): Cure {
  if (amiType === null || amiType === 'CUSTOM') return undefined;
  const kubelets = nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []);
  const kubelet = kubelets.length > 0 ? Math.min(...kubelets) : parseMinor(version ?? '');
  return kubelet === undefined ? undefined : inTime(parseFamily(amiType), row, kubelet, images);
}

function poolCure({ resource }: Judged, row: Refusal, { current, images, own }: Here): Cure {
  const pool = own.pools.find(({ kind, name }) => kind === resource.kind && name === resource.name);
  const isRead = own.isRead('NodePool', 'Provisioner', 'EC2NodeClass', 'AWSNodeTemplate');
  if (pool === undefined) return isRead ? undefined : 'unknown';
  if (!isRead && pool.provider === null && !hasItsClass(pool, own.nodeClasses)) return 'unknown';
  const family = setsRuntime(pool, row) ? undefined : followedFamily(pool, own.nodeClasses);
  return family === undefined ? undefined : inTime(family, row, current, images);
}

function hasItsClass({ nodeClass }: KarpenterPool, nodeClasses: readonly KarpenterNodeClass[]): boolean {
  return nodeClasses.some(({ kind, name }) => kind === nodeClass?.kind && name === nodeClass.name);
}

/**
 * True if a Provisioner sets the container runtime, and the row rejects Docker: without the field, nodes of 1.24 run
 * containerd.
 */
export function setsRuntime({ fields }: KarpenterPool, { runtime }: Refusal): boolean {
  return runtime === 'docker' && fields.includes('spec.kubeletConfiguration.containerRuntime');
}

function inTime(family: string, row: Refusal, kubelet: Minor, images: readonly Image[]): Cure {
  const good = goodImage(family, row, kubelet, images);
  return good !== undefined && good.kubernetes <= row.from ? good.kubernetes : undefined;
}

/**
 * Lowers a finding with a cure to a warning, in the phase after the update if the control plane must be updated first.
 * If the cure is unknown, lowers a failure to unknown.
 */
export function milder(finding: Finding, cure: Cure, current: Minor, computeType: Judged['computeType']): Finding {
  if (cure === undefined) return finding;
  if (cure === 'unknown') return finding.level === 'fail' ? unlessCured(finding, computeType) : finding;
  const { since, at, ...rest } = finding;
  const from = since ?? at;
  const when = { ...(from === undefined ? {} : { at: from }), ...(cure > current ? { phase: 'after' as const } : {}) };
  return { ...rest, level: 'warn', ...when };
}

function unlessCured(finding: Finding, computeType: Judged['computeType']): Finding {
  const what = computeType === 'karpenter' ? 'the AMI of new nodes' : "the group's own update";
  return { ...finding, level: 'unknown', message: `${finding.message}; unknown whether ${what} includes a newer one` };
}
