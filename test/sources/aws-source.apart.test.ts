import { spawn } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ClientRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { paginateDescribeAutoScalingGroups } from '@aws-sdk/client-auto-scaling';
import { DescribeSubnetsCommand, paginateDescribeSubnets } from '@aws-sdk/client-ec2';
import {
  DescribeAddonCommand,
  DescribeNodegroupCommand,
  ListEksAnywhereSubscriptionsCommand,
  paginateDescribeClusterVersions,
  paginateListAddons,
  paginateListCertificateAuthorities,
  paginateListClusters,
  paginateListFargateProfiles,
  paginateListNodegroups,
  paginateListUpdates,
} from '@aws-sdk/client-eks';
import { GetRoleCommand, ListRolesCommand } from '@aws-sdk/client-iam';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import type { AwsOptions, AwsSource } from '../../src/sources/aws/contract.ts';
import { nearNames } from '../../src/sources/aws/near-names.ts';
import { createAwsSource, type AwsExtra } from '../../src/sources/aws/source.ts';
import { createTokens, presignEksToken, stsHost } from '../../src/sources/aws/token.ts';
import type { CallRecord } from '../../src/sources/kube/contract.ts';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { assumedKeyId } from '../world/aws/query.ts';
import { aDescribedCluster, aSubnet, healthyWorld } from '../world/healthy.ts';
import type { Fault, World } from '../world/world.ts';

const KEYS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const cleanups: (() => unknown)[] = [];
const hosts = new Set<string>();
const noteHost = (message: unknown): void => {
  hosts.add((message as { request: ClientRequest }).request.host);
};

beforeAll(() => diagnostics.subscribe('http.client.request.start', noteHost));
afterAll(() => {
  diagnostics.unsubscribe('http.client.request.start', noteHost);
  expect([...hosts].filter((host) => host !== '127.0.0.1')).toEqual([]);
  expect(hosts.size).toBe(1);
});

/** Hides the AWS configuration of this machine from the tests. */
beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  const home = await mkdtemp(path.join(tmpdir(), 'eks-preflight-aws-'));
  cleanups.push(() => rm(home, { recursive: true, force: true }));
  vi.stubEnv('HOME', home);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function home(): string {
  return process.env['HOME'] ?? '';
}

/** Writes a file below the test's own home folder. */
async function writeHome(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(home(), name)), { recursive: true });
  await writeFile(path.join(home(), name), text);
}

async function start(world: World): Promise<AwsEndpoint> {
  const endpoint = await startAwsEndpoint(world);
  cleanups.push(() => endpoint.close());
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint.url);
  return endpoint;
}

function withKeys(): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', KEYS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', KEYS.secretAccessKey);
}

async function open(options: Partial<AwsOptions> = {}, extra: Partial<AwsExtra> = {}): Promise<AwsSource> {
  const aws = await createAwsSource(
    { cluster: 'prod', region: 'eu-west-1', ...options },
    { userAgent: 'eks-preflight/test', ...extra },
  );
  cleanups.push(() => aws.close());
  return aws;
}

async function openWorld(changes: Partial<World> = {}, extra: Partial<AwsExtra> = {}) {
  const world = { ...healthyWorld(), ...changes };
  const endpoint = await start(world);
  withKeys();
  const log: CallRecord[] = [];
  const aws = await open({}, { log: (record) => log.push(record), ...extra });
  return { world, endpoint, aws, log };
}

function fault(on: string, does: Fault['does'], more: Partial<Fault> = {}): { faults: Fault[] } {
  return { faults: [{ on, does, ...more }] };
}

async function catchReason(promise: Promise<unknown>): Promise<Reason> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScanError);
  const { reason } = error as ScanError;
  expect(reason.message).not.toMatch(/[\n\r]/);
  expect(reason.message.length).toBeLessThan(420);
  return reason;
}

async function getRole(aws: AwsSource, RoleName = 'AWSServiceRoleForEC2Spot') {
  const client = await aws.client('iam');
  return aws.call('iam:GetRole', () => client.send(new GetRoleCommand({ RoleName })));
}

async function subnetIds(aws: AwsSource, Filters: { Name: string; Values: string[] }[] = []): Promise<unknown[]> {
  const client = await aws.client('ec2');
  return aws.call('ec2:DescribeSubnets', async () => {
    const ids: unknown[] = [];
    for await (const page of paginateDescribeSubnets({ client }, { Filters })) {
      ids.push(...(page.Subnets ?? []).map(({ SubnetId }) => SubnetId));
    }
    return ids;
  });
}

async function nodegroupNames(aws: AwsSource, clusterName = 'prod'): Promise<string[]> {
  const client = await aws.client('eks');
  return aws.call('eks:ListNodegroups', async () => {
    const names: string[] = [];
    for await (const page of paginateListNodegroups({ client }, { clusterName }))
      names.push(...(page.nodegroups ?? []));
    return names;
  });
}

