import type { LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { orAbsent } from './or-absent.ts';

/**
 * ec2:DescribeLaunchTemplateVersions for some versions of one template.
 * @param template its id or name
 * @param versions numbers, `$Latest` or `$Default`
 * @returns undefined if the template or one of the versions does not exist
 */
export async function describeTemplateVersions(
  aws: AwsSource,
  template: string,
  versions: readonly string[],
): Promise<LaunchTemplateVersion[] | undefined> {
  const { paginateDescribeLaunchTemplateVersions } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const byId = template.startsWith('lt-');
  const key = byId ? { LaunchTemplateId: template } : { LaunchTemplateName: template };
  const request = { ...key, Versions: [...new Set(versions)] };
  const found = await orAbsent(() =>
    aws.call('ec2:DescribeLaunchTemplateVersions', () =>
      everyPage(
        paginateDescribeLaunchTemplateVersions({ client }, request),
        'LaunchTemplateVersions',
        (page) => page.LaunchTemplateVersions,
      ),
    ),
  );
  requireEachRequested(
    (found ?? []).map(({ LaunchTemplateId, LaunchTemplateName }) => (byId ? LaunchTemplateId : LaunchTemplateName)),
    [template],
    'launch template',
  );
  return found;
}
