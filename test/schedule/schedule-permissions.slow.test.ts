import { parse } from '@cdktn/hcl2json';
import { format } from '@cdktn/hcl-tools';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/main.ts';

/** `permissions --state --deliver`: what the state and deliveries need, apart from what reading the cluster needs. */

interface Policy {
  Statement: { Sid: string; Action: string[]; Resource: string | string[]; Condition?: unknown }[];
}

async function permissions(...args: string[]): Promise<string> {
  let text = '';
  const code = await main(['permissions', '--only', 'nodes/kubelet-skew', ...args], {
    stdout: (more) => (text += more),
    stderr: (more) => (text += more),
    env: {},
    cwd: '/',
    now: () => new Date('2026-11-20T12:00:00.000Z'),
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 100,
    signal: new AbortController().signal,
    version: '0.1.0',
  });
  return `${code} ${text}`;
}

const iam = async (...args: string[]): Promise<Policy['Statement']> => {
  const text = await permissions('--format', 'iam', ...args);
  return (JSON.parse(text.slice(2)) as Policy).Statement;
};
const place = ['--cluster', 'prod', '--region', 'eu-west-1', '--account', '111122223333'];
const key = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';

describe('the permissions of a scheduled scan', () => {
  it('are statements of their own, narrowed to the prefix', async () => {
    const reading = await iam(...place);
    const all = await iam(...place, '--state', 's3://reports/eks', '--sse-kms-key-id', key);
    expect(all.slice(0, reading.length)).toEqual(reading);
    expect(all.slice(reading.length)).toEqual([
      {
        Sid: 'EksPreflightState',
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: 'arn:aws:s3:::reports/eks/*',
      },
      {
        Sid: 'EksPreflightStateList',
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: 'arn:aws:s3:::reports',
        Condition: { StringLike: { 's3:prefix': ['eks/*'] } },
      },
      { Sid: 'EksPreflightStateKey', Effect: 'Allow', Action: ['kms:GenerateDataKey', 'kms:Decrypt'], Resource: key },
    ]);
  });

  it('of a whole bucket are of the whole bucket, of a folder none', async () => {
    const own = (await iam('--state', 's3://reports')).filter(({ Sid }) => Sid.startsWith('EksPreflightState'));
    expect(own.map(({ Resource, Condition }) => [Resource, Condition])).toEqual([
      ['arn:*:s3:::reports/*', undefined],
      ['arn:*:s3:::reports', undefined],
    ]);
    expect(await iam('--state', '/var/lib/reports')).toEqual(await iam());
  });

  it('of deliveries read no secret', async () => {
    const all = await iam(
      ...place,
      '--deliver',
      'slack:env:NOT_SET,events:default,sns:arn:aws:sns:eu-west-1:111122223333:eks',
    );
    expect(all.map(({ Sid }) => Sid).filter((sid) => sid.startsWith('EksPreflightDeliver'))).toEqual([
      'EksPreflightDeliverTopic',
      'EksPreflightDeliverEvents',
    ]);
  });

  it('are the same in Terraform', async () => {
    const text = (await permissions('--format', 'terraform', '--state', 's3://reports/eks')).slice(2);
    expect(await format(text)).toBe(text);
    const { data } = (await parse('a.tf', text)) as { data: Record<string, Record<string, Record<string, unknown>[]>> };
    const statements = data['aws_iam_policy_document']?.['eks_preflight']?.[0]?.['statement'];
    expect(statements).toContainEqual({
      sid: 'EksPreflightStateList',
      effect: 'Allow',
      resources: ['arn:*:s3:::reports'],
      actions: ['s3:ListBucket'],
      condition: [{ test: 'StringLike', variable: 's3:prefix', values: ['eks/*'] }],
    });
  });

  it('are refused for what is no place', async () => {
    expect(await permissions('--state', 's3://Reports')).toContain('3 eks-preflight: invalid --state');
    expect(await permissions('--sse-kms-key-id', key)).toContain('3 eks-preflight: --sse-kms-key-id needs');
  });
});
