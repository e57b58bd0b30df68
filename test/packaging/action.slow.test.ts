import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWorld, runScript } from './run-script.ts';
import { demoWorld } from '../world/demo-world.ts';
import { healthyWorld } from '../world/healthy.ts';
import type { RunningWorld } from '../world/run.ts';
import { worldTls } from '../world/tls.ts';

/** The GitHub Action: its scripts run against loopback servers and a loopback release. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const packed = mkdtempSync(path.join(tmpdir(), 'eks-preflight-action-'));
afterAll(() => rmSync(packed, { recursive: true }));

/**
 * A version other than that of this repository: the action must download the release that action/bundle.sha256 names.
 */
const name = 'eks-preflight-9.8.7';
const place = `/eks-preflight/eks-preflight/releases/download/v9.8.7/${name}.tgz`;

/** A bundle whose command is in `dist`. */
function packBundle(dist: string): Buffer {
  const folder = mkdtempSync(path.join(packed, 'bundle-'));
  mkdirSync(path.join(folder, 'package'));
  symlinkSync(dist, path.join(folder, 'package/dist'));
  execFileSync('tar', ['-czhf', 'bundle.tgz', 'package'], { cwd: folder });
  return readFileSync(path.join(folder, 'bundle.tgz'));
}

const bundle = packBundle(path.join(root, 'dist'));
const digestLine = `${createHash('sha256').update(gunzipSync(bundle)).digest('hex')}  ${name}.tar\n`;

/** A bundle that an attacker has published instead of the released one. */
function swappedBundle(): Buffer {
  const dist = path.join(packed, 'swapped');
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'cli.js'), 'console.log("swapped");');
  return packBundle(dist);
}

/** Serves one file as github.com to the curl of this world. Returns the requests received, as `host/path`. */
async function startRelease(running: RunningWorld, file: Buffer): Promise<string[]> {
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

/** One use of the action in a job: each use has its own output and summary files; all share RUNNER_TEMP. */
async function useAction(running: RunningWorld, inputs: NodeJS.ProcessEnv = {}, digest: string | null = digestLine) {
  const checkout = mkdtempSync(path.join(running.folder, 'checkout-'));
  cpSync(path.join(root, 'action'), path.join(checkout, 'action'), { recursive: true });
  const pinned = path.join(checkout, 'action/bundle.sha256');
  rmSync(pinned, { force: true });
  if (digest !== null) writeFileSync(pinned, digest);
  const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [path.join(checkout, 'output'), path.join(checkout, 'summary')];
  for (const file of [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY]) writeFileSync(file, '');
  const ran = await runScript('"$GITHUB_ACTION_PATH/action/scan.sh"', running, {
    RUNNER_TEMP: running.folder,
    GITHUB_ACTION_PATH: checkout,
    GITHUB_SERVER_URL: 'https://elsewhere.example',
    GITHUB_OUTPUT,
    GITHUB_STEP_SUMMARY,
    INPUT_CLUSTER: 'prod',
    INPUT_TARGET: '1.34',
    PATH: `${path.dirname(process.execPath)}:${running.env['PATH'] ?? ''}:/usr/bin:/bin`,
    ...inputs,
  });
  const [output, summary] = [await readFile(GITHUB_OUTPUT, 'utf8'), await readFile(GITHUB_STEP_SUMMARY, 'utf8')];
  return { ran, output, summary };
}

describe('the action', () => {
  it('leaves outputs, a summary and the reports; its last step ends with the exit code', async () => {
    const running = await openWorld(demoWorld());
    const requests = await startRelease(running, bundle);
    const { ran, output, summary } = await useAction(running);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^::error /m);
    expect(output).toMatch(/^exit-code=1\nreport=.*\nmarkdown=.*\nsarif=.*\n$/);
    expect(summary).toContain('BLOCKED');
    expect(requests).toEqual([`github.com${place}`]);
  });

  it('passes on no report of an earlier use in the same job', async () => {
    const running = await openWorld(demoWorld());
    await startRelease(running, bundle);
    expect((await useAction(running)).output).toContain('\nreport=');
    const { output, summary } = await useAction(running, { INPUT_CLUSTER: 'other' });
    expect([output, summary]).toEqual(['exit-code=3\n', '']);
  });

  it.each([
    {
      what: 'a bundle that is not the one of its commit',
      file: swappedBundle,
      says: /is not the bundle of this commit/,
    },
    { what: 'a file that is no archive', file: () => Buffer.from('<html>'), says: /is not the bundle of this commit/ },
    {
      what: 'a commit without a digest',
      digest: null,
      says: /has no bundle\. Use the tag of a release, or npx/,
      requestCount: 0,
    },
    { what: 'a release without its bundle', digest: digestLine.replace('9.8.7', '9.8.8'), says: /^Cannot download/ },
  ])('refuses $what', async ({ file = () => bundle, digest = digestLine, says, requestCount = 1 }) => {
    const running = await openWorld(healthyWorld());
    const requests = await startRelease(running, file());
    const { ran, output, summary } = await useAction(running, {}, digest);
    const [, message = '', ...more] = /^::error title=eks-preflight::(.*)\n$/.exec(ran.stdout) ?? [];
    expect([ran.code, message, more]).toEqual([3, expect.stringMatching(says), []]);
    expect([output, summary, requests.length]).toEqual(['exit-code=3\n', '', requestCount]);
  });

  it('brings plug-ins', async () => {
    const running = await openWorld(demoWorld());
    await startRelease(running, bundle);
    await mkdir(path.join(running.folder, 'work'));
    const rule = {
      id: 'any',
      title: 'Any node',
      level: 'warn',
      fact: 'nodes',
      when: 'true',
      message: 'is a node',
      fix: 'None.',
    };
    await writeFile(path.join(running.folder, 'work/own.yaml'), JSON.stringify({ plugin: 'own', rules: [rule] }));
    const { ran, output } = await useAction(running, { INPUT_PLUGIN: 'own.yaml' });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const [, file = ''] = /^report=(.*)$/m.exec(output) ?? [];
    const { plugins } = JSON.parse(await readFile(file, 'utf8')) as { plugins: { name: string }[] };
    expect(plugins.map(({ name }) => name)).toEqual(['own']);
  });

  it.each([
    { what: 'writes the comment', comments: [], expected: ['GET', 'POST /repos/o/r/issues/7/comments'] },
    {
      what: 'updates its own comment in place, and no other that quotes it',
      comments: [
        { id: 1, body: '<!-- eks-preflight: arn -->\nold', user: { type: 'User' } },
        { id: 2, body: '<!-- eks-preflight: arn -->\nold', user: { type: 'Bot' } },
      ],
      expected: ['GET', 'PATCH /repos/o/r/issues/comments/2'],
    },
  ])('$what', async ({ comments, expected }) => {
    const requests: string[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      requests.push(request.method === 'GET' ? 'GET' : `${request.method ?? ''} ${request.url ?? ''}`);
      response.setHeader('content-type', 'application/json');
      request.resume().on('end', () => response.end(JSON.stringify(request.method === 'GET' ? comments : {})));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const running = await openWorld(healthyWorld());
    await writeFile(path.join(running.folder, 'report.md'), '<!-- eks-preflight: arn -->\nnew');
    const ran = await runScript(`"${process.execPath}" "${root}action/comment.mjs" ../report.md`, running, {
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_TOKEN: 'token',
      PULL_REQUEST: '7',
      NODE_OPTIONS: '',
    });
    expect([ran.code, ran.stdout, requests]).toEqual([0, '', expected]);
  });
});
