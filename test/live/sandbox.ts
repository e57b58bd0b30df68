import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from '../world/outcome.ts';
import type { Mount } from './image.ts';

/** What a container runtime receives to start a container. */
export interface Container {
  /** The root file system, which becomes read-only. */
  root: string;
  mounts: readonly Mount[];
  user: { uid: number; gid: number };
  workdir: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

const isRoot = process.getuid?.() === 0;
/** A separate mount namespace, and a separate user namespace if this user may not mount. */
const unshare = ['--mount', ...(isRoot ? [] : ['--map-root-user'])];

/** Why no sandbox is possible here; undefined if one is. */
function whyNoSandbox(): string | undefined {
  const { status, stderr, error } = spawnSync('unshare', [...unshare, 'setpriv', '--no-new-privs', 'true'], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `unshare ${unshare.join(' ')}: ${error?.message ?? stderr}`;
}

/** True if no sandbox is possible: tests that run pods are skipped. Always false in CI, where those tests fail. */
export const isSandboxMissing = isLeftOut();

function isLeftOut(): boolean {
  const reason = whyNoSandbox();
  if (reason !== undefined) console.error(`live tests: no pod can be run here: ${reason}`);
  return reason !== undefined && process.env['CI'] === undefined;
}

/**
 * Adds /proc and /dev/null to the root, as every container has them and Node needs them. Binds each mount, makes the
 * root and all mounts except the `rw` ones read-only, and becomes the user, who cannot gain privileges.
 * `$1` is the root, `$2` the working directory, `$3` the options for the user; then triples of source, target and ro or
 * rw, `--`, and the command.
 */
const script = `set -e
root=$1 workdir=$2 user=$3; shift 3
mount --bind "$root" "$root"
mkdir -p "$root/proc" "$root/dev"; : >"$root/dev/null"
mount --rbind /proc "$root/proc"
mount --bind /dev/null "$root/dev/null"
while [ "$1" != -- ]; do
  mount --bind "$1" "$root$2"
  [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"
  shift 3
done
shift
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs unshare --root "$root" --wd "$workdir" $user "$@"`;

/**
 * Runs a command as in a pod with a read-only root file system: as `user` if this process runs as root, otherwise as
 * the user of this process.
 */
export async function runContainer({ root, mounts, user, workdir, args, env }: Container): Promise<Outcome> {
  for (const { source, target } of mounts) makeMountPoint(root, source, target);
  const triples = mounts.flatMap(({ source, target, readOnly }) => [source, target, readOnly ? 'ro' : 'rw']);
  const asUser = isRoot ? `--setuid=${user.uid} --setgid=${user.gid}` : '';
  const line = ['-c', script, 'sandbox', root, workdir, asUser, ...triples, '--', ...args];
  const child = spawn('unshare', [...unshare, 'sh', ...line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ ...outcome, code, signal }));
  });
}

function makeMountPoint(root: string, source: string, target: string): void {
  const point = path.join(root, target);
  if (existsSync(point)) return;
  if (!statSync(source).isDirectory()) throw new Error(`${target} is no folder and not in the image`);
  mkdirSync(point, { recursive: true });
}