/** Five of every resource, so that pages of two items make three pages. */
function wideWorld(): World {
  const world = healthyWorld();
  const five = ['a', 'b', 'c', 'd', 'e'];
  const named = (make: (name: string) => Record<string, unknown>) =>
    Object.fromEntries(five.map((name) => [name, make(name)]));
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', '1.33'), ...named((name) => aDescribedCluster(name, '1.33')) },
      nodegroups: named((nodegroupName) => ({ nodegroupName, clusterName: 'prod', status: 'ACTIVE' })),
      fargateProfiles: named((fargateProfileName) => ({ fargateProfileName, clusterName: 'prod' })),
      addons: named((addonName) => ({ addonName, addonVersion: 'v1', status: 'ACTIVE' })),
      updates: named((id) => ({ id, status: 'Successful', type: 'VersionUpdate' })),
      certificateAuthorities: five.map((id) => ({ id })),
      subnets: five.map((name) => aSubnet(`subnet-${name}`, 'a', 10)),
      autoScalingGroups: five.map((name) => ({
        AutoScalingGroupName: name,
        MinSize: 0,
        MaxSize: 6,
        DesiredCapacity: 2,
        Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true }],
        MixedInstancesPolicy: {
          InstancesDistribution: { OnDemandBaseCapacity: 0, OnDemandPercentageAboveBaseCapacity: 0 },
        },
      })),
      pageSize: 2,
    },
  };
}

async function collectPages<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

