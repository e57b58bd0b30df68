import * as z from 'zod/mini';
import { healthIssue } from './aws.ts';
import { trustStatement } from './control-plane.ts';
import { rolePolicies } from './iam.ts';
import { name } from './marks.ts';
import { awsStatus } from './public-texts.ts';

/** What pods on Fargate start with: profiles and their pod execution roles. */

/** eks:ListFargateProfiles and DescribeFargateProfile. Which pods a profile takes is not asked: they carry its name. */
export const fargateProfiles = z.array(
  z.object({
    name: name('group'),
    /** The source of the requests that Fargate makes for it. */
    arn: name('group'),
    status: awsStatus(),
    /** ARN of its pod execution role. */
    roleArn: name('role'),
    subnetIds: z.array(name('id')),
    /** What went wrong when EKS created or deleted it; null where EKS lists nothing. */
    healthIssues: z.nullable(z.array(healthIssue)),
  }),
);

/** iam:GetRole and the policies of each pod execution role. What IAM does not know is here, too. */
export const fargateRoles = z.array(
  z.object({
    name: name('role'),
    /** Null: no such role exists. */
    found: z.nullable(
      z.object({
        /** As IAM knows it: a role of this name may lie under another path than the profile's. */
        arn: name('role'),
        /** Null: the trust policy is not readable. */
        trust: z.nullable(z.array(trustStatement)),
        /** ARNs, sorted. */
        attachedPolicies: z.array(name('role')),
        /** Its inline policies, attached ones but for those of AWS that the table fargate-role names, the boundary. */
        own: rolePolicies,
        tags: z.optional(z.record(name('label'), name('label'))),
      }),
    ),
  }),
);
export type FargateRole = z.infer<typeof fargateRoles>[number];
