import type { Cluster, VpcConfigResponse } from '@aws-sdk/client-eks';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { present, presentList } from '../require-field.ts';
import { readOptions } from './control-plane-options.ts';
import { toHealthIssues } from './health-issues.ts';
import { readTags } from './tags.ts';

export const cluster = defineCollector('cluster', {
  permissions: [{ iam: 'eks:DescribeCluster' }],
  async collect({ aws }) {
    const described = await aws.describeCluster();
    const arn = present(described.arn, 'cluster.arn');
    const [, partition, , region, account] = arn.split(':');
    const network = present(described.resourcesVpcConfig, 'cluster.resourcesVpcConfig');
    return {
      value: {
        name: present(described.name, 'cluster.name'),
        arn,
        region: present(region, 'the region in cluster.arn'),
        account: present(account, 'the account in cluster.arn'),
        partition: present(partition, 'the partition in cluster.arn'),
        version: present(described.version, 'cluster.version'),
        platformVersion: described.platformVersion ?? null,
        status: present(described.status, 'cluster.status'),
        createdAt: described.createdAt?.toISOString() ?? null,
        supportPolicy: described.upgradePolicy?.supportType ?? null,
        autoMode: described.computeConfig?.enabled ?? false,
        authenticationMode: described.accessConfig?.authenticationMode ?? null,
        ipFamily: described.kubernetesNetworkConfig?.ipFamily ?? null,
        outpost: (described.outpostConfig?.outpostArns ?? []).length > 0,
        hybrid: (described.remoteNetworkConfig?.remoteNodeNetworks ?? []).length > 0,
        remoteNodeCidrs: (described.remoteNetworkConfig?.remoteNodeNetworks ?? []).flatMap(({ cidrs }) => cidrs ?? []),
        endpointAccess: toEndpointAccess(network),
        vpcId: network.vpcId ?? null,
        subnetIds: presentList(network.subnetIds, 'resourcesVpcConfig.subnetIds'),
        securityGroupIds: present(network.securityGroupIds, 'resourcesVpcConfig.securityGroupIds'),
        clusterSecurityGroupId: network.clusterSecurityGroupId ?? null,
        roleArn: described.roleArn ?? null,
        oidcIssuer: described.identity?.oidc?.issuer ?? null,
        healthIssues: toHealthIssues(described.health, 'cluster.health'),
        ...readEncryptionKey(described),
        tags: readTags(described.tags),
        auditLog: writesAuditLog(described),
        controlPlane: readOptions(described),
      },
    };
  },
});

/** Empty if the cluster has an encryption configuration without a key: null would state that it has none. */
function readEncryptionKey({ encryptionConfig }: Cluster): Pick<Facts['cluster'], 'encryptionKeyArn'> {
  const configs = encryptionConfig ?? [];
  const keyArn = configs[0]?.provider?.keyArn ?? undefined;
  if (Array.isArray(configs) && configs.length === 0) return { encryptionKeyArn: null };
  return keyArn === undefined ? {} : { encryptionKeyArn: keyArn };
}

function writesAuditLog({ logging }: Cluster): boolean {
  const on = (logging?.clusterLogging ?? []).filter(({ enabled }) => enabled === true);
  return on.some(({ types }) => types?.includes('audit') === true);
}

function toEndpointAccess({
  endpointPublicAccess,
  endpointPrivateAccess,
}: VpcConfigResponse): Facts['cluster']['endpointAccess'] {
  if (endpointPublicAccess === true) return endpointPrivateAccess === true ? 'both' : 'public';
  return endpointPrivateAccess === true ? 'private' : null;
}
