import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants as fsConstants } from 'node:fs';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { constants as osConstants, homedir, setPriority } from 'node:os';
import { join } from 'node:path';

/** Paths of the two servers of a live cluster. */
export interface LiveBinaries {
  etcd: string;
  apiserver: string;
}

interface GoProgram {
  name: string;
  folder: string;
  /** Its module file without `.mod`; the checksums are in the `.sum` file next to it. */
  module: string;
  ldflags: string;
  /** The package to build if it is not in the module's folder. */
  package?: string;
}

/** 1.24 still has pod security policies, and 1.37 is the newest that builds: what holds for all is tested with these. */
export type ComparedVersion = 'v1.24.17' | 'v1.34.1' | 'v1.37.1';
/** The API servers of the live tests. Clusters of 1.33 are updated to the usual one, and at night further to 1.35. */
export type KubernetesVersion = ComparedVersion | 'v1.33.13' | 'v1.35.4';
export const kubernetesVersions: readonly ComparedVersion[] = ['v1.24.17', 'v1.34.1', 'v1.37.1'];
/** All but the last are built before the tests. */
export const liveVersions: readonly KubernetesVersion[] = [...kubernetesVersions, 'v1.33.13', 'v1.35.4'];
export const usualVersion: KubernetesVersion = 'v1.34.1';

const here = import.meta.dirname;
/** Packages whose version variables Kubernetes' own build sets; in 1.24, `/version` shows those of the second. */
const stampPaths = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];

