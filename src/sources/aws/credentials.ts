import { advice } from '../../syntax/advice.ts';
import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types';
import { ScanError, type Reason } from '../../facts/reason.ts';
import { boundingOthers } from '../bounded-agents.ts';
import { awsReason } from './errors.ts';
import { namedProfile } from './region.ts';
import { collectProfileNotes, describeProfileFailure, type ProfileNotes } from './profile-failure.ts';
import type { KeptCredentials } from './contract.ts';
import type { AwsWire } from './wire.ts';
import { pieces, sh, type Command } from '../../syntax/shell.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** Whose credentials are used. */
export interface CredentialOptions {
  /** Reads the files of profiles again, which may have changed since. */
  kept?: KeptCredentials | undefined;
  profile?: string | undefined;
  roleArn?: string | undefined;
  externalId?: string | undefined;
  region: string;
  userAgent: string;
  env: NodeJS.ProcessEnv;
}

/** How long before their expiration credentials are renewed, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60_000;
const NO_ENTRANCE = 'no usable AWS credentials';

/**
 * Makes the provider that all clients and the EKS token share: the SDK's chain, then the assumed role if one is set.
 * Parallel calls share one resolution. The provider rejects with a ScanError: `denied` if there are no usable
 * credentials, another kind if AWS was not reached or did not answer properly.
 */
export function createCredentials(options: CredentialOptions, wire: AwsWire): AwsCredentialIdentityProvider {
  let provider: Promise<AwsCredentialIdentityProvider> | undefined;
  const held = options.kept ?? {};
  let kept = held.current?.expiration === undefined ? undefined : held.current;
  let pending: Promise<AwsCredentialIdentity> | undefined;
  const notes = collectProfileNotes();
  const request: AwsCredentialIdentityProvider = async (properties) => {
    try {
      kept = await boundingOthers(async () => (await (provider ??= chooseProvider(options, wire, notes)))(properties));
      held.current = kept;
      return kept;
    } catch (error) {
      const failure = await findProfileFailure(notes.take(), options);
      throw new ScanError(credentialsReason(error, options, { wire, failure }), { cause: error });
    } finally {
      pending = undefined;
    }
  };
  return (properties) => (isFresh(kept) ? Promise.resolve(kept) : (pending ??= request(properties)));
}

function isFresh(credentials: AwsCredentialIdentity | undefined): credentials is AwsCredentialIdentity {
  if (credentials === undefined) return false;
  const { expiration } = credentials;
  return expiration === undefined || expiration.getTime() - Date.now() > RENEW_BEFORE_MS;
}

