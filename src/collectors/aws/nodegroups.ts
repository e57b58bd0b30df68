import type { Nodegroup } from '@aws-sdk/client-eks';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present, presentCount } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyName } from '../../sources/aws/every-page.ts';
import { toHealthIssues } from './health-issues.ts';
import { readManagerTags } from './tags.ts';

type Group = Facts['nodegroups'][number];

export const nodegroups = defineCollector('nodegroups', {
  permissions: [{ iam: 'eks:ListNodegroups' }, { iam: 'eks:DescribeNodegroup' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name } = await facts.read('cluster');
    const { paginateListNodegroups } = await import('../../sources/aws/sdk/eks.ts');
    const client = await aws.client('eks');
    const names = await aws.call('eks:ListNodegroups', () =>
      everyName(paginateListNodegroups({ client }, { clusterName: name }), 'nodegroups', (page) => page.nodegroups),
    );
    return describeEach('node group', names, (nodegroup) => describeNodegroup(aws, name, nodegroup));
  },
});

async function describeNodegroup(aws: AwsSource, clusterName: string, nodegroupName: string): Promise<Group> {
  const { DescribeNodegroupCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const command = new DescribeNodegroupCommand({ clusterName, nodegroupName });
  const answer = await aws.call('eks:DescribeNodegroup', () => client.send(command));
  const nodegroup = present(answer.nodegroup, 'nodegroup');
  requireSame(nodegroup.clusterName, clusterName, 'cluster');
  requireSame(nodegroup.nodegroupName, nodegroupName, 'node group');
  return {
    name: nodegroupName,
    status: present(nodegroup.status, 'nodegroup.status'),
    version: nodegroup.version ?? null,
    ...readImage(nodegroup),
    capacityType: nodegroup.capacityType ?? null,
    ...readSizes(nodegroup),
    launchTemplate: nodegroup.launchTemplate !== undefined,
    ...namedTemplate(nodegroup),
    nodeRole: present(nodegroup.nodeRole, 'nodegroup.nodeRole'),
    subnetIds: present(nodegroup.subnets, 'nodegroup.subnets'),
    ...ofNodes(nodegroup),
    instanceTypes: nodegroup.instanceTypes ?? [],
    update: {
      strategy: nodegroup.updateConfig?.updateStrategy ?? 'DEFAULT',
      maxUnavailable: nodegroup.updateConfig?.maxUnavailable ?? null,
      maxUnavailablePercentage: nodegroup.updateConfig?.maxUnavailablePercentage ?? null,
    },
    healthIssues: toHealthIssues(nodegroup.health, 'nodegroup.health'),
    ...readManagerTags(nodegroup.tags),
  };
}

/** EKS returns the release of an EKS optimized AMI; with a custom AMI, it may return none. */
function readImage(nodegroup: Nodegroup): Pick<Group, 'amiType' | 'releaseVersion'> {
  const amiType = present(nodegroup.amiType, 'nodegroup.amiType');
  const { releaseVersion = null } = nodegroup;
  return {
    amiType,
    releaseVersion: amiType === 'CUSTOM' ? releaseVersion : present(releaseVersion, 'nodegroup.releaseVersion'),
  };
}

function readSizes({ scalingConfig }: Nodegroup): Pick<Group, 'minSize' | 'desiredSize' | 'maxSize'> {
  const { minSize, desiredSize, maxSize } = present(scalingConfig, 'nodegroup.scalingConfig');
  return {
    minSize: presentCount(minSize, 'nodegroup.scalingConfig.minSize'),
    desiredSize: presentCount(desiredSize, 'nodegroup.scalingConfig.desiredSize'),
    maxSize: presentCount(maxSize, 'nodegroup.scalingConfig.maxSize'),
  };
}

/** EKS names the template by its id or by its name, as the group was given it; without a version, the default one. */
function namedTemplate({ launchTemplate }: Nodegroup): Pick<Group, 'template'> {
  const template = launchTemplate?.id ?? launchTemplate?.name;
  if (template === undefined) return {};
  return { template: { template, version: launchTemplate?.version ?? '$Default' } };
}

type OfNodes = Pick<Group, 'labels' | 'taints' | 'diskSize' | 'remoteAccess'>;

/** What a replacement group needs to launch nodes like these. */
function ofNodes({ labels = {}, taints = [], diskSize, remoteAccess }: Nodegroup): OfNodes {
  return {
    labels,
    taints: taints.map(({ key, value = null, effect }) => ({
      key: present(key, 'nodegroup.taints.key'),
      value,
      effect: present(effect, 'nodegroup.taints.effect'),
    })),
    ...(diskSize === undefined ? {} : { diskSize }),
    ...(remoteAccess === undefined
      ? {}
      : {
          remoteAccess: {
            sshKey: remoteAccess.ec2SshKey ?? null,
            securityGroupIds: remoteAccess.sourceSecurityGroups ?? [],
          },
        }),
  };
}
