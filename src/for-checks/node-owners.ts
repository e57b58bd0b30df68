import { advice } from '../syntax/advice.ts';
import type { Context, Evidence, Finding, Resource } from '../check.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import type { NamedTemplate } from './named-templates.ts';
import { grouped } from '../syntax/grouped.ts';
import { format, parseMinor, type Minor } from '../syntax/versions.ts';
import {
  hasCustomImage,
  imageEvidence,
  findNodegroupImage,
  unknownImage,
  type ImageSources,
  type KnownImage,
} from './custom-images.ts';

/** Nodes of one owner with the same kubelet minor version: one action replaces them. */
export interface OwnedNodes {
  computeType: NodeFact['computeType'];
  resource: Resource;
  kubelet: Minor;
  /** EKS's AMI type of a managed node group; null if it has none, or for other owners. */
  amiType: string | null;
  /** The launch template of a managed node group; omitted if it has none or it was not read. */
  template?: NamedTemplate;
  /** Empty for a group that is scaled to zero: the version of its image, or else of the group, counts. */
  nodes: readonly NodeFact[];
  /** For a group that is scaled to zero, with a custom AMI or self-managed: the image that shows the version. */
  image?: KnownImage;
}

/** Nodes of one owner, or a node group that is scaled to zero, whose version cannot be read. */
export interface Unreadable {
  resource: Resource;
  version: string;
  nodes: readonly NodeFact[];
  /** A node group without nodes and with an unknown custom AMI. */
  nodegroup?: Facts['nodegroups'][number];
}

/**
 * Groups nodes by what replaces them: a node group, a NodePool or Provisioner, the workloads of a Fargate node, or else
 * the node itself. Adds managed node groups without nodes, with the version of their custom AMI, or else the one that
 * EKS reports. Omits virtual kubelets ({@link virtualKubelets}).
 */
export function groupNodesByOwner(
  nodes: Facts['nodes'],
  nodegroups: Facts['nodegroups'],
  fargateWorkloads: Facts['fargateWorkloads'],
  nodeImages?: Facts['nodeImages'],
): { owned: OwnedNodes[]; unreadable: Unreadable[] } {
  const byName = new Map(nodegroups.map((nodegroup) => [nodegroup.name, nodegroup]));
  const real = nodes.filter(({ computeType }) => computeType !== 'virtual');
  const groups = byOwner(real, fargateWorkloads, ({ kubeletVersion }) => parseMinor(kubeletVersion));
  const owned = groups.map(({ computeType, resource, trait, nodes: own }) => {
    const nodegroup = computeType === 'managed' ? byName.get(resource.name) : undefined;
    const amiType = nodegroup?.amiType ?? null;
    return { computeType, resource, kubelet: trait, amiType, ...toTemplateField(nodegroup), nodes: own };
  });
  const unparsed = byOwner(real, fargateWorkloads, ({ kubeletVersion }) =>
    parseMinor(kubeletVersion) === undefined ? kubeletVersion : undefined,
  );
  const unreadable = unparsed.map(({ resource, trait: version, nodes: own }) => ({ resource, version, nodes: own }));
  const atZero = nodegroupsAtZero({ nodes, nodegroups, nodeImages });
  return { owned: [...owned, ...atZero.owned], unreadable: [...unreadable, ...atZero.unreadable] };
}

function toTemplateField(nodegroup: Facts['nodegroups'][number] | undefined): Pick<OwnedNodes, 'template'> {
  return nodegroup?.template === undefined ? {} : { template: nodegroup.template };
}

/**
 * The nodes that are virtual kubelets. They run no kubelet, so the version that they report is not a kubelet version.
 */
export function virtualKubelets(nodes: readonly NodeFact[]): NodeFact[] {
  return nodes.filter(({ computeType }) => computeType === 'virtual');
}

/** Nodes with the same owner and the same trait. */
export interface Alike<Trait> {
  resource: Resource;
  computeType: NodeFact['computeType'];
  trait: Trait;
  nodes: readonly [NodeFact, ...NodeFact[]];
}

/**
 * Groups nodes by owner and trait, in the order of their first occurrence.
 * @param traitOf returns the trait of a node, or undefined to omit the node
 * @param keyOf returns the key that identifies a trait
 */
export function byOwner<Trait>(
  nodes: readonly NodeFact[],
  fargateWorkloads: Facts['fargateWorkloads'],
  traitOf: (node: NodeFact) => Trait | undefined,
  keyOf: (trait: Trait) => string = String,
): Alike<Trait>[] {
  const owned = nodes.flatMap((node) => {
    const trait = traitOf(node);
    if (trait === undefined) return [];
    return listOwnerResources(node, fargateWorkloads).map((resource) => ({ node, resource, trait }));
  });
  const groups = grouped(owned, ({ resource: { kind, namespace, name }, trait }) =>
    [kind, namespace, name, keyOf(trait)].join('\n'),
  );
  return [...groups.values()].map(([first, ...others]) => ({
    resource: first.resource,
    computeType: first.node.computeType,
    trait: first.trait,
    nodes: [first.node, ...others.map(({ node }) => node)],
  }));
}

/** The kind of pool that a Karpenter node belongs to. */
export function toPoolKind({ ofProvisioner }: Pick<NodeFact, 'ofProvisioner'>): 'NodePool' | 'Provisioner' {
  return ofProvisioner === true ? 'Provisioner' : 'NodePool';
}

/**
 * What replaces a node: its node group, its pool, or the workloads of a Fargate node. A node without a group label
 * is its own owner: a hybrid node, or a node of an Auto Scaling group that eksctl did not create.
 */
