import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderPlace } from '../../src/schedule/history/folder.ts';
import { underLock } from '../../src/schedule/history/lock.ts';
import { findCluster, keepLatest, keepReport, readState, writeState } from '../../src/schedule/history/history.ts';
import { isBucketAddress, misplaced, parseBucket, toClusterPlace } from '../../src/schedule/history/paths.ts';
import { untilStoppedPlace, type Place } from '../../src/schedule/history/place.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import type { State } from '../../src/schedule/changes/state.ts';

const cluster = { account: '111122223333', region: 'eu-west-1', name: 'prod' };
const key = '111122223333/eu-west-1/prod/';
const aState = (at: string): State => ({
  schemaVersion: 1,
  cluster,
  updatedAt: at,
  told: { scan: null, findings: [], support: null, trouble: null },
  behind: [],
  destinations: [],
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-history-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder', () => {
  it.skipIf(process.platform !== 'linux')(
    'that cannot be made ends in an error, not in an endless search',
    async () => {
      await expect(folderPlace('/proc/none').create('a/b/c.json', '{}')).rejects.toMatchObject({
        reason: { message: 'cannot write /proc/none/a/b/c.json: no such file or directory' },
      });
    },
  );

  it('creates once, and replaces only what was read', async () => {
    const place = folderPlace(folder);
    expect(await place.create('a/b.json', '1')).toBe(true);
    expect(await place.create('a/b.json', '2')).toBe(false);
    const { version = '' } = (await place.read('a/b.json', 10)) ?? {};
    expect(await place.replace('a/b.json', '3', version)).toBe(true);
    expect(await place.replace('a/b.json', '4', version)).toBe(false);
    expect((await place.read('a/b.json', 10))?.text).toBe('3');
    expect(readdirSync(path.join(folder, 'a'))).toEqual(['b.json']);
  });

  it('of many who replace at once, one does', async () => {
    const place = folderPlace(folder);
    await place.create('a.json', '0');
    const { version = '' } = (await place.read('a.json', 10)) ?? {};
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, index) => place.replace('a.json', `${index}`, version)),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(Array.from({ length: 20 }, () => place.create('b.json', 'x')))).toContain(true);
  });

  it('of many who wait for a lock that a crash left behind, one after the other goes on', async () => {
    const place = folderPlace(folder);
    await place.create('a.json', '0');
    writeFileSync(path.join(folder, '.a.json.lock'), '');
    writeFileSync(path.join(folder, '.a.json.0123abcd.tmp'), 'half');
    const { version = '' } = (await place.read('a.json', 10)) ?? {};
    const started = performance.now();
    const replacing = Array.from({ length: 20 }, (_, index) => place.replace('a.json', `${index}`, version));
    let held = 0;
    const jobs = Array.from({ length: 20 }, () =>
      underLock(path.join(folder, '.a.json.lock'), async () => {
        held += 1;
        const most = held;
        await sleep(5);
        held -= 1;
        return most;
      }),
    );
    expect((await Promise.all(replacing)).filter(Boolean)).toHaveLength(1);
    expect(new Set(await Promise.all(jobs))).toEqual(new Set([1]));
    expect(performance.now() - started).toBeGreaterThan(9_000);
    expect(readdirSync(folder).sort()).toEqual(['.a.json.0123abcd.tmp', 'a.json']);
  });

  it('leaves a lock that another run took while it waited to remove the one left behind', async () => {
    const lock = path.join(folder, 'lock');
    writeFileSync(lock, '');
    const { ino, mtimeNs } = statSync(lock, { bigint: true });
    const removing = `${lock}.${ino}-${mtimeNs}`;
    writeFileSync(removing, '');
    const outcome = underLock(lock, async () => readdirSync(folder));
    await sleep(11_000);
    rmSync(lock);
    writeFileSync(lock, 'of another run');
    rmSync(removing);
    await sleep(500);
    expect(readFileSync(lock, 'utf8')).toBe('of another run');
    rmSync(lock);
    expect(await outcome).toEqual(['lock']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads regular files to a limit, and waits for no pipe', async () => {
    const place = folderPlace(folder);
    writeFileSync(path.join(folder, 'large.json'), 'x'.repeat(11));
    mkdirSync(path.join(folder, 'folder.json'));
    spawnSync('mkfifo', [path.join(folder, 'pipe.json')]);
    symlinkSync('/dev/zero', path.join(folder, 'zero.json'));
    await expect(place.read('large.json', 10)).rejects.toThrow('is larger than');
    await expect(place.read('folder.json', 10)).rejects.toThrow('is not a regular file');
    await expect(place.read('pipe.json', 10)).rejects.toThrow('is not a regular file');
    await expect(place.read('zero.json', 10)).rejects.toThrow('zero.json is a symbolic link');
    expect(await place.read('none.json', 10)).toBeUndefined();
  });

  it.each(['111122223333', '111122223333/eu-west-1', '111122223333/eu-west-1/prod', `${key}state.json`])(
    'refuses a link below it: %s',
    async (link) => {
      const [own, elsewhere] = [path.join(folder, 'own'), path.join(folder, 'elsewhere')];
      mkdirSync(path.join(own, path.dirname(link)), { recursive: true });
      await folderPlace(elsewhere).create(`${key}state.json`, JSON.stringify(aState('2026-11-20T00:00:00.000Z')));
      symlinkSync(path.join(elsewhere, link), path.join(own, link));
      const place = folderPlace(own);
      const refused = `${path.join(own, link)} is a symbolic link`;
      const kept = await readState(place, cluster);
      expect(kept).toEqual({ state: null, error: refused, version: false });
      await expect(place.create(`${key}state.json`, '{}')).rejects.toThrow(refused);
      await expect(place.replace(`${key}state.json`, '{}', 'x')).rejects.toThrow(refused);
      expect(readdirSync(path.join(elsewhere, key))).toEqual(['state.json']);
    },
  );

  it('may be a link, and lie below one', async () => {
    mkdirSync(path.join(folder, 'real', 'own'), { recursive: true });
    symlinkSync(path.join(folder, 'real'), path.join(folder, 'above'));
    symlinkSync(path.join(folder, 'above', 'own'), path.join(folder, 'link'));
    for (const own of [path.join(folder, 'above', 'own'), path.join(folder, 'link')])
      expect(await folderPlace(own).create(`${path.basename(own)}/a.json`, '1')).toBe(true);
    expect(await folderPlace(path.join(folder, 'link')).folders('')).toEqual(['link', 'own']);
  });

  it('holds its lock while nothing is written that may take long', async () => {
    const place = folderPlace(folder);
    await place.create('a.json', '0');
    const { version = '' } = (await place.read('a.json', 10)) ?? {};
    const lock = path.join(folder, '.a.json.lock');
    writeFileSync(lock, '');
    const replacing = place.replace('a.json', '1', version);
    await expect
      .poll(() => readdirSync(folder).filter((name) => name.endsWith('.tmp')), { timeout: 5_000 })
      .toHaveLength(1);
    rmSync(lock);
    expect(await replacing).toBe(true);
  });

  it('says what it cannot write', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    await expect(folderPlace(path.join(folder, 'file')).create('a.json', '')).rejects.toThrow(
      /^cannot write .*: not a directory$/,
    );
  });

  it('finds a cluster whose account is not known, if it is the only one', async () => {
    const place = folderPlace(folder);
    const named = { account: undefined, region: undefined, name: 'prod' };
    expect(await findCluster(place, named)).toBeUndefined();
    await place.create('111122223333/eu-west-1/prod/state.json', JSON.stringify(aState('2026-11-20T00:00:00.000Z')));
    expect(await findCluster(place, named)).toEqual(cluster);
    await place.create('444455556666/eu-west-1/prod/state.json', '{}');
    expect(await findCluster(place, named)).toBeUndefined();
    expect(await findCluster(place, { ...named, account: '111122223333' })).toEqual(cluster);
  });
});

