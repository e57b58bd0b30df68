import { spawn } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** Other tools that find removed API versions, as Go modules at the measured versions. */
const modules = {
  kubent: 'github.com/doitintl/kube-no-trouble/cmd/kubent@2366d92156c0',
  pluto: 'github.com/fairwindsops/pluto/v5/cmd/pluto@v5.24.0',
};
export type Rival = keyof typeof modules;
export const rivals = Object.keys(modules) as Rival[];

/** Versions as the table shows them. */
export const versions: Record<Rival, string> = { kubent: 'nightly-0.7.3-43 (2366d92)', pluto: 'v5.24.0' };

/** Returns the path of each program. A program without a given path is installed with Go into the cache, once. */
export async function rivalPrograms(given: Partial<Record<Rival, string>>): Promise<Record<Rival, string>> {
  const folder = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'eks-preflight', 'rivals');
  const found = { kubent: '', pluto: '' };
  for (const rival of rivals) found[rival] = given[rival] ?? (await installed(rival, folder));
  return found;
}

async function installed(rival: Rival, folder: string): Promise<string> {
  const module = modules[rival];
  const bin = path.join(folder, module.slice(module.lastIndexOf('@') + 1));
  const program = path.join(bin, rival);
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  await mkdir(bin, { recursive: true });
  console.error(`installing ${module}`);
  const env = { ...process.env, GOBIN: bin, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' };
  const child = spawn('go', ['install', '-trimpath', module], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`go install ${module} ended with ${String(code)}; give its path with --${rival}`);
  return program;
}
