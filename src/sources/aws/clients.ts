import { RETRY_MODE } from './retry.ts';
import type { AwsCredentialIdentityProvider } from '@smithy/types';
import type { AwsClients } from './contract.ts';
import type { AwsWire } from './wire.ts';

/** What every client is built with. */
export interface ClientSettings {
  region: string;
  /** Undefined = as the environment says; decides endpoint and FIPS settings of the shared files. */
  profile: string | undefined;
  credentials: AwsCredentialIdentityProvider;
  /** `name/version`, put behind the SDK's own. */
  userAgent: string;
  maxAttempts: number;
}

/** The one configuration of all clients. Adaptive: a throttled account is asked ever more slowly. */
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
  sts: async (config) => new (await import('./sdk/sts.ts')).STSClient(config),
  autoscaling: async (config) => new (await import('./sdk/auto-scaling.ts')).AutoScalingClient(config),
  sqs: async (config) => new (await import('./sdk/sqs.ts')).SQSClient(config),
  events: async (config) => new (await import('./sdk/event-bridge.ts')).EventBridgeClient(config),
  logs: async (config) => new (await import('./sdk/logs.ts')).CloudWatchLogsClient(config),
};

/**
 * Makes the factory of all clients: each is loaded and built at its first use, once.
 * @param wire carries the requests of all of them
 */
export function createClients(
  settings: ClientSettings,
  wire: AwsWire,
): <Name extends keyof AwsClients>(name: Name) => Promise<AwsClients[Name]> {
  const made: { [Name in keyof AwsClients]?: Promise<AwsClients[Name]> } = {};
  const build = async <Name extends keyof AwsClients>(name: Name): Promise<AwsClients[Name]> => {
    const client = await make[name](clientConfig(settings, wire));
    wire.attach(name, client.middlewareStack as never, settings.region);
    return client;
  };
  return (name) => (made[name] ??= build(name) as never);
}
