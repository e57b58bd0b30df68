import { defineCollector } from '../../../collect.ts';
import type { AwsSource } from '../../../sources/aws.ts';
import { present } from '../../present.ts';
import { everyPage } from '../every-page.ts';
import { selectorsOf, type Criterion } from './selectors.ts';

/** Aliases and parameters are looked up in Systems Manager, at AWS's or the owner's own path: they are not asked for here. */
export const karpenterImages = defineCollector('karpenterImages', {
  permissions: [{ iam: 'ec2:DescribeImages' }],
  from: ['karpenterNodeClasses', 'karpenterPools'],
  async collect({ aws }, facts) {
    const [nodeClasses, pools] = await Promise.all([facts.read('karpenterNodeClasses'), facts.read('karpenterPools')]);
    const selectors = selectorsOf('amis', nodeClasses, pools);
    const asked = new Map(
      selectors.flatMap(({ criteria }) => criteria).map((criterion) => [criterion.text, criterion]),
    );
    const answers = await Promise.all(
      [...asked].map(async ([text, criterion]) => [text, await imagesFor(aws, criterion)] as const),
    );
    const found = new Map(answers);
    const value = selectors.map(({ kind, name, criteria }) => ({
      kind,
      name,
      terms: criteria.map(({ text }) => ({ text, found: found.get(text) ?? [] })),
    }));
    return { value };
  },
});

/** As Karpenter asks (DescribeImageQueries): a name without an owner is one of the account's own images or of Amazon's. */
async function imagesFor(aws: AwsSource, { ids, names, owners, tags }: Criterion): Promise<string[]> {
  const { paginateDescribeImages } = await import('../../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const Owners = owners ?? (names === null ? undefined : ['self', 'amazon']);
  const Filters = [
    ...(ids === null ? [] : [{ Name: 'image-id', Values: [...ids] }]),
    ...(names === null ? [] : [{ Name: 'name', Values: [...names] }]),
    ...tags.map(({ key, values }) =>
      values.includes('*') ? { Name: 'tag-key', Values: [key] } : { Name: `tag:${key}`, Values: [...values] },
    ),
  ];
  const images = await aws.call('ec2:DescribeImages', () =>
    everyPage(
      paginateDescribeImages({ client }, { Filters, ...(Owners === undefined ? {} : { Owners: [...Owners] }) }),
      'Images',
      (page) => page.Images,
    ),
  );
  return images.map(({ ImageId }) => present(ImageId, 'ImageId')).sort();
}
