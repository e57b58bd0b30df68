import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { describeEach } from './describe-each.ts';
import { templateKey, toNamedTemplates } from './named-templates.ts';
import { readInstanceProfile } from './instance-profile.ts';

type Profile = Pick<Facts['selfManagedRoles'][number], 'exists' | 'role'>;

export const selfManagedRoles = defineCollector('selfManagedRoles', {
  permissions: [{ iam: 'iam:GetInstanceProfile' }],
  from: ['autoScalingGroups', 'launchTemplates'],
  async collect({ aws }, facts) {
    const groups = await facts.read('autoScalingGroups');
    const templates = await facts.read('launchTemplates');
    const profiles = new Map(templates.map((one) => [templateKey(one), one.found?.instanceProfile ?? null]));
    const named = groups.filter(canLaunch).flatMap((group) => {
      const found = toNamedTemplates(group).flatMap((one) => profiles.get(templateKey(one)) ?? []);
      return [...new Set(found)].map((instanceProfile) => ({ group: group.name, instanceProfile }));
    });
    const names = [...new Set(named.map(({ instanceProfile }) => instanceProfile))].sort();
    const { value, gaps } = await describeEach('instance profile', names, async (name) => {
      return [name, await readProfile(aws, name)] as const;
    });
    const read = new Map(value);
    return {
      value: named.flatMap(({ group, instanceProfile }) => {
        const profile = read.get(instanceProfile);
        return profile === undefined ? [] : [{ group, instanceProfile, ...profile }];
      }),
      gaps,
    };
  },
});

function canLaunch({ nodegroup, maxSize }: Facts['autoScalingGroups'][number]): boolean {
  return nodegroup === null && maxSize > 0;
}

async function readProfile(aws: AwsSource, name: string): Promise<Profile> {
  const { exists, role } = await readInstanceProfile(aws, name);
  return { exists, role: role === undefined ? null : present(role.Arn, 'Role.Arn') };
}
