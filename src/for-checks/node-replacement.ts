import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Context } from '../check.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import { chained, continued, pieces, sh, type Command } from '../syntax/shell.ts';
import { format, isBelow, type Minor } from '../syntax/versions.ts';
import { toEksTemplate } from './launch-template-commands.ts';
import { lookUpImages, type ImageTables } from './image-variants.ts';
import { hasAmazonLinux2, isAmazonLinux2Type } from './node-images.ts';
import type { OwnedNodes } from './node-owners.ts';
import { behindVersionManager, type GroupManagers } from './managed-groups.ts';
import { findLastingSkew, isWithinSkew } from './skew.ts';
import { untilSuccessful } from './update-wait.ts';

type Fix = (owner: OwnedNodes, cluster: Facts['cluster'], to: Minor, tables: ImageTables) => Advice;

const fixes: { [Type in NodeFact['computeType']]: Fix } = {
  managed: managedFix,
  'self-managed': selfManagedFix,
  karpenter: karpenterFix,
  auto: () =>
    advice`EKS replaces Auto Mode nodes automatically. Find out what blocks it: a NodePool that is not ready, a disruption budget of \`nodes: "0"\`, the annotation \`karpenter.sh/do-not-disrupt\`, a PodDisruptionBudget that blocks evictions.`,
  fargate: fargateFix,
  hybrid: hybridFix,
  virtual: (_owner, _cluster, to) =>
    advice`Install a release of the virtual kubelet provider that supports ${format(to)}.`,
};

/**
 * How to replace nodes with ones of another version; depends on what manages them. What is different for an earlier
 * version: `replaceBeforeRollback`.
 */
export function replaceFix(owner: OwnedNodes, cluster: Facts['cluster'], to: Minor, tables: ImageTables): Advice {
  return fixes[owner.computeType](owner, cluster, to, tables);
}

/**
 * {@link replaceFix}, and when to apply it if there is a choice: the path has several updates, and the nodes can keep
 * their kubelet during the first one. Nodes are replaced now if no version of the path rejects their kubelet, or if the
 * first version that rejects it accepts kubelets of the current version. Otherwise, they are replaced once, before that
 * version, or at each step.
 * @param nodegroups show what manages the group of the nodes
 */
export function replaceInTime(
  owner: OwnedNodes,
  {
    cluster,
    current,
    target,
    versions,
    tables,
  }: Pick<
    Context<'skew' | 'amazon-linux-2' | 'ami-variants' | 'managed-changes'>,
    'cluster' | 'current' | 'target' | 'versions' | 'tables'
  >,
  nodegroups: GroupManagers['nodegroups'],
): Advice {
  const limit = findLastingSkew(tables.skew, owner.kubelet, { current, target, versions })?.at;
  const last = limit === undefined ? Math.max(...versions) : limit - 1;
  const isCurrentEnough = limit === undefined || isWithinSkew(tables.skew, current, limit);
  const to = isCurrentEnough ? current : last;
  const fix = behindVersionManager(replaceFix(owner, cluster, to, tables), owner, to, { cluster, nodegroups, tables });
  if (last <= current || versions.length <= 2 || owner.computeType === 'auto') return fix;
  const when = advice`when the control plane is at ${format(last)}`;
  const before = limit === undefined ? advice`` : advice`, before you update it to ${format(limit)}`;
  if (isCurrentEnough) return advice`Do this now. ${fix}`;
  return advice`Do this once, ${when}${before}, or at each step. ${fix}`;
}

/**
 * The remedy for all problems with the version or image of a group of nodes. A resource that is not such a group has no
 * remedy.
 */
export function buildReplaceRemedy({ kind, name }: OwnedNodes['resource']): { remedy?: string } {
  if (kind === 'NodeGroup') return { remedy: `update-nodegroup:${name}` };
  const isGroup = ['AutoScalingGroup', 'SelfManagedNodeGroup', 'NodePool', 'Provisioner'].includes(kind);
  return isGroup ? { remedy: `replace-nodes:${kind}/${name}` } : {};
}

/**
 * How nodes are replaced after a pool's node class selects other images.
 * @param today the running version of Karpenter; undefined: unknown
 */
export function replacedBy(today: string | undefined): Advice {
  const drift = today !== undefined && isBelow(today, '1.0.0') ? advice`Drift, if it is on,` : advice`Drift`;
  return advice`${drift} replaces the nodes; or delete them one at a time: Karpenter drains and replaces each of them.`;
}

/** The commands that update a managed node group with these options, wait for the update, and show the nodes' versions. */
export function updateNodegroup(cluster: Facts['cluster'], group: string, ...options: Command[]): Advice {
  const of = sh`--nodegroup-name ${group}`;
  const start = continued(
    sh`aws eks update-nodegroup-version --region ${cluster.region} --cluster-name ${cluster.name}`,
    pieces(of, ...options),
  );
  return commands(
    chained(untilSuccessful(cluster, start, of), sh`kubectl get nodes --selector eks.amazonaws.com/nodegroup=${group}`),
  );
}

type Versioned = Pick<Facts['nodegroups'][number], 'name' | 'amiType' | 'version'>;

