import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReportText } from '../../src/commands/files/report-file.ts';
import { formatNames } from '../../src/formats/formats.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';
import { runCommand } from '../world/in-process.ts';

/** `render`: a saved report in any format, or one finding of it. It needs no cluster, and refuses what `gate` refuses. */

let folder: string;
let text: string;
let report: Report;
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand(args, { env: { PATH: process.env['PATH'], ...env }, cwd: folder });
const render = (...args: string[]) => run(['render', 'report.json', ...args]);
const put = (name: string, content: string) => writeFile(path.join(folder, name), content);
const read = (name: string) => readFile(path.join(folder, name), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-render-'));
  const scan = ['scan', '--inventory', storedInventory('everything-wrong')];
  await run([...scan, '--show', 'all', '--output', 'report.json', '--output', 'scanned.txt']);
  text = await read('report.json');
  report = reportSchema.parse(JSON.parse(text));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a saved report', () => {
  it('comes back as text as the scan wrote it, with exit code 0', async () => {
    expect(await render('--output', 'rendered.txt')).toMatchObject({ code: 0, stderr: '' });
    const withoutPlan = (file: string) => file.replace(/^All tasks:\s+eks-preflight .*$/m, 'All tasks: [command]');
    expect(withoutPlan(await read('rendered.txt'))).toBe(withoutPlan(await read('scanned.txt')));
  });

  it('comes back as JSON byte for byte', async () => {
    expect((await render('--format', 'json')).stdout).toBe(text);
  });

  it.each(formatNames)('gives the same bytes twice: %s', async (format) => {
    const [first, second] = [await render('--format', format), await render('--format', format)];
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(second.stdout).toBe(first.stdout);
  });

  it('is written in several formats at once, by the ending or by name', async () => {
    const files = ['r.md', 'r.xml', 'r.sarif', 'r.prom', 'github=r.annotations', 'markdown=summary'];
    const { code, stderr } = await render(...files.flatMap((file) => ['--output', file]));
    expect([code, stderr]).toEqual([0, '']);
    expect(await read('r.md')).toMatch(/^<!-- eks-preflight: arn:/);
    expect(await read('r.xml')).toMatch(/^<\?xml version="1.0"/);
    expect(JSON.parse(await read('r.sarif'))).toMatchObject({ version: '2.1.0' });
    expect(await read('r.prom')).toMatch(/^# HELP eks_preflight_info /);
    expect(await read('r.annotations')).toMatch(/^::error title=BLOCKED prod/);
    expect(await read('summary')).toBe(await read('r.md'));
  });

  it('keeps fields that this version does not know', async () => {
    await put('newer.json', JSON.stringify({ ...JSON.parse(text), later: { field: 1 } }));
    const { stdout } = await run(['render', 'newer.json', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual({ ...JSON.parse(text), later: { field: 1 } });
  });

  it('takes its format from the environment, and its files from the command line alone', async () => {
    const env = { EKS_PREFLIGHT_FORMAT: 'prometheus', EKS_PREFLIGHT_OUTPUT: 'json=report.json' };
    const { code, stdout, stderr } = await run(['render', 'report.json'], env);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^# HELP /);
    expect(await read('report.json')).toBe(text);
  });
});

describe('--show with an entry', () => {
  const first = () => report.entries[0];

  it.each<[string, () => string | undefined]>([
    ['16 digits', () => first()?.fingerprints[0]],
    ['8 digits', () => first()?.fingerprints[0]?.slice(0, 8)],
    ['the number of its entry', () => '1'],
  ])('shows the entry of a finding in full, by %s', async (_how, id) => {
    const { code, stdout, stderr } = await render('--show', id() ?? '');
    expect([code, stderr]).toEqual([0, '']);
    const full = (await render('--show', 'all')).stdout;
    expect(stdout).toMatch(/^ {2}1 FAIL /);
    expect(full).toContain(stdout);
  });

  it('shows what follows the update, which has no number', async () => {
    const found = report.results.flatMap(({ findings }) => findings);
    const fingerprint = found.find(({ phase, level }) => phase === 'after' && level === 'warn')?.fingerprint ?? '';
    const { code, stdout } = await render('--show', fingerprint);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}WARN \S+\/\S+/);
  });

  it('shows each that shares its first 8 digits', async () => {
    const [one, two] = [...new Set(report.entries.map(({ fingerprints }) => fingerprints[0] ?? ''))];
    const twin = `${one?.slice(0, 8)}${two?.slice(8)}`;
    await put('twins.json', text.replaceAll(two ?? '', twin));
    const both = await run(['render', 'twins.json', '--show', one?.slice(0, 8) ?? '']);
    expect(both.stdout).toMatch(/^ {2}1 FAIL [^]*\n\n {2}2 FAIL /);
    const { stdout } = await run(['render', 'twins.json', '--show', twin]);
    expect(stdout).toMatch(/^ {2}2 FAIL /);
  });

  it.each([
    [
      ['zzz'],
      /invalid --show 'zzz' \(expected summary, all, checks, the number of an entry, or the first 8 or all 16 /,
    ],
    [['0'], /no entry or finding 0: the report has \d+ entries, numbered 1 to \d+\n/],
    [['ffffffff'], /no entry or finding ffffffff: the report has \d+ entries/],
    [['1', '--format', 'junit'], /--show 1 cannot be combined with --format junit\n/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await render('--show', ...args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(message);
  });
});

describe('what is no report', () => {
  const changed = (change: (raw: Report) => unknown) => () => JSON.stringify(change(JSON.parse(text) as Report));
  it.each<[string, () => string, RegExp]>([
    ['an empty file', () => '', /bad\.json is empty/],
    ['half a report', () => text.slice(0, 1_000), /bad\.json is not a report: it is damaged or cut off/],
    ['another document', () => '{"a": 1}', /bad\.json is not a report of eks-preflight: it has no schemaVersion/],
    ['a list', () => '[]', /bad\.json is not a report of eks-preflight: it is not a JSON object/],
    [
      'an inventory',
      () => '{"takenAt": "2026-11-20T12:00:00Z", "readings": {}}',
      /bad\.json is an inventory, not a report/,
    ],
    [
      'an error',
      () => '{"schemaVersion": 1, "error": {"code": "usage", "message": "x"}}',
      /bad\.json is not a report: the scan could not run: x/,
    ],
    [
      'one of a newer schema',
      changed((raw) => ({ ...raw, schemaVersion: 2, tool: { name: 'eks-preflight', version: '9.0.0' } })),
      /bad\.json has schemaVersion 2, which is newer than this version reads \(1\); update eks-preflight/,
    ],
    [
      'one without results',
      changed((raw) => ({ ...raw, results: undefined })),
      /bad\.json is not a report of eks-preflight: results is missing or invalid/,
    ],
    [
      'one with another verdict',
      changed((raw) => ({ ...raw, verdict: 7 })),
      /bad\.json is not a report of eks-preflight: verdict is missing or invalid/,
    ],
    ...['<https://evil.example/x>', '@everyone', 'ready now', '<img>', ''].map(
      (verdict): [string, () => string, RegExp] => [
        `a verdict that is no word: '${verdict}'`,
        changed((raw) => ({ ...raw, verdict })),
        /bad\.json is not a report of eks-preflight: verdict is missing or invalid/,
      ],
    ),
    [
      'a step of no version',
      changed((raw) => ({ ...raw, steps: [{ ...raw.steps[0], to: '1.thirty' }] })),
      /: steps\[0\]\.to is missing or invalid/,
    ],
    [
      'a key that is another one without its invisible character',
      changed((raw) => ({ ...raw, ['results\u200b']: [] })),
      /: the key results has an invisible character/,
    ],
    [
      'a value that is nested without end',
      () =>
        text.replace('"schemaVersion": 1', `"schemaVersion": 1, "deep": ${'['.repeat(200_000)}${']'.repeat(200_000)}`),
      /: it is nested more than 64 levels deep/,
    ],
    [
      'a path without end',
      changed((raw) => ({ ...raw, steps: Array(101).fill(raw.steps[0]) })),
      /: steps is missing or invalid/,
    ],
    [
      'a version of the other component',
      changed((raw) => ({ ...raw, steps: [{ ...raw.steps[0], component: 'karpenter', from: '1.33', to: '1.34' }] })),
      /: steps\[0\] is missing or invalid/,
    ],
    [
      'a moment that is none',
      changed((raw) => ({ ...raw, scannedAt: '2026-02-31T00:00:00Z' })),
      /: scannedAt is missing or invalid/,
    ],
    [
      'a permission that is no text',
      changed((raw) => {
        const [first] = raw.results.flatMap(({ findings }) => findings);
        if (first === undefined) throw new Error('no finding');
        const reason = { kind: 'fact', fact: 'nodes', part: null, reason: 'r', permission: 1 };
        return { ...raw, results: [{ ...raw.results[0], findings: [{ ...first, unseen: reason }] }] };
      }),
      /: results\[0\]\.findings\[0\]\.unseen\.kind is missing or invalid/,
    ],
  ])('is refused in one line: %s', async (_what, make, message) => {
    await put('bad.json', make());
    const { code, stdout, stderr } = await run(['render', 'bad.json']);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^eks-preflight: [^\n]+\n$/);
  });

  it.each([
    [['render'], /missing required argument 'report'/],
    [['render', 'none.json'], /cannot read the report none\.json: no such file or directory\n/],
    [['render', '.'], /cannot read the report \.: it is a directory\n/],
    [['render', 'report.json', '--output', 'json=./report.json'], /are the same file\n/],
    [['render', 'report.json', '--target', '1.34'], /unknown option '--target'/],
  ])('is refused: %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(message);
    expect(await read('report.json')).toBe(text);
  });

  it('is not read without end', async () => {
    await expect(readReportText(path.join(folder, 'report.json'), 10_000)).rejects.toThrow(
      /report\.json: it is larger than 0\.01 MB/,
    );
  });
});

it('no text of a report moves a cursor or forges a line', async () => {
  const planted = text.replaceAll('Cluster prod', 'Cluster prod\\u001b[2J\\nREADY \\u202e');
  await put('planted.json', planted);
  for (const format of formatNames) {
    const { code, stdout } = await run(['render', 'planted.json', '--format', format, '--show', 'all']);
    expect(code).toBe(0);
    expect(stdout, format).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|^READY/mu);
  }
});

it('what is said of an error is no workflow command either', async () => {
  const args = ['render', '##[error]x', '--output', '::error::y', '--format', 'json'];
  const { code, stdout, stderr } = await run(args);
  expect(code).toBe(3);
  for (const text of [stdout, stderr]) expect(text).not.toMatch(/##\[|^\s*::/m);
  expect(JSON.parse(stdout)).toMatchObject({ error: { message: expect.stringContaining('##[error]x') } });
  expect((await readdir(folder)).filter((name) => name.includes('::'))).toEqual([]);
});
