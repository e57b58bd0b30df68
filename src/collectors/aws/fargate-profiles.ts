import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { ScanError, type Reason } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present, presentList } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyName } from '../../sources/aws/every-page.ts';
import { toHealthIssues } from './health-issues.ts';
import { readManagerTags } from './tags.ts';

export const fargateProfiles = defineCollector('fargateProfiles', {
  permissions: [{ iam: 'eks:ListFargateProfiles' }, { iam: 'eks:DescribeFargateProfile' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name, outpost } = await facts.read('cluster');
    const names = outpost ? [] : await namesIn(aws, name);
    return describeEach('Fargate profile', names, (profile) => describeProfile(aws, name, profile));
  },
});

/** Empty if the Region has no Fargate: AWS GovCloud (US) and some others. */
async function namesIn(aws: AwsSource, clusterName: string): Promise<string[]> {
  const { paginateListFargateProfiles } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  try {
    return await aws.call('eks:ListFargateProfiles', () =>
      everyName(
        paginateListFargateProfiles({ client }, { clusterName }),
        'fargateProfileNames',
        (page) => page.fargateProfileNames,
      ),
    );
  } catch (error) {
    if (error instanceof ScanError && isNotOffered(error.reason)) return [];
    throw error;
  }
}

/**
 * Where Fargate is not offered, EKS may deny access to the whole account; if a permission is missing, the error names a
 * user or role instead.
 * Source: eksctl (pkg/fargate/fargate.go).
 */
function isNotOffered({ kind, message }: Reason): boolean {
  if (kind === 'not-offered') return true;
  return (
    kind === 'denied' && message.startsWith('Account ') && message.includes('is not authorized to use this service')
  );
}

async function describeProfile(
  aws: AwsSource,
  clusterName: string,
  fargateProfileName: string,
): Promise<Facts['fargateProfiles'][number]> {
  const { DescribeFargateProfileCommand } = await import('../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const command = new DescribeFargateProfileCommand({ clusterName, fargateProfileName });
  const answer = await aws.call('eks:DescribeFargateProfile', () => client.send(command));
  const profile = present(answer.fargateProfile, 'fargateProfile');
  requireSame(profile.clusterName, clusterName, 'cluster');
  requireSame(profile.fargateProfileName, fargateProfileName, 'Fargate profile');
  return {
    name: fargateProfileName,
    arn: present(profile.fargateProfileArn, 'fargateProfile.fargateProfileArn'),
    status: present(profile.status, 'fargateProfile.status'),
    roleArn: present(profile.podExecutionRoleArn, 'fargateProfile.podExecutionRoleArn'),
    subnetIds: presentList(profile.subnets, 'fargateProfile.subnets'),
    healthIssues: toHealthIssues(profile.health, 'fargateProfile.health'),
    ...readManagerTags(profile.tags),
  };
}
