import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { packBundle, root, startRelease, useAction } from './run-action.ts';
import { openWorld, runScript } from './run-script.ts';
import { demoWorld } from '../world/demo-world.ts';
import { healthyWorld } from '../world/healthy.ts';

/** The GitHub Action: its scripts run against loopback servers and a loopback release. */

const packed = mkdtempSync(path.join(tmpdir(), 'eks-preflight-action-'));
afterAll(() => rmSync(packed, { recursive: true }));

/**
 * A version other than that of this repository: the action must download the release that action/bundle.sha256 names.
 */
const name = 'eks-preflight-9.8.7';
const place = `/eks-preflight/eks-preflight/releases/download/v9.8.7/${name}.tgz`;

const bundle = packBundle(packed, path.join(root, 'dist'));
const digestLine = `${createHash('sha256').update(gunzipSync(bundle)).digest('hex')}  ${name}.tar\n`;
const inputs = { cluster: 'prod', target: '1.34' };

/** A bundle that an attacker has published instead of the released one. */
function swappedBundle(): Buffer {
  const dist = path.join(packed, 'swapped');
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'cli.js'), 'console.log("swapped");');
  return packBundle(packed, dist);
}

describe('the action', () => {
  it.each([
    { what: 'the bundle of its release', commit: { digestLine }, downloads: [`github.com${place}`] },
    { what: 'the bundle in its commit', commit: { bundle }, downloads: [] },
  ])('runs $what, and leaves outputs, a summary and the reports', async ({ commit, downloads }) => {
    const running = await openWorld(demoWorld());
    const requests = await startRelease(running, place, bundle);
    const { ran, output, summary } = await useAction(running, commit, inputs);
    // The last step of the action ends with the exit code.
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^::error /m);
    expect(output).toMatch(/^exit-code=1\nreport=.*\nmarkdown=.*\nsarif=.*\n$/);
    expect(summary).toContain('BLOCKED');
    expect(requests).toEqual(downloads);
  });

  it('passes on no report of an earlier use in the same job', async () => {
    const running = await openWorld(demoWorld());
    expect((await useAction(running, { bundle }, inputs)).output).toContain('\nreport=');
    const { output, summary } = await useAction(running, { bundle }, { ...inputs, cluster: 'other' });
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
      what: 'a release without its bundle',
      commit: { digestLine: digestLine.replace('9.8.7', '9.8.8') },
      says: /^Cannot download/,
    },
    {
      what: 'a commit without a bundle',
      commit: {},
      says: /has no bundle\. Use the tag of a release, or add action\/bundle\.tgz/,
      requestCount: 0,
    },
    { what: 'a commit with two bundles', commit: { digestLine, bundle }, says: /has two bundles/, requestCount: 0 },
    {
      what: 'a commit whose bundle is no archive',
      commit: { bundle: Buffer.from('<html>') },
      says: /^Cannot unpack/,
      requestCount: 0,
    },
  ])('refuses $what', async ({ file = () => bundle, commit = { digestLine }, says, requestCount = 1 }) => {
    const running = await openWorld(healthyWorld());
    const requests = await startRelease(running, place, file());
    const { ran, output, summary } = await useAction(running, commit, inputs);
    const [, message = '', ...more] = /^::error title=eks-preflight::(.*)\n$/.exec(ran.stdout) ?? [];
    expect([ran.code, message, more]).toEqual([3, expect.stringMatching(says), []]);
    expect([output, summary, requests.length]).toEqual(['exit-code=3\n', '', requestCount]);
  });

  it('gives the scan its inputs, and the words of args', async () => {
    const running = await openWorld(demoWorld());
    const args = `--skip 'nodes/version-behind' \\\n  --output "json=own report.json"`;
    const { ran } = await useAction(
      running,
      { bundle },
      { ...inputs, only: 'nodes', 'karpenter-target': '1.8.8', args },
    );
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const report = JSON.parse(await readFile(path.join(ran.folder, 'own report.json'), 'utf8')) as {
      results: { id: string; status: string }[];
    };
    const judged = report.results.filter(({ status }) => status !== 'skip').map(({ id }) => id);
    expect(judged).toContain('nodes/kubelet-skew');
    expect(judged.filter((id) => !id.startsWith('nodes/') || id === 'nodes/version-behind')).toEqual([]);
  });

  it('ends with exit code 3 if the bundle in its commit has no command', async () => {
    const empty = path.join(packed, 'empty');
    mkdirSync(empty);
    const running = await openWorld(healthyWorld());
    const { ran, output } = await useAction(running, { bundle: packBundle(packed, empty) }, inputs);
    expect([ran.stdout, output]).toEqual([
      expect.stringMatching(/^::error title=eks-preflight::Cannot find module .*\n$/),
      'exit-code=3\n',
    ]);
  });

  it.each([
    '--skip "$(touch pwned)"',
    '--skip `touch${IFS}pwned`',
    '; touch pwned',
    '--skip x\ntouch pwned',
    `--skip '"; touch pwned; "'`,
    "--skip 'nodes",
    '--skip ../*',
  ])('args %j ends with exit code 3, and runs nothing', async (args) => {
    const running = await openWorld(healthyWorld());
    const { ran, output } = await useAction(running, { bundle }, { ...inputs, args });
    expect([ran.code, output]).toEqual([0, 'exit-code=3\n']);
    expect(running.calls).toEqual([]);
    expect(existsSync(path.join(ran.folder, 'pwned'))).toBe(false);
  });

  it('brings plug-ins', async () => {
    const running = await openWorld(demoWorld());
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
    const { ran, output } = await useAction(running, { bundle }, { ...inputs, plugin: 'own.yaml' });
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
