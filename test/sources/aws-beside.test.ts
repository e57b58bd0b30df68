import { DescribeClusterVersionsCommand, ListNodegroupsCommand } from '@aws-sdk/client-eks';
import { GetRoleCommand } from '@aws-sdk/client-iam';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBroker } from '../../src/commands/fleet/broker.ts';
import { joinOthers, type Channel } from '../../src/sources/aws/beside.ts';
import type { AwsOptions, AwsSource } from '../../src/sources/aws/contract.ts';
import { createAwsSource, type AwsExtra } from '../../src/sources/aws/source.ts';
import type { CallRecord } from '../../src/sources/kube/contract.ts';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { healthyWorld } from '../world/healthy.ts';
import type { World } from '../world/world.ts';

const keys = {
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
});

async function start(
  changes: Partial<World['aws']> & Partial<Pick<World, 'deny' | 'faults'>> = {},
): Promise<AwsEndpoint> {
  const world = healthyWorld();
  const { deny = [], faults = [], ...aws } = changes;
  const endpoint = await startAwsEndpoint({ ...world, deny, faults, aws: { ...world.aws, pageSize: 100, ...aws } });
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint.url);
  cleanups.push(endpoint.close);
  return endpoint;
}

/** The two ends of a channel between processes. */
function openChannel() {
  const heard: ((message: unknown) => void)[][] = [[], []];
  const ended: (() => void)[] = [];
  let isOpen = true;
  const toEnd = (own: 0 | 1): Channel => ({
    send: (message) => {
      const copy: unknown = structuredClone(message);
      if (isOpen) setImmediate(() => heard[1 - own]?.forEach((hear) => hear(copy)));
    },
    listen: (hear, end) => {
      heard[own]?.push(hear);
      ended.push(end);
    },
  });
  const end = (): void => {
    isOpen = false;
    for (const tell of ended) tell();
  };
  return { parent: toEnd(0), child: toEnd(1), end };
}

/** Opens the account for a scan beside others. */
async function openScan(
  connect: ((scan: Channel) => void) | undefined,
  options: Partial<AwsOptions> = {},
  extra: Partial<AwsExtra> = {},
) {
  const channel = openChannel();
  const beside = joinOthers(channel.child);
  connect?.(channel.parent);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const given = { userAgent: 'eks-preflight/0', env: keys, beside, ...extra };
  const aws = await createAwsSource({ cluster: 'prod', region: 'eu-west-1', ...options }, given);
  cleanups.push(() => aws.close());
  return { aws, end: channel.end };
}

async function readVersions(aws: AwsSource): Promise<unknown> {
  const client = await aws.client('eks');
  const { clusterVersions } = await aws.call('eks:DescribeClusterVersions', () =>
    client.send(new DescribeClusterVersionsCommand({ includeAll: true })),
  );
  return clusterVersions;
}

async function readRole(aws: AwsSource, RoleName: string): Promise<string | undefined> {
  const client = await aws.client('iam');
  const { Role } = await aws.call('iam:GetRole', () => client.send(new GetRoleCommand({ RoleName })));
  return Role?.RoleName;
}

async function listGroups(aws: AwsSource): Promise<string[] | undefined> {
  const client = await aws.client('eks');
  const command = new ListNodegroupsCommand({ clusterName: 'prod' });
  return (await aws.call('eks:ListNodegroups', () => client.send(command))).nodegroups;
}

const count = ({ calls }: AwsEndpoint, action: string): number => calls.filter((call) => call.action === action).length;
const versionsCall = 'eks:DescribeClusterVersions';

/** Half of the longest wait for another scan, in milliseconds: a scan without another to wait for does not wait. */
const soon = 30_000;

