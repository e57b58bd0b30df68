import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { FargateRole } from '../../../src/facts/fargate.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { policyFindings } from './policies.ts';
import { missingFinding } from './role.ts';
import { isStanding, standingFindings } from './standing.ts';
import { subnetFindings } from './subnets.ts';
import { trustFindings } from './trust.ts';
import { usersOf, type Users } from './users.ts';

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
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Pods on Fargate keep the kubelet that they started with. An update of the control plane leaves them behind, and
    redeploying them is what brings the new version: each new pod then needs what its Fargate profile names. A profile
    cannot be changed, but its subnets can fill up or be deleted, and its pod execution role can be deleted or lose its
    trust policy (\`Failed to assume PodExecutionRole\`): pods that run go on, new ones stay Pending. Delete
    those afterwards: the Fargate scheduler tries each pod once.

    A profile with which pods run today (they carry its name as the label \`eks.amazonaws.com/fargate-profile\`) fails;
    one without is a warning. So is a profile of which some subnets are left: AWS does not document whether Fargate then
    passes over the missing ones. The subnets are looked for in the cluster's VPC; EKS accepts only those without a direct
    route to an internet gateway. The trust policy is judged with its conditions on aws:SourceArn, aws:SourceAccount and
    aws:PrincipalIsAWSService. The role's policies are evaluated as IAM does, for pulling images from Amazon ECR.

    A profile that is being created or deleted, or of which that failed, is a warning by its status, and nothing else of
    it is judged. Whether the role may join the cluster (an access entry of type FARGATE_LINUX, or a line of aws-auth),
    quotas of Fargate and what pods ask for are not judged.`,
  fix: advice`Restore what the profile names, or replace the profile, before the update.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/fargate-profile.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/pod-execution-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://github.com/aws/containers-roadmap/issues/2654',
  ],
  needs: ['fargateProfiles'],
  uses: ['fargateWorkloads', 'vpcSubnets', 'routeTables', 'fargateRoles'],
  tables: ['health-codes', 'subnet-addresses', 'fargate-role'],
  applies: {
    needs: ['fargateProfiles'],
    when: ({ fargateProfiles }) => fargateProfiles.length > 0 || 'no Fargate profile',
  },

  *run({ fargateProfiles, fargateWorkloads, vpcSubnets, routeTables, fargateRoles = [] }, context) {
    const usersFor: UsersFor = (profiles) =>
      usersOf(
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
  context: Context<'fargate-role'>,
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
