import { aManagedGroup } from './healthy.ts';
import type { World } from './world.ts';

const templateId = 'lt-0a1b2c3d4e5f60009';

/** An account with an additional node group of size 0, whose launch template has an AMI of EKS. */
export function withCustomGroup(aws: World['aws'], kubernetes: string): World['aws'] {
  const ImageId = 'ami-0a1b2c3d4e5f60009';
  const Name = `amazon-eks-node-al2023-x86_64-standard-${kubernetes}-v20251217`;
  const group = aManagedGroup('custom', {
    amiType: 'CUSTOM',
    version: undefined,
    releaseVersion: ImageId,
    scalingConfig: { minSize: 0, maxSize: 3, desiredSize: 0 },
    launchTemplate: { id: templateId, version: '1' },
  });
  return {
    ...aws,
    nodegroups: { ...aws.nodegroups, custom: group },
    launchTemplateVersions: [
      ...(aws.launchTemplateVersions ?? []),
      {
        LaunchTemplateId: templateId,
        LaunchTemplateName: 'custom',
        VersionNumber: 1,
        DefaultVersion: true,
        LaunchTemplateData: { ImageId },
      },
    ],
    images: [...(aws.images ?? []), { ImageId, Name, OwnerId: '602401143452', ImageOwnerAlias: 'amazon' }],
  };
}
