import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import type { RunningWorld } from '../world/run.ts';
import { worldTls } from '../world/tls.ts';
import { runScript } from './run-script.ts';

/** Runs the first step of action.yml: its script, with the environment that its inputs give. */

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface Action {
  inputs: Record<string, { description: string; default?: string }>;
  runs: { steps: [{ run: string; env: Record<string, string> }] };
}
export const action = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as Action;

export type Inputs = Record<string, string>;

/** The environment of the scan, as the runner fills it in. */
export function toEnvironment(inputs: Inputs): NodeJS.ProcessEnv {
  const valueOf = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? '';
  const filled = (text: string) => text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => valueOf(name));
  return Object.fromEntries(
    Object.entries(action.runs.steps[0].env).map(([variable, text]) => [variable, filled(text)]),
  );
}

/** A bundle whose command is in `dist`. */
export function packBundle(folder: string, dist: string): Buffer {
  const place = mkdtempSync(path.join(folder, 'bundle-'));
  mkdirSync(path.join(place, 'package'));
  symlinkSync(dist, path.join(place, 'package/dist'));
  execFileSync('tar', ['-czhf', 'bundle.tgz', 'package'], { cwd: place });
  return readFileSync(path.join(place, 'bundle.tgz'));
}

/** Serves one file as github.com to the curl of this world. Returns the requests received, as `host/path`. */
export async function startRelease(running: RunningWorld, place: string, file: Buffer): Promise<string[]> {
  const requests: string[] = [];
  const server = createTlsServer(worldTls, ({ headers, url = '' }, response) => {
    requests.push(`${headers.host}${url}`);
    response.writeHead(url === place ? 200 : 404).end(url === place ? file : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  // The certificate of the loopback server is not github.com's.
  await writeFile(path.join(running.folder, '.curlrc'), `connect-to = "github.com:443:127.0.0.1:${port}"\ninsecure\n`);
  return requests;
}

/** What a commit of the action has besides its scripts: the digest line of a released bundle, a bundle, both or neither. */
export interface Commit {
  digestLine?: string;
  bundle?: Buffer;
}

/** One use of the action in a job: each use has its own output and summary files; all share RUNNER_TEMP. */
export async function useAction(running: RunningWorld, commit: Commit, inputs: Inputs) {
  const checkout = mkdtempSync(path.join(running.folder, 'checkout-'));
  cpSync(path.join(root, 'action'), path.join(checkout, 'action'), { recursive: true });
  const [pinned, held] = ['action/bundle.sha256', 'action/bundle.tgz'].map((file) => path.join(checkout, file));
  for (const [file = '', content] of [
    [pinned, commit.digestLine],
    [held, commit.bundle],
  ] as const) {
    rmSync(file, { force: true });
    if (content !== undefined) writeFileSync(file, content);
  }
  const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [path.join(checkout, 'output'), path.join(checkout, 'summary')];
  for (const file of [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY]) writeFileSync(file, '');
  const ran = await runScript(action.runs.steps[0].run, running, {
    RUNNER_TEMP: running.folder,
    GITHUB_ACTION_PATH: checkout,
    GITHUB_SERVER_URL: 'https://elsewhere.example',
    GITHUB_OUTPUT,
    GITHUB_STEP_SUMMARY,
    PATH: `${path.dirname(process.execPath)}:${running.env['PATH'] ?? ''}:/usr/bin:/bin`,
    ...toEnvironment(inputs),
  });
  const [output, summary] = [await readFile(GITHUB_OUTPUT, 'utf8'), await readFile(GITHUB_STEP_SUMMARY, 'utf8')];
  return { ran, output, summary };
}