describe('a bucket with a default retention', () => {
  it('gets a checksum with each object', async () => {
    const source = await createAwsSource({ cluster: 'prod', region: 'eu-west-1' }, { userAgent: 'test', env: {} });
    const { config } = await source.client('s3');
    expect(await config.requestChecksumCalculation()).toBe('WHEN_SUPPORTED');
    source.close();
  });
});

describe('a place that does not answer', () => {
  it('is left when the time is over', async () => {
    const never = () => new Promise<never>(() => undefined);
    const place: Place = { name: 'gone', read: never, create: never, replace: never, folders: never, list: never };
    const late = new ScanError({ kind: 'time-out', message: 'not done 10 minutes after the scan' });
    const bounded = (): Place => {
      const clock = new AbortController();
      setTimeout(() => clock.abort(late), 50);
      return untilStoppedPlace(place, clock.signal);
    };
    const json = '{}';
    expect((await readState(bounded(), cluster)).error).toBe('not done 10 minutes after the scan');
    await expect(keepReport(bounded(), cluster, '2026-11-20T02:00:00.000Z', json)).rejects.toThrow(late);
    await expect(findCluster(bounded(), { ...cluster, account: undefined })).rejects.toThrow(late);
  });
});

describe('the history', () => {
  it('keeps a report that S3 refuses while another request of ours is writing it', async () => {
    const own = folderPlace(folder);
    const createCalls: boolean[] = [];
    const place: Place = {
      ...own,
      create: async (key, text) => {
        createCalls.push(true);
        return createCalls.length === 1 ? false : own.create(key, text);
      },
    };
    await keepReport(place, cluster, '2026-11-20T02:00:00.000Z', '{}');
    expect(createCalls).toHaveLength(2);
  });

  it('names no cluster where there are more accounts than it looks at', async () => {
    const place = folderPlace(folder);
    const text = JSON.stringify(aState('2026-11-20T00:00:00.000Z'));
    await place.create('111122223333/eu-west-1/prod/state.json', text);
    for (let id = 0; id < 49; id += 1) mkdirSync(path.join(folder, `${444455556600 + id}`));
    const named = { account: undefined, region: undefined, name: 'prod' };
    expect(await findCluster(place, named)).toEqual(cluster);
    mkdirSync(path.join(folder, '999988887777'));
    expect(await findCluster(place, named)).toBeUndefined();
  });

  it('writes the state on top of what another run wrote meanwhile', async () => {
    const place = folderPlace(folder);
    const kept = await readState(place, cluster);
    await writeState(place, cluster, kept, () => aState('2026-11-20T00:00:00.000Z'));
    const seen: (string | undefined)[] = [];
    await writeState(place, cluster, kept, (current) => {
      seen.push(current?.updatedAt);
      return aState('2026-11-21T00:00:00.000Z');
    });
    expect(seen).toEqual([undefined, '2026-11-20T00:00:00.000Z']);
    expect((await readState(place, cluster)).state?.updatedAt).toBe('2026-11-21T00:00:00.000Z');
  });

  it('gives up where the state changes again and again', async () => {
    const place: Place = { ...folderPlace(folder), create: () => Promise.resolve(false) };
    const writing = writeState(place, cluster, await readState(place, cluster), () =>
      aState('2026-11-20T00:00:00.000Z'),
    );
    await expect(writing).rejects.toThrow('state not saved: other runs changed state.json during all 5 attempts');
  });

  it('takes its own write for its own where the answer was lost', async () => {
    const own = folderPlace(folder);
    const place: Place = { ...own, create: async (key, text) => (await own.create(key, text)) && false };
    await writeState(place, cluster, await readState(place, cluster), () => aState('2026-11-20T00:00:00.000Z'));
    await keepReport(place, cluster, '2026-11-20T02:00:00.000Z', '{}');
    await expect(keepReport(place, cluster, '2026-11-20T02:00:00.000Z', '[]')).rejects.toThrow('already exists');
  });

  it('never makes an older report the latest one', async () => {
    const place = folderPlace(folder);
    const json = (scannedAt: string) => JSON.stringify({ cluster, scannedAt });
    const keep = (scannedAt: string, now: string) => keepLatest(place, cluster, { scannedAt, now }, json(scannedAt));
    const file = path.join(folder, '111122223333/eu-west-1/prod/latest.json');
    await keep('2026-11-21T00:00:00.000Z', '2026-11-21T00:05:00.000Z');
    await keep('2026-11-20T00:00:00.000Z', '2026-11-21T00:05:00.000Z');
    expect(readFileSync(file, 'utf8')).toContain('2026-11-21');
    // A run whose clock is ahead stores a report from the future; the next run replaces that report.
    await keep('2027-11-21T00:00:00.000Z', '2027-11-21T00:05:00.000Z');
    await keep('2026-11-22T00:00:00.000Z', '2026-11-22T00:05:00.000Z');
    expect(readFileSync(file, 'utf8')).toContain('2026-11-22');
  });

  it.each([
    ['../../etc', false],
    ['prod', true],
    ['a/b', false],
    ['', false],
    ['.', false],
  ])('a cluster named %j has a path: %j', (name, has) => {
    const report = { scannedAt: '2026-11-20T02:00:00.000Z', cluster: { ...cluster, name } };
    expect(toClusterPlace(report as never) !== undefined).toBe(has);
  });
});

