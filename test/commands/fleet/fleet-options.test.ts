import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fleetFormatNames } from '../../../src/formats/fleet/formats.ts';
import { runCommand } from '../../world/in-process.ts';
import { newFolder, placed, makeReport, rowsText, runFleet, write, writeLatest } from './fleet-reports.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const report = () => makeReport('ordinary-team');
const refused = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await runCommand(['fleet', ...args], { env: {}, cwd: folder });
  return { code, stdout, stderr: stderr.trimEnd().replaceAll(folder, 'FOLDER') };
};

describe('a command line of fleet', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['without a path', [], /missing required argument 'path'/],
    ['with a path that does not exist', ['none'], /cannot read none: no such file or directory/],
    ['with a path below a file', ['note.txt/x'], /cannot read note\.txt\/x: not a directory/],
    ['with a good path and one that does not exist', ['.', 'none'], /cannot read none: no such file or directory/],
    ['with a folder without reports', ['empty'], /no reports in empty\n/],
    ['with many folders without reports', ['empty', 'a', 'b', 'c'], /no reports in empty, a, b and 1 more\n/],
    ['with an address that is invalid', ['s3:/reports'], /invalid address 's3:\/reports'/],
    [
      'with another --group-by',
      ['.', '--group-by', 'acount'],
      /invalid --group-by 'acount' \(expected account, region, tag:KEY/,
    ],
    ['with --group-by without a key', ['.', '--group-by', 'tag:'], /invalid --group-by 'tag:'/],
    ['with --max-age 0', ['.', '--max-age', '0h'], /invalid --max-age '0h' \(expected e\.g\. 90m, 24h or 7d\)/],
    ['with --max-age without a unit', ['.', '--max-age', '36'], /invalid --max-age '36'/],
    ['with --max-age in seconds', ['.', '--max-age', '90s'], /invalid --max-age '90s'/],
    ['with another --fail-on', ['.', '--fail-on', 'wran'], /invalid --fail-on 'wran'[^]*Did you mean warn\?/],
    ['with --fail-on never and another level', ['.', '--fail-on', 'never,warn'], /--fail-on never cannot be combined/],
    ['with another format', ['.', '--format', 'pdf'], /invalid --format 'pdf'/],
  ])('%s ends with 3, and says why', async (_, args, said) => {
    for (const name of ['empty', 'a', 'b', 'c']) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, 'note.txt'), '');
    writeLatest(folder, await report());
    const { code, stdout, stderr } = await refused(...args);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(`${stderr}\n`).toMatch(said);
  });

  it('may name a file, a link to a file, and a link to a folder', async () => {
    write(folder, 'a/a.json', placed(await report(), { name: 'a' }));
    write(folder, 'b/b.json', placed(await report(), { name: 'b' }));
    symlinkSync('a/a.json', path.join(folder, 'link'));
    symlinkSync('b', path.join(folder, 'folder'));
    const { rows, code } = await runFleet(path.join(folder, 'link'), path.join(folder, 'folder'));
    expect({ rows: rowsText(rows), code }).toEqual({ rows: ['a ready', 'b ready'], code: 0 });
  });

  it('may name a folder of one cluster, and a link into a history', async () => {
    writeLatest(folder, await report());
    write(folder, '111122223333/eu-west-1/prod/2026-11-20T12-00-00.000Z.json', await report());
    symlinkSync('111122223333/eu-west-1', path.join(folder, 'here'));
    for (const named of ['111122223333/eu-west-1/prod', 'here', 'here/prod'])
      expect(rowsText((await runFleet(path.join(folder, named))).rows)).toEqual(['prod ready']);
  });

  it('skips names that begin with a dot', async () => {
    writeLatest(folder, await report());
    for (const file of ['.git/a.json', '.a.json', '111122223333/.a/b.json']) write(folder, file, '{');
    expect(rowsText((await runFleet(folder)).rows)).toEqual(['prod ready']);
  });

  it.skipIf(process.getuid?.() === 0)('names what it may not read', async () => {
    writeLatest(folder, await report());
    chmodSync(write(folder, 'a.json', ''), 0o000);
    chmodSync(path.dirname(write(folder, 'b/b.json', '')), 0o000);
    expect(rowsText((await runFleet(folder)).rows).map((text) => text.replaceAll(folder, 'FOLDER'))).toEqual([
      'prod ready',
      'FOLDER/a.json not-scanned: cannot read FOLDER/a.json: permission denied',
      'FOLDER/b/ not-scanned: cannot read FOLDER/b: permission denied',
    ]);
    chmodSync(path.join(folder, 'b'), 0o700);
  });
});

describe('clusters in groups', () => {
  const grouped = async (groupBy: string) => {
    const ready = await report();
    writeLatest(folder, placed(ready, { name: 'a', tags: { env: 'prod' } }));
    writeLatest(folder, placed(ready, { name: 'b', tags: { env: 'dev', constructor: 'x' } }));
    writeLatest(folder, placed(ready, { name: 'c', account: '444455556666', tags: {} }));
    writeLatest(folder, placed(ready, { name: 'd', region: 'us-east-1' }));
    write(folder, '444455556666/eu-west-1/e/note.txt', '');
    const { fleet } = await runFleet(folder, '--group-by', groupBy);
    return {
      groupBy: fleet.groupBy,
      groups: fleet.clusters.map(({ name, group }) => `${name} ${group}`),
      order: fleet.order,
    };
  };

  it.each([
    ['account', ['a 111122223333', 'b 111122223333', 'd 111122223333', 'c 444455556666', 'e 444455556666']],
    ['region', ['a eu-west-1', 'b eu-west-1', 'd us-east-1', 'c eu-west-1', 'e eu-west-1']],
    ['tag:env', ['a prod', 'b dev', 'd null', 'c null', 'e null']],
    ['tag:env=dev,prod', ['a prod', 'b dev', 'd null', 'c null', 'e null']],
    ['tag:constructor', ['a null', 'b x', 'd null', 'c null', 'e null']],
    ['tag:toString', ['a null', 'b null', 'd null', 'c null', 'e null']],
  ])('by %s', async (groupBy, groups) => {
    expect(await grouped(groupBy)).toMatchObject({ groupBy, groups });
  });

  it('are updated in the order of the listed values, then the others', async () => {
    const { order } = await grouped('tag:env=dev,prod');
    expect(order.map((arn) => arn.split('/')[1])).toEqual(['b', 'a', 'd', 'c']);
  });
});

describe('hostile names and tags', () => {
  const evil = 'a\u001B[2J\u0007\u200B\u202E\n::set-output name=x::y\r##[group]z';
  const lines = fleetFormatNames.filter((name: string) => name !== 'html');
  it.each(lines)('are one line without control characters as %s', async (format) => {
    const ready = await report();
    const results = ready.results.map((result) => ({
      ...result,
      findings: result.findings.map((finding) => ({ ...finding, message: evil, short: evil })),
    }));
    const tool = { ...ready.tool, build: '0123456789abcdef' };
    const hostile = placed({ ...ready, tool, results }, { tags: { [`k${evil}`.replaceAll(/[^a-z]/g, '')]: evil } });
    write(folder, 'reports/a.json', hostile);
    write(folder, `reports/${evil.replaceAll(/[/\0]/g, '')}.json`, '{');
    const { stdout, stderr } = await runCommand(['fleet', 'reports', '--format', format, '--show', 'all'], {
      env: {},
      cwd: folder,
    });
    expect(stdout).not.toBe('');
    expect(stdout + stderr).not.toMatch(/[\0-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202E]|^\s*::|##\[/m);
  });
});