describe('every page of every list', () => {
  /** Returns a new input for each paginator, because the SDK's paginator writes the last token into its input. */
  const ofCluster = () => ({ clusterName: 'prod' });
  const eksLists = {
    ListNodegroups: async (client: never) =>
      (await collectPages(paginateListNodegroups({ client }, ofCluster()))).map((page) => page.nodegroups),
    ListFargateProfiles: async (client: never) =>
      (await collectPages(paginateListFargateProfiles({ client }, ofCluster()))).map(
        (page) => page.fargateProfileNames,
      ),
    ListAddons: async (client: never) =>
      (await collectPages(paginateListAddons({ client }, ofCluster()))).map((page) => page.addons),
    ListUpdates: async (client: never) =>
      (await collectPages(paginateListUpdates({ client }, { name: 'prod' }))).map((page) => page.updateIds),
    ListCertificateAuthorities: async (client: never) =>
      (await collectPages(paginateListCertificateAuthorities({ client }, ofCluster()))).map((page) =>
        page.certificateAuthorities?.map(({ id }) => id),
      ),
  };

  it.each(Object.entries(eksLists))('eks:%s', async (operation, list) => {
    const { aws, log } = await openWorld(wideWorld());
    const client = await aws.client('eks');
    expect(await aws.call(`eks:${operation}`, () => list(client as never))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(log.map(({ call, outcome }) => `${call} ${outcome}`)).toEqual(Array<string>(3).fill(`eks:${operation} 200`));
  });

  it('eks:ListClusters and eks:DescribeClusterVersions', async () => {
    const { aws } = await openWorld(wideWorld());
    const client = await aws.client('eks');
    const clusters = await collectPages(paginateListClusters({ client }, {}));
    expect(clusters.map((page) => page.clusters)).toEqual([
      ['prod', 'a'],
      ['b', 'c'],
      ['d', 'e'],
    ]);
    const versions = await collectPages(paginateDescribeClusterVersions({ client }, { includeAll: true }));
    expect(versions.flatMap((page) => page.clusterVersions?.map((row) => row.clusterVersion))).toEqual([
      '1.31',
      '1.32',
      '1.33',
      '1.34',
      '1.35',
      '1.36',
    ]);
    expect(versions[0]?.clusterVersions?.[0]?.endOfExtendedSupportDate).toEqual(new Date('2027-11-26'));
  });

  it('ec2:DescribeSubnets and autoscaling:DescribeAutoScalingGroups', async () => {
    const { aws, log } = await openWorld(wideWorld());
    expect(await subnetIds(aws)).toEqual(['subnet-a', 'subnet-b', 'subnet-c', 'subnet-d', 'subnet-e']);
    expect(await subnetIds(aws, [{ Name: 'subnet-id', Values: ['subnet-b', 'subnet-deleted'] }])).toEqual(['subnet-b']);
    const client = await aws.client('autoscaling');
    const groups = await collectPages(
      paginateDescribeAutoScalingGroups(
        { client },
        { Filters: [{ Name: 'tag-key', Values: ['kubernetes.io/cluster/prod'] }] },
      ),
    );
    expect(groups.map((page) => page.AutoScalingGroups?.map((group) => group.AutoScalingGroupName))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
    expect(groups[2]?.AutoScalingGroups?.[0]).toMatchObject({
      MaxSize: 6,
      Tags: [{ Key: 'kubernetes.io/cluster/prod', PropagateAtLaunch: true }],
      MixedInstancesPolicy: { InstancesDistribution: { OnDemandBaseCapacity: 0 } },
    });
    expect(log.map(({ call }) => call).filter((call) => call.startsWith('autoscaling'))).toHaveLength(3);
  });

  it('a list whose last page is denied, cut or strange is no list', async () => {
    const { aws, world } = await openWorld(wideWorld(), { maxAttempts: 2 });
    const spoiled: [Fault['does'], string][] = [
      [{ awsError: 'AccessDeniedException', status: 403 }, 'denied'],
      ['cut', 'truncated'],
      [{ status: 200, body: '<html>Sign in</html>' }, 'unreadable'],
      [{ status: 200, body: '' }, 'truncated'],
    ];
    for (const [does, kind] of spoiled) {
      world.faults = [{ on: 'eks:ListNodegroups', does, from: 2 }];
      expect((await catchReason(nodegroupNames(aws))).kind).toBe(kind);
      world.faults = [{ on: 'ec2:DescribeSubnets', does, from: 2 }];
      expect((await catchReason(subnetIds(aws))).kind).toBe(kind);
    }
  });
});

describe('the cluster', () => {
  it('is described once, by all who ask', async () => {
    const { aws, endpoint } = await openWorld();
    const [one, two] = await Promise.all([aws.describeCluster(), aws.describeCluster()]);
    expect(one).toBe(two);
    expect(one).toMatchObject({ name: 'prod', version: '1.33', createdAt: new Date(1705305600_000) });
    expect(endpoint.calls.map(({ action, region }) => [action, region])).toEqual([
      ['eks:DescribeCluster', 'eu-west-1'],
    ]);
    expect(endpoint.calls[0]?.userAgent).toMatch(/^aws-sdk-js\/.* eks-preflight\/test$/);
  });

  it('that does not exist: the region and the near names in it, from all pages', async () => {
    const names = ['alpha', 'beta', 'Prod-1', 'prod-blue', 'prdo', 'staging', 'prod-green', 'prod-x', 'prod-y'];
    const world = healthyWorld();
    const clusters = Object.fromEntries(names.map((name) => [name, aDescribedCluster(name, '1.33')]));
    const { aws, endpoint } = await openWorld({ aws: { ...world.aws, clusters } });
    expect(await catchReason(aws.describeCluster())).toEqual({
      kind: 'absent',
      status: 404,
      code: 'ResourceNotFoundException',
      message: 'No cluster found for name: prod.',
      hint: 'No cluster "prod" in region eu-west-1. Near names there: Prod-1, prod-blue, prod-green, prod-x, prod-y. Pass --region if it is elsewhere.',
    });
    expect(endpoint.calls.filter(({ action }) => action === 'eks:ListClusters')).toHaveLength(5);
  });

  it('in another region, or where the names may not be listed: the region alone', async () => {
    const hint = (region: string) => `No cluster "prod" in region ${region}. Pass --region if it is elsewhere.`;
    const { world } = await openWorld();
    expect((await catchReason((await open({ region: 'us-east-1' })).describeCluster())).hint).toBe(hint('us-east-1'));
    world.aws.clusters = { prod1: aDescribedCluster('prod1', '1.33') };
    world.deny = ['eks:ListClusters'];
    expect((await catchReason((await open()).describeCluster())).hint).toBe(hint('eu-west-1'));
  });

  it('is not another one', async () => {
    const { aws } = await openWorld(fault('eks:DescribeCluster', { status: 200, body: {} }));
    expect((await catchReason(aws.describeCluster())).kind).toBe('unreadable');
  });

  it('near names are few, nearest first', () => {
    expect(nearNames('prod', ['dev', 'staging', 'prod-eu', 'prd', 'PROD'])).toEqual(['PROD', 'prd', 'prod-eu']);
    expect(nearNames('payments-production', ['payment-production', 'shop'])).toEqual(['payment-production']);
  });
});

describe('what is denied', () => {
  it.each([
    ['eks:DescribeCluster', (aws: AwsSource) => aws.describeCluster()],
    ['eks:ListNodegroups', (aws: AwsSource) => nodegroupNames(aws)],
    ['ec2:DescribeSubnets', (aws: AwsSource) => subnetIds(aws)],
    ['iam:GetRole', (aws: AwsSource) => getRole(aws)],
  ] as const)('%s names its permission in one line, without the encoded blob', async (action, request) => {
    const { aws, endpoint } = await openWorld({ deny: [action] });
    const reason = await catchReason(request(aws));
    expect(reason).toMatchObject({ kind: 'denied', permission: action });
    expect(reason.message).toContain(`is not authorized to perform: ${action}`);
    expect(reason.message).not.toContain('4fQbXr1aD0');
    expect(endpoint.calls).toHaveLength(1);
  });

  it('credentials that do not work are no missing permission', async () => {
    const { aws, world } = await openWorld();
    const cases: [string, RegExp][] = [
      ['ExpiredToken', /session has ended/],
      ['InvalidClientTokenId', /unknown or deleted, or eu-west-1 is not enabled/],
      ['SignatureDoesNotMatch', /does not belong/],
      ['RequestTimeTooSkewed', /clock is wrong/],
      ['OptInRequired', /is the region enabled/],
    ];
    for (const [awsError, hint] of cases) {
      world.faults = [{ on: 'iam:GetRole', does: { awsError, status: 403 } }];
      const reason = await catchReason(getRole(aws));
      expect(reason).toMatchObject({ kind: 'denied', shared: 'AWS does not accept the credentials' });
      expect(reason.permission).toBeUndefined();
      expect(reason.hint).toMatch(hint);
    }
  });
});

describe('what does not exist', () => {
  it('is absent', async () => {
    const { aws } = await openWorld();
    expect(await catchReason(getRole(aws, 'Nobody'))).toEqual({
      kind: 'absent',
      status: 404,
      code: 'NoSuchEntityException',
      message: 'The role with name Nobody cannot be found.',
    });
    const eks = await aws.client('eks');
    const command = new DescribeNodegroupCommand({ clusterName: 'prod', nodegroupName: 'gone' });
    expect((await catchReason(aws.call('eks:DescribeNodegroup', () => eks.send(command)))).kind).toBe('absent');
    const addon = new DescribeAddonCommand({ clusterName: 'prod', addonName: 'gone' });
    expect((await catchReason(aws.call('eks:DescribeAddon', () => eks.send(addon)))).kind).toBe('absent');
    const ec2 = await aws.client('ec2');
    const byId = new DescribeSubnetsCommand({ SubnetIds: ['subnet-gone'] });
    expect((await catchReason(aws.call('ec2:DescribeSubnets', () => ec2.send(byId)))).kind).toBe('absent');
  });

  it('is not absent because somebody else says 404', async () => {
    const { aws } = await openWorld(fault('iam:GetRole', { status: 404, body: '<html>Not Found</html>' }));
    expect(await catchReason(getRole(aws))).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining('404 with text/html'),
    });
  });

  it('an operation is not offered', async () => {
    const { aws, world } = await openWorld();
    const eks = await aws.client('eks');
    const subscriptions = () =>
      aws.call('eks:ListEksAnywhereSubscriptions', () => eks.send(new ListEksAnywhereSubscriptionsCommand({})));
    expect(await catchReason(subscriptions())).toEqual({
      kind: 'not-offered',
      status: 404,
      code: 'UnknownOperationException',
      message: 'eks:ListEksAnywhereSubscriptions is not offered in eu-west-1',
    });
    const iam = await aws.client('iam');
    const roles = () => aws.call('iam:ListRoles', () => iam.send(new ListRolesCommand({})));
    expect((await catchReason(roles())).kind).toBe('not-offered');
    const alternatives: Fault['does'][] = [
      { awsError: 'MissingAuthenticationTokenException', status: 403 },
      { status: 404, body: '<UnknownOperationException/>' },
      { status: 404, body: {} },
    ];
    for (const does of alternatives) {
      world.faults = [{ on: 'eks:ListNodegroups', does }];
      expect((await catchReason(nodegroupNames(aws))).kind).toBe('not-offered');
    }
  });
});

