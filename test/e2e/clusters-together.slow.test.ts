import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/schema.ts';
import type { RecordedCall } from '../world/aws-endpoint.ts';
import { healthyWorld } from '../world/healthy.ts';
import { manyClusters } from '../world/many-clusters.ts';
import type { Outcome } from '../world/outcome.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';

const clusterCount = 8;
const world = manyClusters(healthyWorld(), clusterCount);
const names = Object.keys(world.aws.clusters);
const own = new Map<string, Report>();
let running: RunningWorld;
let together: Outcome;
let calls: readonly RecordedCall[];
let callsOfOne: readonly RecordedCall[];

beforeAll(async () => {
  running = await startWorld(world);
  const { env, folder: cwd } = running;
  for (const name of names) {
    const before = running.calls.length;
    const { stdout } = await runProcess(['scan', '--cluster', name, '--format', 'json'], { env, cwd });
    own.set(name, JSON.parse(stdout) as Report);
    callsOfOne = running.calls.slice(before);
  }
  // Below what eight scans need: three node groups, three add-ons and three updates each.
  world.aws.rates = { aws: { burst: 4, perSecond: 8 } };
  const before = running.calls.length;
  const args = ['scan', '--all-clusters', '--region', world.region, '--parallel', '8', '--output', 'json=reports/'];
  together = await runProcess([...args, '--format', 'json'], { env, cwd });
  calls = running.calls.slice(before);
});

afterAll(() => running.close());

function count(some: readonly RecordedCall[], action: string): number {
  return some.filter((call) => call.action === action && !call.throttled).length;
}

const shared = [
  'ec2:DescribeInstanceTypeOfferings',
  'ec2:DescribeInstanceTypes',
  'eks:DescribeAddonVersions',
  'eks:DescribeClusterVersions',
  'iam:GetPolicyVersion',
  'servicequotas:GetAWSDefaultServiceQuota',
];

describe('eight clusters of one account that AWS throttles', () => {
  it('are all scanned', () => {
    const { clusters } = JSON.parse(together.stdout) as { clusters: { name: string; status: string }[] };
    expect(clusters.map(({ name, status }) => `${name} ${status}`).sort()).toEqual(
      names.map((name) => `${name} ready`),
    );
    expect(together.code).toBe(0);
    expect(calls.filter(({ throttled }) => throttled).length).toBeGreaterThan(0);
  });

  it.each(names)('have the same report as alone, but for times and requests: %s', async (name) => {
    const file = path.join(running.folder, 'reports', world.account, world.region, `${name}.json`);
    const report = JSON.parse(await readFile(file, 'utf8')) as Report;
    const alone = own.get(name);
    expect(alone).toBeDefined();
    expect({ ...report, scannedAt: alone?.scannedAt, judgedAt: alone?.judgedAt, apiUsage: alone?.apiUsage }).toEqual(
      alone,
    );
  });

  it.each(shared)('ask once for all: %s', (action) => {
    expect(count(callsOfOne, action)).toBeGreaterThan(0);
    expect(count(calls, action)).toBe(count(callsOfOne, action));
  });

  it('ask each for what belongs to it, and for what failed', () => {
    const counts = (some: readonly RecordedCall[], times: number) =>
      Object.fromEntries(
        [...new Set(some.map(({ action }) => action))]
          .filter((action) => !shared.includes(action) && action !== 'eks:ListClusters')
          .sort()
          .map((action) => [action, times * count(some, action)]),
      );
    const others = clusterCount - 1;
    const expected = counts(callsOfOne, clusterCount);
    // One of two quotas has only AWS's default, so the first call fails; one of two roles is that for Spot.
    expect(counts(calls, 1)).toEqual({
      ...expected,
      'servicequotas:GetServiceQuota': (expected['servicequotas:GetServiceQuota'] ?? 0) - others,
      'iam:GetRole': (expected['iam:GetRole'] ?? 0) - others,
    });
  });
});
