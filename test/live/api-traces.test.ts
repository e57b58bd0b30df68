import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grants } from '../../src/facts/grants.ts';
import { karpenter16World } from '../world/scenarios/karpenter-1-6.ts';
import type { World } from '../world/world.ts';
import { aBudget, aDeviceClass, anAttributesClass } from './api-manifests.ts';
import { settledAudit, type AuditEntry } from './audit.ts';
import type { KubernetesVersion } from './binaries.ts';
import { withMore } from './chart-worlds.ts';
import { realCrds } from './karpenter-live-crds.ts';
import { withRealCrds } from './karpenter-worlds.ts';
import { legacyLiveWorld } from './legacy-world.ts';
import { newestLiveWorld } from './newest-world.ts';
import { brokenLiveWorld } from './scan-worlds.ts';
import { startScannedCluster, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { granted } from './scans.ts';

/**
 * A scan leaves no trace: EKS's insights go by the requests of the audit log that the API server calls deprecated. Of ours, none is,
 * wherever a newer version is served. PodSecurityPolicies have no other version.
 */

const betas = (group: string, ...versions: string[]) => versions.map((version) => `${group}/${version}=true`);

const everything = ['--with', grants.join(',')];

interface Row {
  what: string;
  kubernetes: KubernetesVersion;
  world: () => World;
  runtimeConfig: readonly string[];
  traces: readonly string[];
  args?: readonly string[];
}

const rows: Row[] = [
  {
    what: 'the story of the EKS document',
    kubernetes: 'v1.24.17',
    world: () => withMore(legacyLiveWorld(), aBudget('policy/v1beta1', 'old')),
    runtimeConfig: [],
    traces: ['list /apis/policy/v1beta1/podsecuritypolicies?limit=500'],
  },
  {
    what: 'a broken cluster',
    kubernetes: 'v1.34.1',
    world: () =>
      withMore(
        brokenLiveWorld(),
        anAttributesClass('storage.k8s.io/v1beta1', 'old'),
        aDeviceClass('resource.k8s.io/v1beta1', 'old'),
      ),
    runtimeConfig: [...betas('storage.k8s.io', 'v1beta1'), ...betas('resource.k8s.io', 'v1beta1', 'v1beta2')],
    traces: [],
  },
  {
    what: 'a cluster with Karpenter 1.6',
    kubernetes: 'v1.34.1',
    world: () => withRealCrds(karpenter16World(), realCrds('1.6.2')),
    runtimeConfig: [],
    args: ['--target', '1.34', '--karpenter-target', '1.8.8'],
    traces: [],
  },
  {
    what: 'the newest API server',
    kubernetes: 'v1.37.1',
    world: () => withMore(newestLiveWorld(), aDeviceClass('resource.k8s.io/v1beta2', 'old')),
    runtimeConfig: betas('resource.k8s.io', 'v1beta1', 'v1beta2'),
    traces: [],
  },
];

describe.each(rows)('a scan of $what, on $kubernetes, with all that it can read', (row) => {
  let cluster: ScannedCluster;
  let scan: Scan;
  let ours: AuditEntry[];

  beforeAll(async () => {
    cluster = await startScannedCluster(row.world(), row.kubernetes, row.runtimeConfig);
    await granted(cluster, everything);
    scan = await cluster.scan([...everything, ...(row.args ?? [])]);
    const entries = await settledAudit(cluster.live.auditLog);
    ours = entries.filter(({ userAgent }) => userAgent.startsWith('eks-preflight/'));
  });
  afterAll(() => cluster?.close());

  it('reads much, and only reads', () => {
    expect(scan.report.results.length).toBeGreaterThan(60);
    expect(ours.filter(({ verb }) => verb === 'list').length).toBeGreaterThan(15);
    expect(ours.filter(({ verb }) => verb !== 'list' && verb !== 'get')).toEqual([]);
    expect(ours.filter(({ code }) => code === 403)).toEqual([]);
  });

  it('leaves no request at a deprecated version where a newer one is served', () => {
    const traces = ours.filter(({ isDeprecated }) => isDeprecated).map(({ verb, uri }) => `${verb} ${uri}`);
    expect(traces).toEqual(row.traces);
  });

  it('where others leave theirs', async () => {
    await cluster.live.admin('GET', '/api/v1/componentstatuses');
    const entries = await settledAudit(cluster.live.auditLog, 'live-admin');
    expect(entries.filter(({ isDeprecated }) => isDeprecated).at(-1)?.uri).toBe('/api/v1/componentstatuses');
  });
});
