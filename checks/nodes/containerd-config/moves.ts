import type { Resource } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { findNodegroupImage, hasCustomImage, type ImageSources } from '../../../src/for-checks/custom-images.ts';
import { byOwner, emptyNodegroupResource, emptyNodegroups } from '../../../src/for-checks/node-owners.ts';
import { isBelow, parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { findImage, goodImage, type Image, type Refusal, type Row } from '../shared/runtime-images.ts';

/** Nodes with containerd 1 whose next update brings containerd 2, with the version of Kubernetes that does. */
export interface Move {
  resource: Resource;
  /** The names of its nodes with containerd 1; empty for a node group without nodes. */
  nodes: readonly string[];
  at: Minor;
  /** Some of its nodes have NVIDIA GPUs, by what they report, their instance type or the AMI type. */
  hasGpus: boolean;
}

/** AWS maintains these nodes, or they run no containers. */
const kept: ReadonlySet<NodeFact['computeType']> = new Set(['fargate', 'auto', 'virtual']);

const FAMILY = 'AL2023';
const TWO = '2.0.0';

/**
 * Who leaves containerd 1 on the path: nodes of Amazon Linux 2023, by the newest EKS AMI of a version, and all others
 * where EKS requires containerd 2. Bottlerocket and Windows are left out: their configuration is not written by pods.
 */
export function listMoves(sources: ImageSources, rows: readonly Row[], versions: readonly Minor[]): Move[] {
  const refusal = rows.find((row): row is Refusal => row.rowKind === 'refused' && row.below === TWO);
  if (refusal === undefined) return [];
  const images = rows.flatMap((row) => (row.rowKind === 'image' ? [row] : []));
  const planned = versions.length > 1 ? versions.slice(1) : versions;
  const eks = sources.nodegroups.filter((nodegroup) => !hasCustomImage(nodegroup));
  const groups = new Set(eks.map(({ name }) => name));
  const arrives = (isEks: boolean): Minor | undefined =>
    planned.find((minor) => minor >= refusal.from || (isEks && hasTwo(refusal, minor, images)));
  const owners = byOwner(sources.nodes, [], (node) => readTrait(node, groups));
  return [
    ...owners.map(({ resource, trait, nodes }) => ({
      resource,
      nodes: nodes.map(({ name }) => name),
      at: arrives(trait === FAMILY),
      hasGpus: nodes.some(({ nvidiaGpus, instanceType }) => nvidiaGpus > 0 || /^[gp]\d/.test(instanceType ?? '')),
    })),
    ...listEmpty(sources, images).map(({ name, amiType }) => ({
      resource: emptyNodegroupResource(name),
      nodes: [],
      at: arrives(true),
      hasGpus: /NVIDIA|GPU/.test(amiType ?? ''),
    })),
  ].flatMap(({ at, ...move }) => (at === undefined ? [] : [{ ...move, at }]));
}

/** The family of a node with containerd 1, `other` if no EKS AMI decides or its node group was not read; undefined for nodes that are not judged. */
function readTrait(node: NodeFact, eksGroups: ReadonlySet<string>): string | undefined {
  const { computeType, containerRuntimeVersion, osImage, group } = node;
  if (kept.has(computeType) || !containerRuntimeVersion.startsWith('containerd://1.')) return undefined;
  if (/^(?:Bottlerocket|Windows)/.test(osImage)) return undefined;
  const isOwn = computeType === 'hybrid' || (computeType === 'managed' && !eksGroups.has(group ?? ''));
  return !isOwn && osImage.startsWith('Amazon Linux 2023') ? FAMILY : 'other';
}

function hasTwo(refusal: Refusal, minor: Minor, images: readonly Image[]): boolean {
  return goodImage(FAMILY, refusal, minor, images)?.kubernetes === minor;
}

/** Node groups without nodes whose release of the EKS AMI has containerd 1. */
function listEmpty(sources: ImageSources, images: readonly Image[]): ImageSources['nodegroups'][number][] {
  return emptyNodegroups(sources.nodes, sources.nodegroups).filter((nodegroup) => {
    const { amiType, version } = nodegroup;
    const kubelet = parseMinor(version ?? '');
    if (amiType?.startsWith(FAMILY) !== true || kubelet === undefined) return false;
    const image = findImage(nodegroup, findNodegroupImage(nodegroup, sources)?.eks, kubelet, images);
    return image?.version != null && isBelow(image.version, TWO);
  });
}
