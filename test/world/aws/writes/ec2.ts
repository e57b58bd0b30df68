import type { World } from '../../world.ts';
import type { AwsRequest, Form } from '../request.ts';
import { toText } from '../request.ts';
import { missing, required, toObject, type Json, type Write } from './write.ts';

/** What EC2 changes. */
export const ec2Writes: Readonly<Record<string, Write>> = {
  'ec2:AuthorizeSecurityGroupEgress': (world, request) => authorize(world, request, 'IpPermissionsEgress'),
  'ec2:AuthorizeSecurityGroupIngress': (world, request) => authorize(world, request, 'IpPermissions'),
  'ec2:CreateLaunchTemplateVersion': createVersion,
  'ec2:ModifyVpcAttribute': modifyVpc,
};

/** Adds a rule; refuses one that the group has. */
function authorize(
  world: World,
  { form }: AwsRequest,
  rules: 'IpPermissions' | 'IpPermissionsEgress',
): ReturnType<Write> {
  const id = required(form, 'GroupId');
  const { network } = world.aws;
  const group = network.securityGroups.find(({ GroupId }) => GroupId === id);
  if (group === undefined) return missing('InvalidGroup.NotFound', `The security group '${id}' does not exist`, 400);
  const own = (group[rules] ?? []) as readonly Json[];
  const added = (form['IpPermissions'] as Form[]).map(toRule);
  if (own.some((rule) => JSON.stringify(rule) === JSON.stringify(added[0])))
    return missing('InvalidPermission.Duplicate', 'the specified rule already exists', 400);
  const changed = { ...group, [rules]: [...own, ...added] };
  world.aws.network = {
    ...network,
    securityGroups: network.securityGroups.map((one) => (one === group ? changed : one)),
  };
  return {};
}

function toRule({ IpProtocol, FromPort, ToPort, Groups, IpRanges }: Form): Json {
  return {
    IpProtocol,
    FromPort: Number(FromPort),
    ToPort: Number(ToPort),
    ...(Array.isArray(Groups) ? { UserIdGroupPairs: Groups } : {}),
    ...(Array.isArray(IpRanges) ? { IpRanges } : {}),
  };
}

/** With a source version, the new one inherits its parameters; without, it has only those of the request. */
function createVersion(world: World, { form }: AwsRequest): ReturnType<Write> {
  const all = world.aws.launchTemplateVersions ?? [];
  const id = toText(form['LaunchTemplateId']);
  const own = all.filter((one) =>
    id === undefined ? one['LaunchTemplateName'] === form['LaunchTemplateName'] : one['LaunchTemplateId'] === id,
  );
  const source = own.find((one) => String(one['VersionNumber']) === toText(form['SourceVersion']));
  const [first] = own;
  if (first === undefined) return missing('InvalidLaunchTemplateId.NotFound', 'no such launch template', 400);
  const VersionNumber = Math.max(...own.map((one) => Number(one['VersionNumber']))) + 1;
  const inherited = (source?.['LaunchTemplateData'] ?? {}) as Json;
  const LaunchTemplateData = { ...inherited, ...toObject(form['LaunchTemplateData']) };
  world.aws.launchTemplateVersions = [...all, { ...first, VersionNumber, DefaultVersion: false, LaunchTemplateData }];
  return {};
}

function modifyVpc(world: World, { form }: AwsRequest): ReturnType<Write> {
  const id = required(form, 'VpcId');
  const { network } = world.aws;
  const vpc = network.vpcs[id];
  if (vpc === undefined) return missing('InvalidVpcID.NotFound', `The vpc ID '${id}' does not exist`, 400);
  const value = (name: string) => toText(toObject(form[name])['Value']);
  const hostnames = value('EnableDnsHostnames') ?? String(vpc.hostnames);
  const support = value('EnableDnsSupport') ?? String(vpc.support);
  const changed = { hostnames: hostnames === 'true', support: support === 'true' };
  world.aws.network = { ...network, vpcs: { ...network.vpcs, [id]: changed } };
  return {};
}
