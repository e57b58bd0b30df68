import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** An access key that the test's STS knows, and the Kubernetes identity of its access entry. */
export interface KnownCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  user: { username: string; groups: string[] };
}

export interface JudgeContext {
  cluster: string;
  region: string;
  credentials: readonly KnownCredentials[];
  now: Date;
}

export type Verdict =
  | { accepted: true; accessKeyId: string; user: KnownCredentials['user'] }
  | { accepted: false; reason: string };

type Parameters = ReadonlyMap<string, string>;

const prefix = 'k8s-aws-v1.';
const maxTokenBytes = 4096;
const maxAgeMs = 15 * 60_000;
const maxAheadMs = 5 * 60_000; // STS refuses a later date: "Signature not yet current"
const algorithm = 'AWS4-HMAC-SHA256';
const knownParameters = new Set([
  'Action',
  'Version',
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-Security-Token',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
]);

/**
 * Judges an EKS bearer token as aws-iam-authenticator and STS do together: the form of the presigned URL, its date, and
 * the signature for this cluster's name. Returns the identity, or the first reason to refuse; never throws.
 */
export function judgeToken(token: string, context: JudgeContext): Verdict {
  const url = decodeToken(token);
  if ('reason' in url) return refuse(url.reason);
  const parameters = readParameters(url.query);
  if ('reason' in parameters) return refuse(parameters.reason);
  const signingRegion = regionOfHost(url.host, context.region);
  if (signingRegion === undefined) return refuse(`unexpected host "${url.host}"`);
  const reason = formProblem(parameters) ?? dateProblem(parameters, context.now);
  if (reason !== undefined) return refuse(reason);
  return judgeSignature(url.host, signingRegion, parameters, context);
}

function refuse(reason: string): Verdict {
  return { accepted: false, reason };
}

// Not with a URL parser: those lower-case the host and drop :443, but the authenticator compares the text.
function decodeToken(token: string): { host: string; query: string } | { reason: string } {
  if (Buffer.byteLength(token) > maxTokenBytes) return { reason: 'token is too large' };
  if (!token.startsWith(prefix)) return { reason: `token does not start with "${prefix}"` };
  const encoded = token.slice(prefix.length);
  if (!/^[\w-]+$/.test(encoded) || encoded.length % 4 === 1) return { reason: 'token is not unpadded base64url' };
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  const parts = /^([a-z]+):\/\/([^/?#]*)([^?#]*)\?([^#]*)$/.exec(text);
  if (parts === null) return { reason: 'token is not a URL with a query' };
  const [, scheme = '', host = '', path = '', query = ''] = parts;
  if (scheme !== 'https') return { reason: `unexpected scheme "${scheme}"` };
  if (path !== '/') return { reason: `unexpected path "${path}"` };
  return { host, query };
}

function readParameters(query: string): Parameters | { reason: string } {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!knownParameters.has(name)) return { reason: `unknown query parameter "${name}"` };
    if (parameters.has(name)) return { reason: `query parameter "${name}" is given twice` };
    parameters.set(name, value);
  }
  return parameters;
}

function regionOfHost(host: string, region: string): string | undefined {
  const china = region.startsWith('cn-');
  if (host === `sts.${region}.amazonaws.com${china ? '.cn' : ''}`) return region;
  if (host === 'sts.amazonaws.com' && !china) return 'us-east-1';
  return undefined;
}

function formProblem(parameters: Parameters): string | undefined {
  const fixed = { Action: 'GetCallerIdentity', Version: '2011-06-15', 'X-Amz-Algorithm': algorithm };
  for (const [name, wanted] of Object.entries(fixed)) {
    if (parameters.get(name) !== wanted) return `${name} is not ${wanted}`;
  }
  const headers = signedHeaders(parameters);
  if (!headers.includes('x-k8s-aws-id')) return 'x-k8s-aws-id is not a signed header';
  if (!headers.includes('host')) return 'host is not a signed header';
  const other = headers.find((name) => name !== 'host' && name !== 'x-k8s-aws-id');
  if (other !== undefined) return `the signed header "${other}" is never sent`;
  const expires = parameters.get('X-Amz-Expires') ?? '';
  if (!/^\d+$/.test(expires) || Number(expires) > 900) return `X-Amz-Expires "${expires}" is not 0 to 900`;
  return undefined;
}

function signedHeaders(parameters: Parameters): string[] {
  return (parameters.get('X-Amz-SignedHeaders') ?? '').split(';');
}

function dateProblem(parameters: Parameters, now: Date): string | undefined {
  const text = parameters.get('X-Amz-Date') ?? '';
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const date = iso === text ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(date)) return `X-Amz-Date "${text}" is not a date`;
  if (now.getTime() > date + maxAgeMs) return `X-Amz-Date ${text} is more than 15 minutes old`;
  if (date > now.getTime() + maxAheadMs) return `X-Amz-Date ${text} is not yet current`;
  return undefined;
}

function judgeSignature(host: string, region: string, parameters: Parameters, context: JudgeContext): Verdict {
  const [accessKeyId = '', ...scope] = (parameters.get('X-Amz-Credential') ?? '').split('/');
  const day = (parameters.get('X-Amz-Date') ?? '').slice(0, 8);
  const wantedScope = [day, region, 'sts', 'aws4_request'];
  if (scope.join('/') !== wantedScope.join('/')) return refuse(`credential scope is not ${wantedScope.join('/')}`);
  const known = context.credentials.find((credentials) => credentials.accessKeyId === accessKeyId);
  if (known === undefined) return refuse(`unknown access key id "${accessKeyId}"`);
  if (parameters.get('X-Amz-Security-Token') !== known.sessionToken) return refuse('the session token does not match');
  const wanted = signRequest(canonicalRequest(host, parameters, context.cluster), known, parameters, wantedScope);
  const given = Buffer.from(parameters.get('X-Amz-Signature') ?? '');
  const matches = given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted));
  if (!matches) return refuse(`the signature is not that of ${accessKeyId} for cluster "${context.cluster}"`);
  return { accepted: true, accessKeyId, user: known.user };
}

function canonicalRequest(host: string, parameters: Parameters, cluster: string): string {
  const query = [...parameters]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort();
  const sent: Record<string, string> = { host, 'x-k8s-aws-id': cluster };
  const headers = signedHeaders(parameters).map((name) => `${name}:${sent[name] ?? ''}\n`);
  return ['GET', '/', query.join('&'), headers.join(''), signedHeaders(parameters).join(';'), sha256('')].join('\n');
}

function signRequest(request: string, known: KnownCredentials, parameters: Parameters, scope: string[]): string {
  const text = [algorithm, parameters.get('X-Amz-Date'), scope.join('/'), sha256(request)].join('\n');
  let key: string | Buffer = `AWS4${known.secretAccessKey}`;
  for (const part of scope) key = hmac(key, part);
  return hmac(key, text).toString('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
