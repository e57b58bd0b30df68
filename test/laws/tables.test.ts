import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastMinor } from '../../src/karpenter/releases.ts';
import { loadTable, parseTable, tableNames } from '../../src/tables/tables.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));
const tables = fileURLToPath(new URL('../../rules', import.meta.url));

it('the build holds every table of rules/ as its schema reads it, and nothing else', async () => {
  const files = tableNames.map((name) => `${name}.json`).sort();
  expect((await readdir(tables)).filter((name) => !['schema.json', 'README.md'].includes(name)).sort()).toEqual(files);
  expect((await readdir(path.join(built, 'rules'))).sort()).toEqual(files);
  for (const name of tableNames) {
    const {
      rows,
      read,
      knownThrough = {},
    } = JSON.parse(await readFile(path.join(built, 'rules', `${name}.json`), 'utf8')) as {
      rows: unknown;
      read?: string;
      knownThrough?: { kubernetes?: number; karpenter?: string };
    };
    const { kubernetes, karpenter } = knownThrough;
    expect({ rows, read, knownThrough: kubernetes, karpenterKnownThrough: karpenter }).toEqual(loadTable(name));
  }
});

it('every table that ends covers the newest Kubernetes version, unless its source does not tell of it yet', () => {
  const newest = Math.max(...tableNames.map((name) => loadTable(name).knownThrough ?? 0));
  const behind = tableNames.filter((name) => (loadTable(name).knownThrough ?? newest) < newest);
  expect(behind.sort()).toEqual(['component-floors', 'eks-versions']);
});

it('every table of Karpenter that ends covers the newest minor that is known', () => {
  const newest = lastMinor(loadTable('karpenter-releases').rows);
  const ends = tableNames.flatMap((name) => {
    const { karpenterKnownThrough } = loadTable(name);
    return karpenterKnownThrough === undefined ? [] : [[name, karpenterKnownThrough]];
  });
  expect(Object.fromEntries(ends)).toEqual({
    'karpenter-breaking-changes': newest,
    'karpenter-compatibility': newest,
    'karpenter-crds': newest,
    'karpenter-digests': newest,
    'karpenter-drift': newest,
    'karpenter-events': newest,
    'karpenter-feature-gates': newest,
    'karpenter-legacy-labels': newest,
    'karpenter-probes': newest,
    'karpenter-releases': newest,
    'karpenter-removed-fields': newest,
    'karpenter-settings': newest,
  });
});

it('the last Karpenter supports the last Kubernetes version that the table knows: one after it is unknown', () => {
  const { rows, knownThrough } = loadTable('karpenter-compatibility');
  expect(rows.at(-1)?.max).toBe(knownThrough);
  expect(Math.max(...rows.map(({ max }) => max))).toBe(knownThrough);
});

it('a row may say that a person keeps it, which no check reads', () => {
  const table = { about: 'x', read: '2026-11-20', refresh: 'x' };
  const row = { kubeletFrom: '1.25', maxBehind: 3, source: 'https://example.com' };
  const parse = (by: string) => parseTable('skew', { ...table, rows: [{ ...row, by }] });
  expect(parse('hand').rows).toEqual([{ kubeletFrom: 25, maxBehind: 3, source: 'https://example.com' }]);
  expect(() => parse('machine')).toThrow('rows.0');
});

it('a table that breaks its schema stops the build, in one line', () => {
  expect(() => parseTable('skew', { about: 'x', read: '2026-11-20', refresh: 'x', rows: [{}] })).toThrow(
    /^rows\.0\.kubeletFrom: Invalid input$/,
  );
});

describe('an installation whose table', () => {
  let folder: string;
  let table: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-tables-'));
    await cp(built, folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    table = path.join(folder, 'rules', 'skew.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const demo = () =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [path.join(folder, 'cli.js'), 'demo'], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  it.each([
    ['is missing', () => rm(table), 'ENOENT: no such file or directory'],
    ['is cut off', () => writeFile(table, '{ "about": "x", "rows": ['), 'Unexpected end of JSON input'],
    ['has no rows', () => writeFile(table, '{ "about": "x" }'), 'it has no rows'],
  ])('%s cannot run, and says so in one line', async (_what, harm, flaw) => {
    await harm();
    const { code, stdout, stderr } = await demo();
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    const [line = '', ...hint] = stderr.trimEnd().split('\n');
    expect(line).toContain(`eks-preflight: the table skew cannot be read: ${table}: ${flaw}`);
    expect(hint).toEqual(['Install eks-preflight again.']);
  });
});
