import type { LaunchTemplateVersion, ResponseLaunchTemplateData } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { BootSettings, LaunchTemplate, TemplateVersion } from '../../facts/launch-templates.ts';
import type { Gap, Reading } from '../../facts/reading.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { readBootSettings, unreadSettings } from '../user-data/boot-settings.ts';
import { decodeUserData } from '../user-data/parts.ts';
import { describeEach } from './describe-each.ts';
import { describeTemplateVersions } from './launch-template-versions.ts';

type Named = Pick<LaunchTemplate, 'template' | 'version'>;

export const launchTemplates = defineCollector('launchTemplates', {
  permissions: [{ iam: 'ec2:DescribeLaunchTemplateVersions' }],
  from: ['nodegroups', 'autoScalingGroups'],
  async collect({ aws }, facts) {
    const managed = await facts.reading('nodegroups');
    const selfManaged = await facts.reading('autoScalingGroups');
    const named = new Map([...listManaged(managed), ...listSelfManaged(selfManaged)].map((one) => [keyText(one), one]));
    const { value, gaps } = await describeEach('launch template', [...named.keys()].sort(), async (key) => {
      const { template, version } = named.get(key) ?? { template: key, version: '$Default' };
      return { template, version, found: await describeVersion(aws, template, version) };
    });
    return { value, gaps: [...unread('node groups', managed), ...unread('Auto Scaling groups', selfManaged), ...gaps] };
  },
});

function unread(what: string, reading: Reading<unknown>): Gap[] {
  return reading.ok ? [] : [{ what: `the launch templates of ${what}`, reason: reading.reason }];
}

function keyText({ template, version }: Named): string {
  return `${template}, version ${version}`;
}

function listManaged(reading: Reading<Facts['nodegroups']>): Named[] {
  return reading.ok ? reading.value.flatMap(({ template }) => template ?? []) : [];
}

function listSelfManaged(reading: Reading<Facts['autoScalingGroups']>): Named[] {
  if (!reading.ok) return [];
  return reading.value.flatMap(({ launches = [] }) =>
    launches.flatMap(({ template, version }) =>
      template === null ? [] : [{ template, version: version ?? '$Default' }],
    ),
  );
}

async function describeVersion(aws: AwsSource, template: string, version: string): Promise<TemplateVersion | null> {
  const versions = await describeTemplateVersions(aws, template, [version, '$Latest', '$Default']);
  if (versions === null) return null;
  const latest = Math.max(...versions.map(versionNumber));
  const standard = versions.find(({ DefaultVersion }) => DefaultVersion === true);
  const used = versions.find((one) => {
    if (version === '$Default') return one === standard;
    return versionNumber(one) === (version === '$Latest' ? latest : Number(version));
  });
  return {
    number: versionNumber(present(used, 'LaunchTemplateVersions')),
    default: versionNumber(present(standard, 'DefaultVersion')),
    latest,
    ...(await project(used?.LaunchTemplateData ?? {})),
  };
}

function versionNumber({ VersionNumber }: LaunchTemplateVersion): number {
  return present(VersionNumber, 'VersionNumber');
}

async function project(
  data: ResponseLaunchTemplateData,
): Promise<Omit<TemplateVersion, 'number' | 'default' | 'latest'>> {
  const profile = data.IamInstanceProfile;
  return {
    imageId: data.ImageId ?? null,
    instanceType: data.InstanceType ?? null,
    instanceProfile: profile?.Name ?? profile?.Arn?.split('/').at(-1) ?? null,
    hopLimit: data.MetadataOptions?.HttpPutResponseHopLimit ?? null,
    boot: await readBoot(data.UserData),
  };
}

async function readBoot(userData: string | undefined): Promise<BootSettings | null> {
  if (userData === undefined || userData === '') return null;
  const text = decodeUserData(userData);
  return text === undefined ? unreadSettings : readBootSettings(text);
}
