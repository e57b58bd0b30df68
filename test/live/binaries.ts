import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants as fsConstants } from 'node:fs';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { constants as osConstants, homedir, setPriority } from 'node:os';
import { join } from 'node:path';

/** Paths of the two servers that a live cluster is made of. */
export interface LiveBinaries {
  etcd: string;
  apiserver: string;
}

interface GoProgram {
  name: string;
  folder: string;
  ldflags: string;
}

export const kubernetesVersion = 'v1.34.1';

const here = import.meta.dirname;
const stamp = (name: string, value: string): string => `-X k8s.io/component-base/version.${name}=${value}`;

const apiserverProgram: GoProgram = {
  name: 'kube-apiserver',
  folder: join(here, 'server'),
  ldflags: [
    '-s -w',
    stamp('gitVersion', kubernetesVersion),
    stamp('gitMajor', '1'),
    stamp('gitMinor', '34'),
    stamp('gitTreeState', 'clean'),
  ].join(' '),
};

const etcdProgram: GoProgram = { name: 'etcd', folder: join(here, 'etcd'), ldflags: '-s -w' };

const howToGet = 'Put Go 1.24 or later on PATH, or set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver.';

/**
 * Finds etcd and kube-apiserver: in the folder of KUBEBUILDER_ASSETS, else in the cache, else by building them with Go.
 * A first build takes minutes, so `say` is told of it. Throws when there is nothing to find them with or a build fails.
 */
export async function liveBinaries(say: (line: string) => void = () => {}): Promise<LiveBinaries> {
  const assets = process.env.KUBEBUILDER_ASSETS;
  if (assets) return binariesIn(assets);
  const etcd = await findOrBuild(etcdProgram, say);
  const apiserver = await findOrBuild(apiserverProgram, say);
  return { etcd, apiserver };
}

async function binariesIn(folder: string): Promise<LiveBinaries> {
  const found = { etcd: join(folder, 'etcd'), apiserver: join(folder, 'kube-apiserver') };
  for (const path of Object.values(found)) {
    if (!(await isExecutable(path))) throw new Error(`KUBEBUILDER_ASSETS is set, but ${path} is not executable.`);
  }
  return found;
}

async function findOrBuild(program: GoProgram, say: (line: string) => void): Promise<string> {
  const folder = join(cacheRoot(), await fingerprint(program));
  const target = join(folder, program.name);
  if (await isExecutable(target)) return target;
  await mkdir(folder, { recursive: true });
  const unfinished = `${target}.${process.pid}.unfinished`;
  const started = Date.now();
  say(`building ${program.name} (once; minutes) into ${folder}`);
  try {
    await goBuild(program, unfinished);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { force: true });
  }
  say(`built ${program.name} in ${Math.round((Date.now() - started) / 1000)} s`);
  return target;
}

function cacheRoot(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'eks-preflight', 'live');
}

function buildFlags({ ldflags }: GoProgram): string[] {
  return ['-trimpath', '-buildvcs=false', '-mod=readonly', '-ldflags', ldflags];
}

async function fingerprint(program: GoProgram): Promise<string> {
  const hash = createHash('sha256').update([process.platform, process.arch, ...buildFlags(program)].join('\n'));
  for (const name of ['go.mod', 'go.sum', 'main.go']) hash.update(await readFile(join(program.folder, name)));
  return hash.digest('hex').slice(0, 16);
}

function goBuild(program: GoProgram, output: string): Promise<void> {
  const child = spawn('go', ['build', ...buildFlags(program), '-o', output, '.'], {
    cwd: program.folder,
    env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, osConstants.priority.PRIORITY_LOW);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`cannot run go to build ${program.name}. ${howToGet}`, { cause })));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      reject(new Error(`go build of ${program.name} ended with ${code ?? 'a signal'}. ${howToGet}\n${errors}`));
    });
  });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, fsConstants.X_OK).then(
    () => true,
    () => false,
  );
}
