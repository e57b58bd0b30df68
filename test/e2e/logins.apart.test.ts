import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import { createAwsSource, type AwsExtra } from '../../src/sources/aws/source.ts';
import type { AwsOptions, AwsSource } from '../../src/sources/aws/contract.ts';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { healthyWorld } from '../world/healthy.ts';
import { loginKeys, startLogins, type LoginOptions, type Logins } from '../world/logins.ts';
import { reportSchema } from '../../src/report/schema.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld } from '../world/run.ts';

/** Credentials of a pod: IAM roles for service accounts (IRSA) and EKS Pod Identity, with the real SDK. */

const cleanups: (() => unknown)[] = [];
let home: string;

beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (/^AWS_|_proxy$/i.test(name)) vi.stubEnv(name, undefined);
  home = await mkdtemp(path.join(tmpdir(), 'eks-preflight-logins-'));
  cleanups.push(() => rm(home, { recursive: true, force: true }));
  vi.stubEnv('HOME', home);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function start(options: LoginOptions = {}): Promise<{ aws: AwsEndpoint; logins: Logins }> {
  const [aws, logins] = await Promise.all([startAwsEndpoint(healthyWorld()), startLogins(options)]);
  cleanups.push(
    () => aws.close(),
    () => logins.close(),
  );
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  return { aws, logins };
}

async function open(options: Partial<AwsOptions> = {}, extra: Partial<AwsExtra> = {}): Promise<AwsSource> {
  const source = await createAwsSource(
    { cluster: 'prod', region: 'eu-west-1', ...options },
    { userAgent: 'eks-preflight/test', ...extra },
  );
  cleanups.push(() => source.close());
  return source;
}

async function catchReason(promise: Promise<unknown>): Promise<Reason> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScanError);
  const { reason } = error as ScanError;
  expect(reason.message).not.toMatch(/[\n\r]/);
  expect(JSON.stringify(reason)).not.toContain('jwt-of-the-pod');
  return reason;
}

