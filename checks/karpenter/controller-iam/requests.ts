import type { Request } from '../../../src/for-checks/iam/request.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { fillPlaceholders, passedTo, resolveResources, type RequestEnvironment } from './placeholders.ts';
import { findSelectedTags } from './selected-tags.ts';

export type Probe = Tables['karpenter-probes'][number];

/** The probes that apply to a version, regardless of their `when`. */
export function selectProbes(version: string, probes: readonly Probe[]): Probe[] {
  const minor = `${version.split('.').slice(0, 2).join('.')}.0`;
  return probes.filter(
    ({ since, until }) => !isBelow(minor, `${since}.0`) && (until === undefined || !isBelow(`${until}.0`, minor)),
  );
}

/** All requests of a probe: each action on each resource, with the tags of each node class. */
export function buildRequests(probe: Probe, environment: RequestEnvironment): Request[] {
  const tagged = probe.requestTags !== undefined || probe.resourceTags !== undefined;
  const tagSets = tagged ? (environment.userTags ?? [undefined]) : [{}];
  return tagSets.flatMap((userTags) =>
    probe.resources
      .flatMap((resource) => resolveResources(resource, environment))
      .flatMap((resource) =>
        probe.actions.map((action) => buildRequest(probe, action, resource, userTags, environment)),
      ),
  );
}

function buildRequest(
  probe: Probe,
  action: string,
  resource: string,
  userTags: Readonly<Record<string, string>> | undefined,
  environment: RequestEnvironment,
): Request {
  const { request, carried } = resolveTags(probe, userTags ?? {}, environment);
  const service = action.split(':')[0] ?? '';
  const resourceTags = carried ?? findSelectedTags(resource, environment.selectedTags);
  const tagKeys = Object.keys(request);
  const filledIn = fillPlaceholders(resource, environment);
  return {
    action,
    resource: filledIn,
    context: {
      ...environment.principal,
      ...buildRegionContext(service, environment),
      ...buildAccountContext(filledIn, environment),
      ...buildVpcContext(resource, environment),
      ...mapped(probe.context ?? {}, (value) => passedTo(fillPlaceholders(value, environment), environment)),
      ...mapped(request, (value) => value, 'aws:RequestTag/'),
      ...(sendsNoOthers(probe, userTags) ? { 'aws:TagKeys': tagKeys } : {}),
      ...prefixed('aws', resourceTags),
      ...prefixed(service, resourceTags),
    },
    complete: listCompletePrefixes(probe, action, userTags, service),
  };
}

/** The tags in the request, and those that the resource already has (`carried`; undefined: the probe lists none). */
function resolveTags(
  { requestTags, resourceTags, actions }: Probe,
  userTags: Readonly<Record<string, string>>,
  environment: RequestEnvironment,
) {
  const own = (tags: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(tags).map(([key, value]) => [
        fillPlaceholders(key, environment),
        fillPlaceholders(value, environment),
      ]),
    );
  const later = isLater({ requestTags, resourceTags, actions });
  const request = own(requestTags ?? {});
  return {
    /**
     * For a running instance, omits the keys of user tags: Karpenter does not send tags that the instance already has.
     */
    request: later
      ? Object.fromEntries(Object.entries(request).filter(([key]) => !(key in userTags)))
      : requestTags === undefined
        ? {}
        : { ...userTags, ...request },
    carried: resourceTags === undefined ? undefined : { ...userTags, ...own(resourceTags) },
  };
}

/** True if the probe adds tags to a running instance. */
function isLater({ requestTags, resourceTags, actions }: Pick<Probe, 'requestTags' | 'resourceTags' | 'actions'>) {
  return requestTags !== undefined && resourceTags !== undefined && actions.includes('ec2:CreateTags');
}

/** True if all tags in the request are known: user tags are sent only when a resource is created. */
function sendsNoOthers(probe: Probe, userTags: object | undefined): boolean {
  return userTags !== undefined || probe.requestTags === undefined || isLater(probe);
}

/**
 * The prefixes of the condition keys that the request has only if they are in its context. The tags of a resource that
 * Karpenter creates are all known; subnets and images may have others.
 */
function listCompletePrefixes(probe: Probe, action: string, userTags: object | undefined, service: string): string[] {
  const areUserTagsKnown = userTags !== undefined;
  const isKnown = probe.resourceTags !== undefined || probe.requestTags !== undefined;
  return [
    'aws:PrincipalTag/',
    ...(sendsNoOthers(probe, userTags) ? ['aws:RequestTag/', 'aws:TagKeys'] : []),
    ...(areUserTagsKnown && isKnown ? ['aws:ResourceTag/', `${service}:ResourceTag/`] : []),
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

/** IAM has one endpoint Region per partition; the Region of the pricing API depends on Karpenter's version. */
function buildRegionContext(
  service: string,
  { partition, region }: RequestEnvironment,
): Record<string, readonly string[]> {
  if (service === 'pricing') return {};
  const global = { aws: 'us-east-1', 'aws-cn': 'cn-north-1', 'aws-us-gov': 'us-gov-west-1' }[partition];
  const requestedRegion = service === 'iam' ? global : region;
  return requestedRegion === undefined ? {} : { 'aws:RequestedRegion': [requestedRegion] };
}

/** ARNs of images, snapshots and public AWS parameters contain no account: any account may own them. */
function buildAccountContext(resource: string, { account }: RequestEnvironment): Record<string, readonly string[]> {
  const owner = resource.split(':')[4] ?? account;
  return owner === '' ? {} : { 'aws:ResourceAccount': [owner] };
}

function buildVpcContext(resource: string, environment: RequestEnvironment): Record<string, readonly string[]> {
  if (environment.vpcId === null || !/:(?:network-interface|security-group|subnet)\//.test(resource)) return {};
  return {
    'ec2:Vpc': [
      `arn:${environment.partition}:ec2:${environment.region}:${environment.account}:vpc/${environment.vpcId}`,
    ],
  };
}
