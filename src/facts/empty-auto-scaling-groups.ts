import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';
import { eksImageName } from './public-texts.ts';

/** A way in which an Auto Scaling group starts instances. */
export const groupLaunch = z.object({
  /** Id of the launch template, or its name; null: a launch configuration, which is not read. */
  template: z.nullable(name('id')),
  /** A number, `$Latest` or `$Default`. */
  version: z.nullable(publicText(/^\d{1,6}$/, ['$Latest', '$Default'])),
  /** The image that an override names; null: the one of the launch template. */
  imageId: z.nullable(name('image')),
});

/**
 * The self-managed Auto Scaling groups that carry the cluster's tag, may start an instance and have no Node today, with the
 * images that their next instances start from: ec2:DescribeLaunchTemplateVersions, ec2:DescribeImages.
 */
export const emptyAutoScalingGroups = z.array(
  z.object({
    name: name('group'),
    /** Empty: its launch template, or that version of it, does not exist, so it starts no instance. */
    images: z.array(
      z.object({
        ...groupLaunch.shape,
        /** True: `imageId` is a parameter of Systems Manager, `resolve:ssm:...`. */
        isParameter: z.boolean(),
        /** Null: Amazon owns no image of this id, or there is no id. */
        name: z.nullable(eksImageName()),
      }),
    ),
  }),
);
