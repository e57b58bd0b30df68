import { createHash, createHmac } from 'node:crypto';

/** The parts of a token; `parameters` and `host` override the usual ones. */
export interface ReferenceToken {
  cluster: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  date?: Date;
  host?: string;
  parameters?: Record<string, string>;
}

/**
 * Builds an EKS bearer token from the SigV4 description alone. It shares no code with the product or the token judge,
 * so that each of the three can reveal mistakes of the others.
 */
export function referenceToken({ cluster, region, credentials, date = new Date(), ...rest }: ReferenceToken): string {
  const { host = `sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}` } = rest;
  const time = `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `${time.slice(0, 8)}/${region}/sts/aws4_request`;
  const parameters: Record<string, string> = {
    Action: 'GetCallerIdentity',
    Version: '2011-06-15',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host;x-k8s-aws-id',
    ...(credentials.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': credentials.sessionToken }),
    ...rest.parameters,
  };
  const names = Object.keys(parameters).sort();
  const query = names.map((name) => `${name}=${encodeURIComponent(parameters[name] ?? '')}`).join('&');
  const headers = `host:${host}\nx-k8s-aws-id:${cluster}\n`;
  const canonical = `GET\n/\n${query}\n${headers}\nhost;x-k8s-aws-id\n${createHash('sha256').digest('hex')}`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>(sign, `AWS4${credentials.secretAccessKey}`);
  const signature = sign(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`).toString('hex');
  return encodeToken(`https://${host}/?${query}&X-Amz-Signature=${signature}`);
}

/** Encodes a presigned URL as a bearer token of EKS. */
export function encodeToken(url: string): string {
  return `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`;
}

function sign(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
