import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { chained, continued, sh, type Command } from '../../../src/syntax/shell.ts';
import { deleteGroup, isOfEksctl, listOwnLabels } from '../../../src/for-checks/eksctl-groups.ts';
import { emptyGroup } from '../../../src/for-checks/empty-group.ts';
import { toEksTemplate } from '../../../src/for-checks/launch-template-commands.ts';
import { newGroupName } from '../../../src/for-checks/new-nodes/routes.ts';
import { leftOut } from '../../../src/for-checks/omitted-ids.ts';
import { selectorsFirst } from './bound-pods.ts';
import { chooseSubnets, type GroupSubnets } from './group-subnets.ts';
import { createWithEksctl, managedByEksctl } from './new-eksctl-group.ts';
import { findSuccessor, type Successor } from './successors.ts';

type Nodegroup = Facts['nodegroups'][number];
type Here = Pick<Context<'ami-variants'>, 'cluster' | 'gone' | 'freeAddresses' | 'tables'> & {
  /** Undefined: not read. */
  templates: Facts['podTemplates'] | undefined;
};

/**
 * Differences that affect pods. EKS Pod Identity does not work on AWS Outposts.
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/al2023.html,
 * https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html,
 * https://kubernetes.io/docs/concepts/architecture/cgroups/
 */
export function listDifferences({ outpost }: Pick<Facts['cluster'], 'outpost'>): Advice {
  const identity = outpost ? 'set' : 'use EKS Pod Identity, set';
  return advice`On Amazon Linux 2023, pods use cgroup v2 (old JVMs and Node.js before 20.3 misread their memory limit) and
    cannot read instance metadata (hop limit 1): ${identity} the Region and VPC ID of the AWS Load Balancer
    Controller, or set \`HttpPutResponseHopLimit\` to 2 in the launch template or the node class.`;
}

/** The user data that a launch template needs for a newer operating system. */
export const userData = advice`user data for it (on Amazon Linux 2023, a \`NodeConfig\` instead of
  \`bootstrap.sh\`, with \`maxPods\` where the old one sets \`--max-pods\`)`;

/**
 * How to replace a node group that runs Amazon Linux 2: EKS cannot change the AMI type of an existing group. The old
 * group is deleted last, after its pods run elsewhere.
 * @param nodes the known nodes of the group
 */
export function newGroupFix(nodegroup: Nodegroup, nodes: readonly NodeFact[], here: Here): Advice {
  const { name: old, launchTemplate, subnetIds } = nodegroup;
  const left = leftOut(subnetIds.filter((id) => here.gone.has(id)));
  const successor = findSuccessor(nodegroup, nodes, here.tables['ami-variants']);
  const isEksctl = isOfEksctl(nodegroup);
  const subnets = chooseSubnets(nodegroup, nodes, here);
  const template =
    launchTemplate && !isEksctl ? advice` Its launch template needs a version with ${userData}.` : advice``;
  const block =
    nodegroup.capacityType === 'CAPACITY_BLOCK'
      ? advice` Both groups share the Capacity Block: where it has no free instances, the new nodes start only when you scale \`${old}\` down.`
      : advice``;
  const bound = selectorsFirst(old, here.templates);
  const what = advice`EKS cannot change the AMI type: create a group with Amazon Linux 2023, move the pods,
    then delete \`${old}\`.${bound}${template}${successor.why}${block}${isEksctl ? managedByEksctl(nodegroup) : notCopied(nodegroup)}${subnets.why}${left} ${listDifferences(here.cluster)}`;
  const isAtZero = nodes.length === 0 && nodegroup.desiredSize === 0;
  const moved = isAtZero
    ? advice`No node of \`${old}\` runs. Delete it once the new group is active:`
    : advice`Continue only if the new nodes are ready. ${emptyGroup(old)}`;
  const remove = commands(deleteGroup(here.cluster, old, isEksctl));
  const create = createStep(nodegroup, { successor, subnets, isEksctl }, isAtZero, here.cluster);
  return joinAdvice([what, create, moved, remove], '\n');
}

