import type { InstanceTypeInfo } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap } from '../../facts/reading.ts';
import { presentCount, presentName } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { inChunks } from './chunks.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

/** EC2 describes at most 100 types in one call. */
const typesInCall = 100;

/** Filtered by the types' names: a name that EC2 does not know is not an error. */
export const instanceTypes = defineCollector('instanceTypes', {
  permissions: [{ iam: 'ec2:DescribeInstanceTypes' }],
  from: ['nodes', 'nodegroups', 'launchTemplates'],
  async collect({ aws }, facts) {
    const nodes = await facts.reading('nodes');
    const groups = await facts.reading('nodegroups');
    const templates = await facts.reading('launchTemplates');
    const names = [
      ...(nodes.ok
        ? nodes.value.flatMap(({ instanceId, instanceType }) => (instanceId === null ? [] : (instanceType ?? [])))
        : []),
      ...(groups.ok ? groups.value.flatMap(({ instanceTypes: own }) => own) : []),
      ...(templates.ok ? templates.value.flatMap(({ found }) => found?.instanceType ?? []) : []),
    ];
    const gaps: Gap[] = [
      ...(nodes.ok ? (nodes.gaps ?? []) : [{ what: 'the instance types of Nodes', reason: nodes.reason }]),
      ...(groups.ok ? [] : [{ what: 'the instance types of node groups', reason: groups.reason }]),
      // Those of node groups are among them.
      ...(templates.ok
        ? (templates.gaps ?? [])
        : [{ what: 'the instance types of launch templates', reason: templates.reason }]),
    ];
    const { paginateDescribeInstanceTypes } = await import('../../sources/aws/sdk/ec2.ts');
    const client = await aws.client('ec2');
    const types = await inChunks([...new Set(names)].sort(), typesInCall, (Values) =>
      aws.call('ec2:DescribeInstanceTypes', () =>
        everyPage(
          paginateDescribeInstanceTypes({ client }, { Filters: [{ Name: 'instance-type', Values }] }),
          'InstanceTypes',
          (page) => page.InstanceTypes,
        ),
      ),
    );
    requireEachRequested(
      types.map(({ InstanceType }) => InstanceType),
      names,
      'instance type',
    );
    return { value: types.map(project).sort((a, b) => (a.name < b.name ? -1 : 1)), gaps };
  },
});

function project({
  InstanceType,
  VCpuInfo,
  NetworkInfo,
  Hypervisor,
  BareMetal,
  EbsInfo,
}: InstanceTypeInfo): Facts['instanceTypes'][number] {
  return {
    name: presentName(InstanceType, 'InstanceType'),
    vcpus: presentCount(VCpuInfo?.DefaultVCpus, 'VCpuInfo.DefaultVCpus', { from: 1 }),
    interfaces: presentCount(NetworkInfo?.MaximumNetworkInterfaces, 'NetworkInfo.MaximumNetworkInterfaces', {
      from: 1,
    }),
    addressesPerInterface: presentCount(
      NetworkInfo?.Ipv4AddressesPerInterface,
      'NetworkInfo.Ipv4AddressesPerInterface',
      { from: 1 },
    ),
    nitro: Hypervisor === 'nitro' || BareMetal === true,
    ...(EbsInfo?.MaximumEbsAttachments === undefined
      ? {}
      : { volumes: { most: EbsInfo.MaximumEbsAttachments, shared: EbsInfo.AttachmentLimitType !== 'dedicated' } }),
  };
}
