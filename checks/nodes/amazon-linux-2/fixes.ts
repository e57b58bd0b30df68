import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { KnownImage } from '../../../src/for-checks/custom-images.ts';
import { isOfEksctl } from '../../../src/for-checks/eksctl-groups.ts';
import { behindGroupManager } from '../../../src/for-checks/managed-groups.ts';
import { besideClassManager } from '../../../src/for-checks/managed-pools.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { toEksTemplate } from '../../../src/for-checks/launch-template-commands.ts';
import { lookUpImages, findRefusal } from '../../../src/for-checks/image-variants.ts';
import { newerSystems } from '../../../src/for-checks/newer-systems.ts';
import { isAmazonLinux2Type } from '../../../src/for-checks/node-images.ts';
import { drainNode, replacedBy, updateNodegroup } from '../../../src/for-checks/node-replacement.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { listDifferences, newGroupFix, userData } from './new-group.ts';
import type { PoolImage } from './pools.ts';

export type Nodegroup = Facts['nodegroups'][number];
type Here = Pick<
  Context<'amazon-linux-2' | 'ami-variants' | 'managed-changes'>,
  'cluster' | 'current' | 'gone' | 'freeAddresses' | 'karpenter' | 'tables'
> & { own: Pick<OwnObjects, 'pools' | 'nodeClasses'>; templates: Facts['podTemplates'] | undefined };

/**
 * What runs Amazon Linux 2: a node group with such an AMI type, nodes that report it, or a pool or group whose image is
 * based on it.
 */
export interface Carrier {
  resource: Resource;
  computeType: NodeFact['computeType'];
  nodegroup: Nodegroup | undefined;
  /** For a pool without nodes on Amazon Linux 2: the image that its node class selects. */
  image?: PoolImage;
  /** The image of a group without nodes, if it has a custom AMI or is self-managed. */
  ami?: KnownImage;
  nodes: readonly NodeFact[];
}

/** True for a node group with an AMI type of Amazon Linux 2. */
export function isOfAmazonLinux2(group: Nodegroup | undefined): group is Nodegroup & { amiType: string } {
  return group !== undefined && isAmazonLinux2Type(group.amiType);
}

/** How to move to nodes with a newer operating system, with commands, and where the nodes are managed. */
export function leaveAmazonLinux2Fix(carrier: Carrier, here: Here): Advice {
  const { resource, nodegroup } = carrier;
  const { cluster, own, tables } = here;
  const fix = newSystemFix(carrier, here);
  if (nodegroup === undefined) return besideClassManager(fix, resource, { ...own, rows: tables['managed-changes'] });
  // The commands for a new group are already those of eksctl.
  const isNew = isOfAmazonLinux2(nodegroup);
  if (isNew && isOfEksctl(nodegroup) && resolveOwner({ tags: nodegroup.tags }).kind === 'eksctl') return fix;
  const change = isNew ? 'ami-type' : 'node-group-launch-template';
  return behindGroupManager(fix, resource, change, { cluster, nodegroups: [nodegroup], tables });
}

function newSystemFix(carrier: Carrier, here: Here): Advice {
  const { resource, computeType, nodegroup, nodes } = carrier;
  const node = nodes[0]?.name ?? resource.name;
  const drain = commands(drainNode(node));
  if (isOfAmazonLinux2(nodegroup)) return newGroupFix(nodegroup, nodes, here);
  if (computeType === 'managed') return customAmiFix(carrier, here);
  if (computeType === 'karpenter') return karpenterFix(carrier, here);
  if (computeType === 'hybrid') {
    return advice`Reinstall the machine with an operating system that EKS Hybrid Nodes supports and that gets updates
      (Amazon Linux 2023, Ubuntu, Red Hat Enterprise Linux), and join it again.\n${drain}`;
  }
  const systems = newerSystems(here.cluster);
  if (nodes.length === 0) {
    return advice`Create a launch template version with an ${systems} AMI and ${userData},
      and set it in the Auto Scaling group. ${listDifferences(here.cluster)}`;
  }
  const { current: to, tables } = here;
  const intro = advice`The AMI with Amazon Linux 2023`;
  const look = lookUpImages(nodes, to, { intro, region: here.cluster.region, tables, keepsSystem: false });
  const image = look === undefined ? advice`` : advice`\n${look}\nThen, for each node:`;
  return advice`Create a launch template version with an ${systems} AMI and ${userData},
    set it in the Auto Scaling group of the node, then replace the nodes one by one. ${listDifferences(here.cluster)}${image}\n${drain}`;
}