function listOwnerResources(node: NodeFact, fargateWorkloads: Facts['fargateWorkloads']): Resource[] {
  const { name, computeType, group } = node;
  if (computeType === 'managed' && group !== null) return [{ kind: 'NodeGroup', name: group }];
  if (computeType === 'karpenter' && group !== null) return [{ kind: toPoolKind(node), name: group }];
  if (computeType === 'auto' && group !== null) return [{ kind: 'NodePool', name: group, note: 'EKS Auto Mode' }];
  if (computeType === 'self-managed' && group !== null) return [{ kind: 'SelfManagedNodeGroup', name: group }];
  const workloads = fargateWorkloads.filter((workload) => workload.nodes.includes(name));
  if (computeType === 'fargate' && workloads.length > 0) {
    return workloads.map((one) => ({ kind: one.kind, namespace: one.namespace, name: one.name, note: 'on Fargate' }));
  }
  return [{ kind: 'Node', name }];
}

/** The managed node groups without any of these nodes. */
export function emptyNodegroups(
  nodes: readonly NodeFact[],
  nodegroups: readonly Facts['nodegroups'][number][],
): Facts['nodegroups'][number][] {
  const populated = new Set(nodes.flatMap(({ computeType, group }) => (computeType === 'managed' ? [group] : [])));
  return nodegroups.filter(({ name }) => !populated.has(name));
}

/** A node group that is scaled to zero, as a resource of a finding. */
export function emptyNodegroupResource(name: string): Resource {
  return { kind: 'NodeGroup', name, note: 'no nodes' };
}

function nodegroupsAtZero(sources: ImageSources) {
  const owned: OwnedNodes[] = [];
  const unreadable: Unreadable[] = [];
  for (const nodegroup of emptyNodegroups(sources.nodes, sources.nodegroups)) {
    const resource = emptyNodegroupResource(nodegroup.name);
    const launched = toLaunched(nodegroup, resource, sources);
    if (launched === undefined) {
      const unknown = { resource, version: nodegroup.version ?? 'not reported by EKS', nodes: [] };
      unreadable.push(hasCustomImage(nodegroup) ? { ...unknown, nodegroup } : unknown);
    } else owned.push(launched);
  }
  return { owned, unreadable };
}

/**
 * What a managed node group launches: the version of its custom AMI, or else the one that EKS reports. Undefined if
 * neither can be read.
 */
export function toLaunched(
  nodegroup: Facts['nodegroups'][number],
  resource: Resource,
  sources: ImageSources,
): OwnedNodes | undefined {
  const { version, amiType } = nodegroup;
  const image = findNodegroupImage(nodegroup, sources);
  const kubelet = image?.kubernetes ?? (version === null ? undefined : parseMinor(version));
  if (kubelet === undefined) return undefined;
  const imageField = image === undefined ? {} : { image };
  return {
    computeType: 'managed',
    resource,
    kubelet,
    amiType,
    ...toTemplateField(nodegroup),
    nodes: [],
    ...imageField,
  };
}

/**
 * Findings for nodes and node groups whose version cannot be read.
 * @param nodeImages undefined: not read; the finding that reports this also covers groups with a custom AMI
 */
export function* unreadableFindings(
  unreadable: readonly Unreadable[],
  { current, ...here }: Pick<Context<'managed-changes'>, 'cluster' | 'current' | 'tables'>,
  nodeImages: Facts['nodeImages'] | undefined,
): Generator<Finding<'unknown'>> {
  for (const owner of unreadable) {
    const { resource, nodegroup } = owner;
    if (nodegroup === undefined) yield unreadableFinding(owner, current);
    else if (nodeImages !== undefined) yield { resource, ...unknownImage(nodegroup, here) };
  }
}

function unreadableFinding({ resource, version, nodes }: Unreadable, current: Minor): Finding<'unknown'> {
  const source = nodes.length === 0 ? "the AMI in the group's launch template" : "the node's AMI";
  return {
    level: 'unknown',
    resource,
    message: `cannot read the kubelet version: ${version}`,
    ...(resource.kind === 'Node' || nodes.length === 0
      ? {}
      : { evidence: nodeEvidence(nodes, resource, format(current), ({ kubeletVersion }) => kubeletVersion) }),
    fix: advice`Find the Kubernetes version that ${source} was built for, and compare it with the control plane (${format(current)}).`,
  };
}

/** Evidence of kubelet versions: of each node, or of a node group without nodes. */
export function kubeletEvidence(owner: OwnedNodes, required: string): Evidence[] {
  const { computeType, nodes, resource, kubelet, image } = owner;
  const named = computeType === 'managed' ? 'nodeImages' : 'emptyAutoScalingGroups';
  if (image !== undefined) return imageEvidence(image, named, required, (node) => node.kubeletVersion);
  if (nodes.length === 0) return [{ observed: format(kubelet), required, fact: 'nodegroups' }];
  return nodeEvidence(nodes, resource, required, ({ kubeletVersion }) => kubeletVersion);
}

/** Evidence for each node; names the node unless it is the finding's own resource. */
export function nodeEvidence(
  nodes: readonly NodeFact[],
  resource: Resource,
  required: string,
  observedOn: (node: NodeFact) => string,
): Evidence[] {
  return nodes.map((node) => ({
    observed: observedOn(node),
    required,
    fact: 'nodes',
    ...(resource.kind === 'Node' ? {} : { resource: `Node ${node.name}` }),
  }));
}
