import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { presentName } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { inChunks, valuesPerCall } from './chunks.ts';

/** Only names of images that Amazon owns are reliable: an account can give its own images any name. */
export const nodeImages = defineCollector('nodeImages', {
  permissions: [{ iam: 'ec2:DescribeImages' }],
  from: ['nodegroups'],
  async collect({ aws }, facts) {
    return { value: await amazonImages(aws, listCustomImageIds(await facts.read('nodegroups'))) };
  },
});

/** The images among these ids that Amazon owns, with their names. */
export async function amazonImages(aws: AwsSource, texts: readonly string[]): Promise<Facts['nodeImages']> {
  const ids = [...new Set(texts.filter((text) => /^ami-[0-9a-z]+$/.test(text)))].sort();
  if (ids.length === 0) return [];
  const { paginateDescribeImages } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const images = await inChunks(ids, valuesPerCall, async (Values) => {
    const request = { Filters: [{ Name: 'image-id', Values }], IncludeDeprecated: true };
    const found = await aws.call('ec2:DescribeImages', () =>
      everyPage(paginateDescribeImages({ client }, request), 'Images', (page) => page.Images),
    );
    requireEachRequested(
      found.map(({ ImageId }) => ImageId),
      Values,
      'image',
    );
    return found;
  });
  const value = images.flatMap(({ ImageId, ImageOwnerAlias, Name }) =>
    ImageOwnerAlias === 'amazon' && Name !== undefined ? [{ id: presentName(ImageId, 'ImageId'), name: Name }] : [],
  );
  return value.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const parameter = 'resolve:ssm:';

/** The public parameters among these texts, `resolve:ssm:/aws/service/...`, with their names. */
export function publicParameters(texts: readonly string[]): Facts['nodeImages'] {
  const ids = [...new Set(texts.filter((text) => text.startsWith(`${parameter}/aws/service/`)))].sort();
  return ids.map((id) => ({ id, name: id.slice(parameter.length) }));
}

/** The release of a node group with a custom AMI is the image's id (eks:DescribeNodegroup, releaseVersion). */
function listCustomImageIds(nodegroups: Facts['nodegroups']): string[] {
  return nodegroups.flatMap(({ amiType, releaseVersion }) =>
    amiType === 'CUSTOM' || amiType === null ? [releaseVersion ?? ''] : [],
  );
}
