import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Evidence, Finding } from '../check.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import { continued, sh } from '../syntax/shell.ts';
import { parseMinor, type Minor } from '../syntax/versions.ts';
import { readEksImage, type EksImage } from './eks-images.ts';
import { behindGroupManager } from './managed-groups.ts';
import { untilSuccessful } from './update-wait.ts';
import { hidesSystem, runsAmazonLinux2 } from './node-images.ts';
import type { Tables } from '../tables/tables.ts';

type Nodegroup = Facts['nodegroups'][number];

/** The contents of a custom AMI. */
export interface KnownImage {
  /** The AMI's name if it is an EKS AMI that Amazon owns, otherwise its ID. */
  name: string;
  /** The kubelet's minor version. */
  kubernetes: Minor;
  /** Undefined if the node that runs it does not report its operating system. */
  isAmazonLinux2: boolean | undefined;
  /** From the name of an AMI that Amazon owns; undefined: `node` shows the contents. */
  eks: EksImage | undefined;
  /** A node that runs the AMI, if the name does not show the contents. */
  node: NodeFact | undefined;
}

/** What shows the contents of AMIs: the names of those that Amazon owns (undefined: not read), or their nodes. */
export interface ImageSources {
  nodes: readonly NodeFact[];
  nodegroups: readonly Nodegroup[];
  nodeImages: Facts['nodeImages'] | undefined;
}

/** True for a node group whose AMI type does not determine its AMI. */
export function hasCustomImage({ amiType }: Nodegroup): boolean {
  return amiType === 'CUSTOM' || amiType === null;
}

/** The custom AMI of a node group; undefined if it has none, or if the contents are unknown. */
export function findNodegroupImage(nodegroup: Nodegroup, sources: ImageSources): KnownImage | undefined {
  const { releaseVersion } = nodegroup;
  return hasCustomImage(nodegroup) && releaseVersion !== null ? findImage(releaseVersion, sources) : undefined;
}

/** The contents of an AMI, from its name if it is an EKS AMI of Amazon, otherwise from nodes of groups that use it. */
export function findImage(id: string, sources: ImageSources): KnownImage | undefined {
  const name = sources.nodeImages?.find((image) => image.id === id)?.name ?? '';
  return findImageByName(name) ?? findImageByNodes(id, sources);
}

/** The contents of an AMI that Amazon owns, from its name; undefined if it is not an EKS AMI. */
export function findImageByName(name: string): KnownImage | undefined {
  const eks = readEksImage(name);
  if (eks === undefined) return undefined;
  const { kubernetes, family } = eks;
  return { name, kubernetes, isAmazonLinux2: family === 'AL2', eks, node: undefined };
}

/**
 * The contents of an AMI, from nodes of the active node groups that use it: during an update of a group, its nodes may
 * still run the previous AMI. Undefined if no such node exists, or if the nodes differ.
 */
function findImageByNodes(id: string, { nodes, nodegroups }: ImageSources): KnownImage | undefined {
  const users = nodegroups.filter((one) => {
    return hasCustomImage(one) && one.releaseVersion === id && one.status === 'ACTIVE';
  });
  const names = new Set(users.map(({ name }) => name));
  const own = nodes.filter(({ computeType, group }) => computeType === 'managed' && names.has(group ?? ''));
  const [node] = own;
  const kubernetes = node === undefined ? undefined : parseMinor(node.kubeletVersion);
  if (node === undefined || kubernetes === undefined || new Set(own.map(buildContentKey)).size > 1) return undefined;
  const isAmazonLinux2 = hidesSystem(node) ? undefined : runsAmazonLinux2(node);
  return { name: id, kubernetes, isAmazonLinux2, eks: undefined, node };
}

function buildContentKey({ kubeletVersion, osImage, kernelVersion, containerRuntimeVersion }: NodeFact): string {
  return [kubeletVersion, osImage, kernelVersion, containerRuntimeVersion].join('\n');
}

/** Evidence for the contents: the name of the AMI, or what a node that runs it reports. */
export function imageEvidence(
  { name, node }: KnownImage,
  named: 'nodeImages' | 'emptyAutoScalingGroups',
  required: string,
  observedOn: (node: NodeFact) => string,
): Evidence[] {
  if (node === undefined) return [{ observed: name, required, fact: named }];
  return [
    { observed: observedOn(node), required, fact: 'nodes', resource: `Node ${node.name}, which runs AMI ${name}` },
  ];
}

/**
 * The finding that all checks share for a node group without nodes whose AMI is unknown. Its fix describes how to find
 * out what the AMI contains.
 */
export function unknownImage(
  nodegroup: Nodegroup,
  here: { cluster: Facts['cluster']; tables: Pick<Tables, 'managed-changes'> },
): Pick<Finding<'unknown'>, 'level' | 'message' | 'remedy' | 'fix'> {
  const { name, releaseVersion } = nodegroup;
  const image = releaseVersion?.startsWith('ami-') === true ? releaseVersion : undefined;
  const what = image === undefined ? 'EKS does not report its AMI' : `AMI ${image} is not an EKS AMI that Amazon owns`;
  return {
    level: 'unknown',
    message: `${what}, and no node shows its operating system, kubelet and container runtime`,
    remedy: `show-image:${image ?? `NodeGroup/${name}`}`,
    fix: advice`${launchNode(nodegroup, here)}\nIf the group stays
      without nodes,
      ${lookUp(image, here.cluster.region)}`,
  };
}

function launchNode(nodegroup: Nodegroup, { cluster, tables }: Parameters<typeof unknownImage>[1]): Advice {
  const { name } = nodegroup;
  const of = sh`--nodegroup-name ${name}`;
  const start = continued(
    sh`aws eks update-nodegroup-config --region ${cluster.region} --cluster-name ${cluster.name}`,
    sh`${of} --scaling-config ${oneNode(nodegroup)}`,
  );
  const fix = advice`Launch a node in the group, scan while it is Ready, then restore the old size: the node shows what is in
      the AMI. A node of another node group with the same AMI shows it, too.\n${commands(untilSuccessful(cluster, start, of))}`;
  const managers = { cluster, nodegroups: [nodegroup], tables };
  return behindGroupManager(fix, { kind: 'NodeGroup', name }, 'node-group-size', managers, { nodegroup: name });
}

function oneNode({ minSize, maxSize }: Nodegroup): string {
  const sizes = Object.entries({ minSize, maxSize, desiredSize: Math.max(1, minSize ?? 1) });
  return sizes.flatMap(([key, size]) => (size === null ? [] : [`${key}=${size}`])).join(',');
}

function lookUp(image: string | undefined, region: string): Advice {
  const accept = sh`eks-preflight accept`;
  if (image === undefined) return advice`read its launch template, and accept the findings (${accept}).`;
  return advice`look up what the AMI was built from, and accept the findings (${accept}).\n${commands(
    continued(
      sh`aws ec2 describe-images --region ${region} --image-ids ${image}`,
      sh`--query ${'Images[].[Name,Description,SourceImageId]'}`,
    ),
  )}`;
}
