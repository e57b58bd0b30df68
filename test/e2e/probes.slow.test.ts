import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import { neededPermissions, withDependencies } from '../../src/commands/permissions/needed.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { errorReportSchema, reportSchema, type Report } from '../../src/report/schema.ts';
import { answeredByDiscovery, checksThatNeed, withoutUpdate } from '../laws/permission-needs.ts';
import { aNamespaceObject } from '../world/manifests.ts';
import { healthyWorld } from '../world/healthy.ts';
import { tooLong } from '../world/pace.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import { otherTls } from '../world/tls.ts';
import type { World } from '../world/world.ts';

/**
 * Situations that other cluster scanners reported as a pass: something forbidden, unreachable or silent. Each ends here
 * with `unknown` and a line that says what to do, or with exit code 3.
 */

const running: RunningWorld[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((world) => world.close()));
  for (const server of servers.splice(0)) server.close();
});

interface Probe {
  world?: Partial<World>;
  /** Fields of the cluster's description. */
  cluster?: Record<string, unknown>;
  env?: NodeJS.ProcessEnv;
  args?: readonly string[];
}

interface Probed {
  code: number | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
  world: RunningWorld;
}

async function open(probe: Probe): Promise<RunningWorld> {
  const base = healthyWorld();
  const clusters = { prod: { ...base.aws.clusters['prod'], ...probe.cluster } };
  const world = await startWorld({ ...base, aws: { ...base.aws, clusters }, ...probe.world });
  running.push(world);
  return world;
}

async function probe(options: Probe = {}, opened?: RunningWorld): Promise<Probed> {
  const world = opened ?? (await open(options));
  const args = ['scan', '--cluster', 'prod', '--with', 'secrets', '--format', 'json', ...(options.args ?? [])];
  const started = performance.now();
  const outcome = await runCommand(args, { env: { ...world.env, ...options.env }, cwd: world.folder });
  expect(outcome.stderr).not.toMatch(/\n\s+at |crashed|Warning/);
  return { ...outcome, milliseconds: performance.now() - started, world };
}

function parseReport({ stdout, stderr, code }: Probed): Report {
  expect(stderr).toBe('');
  const report = reportSchema.parse(JSON.parse(stdout));
  expect(code).toBe(report.exitCode);
  return report;
}

/** Parses the JSON error of exit code 3, which says the same as stderr. */
function parseError({ stdout, stderr, code }: Probed): { code: string; message: string; hint?: string | undefined } {
  expect(code).toBe(3);
  const { error } = errorReportSchema.parse(JSON.parse(stdout));
  expect(stderr).toBe(`eks-preflight: ${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`);
  return error;
}

const statuses = ({ results }: Report) => Object.fromEntries(results.map(({ id, status }) => [id, status]));

/** Checks that read a fact from the API server. */
const onKube = checks
  .filter(({ needs, uses = [], applies }) =>
    [...withDependencies(collectors, [...needs, ...uses, ...(applies?.needs ?? [])])].some((fact) =>
      collectors[fact].permissions.some((permission) => !('iam' in permission)),
    ),
  )
  .map(({ id }) => id);

/**
 * Checks that are skipped even without the API server: AWS shows that the world has no Fargate profile and
 * no EKS Auto Mode, some judge only rollbacks, and an update is planned.
 */
const forRollbacks = checks.flatMap(({ id, direction }) => (direction === 'down' ? [id] : []));
const absent = new Set([
  'control-plane/component-options',
  'nodes/auto-mode-pools',
  'nodes/fargate-profiles',
  withoutUpdate,
  ...forRollbacks,
]);

/** Expects all checks that read Kubernetes to be unknown for the same reason, and the others to be judged as usual. */
function expectKubeUnseen(report: Report, message: RegExp, hint: RegExp): void {
  expect([report.verdict, report.exitCode]).toEqual(['incomplete', 2]);
  for (const { id, status } of report.results) {
    const seen = onKube.includes(id) ? 'unknown' : 'pass';
    expect([id, status]).toEqual([id, absent.has(id) ? 'skip' : seen]);
  }
  const missing = report.results.flatMap((result) => result.missing);
  const [shared = ''] = missing.map((entry) => entry.message).sort((one, other) => one.length - other.length);
  expect(shared).toMatch(message);
  for (const entry of missing) {
    // A message may name a part of a fact before the shared reason.
    expect(entry.message.endsWith(shared), entry.message).toBe(true);
    expect(entry.hint).toMatch(hint);
  }
}

