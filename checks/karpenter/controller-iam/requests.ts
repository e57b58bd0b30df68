import type { Request } from '../../../src/for-checks/iam/request.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { filled, passedTo, resourcesOf, type Surroundings } from './placeholders.ts';

export type Probe = Tables['karpenter-probes'][number];

/** The probes of a version, regardless of their `when`. */
export function probesOf(version: string, probes: readonly Probe[]): Probe[] {
  const minor = `${version.split('.').slice(0, 2).join('.')}.0`;
  return probes.filter(
    ({ since, until }) => !isBelow(minor, `${since}.0`) && (until === undefined || !isBelow(`${until}.0`, minor)),
  );
}

/** Every request of a probe: each action on each resource, with the tags of each node class. */
export function requestsOf(probe: Probe, around: Surroundings): Request[] {
  const tagged = probe.requestTags !== undefined || probe.resourceTags !== undefined;
  const tagSets = tagged ? (around.userTags ?? [undefined]) : [{}];
  return tagSets.flatMap((userTags) =>
    probe.resources
      .flatMap((resource) => resourcesOf(resource, around))
      .flatMap((resource) => probe.actions.map((action) => requestOf(probe, action, resource, userTags, around))),
  );
}

function requestOf(
  probe: Probe,
  action: string,
  resource: string,
  userTags: Readonly<Record<string, string>> | undefined,
  around: Surroundings,
): Request {
  const { request, carried } = tagsOf(probe, userTags ?? {}, around);
  const service = action.split(':')[0] ?? '';
  const resourceTags = carried === undefined ? {} : { ...prefixed('aws', carried), ...prefixed(service, carried) };
  const tagKeys = Object.keys(request);
  const filledIn = filled(resource, around);
  return {
    action,
    resource: filledIn,
    context: {
      ...around.principal,
      ...regionOf(service, around),
      ...accountOf(filledIn, around),
      ...vpcOf(resource, around),
      ...mapped(probe.context ?? {}, (value) => passedTo(filled(value, around), around)),
      ...mapped(request, (value) => value, 'aws:RequestTag/'),
      ...(sendsNoOthers(probe, userTags) ? { 'aws:TagKeys': tagKeys } : {}),
      ...resourceTags,
    },
    complete: completeOf(probe, action, userTags, service),
  };
}

/** The tags that the request sends, and those that the resource has; undefined: unknown. */
function tagsOf(
  { requestTags, resourceTags, actions }: Probe,
  userTags: Readonly<Record<string, string>>,
  around: Surroundings,
) {
  const own = (tags: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(tags).map(([key, value]) => [filled(key, around), filled(value, around)]));
  const later = isLater({ requestTags, resourceTags, actions });
  const request = own(requestTags ?? {});
  return {
    /** Tags that an instance already has are not sent again. */
    request: later
      ? Object.fromEntries(Object.entries(request).filter(([key]) => !(key in userTags)))
      : requestTags === undefined
        ? {}
        : { ...userTags, ...request },
    carried: resourceTags === undefined ? undefined : { ...userTags, ...own(resourceTags) },
  };
}

/** Tags that are added to a running instance. */
function isLater({ requestTags, resourceTags, actions }: Pick<Probe, 'requestTags' | 'resourceTags' | 'actions'>) {
  return requestTags !== undefined && resourceTags !== undefined && actions.includes('ec2:CreateTags');
}

/** Whether all tags that are sent are known: user tags are sent when a resource is created, not when it is tagged later. */
function sendsNoOthers(probe: Probe, userTags: object | undefined): boolean {
  return userTags !== undefined || probe.requestTags === undefined || isLater(probe);
}

/** Prefixes whose keys are all known. New resources have no other tags; the tags of subnets and images are unknown. */
function completeOf(probe: Probe, action: string, userTags: object | undefined, service: string): string[] {
  const told = userTags !== undefined;
  const isKnown = probe.resourceTags !== undefined || probe.requestTags !== undefined;
  return [
    'aws:PrincipalTag/',
    ...(sendsNoOthers(probe, userTags) ? ['aws:RequestTag/', 'aws:TagKeys'] : []),
    ...(told && isKnown ? ['aws:ResourceTag/', `${service}:ResourceTag/`] : []),
    ...(action === 'ec2:CreateTags' ? ['ec2:CreateAction'] : []),
  ];
}

function prefixed(service: string, tags: Readonly<Record<string, string>>) {
  return mapped(tags, (value) => value, `${service}:ResourceTag/`);
}

function mapped(
  values: Readonly<Record<string, string>>,
  map: (value: string) => string,
  prefix = '',
): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${key}`, [map(value)]]));
}

/** IAM has one endpoint region per partition; the region of the pricing API depends on Karpenter's version. */
function regionOf(service: string, { partition, region }: Surroundings): Record<string, readonly string[]> {
  if (service === 'pricing') return {};
  const global = { aws: 'us-east-1', 'aws-cn': 'cn-north-1', 'aws-us-gov': 'us-gov-west-1' }[partition];
  const asked = service === 'iam' ? global : region;
  return asked === undefined ? {} : { 'aws:RequestedRegion': [asked] };
}

/** The ARNs of images, snapshots and public AWS parameters do not name an account: any account may own them. */
function accountOf(resource: string, { account }: Surroundings): Record<string, readonly string[]> {
  const owner = resource.split(':')[4] ?? account;
  return owner === '' ? {} : { 'aws:ResourceAccount': [owner] };
}

function vpcOf(resource: string, around: Surroundings): Record<string, readonly string[]> {
  if (around.vpcId === null || !/:(?:network-interface|security-group|subnet)\//.test(resource)) return {};
  return { 'ec2:Vpc': [`arn:${around.partition}:ec2:${around.region}:${around.account}:vpc/${around.vpcId}`] };
}
