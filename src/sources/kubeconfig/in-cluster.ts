import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { ScanError } from '../../facts/reason.ts';
import type { UnprovenAccess } from './access.ts';
import { certificateFingerprints } from './certificates.ts';
import { renewedCredential, type Credential } from './credential.ts';

/** Where the service account's token and the cluster's CA are mounted. */
export interface ServiceAccountFiles {
  token: string;
  ca: string;
}

const folder = '/var/run/secrets/kubernetes.io/serviceaccount';
const mounted: ServiceAccountFiles = { token: `${folder}/token`, ca: `${folder}/ca.crt` };
const minute = 60_000;

/**
 * Opens a pod's access to its own API server, with KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT, the mounted CA
 * and the service account's token. The token is read again each minute (the kubelet replaces it) and after a 401.
 * Throws a {@link ScanError} outside of a cluster, and if a file is missing or invalid.
 */
export async function accessInCluster(env: NodeJS.ProcessEnv, files = mounted): Promise<UnprovenAccess> {
  const host = env['KUBERNETES_SERVICE_HOST'];
  if (host === undefined || host === '') throw unavailable('KUBERNETES_SERVICE_HOST is not set');
  const port = env['KUBERNETES_SERVICE_PORT'] ?? '443';
  const ca = readContent(files.ca);
  const access: UnprovenAccess = {
    contextName: 'in-cluster',
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    ca,
    caCertificates: certificateFingerprints(ca, `the service account's CA ${files.ca}`),
    headers: renewedCredential(async () => tokenIn(files.token)),
  };
  await access.headers(false);
  return access;
}

function tokenIn(file: string): Credential {
  const token = readContent(file).trim();
  if (token === '') throw unavailable(`${file} is empty`);
  return { headers: { Authorization: `Bearer ${token}` }, renewAt: Date.now() + minute };
}

function readContent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : String(error), error);
  }
}

function unavailable(problem: string, cause?: unknown): ScanError {
  const message = `no service account to read the cluster with: ${problem}`;
  const hint = 'Use --in-cluster only in a pod whose service account token is mounted (automountServiceAccountToken).';
  return new ScanError({ kind: 'unreadable', message, hint, shared: message }, { cause });
}