function notCopied({ labels, taints, nodeRole }: Nodegroup): Advice {
  const unread = labels === undefined || taints === undefined ? advice` the group's labels and taints,` : advice``;
  const role =
    nodeRole === null
      ? advice` Replace NODE_ROLE_ARN with the ARN of a node role that has access to the cluster.`
      : advice``;
  return advice`${role} The command omits${unread} the group's tags and update settings: add those that you need.`;
}

/** What a new group gets, and what creates it. */
interface NewGroup {
  successor: Successor;
  subnets: GroupSubnets;
  isEksctl: boolean;
}

function createStep(
  nodegroup: Nodegroup,
  { successor, subnets, isEksctl }: NewGroup,
  isAtZero: boolean,
  cluster: Facts['cluster'],
): Advice {
  const name = newGroupName(nodegroup);
  const group = sh`--region ${cluster.region} --cluster-name ${cluster.name} --nodegroup-name ${name}`;
  const ready = sh`kubectl wait --for=condition=Ready nodes -l eks.amazonaws.com/nodegroup=${name} --timeout=15m`;
  const create = isEksctl
    ? [createWithEksctl(nodegroup, { name, successor, subnets: subnets.named }, cluster)]
    : [
        continued(sh`aws eks create-nodegroup ${group}`, ...createOptions(nodegroup, successor, subnets)),
        sh`aws eks wait nodegroup-active ${group}`,
      ];
  return commands(chained(...create, ...(isAtZero ? [] : [ready])));
}

function createOptions(
  nodegroup: Nodegroup,
  { amiType, instanceTypes }: Successor,
  { named }: GroupSubnets,
): Command[] {
  const { nodeRole, capacityType } = nodegroup;
  const size = listScalingOptions(nodegroup);
  return [
    sh`--ami-type ${amiType} --node-role ${nodeRole ?? 'NODE_ROLE_ARN'}`,
    sh`--subnets ${named}`,
    ...(instanceTypes.length === 0 ? [] : [sh`--instance-types ${instanceTypes}`]),
    ...(capacityType === null || capacityType === 'ON_DEMAND' ? [] : [sh`--capacity-type ${capacityType}`]),
    ...(size.length === 0 ? [] : [sh`--scaling-config ${size.join(',')}`]),
    ...nodeOptions(nodegroup),
    ...(nodegroup.launchTemplate ? [sh`--launch-template ${toEksTemplate(nodegroup.template?.template)}`] : []),
  ];
}

function listScalingOptions({ minSize, maxSize, desiredSize }: Nodegroup): string[] {
  return Object.entries({ minSize, maxSize, desiredSize }).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${value}`],
  );
}

/** EKS rejects a disk size and SSH access beside a launch template. Source: the reference of CreateNodegroup. */
function nodeOptions({ taints = [], launchTemplate, ...more }: Nodegroup): Command[] {
  const { diskSize, remoteAccess } = launchTemplate ? {} : more;
  const pairs = listOwnLabels(more);
  const tainted = taints.map(({ key, value, effect }) =>
    [`key=${key}`, ...(value === null ? [] : [`value=${value}`]), `effect=${effect}`].join(','),
  );
  return [
    ...(pairs.length === 0 ? [] : [sh`--labels ${pairs.join(',')}`]),
    ...(tainted.length === 0 ? [] : [sh`--taints ${tainted}`]),
    ...(diskSize === undefined ? [] : [sh`--disk-size ${diskSize}`]),
    ...(remoteAccess === undefined ? [] : [sh`--remote-access ${formatRemoteAccess(remoteAccess)}`]),
  ];
}

/** Includes the security groups of the old group: an SSH key without security groups opens SSH to the internet. */
function formatRemoteAccess({ sshKey, securityGroupIds }: NonNullable<Nodegroup['remoteAccess']>): string {
  return [
    ...(sshKey === null ? [] : [`ec2SshKey=${sshKey}`]),
    ...(securityGroupIds.length === 0 ? [] : [`sourceSecurityGroups=${securityGroupIds.join(',')}`]),
  ].join(',');
}