function customAmiFix({ resource, nodegroup, nodes }: Carrier, { cluster, tables }: Here): Advice {
  const template = toEksTemplate(nodegroup?.template?.template);
  return advice`The group has a custom AMI: build it from Amazon Linux 2023 or Bottlerocket, set it in a new version of
    the group's launch template with ${userData}, and update the group to that version.
    ${listDifferences(cluster)}${refusedTypes(nodes, advice`the launch template`, tables)}\n${updateNodegroup(cluster, resource.name, sh`--launch-template ${template}`)}`;
}

function karpenterFix(carrier: Carrier, here: Here): Advice {
  const { resource, nodes } = carrier;
  const [node] = nodes;
  const [today] = here.karpenter.versions;
  const look =
    resource.kind === 'Provisioner'
      ? sh`kubectl get provisioner ${resource.name} -o jsonpath='{.spec.providerRef}'`
      : sh`kubectl get nodepool ${resource.name} -o jsonpath='{.spec.template.spec.nodeClassRef}'`;
  const replace = node === undefined ? advice`` : advice` ${replacedBy(today)}`;
  const remove = node === undefined ? [] : [sh`kubectl delete node ${node.name}`];
  const refused = refusedTypes(nodes, advice`the requirements of the ${resource.kind}`, here.tables);
  return advice`${selectSuccessor(today, here)}${refused}${replace}\n${commands(look, ...remove)}`;
}

/** Says that Amazon Linux 2023 does not support instance types of the nodes, and where to exclude them. */
function refusedTypes(nodes: readonly NodeFact[], where: Advice, tables: Here['tables']): Advice {
  const types = nodes.flatMap(({ instanceType }) => instanceType ?? []);
  const reasons = new Set(types.flatMap((type) => findRefusal(type, 'AL2023', tables['ami-variants']) ?? []));
  return reasons.size === 0 ? advice`` : advice` ${formatList([...reasons])}: choose other types in ${where}.`;
}

/** The images to select in the pool's node class, depending on what the running Karpenter supports. */
function selectSuccessor(today: string | undefined, { cluster, tables }: Here): Advice {
  const differences = listDifferences(cluster);
  const successor = tables['amazon-linux-2'].find((row) => row.rowKind === 'successor');
  const first = successor?.rowKind === 'successor' ? successor.karpenter : '';
  const convert = advice`and convert its user data to a \`NodeConfig\``;
  if (today === undefined) {
    return advice`In the node class of the pool, set \`amiSelectorTerms\` to \`alias: al2023@latest\` (before Karpenter
      1.0: \`amiFamily: AL2023\`, which needs ${first} or newer), ${convert}. ${differences}`;
  }
  if (isBelow(today, first)) {
    return advice`Amazon Linux 2023 needs Karpenter ${first} or newer, but ${today} is running: update Karpenter first, then set
      \`amiFamily: AL2023\` in the node class of the pool, ${convert}. Or set \`amiFamily: Bottlerocket\` now, and convert
      the user data to TOML. ${differences}`;
  }
  const selection = isBelow(today, '1.0.0')
    ? advice`\`amiFamily: AL2023\``
    : advice`\`amiSelectorTerms\` to \`alias: al2023@latest\``;
  return advice`In the node class of the pool, set ${selection}, ${convert}. ${differences}`;
}
