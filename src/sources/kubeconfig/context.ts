import { KubeConfig, type Cluster, type User } from '@kubernetes/client-node';
import { ScanError } from '../../facts/reason.ts';
import type { RequestHeaders } from '../kube/contract.ts';
import { impersonationHeaders } from './impersonation.ts';
import { mergedKubeconfig, toNonEmptyText, type MergedKubeconfig, type YamlMap } from './merged.ts';
import { isObject } from '../../syntax/json.ts';

/** One context with its cluster and user, as client-node reads them. */
export interface KubeconfigContext {
  name: string;
  /** The kubeconfig's file or path list, for messages. */
  origin: string;
  cluster: Cluster;
  user: User;
  /** Headers by which the user impersonates another one; usually none. */
  impersonation: RequestHeaders;
  /** What the cluster's entry holds for exec plugins; undefined if it holds nothing. */
  pluginConfig: unknown;
}

/**
 * The context `wanted`, or the current one if it is undefined, of the kubeconfig that kubectl would read.
 * Throws a {@link ScanError} if the kubeconfig cannot be read, if there is no such context, if its cluster or user is
 * missing, or if the impersonation fields of the user are invalid.
 */
export function kubeconfigContext(
  file: string | undefined,
  wanted: string | undefined,
  env: NodeJS.ProcessEnv,
): KubeconfigContext {
  const merged = mergedKubeconfig(file, env);
  const kubeconfig = clientNodeConfig(merged);
  const names = kubeconfig.getContexts().map(({ name }) => name);
  const name = wanted ?? merged.currentContext;
  if (name === undefined)
    throw unusable(merged, 'has no current context', `Name one with --context: ${contextsText(names)}`);
  const context = kubeconfig.getContextObject(name);
  if (context === null) throw unusable(merged, `has no context "${name}"`, `It has: ${contextsText(names)}`);
  const cluster = kubeconfig.getCluster(context.cluster);
  if (cluster === null)
    throw unusable(merged, `has no cluster "${context.cluster}" with a server, which context "${name}" names`);
  const user = kubeconfig.getUser(context.user);
  if (user === null) throw unusable(merged, `has no user "${context.user ?? ''}", which context "${name}" names`);
  const owner = `kubeconfig ${merged.origin}: user "${user.name}"`;
  const { impersonateUser: _impersonateUser, ...self } = user;
  return {
    name,
    origin: merged.origin,
    cluster,
    user: self,
    impersonation: impersonationHeaders(findPart(merged.users, user.name, 'user'), owner),
    pluginConfig: pluginConfig(findPart(merged.clusters, cluster.name, 'cluster')),
  };
}

function findPart(entries: readonly YamlMap[], wanted: string, part: string): YamlMap {
  const inner = entries.find(({ name }) => name === wanted)?.[part];
  return isObject(inner) ? inner : {};
}

/** The cluster's extension that is meant for exec plugins: kubectl passes it to them as `spec.cluster.config`. */
function pluginConfig(cluster: YamlMap): unknown {
  const extensions = Array.isArray(cluster['extensions']) ? cluster['extensions'].filter(isObject) : [];
  return extensions.find(({ name }) => name === 'client.authentication.k8s.io/exec')?.['extension'];
}

function clientNodeConfig(merged: MergedKubeconfig): KubeConfig {
  const kubeconfig = new KubeConfig();
  const document = {
    clusters: merged.clusters.map((entry) => preferData(entry, 'cluster', ['certificate-authority'])),
    users: merged.users.map((entry) => withTokenFile(preferData(entry, 'user', ['client-certificate', 'client-key']))),
    contexts: merged.contexts,
  };
  kubeconfig.loadFromString(JSON.stringify(document), { onInvalidEntry: 'filter' });
  return kubeconfig;
}

/** Drops a file if there is embedded data: kubectl prefers the data, but client-node would prefer the file. */
function preferData(entry: YamlMap, part: string, fields: readonly string[]): YamlMap {
  const inner = entry[part];
  if (!isObject(inner)) return entry;
  const dropped = fields.filter((field) => toNonEmptyText(inner[`${field}-data`]) !== undefined);
  return { ...entry, [part]: Object.fromEntries(Object.entries(inner).filter(([key]) => !dropped.includes(key))) };
}

/**
 * client-node ignores `tokenFile`, so this passes the file to client-node's in-cluster provider. As in kubectl,
 * `tokenFile` overrides `token`.
 */
function withTokenFile(entry: YamlMap): YamlMap {
  const user = entry['user'];
  if (!isObject(user) || toNonEmptyText(user['tokenFile']) === undefined) return entry;
  const { token: _token, tokenFile, ...rest } = user;
  return { ...entry, user: { ...rest, 'auth-provider': { name: 'tokenFile', config: { tokenFile } } } };
}

function contextsText(names: readonly string[]): string {
  if (names.length === 0) return 'no contexts';
  const more = names.length > 20 ? `, and ${names.length - 20} more` : '';
  return `${names.slice(0, 20).join(', ')}${more}`;
}

function unusable({ origin }: MergedKubeconfig, problem: string, hint?: string): ScanError {
  const message = `kubeconfig ${origin}: ${problem}`;
  return new ScanError({ kind: 'unreadable', message, ...(hint === undefined ? {} : { hint }) });
}
