import type { Nodegroup } from '@aws-sdk/client-eks';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { sameAsAsked } from '../same-as-asked.ts';
import { describeEach } from './describe-each.ts';
import { everyName } from '../../sources/aws/every-page.ts';
import { toHealthIssues } from './health-issues.ts';

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

async function describeNodegroup(
  aws: AwsSource,
  clusterName: string,
  nodegroupName: string,
): Promise<Facts['nodegroups'][number]> {
  const { DescribeNodegroupCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const command = new DescribeNodegroupCommand({ clusterName, nodegroupName });
  const answer = await aws.call('eks:DescribeNodegroup', () => client.send(command));
  const nodegroup = present(answer.nodegroup, 'nodegroup');
  sameAsAsked(nodegroup.clusterName, clusterName, 'cluster');
  sameAsAsked(nodegroup.nodegroupName, nodegroupName, 'node group');
  return {
    name: nodegroupName,
    status: present(nodegroup.status, 'nodegroup.status'),
    version: nodegroup.version ?? null,
    releaseVersion: nodegroup.releaseVersion ?? null,
    amiType: nodegroup.amiType ?? null,
    capacityType: nodegroup.capacityType ?? null,
    minSize: nodegroup.scalingConfig?.minSize ?? null,
    desiredSize: nodegroup.scalingConfig?.desiredSize ?? null,
    maxSize: nodegroup.scalingConfig?.maxSize ?? null,
    launchTemplate: nodegroup.launchTemplate !== undefined,
    ...namedTemplate(nodegroup),
    nodeRole: nodegroup.nodeRole ?? null,
    subnetIds: nodegroup.subnets ?? [],
    ...ofNodes(nodegroup),
    instanceTypes: nodegroup.instanceTypes ?? [],
    update: {
      strategy: nodegroup.updateConfig?.updateStrategy ?? 'DEFAULT',
      maxUnavailable: nodegroup.updateConfig?.maxUnavailable ?? null,
      maxUnavailablePercentage: nodegroup.updateConfig?.maxUnavailablePercentage ?? null,
    },
    healthIssues: toHealthIssues(nodegroup.health, 'nodegroup.health'),
  };
}

/** EKS names the template by its id or by its name, as the group was given it; without a version, the default one. */
function namedTemplate({ launchTemplate }: Nodegroup): Pick<Facts['nodegroups'][number], 'template'> {
  const template = launchTemplate?.id ?? launchTemplate?.name;
  if (template === undefined) return {};
  return { template: { template, version: launchTemplate?.version ?? '$Default' } };
}

type OfNodes = Pick<Facts['nodegroups'][number], 'labels' | 'taints' | 'diskSize' | 'remoteAccess'>;

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
