import * as z from 'zod/mini';
import { healthIssue } from './aws.ts';
import { namedRole } from './iam.ts';
import { managerTags } from './manager-tags.ts';
import { name } from './marks.ts';
import { awsStatus } from './public-texts.ts';

/** Fargate profiles and their pod execution roles. */

/** eks:ListFargateProfiles and DescribeFargateProfile. Selectors are not read: pods carry the name of their profile. */
export const fargateProfiles = z.array(
  z.object({
    name: name('group'),
    /** The source ARN (aws:SourceArn) of requests that Fargate makes for it. */
    arn: name('group'),
    status: awsStatus(),
    /** ARN of its pod execution role. */
    roleArn: name('role'),
    subnetIds: z.array(name('id')),
    /** Problems when EKS created or deleted it; null if EKS returned no health information. */
    healthIssues: z.nullable(z.array(healthIssue)),
    tags: managerTags,
  }),
);

/**
 * iam:GetRole and the policies of each pod execution role, except AdministratorAccess and the AWS managed policies in
 * the table `fargate-role`. Includes roles that do not exist in IAM.
 */
export const fargateRoles = z.array(namedRole);
export type FargateRole = z.infer<typeof fargateRoles>[number];
