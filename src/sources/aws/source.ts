import { TRIES } from './retry.ts';
import { env as processEnv } from 'node:process';
import type { Cluster } from '@aws-sdk/client-eks';
import { ScanError, usageError } from '../../facts/reason.ts';
import type { AwsOptions, AwsSource, KeptCredentials } from './contract.ts';
import type { CallLog, Watch } from '../kube/contract.ts';
import { environmentProxies } from '../proxy/environment.ts';
import { createClients } from './clients.ts';
import { createCredentials } from './credentials.ts';
import { listClusterNames } from './cluster-names.ts';
import { awsError } from './errors.ts';
import type { Beside } from './beside.ts';
import { nearNames } from './near-names.ts';
import { awsLimits, type AwsLimits } from './limits.ts';
import { namedProfile, resolveRegion } from './region.ts';
import { createTokens, stsHost } from './token.ts';
import { openWire, type AwsWire } from './wire.ts';

/** How an {@link AwsSource} behaves. */
export interface AwsExtra {
  /** `name/version`, appended to the SDK's own user agent. */
  userAgent: string;
  log?: CallLog;
  watch?: Watch;
  /** Called when a connection is open, just before its first request is sent. */
  onConnection?: () => void;
  /** Aborted when the scan's time is over: requests in progress and later ones fail as `time-out`. */
  signal?: AbortSignal;
  /** The environment with Region, profile and keys; the SDK itself reads that of the process. */
  env?: NodeJS.ProcessEnv;
  /** Longest wait for a connection, in milliseconds; 5,000 by default. */
  connectMs?: number;
  /** Longest silence of one answer, in milliseconds; 30,000 by default. */
  idleMs?: number;
  /** Replaces some of {@link awsLimits}. */
  limits?: Partial<AwsLimits>;
  /** The Region to use if none is set; if this is omitted, an unset Region is an error. */
  otherRegion?: string;
  /** Maximum tries of a call that is throttled or fails temporarily; 6 by default. */
  maxAttempts?: number;
  /** The scans of other clusters beside this one, with the same environment. */
  beside?: Beside | undefined;
  /** Credentials of earlier sources of this command. */
  kept?: KeptCredentials | undefined;
}

/**
 * Opens an AWS account. Nothing is requested before the first call.
 * @throws ScanError if no Region is set, or an endpoint's or a proxy's address is invalid
 */
export async function createAwsSource(options: AwsOptions, extra: AwsExtra): Promise<AwsSource> {
  const {
    userAgent,
    log,
    watch,
    onConnection,
    signal,
    env = processEnv,
    connectMs = 5_000,
    idleMs = 30_000,
    maxAttempts = TRIES,
    beside,
    kept,
  } = extra;
  // Hides the SDK's notice on Node 20, which only concerns those who can change the SDK's version.
  processEnv['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  refuseBadEndpoints(env);
  const region = await resolveRegion({ ...options, otherwise: extra.otherRegion, env });
  const proxyFor = environmentProxies(env);
  const limits = { ...awsLimits, ...extra.limits };
  const identity = JSON.stringify([options.profile, options.roleArn, options.externalId]);
  const others = beside === undefined ? undefined : { beside, identity };
  const wire = openWire({ region, proxyFor, log, onConnection, signal, connectMs, idleMs, limits, others });
  const credentials = createCredentials({ ...options, region, userAgent, env, kept }, wire);
  const profile = namedProfile(options.profile, env);
  const client = createClients({ region, profile, credentials, userAgent, maxAttempts }, wire);
  const call = createCall(wire, region, watch);
  const tokens = createTokens({
    cluster: options.cluster,
    region,
    host: async () => stsHost(region, await (await client('eks')).config.useFipsEndpoint()),
    credentials,
    // The SDK learns the offset of this machine's clock from the answers of EKS.
    now: async () => new Date(Date.now() + (await client('eks')).config.systemClockOffset),
  });
  const source = { region, client, call };
  let described: Promise<Cluster> | undefined;
  return {
    ...source,
    describeCluster: () => (described ??= describeCluster(source, options.cluster)),
    token: (renew) => call('sts:GetCallerIdentity', () => tokens(renew)),
    close: wire.close,
  };
}

/** Makes `call`, which converts errors and notifies the watch when a call begins and ends. */
function createCall(wire: Pick<AwsWire, 'untilStopped'>, region: string, watch: Watch | undefined): AwsSource['call'] {
  return async (action, run) => {
    const end = watch?.begin(action);
    try {
      return await wire.untilStopped(run);
    } catch (error) {
      throw awsError(error, action, region);
    } finally {
      end?.();
    }
  };
}

type Caller = Pick<AwsSource, 'region' | 'client' | 'call'>;

async function describeCluster(aws: Caller, name: string): Promise<Cluster> {
  const { DescribeClusterCommand } = await import('./sdk/eks.ts');
  const client = await aws.client('eks');
  try {
    const answer = await aws.call('eks:DescribeCluster', () => client.send(new DescribeClusterCommand({ name })));
    if (answer.cluster?.name === name) return answer.cluster;
  } catch (error) {
    if (!(error instanceof ScanError) || error.reason.kind !== 'absent') throw error;
    throw new ScanError({ ...error.reason, hint: await absentHint(aws, name) }, { cause: error });
  }
  throw new ScanError({
    kind: 'unreadable',
    message: 'eks:DescribeCluster: the answer describes another cluster, or none',
  });
}

/** A hint with the Region that was searched, and similar names in it. */
async function absentHint(aws: Caller, name: string): Promise<string> {
  const near = nearNames(name, await clusterNames(aws));
  const meant = near.length === 0 ? '' : ` Near names there: ${near.join(', ')}.`;
  return `No cluster "${name}" in region ${aws.region}.${meant} Pass --region if it is elsewhere.`;
}

/** All cluster names of the Region; none if listing them fails, since they only help to find a typo. */
async function clusterNames(aws: Caller): Promise<string[]> {
  try {
    return await listClusterNames(aws);
  } catch (error) {
    if (error instanceof ScanError) return [];
    throw error;
  }
}

/**
 * Checks the endpoints that the SDK takes from the environment: AWS_ENDPOINT_URL and AWS_ENDPOINT_URL_<SERVICE>.
 * @throws ScanError (`usage`) if one of them is not an http or https URL: the SDK would fail at its first call
 */
function refuseBadEndpoints(env: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!/^AWS_ENDPOINT_URL(?:_[A-Z0-9_]+)?$/.test(name) || value === '') continue;
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) continue;
    throw usageError(`${name} is not an http or https URL: ${value}`, 'Set it to one, or unset it to ask AWS itself.');
  }
}
