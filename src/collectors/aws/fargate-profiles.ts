import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../present.ts';
import { describeEach } from './describe-each.ts';
import { everyPage } from './every-page.ts';
import { healthIssuesOf } from './health-issues.ts';

export const fargateProfiles = defineCollector('fargateProfiles', {
  permissions: [{ iam: 'eks:ListFargateProfiles' }, { iam: 'eks:DescribeFargateProfile' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name: clusterName } = await facts.read('cluster');
    const { paginateListFargateProfiles } = await import('../../sources/aws/sdk/eks.ts');
    const client = await aws.client('eks');
    const names = await aws.call('eks:ListFargateProfiles', () =>
      everyPage(
        paginateListFargateProfiles({ client }, { clusterName }),
        'fargateProfileNames',
        (page) => page.fargateProfileNames,
      ),
    );
    return describeEach('Fargate profile', names, (profile) => describeProfile(aws, clusterName, profile));
  },
});

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
  return {
    name: fargateProfileName,
    arn: present(profile.fargateProfileArn, 'fargateProfile.fargateProfileArn'),
    status: present(profile.status, 'fargateProfile.status'),
    roleArn: present(profile.podExecutionRoleArn, 'fargateProfile.podExecutionRoleArn'),
    subnetIds: present(profile.subnets, 'fargateProfile.subnets'),
    healthIssues: healthIssuesOf(profile.health, 'fargateProfile.health'),
  };
}
