import type { IncomingMessage } from 'node:http';
import type { IamAction } from '../../../src/facts/reason.ts';

/** The services that the endpoint serves, all at one URL. */
export type Service = 'eks' | 'ec2' | 'iam' | 'sts' | 'autoscaling' | JsonService;

/** Services whose requests have the operation in a header, and the parameters in a JSON body. */
export type JsonService = 'kms' | 'sqs' | 'events' | 'logs' | 'servicequotas' | 'cloudwatch';

/**
 * The parameters in a request's body: JSON, or a form of the query protocol, in which numbered names such as
 * `Filter.1.Name` or `Filters.member.1.Name` become arrays.
 */
export interface Form {
  [name: string]: string | Form | (string | Form)[] | undefined;
}

/** A request as parsed for the service that it is signed for. */
export interface AwsRequest {
  service: Service;
  /** The region of the credential scope. */
  region: string;
  accessKeyId: string;
  action: IamAction;
  /** The time in its signature, by the clock of the client. */
  signedAt: Date;
  /** Undefined if the request names no operation; for EKS, if its method and path belong to no supported operation. */
  operation: string | undefined;
  method: string;
  /** Path segments, decoded. */
  path: readonly string[];
  query: URLSearchParams;
  form: Form;
}

const JSON_SERVICES: ReadonlySet<string> = new Set(['kms', 'sqs', 'events', 'logs', 'servicequotas', 'cloudwatch']);
const SERVICES: ReadonlySet<string> = new Set(['eks', 'ec2', 'iam', 'sts', 'autoscaling', ...JSON_SERVICES]);

/** EKS's GET operations by path; `*` is one segment. Source: the model from which the SDK is generated. */
const EKS_ROUTES: readonly [path: string, operation: string][] = [
  ['clusters', 'ListClusters'],
  ['clusters/*', 'DescribeCluster'],
  ['cluster-versions', 'DescribeClusterVersions'],
  ['clusters/*/node-groups', 'ListNodegroups'],
  ['clusters/*/node-groups/*', 'DescribeNodegroup'],
  ['clusters/*/fargate-profiles', 'ListFargateProfiles'],
  ['clusters/*/fargate-profiles/*', 'DescribeFargateProfile'],
  ['clusters/*/addons', 'ListAddons'],
  ['clusters/*/addons/*', 'DescribeAddon'],
  ['clusters/*/updates', 'ListUpdates'],
  ['clusters/*/updates/*', 'DescribeUpdate'],
  ['clusters/*/access-entries', 'ListAccessEntries'],
  ['clusters/*/access-entries/*', 'DescribeAccessEntry'],
  ['clusters/*/certificate-authorities', 'ListCertificateAuthorities'],
  ['clusters/*/insights/*', 'DescribeInsight'],
  ['clusters/*/insights-refresh', 'DescribeInsightsRefresh'],
  ['clusters/*/pod-identity-associations', 'ListPodIdentityAssociations'],
  ['clusters/*/pod-identity-associations/*', 'DescribePodIdentityAssociation'],
  ['addons/supported-versions', 'DescribeAddonVersions'],
];

/** EKS's other operations, which no scan sends: `test/world/aws/writes`. */
const EKS_WRITES: readonly [method: string, path: string, operation: string][] = [
  ['POST', 'clusters/*/updates', 'UpdateClusterVersion'],
  ['POST', 'clusters/*/update-config', 'UpdateClusterConfig'],
  ['POST', 'clusters/*/addons/*/update', 'UpdateAddon'],
  ['POST', 'clusters/*/node-groups', 'CreateNodegroup'],
  ['DELETE', 'clusters/*/node-groups/*', 'DeleteNodegroup'],
  ['POST', 'clusters/*/node-groups/*/update-version', 'UpdateNodegroupVersion'],
  ['POST', 'clusters/*/node-groups/*/update-config', 'UpdateNodegroupConfig'],
  ['POST', 'clusters/*/access-entries', 'CreateAccessEntry'],
  ['DELETE', 'clusters/*/access-entries/*', 'DeleteAccessEntry'],
  ['GET', 'clusters/*/access-entries/*/access-policies', 'ListAssociatedAccessPolicies'],
];

