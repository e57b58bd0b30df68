import { aManagedGroup } from '../healthy.ts';
import { accessEntries, autoScalingGroup, pastUpdates, scalingName, teamAccount } from '../ordinary-team/account.ts';
import { installedAddons } from '../ordinary-team/addon-offers.ts';
import { privateSubnets, groups, tagList, teamTags } from '../ordinary-team/network.ts';
import { groupNames, type TeamNode } from '../ordinary-team/nodes.ts';
import { addonOffers, clusterVersions, nextInsights } from '../ordinary-team/november.ts';
import { roleArn, roleNames } from '../ordinary-team/roles.ts';
import type { World } from '../world.ts';

type Json = Record<string, unknown>;

/** The account of the ordinary team at 1.36, with one managed group that uses the company's own AMI. */

const group = groupNames.system;
const sizes = { minSize: 3, maxSize: 6, desiredSize: 3 };
const imageId = 'ami-0f3b7a1d9c5e28460';
const template = { id: 'lt-08d1c7a44b9e20d655', name: group, version: '9' };

const addons = {
  'aws-ebs-csi-driver': 'v1.66.0-eksbuild.1',
  coredns: 'v1.14.3-eksbuild.16',
  'eks-pod-identity-agent': 'v1.4.0-eksbuild.1',
  'kube-proxy': 'v1.36.0-eksbuild.17',
  'metrics-server': 'v0.9.0-eksbuild.11',
  'vpc-cni': 'v1.22.4-eksbuild.3',
};

export function newestAccount(nodes: readonly TeamNode[]): World['aws'] {
  const aws = teamAccount(nodes);
  return {
    ...aws,
    clusters: {
      prod: { ...aws.clusters['prod'], version: '1.36', platformVersion: 'eks.8', deletionProtection: true },
    },
    clusterVersions,
    nodegroups: { [group]: customGroup() },
    addons: installedAddons(addons),
    addonVersions: addonOffers,
    insights: nextInsights('1.37'),
    updates: pastUpdates('1.36', Date.parse('2026-09-08T07:31:12Z') / 1000),
    accessEntries: accessEntries([roleNames.system]),
    autoScalingGroups: [autoScalingGroup(group, sizes)],
    launchTemplateVersions: [launchTemplate()],
    images: [ownImage],
  };
}

/** A group whose launch template sets an AMI, as EKS shows it: the AMI ID as release version, the AMI type CUSTOM. */
function customGroup(): Json {
  return aManagedGroup(group, {
    version: '1.36',
    releaseVersion: imageId,
    amiType: 'CUSTOM',
    scalingConfig: sizes,
    nodeRole: roleArn(roleNames.system),
    subnets: privateSubnets,
    instanceTypes: ['m6i.xlarge'],
    labels: {},
    updateConfig: { maxUnavailablePercentage: 33, updateStrategy: 'DEFAULT' },
    launchTemplate: template,
    resources: { autoScalingGroups: [{ name: scalingName(group) }] },
    tags: { Name: 'system', ...teamTags },
  });
}

/** A private AMI that Packer built from amazon-eks-ami with the company's agents. */
const ownImage: Json = {
  ImageId: imageId,
  Name: 'acme-eks-node-al2023-x86_64-1.36-20261015',
  Description: 'EKS-optimized Kubernetes node based on AmazonLinux2023, (k8s: 1.36.2, containerd: 2.2.*)',
  OwnerId: '111122223333',
  Public: false,
  Architecture: 'x86_64',
  State: 'available',
  CreationDate: '2026-10-15T05:12:44.000Z',
};

/** nodeadm's configuration as the Terraform module renders it, a MIME part. With a custom AMI, EKS adds nothing. */
const userData = `MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="MIMEBOUNDARY"

--MIMEBOUNDARY
Content-Transfer-Encoding: 7bit
Content-Type: application/node.eks.aws

---
apiVersion: node.eks.aws/v1alpha1
kind: NodeConfig
spec:
  cluster:
    name: prod
    apiServerEndpoint: https://EXAMPLED539D4633E53DE1B71EXAMPLE.gr7.eu-west-1.eks.amazonaws.com
    certificateAuthority: LS0tLS1FWEFNUExFLS0tLS0=
    cidr: 172.20.0.0/16

--MIMEBOUNDARY--
`;

function launchTemplate(): Json {
  return {
    LaunchTemplateId: template.id,
    LaunchTemplateName: template.name,
    VersionNumber: Number(template.version),
    DefaultVersion: true,
    CreateTime: '2026-10-15T06:02:10Z',
    LaunchTemplateData: {
      ImageId: imageId,
      UserData: Buffer.from(userData).toString('base64'),
      SecurityGroupIds: [groups.node],
      MetadataOptions: { HttpEndpoint: 'enabled', HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      TagSpecifications: [{ ResourceType: 'instance', Tags: tagList({ Name: 'system', ...teamTags }) }],
    },
  };
}
