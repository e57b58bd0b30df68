import { expect, it } from 'vitest';
import { awsReading } from './aws-facts.ts';
import { launches, ownGroup, templateVersion } from './template-world.ts';

const launchTemplateVersions = [
  templateVersion(1, { ImageId: 'ami-0a' }),
  templateVersion(2, { MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 } }, true),
  templateVersion(3, { ImageId: 'ami-0c' }),
];
const ofVersion = (version: string) => ({
  nodegroups: {},
  autoScalingGroups: [ownGroup('batch', launches(version))],
  launchTemplateVersions,
});

it.each([
  ['1', { number: 1, imageId: 'ami-0a', imds: null, others: [2, 3] }],
  ['$Default', { number: 2, imageId: null, imds: 'v2', hopLimit: 1, others: [3] }],
  ['$Latest', { number: 3, imageId: 'ami-0c', others: [2] }],
])('reads version %s beside the default and the latest one', async (version, { others, ...found }) => {
  const images: Record<number, string | null> = { 2: null, 3: 'ami-0c' };
  expect(await awsReading('launchTemplates', ofVersion(version))).toMatchObject({
    ok: true,
    value: [
      {
        template: 'lt-0a',
        version,
        found: {
          ...found,
          default: 2,
          latest: 3,
          others: others.map((number) => ({ number, imageId: images[number] })),
        },
      },
    ],
  });
});
