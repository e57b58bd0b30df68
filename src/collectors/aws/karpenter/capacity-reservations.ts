import type { CapacityReservation } from '@aws-sdk/client-ec2';
import { defineCollector } from '../../collect.ts';
import type { KarpenterNodeClass } from '../../../facts/karpenter-objects.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import { present, presentCount } from '../../require-field.ts';
import { everyPage } from '../../../sources/aws/every-page.ts';
import { selects, toCriteria, type Criterion } from './selectors.ts';

/** Operating systems without further licences, as AMIs of Karpenter have them. */
const platforms = ['Linux/UNIX', 'Windows'];

export const capacityReservations = defineCollector('capacityReservations', {
  permissions: [{ iam: 'ec2:DescribeCapacityReservations' }],
  from: ['karpenterControllers', 'karpenterNodeClasses'],
  async collect({ aws }, facts) {
    if ((await facts.read('karpenterControllers')).length === 0) return { value: [] };
    const terms = (await facts.read('karpenterNodeClasses')).flatMap(listTerms);
    const value = (await describeReservations(aws)).map((one) => ({
      id: present(one.CapacityReservationId, 'CapacityReservationId'),
      match: one.InstanceMatchCriteria === 'targeted' ? ('targeted' as const) : ('open' as const),
      instanceType: present(one.InstanceType, 'InstanceType'),
      availabilityZone: one.AvailabilityZone ?? null,
      total: presentCount(one.TotalInstanceCount, 'TotalInstanceCount'),
      available: presentCount(one.AvailableInstanceCount, 'AvailableInstanceCount'),
      selected: terms.some((term) => isSelected(one, term)),
    }));
    return { value: value.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  },
});

async function describeReservations(aws: AwsSource): Promise<CapacityReservation[]> {
  const { paginateDescribeCapacityReservations } = await import('../../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const Filters = [
    { Name: 'state', Values: ['active'] },
    { Name: 'instance-platform', Values: platforms },
  ];
  return aws.call('ec2:DescribeCapacityReservations', () =>
    everyPage(
      paginateDescribeCapacityReservations({ client }, { Filters }),
      'CapacityReservations',
      (page) => page.CapacityReservations,
    ),
  );
}

interface Term {
  criterion: Criterion;
  match: string | undefined;
}

function listTerms({ apiVersion, terms }: KarpenterNodeClass): Term[] {
  return terms.capacityReservations.flatMap((term) =>
    toCriteria(term, apiVersion).map((criterion) => ({ criterion, match: term.instanceMatchCriteria })),
  );
}

/** Source: QueriesFromSelectorTerms of pkg/providers/capacityreservation of aws/karpenter-provider-aws v1.9.0 */
function isSelected(one: CapacityReservation, { criterion, match }: Term): boolean {
  const { owners } = criterion;
  if (owners !== null && !owners.includes(one.OwnerId ?? '')) return false;
  if (match !== undefined && match !== one.InstanceMatchCriteria) return false;
  return selects(criterion, { id: one.CapacityReservationId ?? '', name: null, tags: one.Tags ?? [] });
}
