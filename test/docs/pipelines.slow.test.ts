import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { npmEnvironment, packPackage, startRegistry } from '../packaging/packed-package.ts';
import { action, root, startRelease, useAction, type Inputs } from '../packaging/run-action.ts';
import { openWorld, runScript } from '../packaging/run-script.ts';
import { demoWorld } from '../world/demo-world.ts';
import { healthyWorld } from '../world/healthy.ts';
import { readBlocks } from './documented-blocks.ts';

/**
 * docs/pipelines.md: each example runs against a loopback world, with the published package and with a packed one. What npm does with
 * a tarball depends on how it is named, so the real npm installs it: two seconds of CPU for each script.
 */

const page = readFileSync(path.join(root, 'docs/pipelines.md'), 'utf8');

/** The example below a heading of the page: its last block. */
function exampleBelow(heading: string): string {
  return readBlocks('docs/pipelines.md', heading).at(-1) ?? '';
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
  // Only a pod has the service account's files, so the script runs without `--in-cluster`; test/live tests that option.
  'Argo Workflows': {
    script: (parse(exampleBelow('Argo Workflows')) as Argo).spec.templates[0].script.source.replace(
      '--in-cluster ',
      '',
    ),
    files: ['preflight.json'],
  },
};

const tarball = packPackage();
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const name = `eks-preflight-${version}`;
/** Where the page puts the action in a repository. */
const localAction = './.github/actions/eks-preflight';
const published = /eks-preflight@[\w.-]+/g;
const [byUrl = '', downloaded = ''] = readBlocks('docs/pipelines.md', 'Before the release');
const [documented = ''] = /https:\S+\.tgz/.exec(byUrl) ?? [];
/** The documented location, as a place on the loopback server. */
const locate = (text: string, server: string) => text.replaceAll('https://artifacts.example.com/', server);

describe.each(Object.entries(scripts))('the example for %s', (_name, { script, files }) => {
  it.each([
    { source: 'from the registry', state: 'a ready', of: healthyWorld, code: 0 },
    { source: 'from the documented URL', state: 'a blocked', of: demoWorld, code: 1, replaced: documented },
  ])('$source ends with the exit code of the gate for $state cluster', async ({ of, code, replaced }) => {
    expect(script).toMatch(published);
    const running = await openWorld(of());
    const server = await startRegistry(tarball);
    const used = replaced === undefined ? script : script.replaceAll(published, locate(replaced, server));
    const env = npmEnvironment(running.env['PATH'], replaced === undefined ? server : undefined);
    const ran = await runScript(used, running, env);
    expect([ran.code, ran.stderr]).toEqual([code, '']);
    for (const file of files) expect((await readFile(path.join(ran.folder, file), 'utf8')).length).toBeGreaterThan(100);
  });
});

it.each([
  { what: 'obeys .npmrc of the working directory', before: '', planted: true },
  { what: 'does not obey it after the documented command', before: 'cd "$(mktemp -d)"\n', planted: false },
])('npx $what', async ({ before, planted }) => {
  expect(page).toContain(before.trim());
  const running = await openWorld(healthyWorld());
  const work = path.join(running.folder, 'work');
  await mkdir(work);
  await writeFile(path.join(work, '.npmrc'), 'node-options=--require ./planted.cjs\n');
  await writeFile(path.join(work, 'planted.cjs'), 'require("node:fs").writeFileSync(`${__dirname}/ran`, "")');
  const env = { ...npmEnvironment(running.env['PATH'], await startRegistry(tarball)), TMPDIR: running.folder };
  // NODE_OPTIONS of a pipeline would have precedence.
  const script = `${before}unset NODE_OPTIONS\nnpx --yes eks-preflight@${version} version`;
  const ran = await runScript(script, running, env);
  expect([ran.code, existsSync(path.join(work, 'ran'))]).toEqual([0, planted]);
});

describe('before the release', () => {
  it.each([
    { what: 'the command with a URL', command: byUrl },
    { what: 'the download', command: downloaded, digest: sha256(tarball) },
    { what: 'the download of another file', command: downloaded, digest: '0'.repeat(64), stopped: true },
  ])('$what needs no registry', async ({ command, digest = '', stopped = false }) => {
    const running = await openWorld(healthyWorld());
    const script = locate(command, await startRegistry(tarball)).replace('DIGEST', digest);
    const ran = await runScript(script, running, npmEnvironment(running.env['PATH']));
    const stderr = stopped ? /1 computed checksum did NOT match/ : /^$/;
    expect([ran.code, ran.stderr]).toEqual([stopped ? 1 : 0, expect.stringMatching(stderr)]);
    expect(existsSync(path.join(ran.folder, 'preflight.json'))).toBe(!stopped);
  });
});

describe('the example for GitHub Actions', () => {
  const workflow = parse(exampleBelow('GitHub Actions')) as {
    jobs: { preflight: { steps: { uses: string; with: Inputs }[] } };
  };
  const of = (name: string) =>
    workflow.jobs.preflight.steps.find(({ uses }) => uses.startsWith(`${name}@`))?.with ?? {};
  const inputs = of('eks-preflight/eks-preflight');

  it('takes the action, the config and plug-ins from the base branch, and gives the action what it knows', () => {
    expect(of('actions/checkout')['ref']).toBe('${{ github.base_ref || github.ref }}');
    expect(inputs).toMatchObject({ cluster: 'prod' });
    expect(Object.keys(inputs).filter((name) => !(name in action.inputs))).toEqual([]);
  });

  it.each([
    { what: 'the bundle of a release', commit: { digestLine: `${sha256(gunzipSync(tarball))}  ${name}.tar\n` } },
    { what: 'the bundle in its commit', commit: { bundle: tarball } },
  ])('scans with $what in a folder without files', async ({ commit }) => {
    const running = await openWorld(healthyWorld());
    await startRelease(running, `/eks-preflight/eks-preflight/releases/download/v${version}/${name}.tgz`, tarball);
    const { ran, output } = await useAction(running, commit, inputs);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(output).toMatch(/^exit-code=0\nreport=/);
  });

  it('adds the action with a bundle to a repository by the documented commands', async () => {
    const running = await openWorld(healthyWorld());
    const clone = path.join(running.folder, 'work');
    await mkdir(clone);
    for (const part of ['action.yml', 'action'])
      await cp(path.join(root, part), path.join(clone, part), { recursive: true });
    const [commands = ''] = readBlocks('docs/pipelines.md', 'GitHub Actions');
    // What it packs is tested above.
    const npm = `npm() { [ "$*" = ci ] || echo packed >${name}.tgz; }\n`;
    const ran = await runScript(npm + commands, running);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const to = path.join(running.folder, 'platform', path.normalize(localAction));
    expect(await readFile(path.join(to, 'action/bundle.tgz'), 'utf8')).toBe('packed\n');
    expect(await readFile(path.join(to, 'action.yml'), 'utf8')).toBe(
      await readFile(path.join(root, 'action.yml'), 'utf8'),
    );
    expect((await stat(path.join(to, 'action/scan.sh'))).mode & 0o111).not.toBe(0);
  });
});
