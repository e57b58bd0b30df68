import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { format, isBelow, parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { lookUpImages, readSystem, type ImageTables } from '../../../src/for-checks/image-variants.ts';
import { isAmazonLinux2 } from '../../../src/for-checks/node-images.ts';
import { behindGroupManager } from '../../../src/for-checks/managed-groups.ts';
import { besideClassManager } from '../../../src/for-checks/managed-pools.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { toEksTemplate } from '../../../src/for-checks/launch-template-commands.ts';
import { drainNode, keepVersion, replacedBy, updateNodegroup } from '../../../src/for-checks/node-replacement.ts';
import { setsRuntime, type Cure, type Pools } from './cures.ts';
import { goodImage, parseFamily, type Image, type Refusal } from '../shared/runtime-images.ts';

/** Nodes whose runtime a row of the table rejects. Without nodes: a node group that is scaled to zero. */
export interface Refused {
  row: Refusal;
  resource: Resource;
  computeType: NodeFact['computeType'];
  nodes: readonly NodeFact[];
  nodegroup: Facts['nodegroups'][number] | undefined;
  cure: Cure;
}

/** The required runtime: `containerd 2.0.0 or later`. */
export function formatRequirement({ below }: Refusal): string {
  return below === null ? 'containerd' : `containerd ${below} or later`;
}

/** The cluster with its Kubernetes and Karpenter versions, the runtimes of EKS AMIs, and Karpenter's objects. */
export interface Here extends Pick<Context, 'cluster' | 'current' | 'karpenter'> {
  images: readonly Image[];
  own: Pools;
  tables: ImageTables & Pick<Tables, 'managed-changes'>;
}

/** How to replace the runtime of these nodes, and where they are managed; depends on what manages them. */
export function newRuntimeFix(refused: Refused, here: Here): Advice {
  const { computeType, nodegroup, resource, cure } = refused;
  const { cluster, own, tables } = here;
  const fix = otherRuntimeFix(refused, here);
  if (computeType === 'karpenter' && typeof cure !== 'number')
    return besideClassManager(fix, resource, { ...own, rows: tables['managed-changes'] });
  if (computeType !== 'managed' || nodegroup === undefined) return fix;
  const change = nodegroup.amiType === 'CUSTOM' ? 'node-group-launch-template' : 'node-group-version';
  return behindGroupManager(fix, resource, change, { cluster, nodegroups: [nodegroup], tables });
}

function otherRuntimeFix(refused: Refused, here: Here): Advice {
  const node = refused.nodes[0]?.name ?? refused.resource.name;
  switch (refused.computeType) {
    case 'managed':
      return managedFix(refused, here);
    case 'karpenter':
      return karpenterFix(refused, node, here);
    case 'hybrid':
      return advice`Update containerd on the machine to ${formatRequirement(refused.row)}, with the package that it was
        installed from (of the distribution or of Docker).\n${commands(
          drainNode(node),
          sh`sudo systemctl restart containerd kubelet   # on the node itself, once its package is updated`,
          sh`kubectl uncordon ${node}`,
        )}`;
    default:
      return selfManagedFix(refused, here);
  }
}

function managedFix(refused: Refused, { cluster, current, images }: Here): Advice {
  const { row, resource, nodegroup } = refused;
  const needed = formatRequirement(row);
  const update = (...options: readonly Command[]): Advice => updateNodegroup(cluster, resource.name, ...options);
  if (nodegroup?.amiType === 'CUSTOM') {
    return advice`Build or choose an AMI with ${needed}, set it in a new version of the group's launch template, and
      update the group to that version.\n${update(sh`--launch-template ${toEksTemplate(nodegroup.template?.template)}`)}`;
  }
  const family = parseFamily(nodegroup?.amiType ?? '');
  const kubelet = findOldestKubelet(refused);
  const good = kubelet === undefined ? undefined : goodImage(family, row, kubelet, images);
  if (good !== undefined && good.kubernetes === kubelet) {
    const since = good.release === null ? '' : `, from release ${good.release} on`;
    return advice`Update the group to the newest AMI of its own version: the AMIs for ${format(kubelet)} include
      ${needed}${since}.\n${update(sh`--kubernetes-version ${format(kubelet)}`)}`;
  }
  if (good !== undefined) {
    const wait = good.kubernetes > current ? advice` once the control plane is there` : advice``;
    return advice`The AMIs of its AMI type include ${needed} from ${format(good.kubernetes)} on: update the group to that
      version${wait}.\n${update(sh`--kubernetes-version ${format(good.kubernetes)}`)}`;
  }
  if (family === 'AL2') {
    return advice`No Amazon Linux 2 AMI includes ${needed}: create a node group with an Amazon Linux 2023 or Bottlerocket
      AMI type, move the pods, then delete \`${resource.name}\` (the fix of nodes/amazon-linux-2 has the commands).`;
  }
  return advice`Update the group to an AMI with ${needed}; the AMI version lists in the EKS user guide show the runtime
    of each AMI.\n${nodegroup === undefined ? update() : update(keepVersion(nodegroup))}`;
}

