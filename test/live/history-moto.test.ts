import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketPlace } from '../../src/schedule/history/bucket.ts';
import { keepLatest, keepReport, readState, writeState } from '../../src/schedule/history/history.ts';
import type { Place } from '../../src/schedule/history/place.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import { startMoto, type RunningMoto } from './moto.ts';

/** The history in moto's S3. The first test shows that moto implements conditional writes. */

let moto: RunningMoto;
let source: AwsSource;
const before = { ...process.env };
beforeAll(async () => {
  moto = await startMoto(console.log);
  Object.assign(process.env, moto.env);
  await fetch(`${moto.url}/reports`, { method: 'PUT' });
  source = await createAwsSource({ cluster: 'prod', region: 'eu-west-1' }, { userAgent: 'test', env: moto.env });
});
afterAll(async () => {
  source.close();
  for (const name of Object.keys(moto.env)) delete process.env[name];
  Object.assign(process.env, before);
  await moto.close();
});

const cluster = { account: '111122223333', region: 'eu-west-1', name: 'prod' };
const stateAt = (updatedAt: string) => ({
  schemaVersion: 1 as const,
  cluster,
  updatedAt,
  told: { scan: null, findings: [], support: null, trouble: null },
  behind: [],
  destinations: [],
});
const placeAt = (prefix: string): Place =>
  bucketPlace({ bucket: 'reports', prefix }, { aws: () => Promise.resolve(source), encryption: null });

describe('moto', () => {
  it('heeds If-None-Match and If-Match', async () => {
    const { PutObjectCommand } = await import('../../src/sources/aws/sdk/s3.ts');
    const client = await source.client('s3');
    const probe = { Bucket: 'reports', Key: 'probe', Body: 'x' };
    const put = (condition: object) =>
      client.send(new PutObjectCommand({ ...probe, ...condition })).then(
        ({ $metadata, ETag }) => ({ status: $metadata.httpStatusCode, ETag }),
        ({ $metadata }: { $metadata: { httpStatusCode: number } }) => ({
          status: $metadata.httpStatusCode,
          ETag: undefined,
        }),
      );
    const { status, ETag } = await put({ IfNoneMatch: '*' });
    expect(status).toBe(200);
    expect((await put({ IfNoneMatch: '*' })).status).toBe(412);
    expect((await put({ IfMatch: '"other"' })).status).toBe(412);
    expect((await put({ IfMatch: ETag })).status).toBe(200);
  });
});

describe('the history in S3', () => {
  it('creates once, and replaces only what was read', async () => {
    const place = placeAt('one/');
    expect(await place.read('a.json', 100)).toBeUndefined();
    expect(await place.create('a.json', '{"a":1}')).toBe(true);
    expect(await place.create('a.json', '{"a":2}')).toBe(false);
    const { version = '', text } = (await place.read('a.json', 100)) ?? {};
    expect(text).toBe('{"a":1}');
    expect(await place.replace('a.json', '{"a":3}', version)).toBe(true);
    expect(await place.replace('a.json', '{"a":4}', version)).toBe(false);
    expect((await place.read('a.json', 100))?.text).toBe('{"a":3}');
    await expect(place.read('a.json', 3)).rejects.toThrow('is larger than');
    expect(await placeAt('').folders('')).toEqual(['one']);
  });

  it('of many who write the state at once, none is lost', async () => {
    const place = placeAt('two/');
    const kept = await readState(place, cluster);
    const seen: (string | undefined)[] = [];
    const write = (day: number) =>
      writeState(place, cluster, kept, (current) => {
        seen.push(current?.updatedAt);
        return stateAt(`2026-11-2${day}T00:00:00.000Z`);
      });
    await Promise.all([write(0), write(1), write(2)]);
    expect(seen.filter((one) => one === undefined)).toHaveLength(3);
    expect(new Set(seen.filter((one) => one !== undefined)).size).toBeGreaterThanOrEqual(2);
    await keepReport(place, cluster, '2026-11-20T02:00:00.000Z', '{}');
    await expect(keepReport(place, cluster, '2026-11-20T02:00:00.000Z', '[]')).rejects.toThrow('already exists');
    await keepLatest(place, cluster, { scannedAt: '2026-11-20T02:00:00.000Z', now: '2026-11-20T02:00:00.000Z' }, '{}');
    expect(await place.folders('111122223333/')).toEqual(['eu-west-1']);
  });

  it('says what is missing', async () => {
    const none = bucketPlace(
      { bucket: 'missing', prefix: '' },
      { aws: () => Promise.resolve(source), encryption: null },
    );
    expect((await readState(none, cluster)).error).toBe('The specified bucket does not exist');
  });

  it('holds 20 MB', async () => {
    const place = placeAt('large/');
    const large = await createAwsSource(
      { cluster: 'prod', region: 'eu-west-1' },
      { userAgent: 'test', env: moto.env, limits: { answerBytes: 100_000_000 } },
    );
    const wide = bucketPlace(
      { bucket: 'reports', prefix: 'large/' },
      { aws: () => Promise.resolve(large), encryption: null },
    );
    await place.create('a.json', 'x'.repeat(20_000_000));
    expect((await wide.read('a.json', 100_000_000))?.text).toHaveLength(20_000_000);
    large.close();
  });
});
