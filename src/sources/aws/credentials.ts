import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types';
import { SourceError, type Reason } from '../../reason.ts';
import { oneLine } from '../wording.ts';
import { awsReason } from './errors.ts';
import { namedProfile } from './region.ts';
import type { AwsWire } from './wire.ts';

/** Whose credentials are used. */
export interface CredentialOptions {
  profile?: string | undefined;
  roleArn?: string | undefined;
  externalId?: string | undefined;
  region: string;
  userAgent: string;
  env: NodeJS.ProcessEnv;
}

/** Credentials are renewed so long before they end, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60_000;
const NO_ENTRANCE = 'no usable AWS credentials';

/**
 * Makes the provider that all clients and the EKS token share: the SDK's chain, and the assumed role where one is named.
 * Asked by many at once, it resolves once. Rejects with a SourceError of kind `denied` that says how to log in.
 */
export function createCredentials(options: CredentialOptions, wire: AwsWire): AwsCredentialIdentityProvider {
  let provider: Promise<AwsCredentialIdentityProvider> | undefined;
  let kept: AwsCredentialIdentity | undefined;
  let asking: Promise<AwsCredentialIdentity> | undefined;
  const ask: AwsCredentialIdentityProvider = async (properties) => {
    try {
      kept = await (await (provider ??= chooseProvider(options, wire)))(properties);
      return kept;
    } catch (error) {
      throw new SourceError(credentialsReason(error, options), { cause: error });
    } finally {
      asking = undefined;
    }
  };
  return (properties) => (isFresh(kept) ? Promise.resolve(kept) : (asking ??= ask(properties)));
}

function isFresh(credentials: AwsCredentialIdentity | undefined): credentials is AwsCredentialIdentity {
  if (credentials === undefined) return false;
  const { expiration } = credentials;
  return expiration === undefined || expiration.getTime() - Date.now() > RENEW_BEFORE_MS;
}

async function chooseProvider(options: CredentialOptions, wire: AwsWire): Promise<AwsCredentialIdentityProvider> {
  const own = await ownProvider(options, wire);
  const { roleArn, externalId, region } = options;
  if (roleArn === undefined) return own;
  const { fromTemporaryCredentials } = await import('./sdk/credentials.ts');
  const external = externalId === undefined ? {} : { ExternalId: externalId };
  return fromTemporaryCredentials({
    params: { RoleArn: roleArn, RoleSessionName: 'eks-preflight', ...external },
    masterCredentials: own,
    clientConfig: { ...innerConfig(options, wire), region },
    clientPlugins: [{ applyToStack: (stack) => wire.attach('sts', stack as never, region) }],
  });
}

/**
 * As the AWS CLI: keys in the environment win over AWS_PROFILE, not over --profile. The SDK's chain by itself would take
 * AWS_PROFILE and warn on stderr.
 */
async function ownProvider(options: CredentialOptions, wire: AwsWire): Promise<AwsCredentialIdentityProvider> {
  const { env } = options;
  const keys = options.profile === undefined ? environmentKeys(env) : undefined;
  if (keys !== undefined) return () => Promise.resolve(keys);
  const { defaultProvider } = await import('./sdk/credentials.ts');
  const clientConfig = innerConfig(options, wire);
  const profile = namedProfile(options.profile, env);
  if (profile === undefined) return defaultProvider({ clientConfig });
  await requireProfile(profile);
  return defaultProvider({ clientConfig, profile });
}

function environmentKeys(env: NodeJS.ProcessEnv): AwsCredentialIdentity | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

/** The SDK's chain goes on without a profile that does not exist, up to the role of the machine it runs on. */
async function requireProfile(profile: string): Promise<void> {
  const { loadSharedConfigFiles } = await import('./sdk/profiles.ts');
  const { configFile, credentialsFile } = await loadSharedConfigFiles();
  if (configFile[profile] !== undefined || credentialsFile[profile] !== undefined) return;
  throw new SourceError(noCredentials(`profile ${profile} does not exist`, 'aws configure list-profiles'));
}

/** No region: an SSO profile names its own. */
function innerConfig({ userAgent }: CredentialOptions, wire: AwsWire) {
  return { requestHandler: wire.requestHandler as never, customUserAgent: userAgent };
}

/** Why there are no credentials, and the command that brings them. */
export function credentialsReason(error: unknown, options: Omit<CredentialOptions, 'userAgent'>): Reason {
  const profile = namedProfile(options.profile, options.env);
  if (error instanceof SourceError) return { ...error.reason, shared: error.reason.message };
  if (!(error instanceof Error)) return noCredentials(`${NO_ENTRANCE}: ${oneLine(String(error), 200)}`);
  const named = profile === undefined ? '' : ` of profile ${profile}`;
  const flag = profile === undefined ? '' : ` --profile ${profile}`;
  if (/\bSSO\b|sso login/i.test(error.message) || error.name === 'TokenProviderError') {
    return noCredentials(`the SSO session${named} has expired or was never opened`, `aws sso login${flag}`);
  }
  if (/\baws login\b/.test(error.message)) {
    return noCredentials(`the login session${named} has expired or was never opened`, `aws login${flag}`);
  }
  if ('$metadata' in error) {
    const reason = awsReason(error, 'sts:AssumeRole', options.region);
    const hint = reason.permission === undefined ? reason.hint : trustHint(options);
    return { ...reason, ...(hint === undefined ? {} : { hint }), shared: reason.message };
  }
  if (/Could not (?:resolve credentials using profile|load credentials from any providers)/.test(error.message)) {
    const hint = 'Pass --profile, set AWS_PROFILE, or export AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
    return noCredentials(
      profile === undefined ? 'no AWS credentials found' : `profile ${profile} has no credentials`,
      hint,
    );
  }
  return noCredentials(`${NO_ENTRANCE}${named}: ${oneLine(error.message, 200)}`);
}

function trustHint({ roleArn, externalId }: Pick<CredentialOptions, 'roleArn' | 'externalId'>): string {
  const external =
    externalId === undefined ? 'asks for an external id (--external-id)' : 'asks for another external id';
  return `look at the trust policy of ${roleArn ?? "the profile's role"}: it may not name this identity, or ${external}`;
}

function noCredentials(message: string, hint?: string): Reason {
  return { kind: 'denied', message, ...(hint === undefined ? {} : { hint }), shared: message };
}