describe('what goes wrong on the way', () => {
  it('throttling is waited out', async () => {
    const { aws, endpoint, log } = await openWorld(
      fault('eks:ListNodegroups', { awsError: 'ThrottlingException', status: 400 }, { count: 2 }),
    );
    const started = performance.now();
    expect(await nodegroupNames(aws)).toEqual(['general', 'idle', 'system']);
    expect(endpoint.calls).toHaveLength(4);
    expect(log.map(({ usage }) => usage?.isThrottled)).toEqual([true, true, false, false]);
    const waits = log.map(({ usage }) => usage?.waitedMs ?? NaN);
    expect(waits.map((ms) => ms > 0)).toEqual([false, true, true, false]);
    expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThan(performance.now() - started);
  });

  it.each(['ThrottlingException', 'Throttling', 'RequestLimitExceeded', 'TooManyRequestsException'])(
    '%s without end is a time-out with a hint',
    async (awsError) => {
      const { aws, endpoint } = await openWorld(fault('iam:GetRole', { awsError, status: 400 }), { maxAttempts: 2 });
      expect(await catchReason(getRole(aws))).toMatchObject({
        kind: 'time-out',
        message: expect.stringContaining(awsError),
        hint: expect.any(String),
      });
      expect(endpoint.calls).toHaveLength(2);
    },
  );

  it.each(['cut', 'reset'] as const)('%s once is asked again', async (does) => {
    const { aws, endpoint } = await openWorld({
      faults: [
        { on: 'iam:GetRole', does, count: 1 },
        { on: 'eks:DescribeCluster', does, count: 1 },
      ],
    });
    expect((await getRole(aws)).Role?.RoleName).toBe('AWSServiceRoleForEC2Spot');
    expect((await aws.describeCluster()).name).toBe('prod');
    expect(endpoint.calls).toHaveLength(4);
  });

  it('cut, reset or failing for good: six tries, then the reason', async () => {
    const { aws, world, endpoint, log } = await openWorld();
    const cases: [Fault['does'], string, RegExp][] = [
      ['cut', 'truncated', /iam:GetRole: the answer of 127\.0\.0\.1:\d+ ends in the middle/],
      ['reset', 'unreachable', /cannot reach 127\.0\.0\.1:\d+ \(region eu-west-1\): connection reset/],
      [{ status: 503, body: '<html>busy</html>' }, 'unreadable', /503 with text\/html/],
      [{ status: 500 }, 'unreachable', /iam:GetRole: the service failed \(500\)/],
    ];
    for (const [does, kind, message] of cases) {
      world.faults = [{ on: 'iam:GetRole', does }];
      expect(await catchReason(getRole(aws))).toMatchObject({ kind, message: expect.stringMatching(message) });
      expect(endpoint.calls.splice(0)).toHaveLength(6);
    }
    expect(log.map(({ outcome }) => outcome)).toEqual(
      ['truncated', 'unreachable', '503', '500'].flatMap((outcome) => Array<string>(6).fill(outcome)),
    );
  });

  it('silence is a time-out after two tries', async () => {
    const { aws, endpoint } = await openWorld(fault('iam:GetRole', 'silent'), { idleMs: 300 });
    expect(await catchReason(getRole(aws))).toMatchObject({
      kind: 'time-out',
      message: expect.stringMatching(/127\.0\.0\.1:\d+ \(region eu-west-1\) does not answer: no data for 0\.3 s/),
    });
    expect(endpoint.calls).toHaveLength(2);
  });

  it('a slow answer is an answer', async () => {
    const { aws } = await openWorld(fault('iam:GetRole', { delay: 200 }), { idleMs: 2000 });
    expect((await getRole(aws)).Role?.RoleName).toBe('AWSServiceRoleForEC2Spot');
  });

  it('a port where nobody listens', async () => {
    const { aws, endpoint } = await openWorld();
    await endpoint.close();
    expect(await catchReason(aws.describeCluster())).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('an error without a model is one line with its name', async () => {
    const { aws } = await openWorld(fault('ec2:DescribeSubnets', { awsError: 'SomethingNew', status: 400 }));
    expect(await catchReason(subnetIds(aws))).toEqual({
      kind: 'unreadable',
      status: 400,
      code: 'SomethingNew',
      message: 'ec2:DescribeSubnets: SomethingNew: SomethingNew of the world',
    });
    const broken = aws.call('ec2:DescribeSubnets', () => Promise.reject(new TypeError('a\nb')));
    expect(await catchReason(broken)).toEqual({ kind: 'unreadable', message: 'ec2:DescribeSubnets: TypeError: a b' });
  });

  it("the scan's time limit cuts what is under way and what follows", async () => {
    const limit = new AbortController();
    const { aws, endpoint } = await openWorld(fault('iam:GetRole', 'silent'), { signal: limit.signal });
    const cut = { kind: 'time-out', message: "cut off by the scan's time limit" };
    const role = catchReason(getRole(aws));
    await expect.poll(() => endpoint.calls.length).toBe(1);
    limit.abort();
    expect(await role).toEqual(cut);
    expect(await catchReason(aws.describeCluster())).toEqual(cut);
    expect(endpoint.calls).toHaveLength(1);
  });
});

describe('bodies that end without a word', () => {
  /**
   * Starts a server that answers with this body, without Content-Length, and closes the connection: only the content of
   * the body can show that the body was cut.
   */
  async function bare(body: string, status = 200): Promise<void> {
    const listener: RequestListener = (request, response) => {
      request.resume();
      response.shouldKeepAlive = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(status, { 'content-type': 'text/xml', connection: 'close' });
      response.end(body);
    };
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    withKeys();
  }

  const whole =
    '<?xml version="1.0"?>\n<DescribeSubnetsResponse><subnetSet><item><subnetId>subnet-a</subnetId></item></subnetSet></DescribeSubnetsResponse>';

  it('XML: cut anywhere, it is no list', async () => {
    await bare(whole);
    expect(await subnetIds(await open())).toEqual(['subnet-a']);
    for (const length of [5, 30, 60, 90, whole.length - 27, whole.length - 1]) {
      await bare(whole.slice(0, length));
      expect([length, (await catchReason(subnetIds(await open({}, { maxAttempts: 1 })))).kind]).toEqual([
        length,
        'truncated',
      ]);
    }
  });

  it('XML of another operation, a login page or JSON is no list', async () => {
    for (const body of ['<GetRoleResponse></GetRoleResponse>', '<!doctype html><html></html>', '{"Subnets":[]}']) {
      await bare(body);
      expect((await catchReason(subnetIds(await open()))).kind).toBe('unreadable');
    }
  });

  it('JSON: cut, empty, or no object', async () => {
    const cases = { '{"nodegroups":["a"': 'truncated', '': 'truncated', '["a"]': 'unreadable', null: 'unreadable' };
    for (const [body, kind] of Object.entries(cases)) {
      await bare(body);
      expect([body, (await catchReason(nodegroupNames(await open({}, { maxAttempts: 1 })))).kind]).toEqual([
        body,
        kind,
      ]);
    }
  });
});

describe('the region', () => {
  const ofFile = '[default]\nregion = ap-south-1\n[profile ops]\nregion = eu-north-1\n[profile empty]\noutput = json\n';
  const cases: [string, Partial<AwsOptions>, Record<string, string>, string][] = [
    ['the option', { region: 'eu-west-1' }, { AWS_REGION: 'us-east-1' }, 'eu-west-1'],
    ['AWS_REGION', {}, { AWS_REGION: 'us-east-1', AWS_DEFAULT_REGION: 'us-west-2' }, 'us-east-1'],
    ['AWS_DEFAULT_REGION', { profile: 'ops' }, { AWS_DEFAULT_REGION: 'us-west-2', AWS_REGION: '' }, 'us-west-2'],
    ["--profile's", { profile: 'ops' }, { AWS_PROFILE: 'empty' }, 'eu-north-1'],
    ["AWS_PROFILE's", {}, { AWS_PROFILE: 'ops' }, 'eu-north-1'],
    ["the default profile's", {}, {}, 'ap-south-1'],
  ];

  it.each(cases)('is %s', async (_, { region, ...options }, env, expected) => {
    await writeHome('.aws/config', ofFile);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const given = { cluster: 'prod', ...options, ...(region === undefined ? {} : { region }) };
    expect((await createAwsSource(given, { userAgent: 'x/1' })).region).toBe(expected);
  });

  it('comes from the file that AWS_CONFIG_FILE names', async () => {
    await writeHome('elsewhere', '[default]\nregion = sa-east-1\n');
    vi.stubEnv('AWS_CONFIG_FILE', path.join(home(), 'elsewhere'));
    expect((await createAwsSource({ cluster: 'prod' }, { userAgent: 'x/1' })).region).toBe('sa-east-1');
  });

  it('named nowhere is the one that the caller can do with', async () => {
    await writeHome('.aws/config', ofFile);
    const extra = { userAgent: 'x/1', otherRegion: 'us-east-1' };
    expect((await createAwsSource({ cluster: '', profile: 'empty' }, extra)).region).toBe('us-east-1');
  });

  it('named nowhere', async () => {
    await writeHome('.aws/config', ofFile);
    const reason = await catchReason(createAwsSource({ cluster: 'prod', profile: 'empty' }, { userAgent: 'x/1' }));
    expect(reason).toEqual({
      kind: 'unreadable',
      message: 'no region',
      hint: 'Pass --region, or set AWS_REGION: profile empty sets no Region.',
    });
  });
});

describe('credentials', () => {
  it('none', async () => {
    await start(healthyWorld());
    expect(await catchReason((await open()).describeCluster())).toMatchObject({
      kind: 'denied',
      message: 'no AWS credentials found',
      hint: expect.stringContaining('--profile'),
    });
  });

  it('an SSO session that has expired or was never opened: the line that opens it', async () => {
    const endpoint = await start(healthyWorld());
    await writeHome(
      '.aws/config',
      `[profile ops]\nsso_session = corp\nsso_account_id = 111122223333\nsso_role_name = ro\n[profile old]\nsso_start_url = https://corp.awsapps.example/start\nsso_region = eu-west-1\nsso_account_id = 111122223333\nsso_role_name = ro\n[sso-session corp]\nsso_region = eu-west-1\nsso_start_url = https://corp.awsapps.example/start\n`,
    );
    for (const profile of ['ops', 'old']) {
      const reason = await catchReason((await open({ profile })).describeCluster());
      expect(reason).toMatchObject({ kind: 'denied', hint: `Run \`aws sso login --profile ${profile}\`.` });
      expect(reason.message).toBe(`the SSO session of profile ${profile} has expired or was never opened`);
      expect(reason.permission).toBeUndefined();
    }
    expect(endpoint.calls).toEqual([]);
  });

  it('a profile that does not exist is not replaced by the role of the machine', async () => {
    await start(healthyWorld());
    await writeHome('.aws/config', '[profile empty]\noutput = json\n');
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', 'http://127.0.0.1:9/role-of-the-machine');
    for (const profile of ['nope', 'constructor']) {
      const reason = await catchReason((await open({ profile })).describeCluster());
      expect(reason).toMatchObject({
        kind: 'denied',
        message: `profile ${profile} does not exist`,
        hint: 'List those that do: `aws configure list-profiles`.',
      });
    }
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', undefined);
    const empty = await catchReason((await open({ profile: 'empty' })).describeCluster());
    expect(empty).toMatchObject({ kind: 'denied', message: 'profile empty has no credentials' });
  });

  it('a process for credentials that fails: its last line, not its command, in the named and in the source profile', async () => {
    await start(healthyWorld());
    const fails = `sh -c "printf 'starting\\n\\033[31mThe session has expired, log in with corp-login\\033[0m\\n\\n' >&2; exit 1" --password hunter2`;
    const role = 'role_arn = arn:aws:iam::444455556666:role/audit\n';
    await writeHome(
      '.aws/config',
      [
        `[profile base]\ncredential_process = ${fails}`,
        `[profile audit]\n${role}source_profile = base`,
        '[profile silent]\ncredential_process = sh -c "exit 3"',
        '[profile garbled]\ncredential_process = echo no JSON',
        `[profile lost]\n${role}source_profile = moved`,
      ].join('\n'),
    );
    const said = 'credential_process of profile base failed: The session has expired, log in with corp-login';
    const messages = {
      base: `profile base has no credentials: ${said}`,
      audit: `profile audit has no credentials: ${said}`,
      silent: 'profile silent has no credentials: credential_process of profile silent failed',
      garbled: 'profile garbled has no credentials: Profile garbled credential_process returned invalid JSON',
      lost: 'profile lost has no credentials: profile moved, which it names as source_profile, has none',
    };
    for (const [profile, message] of Object.entries(messages)) {
      const reason = await catchReason((await open({ profile })).describeCluster());
      expect(reason).toMatchObject({ kind: 'denied', message });
      expect(JSON.stringify(reason)).not.toContain('hunter2');
    }
  });

  it('as the AWS CLI: keys of the environment win over AWS_PROFILE, --profile wins over them, and nobody warns', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const endpoint = await start(healthyWorld());
    await writeHome('.aws/credentials', '[ops]\naws_access_key_id = AKIAOPS\naws_secret_access_key = s\n');
    withKeys();
    vi.stubEnv('AWS_PROFILE', 'ops');
    await (await open()).describeCluster();
    vi.stubEnv('AWS_PROFILE', undefined);
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    await (await open({ profile: 'ops' })).describeCluster();
    expect(endpoint.calls.map(({ accessKeyId }) => accessKeyId)).toEqual([KEYS.accessKeyId, 'AKIAOPS']);
    expect(warned).not.toHaveBeenCalled();
  });

  const trust = { Statement: [{ Effect: 'Allow', Condition: { StringEquals: { 'sts:ExternalId': 'x-123' } } }] };
  const roleArn = 'arn:aws:iam::444455556666:role/audit';

  function worldWithRole(): World {
    const world = healthyWorld();
    const audit = { RoleName: 'audit', AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust)) };
    return { ...world, aws: { ...world.aws, roles: { ...world.aws.roles, audit } } };
  }

  it('of a role, with the external id, assumed once for all clients and the token', async () => {
    const { endpoint } = await openWorld(worldWithRole());
    const log: CallRecord[] = [];
    const aws = await open({ roleArn, externalId: 'x-123' }, { log: (record) => log.push(record) });
    const [, , token] = await Promise.all([aws.describeCluster(), getRole(aws), aws.token()]);
    const sts = await aws.client('sts');
    await aws.call('sts:GetCallerIdentity', () => sts.send(new GetCallerIdentityCommand({})));
    const [assume, ...rest] = endpoint.calls;
    expect(assume).toMatchObject({
      action: 'sts:AssumeRole',
      region: 'eu-west-1',
      accessKeyId: KEYS.accessKeyId,
      parameters: { RoleArn: roleArn, ExternalId: 'x-123', RoleSessionName: 'eks-preflight' },
    });
    expect(rest.map(({ accessKeyId }) => accessKeyId)).toEqual([assumedKeyId, assumedKeyId, assumedKeyId]);
    expect(log.filter(({ call }) => call === 'sts:AssumeRole')).toHaveLength(1);
    expect(Buffer.from(token.slice('k8s-aws-v1.'.length), 'base64url').toString()).toContain(
      `Credential=${assumedKeyId}`,
    );
  });

  it('of a role that may not be assumed: sts:AssumeRole is what is missing, whatever was asked', async () => {
    await openWorld(worldWithRole());
    const reason = await catchReason((await open({ roleArn })).describeCluster());
    expect(reason).toMatchObject({
      kind: 'denied',
      permission: 'sts:AssumeRole',
      hint: expect.stringContaining('--external-id'),
    });
    const other = await catchReason((await open({ roleArn, externalId: 'wrong' })).describeCluster());
    expect(other.hint).toContain('requires a different external ID');
  });

  it('of a role, through an STS that cannot be reached', async () => {
    const { world } = await openWorld(worldWithRole());
    world.faults = [{ on: 'sts:AssumeRole', does: 'silent' }];
    const reason = await catchReason((await open({ roleArn }, { idleMs: 200 })).describeCluster());
    expect(reason).toMatchObject({ kind: 'time-out', message: expect.stringContaining('does not answer') });
  });

  it('are kept no longer than they last', async () => {
    const { endpoint } = await openWorld(worldWithRole());
    const aws = await open({ roleArn, externalId: 'x-123' });
    await aws.describeCluster();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 3_500_000);
    await getRole(aws);
    await getRole(aws);
    expect(endpoint.calls.map(({ action }) => action)).toEqual([
      'sts:AssumeRole',
      'eks:DescribeCluster',
      'sts:AssumeRole',
      'iam:GetRole',
      'iam:GetRole',
    ]);
  });
});