async function deafPort(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const port = await deafPort();
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return port;
}

describe('something is forbidden', () => {
  it('pods: what needs them is unknown, and the permission is named', async () => {
    const report = parseReport(await probe({ world: { deny: ['pods: list'] } }));
    expect(statuses(report)).toMatchObject({ 'workloads/runtime-socket': 'unknown' });
    expect(report.exitCode).toBe(2);
    expect(report.coverage.facts['pods']).toMatchObject({ ok: false, permission: 'pods: list' });
  });

  it('secrets: what reads them is unknown, and the permission is named', async () => {
    const whole = statuses(parseReport(await probe()));
    const without = await probe({ world: { deny: ['secrets: list', 'secrets: get'] } });
    // No step removes a served version, so no other check depends on the releases.
    const ids = ['apis/helm-releases'];
    const unknown = Object.fromEntries(ids.map((id) => [id, 'unknown']));
    expect(statuses(parseReport(without))).toEqual({ ...whole, ...unknown });
    for (const { id, missing } of parseReport(without).results.filter((result) => ids.includes(result.id)))
      expect([id, missing.map(({ permission }) => permission)]).toEqual([id, ['secrets: list']]);
    expect(without.code).toBe(2);
  });

  it('deployments: nothing built upon them passes', async () => {
    const report = parseReport(await probe({ world: { deny: ['deployments.apps: list'] } }));
    const needing = checksThatNeed({ apiGroup: 'apps', resource: 'deployments', verb: 'list' }).map(({ id }) => id);
    // No namespace of this cluster enforces a level, whatever its pods are.
    const expected = needing.filter((id) => id !== 'workloads/pod-security');
    expect(report.results.filter(({ status }) => status === 'unknown').map(({ id }) => id)).toEqual(expected);
    expect(report.exitCode).toBe(2);
  });

  it('everything of the cluster: no check of it passes, AWS is judged', async () => {
    const permissions = neededPermissions(collectors, checks).filter(
      (permission) => !('iam' in permission) && !('nonResourceURL' in permission),
    );
    const report = parseReport(await probe({ world: { deny: permissions.map(permissionText) } }));
    expect([report.verdict, report.exitCode]).toEqual(['incomplete', 2]);
    const passed = report.results.filter(({ status }) => status === 'pass').map(({ id }) => id);
    expect(passed.length).toBeGreaterThan(2);
    // Everyone may use discovery: it shows no Karpenter group, no pod security policies, no removed version.
    const byDiscovery = [...answeredByDiscovery, 'account/spot-service-linked-role', 'apis/pod-security-policies'];
    expect(passed.filter((id) => onKube.includes(id) && !byDiscovery.includes(id))).toEqual([]);
  });

  it('everything of the cluster, discovery too: one reason for all', async () => {
    const report = parseReport(await probe({ world: { faults: [{ on: 'kube', does: { status: 403 } }] } }));
    expectKubeUnseen(report, /forbidden/, /system:discovery|access entry/i);
  });

  it('everything of AWS: the scan cannot run, and says which permission it lacks first', async () => {
    const denied = neededPermissions(collectors, checks)
      .map(permissionText)
      .filter((text) => /^[a-z0-9]+:[A-Z]/.test(text));
    const error = parseError(await probe({ world: { deny: denied } }));
    expect(error).toMatchObject({ code: 'denied' });
    expect(error.message).toContain('eks:DescribeCluster');
  });
});

