import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveClients } from './binaries.ts';
import type { LiveCluster } from './cluster.ts';
import { writeKubeconfig } from './kubeconfigs.ts';
import type { Manifest } from './seed.ts';

/** The clients that write objects into a live cluster: the real kubectl and helm, and other programs. */
export interface Writers {
  /** The administrator's kubeconfig. */
  kubeconfig: string;
  /** Runs kubectl with the manifest as its standard input. Throws its output if it fails. */
  kubectl(args: readonly string[], manifest?: Manifest): Promise<string>;
  /** Runs helm. Throws its output if it fails. */
  helm(args: readonly string[]): Promise<string>;
  /** Writes a chart with this name and these templates, by file name. Returns its folder. */
  chart(name: string, templates: Readonly<Record<string, Manifest>>): Promise<string>;
  /** Sends a request with this user agent. Throws if the API server refuses it. */
  program(userAgent: string, method: string, path: string, body: unknown): Promise<void>;
  /** A folder that {@link close} removes. */
  folder: string;
  close(): Promise<void>;
}

/** The editor for `kubectl edit`: it makes a change without input. */
const editor = '#!/bin/sh\nsed -i \'s/edited: .*/edited: "by hand"/\' "$1"\n';

/** Finds or builds the clients, and gives them administrator access to the cluster. */
export async function startWriters(live: LiveCluster): Promise<Writers> {
  const clients = await liveClients((line) => console.error(`live tests: ${line}`));
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-writers-'));
  const connection = { server: live.url, caPem: live.caPem, user: { token: live.adminToken } };
  const kubeconfig = await writeKubeconfig(folder, 'admin', connection);
  await writeFile(path.join(folder, 'editor.sh'), editor);
  await chmod(path.join(folder, 'editor.sh'), 0o700);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    KUBECONFIG: kubeconfig,
    EDITOR: path.join(folder, 'editor.sh'),
  };
  return {
    folder,
    kubeconfig,
    kubectl: (args, manifest) =>
      output(clients.kubectl, ['--context', 'live', ...args], { env, cwd: folder }, JSON.stringify(manifest)),
    helm: (args) => output(clients.helm, ['--kube-context', 'live', ...args], { env, cwd: folder }),
    chart: (name, templates) => writtenChart(folder, name, templates),
    async program(userAgent, method, at, body) {
      const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const { status, body: answer } = await live.request(method, at, {
        token: live.adminToken,
        body,
        contentType,
        userAgent,
      });
      if (status >= 300) throw new Error(`${userAgent}: ${method} ${at}: ${status} ${JSON.stringify(answer)}`);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Field managers record times in seconds: what is written after this has a later time. */
export function untilNextSecond(): Promise<void> {
  return sleep(1_050 - (Date.now() % 1_000));
}

async function writtenChart(
  folder: string,
  name: string,
  templates: Readonly<Record<string, Manifest>>,
): Promise<string> {
  const chart = path.join(folder, `chart-${name}`);
  await rm(chart, { recursive: true, force: true });
  await mkdir(path.join(chart, 'templates'), { recursive: true });
  await writeFile(path.join(chart, 'Chart.yaml'), `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`);
  for (const [file, manifest] of Object.entries(templates)) {
    await writeFile(path.join(chart, 'templates', `${file}.yaml`), JSON.stringify(manifest)); // JSON is YAML
  }
  return chart;
}

function output(
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd: string },
  input = '',
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  child.stdin.on('error', () => {}); // the child ended without reading: its exit code reports that
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(said);
      reject(new Error(`${path.basename(program)} ${args.join(' ')} ended with ${code}: ${said.slice(-4000)}`));
    });
  });
}