describe('endpoints', () => {
  it('of one service win over the common one', async () => {
    const { aws } = await openWorld();
    const own = await startAwsEndpoint(healthyWorld());
    cleanups.push(() => own.close());
    vi.stubEnv('AWS_ENDPOINT_URL_EKS', own.url);
    vi.stubEnv('AWS_ENDPOINT_URL_AUTO_SCALING', own.url);
    await aws.describeCluster();
    await getRole(aws);
    const groups = await aws.client('autoscaling');
    await collectPages(paginateDescribeAutoScalingGroups({ client: groups }, {}));
    expect(own.calls.map(({ action }) => action)).toEqual([
      'eks:DescribeCluster',
      'autoscaling:DescribeAutoScalingGroups',
      'autoscaling:DescribeAutoScalingGroups',
    ]);
  });

  it('an unsigned request is answered as AWS answers it', async () => {
    const endpoint = await start(healthyWorld());
    const answer = await fetch(`${endpoint.url}/clusters`);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('<Code>MissingAuthenticationToken</Code>'),
    ]);
    expect(endpoint.calls).toEqual([]);
  });
});

describe('the EKS token', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const base = { cluster: 'prod', region: 'eu-west-1', host: 'sts.eu-west-1.amazonaws.com', now };
  const session = { ...KEYS, sessionToken: 'FwoGZXIvYXdzEXAMPLE//x+y==' };
  const parseTokenUrl = (token: string): URL => {
    expect(token).toMatch(/^k8s-aws-v1\.[\w-]+$/);
    return new URL(Buffer.from(token.slice('k8s-aws-v1.'.length), 'base64url').toString());
  };

  it('is the presigned request of a fixed vector', () => {
    const url = parseTokenUrl(presignEksToken({ ...base, credentials: KEYS }));
    expect(url.href).toBe(
      'https://sts.eu-west-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261120%2Feu-west-1%2Fsts%2Faws4_request&X-Amz-Date=20261120T120000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host%3Bx-k8s-aws-id&X-Amz-Signature=52a5483ebce28b2225cdbf02e6fae180b72aad4140778488a94957d40645824b',
    );
    const withSession = parseTokenUrl(presignEksToken({ ...base, credentials: session })).searchParams;
    expect(withSession.get('X-Amz-Signature')).toBe('ad94b801e04778d7050365fdb826daf2fdba0bab22aabebe60c1fcd5c0c5b84e');
    expect(withSession.get('X-Amz-Security-Token')).toBe(session.sessionToken);
  });

  it.each([
    ['keys', KEYS, base],
    ['a session', session, base],
    ['China', session, { ...base, region: 'cn-north-1', host: 'sts.cn-north-1.amazonaws.com.cn', cluster: 'a_b-C9' }],
  ])("has the signature of the SDK's own presign: %s", async (_, credentials, request) => {
    const signer = new SignatureV4({
      service: 'sts',
      region: request.region,
      credentials,
      sha256: Hash.bind(null, 'sha256'),
    });
    const signed = await signer.presign(
      {
        method: 'GET',
        protocol: 'https:',
        hostname: request.host,
        path: '/',
        headers: { host: request.host, 'x-k8s-aws-id': request.cluster },
        query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
      },
      { expiresIn: 60, signingDate: now, unhoistableHeaders: new Set(['x-k8s-aws-id']) },
    );
    const ours = parseTokenUrl(presignEksToken({ ...request, credentials })).searchParams;
    expect(Object.fromEntries(ours)).toEqual(signed.query);
  });

  it.each([
    ['eu-west-1', false, 'sts.eu-west-1.amazonaws.com'],
    ['us-east-1', false, 'sts.us-east-1.amazonaws.com'],
    ['us-east-1', true, 'sts-fips.us-east-1.amazonaws.com'],
    ['cn-north-1', false, 'sts.cn-north-1.amazonaws.com.cn'],
    ['us-gov-west-1', false, 'sts.us-gov-west-1.amazonaws.com'],
    ['us-gov-west-1', true, 'sts.us-gov-west-1.amazonaws.com'],
    ['us-iso-east-1', false, 'sts.us-iso-east-1.c2s.ic.gov'],
    ['us-isob-east-1', false, 'sts.us-isob-east-1.sc2s.sgov.gov'],
    ['eu-isoe-west-1', false, 'sts.eu-isoe-west-1.cloud.adc-e.uk'],
    ['us-isof-south-1', false, 'sts.us-isof-south-1.csp.hci.ic.gov'],
  ])('is for the STS host of %s (FIPS %s)', async (region, fips, host) => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    vi.stubEnv('AWS_ENDPOINT_URL_STS', 'http://127.0.0.1:9');
    expect(await stsHost(region, fips)).toBe(host);
  });

  it('is never signed for AWS_ENDPOINT_URL, follows AWS_USE_FIPS_ENDPOINT, and asks nobody', async () => {
    const { aws, endpoint } = await openWorld();
    expect(parseTokenUrl(await aws.token()).host).toBe('sts.eu-west-1.amazonaws.com');
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', 'true');
    expect(parseTokenUrl(await (await open({ region: 'us-east-1' })).token()).host).toBe(
      'sts-fips.us-east-1.amazonaws.com',
    );
    expect(endpoint.calls).toEqual([]);
  });

  it('without credentials is refused with their reason', async () => {
    await start(healthyWorld());
    expect((await catchReason((await open()).token())).message).toBe('no AWS credentials found');
  });

  it('is made once for parallel askers and renewed before 14 minutes', async () => {
    let time = now.getTime();
    let made = 0;
    const tokens = createTokens({
      ...base,
      host: async () => base.host,
      credentials: async () => {
        made += 1;
        return KEYS;
      },
      now: async () => new Date(time),
    });
    const first = await Promise.all([tokens(), tokens(), tokens()]);
    expect([new Set(first).size, made]).toEqual([1, 1]);
    time += 12 * 60_000;
    expect(await tokens()).toBe(first[0]);
    time += 119_000;
    expect(await tokens()).not.toBe(first[0]);
    expect(made).toBe(2);
  });

  it('does not outlive its session, and a failure is not kept', async () => {
    let time = now.getTime();
    let made = 0;
    const tokens = createTokens({
      ...base,
      host: async () => base.host,
      credentials: async () => {
        made += 1;
        if (made === 1) throw new Error('not yet');
        return { ...session, expiration: new Date(now.getTime() + 300_000) };
      },
      now: async () => new Date(time),
    });
    await expect(tokens()).rejects.toThrow('not yet');
    await tokens();
    time += 239_000;
    await tokens();
    expect(made).toBe(2);
    time += 2_000;
    await tokens();
    expect(made).toBe(3);
  });
});

