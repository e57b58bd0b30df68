import { SourceError, usageError } from '../../reason.ts';
import type { AwsOptions } from '../aws.ts';
import type { Credentials } from './token.ts';

/**
 * The region as the AWS CLI resolves it: the option, AWS_REGION, AWS_DEFAULT_REGION, the profile in the config file.
 * @throws SourceError (`usage`) where none is found
 */
export async function regionOf({ region, profile }: AwsOptions, env: NodeJS.ProcessEnv): Promise<string> {
  const named = region ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? (await regionOfProfile(profile));
  if (named === undefined || named === '') throw usageError('no AWS region', 'Pass --region, or set AWS_REGION.');
  if (!/^[a-z]{2,4}(-[a-z]+)+-\d+$/.test(named))
    throw usageError(`${named} is no AWS region`, 'Write it as eu-west-1.');
  return named;
}

async function regionOfProfile(profile: string | undefined): Promise<string | undefined> {
  const { STSClient } = await import('./sdk/sts.ts');
  const client = new STSClient(profile === undefined ? {} : { profile });
  try {
    return await client.config.region();
  } catch (error) {
    if (error instanceof Error && /region is missing/i.test(error.message)) return undefined;
    throw new SourceError({
      kind: 'usage',
      message: `the AWS config cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

/**
 * One provider for all clients: the SDK's chain, and on top of it the role where one is asked for. Resolved at the first
 * use and again when the keys are about to expire.
 */
export function credentialsOf(options: AwsOptions, region: string): () => Promise<Credentials> {
  let provider: Promise<() => Promise<Credentials>> | undefined;
  return async () => {
    provider ??= providerOf(options, region);
    return (await provider)();
  };
}

async function providerOf(
  { profile, roleArn, externalId }: AwsOptions,
  region: string,
): Promise<() => Promise<Credentials>> {
  const { defaultProvider } = await import('./sdk/credentials.ts');
  const chain = defaultProvider({ ...(profile === undefined ? {} : { profile }), clientConfig: { region } });
  if (roleArn === undefined) return chain;
  const { fromTemporaryCredentials } = await import('./sdk/credentials.ts');
  const assumed = fromTemporaryCredentials({
    masterCredentials: chain,
    params: {
      RoleArn: roleArn,
      RoleSessionName: 'eks-preflight',
      ...(externalId === undefined ? {} : { ExternalId: externalId }),
    },
    clientConfig: { region },
  });
  return remembered(assumed);
}

const renewBeforeMs = 5 * 60_000;

/** `fromTemporaryCredentials` assumes the role at every call; parallel clients share one answer here. */
function remembered(provide: () => Promise<Credentials & { expiration?: Date }>): () => Promise<Credentials> {
  let current: Promise<Credentials & { expiration?: Date }> | undefined;
  return async () => {
    const known = await current;
    const expired = known?.expiration !== undefined && known.expiration.getTime() - Date.now() < renewBeforeMs;
    if (current === undefined || expired) current = provide();
    return current;
  };
}
