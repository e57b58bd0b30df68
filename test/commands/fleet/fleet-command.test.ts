import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fleetSchema } from '../../../src/report/fleet/schema.ts';
import type { Report } from '../../../src/report/schema.ts';
import {
  newFolder,
  now,
  placed,
  makeReport,
  rowsText,
  runFleet,
  runFleetAt,
  stateWith,
  write,
  writeLatest,
} from './fleet-reports.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A stored inventory with the status of its cluster, or a cluster without a report. */
const kinds = {
  ready: () => makeReport('ordinary-team'),
  blocked: () => makeReport('hybrid'),
  incomplete: () => makeReport('everything-denied'),
  partial: () => makeReport('ordinary-team', '--only', 'nodes/kubelet-skew'),
};
type Kind = keyof typeof kinds | 'none';

async function writeFleet(wanted: readonly Kind[]): Promise<void> {
  for (const [index, kind] of wanted.entries()) {
    const name = `${kind}-${index}`;
    if (kind === 'none') write(folder, `111122223333/eu-west-1/${name}/note.txt`, '');
    else writeLatest(folder, placed(await kinds[kind](), { name }));
  }
}

describe('the exit code of a fleet', () => {
  it.each<[number, readonly Kind[], string]>([
    [0, ['ready', 'ready'], ''],
    [1, ['ready', 'blocked', 'incomplete', 'none'], ''],
    [2, ['ready', 'incomplete'], ''],
    [2, ['ready', 'partial'], ''],
    [2, ['ready', 'none'], ''],
    [3, ['none', 'none'], ''],
    [0, ['blocked', 'incomplete', 'none'], 'never'],
    [3, ['none'], 'never'],
    [1, ['ready'], 'warn'],
    [1, ['incomplete'], 'unknown'],
    [1, ['incomplete', 'none'], 'unknown'],
    [2, ['ready', 'none'], 'unknown'],
    [2, ['partial'], 'unknown'],
    [0, ['ready'], 'not-covered'],
    [1, ['ready'], 'warn,unknown'],
  ])('is %d for %j with --fail-on %j', async (code, wanted, failOn) => {
    await writeFleet(wanted);
    const ended = await runFleet(folder, ...(failOn === '' ? [] : ['--fail-on', failOn]));
    expect({ code: ended.code, said: ended.fleet.exitCode, stderr: ended.stderr }).toEqual({
      code,
      said: code,
      stderr: '',
    });
    expect(fleetSchema.parse(ended.fleet)).toEqual(ended.fleet);
  });
});

describe('a report in a fleet', () => {
  it.each([
    ['counts at the maximum age', '2026-11-19T00:00:00.000Z', [], 'ready'],
    ['counts with a longer maximum age', '2026-11-10T12:00:00.000Z', ['--max-age', '10d'], 'ready'],
    ['counts if it is 30 minutes ahead', '2026-11-20T12:30:00.000Z', [], 'ready'],
    ['counts if it is an hour ahead', '2026-11-20T13:00:00.000Z', [], 'ready'],
    ['does not count above a shorter maximum age', '2026-11-20T11:29:59.999Z', ['--max-age', '30m'], 'not-scanned'],
  ])('%s', async (_, scannedAt, options, status) => {
    writeLatest(folder, placed(await kinds.ready(), { scannedAt }));
    const { rows } = await runFleet(folder, ...options);
    expect(rows).toMatchObject([{ status, verdict: 'ready', scannedAt, version: '1.33', target: '1.34' }]);
  });

  it('of some checks is incomplete, with the reason', async () => {
    await writeFleet(['partial']);
    const { rows } = await runFleet(folder);
    expect(rows).toMatchObject([
      {
        status: 'incomplete',
        verdict: 'partial',
        reason: expect.stringMatching(/^partial: 1 of \d+ checks selected$/),
      },
    ]);
  });

  it('of another build is judged by its own results, not by its verdict', async () => {
    const report = await kinds.blocked();
    const gate = { ...report.gate, result: 'ready' as const };
    const other = {
      ...report,
      tool: { ...report.tool, build: '0123456789abcdef' },
      verdict: 'ready',
      gate,
      exitCode: 0,
    };
    writeLatest(folder, other as Report);
    expect((await runFleet(folder)).rows).toMatchObject([{ status: 'blocked', verdict: 'blocked' }]);
  });

  it('counts accepted findings until they expire', async () => {
    const finding = (await kinds.blocked()).results
      .flatMap(({ findings }) => findings)
      .find(({ level }) => level === 'fail');
    const accept = {
      check: finding?.check,
      resource: finding?.resource.text,
      level: 'fail',
      at: finding?.at?.version ?? 'now',
      reason: 'r',
      owner: 'o',
      until: '2026-11-22',
    };
    const config = write(folder, 'accept.yaml', { accept: [accept] });
    writeLatest(folder, await makeReport('hybrid', '--config', config));
    const day = (at: string) => runFleetAt(at, folder, '--max-age', '30d');
    expect(rowsText((await day('2026-11-22T12:00:00.000Z')).rows)).toEqual(['prod ready']);
    const expired = await day('2026-11-23T00:00:00.000Z');
    expect(expired.rows).toMatchObject([{ status: 'blocked', entries: { fail: 1 } }]);
    expect(expired.code).toBe(1);
  });

  it('of a rollback, or of a cluster without a later version, is in no order of updates', async () => {
    writeLatest(folder, placed(await makeReport('rollback-open', '--rollback'), { name: 'back' }));
    writeLatest(folder, placed(await makeReport('newest-version'), { name: 'newest' }));
    writeLatest(folder, placed(await kinds.ready(), { name: 'next' }));
    const { rows, fleet } = await runFleet(folder);
    expect(rows.map(({ name, version, target }) => [name, version, target])).toEqual([
      ['back', '1.35', '1.34'],
      ['newest', '1.36', '1.36'],
      ['next', '1.33', '1.34'],
    ]);
    expect(fleet.order).toEqual(['arn:aws:eks:eu-west-1:111122223333:cluster/next']);
  });
});

