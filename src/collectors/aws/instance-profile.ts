import type { Role } from '@aws-sdk/client-iam';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireSameName } from '../require-same.ts';
import { orAbsent } from './or-absent.ts';

/** iam:GetInstanceProfile: whether the instance profile exists, and its role. */
export async function readInstanceProfile(
  aws: AwsSource,
  InstanceProfileName: string,
): Promise<{ exists: boolean; role: Role | undefined }> {
  const { GetInstanceProfileCommand } = await import('../../sources/aws/sdk/iam.ts');
  const client = await aws.client('iam');
  const command = new GetInstanceProfileCommand({ InstanceProfileName });
  const answer = await orAbsent(() => aws.call('iam:GetInstanceProfile', () => client.send(command)));
  if (answer === undefined) return { exists: false, role: undefined };
  const profile = present(answer.InstanceProfile, 'InstanceProfile');
  requireSameName(profile.InstanceProfileName, InstanceProfileName, 'instance profile');
  const { Roles = [] } = profile;
  return { exists: true, role: Roles[0] };
}
