import { env } from 'node:process';
import { RETRY_MODE } from './retry.ts';
import type { AwsCredentialIdentityProvider } from '@smithy/types';
import type { AwsClients } from './contract.ts';
import type { AwsWire } from './wire.ts';

/** What every client is built with. */
export interface ClientSettings {
  region: string;
  /** The profile whose endpoint and FIPS settings in the shared files apply; if undefined, the SDK chooses it. */
  profile: string | undefined;
  credentials: AwsCredentialIdentityProvider;
  /** `name/version`, appended to the SDK's own user agent. */
  userAgent: string;
  maxAttempts: number;
}

/** The configuration of all clients. */
function clientConfig({ region, profile, credentials, userAgent, maxAttempts }: ClientSettings, wire: AwsWire) {
  return {
    region,
    credentials,
    retryMode: RETRY_MODE,
    maxAttempts,
    customUserAgent: userAgent,
    requestHandler: wire.requestHandler,
    ...(profile === undefined ? {} : { profile }),
  };
}
type ClientConfig = ReturnType<typeof clientConfig>;

const make: { [Name in keyof AwsClients]: (config: ClientConfig) => Promise<AwsClients[Name]> } = {
  eks: async (config) => new (await import('./sdk/eks.ts')).EKSClient(config),
  ec2: async (config) => new (await import('./sdk/ec2.ts')).EC2Client(config),
  iam: async (config) => new (await import('./sdk/iam.ts')).IAMClient(config),
  kms: async (config) => new (await import('./sdk/kms.ts')).KMSClient(config),
  sts: async (config) => new (await import('./sdk/sts.ts')).STSClient(config),
  autoscaling: async (config) => new (await import('./sdk/auto-scaling.ts')).AutoScalingClient(config),
  sqs: async (config) => new (await import('./sdk/sqs.ts')).SQSClient(config),
  events: async (config) => new (await import('./sdk/event-bridge.ts')).EventBridgeClient(config),
  logs: async (config) => new (await import('./sdk/logs.ts')).CloudWatchLogsClient(config),
  servicequotas: async (config) => new (await import('./sdk/service-quotas.ts')).ServiceQuotasClient(config),
  cloudwatch: async (config) => new (await import('./sdk/cloudwatch.ts')).CloudWatchClient(config),
  s3: async (config) => {
    const isOwn = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].some((name) => (env[name] ?? '') !== '');
    return new (await import('./sdk/s3.ts')).S3Client({
      ...config,
      followRegionRedirects: true,
      // A custom endpoint has no host name for each bucket.
      forcePathStyle: isOwn,
      // A bucket with a default retention (Object Lock) requires a checksum; MinIO or a gateway may not support any.
      requestChecksumCalculation: isOwn ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  },
  sns: async (config) => new (await import('./sdk/sns.ts')).SNSClient(config),
};

/**
 * Makes the factory of all clients: each is loaded and built at its first use, once per Region.
 * @param wire carries the requests of all of them
 */
export function createClients(
  settings: ClientSettings,
  wire: AwsWire,
): <Name extends keyof AwsClients>(name: Name, region?: string) => Promise<AwsClients[Name]> {
  const made = new Map<string, Promise<unknown>>();
  const build = async (name: keyof AwsClients, region: string): Promise<unknown> => {
    const client = await make[name](clientConfig({ ...settings, region }, wire));
    wire.attach(name, client.middlewareStack as never, region);
    return client;
  };
  return (name, region = settings.region) => {
    const key = `${name} ${region}`;
    const client = made.get(key) ?? build(name, region);
    made.set(key, client);
    return client as never;
  };
}
