import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { format, type Minor } from '../../src/syntax/versions.ts';

/**
 * The flags of the kubelet as its own code registers them, from Kubernetes' Go modules; nothing is built. Go keeps what
 * it downloads: 14 to 23 MB for each version.
 */
export interface KubeletOptions {
  minor: Minor;
  /** Without `--`, with hyphens. */
  flags: ReadonlySet<string>;
  /** Flags that the kubelet still has, and does not start with. */
  refused: ReadonlySet<string>;
}

/** @throws if Go is missing, or if the module proxy does not have the version */
export async function readKubeletOptions(minor: Minor): Promise<KubeletOptions> {
  const patch = `${format(minor).replace('1.', '')}.0`;
  const [kubernetes = '', base = ''] = await downloadModules([
    `k8s.io/kubernetes@v1.${patch}`,
    `k8s.io/component-base@v0.${patch}`,
  ]);
  const options = [
    ...readFolder(join(kubernetes, 'cmd/kubelet/app/options')),
    ...readFolder(join(kubernetes, 'pkg/kubelet/config'), 'flags.go'),
    ...readFolder(join(base, 'logs')),
    ...readFolder(join(base, 'logs/api/v1')),
  ];
  const validation = readFileSync(join(kubernetes, 'pkg/kubelet/apis/config/validation/validation.go'), 'utf8');
  const flags = new Set([...options.flatMap(parseRegistered), ...(await readKlogFlags(base))]);
  return { minor, flags, refused: new Set(parseRefused(validation)) };
}

const downloaded = z.object({ Dir: z.string() });

async function downloadModules(modules: readonly string[]): Promise<string[]> {
  return Promise.all(
    modules.map(async (module) => {
      const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], { cwd: '/' });
      return z.parse(downloaded, JSON.parse(stdout)).Dir;
    }),
  );
}

function readFolder(folder: string, only?: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
  return names
    .filter((name) => only === undefined || name === only)
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** `fs.StringVar(&f.X, "node-ip", ...)`, and cAdvisor's `register(global, local, "boot_id_file")` or a constant. */
export function parseRegistered(go: string): string[] {
  const own = go.matchAll(/^\s*(?:fs|flagset)\.\w*VarP?\([^"\n]*"([a-z][\w-]*)"/gm);
  const ofLibraries = go.matchAll(/^\s*(?:pflagR|r)egister(?:Deprecated)?\(global, local, (?:"([\w-]+)"|\w+\.(\w+))/gm);
  return [...own, ...ofLibraries].map(([, literal, constant]) => toFlag(literal ?? hyphenated(constant ?? '')));
}

/** `runOnce (--runOnce) %v, Runonce mode has been deprecated and should not be set` */
function parseRefused(go: string): string[] {
  return [...go.matchAll(/\(--(\w+)\)[^"\n]* should not be set"/g)].map(([, name = '']) => name.toLowerCase());
}

/** Up to 1.25, all flags of klog; then `v` and `vmodule`, which the kubelet registers itself. */
async function readKlogFlags(base: string): Promise<string[]> {
  const takesAll = readFolder(join(base, 'logs')).some((go) => go.includes('klog.InitFlags(packageFlags)'));
  if (!takesAll) return [];
  const [, version = ''] = /k8s\.io\/klog\/v2 (v[\d.]+)/.exec(readFileSync(join(base, 'go.mod'), 'utf8')) ?? [];
  const [klog = ''] = await downloadModules([`k8s.io/klog/v2@${version}`]);
  return readFolder(klog, 'klog.go').flatMap(parseRegistered);
}

function hyphenated(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function toFlag(name: string): string {
  return name.replaceAll('_', '-');
}
