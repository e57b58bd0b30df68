import type { Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { findNodegroupImage, hasCustomImage, type ImageSources } from '../../../src/for-checks/custom-images.ts';
import { byOwner, toPoolKind } from '../../../src/for-checks/node-owners.ts';
import { selectPools, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { selectManaged } from '../shared/group-nodes.ts';

type Nodegroup = Facts['nodegroups'][number];
type Family = 'AL2' | 'AL2023';

/** What runs EKS AMIs with Amazon Linux, or launches nodes from them. */
export interface Subject {
  resource: Resource;
  /** `pinned`: a node class whose alias names the release of new nodes. */
  by: 'nodegroup' | 'custom-image' | 'pinned' | 'pool-nodes' | 'nodes';
  family: Family;
  /** The date in the release's name; undefined: only the nodes show what they run. */
  release: string | undefined;
  minors: readonly Minor[];
  variants: ReadonlySet<'nvidia' | 'arm64'>;
  /** The launch template of a node group with a custom AMI, by id or name; omitted if it was not read. */
  template?: string;
  /** The nodes that run the AMI; empty for a pinned alias. */
  nodes: readonly NodeFact[];
}

/** Where to find subjects; `versions`: the Kubernetes versions for which a pinned alias selects AMIs. */
export interface Sources extends ImageSources {
  own: Pick<OwnObjects, 'pools' | 'nodeClasses' | 'isRead'>;
  versions: readonly Minor[];
}

/** Lists node groups with a known release, pinned aliases, and other nodes with Amazon Linux by their owner. */
export function listSubjects(sources: Sources): Subject[] {
  const { nodes, nodegroups, nodeImages, own } = sources;
  const groups = nodegroups.flatMap((nodegroup) => toGroupSubject(nodegroup, sources));
  const pinned = listPinned(sources);
  const unnamed = nodegroups.filter(({ name }) => !groups.some(({ resource }) => resource.name === name));
  // What was not read may name the release: then the nodes do not decide.
  const undecided = unnamed.filter((nodegroup) => nodeImages !== undefined || !hasCustomImage(nodegroup));
  const byNodes = new Set(undecided.map(({ name }) => name));
  const hasPools = own.isRead('NodePool', 'Provisioner', 'EC2NodeClass', 'AWSNodeTemplate');
  const rest = nodes.filter(({ computeType, group }) => {
    if (computeType === 'managed') return byNodes.has(group ?? '');
    return computeType === 'self-managed' || (computeType === 'karpenter' && hasPools);
  });
  return [...groups, ...pinned.map(({ subject }) => subject), ...listByNodes(rest, pinned)];
}

/** For a custom AMI, the name counts if Amazon owns it; undefined for other operating systems and unknown AMIs. */
function toGroupSubject(nodegroup: Nodegroup, sources: ImageSources): Subject[] {
  const { name, amiType, releaseVersion, version } = nodegroup;
  const resource = { kind: 'NodeGroup', name };
  const nodes = selectManaged(sources.nodes, name);
  if (hasCustomImage(nodegroup)) {
    const eks = findNodegroupImage(nodegroup, sources)?.eks;
    if (eks?.release == null || (eks.family !== 'AL2' && eks.family !== 'AL2023')) return [];
    const { family, release, kubernetes } = eks;
    const { template } = nodegroup.template ?? {};
    const named = template === undefined ? {} : { template };
    const variants = readVariants(eks.name);
    return [{ resource, by: 'custom-image', family, release, minors: [kubernetes], variants, ...named, nodes }];
  }
  const family = /^(AL2|AL2023)_/.exec(amiType ?? '')?.[1];
  const [, text = '', release] = /^(1\.\d+)\.\d+-(\d{8})$/.exec(releaseVersion ?? '') ?? [];
  const minor = parseMinor(text) ?? parseMinor(version ?? '');
  if ((family !== 'AL2' && family !== 'AL2023') || release === undefined || minor === undefined) return [];
  return [
    { resource, by: 'nodegroup', family, release, minors: [minor], variants: readVariants(amiType ?? ''), nodes },
  ];
}

/** The variants in an AMI type or the name of an EKS AMI: `AL2_x86_64_GPU`, `AL2023_ARM_64_NVIDIA`. */
function readVariants(text: string): Set<'nvidia' | 'arm64'> {
  return new Set([
    ...(/nvidia|gpu/i.test(text) ? (['nvidia'] as const) : []),
    ...(/arm_?64/i.test(text) ? (['arm64'] as const) : []),
  ]);
}

interface Pinned {
  subject: Subject;
  pools: readonly string[];
}

/** An alias selects the AMI of each variant that the nodes need: its nodes show which. */
function listPinned({ own, nodes, versions }: Sources): Pinned[] {
  return own.nodeClasses.flatMap((nodeClass): Pinned[] => {
    const [, alias, release] = /^(al2|al2023)@v(\d{8})$/.exec(nodeClass.alias ?? '') ?? [];
    const launching = own.pools.filter(({ terminating }) => !terminating);
    const pools = selectPools(nodeClass, launching).map(({ kind, name }) => `${kind}/${name}`);
    if (release === undefined || pools.length === 0) return [];
    const using = nodes.filter((node) => pools.includes(toPool(node)));
    const { kind, name } = nodeClass;
    const family = alias === 'al2' ? 'AL2' : 'AL2023';
    const variants = showVariants(using);
    return [
      {
        subject: { resource: { kind, name }, by: 'pinned', family, release, minors: versions, variants, nodes: [] },
        pools,
      },
    ];
  });
}

function toPool(node: NodeFact): string {
  return node.computeType === 'karpenter' ? `${toPoolKind(node)}/${node.group ?? ''}` : '';
}

function showVariants(nodes: readonly NodeFact[]): Set<'nvidia' | 'arm64'> {
  return new Set([
    ...(nodes.some(({ nvidiaGpus }) => nvidiaGpus > 0) ? (['nvidia'] as const) : []),
    ...(nodes.some(({ kernelVersion }) => kernelVersion.endsWith('.aarch64')) ? (['arm64'] as const) : []),
  ]);
}

function listByNodes(nodes: readonly NodeFact[], pinned: readonly Pinned[]): Subject[] {
  const known = new Set(pinned.flatMap(({ pools }) => pools));
  const rest = nodes.filter((node) => !known.has(toPool(node)));
  return byOwner(rest, [], ({ kernelVersion }) => readFamily(kernelVersion)).map((owner) => ({
    resource: owner.resource,
    by: owner.computeType === 'karpenter' ? 'pool-nodes' : 'nodes',
    family: owner.trait,
    release: undefined,
    minors: owner.nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []),
    variants: showVariants(owner.nodes),
    nodes: owner.nodes,
  }));
}

/** `6.12.94-123.180.amzn2023.x86_64` */
function readFamily(kernelVersion: string): Family | undefined {
  if (kernelVersion.includes('.amzn2023.')) return 'AL2023';
  return kernelVersion.includes('.amzn2.') ? 'AL2' : undefined;
}