async function write(name: string, text: string): Promise<string> {
  const file = path.join(home, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

/** The signed URL in an EKS token. */
function parseTokenUrl(token: string): URL {
  return new URL(Buffer.from(token.slice('k8s-aws-v1.'.length), 'base64url').toString());
}

/** Moves the clock past the expiration of the credentials; the SDK renews them in the background a little earlier. */
function anHourLater(): void {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 3_700_000);
}

describe('a web identity (IRSA)', () => {
  const role = 'arn:aws:iam::111122223333:role/preflight';

  async function pod(options: LoginOptions = {}) {
    const running = await start(options);
    vi.stubEnv('AWS_ENDPOINT_URL_STS', running.logins.url);
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', await write('token', 'jwt-of-the-pod'));
    vi.stubEnv('AWS_ROLE_ARN', role);
    vi.stubEnv('AWS_ROLE_SESSION_NAME', 'preflight-pod');
    return running;
  }

  it('gives the credentials of all calls, once, and those of a token for the real STS host', async () => {
    const { aws, logins } = await pod();
    const source = await open();
    const [, , token] = await Promise.all([source.describeCluster(), source.describeCluster(), source.token()]);
    expect(logins.requests).toHaveLength(1);
    expect(logins.requests[0]).toMatchObject({
      operation: 'AssumeRoleWithWebIdentity',
      authorization: undefined,
      parameters: { RoleArn: role, RoleSessionName: 'preflight-pod', WebIdentityToken: 'jwt-of-the-pod' },
    });
    expect(aws.calls.map(({ accessKeyId }) => accessKeyId)).toEqual([loginKeys.webIdentity]);
    const url = parseTokenUrl(token);
    expect(url.host).toBe('sts.eu-west-1.amazonaws.com');
    expect(url.searchParams.get('X-Amz-Credential')).toContain(`${loginKeys.webIdentity}/`);
    expect(url.searchParams.get('X-Amz-Security-Token')).toBe('web-token');
  });

  it('is asked again with the token that is in the file then, when the credentials end', async () => {
    const { logins } = await pod();
    const source = await open();
    await source.describeCluster();
    await write('token', 'the-next-one');
    anHourLater();
    await source.token();
    expect(logins.requests.map(({ parameters }) => parameters['WebIdentityToken'])).toEqual([
      'jwt-of-the-pod',
      'the-next-one',
    ]);
  });

  it('may assume another role with it', async () => {
    const { aws, logins } = await start();
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', await write('token', 'jwt-of-the-pod'));
    vi.stubEnv('AWS_ROLE_ARN', role);
    // STS is the loopback server; the AssumeRole request for the second role is signed.
    vi.stubEnv('AWS_ENDPOINT_URL_STS', logins.url);
    const reason = await catchReason(
      (await open({ roleArn: 'arn:aws:iam::444455556666:role/audit' })).describeCluster(),
    );
    expect(
      logins.requests.map(({ operation, authorization }) => [
        operation,
        authorization?.includes(loginKeys.webIdentity),
      ]),
    ).toEqual([
      ['AssumeRoleWithWebIdentity', undefined],
      ['AssumeRole', true],
    ]);
    expect([reason.kind, aws.calls.length]).toEqual(['unreadable', 0]);
  });

  it('that the trust policy does not name: the role, and what it must name', async () => {
    await pod({
      refuses: { code: 'AccessDenied', message: 'Not authorized to perform sts:AssumeRoleWithWebIdentity' },
    });
    expect(await catchReason((await open()).describeCluster())).toMatchObject({
      kind: 'denied',
      permission: 'sts:AssumeRoleWithWebIdentity',
      message: 'Not authorized to perform sts:AssumeRoleWithWebIdentity',
      hint: `check the trust policy of ${role}: it must name the cluster's OIDC provider and this service account`,
    });
  });

  it.each(['InvalidIdentityToken', 'ExpiredTokenException'])('whose token STS does not support (%s)', async (code) => {
    await pod({ refuses: { code, message: 'The token is not good' } });
    const reason = await catchReason((await open()).describeCluster());
    expect(reason.kind).toBe('denied');
    expect(reason.message).toContain('The token is not good');
    expect(reason.hint).toContain(`is the token in ${path.join(home, 'token')} fresh`);
  });

  it('whose token file is not there', async () => {
    await pod();
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', path.join(home, 'gone'));
    const reason = await catchReason((await open()).describeCluster());
    expect(reason).toMatchObject({
      kind: 'denied',
      message: `cannot read the web identity token ${path.join(home, 'gone')}: no such file or directory`,
      hint: 'Write the token to this file, or unset AWS_WEB_IDENTITY_TOKEN_FILE to use other credentials.',
    });
  });

  it('whose STS cannot be reached: the host, not a missing login', async () => {
    const { logins } = await pod();
    await logins.close();
    const reason = await catchReason((await open()).describeCluster());
    expect(reason).toMatchObject({
      kind: 'unreachable',
      message: `cannot reach 127.0.0.1:${logins.port} (region eu-west-1): connection refused (ECONNREFUSED)`,
    });
  });

  it.each([
    ['eu-west-1', undefined],
    ['cn-north-1', undefined],
    ['us-gov-west-1', 'us-gov-west-1'],
  ])('is asked in the region of the scan (%s, AWS_REGION %s)', async (region, AWS_REGION) => {
    await pod();
    vi.stubEnv('AWS_ENDPOINT_URL_STS', undefined);
    vi.stubEnv('AWS_ENDPOINT_URL', undefined);
    vi.stubEnv('AWS_REGION', AWS_REGION);
    // Nothing listens at this proxy: the request fails, and the reason names the host.
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
    const reason = await catchReason((await open({ region })).token());
    const suffix = region.startsWith('cn-') ? '.cn' : '';
    expect(reason.message).toContain(`sts.${region}.amazonaws.com${suffix}:443 through the proxy http://127.0.0.1:9`);
  });
});

describe('EKS Pod Identity', () => {
  async function pod(options: LoginOptions = {}) {
    const running = await start(options);
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${running.logins.url}/v1/credentials`);
    vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', await write('eks-pod-identity-token', 'jwt-of-the-pod'));
    return running;
  }

  it('gives the credentials of all calls, for the token in the file', async () => {
    let expected = 'jwt-of-the-pod';
    const { aws, logins } = await pod({ containerToken: () => expected });
    const source = await open();
    await Promise.all([source.describeCluster(), source.token()]);
    expect(logins.requests).toEqual([
      { operation: '/v1/credentials', authorization: 'jwt-of-the-pod', parameters: {} },
    ]);
    expect(aws.calls.map(({ accessKeyId }) => accessKeyId)).toEqual([loginKeys.container]);
    expected = 'the-next-one';
    await write('eks-pod-identity-token', expected);
    anHourLater();
    expect(parseTokenUrl(await source.token()).searchParams.get('X-Amz-Security-Token')).toBe('container-token');
    expect(logins.requests.map(({ authorization }) => authorization)).toEqual(['jwt-of-the-pod', 'the-next-one']);
  });

  it('that gives none: its address, and what to look at', async () => {
    const { logins } = await pod({ containerToken: () => 'another' });
    const reason = await catchReason((await open()).describeCluster());
    expect(reason).toMatchObject({
      kind: 'denied',
      message: `no AWS credentials: ${logins.url}/v1/credentials (AWS_CONTAINER_CREDENTIALS_FULL_URI) gives none`,
      hint: expect.stringContaining('Pod Identity') as string,
    });
  });

  it('is a scan from argv to the report', async () => {
    const world = await startWorld(healthyWorld());
    cleanups.push(() => world.close());
    const logins = await startLogins({ containerToken: () => 'jwt-of-the-pod' });
    cleanups.push(() => logins.close());
    const { AWS_ACCESS_KEY_ID: _id, AWS_SECRET_ACCESS_KEY: _secret, ...bare } = world.env;
    const env = {
      ...bare,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${logins.url}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: await write('pod-token', 'jwt-of-the-pod'),
    };
    const { code, stdout, stderr } = await runCommand(['scan', '--cluster', 'prod', '--format', 'json'], {
      env,
      cwd: world.folder,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(reportSchema.parse(JSON.parse(stdout)).verdict).toBe('ready');
    expect(new Set(world.calls.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set([loginKeys.container]));
    expect(logins.requests).toHaveLength(1);
  });
});
