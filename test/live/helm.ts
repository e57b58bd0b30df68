import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { liveClients } from './binaries.ts';
import type { LiveCluster } from './cluster.ts';
import { writeKubeconfig } from './kubeconfigs.ts';
import type { Manifest } from './seed.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const chart = path.join(root, 'charts/eks-preflight');
export const deploy = path.join(root, 'deploy');

/** An image for the chart and the manifests, which do not name one. */
export const image = { repository: 'registry.example.com/eks-preflight' };

/** Copies deploy/ and sets the image as a user does. */
export async function copyDeploy(place: string): Promise<void> {
  await cp(deploy, place, { recursive: true });
  const file = path.join(place, 'kustomization.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/# (literals: \[image=).*\]/, `$1${image.repository}:1]`));
}

/** Output and exit code of a program. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** helm and kubectl, with administrator access if a cluster is given. */
export interface Clients {
  helm(...args: readonly string[]): Promise<Ran>;
  kubectl(...args: readonly string[]): Promise<Ran>;
}

/**
 * Finds or builds helm and kubectl.
 * @param folder their home
 */
export async function startClients(folder: string, live?: LiveCluster): Promise<Clients> {
  const { helm, kubectl } = await liveClients((line) => console.error(`live tests: ${line}`));
  const user = live && { server: live.url, caPem: live.caPem, user: { token: live.adminToken }, isCurrent: true };
  const config = user === undefined ? path.join(folder, 'none') : await writeKubeconfig(folder, 'admin', user);
  const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: config };
  const runs =
    (program: string) =>
    (...args: readonly string[]) =>
      new Promise<Ran>((resolve) => {
        execFile(program, args, { env, cwd: folder, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
        });
      });
  return { helm: runs(helm), kubectl: runs(kubectl) };
}

/** Writes the values to a file for `helm -f`. Returns its path. */
export async function valuesFile(folder: string, values: object): Promise<string> {
  const file = path.join(folder, `values-${Math.random().toString(36).slice(2)}.json`);
  await writeFile(file, JSON.stringify(values));
  return file;
}

/** Renders the chart with these values, and an image unless they name one. Throws with helm's message. */
export async function rendered(
  clients: Clients,
  folder: string,
  values: object,
  kubernetes = '1.34.1',
): Promise<Manifest[]> {
  const file = await valuesFile(folder, { image, ...values });
  const line = ['template', 'eks-preflight', chart, '--namespace', 'eks-preflight', '--kube-version', kubernetes];
  const { code, stdout, stderr } = await clients.helm(...line, '-f', file);
  if (code !== 0) throw new Error(stderr);
  return manifestsIn(stdout);
}

/** The documents of a YAML stream. */
export function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const manifest = document.toJS() as Manifest | null;
    return manifest === null ? [] : [manifest];
  });
}