/**
 * The option that keeps the Kubernetes version of a group: without it, EKS updates the group to the version of the control
 * plane. Empty for a custom AMI, with which EKS refuses it.
 * Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateNodegroupVersion.html
 */
export function keepVersion({ amiType, version }: Omit<Versioned, 'name'>): Command {
  return amiType === 'CUSTOM' || version === null ? sh`` : sh`--kubernetes-version ${version}`;
}

/** The commands of {@link updateNodegroup} for another version of the group's launch template. */
export function setGroupTemplate(cluster: Facts['cluster'], nodegroup: Versioned, template: string): Advice {
  return updateNodegroup(cluster, nodegroup.name, sh`--launch-template ${template}`, keepVersion(nodegroup));
}

export function drainNode(node: string): Command {
  return sh`kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data`;
}

/**
 * Source: UpdateNodegroupVersion, which rejects a Kubernetes version for a custom AMI, and a change of the operating
 * system.
 */
function managedFix(
  { resource, amiType, template }: OwnedNodes,
  cluster: Facts['cluster'],
  to: Minor,
  tables: ImageTables,
): Advice {
  const update = (option: Command): Advice => updateNodegroup(cluster, resource.name, option);
  if (amiType === 'CUSTOM') {
    return advice`The group has a custom AMI: build or choose an AMI for ${format(to)}, set it in a new version of the group's launch template, and update the group to that version (do not specify a Kubernetes version).\n${update(
      sh`--launch-template ${toEksTemplate(template?.template)}`,
    )}`;
  }
  if (isAmazonLinux2Type(amiType) && !hasAmazonLinux2(to, tables['amazon-linux-2'])) {
    return advice`EKS has no Amazon Linux 2 AMI for ${format(to)}: create a node group with an Amazon Linux 2023 or Bottlerocket AMI type, move the pods, then delete \`${resource.name}\` (the fix of nodes/amazon-linux-2 has the commands).`;
  }
  const custom =
    amiType === null
      ? advice`\nA group with a custom AMI needs a launch template version with an AMI for ${format(to)} instead.`
      : advice``;
  const command = update(sh`--kubernetes-version ${format(to)}`);
  return advice`Update the node group; EKS uses the newest AMI of its AMI type.\n${command}${custom}`;
}

function selfManagedFix({ nodes }: OwnedNodes, { region }: Facts['cluster'], to: Minor, tables: ImageTables): Advice {
  if (nodes.length === 0) {
    return advice`Set an AMI for ${format(to)} in a new version of the launch template, and set that version in the Auto Scaling group: it has no nodes to replace.`;
  }
  const replace = advice`Replace the node with one that has an AMI for ${format(to)}: create a new launch template version, then replace the nodes of its Auto Scaling group one by one (run \`kubectl drain\` before you terminate a node).`;
  const look = lookUpImages(nodes, to, { intro: advice`The EKS AMI`, region, tables });
  return look === undefined ? replace : advice`${replace} ${look}`;
}

function karpenterFix({ nodes }: OwnedNodes, _cluster: Facts['cluster'], to: Minor): Advice {
  return advice`Karpenter replaces the nodes through drift: an AMI alias \`@latest\` in the node class (before Karpenter 1.0: no AMI selection) follows the control plane automatically; if the node class selects AMIs by id, name or tag, change it to select an AMI for ${format(to)}. Or delete the nodes one at a time: Karpenter drains and replaces each of them.\n${commands(
    sh`kubectl delete node ${nodes[0]?.name ?? 'NODE'}`,
  )}`;
}

function fargateFix({ resource, nodes }: OwnedNodes): Advice {
  const { kind, name, namespace } = resource;
  const kubectl = namespace === undefined ? sh`kubectl` : sh`kubectl -n ${namespace}`;
  if (kind === 'Deployment' || kind === 'StatefulSet') {
    return advice`Redeploy the workload: a new Fargate pod gets the version of the control plane.\n${commands(
      sh`${kubectl} rollout restart ${`${kind.toLowerCase()}/${name}`}`,
    )}`;
  }
  if (kind === 'Pod') {
    return advice`Delete the pod and create it again (no controller does): a new Fargate pod gets the version of the control plane.\n${commands(sh`${kubectl} delete pod ${name}`)}`;
  }
  const act = namespace === undefined ? sh`kubectl get pods --all-namespaces` : sh`${kubectl} delete pods`;
  return advice`Delete the pod of each virtual node: its controller creates a new one, which gets the version of the control plane.\n${commands(sh`${act} --field-selector spec.nodeName=${nodes[0]?.name ?? name}`)}`;
}

/** nodeadm does not drain the node. Source: the user guide's page on upgrades of hybrid nodes. */
function hybridFix({ nodes, resource }: OwnedNodes, _cluster: Facts['cluster'], to: Minor): Advice {
  const node = nodes[0]?.name ?? resource.name;
  return advice`Replace the hybrid node, or upgrade it in place (it is unavailable in the meantime); its CNI must support ${format(to)} first.\n${commands(
    drainNode(node),
    sh`sudo nodeadm upgrade ${format(to)} -c file://nodeConfig.yaml   # on the node itself`,
    sh`kubectl uncordon ${node}`,
  )}`;
}
