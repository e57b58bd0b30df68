import { createHash, createHmac } from 'node:crypto';
import type { AwsCredentialIdentity } from '@smithy/types';

/** What an EKS token is made from. */
export interface TokenRequest {
  cluster: string;
  region: string;
  credentials: Pick<AwsCredentialIdentity, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>;
  now: Date;
  /** The region's STS host, see {@link stsHost}. */
  host: string;
}

const CLUSTER_HEADER = 'x-k8s-aws-id';
const SIGNED_HEADERS = `host;${CLUSTER_HEADER}`;
/** EKS accepts a token for 15 minutes from its time stamp, whatever X-Amz-Expires says. */
const RENEW_AFTER_MS = 13 * 60_000;
/** A token is renewed this long before the end of the session that signed it: it expires with that session. */
const SESSION_MARGIN_MS = 60_000;
/** Requests in progress with the old token can get a 401 for this long after its renewal. */
const STRAGGLERS_MS = 5_000;

/**
 * An EKS bearer token: a GetCallerIdentity request to STS, signed for the cluster's name. This program never sends the
 * request: EKS sends it to identify the caller.
 * Source: https://github.com/kubernetes-sigs/aws-iam-authenticator (API authorization from outside a cluster), and
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html for the signature.
 */
export function presignEksToken({ cluster, region, credentials, now, host }: TokenRequest): string {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/sts/aws4_request`;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const query = canonicalQuery({
    Action: 'GetCallerIdentity',
    Version: '2011-06-15',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': SIGNED_HEADERS,
    ...(sessionToken === undefined ? {} : { 'X-Amz-Security-Token': sessionToken }),
  });
  const headers = `host:${host}\n${CLUSTER_HEADER}:${cluster}\n`;
  const request = ['GET', '/', query, headers, SIGNED_HEADERS, sha256('')].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [day, region, 'sts', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const url = `https://${host}/?${query}&X-Amz-Signature=${hmac(key, toSign).toString('hex')}`;
  return `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`;
}

/**
 * The STS host of a Region, by the rules of the STS client itself. AWS_ENDPOINT_URL is ignored, since EKS sends the
 * token's request to no other host.
 * @param fips whether the environment or the profile selects FIPS endpoints
 */
export async function stsHost(region: string, fips = false): Promise<string> {
  const { STSClient } = await import('./sdk/sts.ts');
  const { endpointProvider } = new STSClient({ region }).config;
  return endpointProvider({ Region: region, UseFIPS: fips, UseDualStack: false, UseGlobalEndpoint: false }).url.host;
}

/** Where the parts of a token come from. */
export interface TokenParts {
  cluster: string;
  region: string;
  host(): Promise<string>;
  credentials(): Promise<AwsCredentialIdentity>;
  now(): Promise<Date>;
}

/**
 * Makes a function that returns tokens: all callers share one token, which is renewed well before it expires, once for
 * parallel calls. With `renew`, after a 401, it makes another one, unless it did so in the last few seconds. Two
 * consecutive tokens never have the same second, so that they differ: an API server caches its decision on a token.
 */
export function createTokens(parts: TokenParts): (renew?: boolean) => Promise<string> {
  let kept: { token: string; signed: number; until: number } | undefined;
  let renewed = -Infinity;
  let making: Promise<string> | undefined;
  const make = async (renew: boolean): Promise<string> => {
    try {
      const [host, credentials, now] = await Promise.all([parts.host(), parts.credentials(), parts.now()]);
      const signed = anotherSecond(now.getTime(), kept?.signed);
      const token = presignEksToken({ ...parts, host, credentials, now: new Date(signed) });
      const session = credentials.expiration?.getTime() ?? Infinity;
      kept = { token, signed, until: Math.min(now.getTime() + RENEW_AFTER_MS, session - SESSION_MARGIN_MS) };
      if (renew) renewed = now.getTime();
      return token;
    } finally {
      making = undefined;
    }
  };
  return async (renew = false) => {
    const now = (await parts.now()).getTime();
    if (making !== undefined) return making;
    const rejected = renew && now - renewed >= STRAGGLERS_MS;
    if (kept !== undefined && !rejected && now < kept.until) return kept.token;
    return (making = make(renew));
  };
}

/** `now`, or a second after `last` if both are in the same second; in milliseconds. */
function anotherSecond(now: number, last: number | undefined): number {
  return last !== undefined && Math.floor(last / 1000) === Math.floor(now / 1000) ? last + 1000 : now;
}

function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort().join('&');
}

/** Encodes by RFC 3986, as signatures require: encodeURIComponent does not encode these five characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
