import { isIP } from 'node:net';
import { ScanError } from '../../facts/reason.ts';
import type { KubeAccess } from '../kube/contract.ts';
import { parseProxy, type Proxy } from '../proxy/proxy.ts';
import type { KubeconfigContext } from './context.ts';
import { renewedCredential, type Credential } from './credential.ts';
import { runExecPlugin } from './exec-plugin.ts';

/** A {@link KubeAccess} whose cluster is not verified yet (`same-cluster.ts`). */
export interface UnprovenAccess extends KubeAccess {
  /** The kubeconfig's context, or `in-cluster`. */
  contextName: string;
  /** SHA-256 of the DER of each certificate in `ca`, lower-case hex; empty if the system's roots are used. */
  caCertificates: readonly string[];
}

export interface KubeconfigOptions {
  /** `--kubeconfig`; else KUBECONFIG, else ~/.kube/config. */
  file?: string;
  /** `--context`; else the current context. */
  context?: string;
  env: NodeJS.ProcessEnv;
  /** `--kube-server`: connects here, but still expects the certificate of the kubeconfig's server. */
  kubeServer?: string;
  /** Milliseconds that an exec plugin may take; a minute by default. */
  pluginLimit?: number;
}

/**
 * Opens the access that a kubeconfig describes. `merged.ts` reads the files; client-node interprets the entries and
 * authenticates, except that exec plugins are run by `exec-plugin.ts`: client-node 2.0.1 runs them once per parallel
 * request, keeps a token until its last second, and supports neither KUBERNETES_EXEC_INFO nor installHint.
 * Throws a {@link ScanError} of one line if the kubeconfig cannot be used, or is not safe to use: no such context, a
 * server without https, `insecure-skip-tls-verify`, a certificate that cannot be read. No credential is requested
 * before the first `headers()`, which rejects with a {@link ScanError} too.
 */
export async function accessFromKubeconfig(options: KubeconfigOptions): Promise<UnprovenAccess> {
  const { env, kubeServer, pluginLimit = 60_000 } = options;
  const [{ kubeconfigContext }, { clientNodeCredential, findExecPlugin: execPluginOf, tlsMaterial }] =
    await Promise.all([import('./context.ts'), import('./authentication.ts')]);
  const context = kubeconfigContext(options.file, options.context, env);
  refuseInsecure(context);
  const connection = { ...resolveServer(context, kubeServer), ...(await tlsMaterial(context)) };
  const plugin = execPluginOf(context, { ...connection, server: kubeServer ?? context.cluster.server });
  const credential = (): Promise<Credential> =>
    plugin === undefined ? clientNodeCredential(context) : runExecPlugin(plugin, env, pluginLimit);
  return {
    contextName: context.name,
    ...connection,
    headers: renewedCredential(async () => {
      const { headers, renewAt } = await credential();
      return { headers: { ...headers, ...context.impersonation }, renewAt };
    }),
  };
}

function resolveServer(
  { name, origin, cluster }: KubeconfigContext,
  kubeServer: string | undefined,
): Omit<KubeAccess, 'headers'> {
  const ownServer = httpsUrl(cluster.server, `context "${name}"`);
  const server = kubeServer === undefined ? ownServer : httpsUrl(kubeServer, '--kube-server');
  const serverName = cluster.tlsServerName || (kubeServer === undefined ? undefined : dnsName(ownServer));
  return {
    server: server.href.replace(/\/$/, ''),
    ...(serverName ? { serverName } : {}),
    ...(cluster.proxyUrl
      ? { proxy: requireProxy(cluster.proxyUrl, `kubeconfig ${origin}: proxy-url of "${cluster.name}"`) }
      : {}),
  };
}

function requireProxy(text: string, namedBy: string): Proxy {
  const proxy = parseProxy(text, namedBy);
  if ('problem' in proxy) throw new ScanError({ kind: 'unreadable', message: proxy.problem });
  return proxy;
}

function httpsUrl(text: string, owner: string): URL {
  if (!URL.canParse(text)) throw new ScanError({ kind: 'unreadable', message: `${owner}: "${text}" is not a URL` });
  const url = new URL(text);
  if (url.protocol === 'https:') return url;
  const message = `${owner}: the server ${url.protocol}//${url.host} is not https`;
  throw new ScanError({
    kind: 'unreadable',
    message,
    hint: 'Nothing is sent to an API server without TLS; EKS only supports https.',
  });
}

/** A URL's host as a TLS server name; undefined for an IP address. */
function dnsName({ hostname }: URL): string | undefined {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

function refuseInsecure({ name, origin, cluster }: KubeconfigContext): void {
  if (!cluster.skipTLSVerify) return;
  throw new ScanError({
    kind: 'unreadable',
    message: `kubeconfig ${origin}: context "${name}" sets insecure-skip-tls-verify, so nothing proves which cluster answers`,
    hint: "Set the cluster's certificate authority instead (aws eks update-kubeconfig does), or omit --context.",
  });
}
