import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const running = promisify(execFile);

/** buildah with a store in `folder`. Throws with its output if it fails. */
export function buildahIn(folder: string): (...args: readonly string[]) => Promise<string> {
  const store = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run')];
  const env = { PATH: process.env['PATH'], HOME: folder, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  return async (...args) => (await running('buildah', [...store, ...args], { env, maxBuffer: 64 << 20 })).stdout.trim();
}

/** Finds buildah, or installs it on Debian if this user may. Returns the reason if neither works. */
export async function whyNoEngine(): Promise<string | undefined> {
  if (await works('buildah', '--version')) return undefined;
  if (process.getuid?.() !== 0) return 'buildah is not on PATH, and only root may install it';
  console.error('live tests: installing buildah (once)');
  try {
    await running('apt-get', ['update', '-qq']);
    await running('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'buildah'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch (error) {
    return `buildah is not on PATH, and apt-get does not install it: ${String(error).slice(0, 300)}`;
  }
  return undefined;
}

async function works(program: string, ...args: readonly string[]): Promise<boolean> {
  return running(program, args).then(
    () => true,
    () => false,
  );
}

/**
 * Writes the files of a base image to `folder`: this Node, its libraries, and the files that define the user. Returns
 * the path of the Dockerfile.
 */
export function layBase(folder: string): string {
  const node = path.join(folder, 'nodejs/bin/node');
  mkdirSync(path.dirname(node), { recursive: true });
  cpSync(process.execPath, node, { dereference: true });
  const loaded = execFileSync('ldd', [process.execPath], { encoding: 'utf8' });
  for (const [, library = ''] of loaded.matchAll(/(\/\S+) \(0x/g)) {
    cpSync(library, path.join(folder, library), { recursive: true, dereference: true });
  }
  for (const own of ['etc', 'tmp', 'proc', 'dev']) mkdirSync(path.join(folder, own), { recursive: true });
  writeFileSync(path.join(folder, 'etc/passwd'), 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n');
  writeFileSync(path.join(folder, 'etc/group'), 'nonroot:x:65532:\n');
  const file = `${folder}.Dockerfile`;
  writeFileSync(file, 'FROM scratch\nCOPY . /\nUSER 65532\nENTRYPOINT ["/nodejs/bin/node"]\n');
  return file;
}