describe('two reports', () => {
  const reason = (...files: string[]) =>
    `2 reports of this cluster: ${files.map((file) => path.join(folder, file)).join(', ')}`;

  it('of one cluster in one folder count as not scanned', async () => {
    write(folder, 'a.json', await kinds.ready());
    write(folder, 'b.json', placed(await kinds.ready(), { scannedAt: '2026-11-20T11:00:00.000Z' }));
    const { rows, code, fleet } = await runFleet(folder);
    expect(rows).toMatchObject([
      { name: 'prod', status: 'not-scanned', scannedAt: now, reason: reason('a.json', 'b.json') },
    ]);
    expect({ code, order: fleet.order }).toEqual({ code: 3, order: [] });
  });

  it('of one cluster in two paths count as not scanned, and share no problem with others', async () => {
    const [one, two] = [write(folder, 'x/a.json', await kinds.ready()), write(folder, 'y/a.json', await kinds.ready())];
    const other = write(folder, 'z.json', placed(await kinds.ready(), { name: 'other' }));
    const { rows, fleet } = await runFleet(path.dirname(one), two, other);
    expect(rowsText(rows)).toEqual(['other ready', `prod not-scanned: ${reason('x/a.json', 'y/a.json')}`]);
    expect(fleet.shared).toEqual([]);
  });

  it('of which one cannot be read count as not scanned', async () => {
    write(folder, '111122223333/eu-west-1/prod/latest.json', '{');
    write(folder, 'a.json', await kinds.ready());
    const { rows } = await runFleet(folder);
    expect(rowsText(rows)).toEqual([
      `prod not-scanned: ${reason('111122223333/eu-west-1/prod/latest.json', 'a.json')}`,
    ]);
  });

  it('that are the same file count once', async () => {
    const file = writeLatest(folder, await kinds.ready());
    const { rows } = await runFleet(folder, path.dirname(file), folder, file);
    expect(rowsText(rows)).toEqual(['prod ready']);
  });

  it('of clusters with the same name in two accounts are two rows', async () => {
    for (const account of ['111122223333', '444455556666'])
      writeLatest(folder, placed(await kinds.ready(), { account }));
    const { rows, code } = await runFleet(folder);
    expect(rows.map(({ account, name, status }) => `${account} ${name} ${status}`)).toEqual([
      '111122223333 prod ready',
      '444455556666 prod ready',
    ]);
    expect(code).toBe(0);
  });
});

describe('the state beside a report', () => {
  it.each([
    [
      'says when the findings last changed',
      stateWith({ changedAt: '2026-11-01T02:00:00.000Z' }),
      '2026-11-01T02:00:00.000Z',
    ],
    ['of an older version does not', stateWith({}), null],
    ['does not if the time is in the future', stateWith({ changedAt: '2027-11-01T02:00:00.000Z' }), null],
    ['does not if it is damaged', stateWith({ changedAt: '2026-11-01T02:00:00.000Z', updatedAt: 'now' }), null],
  ])('%s', async (_, state, changedAt) => {
    writeLatest(folder, await kinds.ready(), state);
    expect((await runFleet(folder)).rows).toMatchObject([{ status: 'ready', changedAt }]);
  });

  it('says since when scans fail if the report is too old', async () => {
    const trouble = { since: '2026-11-18T02:00:00.000Z', toldAt: '2026-11-18T02:00:00.000Z' };
    const state = stateWith({ told: { scan: null, findings: [], support: null, trouble }, changedAt: now });
    writeLatest(folder, placed(await kinds.ready(), { scannedAt: '2026-11-17T02:00:00.000Z' }), state);
    expect(rowsText((await runFleet(folder)).rows)).toEqual([
      'prod not-scanned: the report is 3 days old; --max-age is 36h; scans have failed since 2026-11-18',
    ]);
  });
});
