import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/schema.ts';
import { storedInventory } from '../../world/stored.ts';
import {
  newFolder,
  placed,
  readText,
  makeReport,
  rowsText,
  runFleet,
  stateWith,
  write,
  writeLatest,
} from './fleet-reports.ts';

let ready: Report;
let folder: string;
beforeAll(async () => {
  ready = await makeReport('ordinary-team');
});
beforeEach(() => {
  folder = newFolder();
  writeLatest(folder, placed(ready, { name: 'good' }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const home = '111122223333/eu-west-1';
const latest = (report: unknown) => write(folder, `${home}/bad/latest.json`, report);
const bad = () => placed(ready, { name: 'bad' });

/** Rows: what is in the folder, how to put it there, and the row of the table that names it. */
const rows: readonly [string, () => unknown, string][] = [
  ['an empty file', () => latest(''), 'bad not-scanned: the report is empty: it is not a report'],
  [
    'JSON that is cut off',
    () => latest(JSON.stringify(bad()).slice(0, 2_000)),
    'bad not-scanned: the file is not a report: it is damaged or cut off; write one with scan --output json=FILE',
  ],
  [
    'other JSON',
    () => latest({ a: 1 }),
    'bad not-scanned: the file is not a report of eks-preflight: it has no schemaVersion',
  ],
  [
    'a report without its results',
    () => latest({ ...bad(), results: undefined }),
    'bad not-scanned: the file is not a report of eks-preflight: results is missing or invalid',
  ],
  [
    'an inventory',
    () => latest(readText(storedInventory('ordinary-team'))),
    'bad not-scanned: the file is an inventory, not a report; judge it with scan --inventory FOLDER/bad/latest.json',
  ],
  [
    'the error of a scan',
    () =>
      latest({ schemaVersion: 1, error: { code: 'denied', message: 'no \u001B[31mAWS\u001B[0m credentials\nfound' } }),
    'bad not-scanned: the file is not a report: the scan could not run: no AWS credentials found',
  ],
  [
    'a report of a newer schema',
    () => latest({ ...bad(), schemaVersion: 2 }),
    'bad not-scanned: the report has schemaVersion 2, which is newer than this version reads (1); update eks-preflight',
  ],
  [
    'a forged verdict',
    async () => latest({ ...placed(await makeReport('everything-wrong'), { name: 'bad' }), verdict: 'ready' }),
    'bad not-scanned: the report is damaged or was edited: its verdict contradicts its results',
  ],
  [
    'forged counts',
    () => latest({ ...bad(), now: { ...ready.now, fail: 1 } }),
    'bad not-scanned: the report is damaged or was edited: its now contradicts its results',
  ],
  [
    'a report without one of its results',
    () => latest({ ...bad(), results: ready.results.slice(1) }),
    `bad not-scanned: the report is damaged or was edited: it has TOTAL-1 of TOTAL results`,
  ],
  [
    'a report of another cluster',
    () => latest(placed(ready, { name: 'other' })),
    'bad not-scanned: the report does not match its path: it is a report of other in account 111122223333, Region eu-west-1',
  ],
  [
    'a report without a cluster',
    () => write(folder, 'x/a.json', { ...bad(), cluster: null }),
    'FOLDER/x/a.json not-scanned: the report is damaged or was edited: its steps contradict its versions',
  ],
  [
    'a report with an account that cannot exist',
    () => write(folder, 'x/a.json', placed(ready, { account: '1' })),
    'FOLDER/x/a.json not-scanned: the report has an invalid cluster name, account, Region or time of the scan',
  ],
  [
    'a report more than an hour in the future',
    () => latest(placed(ready, { name: 'bad', scannedAt: '2026-11-20T13:00:01.000Z' })),
    'bad not-scanned: the report is dated in the future: check the clocks of both machines',
  ],
  [
    'a report older than 36 hours',
    () => latest(placed(ready, { name: 'bad', scannedAt: '2026-11-18T23:59:59.999Z' })),
    'bad not-scanned: the report is 36 hours old; --max-age is 36h',
  ],
  [
    'a folder of a cluster without a report',
    () => mkdirSync(path.join(folder, home, 'bad')),
    'bad not-scanned: no report at HOME/bad/latest.json',
  ],
  [
    'a state without a report',
    () =>
      write(folder, `${home}/bad/state.json`, {
        ...stateWith({
          told: {
            scan: null,
            findings: [],
            support: null,
            trouble: { since: '2026-11-17T02:00:00.000Z', toldAt: '2026-11-17T02:00:00.000Z' },
          },
        }),
        cluster: { account: '111122223333', region: 'eu-west-1', name: 'bad' },
      }),
    'bad not-scanned: no report at HOME/bad/latest.json; scans have failed since 2026-11-17',
  ],
  [
    'a link to a report',
    () => {
      mkdirSync(path.join(folder, home, 'bad'));
      symlinkSync('../good/latest.json', path.join(folder, home, 'bad/latest.json'));
    },
    'bad not-scanned: the file is a symbolic link',
  ],
  [
    'a link to a report under any name',
    () => symlinkSync(`${home}/good/latest.json`, path.join(folder, 'a.json')),
    'FOLDER/a.json not-scanned: the file is a symbolic link',
  ],
  [
    'a link that leads nowhere',
    () => symlinkSync('none', path.join(folder, 'a.json')),
    'FOLDER/a.json not-scanned: the file is a symbolic link',
  ],
  [
    'a link to a folder outside',
    () => symlinkSync('/', path.join(folder, 'root')),
    'FOLDER/root/ not-scanned: FOLDER/root is a symbolic link',
  ],
  [
    'a link to a folder above',
    () => symlinkSync('..', path.join(folder, home, 'up')),
    'up not-scanned: HOME/up is a symbolic link',
  ],
  [
    'a pipe',
    () => execFileSync('mkfifo', [path.join(folder, 'a.json')]),
    'FOLDER/a.json not-scanned: the file is not a regular file',
  ],
  [
    'a folder named latest.json',
    () => mkdirSync(path.join(folder, home, 'bad/latest.json'), { recursive: true }),
    'bad not-scanned: the file is not a regular file',
  ],
  [
    'a file above 100 MB',
    () => truncateSync(write(folder, 'a.json', ''), 100_000_001),
    'FOLDER/a.json not-scanned: the report is larger than 100 MB',
  ],
  [
    'JSON with millions of lists',
    () => write(folder, 'a.json', `{"schemaVersion":1,"x":[${'[],'.repeat(5_000_000)}[]]}`),
    'FOLDER/a.json not-scanned: the file is not a report of eks-preflight: it has more than 5000000 objects and arrays',
  ],
  [
    'folders that are nested too deeply',
    () => write(folder, 'a/b/c/d/e/f/g/a.json', bad()),
    'FOLDER/a/b/c/d/e/f/g/ not-scanned: folders more than 6 levels below the named one are not read: name a folder nearer to it',
  ],
  [
    'a hostile file name',
    () => write(folder, 'x\u001B[2J\n::set-output name=a::b.json', ''),
    'FOLDER/x ::set-output name=a::b.json not-scanned: the report is empty: it is not a report',
  ],
];

describe('a fleet with', () => {
  it.each(rows)('%s: is named, and hides no other cluster', async (_, put, expected) => {
    await put();
    const { code, rows: shown, stderr } = await runFleet(folder);
    expect(rowsText(shown).map(shortened).toSorted()).toEqual([expected, 'good ready'].toSorted());
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  });
});

function shortened(text: string): string {
  const { total } = ready.selection;
  return text
    .replaceAll(`${folder}/${home}`, text.includes('--inventory') ? 'FOLDER' : 'HOME')
    .replaceAll(folder, 'FOLDER')
    .replaceAll(`${total - 1} of ${total} `, 'TOTAL-1 of TOTAL ');
}
