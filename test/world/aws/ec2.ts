import type { World } from '../world.ts';
import { listInstances } from '../network.ts';
import { filtered, type Fields } from './filters.ts';
import { findInstanceType } from './instance-types.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import { toFilters, toText, toTexts, type AwsRequest } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;
type Record_ = Record<string, unknown>;

/** The supported operations of EC2. Regions other than the world's have no resources. */
export const ec2Operations: Readonly<Record<string, Operation>> = {
  'ec2:DescribeSubnets': describeSubnets,
  'ec2:DescribeCapacityReservations': createListOperation(
    'CapacityReservations',
    ({ aws }) => aws.capacityReservations ?? [],
    { state: of('State'), 'instance-platform': of('InstancePlatform') },
  ),
  'ec2:DescribeImages': describeImages,
  'ec2:DescribeInstances': describeInstances,
  'ec2:DescribeInstanceTypeOfferings': describeInstanceTypeOfferings,
  'ec2:DescribeInstanceTypes': describeInstanceTypes,
  'ec2:DescribeLaunchTemplateVersions': describeLaunchTemplateVersions,
  'ec2:DescribeNetworkInterfaces': createListOperation('NetworkInterfaces', ({ aws }) => aws.interfaces ?? [], {
    'subnet-id': of('SubnetId'),
  }),
  'ec2:GetSubnetCidrReservations': subnetCidrReservations,
  'ec2:DescribeRouteTables': createListOperation('RouteTables', ({ aws }) => aws.network.routeTables, {
    'vpc-id': of('VpcId'),
  }),
  'ec2:DescribeSecurityGroups': createListOperation('SecurityGroups', ({ aws }) => aws.network.securityGroups, {
    'group-id': of('GroupId'),
    'group-name': of('GroupName'),
    'vpc-id': of('VpcId'),
  }),
  'ec2:DescribeVpcEndpoints': createListOperation('VpcEndpoints', ({ aws }) => aws.network.vpcEndpoints, {
    'service-name': of('ServiceName'),
    'vpc-id': of('VpcId'),
  }),
  'ec2:DescribeVpcAttribute': describeVpcAttribute,
  'ec2:GetManagedPrefixListEntries': prefixListEntries,
};

const subnetFields: Fields = {
  'subnet-id': of('SubnetId'),
  'vpc-id': of('VpcId'),
  'availability-zone': of('AvailabilityZone'),
  'availability-zone-id': of('AvailabilityZoneId'),
  state: of('State'),
};

function of(field: string): (entry: Record_) => readonly unknown[] {
  return (entry) => [entry[field]];
}

/** An operation that lists, filters and pages. */
function createListOperation(field: string, entries: (world: World) => readonly Record_[], fields: Fields): Operation {
  return (world, { action, region, form }) => {
    const found = filtered(region === world.region ? entries(world) : [], form['Filter'], fields);
    if ('error' in found) return found;
    const page = selectPage(action, found, toText(form['NextToken']), toText(form['MaxResults']), world.aws.pageSize);
    return 'error' in page ? page : { output: { [field]: page.items, NextToken: page.next } };
  };
}

function describeSubnets(world: World, request: AwsRequest): Outcome {
  const all = request.region === world.region ? world.aws.subnets : [];
  const ids = toTexts(request.form['SubnetId']);
  const missing = ids.find((id) => !all.some(({ SubnetId }) => SubnetId === id));
  if (missing !== undefined) {
    return { error: 'InvalidSubnetID.NotFound', status: 400, message: `The subnet ID '${missing}' does not exist` };
  }
  const chosen = all.filter(({ SubnetId }) => ids.length === 0 || ids.includes(String(SubnetId)));
  return createListOperation('Subnets', () => chosen, subnetFields)(world, request);
}

/**
 * `self` is the world's account; without owners, images of all owners match. Every deprecation time counts as past: a
 * deprecated image of another account is returned only with `IncludeDeprecated`.
 */
function describeImages(world: World, request: AwsRequest): Outcome {
  const owners = toTexts(request.form['Owner']).map((owner) => (owner === 'self' ? world.account : owner));
  const all = toText(request.form['IncludeDeprecated']) === 'true';
  const chosen = (world.aws.images ?? []).filter(
    ({ OwnerId, DeprecationTime }) =>
      (owners.length === 0 || owners.includes(String(OwnerId))) &&
      (all || OwnerId === world.account || DeprecationTime === undefined),
  );
  return createListOperation('Images', () => chosen, { 'image-id': of('ImageId'), name: of('Name') })(world, request);
}

/** Each instance is in a separate reservation; pages count reservations. */
function describeInstances(world: World, request: AwsRequest): Outcome {
  const outcome = createListOperation('Instances', listInstances, {
    'instance-id': of('InstanceId'),
    'instance-state-name': ({ State }) => [(State as { Name?: string } | undefined)?.Name],
  })(world, request);
  if ('error' in outcome) return outcome;
  const { Instances, NextToken } = outcome.output as { Instances: readonly Record_[]; NextToken?: string };
  const Reservations = Instances.map((instance) => ({ ReservationId: 'r-0a1', Instances: [instance] }));
  return { output: { Reservations, NextToken } };
}

