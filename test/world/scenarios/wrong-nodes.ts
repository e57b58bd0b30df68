import { aManagedGroup, toUserData } from '../healthy.ts';
import { aNodeObject } from '../manifests.ts';

const name = (index: number) => `ip-10-0-${index}-17.eu-west-1.compute.internal`;
const kubelet = 'v1.23.17-eks-0a21954';
const osImage = 'Amazon Linux 2';
const batch = { 'eks.amazonaws.com/nodegroup': 'batch' };

/** Nodes with every problem that a node can have, one of them with an unknown runtime. */
export const troubledNodes = [
  aNodeObject(name(21), {
    kubelet,
    osImage,
    labels: batch,
    runtime: 'containerd://1.4.13',
    conditions: [
      { type: 'DiskPressure', status: 'True' },
      { type: 'Ready', status: 'False', lastTransitionTime: '2026-11-20T03:12:00Z' },
    ],
  }),
  aNodeObject(name(22), {
    kubelet,
    osImage,
    labels: batch,
    conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: '2026-11-19T22:40:00Z' }],
  }),
  ...[23, 24].map((index) => aNodeObject(name(index), { kubelet, osImage, labels: batch, cordoned: true })),
  aNodeObject(name(25), { kubelet, osImage, labels: batch, deletedAt: '2026-11-18T07:00:00Z' }),
  aNodeObject(name(26), { kubelet, osImage: 'Ubuntu 20.04.6 LTS', runtime: 'cri-o://1.23.5', conditions: [] }),
];

/** Node groups that EKS itself reports as unhealthy. */
export const sickGroups = {
  batch: aManagedGroup('batch', {
    version: '1.23',
    amiType: 'AL2_x86_64',
    releaseVersion: '1.23.17-20230217',
    status: 'DEGRADED',
    health: {
      issues: [
        {
          code: 'AsgInstanceLaunchFailures',
          message: 'Could not launch On-Demand Instances. InsufficientInstanceCapacity',
          resourceIds: ['eks-batch-0'],
        },
        { code: 'SomethingNew', message: '', resourceIds: [] },
      ],
    },
  }),
  doomed: aManagedGroup('doomed', {
    version: '1.23',
    amiType: 'CUSTOM',
    releaseVersion: 'ami-0a1b2c3d4e5f60718',
    status: 'CREATE_FAILED',
    scalingConfig: { minSize: 0, maxSize: 3, desiredSize: 0 },
    launchTemplate: { id: 'lt-0a1b2c3d4e5f60099', name: 'doomed', version: '2' },
  }),
};

/** An EKS AMI too old for 1.24, in the launch template of a group whose instances have not joined. */
export const mixedImage = {
  ImageId: 'ami-0a1b2c3d4e5f60021',
  Name: 'amazon-eks-node-1.21-v20230217',
  OwnerId: '602401143452',
  ImageOwnerAlias: 'amazon',
};

export const mixedTemplate = {
  LaunchTemplateId: 'lt-0a1b2c3d4e5f60021',
  LaunchTemplateName: 'batch',
  VersionNumber: 7,
  DefaultVersion: true,
  LaunchTemplateData: {
    ImageId: mixedImage.ImageId,
    IamInstanceProfile: { Name: 'prod-batch-workers' },
    UserData: toUserData(
      `#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args '--network-plugin=cni --node-labels=token=pool'\n`,
    ),
  },
};

export const mixedGroup = {
  AutoScalingGroupName: 'batch-workers',
  MinSize: 0,
  MaxSize: 12,
  DesiredCapacity: 4,
  MixedInstancesPolicy: {
    LaunchTemplate: {
      LaunchTemplateSpecification: {
        LaunchTemplateId: mixedTemplate.LaunchTemplateId,
        LaunchTemplateName: mixedTemplate.LaunchTemplateName,
        Version: '$Default',
      },
    },
    InstancesDistribution: { OnDemandBaseCapacity: 2, OnDemandPercentageAboveBaseCapacity: 25 },
  },
  Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true }],
};
