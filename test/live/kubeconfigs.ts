import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LiveCluster } from './cluster.ts';
import { referenceToken } from './reference-token.ts';

type Json = Record<string, unknown>;

/** The server and user of a kubeconfig. */
export interface Connection {
  server: string;
  caPem: string;
  user: Json;
  tlsServerName?: string;
  /** Makes the context the current one; some programs use no other. */
  isCurrent?: boolean;
}

/** Writes a kubeconfig with one context, `live`, into `folder`. Returns its path. */
export async function writeKubeconfig(folder: string, name: string, connection: Connection): Promise<string> {
  const { server, caPem, user, tlsServerName, isCurrent = false } = connection;
  const file = path.join(folder, `${name}.json`); // JSON is YAML
  const cluster = {
    server,
    'certificate-authority-data': Buffer.from(caPem).toString('base64'),
    ...(tlsServerName === undefined ? {} : { 'tls-server-name': tlsServerName }),
  };
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'live', cluster }],
    users: [{ name: 'live', user }],
    contexts: [{ name: 'live', context: { cluster: 'live', user: 'live' } }],
    ...(isCurrent ? { 'current-context': 'live' } : {}),
  };
  await writeFile(file, JSON.stringify(kubeconfig), { mode: 0o600 });
  return file;
}

/** A user whose token comes from a plug-in that does what `aws eks get-token` does; it counts its runs in a file. */
export async function pluginUser(
  folder: string,
  credentials: { accessKeyId: string; secretAccessKey: string },
): Promise<{ user: Json; runs: string }> {
  const runs = path.join(folder, 'plugin-runs');
  const script = path.join(folder, 'get-token.sh');
  const token = referenceToken({ cluster: 'prod', region: 'eu-west-1', credentials });
  const apiVersion = 'client.authentication.k8s.io/v1beta1';
  const expirationTimestamp = new Date(Date.now() + 14 * 60_000).toISOString();
  const credential = { apiVersion, kind: 'ExecCredential', status: { token, expirationTimestamp } };
  await writeFile(script, `#!/bin/sh\necho run >> '${runs}'\necho '${JSON.stringify(credential)}'\n`);
  await chmod(script, 0o700);
  return { user: { exec: { apiVersion, command: script, interactiveMode: 'Never' } }, runs };
}

/** Requests a token of a ServiceAccount in the namespace default from the TokenRequest API, as the kubelet does. */
export async function serviceAccountToken(live: LiveCluster, name: string): Promise<string> {
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } };
  const { status, body } = await live.admin(
    'POST',
    `/api/v1/namespaces/default/serviceaccounts/${name}/token`,
    request,
  );
  if (status !== 201) throw new Error(`TokenRequest for ${name}: ${status} ${JSON.stringify(body)}`);
  return (body as { status: { token: string } }).status.token;
}
