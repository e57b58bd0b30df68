import { advice } from '../../syntax/advice.ts';
import { ScanError } from '../../facts/reason.ts';
import type { UnprovenAccess } from './access.ts';
import { certificateFingerprints } from './certificates.ts';
import { sh } from '../../syntax/shell.ts';

/** The named cluster as EKS describes it. */
export interface DescribedCluster {
  name: string;
  endpoint: string;
  certificateAuthorityPem: string;
  arn: string;
}

/**
 * Proves that a context leads to the described cluster: its server is the cluster's endpoint (case, trailing slash and
 * :443 aside) or, with `kubeServer`, any server whose certificate is checked against the endpoint's host name; and
 * both sides have a CA certificate in common (during a rotation, there are two). Otherwise throws a {@link ScanError}
 * that names both sides.
 */
export function proveIdentity(access: UnprovenAccess, cluster: DescribedCluster, kubeServer?: string): void {
  const server = location(access.server);
  const endpoint = location(cluster.endpoint);
  if (kubeServer === undefined && server !== endpoint) {
    const hint = `Choose the context of ${cluster.arn}, or omit --context. If ${server} is a tunnel to it, pass --kube-server ${server} and set tls-server-name: ${parseHostname(endpoint)} in the kubeconfig's cluster.`;
    throw mismatch(access, cluster, `its server is ${server}, the cluster's endpoint is ${endpoint}`, hint);
  }
  const serverName = (access.serverName ?? parseHostname(server)).toLowerCase();
  if (serverName !== parseHostname(endpoint)) {
    const problem = `it expects the TLS server name ${serverName} of ${server}, the cluster's endpoint is ${endpoint}`;
    throw mismatch(
      access,
      cluster,
      problem,
      `Set tls-server-name: ${parseHostname(endpoint)} in the kubeconfig's cluster.`,
    );
  }
  proveAuthority(access, cluster);
}

/**
 * Proves that the API server of a pod is the described cluster's. The server's address inside a cluster shows nothing,
 * so only the CA certificates are compared. Throws a {@link ScanError} unless they have one in common.
 */
export function proveInClusterIdentity(access: UnprovenAccess, cluster: DescribedCluster): void {
  proveAuthority(access, cluster);
}

function proveAuthority(access: UnprovenAccess, cluster: DescribedCluster): void {
  const owner = `the certificate authority of cluster "${cluster.name}"`;
  const described = new Set(certificateFingerprints(cluster.certificateAuthorityPem, owner));
  if (access.caCertificates.some((fingerprint) => described.has(fingerprint))) return;
  const problem = `${location(access.server)} is trusted by ${authorities(access.caCertificates)}, the cluster's endpoint ${location(cluster.endpoint)} has ${authorities([...described])}`;
  const hint =
    access.contextName === 'in-cluster'
      ? `Run it in a pod of ${cluster.arn}, or omit --in-cluster.`
      : advice`Renew the context (${sh`aws eks update-kubeconfig --name ${cluster.name}`}), choose another one, or omit --context.`
          .text;
  throw mismatch(access, cluster, problem, hint);
}

function authorities(fingerprints: readonly string[]): string {
  if (fingerprints.length === 0) return 'no custom CA certificate';
  return `CA certificate ${fingerprints.map((fingerprint) => fingerprint.slice(0, 16)).join(' and ')}`;
}

/** Scheme, host and path of a URL as they are compared and shown: normalized, without a user or a trailing slash. */
function location(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, host, pathname } = new URL(text);
  let end = pathname.length;
  while (pathname.endsWith('/', end)) end -= 1;
  return `${protocol}//${host}${pathname.slice(0, end)}`;
}

function parseHostname(text: string): string {
  return URL.canParse(text) ? new URL(text).hostname : text;
}

function mismatch(
  { contextName }: UnprovenAccess,
  { name }: DescribedCluster,
  problem: string,
  hint: string,
): ScanError {
  const connection = contextName === 'in-cluster' ? "the pod's API server" : `context "${contextName}"`;
  const message = `${connection} is not cluster "${name}": ${problem}`;
  return new ScanError({ kind: 'unreadable', message, hint });
}
