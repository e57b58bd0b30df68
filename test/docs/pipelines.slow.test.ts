import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openWorld, runScript } from '../packaging/run-script.ts';
import { demoWorld } from '../world/demo-world.ts';
import { healthyWorld } from '../world/healthy.ts';

/** docs/pipelines.md: the script of each pipeline runs against a loopback world. */

const root = fileURLToPath(new URL('../..', import.meta.url));
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
  // Only a pod has the service account's files, so the script runs without `--in-cluster`; test/live tests that option.
  'Argo Workflows': {
    script: (parse(exampleBelow('Argo Workflows')) as Argo).spec.templates[0].script.source.replace(
      '--in-cluster ',
      '',
    ),
    files: ['preflight.json'],
  },
};

describe.each(Object.entries(scripts))('the example for %s', (_name, { script, files }) => {
  it.each([
    { state: 'a ready', of: healthyWorld, code: 0 },
    { state: 'a blocked', of: demoWorld, code: 1 },
  ])('ends with the exit code of the gate for $state cluster, and leaves its reports', async ({ of, code }) => {
    expect(script).toContain('eks-preflight@');
    const ran = await runScript(script, await openWorld(of()));
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
