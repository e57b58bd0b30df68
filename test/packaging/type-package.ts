import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Another package, with the tarball installed. */
export interface TypePackage {
  /** Compiles sources with `skipLibCheck: false`. Returns the compiler's output as one text. */
  compile(sources: Readonly<Record<string, string>>, ...options: string[]): { status: number | null; said: string };
  /** A file of the installed package. */
  installed(file: string): string;
  remove(): void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2023', '--types', ''];

/** Packs the package and installs it in a separate folder. */
export function typePackage(): TypePackage {
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-types-'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', packing, { cwd: root, encoding: 'utf8' })) as { filename: string }[];
  const installed = path.join(folder, 'node_modules/eks-preflight');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', path.join(folder, packed?.filename ?? ''), '-C', installed, '--strip-components=1']);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  return {
    compile(sources, ...options) {
      for (const [file, text] of Object.entries(sources)) writeFileSync(path.join(folder, file), text);
      const command = [tsc, ...strict, ...options, ...Object.keys(sources)];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
      return { status, said: stdout + stderr };
    },
    installed: (file) => readFileSync(path.join(installed, file), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
