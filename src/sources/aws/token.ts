import { createHash, createHmac } from 'node:crypto';

/** Keys as every AWS credential provider gives them. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface TokenRequest {
  cluster: string;
  region: string;
  credentials: Credentials;
  now: Date;
  /** The region's real STS host: EKS accepts no other. */
  host: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
const signedHeaders = 'host;x-k8s-aws-id';

/**
 * An EKS bearer token: `k8s-aws-v1.` and a presigned sts:GetCallerIdentity URL that is bound to the cluster's name by a
 * signed header. EKS accepts it for 15 minutes from `now`. Source: aws-iam-authenticator, `aws eks get-token`.
 */
export function presignEksToken({ cluster, region, credentials, now, host }: TokenRequest): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/sts/aws4_request`;
  const parameters: Record<string, string> = {
    Action: 'GetCallerIdentity',
    Version: '2011-06-15',
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': signedHeaders,
    ...(credentials.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': credentials.sessionToken }),
  };
  const query = Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&');
  const canonical = ['GET', '/', query, `host:${host}`, `x-k8s-aws-id:${cluster}`, '', signedHeaders, sha256('')].join(
    '\n',
  );
  const toSign = [algorithm, time, scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey(credentials.secretAccessKey, time.slice(0, 8), region), toSign).toString('hex');
  const url = `https://${host}/?${query}&X-Amz-Signature=${signature}`;
  return `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`;
}

function signingKey(secret: string, day: string, region: string): Buffer {
  return [day, region, 'sts', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secret}`),
  );
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** RFC 3986, as Signature Version 4 wants it. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
