import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetSchema, type Fleet } from '../../src/report/fleet/schema.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { fleetConfig, mixedMembers, twelve } from '../world/fleet-twelve.ts';
import { asMember, homeAccount, startFleet, type Member, type RunningFleet } from '../world/fleet-world.ts';
import { runProcess } from '../world/run.ts';
import type { World } from '../world/world.ts';
import type { KubernetesVersion } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { legacyLiveWorld } from './legacy-world.ts';
import { newestLiveWorld } from './newest-world.ts';
import { printedManifests } from './rbac.ts';
import { realManifest } from './real-manifests.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { isSeeded, scanner } from './scanned-cluster.ts';
import { applyAll } from './seed.ts';

/** Three real API servers and nine clusters on loopback, scanned in one run by the built command. */

const real = [
  ['oldest', legacyLiveWorld, 'v1.24.17'],
  ['middle', healthyLiveWorld, 'v1.34.1'],
  ['newest', newestLiveWorld, 'v1.37.1'],
] as const;
const loopback = twelve.filter(({ name }) => name !== 'large' && name !== 'slow' && !name.includes(':healthy'));

interface RealMember {
  live: LiveCluster;
  member: Member;
}

async function startReal(name: string, world: World, kubernetes: KubernetesVersion): Promise<RealMember> {
  const live = await startLiveCluster({ cluster: name, region: world.region, credentials: [scanner], kubernetes });
  const roles = await printedManifests({});
  await applyAll(live, [...world.kube.objects.filter(isSeeded).map(realManifest), ...roles]);
  const { prod } = world.aws.clusters;
  const data = Buffer.from(live.caPem).toString('base64');
  const clusters = { prod: { ...prod, endpoint: live.url, certificateAuthority: { data } } };
  return { live, member: asMember(name, { ...world, aws: { ...world.aws, clusters } }) };
}

/** What a report says, without what differs from run to run. */
function withoutTimes({
  scannedAt: _scanned,
  judgedAt: _judged,
  coverage: _read,
  apiUsage: _apiUsage,
  ...report
}: Report): object {
  const text = JSON.stringify(report).replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
  return JSON.parse(text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')) as object;
}

describe('three real API servers beside nine clusters on loopback', () => {
  let members: RealMember[];
  let fleet: RunningFleet;
  let report: Fleet;
  let stderr: string;
  const env = () => ({ ...fleet.env, NODE_OPTIONS: '' });
  const reportFile = (name: string) => path.join(fleet.folder, 'reports', homeAccount, 'eu-west-1', `${name}.json`);

  beforeAll(async () => {
    members = await Promise.all(real.map(([name, world, version]) => startReal(name, world(), version)));
    fleet = await startFleet([...members.map(({ member }) => member), ...mixedMembers()]);
    const file = path.join(fleet.folder, 'fleet.yaml');
    writeFileSync(file, fleetConfig([...real.map(([name]) => ({ name })), ...loopback]));
    const args = ['scan', '--config', file, '--format', 'json', '--output', 'json=reports/'];
    const ended = await runProcess(args, { env: env(), cwd: fleet.folder });
    stderr = ended.stderr;
    expect(ended.code).toBe(1);
    report = fleetSchema.parse(JSON.parse(ended.stdout));
  });
  afterAll(async () => {
    await Promise.all([fleet?.close(), ...(members ?? []).map(({ live }) => live.stop())]);
  });

  it('are rows of one table; each that could not be scanned says why', () => {
    const rows = Object.fromEntries(report.clusters.map(({ name, status, version }) => [name, [status, version]]));
    expect(rows).toMatchObject({
      oldest: [expect.stringMatching(/blocked|incomplete/), '1.24'],
      middle: [expect.stringMatching(/ready|incomplete|blocked/), '1.34'],
      newest: [expect.stringMatching(/ready|incomplete|blocked/), '1.37'],
      blocked: ['blocked', '1.33'],
      dead: ['incomplete', '1.33'],
      denied: ['not-scanned', null],
      nope: ['not-scanned', null],
      twice: ['ready', '1.33'],
    });
    for (const { status, reason } of report.clusters) if (status === 'not-scanned') expect(reason).toMatch(/\S/);
    expect(report.clusters.filter(({ name }) => name === 'twice')).toHaveLength(1);
    expect(stderr).toMatch(/twice/);
  });

  it.each(real.map(([name]) => name))('the report of %s equals that of its scan alone, but for times', async (name) => {
    const args = ['scan', '--cluster', name, '--format', 'json'];
    const { stdout } = await runProcess(args, { env: env(), cwd: fleet.folder });
    const [alone, beside] = [stdout, readFileSync(reportFile(name), 'utf8')].map((text) =>
      withoutTimes(reportSchema.parse(JSON.parse(text))),
    );
    expect({ ...beside, configuration: null }).toEqual(alone);
  });

  it('print nothing raw of hostile names', () => {
    // eslint-disable-next-line no-control-regex
    expect(stderr + JSON.stringify(report.clusters)).not.toMatch(/[\u0000-\u0009\u001B\u202E]|^::/m);
  });
});
