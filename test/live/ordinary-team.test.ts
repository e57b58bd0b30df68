import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replay } from '../../scripts/store-inventories.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { ordinaryTeamEditions } from '../world/scenarios/ordinary-team.ts';
import { scenarios, type Scenario } from '../world/scenarios/index.ts';
import type { World } from '../world/world.ts';
import { realCrds } from './karpenter-live-crds.ts';
import { granted } from './scans.ts';
import { startScannedCluster, statuses, type Scan, type ScannedCluster } from './scanned-cluster.ts';

/**
 * The ordinary team on a real API server: its objects as the server took them, its account as it is stored, the caller with the
 * rights that `permissions` prints and no others. The report must say what the stored one says.
 *
 * The stored cluster is 1.33; the server runs one version of its own. Nothing of the report goes by that: the version of the
 * control plane is EKS's answer, and no kind that a check reads has come or gone between the two. What the server decides is
 * whether it takes the objects, what it fills in, and what it serves by aggregation.
 */
const byTheServer: readonly string[] = [];

/** CRDs of Karpenter with their schemas, since the server judges by them; of the other charts, as they are written. */
function withKarpenterSchemas(world: World): World {
  const own = realCrds('1.8.8');
  const names = new Set(own.map(({ metadata }) => metadata.name));
  if (!world.kube.served.some(({ group }) => group === 'karpenter.sh')) return world;
  const others = world.kube.objects.filter(({ kind, metadata }) => {
    return kind !== 'CustomResourceDefinition' || !names.has((metadata as { name: string }).name);
  });
  const written = new Map(world.kube.objects.map((object) => [(object['metadata'] as { name: string }).name, object]));
  const merged = own.map((crd) => ({
    ...crd,
    metadata: { ...crd.metadata, ...(written.get(crd.metadata.name)?.['metadata'] as object) },
  }));
  return { ...world, kube: { ...world.kube, objects: [...others, ...merged] } };
}

function comparable(report: Report): unknown {
  return report.results.map(({ id, status, findings }) => ({
    id,
    status: byTheServer.includes(id) ? 'by the server' : status,
    findings: findings.map(({ level, at, resource, message }) => `${level} ${at?.version ?? 'now'} ${resource.text}: ${message}`),
  }));
}

describe.each(Object.keys(ordinaryTeamEditions))('%s', (name) => {
  const scenario = scenarios[name] as Scenario;
  let cluster: ScannedCluster;
  let scan: Scan;

  beforeAll(async () => {
    cluster = await startScannedCluster(withKarpenterSchemas(scenario.world()));
    await granted(cluster);
    scan = await cluster.scan(scenario.options);
  });
  afterAll(() => cluster?.close());

  it('is told the same as the stored one', async () => {
    const stored = await replay(name, scenario, ['--format', 'json']);
    const report = reportSchema.parse(JSON.parse(stored.stdout));
    expect(comparable(scan.report)).toEqual(comparable(report));
    expect([scan.code, scan.report.verdict]).toEqual([stored.code, report.verdict]);
  });

  it('was read as a whole, with the printed rights', () => {
    expect(scan.stderr).toBe('');
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(Object.values(statuses(scan.report))).not.toContain('unknown');
  });
});
