import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import type { Context, Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { leftOut } from '../../../src/subjects/left-out.ts';
import { isAmazonLinux2Type } from '../../../src/subjects/node-images.ts';
import { drainNode, updateNodegroup } from '../../../src/subjects/node-replacement.ts';
import { continued, sh, type Command } from '../../../src/languages/shell.ts';

type Cluster = Facts['cluster'];
export type Nodegroup = Facts['nodegroups'][number];
type Here = Pick<Context, 'cluster' | 'gone'>;

/** What runs Amazon Linux 2 today: a node group of such an AMI type, or nodes that say so themselves. */
export interface Carrier {
  resource: Resource;
  computeType: NodeFact['computeType'];
  nodegroup: Nodegroup | undefined;
  nodes: readonly NodeFact[];
}

const differences = advice`Amazon Linux 2023 has cgroup v2 (old JVMs misread their memory), takes its settings as
  \`NodeConfig\` instead of arguments to \`bootstrap.sh\`, and keeps pods from the instance metadata (hop limit 1).`;

/** True for a node group whose AMI type is one of Amazon Linux 2. */
export function isOfAmazonLinux2(group: Nodegroup | undefined): group is Nodegroup & { amiType: string } {
  return group !== undefined && isAmazonLinux2Type(group.amiType);
}

/** How these nodes are replaced by ones with a newer operating system, filled in. */
export function leaveAmazonLinux2Fix(carrier: Carrier, here: Here): Advice {
  const { resource, computeType, nodegroup, nodes } = carrier;
  const node = nodes[0]?.name ?? resource.name;
  const drain = commands(drainNode(node));
  if (isOfAmazonLinux2(nodegroup)) return newGroupFix(nodegroup, nodegroup.amiType, here);
  if (computeType === 'managed') return customAmiFix(resource.name, here.cluster);
  if (computeType === 'karpenter') return karpenterFix(resource.name, node);
  if (computeType === 'hybrid') {
    return advice`Install the machine anew with an operating system that EKS Hybrid Nodes supports and that gets updates
      (Amazon Linux 2023, Ubuntu, Red Hat Enterprise Linux), and join it again.\n${drain}`;
  }
  return advice`Give the node's Auto Scaling group a launch template version with an AMI of Amazon Linux 2023 or
    Bottlerocket and user data for it, then replace its nodes one by one. ${differences}\n${drain}`;
}

/** EKS takes no new AMI type for a group that exists. */
function newGroupFix(nodegroup: Nodegroup, amiType: string, { cluster, gone }: Here): Advice {
  const { name: old, launchTemplate, subnetIds } = nodegroup;
  const { region, name } = cluster;
  const group = (groupName: string): Command =>
    sh`--region ${region} --cluster-name ${name} --nodegroup-name ${groupName}`;
  const template = launchTemplate
    ? advice` Its launch template needs a version with user data for Amazon Linux 2023 (a \`NodeConfig\`, no
      \`bootstrap.sh\`).`
    : advice``;
  const left = leftOut(subnetIds.filter((id) => gone.has(id)));
  return advice`EKS does not change the AMI type of a group: create one with Amazon Linux 2023 (labels and taints as
    \`${old}\` has them), move the pods, delete \`${old}\`.${template}${left} ${differences}\n${commands(
      continued(sh`aws eks create-nodegroup ${group(`${old}-al2023`)}`, ...createOptions(nodegroup, amiType, gone)),
      sh`aws eks wait nodegroup-active ${group(`${old}-al2023`)}`,
      sh`kubectl drain -l eks.amazonaws.com/nodegroup=${old} --ignore-daemonsets --delete-emptydir-data`,
      sh`aws eks delete-nodegroup ${group(old)}`,
    )}`;
}

function createOptions(nodegroup: Nodegroup, amiType: string, gone: Here['gone']): Command[] {
  const { minSize, maxSize, desiredSize, nodeRole, instanceTypes, capacityType } = nodegroup;
  const subnetIds = nodegroup.subnetIds.filter((id) => !gone.has(id));
  const size = [
    minSize === null ? [] : [`minSize=${minSize}`],
    maxSize === null ? [] : [`maxSize=${maxSize}`],
    desiredSize === null ? [] : [`desiredSize=${desiredSize}`],
  ].flat();
  return [
    sh`--ami-type ${successorOf(amiType, instanceTypes)} --node-role ${nodeRole ?? 'NODE_ROLE_ARN'}`,
    sh`--subnets ${subnetIds.length === 0 ? 'SUBNET_IDS' : subnetIds}`,
    ...(instanceTypes.length === 0 ? [] : [sh`--instance-types ${instanceTypes}`]),
    ...(capacityType === null || capacityType === 'ON_DEMAND' ? [] : [sh`--capacity-type ${capacityType}`]),
    ...(size.length === 0 ? [] : [sh`--scaling-config ${size.join(',')}`]),
    ...(nodegroup.launchTemplate ? [sh`--launch-template id=LAUNCH_TEMPLATE_ID,version=VERSION`] : []),
  ];
}

/** AL2_x86_64_GPU is the image of NVIDIA instances and of Inferentia and Trainium alike; Amazon Linux 2023 has two. */
function successorOf(amiType: string, instanceTypes: readonly string[]): string {
  if (amiType === 'AL2_ARM_64') return 'AL2023_ARM_64_STANDARD';
  if (amiType !== 'AL2_x86_64_GPU') return 'AL2023_x86_64_STANDARD';
  return instanceTypes.some((type) => /^(inf|trn)\d/.test(type)) ? 'AL2023_x86_64_NEURON' : 'AL2023_x86_64_NVIDIA';
}

function customAmiFix(group: string, cluster: Cluster): Advice {
  return advice`The group has a custom AMI: build it from Amazon Linux 2023 (or Bottlerocket), name it in a new version
    of the group's launch template with user data for it, and update the group to that. ${differences}\n${commands(
      updateNodegroup(cluster, group, sh`--launch-template id=LAUNCH_TEMPLATE_ID,version=VERSION`),
    )}`;
}

function karpenterFix(pool: string, node: string): Advice {
  return advice`In the node class that the pool names, let \`amiSelectorTerms\` choose \`alias: al2023@latest\` (before
    Karpenter 1.0: \`amiFamily: AL2023\`), and turn its user data into a \`NodeConfig\`. Drift then replaces the nodes;
    or delete them one at a time. ${differences}\n${commands(
      sh`kubectl get nodepool ${pool} -o jsonpath='{.spec.template.spec.nodeClassRef}'`,
      sh`kubectl delete node ${node}`,
    )}`;
}