describe('the API server', () => {
  it('refuses the connection', async () => {
    const probed = await probe({ cluster: { endpoint: `https://127.0.0.1:${await closedPort()}` } });
    expectKubeUnseen(
      parseReport(probed),
      /^cannot reach 127\.0\.0\.1:\d+: connection refused/,
      /private|publicAccessCidrs/,
    );
    expect(await tooLong(probed.milliseconds, 5_000)).toBeUndefined();
  });

  it('takes the connection and never answers TLS: five seconds, once for all facts', async () => {
    const probed = await probe({ cluster: { endpoint: `https://127.0.0.1:${await deafPort()}` } });
    expectKubeUnseen(parseReport(probed), /does not answer/, /private|publicAccessCidrs/);
    expect(probed.milliseconds).toBeGreaterThan(4_500);
    expect(await tooLong(probed.milliseconds, 5_000)).toBeUndefined();
  });

  it('speaks TLS and never answers the request', async () => {
    const probed = await probe({ world: { faults: [{ on: 'kube', does: 'silent' }] } });
    expectKubeUnseen(parseReport(probed), /does not answer/, /private|publicAccessCidrs/);
    expect(await tooLong(probed.milliseconds, 5_000)).toBeUndefined();
  });

  it('does not know who asks (401)', async () => {
    const report = parseReport(await probe({ world: { faults: [{ on: 'kube', does: { status: 401 } }] } }));
    expectKubeUnseen(report, /does not accept the credentials \(401/, /access entry.*clock/i);
  });

  it('shows a certificate of another authority', async () => {
    const data = Buffer.from(otherTls.ca).toString('base64');
    const probed = await probe({ cluster: { certificateAuthority: { data } } });
    expectKubeUnseen(parseReport(probed), /^TLS to 127\.0\.0\.1:\d+ failed/, /did not sign/);
    expect(probed.world.requests, 'a request was sent').toEqual([]);
  });

  it('has no endpoint yet', async () => {
    const creating = { status: 'CREATING', endpoint: null, certificateAuthority: null };
    const report = parseReport(await probe({ cluster: creating }));
    expect(report.verdict).not.toBe('ready');
    expect(report.coverage.facts['nodes']).toMatchObject({
      ok: false,
      reason: expect.stringContaining('no API endpoint yet'),
    });
    expect(report.results.filter(({ id, status }) => onKube.includes(id) && status === 'pass')).toEqual([]);
  });
});

describe('a cluster with nothing in it', () => {
  it('is ready: every list was read and is empty', async () => {
    const base = healthyWorld();
    const empty = { ...base.aws, nodegroups: {}, addons: {}, updates: {}, autoScalingGroups: [] };
    const report = parseReport(
      await probe({ world: { aws: empty, kube: { ...base.kube, objects: [aNamespaceObject('kube-system')] } } }),
    );
    expect([report.verdict, report.exitCode]).toEqual(['ready', 0]);
    expect(report.results.filter(({ status }) => status !== 'pass' && status !== 'skip')).toEqual([]);
    expect(report.coverage.facts).toMatchObject({ nodes: { ok: true, count: 0 }, pods: { ok: true, count: 0 } });
    for (const { reason } of report.results.filter(({ status }) => status === 'skip')) expect(reason).toMatch(/\w/);
  });
});

describe('the account', () => {
  it('has no such cluster: the region and the near names', async () => {
    const error = parseError(await probe({ args: ['--cluster', 'prdo'] }));
    expect(error).toMatchObject({ code: 'absent' });
    expect(error.hint).toMatch(/region eu-west-1.*prod/);
  });

  it('has it in another region', async () => {
    const error = parseError(await probe({ args: ['--region', 'us-east-1'] }));
    expect(error).toMatchObject({ code: 'absent', hint: expect.stringContaining('us-east-1') });
  });

  it('is not named: no region', async () => {
    expect(parseError(await probe({ env: { AWS_REGION: undefined } }))).toMatchObject({
      message: 'no region',
      hint: expect.stringContaining('--region'),
    });
  });

  it('has no credentials here', async () => {
    const probed = await probe({ env: { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined } });
    expect(parseError(probed)).toMatchObject({ code: 'denied', message: 'no AWS credentials found' });
    expect(probed.world.calls).toEqual([]);
  });

  it.each(['ExpiredTokenException', 'UnrecognizedClientException', 'InvalidSignatureException'])(
    'does not accept them: %s',
    async (awsError) => {
      const probed = await probe({ world: { faults: [{ on: 'aws', does: { awsError, status: 403 } }] } });
      const error = parseError(probed);
      expect(error).toMatchObject({ code: 'denied', message: expect.stringContaining(awsError) });
      expect(error.hint).toMatch(/\w/);
    },
  );

  it('cannot be reached', async () => {
    const probed = await probe({ env: { AWS_ENDPOINT_URL: `http://127.0.0.1:${await closedPort()}` } });
    expect(parseError(probed)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('connection refused'),
    });
    expect(await tooLong(probed.milliseconds, 5_000)).toBeUndefined();
  });
});

