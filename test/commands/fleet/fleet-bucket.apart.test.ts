import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/schema.ts';
import type { State } from '../../../src/schedule/changes/state.ts';
import { runCommand } from '../../world/in-process.ts';
import { startBucket, type Bucket, type BucketAction } from '../../schedule/bucket.ts';
import type { Fleet } from '../../../src/report/fleet/schema.ts';
import { placed, makeReport, rowsText, stateWith } from './fleet-reports.ts';

let ready: Report;
let bucket: Bucket;
beforeAll(async () => {
  ready = await makeReport('ordinary-team');
});
beforeEach(async () => {
  bucket = await startBucket();
});
afterEach(() => bucket.close());

const home = 'reports/eks/111122223333/eu-west-1';

function put(key: string, content: unknown): void {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  bucket.objects.set(key, { body, etag: '"1"', headers: {} });
}

function putCluster(name: string, state?: State): void {
  put(`${home}/${name}/latest.json`, placed(ready, { name }));
  put(`${home}/${name}/2026-11-20T12-00-00.000Z.json`, placed(ready, { name }));
  if (state !== undefined) put(`${home}/${name}/state.json`, { ...state, cluster: { ...state.cluster, name } });
}

async function run(...args: readonly string[]) {
  const env = {
    AWS_ENDPOINT_URL_S3: bucket.url,
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-west-1',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  const { code, stdout, stderr } = await runCommand(['fleet', ...args, '--format', 'json'], { env });
  const fleet = JSON.parse(stdout) as Fleet;
  return { code, stderr, fleet, rows: rowsText(fleet.clusters ?? []) };
}

/** What was requested, in order of the alphabet. */
const requested = (): string[] => bucket.requests.map(({ method, key }) => `${method} ${key}`).toSorted();
const fails = (action: BucketAction, key: string, status: number, code: string): void => {
  bucket.failing = (one, at) => (one === action && at === key ? [status, code] : undefined);
};

describe('a fleet in S3', () => {
  it('takes two reads for each cluster, and lists no folder of a cluster', async () => {
    putCluster('a', stateWith({ changedAt: '2026-11-01T02:00:00.000Z' }));
    putCluster('b');
    const { code, fleet, rows } = await run('s3://reports/eks');
    expect({ code, rows }).toEqual({ code: 0, rows: ['a ready', 'b ready'] });
    expect(fleet.clusters).toMatchObject([
      { changedAt: '2026-11-01T02:00:00.000Z', report: 's3://reports/eks/111122223333/eu-west-1/a/latest.json' },
      { changedAt: null },
    ]);
    const lists = ['eks/', 'eks/111122223333/', 'eks/111122223333/eu-west-1/'].map(() => 'GET reports/');
    const reads = ['a', 'b'].flatMap((name) => [`GET ${home}/${name}/latest.json`, `GET ${home}/${name}/state.json`]);
    expect(requested()).toEqual([...lists, ...reads]);
  });

  it('may be one cluster, one report, or any folder of reports', async () => {
    putCluster('a');
    put('reports/other/x y.json', placed(ready, { name: 'b' }));
    expect((await run('s3://reports/eks/111122223333/eu-west-1/a')).rows).toEqual(['a ready']);
    expect((await run('s3://reports/eks/111122223333/eu-west-1/a/latest.json')).rows).toEqual(['a ready']);
    expect((await run('s3://reports/other/')).rows).toEqual(['b ready']);
    expect((await run('s3://reports')).rows).toEqual(['a ready', 'b ready']);
  });

  it('of many clusters takes several pages', async () => {
    bucket.pageSize = 2;
    for (const name of ['a', 'b', 'c', 'd', 'e']) putCluster(name);
    expect((await run('s3://reports/eks')).rows).toEqual(['a ready', 'b ready', 'c ready', 'd ready', 'e ready']);
    expect(bucket.requests.filter(({ key }) => key === 'reports/')).toHaveLength(5);
  });

  it('reads objects whose keys are hostile', async () => {
    putCluster('a');
    put('reports/eks/x\u0001\u001B[2J&<%2F+\u00E9.json', '{');
    put('reports/eks/', '');
    const { code, rows } = await run('s3://reports/eks');
    expect({ code, rows }).toEqual({
      code: 2,
      rows: [
        'a ready',
        's3://reports/eks/x&<%2F+\u00E9.json not-scanned: the file is not a report: it is damaged or cut off; write one with scan --output json=FILE',
      ],
    });
  });

  it('names the permission that a list needs', async () => {
    bucket.denied.add('s3:ListBucket');
    const { code, stderr } = await run('s3://reports/eks');
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^eks-preflight: cannot read s3:\/\/reports\/eks: not authorized to perform: s3:ListBucket\n/,
    );
  });

  it('names the permission that a read needs, of one cluster', async () => {
    putCluster('a');
    putCluster('b');
    fails('s3:GetObject', `${home}/a/latest.json`, 403, 'AccessDenied');
    const { code, rows } = await run('s3://reports/eks');
    expect({ code, rows }).toEqual({
      code: 2,
      rows: ['a not-scanned: as told (missing permission s3:GetObject)', 'b ready'],
    });
  });

  it('shows a cluster whose state cannot be read', async () => {
    putCluster('a', stateWith({ changedAt: '2026-11-01T02:00:00.000Z' }));
    fails('s3:GetObject', `${home}/a/state.json`, 403, 'AccessDenied');
    const { rows, fleet } = await run('s3://reports/eks');
    expect({ rows, changedAt: fleet.clusters[0]?.changedAt }).toEqual({ rows: ['a ready'], changedAt: null });
  });

  it('shows the others if the list of one account is denied', async () => {
    putCluster('a');
    put('reports/eks/444455556666/eu-west-1/b/latest.json', '{}');
    fails('s3:ListBucket', 'eks/444455556666/', 403, 'AccessDenied');
    const { code, rows } = await run('s3://reports/eks');
    const denied = 's3://reports/eks/444455556666/ not-scanned: as told (missing permission s3:ListBucket)';
    expect({ code, rows }).toEqual({ code: 2, rows: ['a ready', denied] });
  });

  it('shows the others if one of two places cannot be read', async () => {
    putCluster('a');
    fails('s3:ListBucket', 'none/', 404, 'NoSuchBucket');
    const { code, rows } = await run('s3://reports/eks', 's3://gone/none');
    expect({ code, rows }).toEqual({ code: 2, rows: ['a ready', 's3://gone/none not-scanned: as told'] });
  });

  it.each([
    [404, 'NoSuchBucket', /cannot read s3:\/\/reports\/eks: as told/],
    [403, 'InvalidAccessKeyId', /cannot read s3:\/\/reports\/eks: AWS does not accept the credentials/],
  ])('says why it cannot be listed: %d %s', async (status, code, said) => {
    bucket.failing = () => [status, code];
    const ended = await run('s3://reports/eks');
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(said);
  });

  it('is read in the Region of the bucket', async () => {
    putCluster('a');
    bucket.region = 'us-west-2';
    expect((await run('s3://reports/eks')).rows).toEqual(['a ready']);
  });

  it('tries again if it is throttled for a moment', async () => {
    putCluster('a');
    let left = 2;
    bucket.failing = (action) => (action === 's3:GetObject' && left-- > 0 ? [503, 'SlowDown'] : undefined);
    expect((await run('s3://reports/eks')).rows).toEqual(['a ready']);
  });
});