describe('scans beside each other', () => {
  it('read once what is the same for each cluster of an account and Region', async () => {
    const endpoint = await start();
    const connect = createBroker();
    const log: CallRecord[] = [];
    const logged = { log: (call: CallRecord) => log.push(call) };
    const scans = await Promise.all([openScan(connect, {}, logged), openScan(connect, {}, logged), openScan(connect)]);
    const versions = await Promise.all(scans.map(({ aws }) => readVersions(aws)));
    const roles = await Promise.all(scans.map(({ aws }) => readRole(aws, 'AWSServiceRoleForEC2Spot')));
    const later = await openScan(connect);
    expect(log.filter(({ usage }) => usage === undefined).length).toBeGreaterThanOrEqual(2);
    expect(versions[1]).toEqual(versions[0]);
    expect(await readVersions(later.aws)).toEqual(versions[2]);
    expect(versions[0]).toEqual(await readVersions((await openScan(undefined)).aws));
    expect(roles).toEqual(Array(3).fill('AWSServiceRoleForEC2Spot'));
    expect(count(endpoint, versionsCall)).toBe(2);
    expect(count(endpoint, 'iam:GetRole')).toBe(1);
  });

  it('each read what belongs to one cluster', async () => {
    const endpoint = await start();
    const connect = createBroker();
    const scans = await Promise.all([openScan(connect), openScan(connect)]);
    await Promise.all(
      scans.flatMap(({ aws }) => [listGroups(aws), aws.describeCluster(), readRole(aws, 'prod-cluster')]),
    );
    for (const action of ['eks:ListNodegroups', 'eks:DescribeCluster', 'iam:GetRole'])
      expect(count(endpoint, action)).toBe(2);
  });

  it.each<[string, Partial<AwsOptions>]>([
    ['another Region', { region: 'eu-central-1' }],
    ['other credentials', { externalId: '42' }],
  ])('share nothing with %s', async (_name, other) => {
    const endpoint = await start();
    const connect = createBroker();
    const scans = await Promise.all([openScan(connect), openScan(connect, other)]);
    await Promise.all(scans.map(({ aws }) => readVersions(aws)));
    expect(count(endpoint, versionsCall)).toBe(2);
  });

  it('do not share a failure: each has its own', async () => {
    const endpoint = await start({ deny: [versionsCall] });
    const connect = createBroker();
    const scans = await Promise.all([openScan(connect), openScan(connect), openScan(connect)]);
    const outcomes = await Promise.allSettled(scans.map(({ aws }) => readVersions(aws)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(count(endpoint, versionsCall)).toBe(3);
  });

  it('read it themselves if the scan that reads it ends', async () => {
    const endpoint = await start({ faults: [{ on: versionsCall, does: 'silent', count: 1 }] });
    const connect = createBroker();
    const [first, second] = await Promise.all([openScan(connect), openScan(connect)]);
    const lost = readVersions(first.aws).catch(() => 'lost');
    await vi.waitFor(() => expect(count(endpoint, versionsCall)).toBe(1));
    const read = readVersions(second.aws);
    const ended = performance.now();
    first.end();
    first.aws.close();
    expect(await read).toHaveLength(6);
    expect(performance.now() - ended).toBeLessThan(soon);
    expect(await lost).toBe('lost');
    expect(count(endpoint, versionsCall)).toBe(2);
  });

  it('are on their own if the program that started them is another, or has ended', async () => {
    const endpoint = await start();
    const stranger = await openScan((scan) =>
      scan.listen(
        () => scan.send({ id: 1, reply: 'go' }),
        () => undefined,
      ),
    );
    const orphan = await openScan(createBroker());
    orphan.end();
    const started = performance.now();
    expect(await readVersions(stranger.aws)).toEqual(await readVersions(orphan.aws));
    expect(performance.now() - started).toBeLessThan(soon);
    expect(count(endpoint, versionsCall)).toBe(2);
  });
});

describe('calls that AWS throttles', () => {
  const rates = { 'eks:ListNodegroups': { burst: 1, perSecond: 10 } };

  it('all succeed in turns, without a try of the SDK', async () => {
    const endpoint = await start({ rates });
    const connect = createBroker();
    const scans = await Promise.all(Array.from({ length: 8 }, () => openScan(connect, {}, { maxAttempts: 1 })));
    const groups = await Promise.all(scans.flatMap(({ aws }) => [listGroups(aws), listGroups(aws)]));
    expect(groups).toHaveLength(16);
    expect(new Set(groups.map(String)).size).toBe(1);
    const throttled = endpoint.calls.filter((call) => call.throttled).length;
    expect(throttled).toBeGreaterThan(0);
    expect(throttled).toBeLessThan(40);
  });

  it('fail as those of a single scan if nobody gives turns', async () => {
    const endpoint = await start({ rates: { 'eks:ListNodegroups': { burst: 1, perSecond: 0.01 } } });
    const { aws } = await openScan(undefined, {}, { maxAttempts: 2 });
    await listGroups(aws);
    await expect(listGroups(aws)).rejects.toMatchObject({ reason: { kind: 'time-out' } });
    expect(count(endpoint, 'eks:ListNodegroups')).toBe(3);
  });
});
