import * as z from 'zod/mini';
import { healthIssue } from './aws.ts';
import { namedRole } from './iam.ts';
import { name } from './marks.ts';
import { awsStatus } from './public-texts.ts';

/** What pods on Fargate start with: profiles and their pod execution roles. */

/** eks:ListFargateProfiles and DescribeFargateProfile. Selectors are not read: the pods of a profile carry its name. */
export const fargateProfiles = z.array(
  z.object({
    name: name('group'),
    /** The source of the requests that Fargate makes for it. */
    arn: name('group'),
    status: awsStatus(),
    /** ARN of its pod execution role. */
    roleArn: name('role'),
    subnetIds: z.array(name('id')),
    /** What went wrong when EKS created or deleted it; null if EKS lists nothing. */
    healthIssues: z.nullable(z.array(healthIssue)),
  }),
);

/**
 * iam:GetRole and the policies of each pod execution role, but for those of AWS that the table fargate-role names. Roles
 * that do not exist in IAM are included.
 */
export const fargateRoles = z.array(namedRole);
export type FargateRole = z.infer<typeof fargateRoles>[number];
