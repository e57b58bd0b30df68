import type { Resource } from '../../src/check.ts';
import type { Facts, NodeFact } from '../../src/facts.ts';
import { commands } from '../../src/markdown.ts';

type Cluster = Facts['cluster'];
type Nodegroup = Facts['nodegroups'][number];

/** What runs Amazon Linux 2 today. */
interface Leaver {
  resource: Resource;
  computeType: NodeFact['computeType'];
  nodegroup: Nodegroup | undefined;
  nodes: readonly NodeFact[];
}

const differences =
  'Amazon Linux 2023 has cgroup v2 (old JVMs misread their memory), takes its settings as `NodeConfig` instead of arguments to `bootstrap.sh`, and keeps pods from the instance metadata (hop limit 1).';

/** How these nodes are replaced by ones with a newer operating system, filled in. */
export function leaveAmazonLinux2Fix(leaver: Leaver, cluster: Cluster): string {
  const { resource, computeType, nodegroup, nodes } = leaver;
  const node = nodes[0]?.name ?? resource.name;
  if (nodegroup?.amiType?.startsWith('AL2_') === true) return newGroupFix(nodegroup, nodegroup.amiType, cluster);
  if (computeType === 'managed') return customAmiFix(resource.name, cluster);
  if (computeType === 'karpenter') return karpenterFix(resource.name, node);
  if (computeType === 'hybrid') {
    return `Install the machine anew with an operating system that EKS Hybrid Nodes supports and that gets updates (Amazon Linux 2023, Ubuntu, Red Hat Enterprise Linux), and join it again.\n${commands(
      `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data`,
    )}`;
  }
  return `Give the node's Auto Scaling group a launch template version with an AMI of Amazon Linux 2023 or Bottlerocket and user data for it, then replace its nodes one by one. ${differences}\n${commands(
    `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data`,
  )}`;
}

/** EKS takes no new AMI type for a group that exists. */
function newGroupFix(nodegroup: Nodegroup, amiType: string, { region, name }: Cluster): string {
  const { name: old, minSize, maxSize, desiredSize, subnetIds, nodeRole, instanceTypes, capacityType } = nodegroup;
  const group = `--region ${region} --cluster-name ${name} --nodegroup-name`;
  const template = nodegroup.launchTemplate
    ? ` Its launch template needs a version with user data for Amazon Linux 2023 (a \`NodeConfig\`, no \`bootstrap.sh\`).`
    : '';
  const size = [
    minSize === null ? [] : [`minSize=${minSize}`],
    maxSize === null ? [] : [`maxSize=${maxSize}`],
    desiredSize === null ? [] : [`desiredSize=${desiredSize}`],
  ].flat();
  const options = [
    `--ami-type ${successorOf(amiType, instanceTypes)} --node-role ${nodeRole ?? 'NODE_ROLE_ARN'}`,
    `--subnets ${subnetIds.length === 0 ? 'SUBNET_IDS' : subnetIds.join(' ')}`,
    ...(instanceTypes.length === 0 ? [] : [`--instance-types ${instanceTypes.join(' ')}`]),
    ...(capacityType === null || capacityType === 'ON_DEMAND' ? [] : [`--capacity-type ${capacityType}`]),
    ...(size.length === 0 ? [] : [`--scaling-config ${size.join(',')}`]),
    ...(nodegroup.launchTemplate ? ['--launch-template id=LAUNCH_TEMPLATE_ID,version=VERSION'] : []),
  ];
  return `EKS does not change the AMI type of a group: create one with Amazon Linux 2023 (labels and taints as \`${old}\` has them), move the pods, delete \`${old}\`.${template} ${differences}\n${commands(
    `aws eks create-nodegroup ${group} ${old}-al2023 \\`,
    ...options.map((option, index) => `  ${option}${index === options.length - 1 ? '' : ' \\'}`),
    `aws eks wait nodegroup-active ${group} ${old}-al2023`,
    `kubectl drain -l eks.amazonaws.com/nodegroup=${old} --ignore-daemonsets --delete-emptydir-data`,
    `aws eks delete-nodegroup ${group} ${old}`,
  )}`;
}

/** AL2_x86_64_GPU is the image of NVIDIA instances and of Inferentia and Trainium alike; Amazon Linux 2023 has two. */
function successorOf(amiType: string, instanceTypes: readonly string[]): string {
  if (amiType === 'AL2_ARM_64') return 'AL2023_ARM_64_STANDARD';
  if (amiType !== 'AL2_x86_64_GPU') return 'AL2023_x86_64_STANDARD';
  return instanceTypes.some((type) => /^(inf|trn)\d/.test(type)) ? 'AL2023_x86_64_NEURON' : 'AL2023_x86_64_NVIDIA';
}

function customAmiFix(group: string, { region, name }: Cluster): string {
  return `The group has a custom AMI: build it from Amazon Linux 2023 (or Bottlerocket), name it in a new version of the group's launch template with user data for it, and update the group to that. ${differences}\n${commands(
    `aws eks update-nodegroup-version --region ${region} --cluster-name ${name} \\`,
    `  --nodegroup-name ${group} --launch-template id=LAUNCH_TEMPLATE_ID,version=VERSION`,
  )}`;
}

function karpenterFix(pool: string, node: string): string {
  return `In the node class that the pool names, let \`amiSelectorTerms\` choose \`alias: al2023@latest\` (before Karpenter 1.0: \`amiFamily: AL2023\`), and turn its user data into a \`NodeConfig\`. Drift then replaces the nodes; or delete them one at a time. ${differences}\n${commands(
    `kubectl get nodepool ${pool} -o jsonpath='{.spec.template.spec.nodeClassRef}'`,
    `kubectl delete node ${node}`,
  )}`;
}
