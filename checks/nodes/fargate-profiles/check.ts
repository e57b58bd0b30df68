import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { FargateRole } from '../../../src/facts/fargate.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { fargateIssues } from '../shared/issue-texts.ts';
import { policyFindings } from './policies.ts';
import { missingFinding } from './role.ts';
import { isStanding, standingFindings } from './standing.ts';
import { subnetFindings } from './subnets.ts';
import { trustFindings } from './trust.ts';
import { resolveUsers, type Users } from './users.ts';

type Profile = Facts['fargateProfiles'][number];
type Profiles = readonly [Profile, ...Profile[]];
type UsersFor = (profiles: readonly Profile[]) => Users;

interface Known {
  usersFor: UsersFor;
  vpcSubnets: Facts['vpcSubnets'] | undefined;
}

export default defineCheck({
  id: 'nodes/fargate-profiles',
  title: 'Fargate profiles that cannot start pods',
  short: {
    status: 'status unknown',
    'public-subnet': 'uses a public subnet',
    'missing-role': 'pod execution role does not exist',
    trust: 'trust policy does not allow Fargate',
    'trust-conditions': 'unknown whether Fargate can assume it',
    policies: 'cannot pull images from Amazon ECR',
    'policies-undecided': 'unknown whether it can pull images',
    ...fargateIssues,
  },
  task: {
    '': 'Let the profile start pods',
    'missing-role': 'Create the pod execution role again',
    'missing-subnet': 'Replace the Fargate profile: private subnets',
    trust: 'Let Fargate assume the pod execution role',
    policies: 'Let the pod execution role pull images',
  },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Pods on Fargate keep the kubelet that they started with. An update of the control plane does not update them;
    you redeploy them to get the new version, and each new pod needs the subnets and the role of its Fargate profile.
    You cannot change a profile, but its subnets can run out of addresses or be deleted, and its pod execution role
    can be deleted or lose its trust policy (\`Failed to assume PodExecutionRole\`): running pods continue, new pods
    stay Pending. Delete the Pending pods after the fix: the Fargate scheduler tries each pod once.

    A profile with running pods (they have its name in the label \`eks.amazonaws.com/fargate-profile\`) is a failure,
    one without is a warning. Whether pods run with a profile is unknown if pods on Fargate were not read or lack the
    label. A profile with some subnets left is a warning, too: AWS does not document whether Fargate then skips the
    missing ones. The check looks for the subnets in the VPC of the cluster; EKS accepts only subnets without a direct
    route to an internet gateway. The trust policy is judged with its conditions on aws:SourceArn, aws:SourceAccount
    and aws:PrincipalIsAWSService. The policies of the role are evaluated as IAM evaluates them, for pulling images
    from Amazon ECR.

    A profile that is being created or deleted, or whose creation or deletion failed, is a warning by its status, and
    the check does not judge it further. It does not judge whether the role can join the cluster (an access entry of
    type FARGATE_LINUX, or an entry in aws-auth), Fargate quotas, and the resource requests of pods.`,
  fix: advice`Restore the subnets and the role of the profile, or replace the profile, before the update.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/fargate-profile.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/pod-execution-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://github.com/aws/containers-roadmap/issues/2654',
  ],
  needs: ['fargateProfiles'],
  uses: ['fargateWorkloads', 'vpcSubnets', 'routeTables', 'fargateRoles'],
  tables: ['health-codes', 'subnet-addresses', 'fargate-role', 'managed-changes'],
  applies: {
    needs: ['fargateProfiles'],
    when: ({ fargateProfiles }) => fargateProfiles.length > 0 || 'no Fargate profile',
  },

  *run({ fargateProfiles, fargateWorkloads, vpcSubnets, routeTables, fargateRoles = [] }, context) {
    const usersFor: UsersFor = (profiles) =>
      resolveUsers(
        profiles.map(({ name }) => name),
        fargateWorkloads,
      );
    for (const profile of fargateProfiles) {
      const resource = { kind: 'FargateProfile', name: profile.name };
      const users = usersFor([profile]);
      for (const finding of standingFindings(profile, context)) yield { ...finding, resource };
      if (!isStanding(profile)) continue;
      for (const finding of subnetFindings(profile, users, { vpcSubnets, routeTables }, context))
        yield { ...finding, resource };
    }
    for (const [arn, profiles] of grouped(fargateProfiles.filter(isStanding), ({ roleArn }) => roleArn)) {
      const role = fargateRoles.find(({ name }) => name === arn.slice(arn.lastIndexOf('/') + 1));
      const [first, ...others] = profiles;
      if (role === undefined || first === undefined) continue;
      yield* roleFindings(role, [first, ...others], { usersFor, vpcSubnets }, context);
    }
  },
});

function* roleFindings(
  role: FargateRole,
  profiles: Profiles,
  { usersFor, vpcSubnets }: Known,
  context: Context<'fargate-role' | 'managed-changes'>,
): Generator<Finding> {
  const resource: Resource = {
    kind: 'Role',
    name: role.name,
    arn: profiles[0].roleArn,
    note: profiles.map(({ name }) => `FargateProfile ${name}`).join(', '),
  };
  const missing = missingFinding(role, profiles, usersFor(profiles), vpcSubnets, context);
  if (missing !== undefined || role.found === null) {
    if (missing !== undefined) yield { ...missing, resource };
    return;
  }
  const found = { ...role.found, name: role.name };
  for (const finding of trustFindings(found, profiles, usersFor, context)) yield { ...finding, resource };
  for (const finding of policyFindings(found, context)) yield { ...finding, resource };
}
