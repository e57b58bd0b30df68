import type { Filter, Instance } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present, presentName } from '../require-field.ts';
import { refuseUntagged } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { allInOrder } from '../all-in-order.ts';

type NodeInterface = Facts['nodeInterfaces'][number];

export const nodeInterfaces = defineCollector('nodeInterfaces', {
  permissions: [{ iam: 'ec2:DescribeInstances' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name, autoMode } = await facts.read('cluster');
    const tags = [
      { key: `kubernetes.io/cluster/${name}`, filter: { Name: 'tag-key', Values: [`kubernetes.io/cluster/${name}`] } },
      ...(autoMode
        ? [{ key: 'eks:eks-cluster-name', filter: { Name: 'tag:eks:eks-cluster-name', Values: [name] } }]
        : []),
    ];
    const tagged = async ({ key, filter }: (typeof tags)[number]): Promise<Instance[]> => {
      const instances = await instancesWith(aws, filter, autoMode);
      refuseUntagged(instances, [key], 'instance');
      return instances;
    };
    const found = (await allInOrder(tags.map(tagged))).flat();
    const instances = new Map(found.map((instance) => [present(instance.InstanceId, 'InstanceId'), instance]));
    return { value: groupInstancesByInterface([...instances].sort(([a], [b]) => (a < b ? -1 : 1))) };
  },
});

/**
 * Instances that are pending or running: a stopped one keeps its security groups but is not a node.
 * @param autoMode if true, also requests the instances that EKS manages: an account may hide them from
 *   DescribeInstances
 */
async function instancesWith(aws: AwsSource, tag: Filter, autoMode: boolean): Promise<Instance[]> {
  const { paginateDescribeInstances } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const Filters = [tag, { Name: 'instance-state-name', Values: ['pending', 'running'] }];
  const reservations = await aws.call('ec2:DescribeInstances', () =>
    everyPage(
      paginateDescribeInstances(
        { client, pageSize: 1000 },
        { Filters, ...(autoMode ? { IncludeManagedResources: true } : {}) },
      ),
      'Reservations',
      (page) => page.Reservations,
    ),
  );
  return reservations.flatMap(({ Instances }) => present(Instances, 'Reservation.Instances'));
}

function groupInstancesByInterface(instances: readonly (readonly [string, Instance])[]): NodeInterface[] {
  const alike = new Map<string, NodeInterface>();
  for (const [id, instance] of instances) {
    for (const { primary, securityGroupIds, subnetId } of selectPodInterfaces(instance)) {
      const key = [primary, subnetId, ...securityGroupIds].join('\n');
      const same = alike.get(key) ?? { primary, securityGroupIds, subnetId, instances: [] };
      if (same.instances.at(-1) !== id) same.instances.push(id);
      alike.set(key, same);
    }
  }
  return [...alike.values()];
}

/**
 * The primary interface, and those that the VPC CNI attached, with the description `aws-K8S-<instance>`. The VPC CNI
 * assigns no pods to others (Multus, EFA).
 */
function selectPodInterfaces({ NetworkInterfaces }: Instance): Omit<NodeInterface, 'instances'>[] {
  return present(NetworkInterfaces, 'Instance.NetworkInterfaces').flatMap(
    ({ Attachment, Description, Groups = [], SubnetId }) => {
      const primary = Attachment?.DeviceIndex === 0 && (Attachment.NetworkCardIndex ?? 0) === 0;
      if (!primary && Description?.startsWith('aws-K8S-') !== true) return [];
      const securityGroupIds = Groups.map(({ GroupId }) => presentName(GroupId, 'Groups.GroupId')).sort();
      return [{ primary, securityGroupIds, subnetId: presentName(SubnetId, 'NetworkInterface.SubnetId') }];
    },
  );
}
