import { isIP } from 'node:net';
import { invalid } from '../syntax/quoted.ts';
import { ScanError, usageError } from '../facts/reason.ts';
import type { Beside } from './aws/beside.ts';
import { createAwsSource } from './aws/source.ts';
import type { AwsSource, KeptCredentials } from './aws/contract.ts';
import type { CallLog, KubeAccess, KubeSource, Watch } from './kube/contract.ts';
import { environmentProxies } from './proxy/environment.ts';
import { createLocalSource } from './local/source.ts';
import type { Sources } from './sources.ts';
import { oneLine } from '../syntax/one-line.ts';
import { setFields } from '../syntax/set-fields.ts';

/** How a scan reaches the cluster; only `cluster` is required. */
export interface ConnectOptions {
  cluster: string;
  region?: string | undefined;
  profile?: string | undefined;
  roleArn?: string | undefined;
  externalId?: string | undefined;
  kubeconfig?: string | undefined;
  context?: string | undefined;
  kubeServer?: string | undefined;
  inCluster?: boolean | undefined;
}

export interface Environment {
  env: NodeJS.ProcessEnv;
  userAgent: string;
  log: CallLog;
  watch?: Watch;
  signal: AbortSignal;
  /** Called when a connection to AWS is open, just before its first request is sent. */
  onConnection?: () => void;
  /** The scans of other clusters beside this one. */
  beside?: Beside | undefined;
  /** Credentials of earlier looks of this command. */
  kept?: KeptCredentials | undefined;
}

/** The sources of a live scan; each connects when a collector first uses it. */
export async function connect(options: ConnectOptions, environment: Environment): Promise<Sources & { close(): void }> {
  const { cluster, region, profile, roleArn, externalId } = options;
  const aws = await createAwsSource(setFields({ cluster, region, profile, roleArn, externalId }), environment);
  let kube: Promise<KubeSource> | undefined;
  let opened: KubeSource | undefined;
  const open = async (): Promise<KubeSource> => {
    const [{ createKubeSource }, access] = await Promise.all([
      import('./kube/source.ts'),
      resolveAccess(options, aws, environment.env),
    ]);
    opened = createKubeSource(access, environment);
    return opened;
  };
  return {
    aws,
    kube: () => (kube ??= open()),
    local: createLocalSource(environment),
    close() {
      opened?.close();
      aws.close();
    },
  };
}

/** How to reach the API server: the kubeconfig, the pod's service account, or EKS's endpoint with a signed token. */
async function resolveAccess(options: ConnectOptions, aws: AwsSource, env: NodeJS.ProcessEnv): Promise<KubeAccess> {
  const described = await describedCluster(aws);
  const { kubeServer } = options;
  if (options.inCluster === true) {
    const { accessInCluster } = await import('./kubeconfig/in-cluster.ts');
    const { proveInClusterIdentity } = await import('./kubeconfig/same-cluster.ts');
    const access = await accessInCluster(env);
    proveInClusterIdentity(access, described);
    return access;
  }
  if (options.kubeconfig !== undefined || options.context !== undefined) {
    const { accessFromKubeconfig } = await import('./kubeconfig/access.ts');
    const { proveIdentity } = await import('./kubeconfig/same-cluster.ts');
    const { kubeconfig: file, context } = options;
    const access = await accessFromKubeconfig(setFields({ file, context, kubeServer, env }));
    proveIdentity(access, described, kubeServer);
    return withProxy(access, env);
  }
  const { hostname } = new URL(described.endpoint);
  const tunnel = kubeServer === undefined || isIP(hostname) !== 0 ? {} : { serverName: hostname };
  const access = {
    server: kubeServer ?? described.endpoint,
    ca: described.certificateAuthorityPem,
    ...tunnel,
    headers: async (renew: boolean) => ({ authorization: `Bearer ${await aws.token(renew)}` }),
  };
  return withProxy(access, env);
}

/** As in kubectl, the kubeconfig's proxy overrides the environment's. A pod's own API server needs none. */
function withProxy(access: KubeAccess, env: NodeJS.ProcessEnv): KubeAccess {
  const proxy = access.proxy ?? environmentProxies(env)(new URL(access.server));
  return proxy === undefined ? access : { ...access, proxy };
}

/** The cluster's data needed to connect to its API server. The token is never sent to an endpoint without TLS. */
async function describedCluster(aws: AwsSource) {
  const { name = '', arn = '', endpoint, certificateAuthority, status } = await aws.describeCluster();
  if (endpoint === undefined || certificateAuthority?.data === undefined) {
    throw new ScanError({
      kind: 'unreachable',
      message: `cluster ${name} has no API endpoint yet (status ${status ?? 'unknown'})`,
      hint: 'Wait until the cluster is ACTIVE.',
    });
  }
  if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== 'https:') {
    const message = `DescribeCluster names an API endpoint that is not https: ${oneLine(endpoint, 200)}: nothing is sent to it`;
    const hint = 'EKS only supports https: something answers instead of AWS (AWS_ENDPOINT_URL, a proxy)';
    throw new ScanError({ kind: 'unreachable', message, hint, shared: message });
  }
  const certificateAuthorityPem = Buffer.from(certificateAuthority.data, 'base64').toString('utf8');
  return { name, arn, endpoint, certificateAuthorityPem };
}

/** Rejects options that exclude each other and a `--kube-server` that is not an https URL, before anything is read. */
export function refuseMixedConnections({ inCluster, kubeconfig, context, kubeServer }: ConnectOptions): void {
  if (inCluster === true && (kubeconfig !== undefined || context !== undefined || kubeServer !== undefined)) {
    throw usageError('--in-cluster excludes --kubeconfig, --context and --kube-server');
  }
  if (kubeServer !== undefined && !URL.canParse(kubeServer)) {
    throw usageError(invalid('--kube-server', kubeServer, 'e.g. https://localhost:6443'));
  }
  if (kubeServer !== undefined && new URL(kubeServer).protocol !== 'https:') {
    throw usageError(
      `--kube-server ${kubeServer} is not https: nothing would prove which cluster answers`,
      'A tunnel to the endpoint uses TLS: write it as https://localhost:6443.',
    );
  }
}
