import { expect, it } from 'vitest';
import { awsReading } from './aws-facts.ts';
import { launches, ownGroup, templateVersion } from './template-world.ts';

const eks = 'amazon-eks-node-al2023-x86_64-standard-1.34-v20261012';
const parameter = '/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id';
const world = {
  nodegroups: {},
  autoScalingGroups: [ownGroup('batch', launches('1'))],
  launchTemplateVersions: [
    templateVersion(1, { ImageId: `resolve:ssm:${parameter}` }),
    templateVersion(2, { ImageId: 'ami-0b' }, true),
    templateVersion(3, { ImageId: 'ami-0a' }),
  ],
  images: [
    { ImageId: 'ami-0a', Name: eks, OwnerId: '602401143452', ImageOwnerAlias: 'amazon' },
    { ImageId: 'ami-0b', Name: eks, OwnerId: '111122223333' },
  ],
};

it('names the AMIs of the version in use, the default and the latest one that Amazon owns, and parameters', async () => {
  expect(await awsReading('launchTemplateImages', world)).toEqual({
    ok: true,
    value: [
      { id: 'ami-0a', name: eks },
      { id: `resolve:ssm:${parameter}`, name: parameter },
    ],
  });
});

it('is missing without the permission', async () => {
  const permission = 'ec2:DescribeImages';
  expect(await awsReading('launchTemplateImages', world, { deny: [permission] })).toMatchObject({
    ok: false,
    reason: { kind: 'denied', permission },
  });
});
