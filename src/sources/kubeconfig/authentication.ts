import { KubeConfig, type Cluster, type User } from '@kubernetes/client-node';
import type { RequestOptions } from 'node:https';
import { createSecureContext } from 'node:tls';
import { ScanError } from '../../facts/reason.ts';
import type { KubeAccess } from '../kube/contract.ts';
import { certificateFingerprints } from './certificates.ts';
import type { KubeconfigContext } from './context.ts';
import type { Credential } from './credential.ts';
import type { ExecPlugin } from './exec-plugin.ts';
import { toNonEmptyText } from './merged.ts';
import { isObject } from '../../syntax/json.ts';

/** CA and client certificate of a context, and the fingerprints of the CA's certificates. */
export type TlsMaterial = Pick<KubeAccess, 'ca' | 'cert' | 'key'> & { caCertificates: readonly string[] };

/** What an exec plugin may know about the connection to the cluster. */
export type PluginTarget = Pick<KubeAccess, 'server' | 'serverName' | 'ca'>;

const minute = 60_000;

/**
 * Reads the context's CA and client certificate, embedded or from files. Throws a {@link ScanError} if one of them
 * cannot be read, is not PEM, or does not match its key.
 */
export async function tlsMaterial(context: KubeconfigContext): Promise<TlsMaterial> {
  const { exec: _exec, authProvider: _authProvider, ...certificateUser } = context.user;
  const options = await reported(context, 'unreadable', () =>
    clientNodeOptions(direct(context.cluster), certificateUser),
  );
  const [ca, cert, key] = [pemText(options.ca), pemText(options.cert), pemText(options.key)];
  const pems = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
  const owner = `kubeconfig ${context.origin}: the certificate authority of cluster "${context.cluster.name}"`;
  const caCertificates = ca === undefined ? [] : certificateFingerprints(ca, owner);
  await reported(context, 'unreadable', async () => createSecureContext(pems));
  return { ...pems, caCertificates };
}

/** client-node returns PEMs as Buffers. */
function pemText(content: unknown): string | undefined {
  return Buffer.isBuffer(content) ? content.toString('utf8') : undefined;
}

/** Gets the user's headers from client-node (token, token file, OIDC, basic), to be renewed after a minute. */
export async function clientNodeCredential(context: KubeconfigContext): Promise<Credential> {
  const { caData: _caData, caFile: _caFile, ...cluster } = direct(context.cluster);
  const { certData: _certData, certFile: _certFile, keyData: _keyData, keyFile: _keyFile, ...user } = context.user;
  const options = await reported(context, 'denied', () => clientNodeOptions(cluster, user));
  const basic = options.auth ? { Authorization: `Basic ${Buffer.from(options.auth).toString('base64')}` } : {};
  const given = Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value).trim()]);
  return { headers: { ...basic, ...Object.fromEntries(given) }, renewAt: Date.now() + minute };
}

/**
 * The user's exec plugin; undefined if there is none, or a token makes it unnecessary.
 * @param access where the requests go and what they trust, for plugins with `provideClusterInfo`
 * @throws ScanError if it has no command
 */
export function findExecPlugin(context: KubeconfigContext, access: PluginTarget): ExecPlugin | undefined {
  const { origin, user } = context;
  const exec: unknown = user.exec;
  if (!isObject(exec) || toNonEmptyText(user.token) !== undefined) return undefined;
  const command = toNonEmptyText(exec['command']);
  if (command === undefined) {
    const message = `kubeconfig ${origin}: the exec plugin of user "${user.name}" has no command`;
    throw new ScanError({ kind: 'unreadable', message });
  }
  const installHint = toNonEmptyText(exec['installHint']);
  return {
    user: user.name,
    command,
    args: toList(exec['args']).map(String),
    env: Object.fromEntries(
      toList(exec['env'])
        .filter(isObject)
        .map(({ name, value }) => [String(name), toNonEmptyText(value) ?? '']),
    ),
    apiVersion: toNonEmptyText(exec['apiVersion']) ?? 'client.authentication.k8s.io/v1beta1',
    ...(installHint === undefined ? {} : { installHint }),
    interactiveMode: toNonEmptyText(exec['interactiveMode']) ?? 'IfAvailable',
    ...(exec['provideClusterInfo'] === true ? { cluster: clusterInfo(context, access) } : {}),
  };
}

/** Like client-go's ConfigToExecCluster: a CA file is passed as data, the cluster's plugin configuration unchanged. */
function clusterInfo({ cluster, pluginConfig }: KubeconfigContext, access: PluginTarget): Record<string, unknown> {
  const { server, serverName, ca } = access;
  return {
    server,
    ...(serverName === undefined ? {} : { 'tls-server-name': serverName }),
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(cluster.proxyUrl ? { 'proxy-url': cluster.proxyUrl } : {}),
    ...(pluginConfig === undefined ? {} : { config: pluginConfig }),
  };
}

async function clientNodeOptions(cluster: Cluster, user: User): Promise<RequestOptions> {
  const kubeconfig = new KubeConfig();
  kubeconfig.loadFromClusterAndUser(cluster, user);
  const options: RequestOptions = {};
  await kubeconfig.applyToHTTPSOptions(options);
  return options;
}

/** The cluster without its proxy, for which client-node would build an unused agent. */
function direct({ proxyUrl: _proxyUrl, ...cluster }: Cluster): Cluster {
  return cluster;
}

async function reported<Value>(
  { name, origin }: KubeconfigContext,
  kind: 'unreadable' | 'denied',
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
    const message = `kubeconfig ${origin}, context "${name}": ${problem}`;
    throw new ScanError({ kind, message, shared: message }, { cause: error });
  }
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
