import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { demoWorld } from './world/demo-world.ts';
import { healthyWorld } from './world/healthy.ts';
import { startWorld, type RunningWorld } from './world/run.ts';
import type { World } from './world/world.ts';

/** docs/pipelines.md and the action: the script part of each runs against a loopback world. */
const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/pipelines.md'), 'utf8');

/** The code block below a heading of the page. */
function exampleBelow(heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, block = ''] = /```\w+\n([\s\S]*?)```/.exec(section.split('\n## ')[0] ?? '') ?? [];
  return block;
}

interface GitLab {
  'eks-preflight': { before_script: string[]; script: string[] };
}
interface CodeBuild {
  phases: { build: { commands: string[] } };
}
interface Argo {
  spec: { templates: [{ script: { source: string } }] };
}

const scripts: Record<string, { script: string; files: string[] }> = {
  'GitLab CI/CD': {
    script: (parse(exampleBelow('GitLab CI/CD')) as GitLab)['eks-preflight'].script.join('\n'),
    files: ['preflight.json', 'preflight.xml'],
  },
  Jenkins: {
    script: /sh '''([\s\S]*?)'''/.exec(exampleBelow('Jenkins'))?.[1] ?? '',
    files: ['preflight.json', 'preflight.xml'],
  },
  'AWS CodeBuild': {
    script: (parse(exampleBelow('AWS CodeBuild')) as CodeBuild).phases.build.commands.join('\n'),
    files: ['preflight.json', 'preflight.xml'],
  },
  // The service account's files are those of a pod: this part of the script is for the live tests.
  'Argo Workflows': {
    script: (parse(exampleBelow('Argo Workflows')) as Argo).spec.templates[0].script.source.replace(
      '--in-cluster ',
      '',
    ),
    files: ['preflight.json'],
  },
};

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  folder: string;
}

async function world(of: World): Promise<RunningWorld> {
  const running = await startWorld(of);
  onTestFinished(() => running.close());
  return running;
}

/** Runs a script as the pipeline would; `npx` there is the built command here. */
async function runScript(script: string, running: RunningWorld, more: NodeJS.ProcessEnv = {}): Promise<Ran> {
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
    child.on('close', (code) => resolve({ ...ran, code, folder }));
  });
}

describe.each(Object.entries(scripts))('the example for %s', (_name, { script, files }) => {
  it.each([
    { state: 'a ready', of: healthyWorld, code: 0 },
    { state: 'a blocked', of: demoWorld, code: 1 },
  ])('ends with the exit code of the gate for $state cluster, and leaves its reports', async ({ of, code }) => {
    expect(script).toContain('eks-preflight@');
    const ran = await runScript(script, await world(of()));
    expect([ran.code, ran.stderr]).toEqual([code, '']);
    for (const file of files) expect((await readFile(path.join(ran.folder, file), 'utf8')).length).toBeGreaterThan(100);
  });
});

it('the example for GitHub Actions takes the config from the base branch, and gives the action what it knows', () => {
  const workflow = parse(exampleBelow('GitHub Actions')) as {
    jobs: { preflight: { steps: { uses: string; with: Record<string, string> }[] } };
  };
  const { steps } = workflow.jobs.preflight;
  const of = (name: string) => steps.find(({ uses }) => uses.startsWith(`${name}@`))?.with ?? {};
  expect(of('actions/checkout')['ref']).toBe('${{ github.base_ref || github.ref }}');
  const action = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as { inputs: Record<string, unknown> };
  const given = Object.keys(of('eks-preflight/eks-preflight'));
  expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
});

/** The scan of the action with the built command for a bundle, in the folder `work`. */
async function runAction(running: RunningWorld, inputs: NodeJS.ProcessEnv = {}) {
  const temp = path.join(running.folder, 'temp');
  await mkdir(path.join(temp, 'pack/package'), { recursive: true });
  const pack = `ln -s "${root}dist" "${temp}/pack/package/dist" && tar -czhf "${temp}/bundle.tgz" -C "${temp}/pack" package`;
  const env = {
    RUNNER_TEMP: temp,
    PREFLIGHT_BUNDLE: path.join(temp, 'bundle.tgz'),
    GITHUB_OUTPUT: path.join(temp, 'output'),
    GITHUB_STEP_SUMMARY: path.join(temp, 'summary'),
    INPUT_CLUSTER: 'prod',
    INPUT_TARGET: '1.34',
    PATH: `${path.dirname(process.execPath)}:${running.env['PATH'] ?? ''}:/usr/bin:/bin`,
    ...inputs,
  };
  const ran = await runScript(`${pack}\nbash "${root}action/scan.sh"`, running, env);
  const [output, summary] = [
    await readFile(env.GITHUB_OUTPUT, 'utf8'),
    await readFile(env.GITHUB_STEP_SUMMARY, 'utf8'),
  ];
  return { ran, output, summary };
}

describe('the action', () => {
  it('leaves outputs, a summary and the reports; its last step ends with the exit code', async () => {
    const { ran, output, summary } = await runAction(await world(demoWorld()));
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^::error /m);
    expect(output).toMatch(/^exit-code=1\nreport=.*\nmarkdown=.*\nsarif=.*\n$/);
    expect(summary).toContain('BLOCKED');
  });

  it('brings plug-ins', async () => {
    const running = await world(demoWorld());
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
    const { ran, output } = await runAction(running, { INPUT_PLUGIN: 'own.yaml' });
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
    const asked: string[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      asked.push(request.method === 'GET' ? 'GET' : `${request.method ?? ''} ${request.url ?? ''}`);
      response.setHeader('content-type', 'application/json');
      request.resume().on('end', () => response.end(JSON.stringify(request.method === 'GET' ? comments : {})));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const running = await world(healthyWorld());
    await writeFile(path.join(running.folder, 'report.md'), '<!-- eks-preflight: arn -->\nnew');
    const ran = await runScript(`"${process.execPath}" "${root}action/comment.mjs" ../report.md`, running, {
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_TOKEN: 'token',
      PULL_REQUEST: '7',
      NODE_OPTIONS: '',
    });
    expect([ran.code, ran.stdout, asked]).toEqual([0, '', expected]);
  });
});
