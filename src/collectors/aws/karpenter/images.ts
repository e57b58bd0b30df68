import type { Image } from '@aws-sdk/client-ec2';
import { defineCollector } from '../../collect.ts';
import type { Selected } from '../../../facts/karpenter-account.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import { present, presentName } from '../../require-field.ts';
import { requireEachRequested } from '../../require-same.ts';
import { everyPage } from '../../../sources/aws/every-page.ts';
import { imageMinor } from '../../../karpenter/image-minor.ts';
import { grouped } from '../../../syntax/grouped.ts';
import { format } from '../../../syntax/versions.ts';
import { toChunks, valuesPerCall } from '../chunks.ts';
import { listSelectors, type Criterion } from './selectors.ts';
import { allInOrder } from '../../all-in-order.ts';

/** Omits aliases and SSM parameters, which are resolved by Systems Manager. */
export const karpenterImages = defineCollector('karpenterImages', {
  permissions: [{ iam: 'ec2:DescribeImages' }],
  from: ['cluster', 'karpenterNodeClasses', 'karpenterPools'],
  async collect({ aws }, facts) {
    const [{ account }, nodeClasses, pools] = await allInOrder([
      facts.read('cluster'),
      facts.read('karpenterNodeClasses'),
      facts.read('karpenterPools'),
    ]);
    const selectors = listSelectors('amis', nodeClasses, pools);
    const criteria = selectors.flatMap((selector) => selector.criteria);
    const found = new Map(
      (await allInOrder(groupCriteriaByRequest(criteria).map((requested) => imagesFor(aws, requested)))).flat(),
    );
    const value = selectors.map(({ kind, name, criteria }) => ({
      kind,
      name,
      terms: criteria.map(({ text }) => toTerm(text, found.get(text) ?? [], account)),
    }));
    return { value };
  },
});

/** Groups criteria into requests: plain ids share requests, every other criterion has its own. */
function groupCriteriaByRequest(criteria: readonly Criterion[]): Criterion[][] {
  const distinct = [...new Map(criteria.map((criterion) => [criterion.text, criterion])).values()];
  const plain = distinct.filter(isPlainIds);
  const others = distinct.filter((criterion) => !isPlainIds(criterion)).map((criterion) => [criterion]);
  return [...toChunks(plain, valuesPerCall), ...others];
}

function isPlainIds({ ids, names, owners, tags }: Criterion): boolean {
  return ids?.length === 1 && ids.every(isPlainId) && names === null && owners === null && tags.length === 0;
}

/** Whether an id has no wildcards. */
function isPlainId(id: string): boolean {
  return !/[*?\\]/.test(id);
}

type Found = [text: string, images: Image[]];

/**
 * Lists as deprecated only images of other accounts: DescribeImages returns deprecated images of other accounts only on
 * request, but an account's own deprecated images always.
 */
function toTerm(text: string, images: readonly Image[], account: string): Selected['terms'][number] {
  const ids = images.map(({ ImageId }) => presentName(ImageId, 'ImageId')).sort();
  const deprecated = images.flatMap(({ ImageId = '', OwnerId, DeprecationTime }) =>
    DeprecationTime === undefined || OwnerId === account ? [] : [{ id: ImageId, since: DeprecationTime }],
  );
  return { text, found: ids, ...(deprecated.length === 0 ? {} : { deprecated }), newest: selectNewestImages(images) };
}

/**
 * For each architecture, the newest image and the newest one without a deprecation time: Karpenter uses a deprecated
 * image only if there is no other.
 */
function selectNewestImages(images: readonly Image[]): NonNullable<Selected['terms'][number]['newest']> {
  const byArchitecture = [...grouped(images, ({ Architecture = 'x86_64' }) => Architecture)];
  const chosen = byArchitecture.flatMap(([, some]) => {
    const ordered = some.toSorted((a, b) => ((a.CreationDate ?? '') < (b.CreationDate ?? '') ? 1 : -1));
    return [...new Set([ordered[0], ordered.find(({ DeprecationTime }) => DeprecationTime === undefined)])];
  });
  return chosen.flatMap((image) => {
    if (image === undefined) return [];
    const { Architecture = 'x86_64', CreationDate = null, Name = '' } = image;
    const minor = imageMinor(Name);
    const kubernetes = minor === undefined ? null : format(minor);
    return [{ id: present(image.ImageId, 'ImageId'), architecture: Architecture, createdAt: CreationDate, kubernetes }];
  });
}

/** The images that each criterion selects. */
async function imagesFor(aws: AwsSource, requested: readonly Criterion[]): Promise<Found[]> {
  const [first] = requested;
  if (first === undefined) return [];
  const images = await readImages(
    aws,
    requested.length === 1 ? first : { ...first, ids: requested.flatMap((one) => one.ids ?? []) },
  );
  if (requested.length === 1) return [[first.text, images]];
  return requested.map(({ text, ids: own }) => [
    text,
    images.filter(({ ImageId = '' }) => own?.includes(ImageId) === true),
  ]);
}

/**
 * The same request as Karpenter's (DescribeImageQueries), including deprecated images, as in Karpenter 1.0.7 and later.
 * A name without an owner selects images of the account or of Amazon.
 */
async function readImages(aws: AwsSource, { ids, names, owners, tags }: Criterion): Promise<Image[]> {
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
  const request = { Filters, IncludeDeprecated: true, ...(Owners === undefined ? {} : { Owners: [...Owners] }) };
  const found = await aws.call('ec2:DescribeImages', () =>
    everyPage(paginateDescribeImages({ client }, request), 'Images', (page) => page.Images),
  );
  if (ids?.every(isPlainId) === true) {
    requireEachRequested(
      found.map(({ ImageId }) => ImageId),
      ids,
      'image',
    );
  }
  return found;
}