describe('a session of single sign-on that has expired', () => {
  const start = 'https://corp.awsapps.example/start';
  const account = 'sso_account_id = 111122223333\nsso_role_name = ReadOnly\nregion = eu-west-1\n';
  const profiles: [string, string, string][] = [
    [
      'a session of its own',
      `sso_session = corp\n${account}[sso-session corp]\nsso_region = eu-west-1\nsso_start_url = ${start}\n`,
      'corp',
    ],
    ['the older form', `sso_start_url = ${start}\nsso_region = eu-west-1\n${account}`, start],
  ];
  it.each(profiles)('%s: the line that opens it, ready to be copied', async (_name, profile, cacheKey) => {
    const world = await open({});
    const cache = path.join(world.folder, '.aws/sso/cache');
    await mkdir(cache, { recursive: true });
    await writeFile(path.join(world.folder, '.aws/config'), `[profile ops]\n${profile}`);
    const token = { startUrl: start, region: 'eu-west-1', accessToken: 'expired', expiresAt: '2024-01-01T00:00:00Z' };
    await writeFile(
      path.join(cache, `${createHash('sha1').update(cacheKey).digest('hex')}.json`),
      JSON.stringify(token),
    );
    const env = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    const error = parseError(await probe({ env, args: ['--profile', 'ops'] }, world));
    expect(error.message).toBe('the SSO session of profile ops has expired or was never opened');
    expect(error.hint).toContain('`aws sso login --profile ops`');
    expect(world.calls).toEqual([]);
  });
});

describe('a role to assume', () => {
  const arn = 'arn:aws:iam::111122223333:role/auditor';
  const condition = { StringEquals: { 'sts:ExternalId': 'secret-handshake' } };
  const trust = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Condition: condition }],
  };
  const base = healthyWorld();
  const role = {
    RoleName: 'auditor',
    Arn: arn,
    AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust, null, 1)),
  };
  const world = { aws: { ...base.aws, roles: { ...base.aws.roles, auditor: role } } };

  it('with its external id: everything is read as that role', async () => {
    const probed = await probe({ world, args: ['--role-arn', arn, '--external-id', 'secret-handshake'] });
    expect(parseReport(probed)).toMatchObject({ verdict: 'ready', exitCode: 0 });
    const [first, ...rest] = probed.world.calls;
    expect(first).toMatchObject({ action: 'sts:AssumeRole', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' });
    expect(new Set(rest.map(({ accessKeyId }) => accessKeyId)).size).toBe(1);
    expect(rest[0]?.accessKeyId).toMatch(/^ASIA/);
    expect(rest.filter(({ action }) => action === 'sts:AssumeRole')).toEqual([]);
  });

  it.each([
    ['another external id', ['--external-id', 'guess'], /requires a different external ID/],
    ['no external id', [], /--external-id/],
  ])('with %s: what the trust policy asks for', async (_name, more, hint) => {
    const probed = await probe({ world, args: ['--role-arn', arn, ...more] });
    const error = parseError(probed);
    expect(error).toMatchObject({ code: 'denied', message: expect.stringContaining('sts:AssumeRole') });
    expect(error.hint).toMatch(hint);
    expect(new Set(probed.world.calls.map(({ action }) => action))).toEqual(new Set(['sts:AssumeRole']));
  });
});