async function chooseProvider(
  options: CredentialOptions,
  wire: AwsWire,
  notes: ProfileNotes,
): Promise<AwsCredentialIdentityProvider> {
  const own = await ownProvider(options, wire, notes);
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
 * As in the AWS CLI, keys in the environment take precedence over AWS_PROFILE, but not over --profile. The SDK's chain
 * alone would use AWS_PROFILE and warn on stderr.
 */
async function ownProvider(
  options: CredentialOptions,
  wire: AwsWire,
  { logger }: ProfileNotes,
): Promise<AwsCredentialIdentityProvider> {
  const { env } = options;
  const keys = options.profile === undefined ? environmentKeys(env) : undefined;
  if (keys !== undefined) return () => Promise.resolve(keys);
  const { defaultProvider } = await import('./sdk/credentials.ts');
  const ignoreCache = options.kept !== undefined;
  const clientConfig = innerConfig(options, wire);
  // If nothing else sets a Region, STS is called in the cluster's Region: the SDK's default, us-east-1, may be in
  // another partition.
  const parentClientConfig = { region: options.region };
  const profile = namedProfile(options.profile, env);
  if (profile === undefined) return defaultProvider({ clientConfig, parentClientConfig, logger, ignoreCache });
  await requireProfile(profile);
  return defaultProvider({ clientConfig, parentClientConfig, logger, ignoreCache, profile });
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

/** Rejects a profile that does not exist: the SDK's chain would skip it, and might use the role of the machine. */
async function requireProfile(profile: string): Promise<void> {
  const { loadSharedConfigFiles } = await import('./sdk/profiles.ts');
  const { configFile, credentialsFile } = await loadSharedConfigFiles();
  if ((ownValue(configFile, profile) ?? ownValue(credentialsFile, profile)) !== undefined) return;
  throw new ScanError(
    noCredentials(
      `profile ${profile} does not exist`,
      advice`List those that do: ${sh`aws configure list-profiles`}.`.text,
    ),
  );
}

/** What failed in the profile that is used, as far as the SDK said it. */
async function findProfileFailure(
  notes: readonly string[],
  { profile, env }: CredentialOptions,
): Promise<string | undefined> {
  if (notes.length === 0) return undefined;
  const { loadSharedConfigFiles } = await import('./sdk/profiles.ts');
  const { configFile, credentialsFile } = await loadSharedConfigFiles();
  return describeProfileFailure(notes, namedProfile(profile, env), [configFile, credentialsFile]);
}

/** Sets no Region: an SSO profile has its own. */
function innerConfig({ userAgent }: CredentialOptions, wire: AwsWire) {
  return { requestHandler: wire.requestHandler as never, customUserAgent: userAgent };
}

/** Why there are no credentials, with a hint if one is known. */
function credentialsReason(
  error: unknown,
  options: CredentialOptions,
  { wire, failure }: { wire: AwsWire; failure: string | undefined },
): Reason {
  if (error instanceof ScanError) return { ...error.reason, shared: error.reason.message };
  if (!(error instanceof Error)) return noCredentials(`${NO_ENTRANCE}: ${oneLine(String(error), 200)}`);
  // The providers of IAM Identity Center and of roles wrap network errors in their own errors.
  const quoted = wire.requestHandler.quoted(error.message);
  if (quoted !== undefined) return { ...quoted, shared: quoted.message };
  const login = loginReason(error, namedProfile(options.profile, options.env));
  if (login !== undefined) return login;
  if ('$metadata' in error) return roleReason(error, options);
  if (usesWebIdentity(options)) return tokenFileReason(error, options) ?? nothingFound(error, options, failure);
  return nothingFound(error, options, failure);
}

/** The reason for an expired session, with the command to log in again; undefined for other errors. */
function loginReason(error: Error, profile: string | undefined): Reason | undefined {
  const named = profile === undefined ? '' : ` of profile ${profile}`;
  const flag = profile === undefined ? sh`` : sh`--profile ${profile}`;
  const openAgain = (login: Command): string => advice`Run ${pieces(login, flag)}.`.text;
  const isSso = /\bSSO\b|sso login|UnauthorizedException: Session token/i.test(error.message);
  if (isSso || error.name === 'TokenProviderError') {
    return noCredentials(`the SSO session${named} has expired or was never opened`, openAgain(sh`aws sso login`));
  }
  if (!/\baws login\b/.test(error.message)) return undefined;
  return noCredentials(`the login session${named} has expired or was never opened`, openAgain(sh`aws login`));
}

/** Why STS does not return credentials for a role. */
function roleReason(error: Error, options: CredentialOptions): Reason {
  const isWebIdentity = usesWebIdentity(options);
  const action = isWebIdentity ? 'sts:AssumeRoleWithWebIdentity' : 'sts:AssumeRole';
  const reason = awsReason(error, action, options.region);
  const hint = isWebIdentity ? webIdentityHint(reason, error, options.env) : trustHint(reason, options);
  return { ...reason, ...(hint === undefined ? {} : { hint }), shared: reason.message };
}

const tokenFileFlaws = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** The reason for a web identity token that cannot be read; undefined for other errors. */
function tokenFileReason(error: Error, { env }: CredentialOptions): Reason | undefined {
  const file = env['AWS_WEB_IDENTITY_TOKEN_FILE'] ?? '';
  const flaw = ownValue(tokenFileFlaws, 'code' in error ? String(error.code) : '');
  if (flaw === undefined) return undefined;
  const hint = 'Write the token to this file, or unset AWS_WEB_IDENTITY_TOKEN_FILE to use other credentials.';
  return noCredentials(`cannot read the web identity token ${oneLine(file, 200)}: ${flaw}`, hint);
}

function nothingFound(error: Error, options: CredentialOptions, failure: string | undefined): Reason {
  const profile = namedProfile(options.profile, options.env);
  const agent = options.env['AWS_CONTAINER_CREDENTIALS_FULL_URI'];
  if (!/Could not (?:resolve credentials using profile|load credentials from any providers)/.test(error.message)) {
    const named = profile === undefined ? '' : ` of profile ${profile}`;
    return noCredentials(`${NO_ENTRANCE}${named}: ${oneLine(error.message, 200)}`);
  }
  if (failure !== undefined) {
    const who = profile === undefined ? 'no AWS credentials found' : `profile ${profile} has no credentials`;
    return noCredentials(`${who}: ${failure}`);
  }
  if (profile === undefined && agent) {
    const message = `no AWS credentials: ${oneLine(agent, 100)} (AWS_CONTAINER_CREDENTIALS_FULL_URI) gives none`;
    return noCredentials(
      message,
      'Does the EKS Pod Identity agent run on this node, with an association for this service account?',
    );
  }
  const hint = 'Pass --profile, set AWS_PROFILE, or export AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  return noCredentials(
    profile === undefined ? 'no AWS credentials found' : `profile ${profile} has no credentials`,
    hint,
  );
}

/** True in a pod with an IRSA role, unless a named role or profile takes precedence over it. */
function usesWebIdentity({ roleArn, profile, env }: CredentialOptions): boolean {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role } = env;
  return Boolean(file) && Boolean(role) && roleArn === undefined && namedProfile(profile, env) === undefined;
}

function webIdentityHint({ permission, hint }: Reason, { name }: Error, env: NodeJS.ProcessEnv): string | undefined {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file = '', AWS_ROLE_ARN: role = '' } = env;
  if (/^(?:InvalidIdentityToken|ExpiredToken)/.test(name)) {
    return `is the token in ${file} fresh, and the cluster's OIDC issuer an identity provider of the account?`;
  }
  if (permission === undefined) return hint;
  return `check the trust policy of ${role}: it must name the cluster's OIDC provider and this service account`;
}

function trustHint({ permission, hint }: Reason, { roleArn, externalId }: CredentialOptions): string | undefined {
  if (permission === undefined) return hint;
  const external =
    externalId === undefined ? 'requires an external ID (--external-id)' : 'requires a different external ID';
  return `check whether the trust policy of ${roleArn ?? "the profile's role"} names this identity, or ${external}`;
}

function noCredentials(message: string, hint?: string): Reason {
  return { kind: 'denied', message, ...(hint === undefined ? {} : { hint }), shared: message };
}