/** Parses the credential scope of a request; undefined if it is not signed, or for an unknown service. */
function credentialScope(
  header: string | undefined,
): Pick<AwsRequest, 'service' | 'region' | 'accessKeyId'> | undefined {
  const scope = /Credential=([^/,\s]+)\/\d{8}\/([^/,\s]+)\/([^/,\s]+)\/aws4_request/.exec(header ?? '');
  if (scope === null) return undefined;
  const [, accessKeyId = '', region = '', signed = ''] = scope;
  // IAM's name for CloudWatch differs from that in signatures.
  const service = signed === 'monitoring' ? 'cloudwatch' : signed;
  return SERVICES.has(service) ? { accessKeyId, region, service: service as Service } : undefined;
}

/** Parses a whole request; undefined if it is not signed, or for an unknown service. */
export function parseRequest(request: IncomingMessage, body: string): AwsRequest | undefined {
  const scope = credentialScope(request.headers.authorization);
  if (scope === undefined) return undefined;
  const url = new URL(request.url ?? '/', 'http://world');
  const path = url.pathname.split('/').slice(1).map(decodeURIComponent);
  const method = request.method ?? '';
  const form = usesJsonProtocol(scope.service) ? parseJson(body) : parseForm(new URLSearchParams(body));
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1];
  const named = isJsonService(scope.service)
    ? target
    : scope.service === 'eks'
      ? eksOperation(method, path)
      : toText(form['Action']);
  const action: IamAction = `${scope.service}:${named ?? 'Unknown'}`;
  const signedAt = parseSignedAt(request);
  return { ...scope, action, signedAt, operation: named, method, path, query: url.searchParams, form };
}

/** The date of a request's signature; without one, the current date. */
export function parseSignedAt({ headers }: IncomingMessage): Date {
  const signed = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date']));
  const [, year, month, day, hour, minute, second] = signed ?? [];
  return signed === null ? new Date() : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

export function isJsonService(service: Service): service is JsonService {
  return JSON_SERVICES.has(service);
}

/** True for services that answer in JSON: EKS, and those with the operation in a header. */
export function usesJsonProtocol(service: Service): boolean {
  return service === 'eks' || isJsonService(service);
}

function eksOperation(method: string, path: readonly string[]): string | undefined {
  if (method === 'POST' && path[0] === 'clusters' && path[2] === 'insights' && path.length === 3) return 'ListInsights';
  if (method === 'POST' && path[0] === 'clusters' && path[2] === 'insights-refresh') return 'StartInsightsRefresh';
  const fits = (route: string): boolean => {
    const parts = route.split('/');
    return parts.length === path.length && parts.every((part, index) => part === '*' || part === path[index]);
  };
  const others = EKS_WRITES.find(([by, route]) => by === method && fits(route))?.[2];
  return method === 'GET' ? (others ?? EKS_ROUTES.find(([route]) => fits(route))?.[1]) : others;
}

/** Parses a JSON body; of EKS, only a few POST requests have one. */
function parseJson(body: string): Form {
  return body === '' ? {} : (JSON.parse(body) as Form);
}

function parseForm(parameters: URLSearchParams): Form {
  const tree: Form = {};
  for (const [name, value] of parameters) {
    const parts = name.split('.').filter((part) => part !== 'member');
    let place = tree;
    for (const part of parts.slice(0, -1)) place = (place[part] ??= {}) as Form;
    place[parts.at(-1) ?? name] = value;
  }
  return withLists(tree) as Form;
}

function withLists(value: Form[string]): Form[string] {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  if (!isList) return Object.fromEntries(entries);
  return entries.flatMap(([, inner]) => (inner === undefined || Array.isArray(inner) ? [] : [inner]));
}

/** A form's value if it is a string. */
export function toText(value: Form[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The strings in a form's list; empty if the value is not a list. */
export function toTexts(value: Form[string]): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The filters in a form's list; empty if the value is not a list. */
export function toFilters(value: Form[string]): { name: string; values: string[] }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) =>
    typeof one === 'string'
      ? []
      : [{ name: toText(one['Name']) ?? '', values: toTexts(one['Value'] ?? one['Values']) }],
  );
}
