import * as z from 'zod/mini';
import { name } from './marks.ts';
import { eksImageName, templateVersionText } from './image-texts.ts';

/** What an Auto Scaling group launches instances from. */
export const groupLaunch = z.object({
  /** Id or name of the launch template; null for a launch configuration, which is not read. */
  template: z.nullable(name('id')),
  /** A version number, `$Latest` or `$Default`. */
  version: z.nullable(templateVersionText()),
  /**
   * In `autoScalingGroups`, the image that an override sets; null if no override sets one. In `emptyAutoScalingGroups`,
   * the image of the override, or else of the launch template; null if neither sets one.
   */
  imageId: z.nullable(name('image')),
});

/**
 * Self-managed Auto Scaling groups with the cluster's tag that can launch instances but have no Nodes today, with the
 * images of their next instances: ec2:DescribeLaunchTemplateVersions, ec2:DescribeImages.
 */
export const emptyAutoScalingGroups = z.array(
  z.object({
    name: name('group'),
    /** Empty: the launch template or its version does not exist, so the group cannot launch instances. */
    images: z.array(
      z.object({
        ...groupLaunch.shape,
        /** True if `imageId` is a parameter of Systems Manager: `resolve:ssm:...`. */
        isParameter: z.boolean(),
        /** Of an image that Amazon owns, or of a public parameter; otherwise null. */
        name: z.nullable(eksImageName()),
      }),
    ),
  }),
);
