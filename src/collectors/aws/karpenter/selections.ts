import type { Filter, Tag } from '@aws-sdk/client-ec2';
import { defineCollector, type FactReader } from '../../collect.ts';
import type { Selected } from '../../../facts/karpenter-account.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import { present, presentName } from '../../require-field.ts';
import { requireEachRequested } from '../../require-same.ts';
import { everyPage } from '../../../sources/aws/every-page.ts';
import { toChunks, valuesPerCall } from '../chunks.ts';
import { listSelectors, selects, type Candidate, type Selector } from './selectors.ts';
import { allInOrder } from '../../all-in-order.ts';

const from = ['cluster', 'karpenterNodeClasses', 'karpenterPools'] as const;
type From = (typeof from)[number];

export const karpenterSubnets = defineCollector('karpenterSubnets', {
  permissions: [{ iam: 'ec2:DescribeSubnets' }],
  from,
  async collect({ aws }, facts) {
    return { value: await select('subnets', facts, (vpcId, selectors) => subnetsFor(aws, vpcId, selectors)) };
  },
});

export const karpenterSecurityGroups = defineCollector('karpenterSecurityGroups', {
  permissions: [{ iam: 'ec2:DescribeSecurityGroups' }],
  from,
  async collect({ aws }, facts) {
    return { value: await select('securityGroups', facts, (vpcId, selectors) => groupsFor(aws, vpcId, selectors)) };
  },
});

/** Searches only the cluster's VPC, because nodes of other VPCs cannot join. */
async function select(
  part: 'subnets' | 'securityGroups',
  facts: FactReader<From>,
  candidatesFor: (vpcId: string, selectors: readonly Selector[]) => Promise<Candidate[]>,
): Promise<Selected[]> {
  const [{ vpcId }, nodeClasses, pools] = await allInOrder([
    facts.read('cluster'),
    facts.read('karpenterNodeClasses'),
    facts.read('karpenterPools'),
  ]);
  const selectors = listSelectors(part, nodeClasses, pools);
  if (selectors.length === 0) return [];
  const candidates = await candidatesFor(present(vpcId, 'cluster.vpcId'), selectors);
  return selectors.map(({ kind, name, criteria }) => ({
    kind,
    name,
    terms: criteria.map((criterion) => ({
      text: criterion.text,
      found: candidates
        .filter((candidate) => selects(criterion, candidate))
        .map(({ id }) => id)
        .sort(),
    })),
  }));
}

/**
 * The filters of the calls that together return every candidate: by tag keys, by ids and by names, at most
 * {@link valuesPerCall} values each. Those by tag keys also cover terms with both tags and ids or names.
 */
function filtersFor(vpcId: string, selectors: readonly Selector[], idFilter: string, nameFilter?: string): Filter[][] {
  const criteria = selectors.flatMap((selector) => selector.criteria);
  const keys = criteria.flatMap(({ tags }) => tags.slice(0, 1).map(({ key }) => key));
  const untagged = criteria.filter(({ tags }) => tags.length === 0);
  const ids = untagged.flatMap((criterion) => criterion.ids ?? []);
  const names = untagged.flatMap((criterion) => (criterion.ids === null ? (criterion.names ?? []) : []));
  const valuesByFilter: [string, readonly string[]][] = [
    ['tag-key', keys],
    [idFilter, ids],
    ...(nameFilter === undefined ? [] : [[nameFilter, names] satisfies [string, readonly string[]]]),
  ];
  return valuesByFilter.flatMap(([Name, values]) =>
    toChunks([...new Set(values)].sort(), valuesPerCall).map((Values) => [
      { Name: 'vpc-id', Values: [vpcId] },
      { Name, Values },
    ]),
  );
}

async function subnetsFor(aws: AwsSource, vpcId: string, selectors: readonly Selector[]): Promise<Candidate[]> {
  const { paginateDescribeSubnets } = await import('../../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const answers = filtersFor(vpcId, selectors, 'subnet-id').map((Filters) =>
    aws.call('ec2:DescribeSubnets', () =>
      everyPage(paginateDescribeSubnets({ client }, { Filters }), 'Subnets', (page) => page.Subnets),
    ),
  );
  const found = (await allInOrder(answers)).flat();
  refuseOtherVpcs(found, vpcId);
  return distinct(
    found.map(({ SubnetId, Tags }) => ({ id: presentName(SubnetId, 'SubnetId'), name: null, tags: readTags(Tags) })),
  );
}

async function groupsFor(aws: AwsSource, vpcId: string, selectors: readonly Selector[]): Promise<Candidate[]> {
  const { paginateDescribeSecurityGroups } = await import('../../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const answers = filtersFor(vpcId, selectors, 'group-id', 'group-name').map((Filters) =>
    aws.call('ec2:DescribeSecurityGroups', () =>
      everyPage(
        paginateDescribeSecurityGroups({ client }, { Filters }),
        'SecurityGroups',
        (page) => page.SecurityGroups,
      ),
    ),
  );
  const found = (await allInOrder(answers)).flat();
  refuseOtherVpcs(found, vpcId);
  return distinct(
    found.map(({ GroupId, GroupName, Tags }) => ({
      id: presentName(GroupId, 'GroupId'),
      name: GroupName ?? null,
      tags: readTags(Tags),
    })),
  );
}

/** @throws ScanError (`unreadable`) if a tag has no key */
function readTags(tags: readonly Tag[] = []): Candidate['tags'] {
  for (const { Key } of tags) presentName(Key, 'Tags.Key');
  return tags;
}

function refuseOtherVpcs(found: readonly { VpcId?: string | undefined }[], vpcId: string): void {
  requireEachRequested(
    found.map(({ VpcId }) => VpcId),
    [vpcId],
    'VPC',
  );
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
}
