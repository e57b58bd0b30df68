import type { Cluster } from '@aws-sdk/client-eks';
import { SourceError, usageError, type IamAction } from '../../reason.ts';
import type { AwsOptions, AwsSource } from '../aws.ts';
import type { CallLog } from '../kube.ts';
import { createClients } from './clients.ts';
import { credentialsOf, regionOf } from './credentials.ts';
import { awsReason } from './errors.ts';
import { nearNames } from './near-names.ts';
import { presignEksToken } from './token.ts';

export interface AwsEnvironment {
  userAgent: string;
  log?: CallLog;
  env?: NodeJS.ProcessEnv;
  /** Longest silence of one response, in milliseconds; 30 s unless told. */
  idleMs?: number;
  /** Longest wait for a connection, in milliseconds; 5 s unless told. */
  connectMs?: number;
}

/** EKS accepts a token for 15 minutes from its date. */
const renewAfterMs = 14 * 60_000;

/**
 * The AWS side of a scan. The region is resolved here; credentials and clients at their first use.
 * @throws SourceError (`usage`) where no region can be found
 */
export async function createAwsSource(options: AwsOptions, environment: AwsEnvironment): Promise<AwsSource> {
  const { userAgent, log = () => undefined, env = process.env, idleMs = 30_000, connectMs = 5_000 } = environment;
  const region = await regionOf(options, env);
  const credentials = credentialsOf(options, region);
  const clients = createClients({ region, credentials, userAgent, log, idleMs, connectMs });
  const profile = options.profile ?? env['AWS_PROFILE'];
  const call = async <Output>(action: IamAction, run: () => Promise<Output>): Promise<Output> => {
    try {
      return await run();
    } catch (error) {
      throw new SourceError(awsReason(error, { action, region, profile }), { cause: error });
    }
  };
  const source: Omit<AwsSource, 'describeCluster' | 'token'> = {
    region,
    client: clients.client,
    call,
    close: clients.close,
  };
  let described: Promise<Cluster> | undefined;
  let token: { text: Promise<string>; until: number } | undefined;
  return {
    ...source,
    describeCluster: () => (described ??= describe(source, options.cluster)),
    token() {
      if (token === undefined || Date.now() > token.until) {
        token = { text: sign(source, options.cluster, credentials), until: Date.now() + renewAfterMs };
      }
      return token.text;
    },
  };
}

type Caller = Pick<AwsSource, 'region' | 'client' | 'call'>;

async function describe(aws: Caller, name: string): Promise<Cluster> {
  const { DescribeClusterCommand } = await import('./sdk/eks.ts');
  const client = await aws.client('eks');
  try {
    const { cluster } = await aws.call('eks:DescribeCluster', () => client.send(new DescribeClusterCommand({ name })));
    if (cluster !== undefined) return cluster;
    throw new SourceError({ kind: 'unreadable', message: 'eks:DescribeCluster: the answer holds no cluster' });
  } catch (error) {
    if (!(error instanceof SourceError) || error.reason.kind !== 'absent') throw error;
    throw usageError(`there is no EKS cluster ${name} in ${aws.region}`, await nearNames(aws, name));
  }
}

async function sign(aws: Caller, cluster: string, credentials: ReturnType<typeof credentialsOf>): Promise<string> {
  const keys = await aws.call('sts:GetCallerIdentity', credentials);
  return presignEksToken({ cluster, region: aws.region, credentials: keys, now: new Date(), host: await stsHost(aws) });
}

/** The host by the SDK's own endpoint rules, so that every partition is right; never an endpoint of the environment. */
export async function stsHost(aws: Pick<AwsSource, 'region' | 'client'>): Promise<string> {
  const { config } = await aws.client('sts');
  const UseFIPS = await config.useFipsEndpoint();
  const { url } = config.endpointProvider({
    Region: aws.region,
    UseFIPS,
    UseDualStack: false,
    UseGlobalEndpoint: false,
  });
  return url.hostname;
}
