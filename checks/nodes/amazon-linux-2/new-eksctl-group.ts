import { listOwnLabels } from '../../../src/for-checks/eksctl-groups.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { continued, pieces, sh, type Command } from '../../../src/syntax/shell.ts';
import type { GroupSubnets } from './group-subnets.ts';
import type { Successor } from './successors.ts';

type Nodegroup = Facts['nodegroups'][number];

/** That eksctl manages the group, and what its command does not copy. With a leading space. */
export function managedByEksctl({ name, launchTemplate }: Nodegroup): Advice {
  const template = launchTemplate ? advice` the settings of its launch template,` : advice``;
  return advice` eksctl manages the group: create the new one and delete \`${name}\` with eksctl. If you have its configuration file, add a copy of the group there with another name and \`amiFamily: AmazonLinux2023\`, and pass the file with \`-f\` instead of the options. The command takes the defaults of eksctl for what it omits:${template} taints, tags, IAM policies, SSH access, update settings.`;
}

/**
 * The command that creates a managed node group with Amazon Linux 2023. eksctl waits until its nodes are ready.
 * Sources: https://docs.aws.amazon.com/eks/latest/eksctl/nodegroups.html, `eksctl create nodegroup --help`
 */
export function createWithEksctl(
  nodegroup: Nodegroup,
  { name, successor, subnets }: { name: string; successor: Successor; subnets: GroupSubnets['named'] },
  cluster: Pick<Facts['cluster'], 'region' | 'name'>,
): Command {
  const { minSize, maxSize, desiredSize, capacityType, diskSize } = nodegroup;
  const { instanceTypes } = successor;
  const labels = listOwnLabels(nodegroup);
  const sizes = [
    ...(desiredSize === null ? [] : [sh`--nodes ${desiredSize}`]),
    ...(minSize === null ? [] : [sh`--nodes-min ${minSize}`]),
    ...(maxSize === null ? [] : [sh`--nodes-max ${maxSize}`]),
  ];
  return continued(
    sh`eksctl create nodegroup --region ${cluster.region} --cluster ${cluster.name} --name ${name}`,
    sh`--managed --node-ami-family AmazonLinux2023`,
    sh`--subnet-ids ${typeof subnets === 'string' ? subnets : subnets.join(',')}`,
    ...(instanceTypes.length === 0 ? [] : [sh`--instance-types ${instanceTypes.join(',')}`]),
    ...(capacityType === 'SPOT' ? [sh`--spot`] : []),
    ...(sizes.length === 0 ? [] : [pieces(...sizes)]),
    ...(diskSize === undefined ? [] : [sh`--node-volume-size ${diskSize}`]),
    ...(labels.length === 0 ? [] : [sh`--node-labels ${labels.join(',')}`]),
  );
}
