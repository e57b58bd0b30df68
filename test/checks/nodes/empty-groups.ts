import type { Facts } from '../../../src/facts/facts.ts';

type Group = Facts['emptyAutoScalingGroups'][number];

/** A self-managed group without nodes, whose launch template names an image; an image with a name is Amazon's. */
export function anEmptyGroup(name: string, image: Partial<Group['images'][number]>): Group {
  const launch = { template: 'lt-0a', version: '3', imageId: 'ami-0a', isParameter: false, name: null };
  return { name, images: [{ ...launch, ...image }] };
}

/** Groups whose image does not show its content: why, the finding's text, and the command that shows more. */
export const unknownImageGroups: readonly { why: string; group: Group; says: string; command: string }[] = [
  {
    why: 'an image of an owner who is not Amazon',
    group: anEmptyGroup('batch', {}),
    says: 'AMI ami-0a is not an EKS AMI that Amazon owns',
    command: 'aws ec2 describe-images --region eu-west-1 --image-ids ami-0a',
  },
  {
    why: 'an image of Amazon that is none of EKS',
    group: anEmptyGroup('batch', { name: 'amzn2-ami-kernel-5.10-hvm-2.0.20251103.0-x86_64-gp2' }),
    says: 'AMI ami-0a is not an EKS AMI that Amazon owns',
    command: 'aws ec2 describe-images --region eu-west-1 --image-ids ami-0a',
  },
  {
    why: 'a parameter of Systems Manager',
    group: anEmptyGroup('batch', { imageId: 'resolve:ssm:/golden/ami:3', isParameter: true }),
    says: 'launch template lt-0a, version 3, sets the AMI as resolve:ssm:/golden/ami:3',
    command: '--name /golden/ami:3',
  },
  {
    why: 'a launch template without an image',
    group: anEmptyGroup('batch', { version: '$Latest', imageId: null }),
    says: 'launch template lt-0a, version $Latest, sets no AMI',
    command: "--launch-template-id lt-0a --versions '$Latest'",
  },
  {
    why: 'a launch configuration',
    group: anEmptyGroup('batch', { template: null, version: null, imageId: null }),
    says: 'its AMI is set in a launch configuration',
    command: '--auto-scaling-group-names batch',
  },
];