describe('addresses', () => {
  it.each([
    ['s3://reports', { bucket: 'reports', prefix: '' }],
    ['s3://reports/', { bucket: 'reports', prefix: '' }],
    ['s3://reports/eks/', { bucket: 'reports', prefix: 'eks/' }],
    ['s3://my.reports-1/a/b', { bucket: 'my.reports-1', prefix: 'a/b/' }],
  ])('%s', (text, expected) => {
    expect(parseBucket(text, '--state')).toEqual(expected);
    expect(isBucketAddress(text)).toBe(true);
  });

  it.each([
    's3://',
    's3:///x',
    's3://A',
    's3://reports/../x',
    's3://reports/a/./b',
    's3://re ports',
    's3://reports/a\nb',
  ])('%s is none', (text) => {
    expect(() => parseBucket(text, '--state')).toThrow('invalid --state');
  });

  it('a report that lies under another name does not belong there', () => {
    const report = { scannedAt: '2026-11-20T02:00:00.000Z', cluster } as never;
    const at = (rest: string) => misplaced(`s3://reports/111122223333/eu-west-1/${rest}`, report);
    expect(at('prod/latest.json')).toBeUndefined();
    expect(at('prod/2026-11-20T02-00-00.000Z.json')).toBeUndefined();
    expect(at('prod/2026-11-21T02-00-00.000Z.json')).toContain('it was taken at 2026-11-20');
    expect(at('dev/latest.json')).toContain('it is a report of prod');
    expect(misplaced('report.json', report)).toBeUndefined();
  });
});
