import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatNames } from '../../src/formats/formats.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { runCommand } from '../world/in-process.ts';
import { storedInventory } from '../world/stored.ts';

/** `--group`: what people read is about one group of nodes; programs, the verdict and the exit code see everything. */

const narrowed = ['text', 'markdown', 'html'] as const;

let folder: string;
let report: Report;
const run = (...args: string[]) => runCommand(args, { env: { PATH: process.env['PATH'] }, cwd: folder });
const scan = (...args: string[]) => run('scan', '--inventory', storedInventory('ordinary-large'), ...args);
const put = (name: string, content: unknown) => writeFile(path.join(folder, name), JSON.stringify(content));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-group-'));
  await scan('--output', 'report.json');
  report = reportSchema.parse(JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What entry 2 says, which is about another group. */
const other = 'keeps its only pod';
const note = 'Shown: node group data-a only. 4 entries about others are not shown.';

describe('a group of a scan', () => {
  it.each(narrowed)('hides the entries about others, and says so: %s', async (format) => {
    const [all, own] = [await scan('--format', format), await scan('--format', format, '--group', 'data-a')];
    expect([all.code, own.code]).toEqual([1, 1]);
    expect(own.stdout).toContain(note);
    expect(own.stdout).toContain('payments/postgres');
    expect(own.stdout).toMatch(format === 'html' ? />Drain</ : /Drain \(1\)/);
    expect(all.stdout).toContain(other);
    expect(own.stdout).not.toContain(other);
    expect(own.stdout).not.toContain('node group general-b');
  });

  it.each(formatNames.filter((format) => !narrowed.some((one) => one === format)))(
    'changes no byte of %s',
    async (format) => {
      expect(await scan('--format', format, '--group', 'data-a')).toEqual(await scan('--format', format));
    },
  );

  it.each(narrowed)('applies to written files, too: %s', async (format) => {
    const { code } = await scan('--format', 'json', '--output', `${format}=written`, '--group', 'data-a');
    expect(code).toBe(1);
    expect(await readFile(path.join(folder, 'written'), 'utf8')).toContain(note);
  });

  it('links from the groups of a page to the entries that stop them', async () => {
    const { stdout } = await scan('--format', 'html', '--group', 'data-a');
    const [, section = ''] = /<section class="drain"([^]*?)<\/section>/.exec(stdout) ?? [];
    expect([...section.matchAll(/href="#entry-(\d+)"/g)].map(([, number]) => number)).toEqual(['1']);
    expect(stdout).toContain('<details id="entry-1"');
    expect(stdout).not.toContain('<details id="entry-2"');
  });

  it('keeps the verdict, the counts and the gate of all entries', async () => {
    const { stdout } = await scan('--group', 'ml');
    expect(stdout).toContain('Shown: node group ml only. 6 entries about others are not shown.');
    expect(stdout).toMatch(/^BLOCKED {2}prod/);
    expect(stdout).toMatch(/Nodes to 1\.35 +blocked by 2 \(#1, #2\)\n {2}4 warnings/);
    expect(stdout).toContain('\nBLOCKED, exit code 1\n');
    expect(stdout).not.toContain('\nBlockers (');
  });

  it('is named by its name or by the full text, in `render` and `demo` as well', async () => {
    const { stdout } = await scan('--group', 'data-a');
    expect((await scan('--group', 'node group data-a')).stdout).toBe(stdout);
    const rendered = await run('render', 'report.json', '--group', 'data-a');
    expect(rendered).toMatchObject({ code: 0, stderr: '' });
    // The plan is made from what each of them read.
    const [end = ''] = /^All tasks:\s+eks-preflight plan .*$/m.exec(stdout) ?? [];
    expect(end).toContain('ordinary-large.json');
    expect(rendered.stdout).toBe(stdout.replace(end, 'All tasks: eks-preflight plan report.json'));
    expect((await run('demo', '--group', 'general')).stdout).toContain('Shown: node group general only.');
  });
});

describe('a name', () => {
  it.each<[string, string[], RegExp]>([
    ['that is misspelled', ['--group', 'dta-a'], /--group dta-a: the update .*\nDid you mean data-a\b.*\?\n$/],
    ['like no other', ['--group', 'xyzzy'], /\nIt replaces: node group data-a, .*, node group platform\.\n$/],
    ['that is empty', ['--group', ''], /\nIt replaces: node group data-a, /],
    [
      'with --show summary',
      ['--group', 'ml', '--show', 'summary'],
      /--show summary cannot be combined with --group\n$/,
    ],
    ['with --show checks', ['--group', 'ml', '--show', 'checks'], /--show checks cannot be combined with --group\n$/],
    ['with an entry', ['--group', 'ml', '--show', '1'], /--show 1 cannot be combined with --group\n$/],
  ])('%s is refused', async (_name, args, expected) => {
    const { code, stdout, stderr } = await scan(...args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(expected);
  });

  it('of a node group and a pool shows both', async () => {
    const { drain = [] } = report;
    const [first, ...others] = drain;
    if (first === undefined) throw new Error('no group');
    const twin = { ...first, group: `NodePool ${first.name}`, computeType: 'karpenter' as const, stoppedBy: [2] };
    await put('twins.json', { ...report, drain: [first, twin, ...others] });
    const { stdout } = await run('render', 'twins.json', '--group', first.name ?? '');
    expect(stdout).toMatch(
      /^Shown: node group data-a and NodePool data-a only\. 3 entries about others are\nnot shown\./m,
    );
    expect(stdout).toContain('Drain (2)');
    const one = await run('render', 'twins.json', '--group', twin.group);
    expect(one.stdout).toContain('Shown: NodePool data-a only.');
  });
});

describe('a report that lists no group', () => {
  it.each<[string, () => Partial<Report>, string]>([
    ['of an older version', () => ({}), 'the report does not list groups of nodes'],
    ['of an update that replaces no nodes', () => ({ drain: [] }), 'the update replaces no nodes'],
  ])('%s shows everything, and says why', async (_name, more, why) => {
    const { drain: _drain, ...older } = report;
    await put('older.json', { ...older, ...more() });
    const all = await run('render', 'older.json');
    const { code, stdout } = await run('render', 'older.json', '--group', 'general');
    expect([code, all.code]).toEqual([0, 0]);
    expect(stdout).toContain(`Shown: everything, because ${why}.`);
    expect(stdout).toContain('reports/api');
    expect(all.stdout).not.toMatch(/Shown:|Drain/);
  });

  it('is read by gate, diff and render in every format', async () => {
    const { drain: _drain, ...older } = report;
    await put('older.json', older);
    expect((await run('gate', 'older.json', '--cluster', 'prod')).stdout).toBe(
      (await run('gate', 'report.json', '--cluster', 'prod')).stdout.replaceAll('report.json', 'older.json'),
    );
    expect(await run('diff', 'older.json', 'report.json')).toMatchObject({ code: 0, stderr: '' });
    for (const format of formatNames) expect((await run('render', 'older.json', '--format', format)).code).toBe(0);
  });
});
