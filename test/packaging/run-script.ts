import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { withoutWritten } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Output and exit code of a script, and the folder that it ran in. */
export interface Ran {
  code: number | null;
  stdout: string;
  /** Without the lines about written files. */
  stderr: string;
  folder: string;
}

/** Starts a world and closes it when the test ends. */
export async function openWorld(of: World): Promise<RunningWorld> {
  const running = await startWorld(of);
  onTestFinished(() => running.close());
  return running;
}

/** Runs a script as the pipeline would; here `npx` starts the built command. */
export async function runScript(script: string, running: RunningWorld, more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const bin = path.join(running.folder, 'bin');
  const folder = path.join(running.folder, 'work');
  for (const made of [bin, folder]) await mkdir(made, { recursive: true });
  const npx = path.join(bin, 'npx');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  await writeFile(
    npx,
    `#!/bin/sh\n[ "$1 $2" = "--yes eks-preflight@${version}" ] || exit 90\nshift 2\nexec "${process.execPath}" "${root}dist/cli.js" "$@"\n`,
  );
  await chmod(npx, 0o755);
  const env = { ...running.env, PATH: `${bin}:${running.env['PATH'] ?? ''}:/usr/bin:/bin`, ...more };
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-e', '-c', script], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const ran = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...withoutWritten({ ...ran, code, signal: null }), folder }));
  });
}
