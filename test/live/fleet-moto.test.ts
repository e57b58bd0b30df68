import { CreateBucketCommand, PutBucketPolicyCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { placed, makeReport, rowsText, stateWith } from '../commands/fleet/fleet-reports.ts';
import { runMain } from '../world/in-process.ts';
import { startMoto, type RunningMoto } from './moto.ts';

/** A fleet in moto's S3. */

let moto: RunningMoto;
let client: S3Client;
const before = { ...process.env };
beforeAll(async () => {
  moto = await startMoto(console.log);
  const credentials = { accessKeyId: 'testing', secretAccessKey: 'testing' };
  client = new S3Client({ endpoint: moto.url, region: 'us-east-1', credentials, forcePathStyle: true });
  for (const Bucket of ['reports', 'closed']) await client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  client.destroy();
  for (const name of Object.keys(moto.env)) delete process.env[name];
  Object.assign(process.env, before);
  await moto.close();
});

const put = (Bucket: string, Key: string, content: unknown) =>
  client.send(
    new PutObjectCommand({ Bucket, Key, Body: typeof content === 'string' ? content : JSON.stringify(content) }),
  );

async function run(...args: readonly string[]) {
  const now = () => new Date('2026-11-20T12:00:00.000Z');
  const { code, stdout, stderr } = await runMain(['fleet', ...args, '--format', 'json'], { env: moto.env, now });
  const { clusters = [] } = JSON.parse(stdout) as Partial<Fleet>;
  return { code, stderr, rows: rowsText(clusters), clusters };
}

const home = 'eks/111122223333/eu-west-1';

describe('a fleet in moto', () => {
  it('has a row for each cluster of a history, with the age of its findings', async () => {
    const ready = await makeReport('ordinary-team');
    const state = stateWith({ changedAt: '2026-11-01T02:00:00.000Z' });
    for (const name of ['a', 'b', 'c']) {
      await put('reports', `${home}/${name}/latest.json`, placed(ready, { name }));
      await put('reports', `${home}/${name}/2026-11-20T12-00-00.000Z.json`, placed(ready, { name }));
    }
    await put('reports', `${home}/a/state.json`, { ...state, cluster: { ...state.cluster, name: 'a' } });
    await put('reports', `${home}/d/state.json`, '{}');
    await put('reports', `${home}/e f\u0001&.json`, '{');
    const { code, rows, clusters } = await run('s3://reports/eks');
    expect({ code, rows }).toEqual({
      code: 2,
      rows: [
        'a ready',
        'b ready',
        'c ready',
        `d not-scanned: no report at s3://reports/${home}/d/latest.json`,
        `s3://reports/${home}/e f&.json not-scanned: the file is not a report: it is damaged or cut off; write one with scan --output json=FILE`,
      ],
    });
    expect(clusters.map(({ changedAt }) => changedAt)).toEqual(['2026-11-01T02:00:00.000Z', null, null, null, null]);
  });

  it('of 1,200 clusters takes two pages', async () => {
    const names = Array.from({ length: 1_200 }, (_, index) => `c${index}`);
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(
        names.slice(at, at + 50).map((name) => put('reports', `many/111122223333/eu-west-1/${name}/latest.json`, '{}')),
      );
    const { code, rows } = await run('s3://reports/many/');
    expect({ code, rows: new Set(rows).size }).toEqual({ code: 3, rows: 1_200 });
  });

  it('names the action that its policy denies', async () => {
    const ready = await makeReport('ordinary-team');
    for (const name of ['a', 'b']) await put('closed', `${home}/${name}/latest.json`, placed(ready, { name }));
    // moto applies a policy to reads of objects, not to lists; its 403 has no body.
    const Resource = `arn:aws:s3:::closed/${home}/a/*`;
    const Statement = [{ Effect: 'Deny', Principal: '*', Action: 's3:GetObject', Resource }];
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await client.send(new PutBucketPolicyCommand({ Bucket: 'closed', Policy }));
    const { code, rows } = await run('s3://closed/eks');
    expect({ code, rows }).toEqual({
      code: 2,
      rows: [expect.stringMatching(/^a not-scanned: s3:GetObject/), 'b ready'],
    });
  });

  it('says that its bucket does not exist', async () => {
    const { code, stderr } = await run('s3://no-such-bucket/eks');
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'eks-preflight: cannot read s3://no-such-bucket/eks: The specified bucket does not exist\n',
    });
  });
});
