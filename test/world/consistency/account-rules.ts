import { grouped } from '../../../src/syntax/grouped.ts';
import { parseCidr } from '../../../src/syntax/cidr.ts';
import { addressInName, isWithin, type Interface, type WorldRule, type WorldView } from './world-view.ts';

/** Rules about the account: what clusters, node groups and profiles name, EC2 and IAM have. */

/** Each interface once: of instances, and of the account. */
function listInterfaces({ world, instances }: WorldView): readonly Interface[] {
  const own = (world.aws.interfaces ?? []) as unknown as readonly Interface[];
  const all = [...[...instances.values()].flatMap(({ NetworkInterfaces }) => NetworkInterfaces), ...own];
  return [...new Map(all.map((one) => [one.NetworkInterfaceId, one])).values()];
}

function listAddresses({ PrivateIpAddress, PrivateIpAddresses = [] }: Interface): readonly string[] {
  const others = PrivateIpAddresses.map((one) => one.PrivateIpAddress);
  return [...new Set([PrivateIpAddress ?? [], others].flat())];
}

const interfaceAddress: WorldRule = {
  name: 'interface-address',
  says: 'each private IPv4 address of a network interface lies in the CIDR block of its subnet',
  contradictions: (view) =>
    listInterfaces(view).flatMap((one) => {
      const block = view.subnets.get(one.SubnetId)?.CidrBlock;
      return listAddresses(one)
        .filter((address) => block === undefined || !isWithin(address, block))
        .map((address) => `${one.NetworkInterfaceId}: ${address} is not in ${block}`);
    }),
};

const addressOnce: WorldRule = {
  name: 'address-once',
  says: 'no two network interfaces or Fargate nodes have the same address',
  contradictions: (view) => {
    const virtual = view.nodes.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('fargate-'));
    const all = [
      ...listInterfaces(view).flatMap(listAddresses),
      ...virtual.flatMap((name) => addressInName(name) ?? []),
    ];
    return all.filter((address, index) => all.indexOf(address) !== index);
  },
};

/** EC2 keeps five addresses of each subnet. */
const kept = 5;

const freeAddresses: WorldRule = {
  name: 'subnet-free-addresses',
  says: 'a subnet has at most as many free addresses as its CIDR block holds besides those of its interfaces',
  contradictions: (view) => {
    const interfaces = grouped(listInterfaces(view), ({ SubnetId }) => SubnetId);
    return [...view.subnets.values()].flatMap(({ SubnetId, CidrBlock, AvailableIpAddressCount }) => {
      const range = parseCidr(CidrBlock);
      if (range === undefined) return [`${SubnetId}: ${CidrBlock}`];
      const used = (interfaces.get(SubnetId) ?? []).reduce(
        (sum, one) => sum + Math.max(1, listAddresses(one).length),
        0,
      );
      const most = Number(range.last - range.first) + 1 - kept - used;
      return AvailableIpAddressCount <= most ? [] : [`${SubnetId}: ${AvailableIpAddressCount} free, at most ${most}`];
    });
  },
};

const subnetBlocks: WorldRule = {
  name: 'subnet-blocks',
  says: 'the CIDR blocks of subnets of one VPC do not overlap',
  contradictions: ({ subnets }) => {
    const ranges = [...subnets.values()].flatMap(({ SubnetId, CidrBlock }) => {
      const range = parseCidr(CidrBlock);
      return range === undefined ? [] : [{ SubnetId, ...range }];
    });
    const sorted = ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1));
    return sorted.flatMap((one, index) => {
      const next = sorted[index + 1];
      return next === undefined || next.first > one.last ? [] : [`${one.SubnetId} and ${next.SubnetId}`];
    });
  },
};

const namedSubnets: WorldRule = {
  name: 'named-subnets',
  says: 'the subnets that the cluster, node groups, Fargate profiles, Auto Scaling groups and route tables name exist',
  contradictions: ({ world, groups, subnets }) => {
    const { clusters, fargateProfiles } = world.aws;
    const places = [
      ...Object.entries(clusters).map(([name, { resourcesVpcConfig }]) => {
        const { subnetIds = [] } = (resourcesVpcConfig ?? {}) as { subnetIds?: readonly string[] };
        return { name: `cluster ${name}`, ids: subnetIds };
      }),
      ...groups.map(({ nodegroupName, subnets: ids = [] }) => ({ name: `group ${nodegroupName}`, ids })),
      ...Object.entries(fargateProfiles).map(([name, profile]) => ({
        name: `profile ${name}`,
        ids: (profile['subnets'] ?? []) as readonly string[],
      })),
      ...world.aws.autoScalingGroups.map(({ AutoScalingGroupName, VPCZoneIdentifier }) => ({
        name: String(AutoScalingGroupName),
        ids: typeof VPCZoneIdentifier === 'string' ? VPCZoneIdentifier.split(',') : [],
      })),
      ...world.aws.network.routeTables.map(({ RouteTableId, Associations = [] }) => ({
        name: String(RouteTableId),
        ids: (Associations as readonly { SubnetId?: string }[]).flatMap(({ SubnetId }) => SubnetId ?? []),
      })),
    ];
    return places.flatMap(({ name, ids }) => ids.filter((id) => !subnets.has(id)).map((id) => `${name}: ${id}`));
  },
};

const namedRoles: WorldRule = {
  name: 'named-roles',
  says: 'the roles that the cluster, node groups, Fargate profiles and Pod Identity associations name exist',
  contradictions: ({ world, groups }) => {
    const { clusters, fargateProfiles, podIdentityAssociations = {}, roles } = world.aws;
    const arns = [
      ...Object.values(clusters).map(({ roleArn }) => roleArn),
      ...groups.map(({ nodeRole }) => nodeRole),
      ...Object.values(fargateProfiles).map(({ podExecutionRoleArn }) => podExecutionRoleArn),
      ...Object.values(podIdentityAssociations).map(({ roleArn }) => roleArn),
    ].filter((arn) => typeof arn === 'string');
    return [...new Set(arns)].filter((arn) => roles[arn.split('/').at(-1) ?? ''] === undefined);
  },
};

export const accountRules: readonly WorldRule[] = [
  interfaceAddress,
  addressOnce,
  freeAddresses,
  subnetBlocks,
  namedSubnets,
  namedRoles,
];
