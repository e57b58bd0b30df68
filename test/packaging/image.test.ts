import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDockerfile } from '../live/image.ts';

/** The image of the Dockerfile, and what the package and the chart say about it. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const image = readDockerfile();
const { version, license, bin } = JSON.parse(read('package.json')) as {
  version: string;
  license: string;
  bin: Record<string, string>;
};

it('has no shell, no package manager and no build step', () => {
  expect(image.base).toMatch(/^gcr\.io\/distroless\/nodejs24-debian13(?::nonroot|@sha256:[0-9a-f]{64})$/);
  expect(image.instructions.filter((one) => ['RUN', 'ADD', 'SHELL'].includes(one))).toEqual([]);
});

it('runs the packed command, as a user by number who is not root', () => {
  expect(image.entrypoint).toEqual(['/nodejs/bin/node', `/app/${bin['eks-preflight']}`]);
  expect([image.user, image.workdir, image.command]).toEqual([{ uid: 65532, gid: 65532 }, '/app', ['--help']]);
});

it('holds what npm packs of the program, its licence and its notices, and nothing else comes near it', () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
  ) as [{ files: { path: string }[] }];
  const paths = packed.files.map((file) => file.path);
  for (const { from, to } of image.copies) {
    expect(to).toBe(`/app/${from}`);
    expect(paths.filter((file) => file === from || file.startsWith(`${from}/`))).not.toEqual([]);
  }
  const sources = image.copies.map(({ from }) => from).toSorted();
  expect(sources).toEqual(['LICENSE', 'THIRD_PARTY_NOTICES.txt', 'dist', 'package.json']);
  const context = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(context[0]).toBe('*');
  expect(context.slice(1).toSorted()).toEqual(sources.map((source) => `!${source}`).toSorted());
  expect(paths.filter((file) => /^(charts|deploy)\//.test(file))).toEqual([]);
});

it('says what it is, of which version, under which licence', () => {
  expect(image.labels.map((label) => label.replace('org.opencontainers.image.', '')).toSorted()).toEqual([
    'description',
    'documentation',
    'licenses',
    'revision',
    'source',
    'title',
    'version',
  ]);
  expect(read('Dockerfile')).toContain(`licenses="${license}"`);
  expect(read('Dockerfile')).toContain(`ARG VERSION=${version}\n`);
});

it('is of the version that the lock file and the README name', () => {
  const { version: locked, packages } = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([locked, packages['']?.version]).toEqual([version, version]);
  const named = ['README.md', 'docs/pipelines.md', 'docs/schedulers.md', 'docs/own-checks/rules.md'].flatMap((page) =>
    [...read(page).matchAll(/eks-preflight(?:-|@v?|:|\/eks-preflight@v|\?ref=v)(\d+\.\d+\.\d+)/g)].map(
      ([, found]) => found,
    ),
  );
  expect(new Set(named)).toEqual(new Set([version]));
});

it('is of the same version as the chart', () => {
  expect(parse(read('charts/eks-preflight/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});