/** Each version has its own module file; `go.mod` is for the default version. */
function apiserverProgram(version: KubernetesVersion): GoProgram {
  const [major = '', minor = ''] = version.slice(1).split('.');
  const stamps = Object.entries({ gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' });
  const stampsAt = (path: string): string[] => stamps.map(([name, value]) => `-X ${path}.${name}=${value}`);
  return {
    name: 'kube-apiserver',
    folder: join(here, 'server'),
    module: version === usualVersion ? 'go' : `${major}.${minor}`,
    ldflags: ['-s -w', ...stampPaths.flatMap(stampsAt)].join(' '),
  };
}
const etcdProgram: GoProgram = { name: 'etcd', folder: join(here, 'etcd'), module: 'go', ldflags: '-s -w' };

const kubectlProgram: GoProgram = { name: 'kubectl', folder: join(here, 'kubectl'), module: 'go', ldflags: '-s -w' };
const helmProgram: GoProgram = {
  name: 'helm',
  folder: join(here, 'helm'),
  module: 'go',
  ldflags: '-s -w',
  package: 'helm.sh/helm/v3/cmd/helm',
};

const controllerManagerProgram: GoProgram = {
  name: 'kube-controller-manager',
  folder: join(here, 'controller-manager'),
  module: 'go',
  ldflags: '-s -w',
};

const schedulerProgram: GoProgram = {
  name: 'kube-scheduler',
  folder: join(here, 'scheduler'),
  module: 'go',
  ldflags: '-s -w',
};

const promlintProgram: GoProgram = {
  name: 'promlint',
  folder: join(here, 'promlint'),
  module: 'go',
  ldflags: '-s -w',
};

const howToGet = 'Put Go 1.26 or later on PATH.';

/**
 * Finds etcd and the API server of a version in the cache, or builds them with Go. A first build takes minutes, so
 * `say` gets a message. Throws when there is no Go or a build fails.
 */
export async function liveBinaries(
  say: (line: string) => void = () => {},
  version: KubernetesVersion = usualVersion,
): Promise<LiveBinaries> {
  const etcd = await findOrBuild(etcdProgram, say);
  const apiserver = await findOrBuild(apiserverProgram(version), say);
  return { etcd, apiserver };
}

/** Finds kubectl and helm, whose commands a report prints. Builds those that are not in the cache. */
export async function liveClients(say: (line: string) => void = () => {}): Promise<{ kubectl: string; helm: string }> {
  const kubectl = await findOrBuild(kubectlProgram, say);
  const helm = await findOrBuild(helmProgram, say);
  return { kubectl, helm };
}

/** Finds the controller manager of the default version in the cache, or builds it. */
export function liveControllerManager(say: (line: string) => void = () => {}): Promise<string> {
  return findOrBuild(controllerManagerProgram, say);
}

/** Finds the scheduler of the default version in the cache, or builds it. */
export function liveScheduler(say: (line: string) => void = () => {}): Promise<string> {
  return findOrBuild(schedulerProgram, say);
}

/** Finds the linter of Prometheus' text format in the cache, or builds it: client_golang's promlint. */
export function livePromlint(say: (line: string) => void = () => {}): Promise<string> {
  return findOrBuild(promlintProgram, say);
}

const awsVersion = '1.46.3';

/** The AWS CLI, cached from PyPI: the program to start and its first arguments. Throws without Python 3. */
export async function awsCli(say: (line: string) => void = () => {}): Promise<[string, ...string[]]> {
  return [await pythonWith(`awscli-${awsVersion}`, [`awscli==${awsVersion}`], say), '-m', 'awscli'];
}

/** These are fewer packages than those of `moto[server]`, which installs the dependencies of all AWS services. */
const motoPackages = [
  'moto==5.2.5',
  'flask==3.1.3',
  'flask-cors==6.0.5',
  'py-partiql-parser==0.6.3',
  'pyyaml==6.0.3',
  'jsonpath-ng==1.16.0',
];

/**
 * Returns the path of a cached Python that has moto from PyPI. moto.ts runs it as S3, SNS, SQS and EventBridge on
 * loopback. Throws without Python 3.
 */
export function motoPython(say: (line: string) => void = () => {}): Promise<string> {
  return pythonWith(motoPackages[0]?.replace('==', '-') ?? '', motoPackages, say);
}

/** Finds a Python environment with these packages in the cache, or creates it. Returns the path of its program. */
async function pythonWith(name: string, packages: readonly string[], say: (line: string) => void): Promise<string> {
  const target = join(cacheRoot(), name);
  const program = join(target, 'bin', 'python');
  if (await isExecutable(program)) return program;
  const unfinished = `${target}.${process.pid}.unfinished`;
  say(`installing ${name} (once) into ${target}`);
  try {
    await run('python3', ['-m', 'venv', unfinished], 'Put Python 3 on PATH.');
    const python = join(unfinished, 'bin', 'python');
    await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], 'It comes from PyPI.');
    await rename(unfinished, target).catch(async (error: unknown) => {
      if (!(await isExecutable(program))) throw error; // otherwise another process was faster
    });
  } finally {
    await rm(unfinished, { force: true, recursive: true });
  }
  return program;
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

function buildFlags({ ldflags, module }: GoProgram): string[] {
  const modfile = module === 'go' ? [] : [`-modfile=${module}.mod`];
  return ['-trimpath', '-buildvcs=false', '-mod=readonly', ...modfile, '-ldflags', ldflags];
}

async function fingerprint(program: GoProgram): Promise<string> {
  const hash = createHash('sha256').update([process.platform, process.arch, ...buildFlags(program)].join('\n'));
  const sources = program.package === undefined ? ['main.go'] : [];
  const files = [`${program.module}.mod`, `${program.module}.sum`, ...sources];
  for (const name of files) hash.update(await readFile(join(program.folder, name)));
  return hash.digest('hex').slice(0, 16);
}

function goBuild(program: GoProgram, output: string): Promise<void> {
  const built = ['build', ...buildFlags(program), '-o', output, program.package ?? '.'];
  return run('go', built, howToGet, {
    cwd: program.folder,
    env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '' },
  });
}

function run(
  program: string,
  args: readonly string[],
  hint: string,
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, osConstants.priority.PRIORITY_LOW);
  const what = [program, ...args].join(' ');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`cannot run ${what}. ${hint}`, { cause })));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      reject(new Error(`${what} ended with ${code ?? 'a signal'}. ${hint}\n${errors}`));
    });
  });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, fsConstants.X_OK).then(
    () => true,
    () => false,
  );
}