function karpenterFix(refused: Refused, node: string, here: Here): Advice {
  const { row, cure } = refused;
  const [today] = here.karpenter.versions;
  const replace = advice`${replacedBy(today)}\n${commands(sh`kubectl delete node ${node}`)}`;
  if (typeof cure !== 'number') return advice`${selectImages(refused, today, here)} ${replace}`;
  const wait = cure > here.current ? advice` Update the control plane to ${format(cure)} first.` : advice``;
  return advice`The node class needs no change: it selects the newest AMI for the version of the control plane, and those for
    ${format(cure)} include ${formatRequirement(row)}.${wait} ${replace}`;
}

/** How to select an image in the node class; before 1.0, node classes have no alias. */
function selectImages(refused: Refused, today: string | undefined, { images, own }: Here): Advice {
  const { row, resource } = refused;
  const pool = own.pools.find(({ kind, name }) => kind === resource.kind && name === resource.name);
  if (pool !== undefined && setsRuntime(pool, row)) {
    return advice`Remove \`spec.kubeletConfiguration.containerRuntime\` from the ${pool.kind}, so that new nodes run containerd.`;
  }
  const change = advice`Change the node class to select an AMI with ${formatRequirement(row)}`;
  if (today !== undefined && isBelow(today, '1.0.0')) {
    return advice`${change}: without an AMI selector, Karpenter selects the newest EKS AMI of \`amiFamily\` for the version of the control plane.`;
  }
  const kubelet = findOldestKubelet(refused);
  const good = kubelet === undefined ? undefined : goodImage('AL2023', row, kubelet, images);
  const pinned =
    good === undefined || good.release === null || good.kubernetes !== kubelet
      ? advice``
      : advice` (for Amazon Linux 2023 and ${format(kubelet)}: \`al2023@v${good.release}\` or later)`;
  return advice`${change}${pinned}: an alias \`@latest\` follows the control plane version automatically.`;
}

function selfManagedFix(refused: Refused, { cluster, current, images, tables }: Here): Advice {
  const { row, nodes } = refused;
  const replace = advice`Replace the node with one that has ${formatRequirement(row)}: create a new launch template version,
    then replace the nodes of its Auto Scaling group one by one (run \`kubectl drain\` before you terminate a node).`;
  const osImage = nodes[0]?.osImage ?? '';
  const kubelet = findOldestKubelet(refused);
  if (kubelet === undefined) return replace;
  const good = goodImage(readSystem(osImage) ?? '', row, kubelet, images);
  const successor = good === undefined && isAmazonLinux2(osImage) ? goodImage('AL2023', row, kubelet, images) : good;
  const to = successor?.kubernetes ?? kubelet;
  const wait = to > current ? advice`, once the control plane is there` : advice``;
  const intro = advice`The newest EKS AMI for ${format(to)}${wait}`;
  const look = lookUpImages(nodes, to, { intro, region: cluster.region, tables, keepsSystem: good !== undefined });
  return look === undefined ? replace : advice`${replace} ${look}`;
}

/** The oldest kubelet of the nodes; for a group without nodes, the group's version. */
function findOldestKubelet({ nodes, nodegroup }: Refused): Minor | undefined {
  const minors = nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []);
  if (minors.length > 0) return Math.min(...minors);
  return nodegroup === undefined || nodegroup.version === null ? undefined : parseMinor(nodegroup.version);
}