/** The types that the filter `instance-type` names and EC2 has; without a filter, none. */
function describeInstanceTypes(world: World, request: AwsRequest): Outcome {
  const filters = toFilters(request.form['Filter']).filter(({ name }) => name === 'instance-type');
  const found = filters.flatMap(({ values }) => values.map(findInstanceType)).filter((type) => type !== undefined);
  return createListOperation('InstanceTypes', () => found, { 'instance-type': of('InstanceType') })(world, request);
}

/** EC2 offers every type that it has in every zone of the world's subnets, unless the world says otherwise. */
function describeInstanceTypeOfferings(world: World, request: AwsRequest): Outcome {
  const filters = toFilters(request.form['Filter']).filter(({ name }) => name === 'instance-type');
  const zones = [...new Set(world.aws.subnets.map(({ AvailabilityZone }) => String(AvailabilityZone)))];
  const found = filters
    .flatMap(({ values }) => values)
    .filter((name) => findInstanceType(name) !== undefined)
    .flatMap((InstanceType): Record_[] => {
      const offered = world.aws.offerings?.[InstanceType] ?? zones;
      return offered.map((Location) => ({ InstanceType, LocationType: 'availability-zone', Location }));
    });
  const fields = { 'instance-type': of('InstanceType') };
  return createListOperation('InstanceTypeOfferings', () => found, fields)(world, request);
}

function subnetCidrReservations(world: World, { action, form }: AwsRequest): Outcome {
  const id = toText(form['SubnetId']) ?? '';
  if (!world.aws.subnets.some(({ SubnetId }) => SubnetId === id)) {
    return { error: 'InvalidSubnetID.NotFound', status: 400, message: `The subnet ID '${id}' does not exist` };
  }
  const all = world.aws.reservations?.[id] ?? [];
  const page = selectPage(action, all, toText(form['NextToken']), toText(form['MaxResults']), world.aws.pageSize);
  if ('error' in page) return page;
  return { output: { SubnetIpv4CidrReservations: page.items, SubnetIpv6CidrReservations: [], NextToken: page.next } };
}

/**
 * Finds a template by ID or name, and its versions by number, `$Latest` or `$Default`. Source of the error codes:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
 */
function describeLaunchTemplateVersions(world: World, request: AwsRequest): Outcome {
  const { region, form } = request;
  const [id, name] = [toText(form['LaunchTemplateId']), toText(form['LaunchTemplateName'])];
  const all = region === world.region ? (world.aws.launchTemplateVersions ?? []) : [];
  const own = all.filter((one) =>
    id === undefined ? one['LaunchTemplateName'] === name : one['LaunchTemplateId'] === id,
  );
  if (own.length === 0) {
    const error = id === undefined ? 'InvalidLaunchTemplateName.NotFoundException' : 'InvalidLaunchTemplateId.NotFound';
    return {
      error,
      status: 400,
      message: 'At least one of the launch templates specified in the request does not exist.',
    };
  }
  const latest = Math.max(...own.map(({ VersionNumber }) => Number(VersionNumber)));
  const versions = toTexts(form['LaunchTemplateVersion']);
  const found = versions.map((version) =>
    own.find(({ VersionNumber, DefaultVersion }) => {
      if (version === '$Default') return DefaultVersion === true;
      return String(VersionNumber) === (version === '$Latest' ? String(latest) : version);
    }),
  );
  if (found.includes(undefined)) {
    const error = 'InvalidLaunchTemplateId.VersionNotFound';
    return { error, status: 400, message: 'Could not find the specified version of the launch template.' };
  }
  // Several names of one version return it once.
  const chosen = own.filter((one) => found.includes(one));
  return createListOperation('LaunchTemplateVersions', () => chosen, {})(world, request);
}

function describeVpcAttribute(world: World, { region, form }: AwsRequest): Outcome {
  const id = toText(form['VpcId']) ?? '';
  const vpc = region === world.region ? world.aws.network.vpcs[id] : undefined;
  if (vpc === undefined) {
    return { error: 'InvalidVpcID.NotFound', status: 400, message: `The vpc ID '${id}' does not exist` };
  }
  const attribute = toText(form['Attribute']);
  if (attribute === 'enableDnsHostnames')
    return { output: { VpcId: id, EnableDnsHostnames: { Value: vpc.hostnames } } };
  if (attribute === 'enableDnsSupport') return { output: { VpcId: id, EnableDnsSupport: { Value: vpc.support } } };
  return {
    error: 'InvalidParameterValue',
    status: 400,
    message: `Value (${attribute ?? ''}) for parameter attribute is invalid.`,
  };
}

function prefixListEntries(world: World, { action, region, form }: AwsRequest): Outcome {
  const id = toText(form['PrefixListId']) ?? '';
  const cidrs = region === world.region ? world.aws.network.prefixLists[id] : undefined;
  if (cidrs === undefined) {
    return { error: 'InvalidPrefixListID.NotFound', status: 400, message: `The prefix list ID '${id}' does not exist` };
  }
  const page = selectPage(action, cidrs, toText(form['NextToken']), toText(form['MaxResults']), world.aws.pageSize);
  if ('error' in page) return page;
  return { output: { Entries: page.items.map((Cidr) => ({ Cidr })), NextToken: page.next } };
}
