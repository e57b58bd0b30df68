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
import { templateKey, toNamedTemplates, type NamedTemplate } from './named-templates.ts';

export const launchTemplates = defineCollector('launchTemplates', {
  permissions: [{ iam: 'ec2:DescribeLaunchTemplateVersions' }],
  from: ['nodegroups', 'autoScalingGroups'],
  async collect({ aws }, facts) {
    const managed = await facts.reading('nodegroups');
    const selfManaged = await facts.reading('autoScalingGroups');
    const named = new Map(
      [...listManaged(managed), ...listSelfManaged(selfManaged)].map((one) => [templateKey(one), one]),
    );
    const { value, gaps } = await describeEach('launch template', [...named.keys()].sort(), async (key) => {
      const { template, version } = named.get(key) ?? { template: key, version: '$Default' };
      return { template, version, ...(await describeNamed(aws, template, version)) };
    });
    return { value, gaps: [...unread('node groups', managed), ...unread('Auto Scaling groups', selfManaged), ...gaps] };
  },
});

function unread(what: string, reading: Reading<unknown>): Gap[] {
  return reading.ok ? (reading.gaps ?? []) : [{ what: `the launch templates of ${what}`, reason: reading.reason }];
}

function listManaged(reading: Reading<Facts['nodegroups']>): NamedTemplate[] {
  return reading.ok ? reading.value.flatMap(({ template }) => template ?? []) : [];
}

function listSelfManaged(reading: Reading<Facts['autoScalingGroups']>): NamedTemplate[] {
  return reading.ok ? reading.value.flatMap(toNamedTemplates) : [];
}

const moving = ['$Latest', '$Default'] as const;

/** EC2 refuses the whole request if one of the versions does not exist; the other two exist if the template does. */
async function describeNamed(
  aws: AwsSource,
  template: string,
  version: string,
): Promise<Pick<LaunchTemplate, 'found' | 'left'>> {
  const versions = await describeTemplateVersions(aws, template, [version, ...moving]);
  if (versions !== undefined) return { found: await toVersion(versions, version) };
  const left = await describeTemplateVersions(aws, template, moving);
  return { found: null, ...(left === undefined ? {} : { left: toMoving(left) }) };
}

function toMoving(versions: readonly LaunchTemplateVersion[]): { default: number; latest: number } {
  const standard = versions.find(({ DefaultVersion }) => DefaultVersion === true);
  return {
    default: readNumber(present(standard, 'DefaultVersion')),
    latest: Math.max(...versions.map(readNumber)),
  };
}

async function toVersion(versions: readonly LaunchTemplateVersion[], version: string): Promise<TemplateVersion> {
  const { default: standard, latest } = toMoving(versions);
  const number = version === '$Default' ? standard : version === '$Latest' ? latest : Number(version);
  const used = present(
    versions.find((one) => readNumber(one) === number),
    'LaunchTemplateVersions',
  );
  return {
    number,
    default: standard,
    latest,
    ...(await project(present(used.LaunchTemplateData, 'LaunchTemplateData'))),
    others: versions.flatMap((one) =>
      readNumber(one) === number
        ? []
        : [{ number: readNumber(one), imageId: present(one.LaunchTemplateData, 'LaunchTemplateData').ImageId ?? null }],
    ),
  };
}

function readNumber({ VersionNumber }: LaunchTemplateVersion): number {
  return present(VersionNumber, 'VersionNumber');
}

async function project(
  data: ResponseLaunchTemplateData,
): Promise<Omit<TemplateVersion, 'number' | 'default' | 'latest' | 'others'>> {
  const profile = data.IamInstanceProfile;
  return {
    imageId: data.ImageId ?? null,
    instanceType: data.InstanceType ?? null,
    instanceProfile: profile?.Name ?? profile?.Arn?.split('/').at(-1) ?? null,
    hopLimit: data.MetadataOptions?.HttpPutResponseHopLimit ?? null,
    imds: toImds(data.MetadataOptions?.HttpTokens),
    boot: await readBoot(data.UserData),
  };
}

async function readBoot(userData: string | undefined): Promise<BootSettings | null> {
  if (userData === undefined || userData === '') return null;
  const text = decodeUserData(userData);
  return text === undefined ? unreadSettings : readBootSettings(text);
}

function toImds(tokens: string | undefined): 'v1' | 'v2' | null {
  if (tokens === undefined) return null;
  return tokens === 'required' ? 'v2' : 'v1';
}