describe('loading', () => {
  it('keeps the action names when minified, loads no client that is not used, and prints nothing', async () => {
    const endpoint = await start(healthyWorld());
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const entry = `import { createAwsSource } from './src/sources/aws/source.ts';
      const log = [];
      const aws = await createAwsSource({ cluster: 'prod', region: 'eu-west-1' }, { userAgent: 'x/1', log: ({ call, outcome }) => log.push([call, outcome]) });
      await aws.describeCluster();
      await aws.token();
      aws.close();
      process.stdout.write(JSON.stringify(log));`;
    const outdir = path.join(home(), 'out');
    const { metafile } = await build({
      stdin: { contents: entry, resolveDir: root },
      absWorkingDir: root,
      outdir,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      mainFields: ['module', 'main'],
      outExtension: { '.js': '.mjs' },
      banner: { js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);" },
      metafile: true,
      logLevel: 'error',
    });
    const first = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === '<stdin>');
    expect(Object.keys(first?.inputs ?? {}).filter((input) => input.includes('node_modules'))).toEqual([]);
    const { AWS_ENDPOINT_URL } = process.env;
    const env = { HOME: home(), AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 's' };
    const child = spawn(process.execPath, [path.join(outdir, 'stdin.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, said]).toEqual([0, { stdout: JSON.stringify([['eks:DescribeCluster', '200']]), stderr: '' }]);
    expect(endpoint.calls).toHaveLength(1);
  });
});
