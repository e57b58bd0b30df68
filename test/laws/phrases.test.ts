import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bannedNames,
  codeFiles,
  functionsNamedOf,
  commentsIn,
  foundIn,
  literalsIn,
  rulesTexts,
  readText,
  waiting,
} from './phrases.ts';

/** Texts for users of the chart and of `deploy/`: comments of values, the output of helm, descriptions of variables. */
const ofChart = [
  ...['values.yaml', 'README.md', 'templates/NOTES.txt'].map((file) => `charts/eks-preflight/${file}`),
  'deploy/eks-preflight.config.yaml',
  'deploy/terraform/main.tf',
];
/** The schemas of scheduled scans and of a status, for their descriptions. */
const ofSchedule = ['message', 'state', 'status'].map((name) => `schemas/${name}.schema.json`);

/** One word per concept, as in the documentation of AWS, Kubernetes and Karpenter. */
describe('the words that users read', () => {
  const found = [...literalsIn('checks'), ...literalsIn('src')].flatMap(foundIn);
  const isWaiting = (line: string) => waiting.some((file) => line.startsWith(`${file}:`));

  it('are those of the field in every message, fix, title, help text and error', () => {
    expect(found.filter((line) => !isWaiting(line))).toEqual([]);
  });

  it('are so in the tables, too', () => {
    expect(rulesTexts().flatMap(foundIn)).toEqual([]);
  });

  it.each([
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...markdownIn('docs'),
    ...markdownIn('docs/decisions'),
    ...markdownIn('docs/checks'),
    ...markdownIn('docs/own-checks'),
    ...ofChart,
    ...ofSchedule,
  ])('are so in %s', (file) => {
    expect(foundIn(readText(file))).toEqual([]);
  });

  it.each(waiting)('wait in %s only as long as it holds such a phrase: take it off the list then', (file) => {
    expect(found.filter((line) => line.startsWith(`${file}:`))).not.toEqual([]);
  });

  // These files repeat texts of the waiting files and are generated again together with them.
  it.skipIf(waiting.length > 0).each(['README.md', 'CHECKS.md', ...storedReports()])('are so in %s', (file) => {
    expect(foundIn(readText(file))).toEqual([]);
  });
});

it.each(['src', 'checks', 'scripts', 'test', 'bench'])('the comments in %s have the same words', (folder) => {
  expect(commentsIn(folder).flatMap(foundIn)).toEqual([]);
});

describe('the names in the code', () => {
  const folders = ['src', 'checks', 'scripts', 'test', 'bench'];

  it.each(folders)('are words of the field in %s', (folder) => {
    expect(codeFiles(folder).flatMap(bannedNames)).toEqual([]);
  });

  it('end in Of for accessors alone: any other function says what it does', () => {
    expect(folders.flatMap(codeFiles).flatMap(functionsNamedOf).length).toBeLessThan(50);
  });
});

function markdownIn(folder: string): string[] {
  return readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

function storedReports(): string[] {
  return readdirSync(new URL('../inventories', import.meta.url))
    .filter((name) => name.endsWith('.txt'))
    .map((name) => `test/inventories/${name}`);
}
