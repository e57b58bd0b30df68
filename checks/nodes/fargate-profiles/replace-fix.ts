import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Context } from '../../../src/check.ts';
import { behindManager } from '../../../src/for-checks/managed-fix.ts';
import { chained, continued, sh } from '../../../src/syntax/shell.ts';

type Profile = Facts['fargateProfiles'][number];

/** What changes in the new profile. */
interface Instead {
  roleArn?: string;
  /** The subnets to keep. */
  kept: readonly string[];
}

/**
 * How to replace a profile, because profiles are immutable. The commands keep the old one: deleting it stops its pods.
 * Says where the profile is managed. Source: the user guide's page on Fargate profiles.
 */
export function replaceFix(
  profile: Profile,
  { cluster: { region, name }, tables }: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>,
  { roleArn, kept }: Instead,
): Advice {
  const at = sh`--region ${region} --cluster-name ${name}`;
  const subnets = kept.length === 0 ? ['PRIVATE_SUBNET_ID'] : kept;
  const fix = advice`You cannot change a profile: create another one with the same selectors, in private subnets of the
    cluster's VPC that have free addresses.\n${commands(
      chained(
        continued(
          sh`aws eks describe-fargate-profile ${at} --fargate-profile-name ${profile.name}`,
          sh`--query fargateProfile.selectors --output json > selectors.json`,
        ),
        continued(
          sh`aws eks create-fargate-profile ${at} --fargate-profile-name NEW_PROFILE`,
          sh`--pod-execution-role-arn ${roleArn ?? profile.roleArn} --selectors file://selectors.json`,
          sh`--subnets ${subnets}`,
        ),
        sh`aws eks wait fargate-profile-active ${at} --fargate-profile-name NEW_PROFILE`,
      ),
    )}\nThen delete the old profile when its pods can stop: EKS stops all of them at once, and they start again with
    the new profile.`;
  return behindManager(fix, {
    of: profile,
    subject: 'the Fargate profile',
    change: 'fargate-profile',
    rows: tables['managed-changes'],
    values: { cluster: name },
  });
}
