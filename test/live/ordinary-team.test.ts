import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replay } from '../../scripts/store-inventories.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { ordinaryTeamEditions } from '../world/scenarios/ordinary-team.ts';
import { scenarios, type Scenario } from '../world/scenarios/index.ts';
import type { World } from '../world/world.ts';
import { realCrds } from './karpenter-live-crds.ts';
import { grantPrintedPermissions } from './scans.ts';
import { startScannedCluster, statuses, type Scan, type ScannedCluster } from './scanned-cluster.ts';

/**
 * The ordinary team on a real API server: its objects as the server accepts them, its stored account, and a caller with
 * only the permissions that `permissions` prints. The findings must be those of the stored report. The server's version
 * does not matter: EKS reports the control plane's, and no kind that a check reads was added or removed between 1.33
 * and the server's.
 */

/** Removes the status of CRDs, which the server sets, and gives those of Karpenter their real schemas. */
function withLiveCrds(world: World): World {
  const schemas = new Map(realCrds('1.8.8').map(({ metadata, spec }) => [metadata.name, spec]));
  const objects = world.kube.objects.map((object) => {
    if (object['kind'] !== 'CustomResourceDefinition') return object;
    const { status: _theServersOwn, ...crd } = object;
    return { ...crd, spec: schemas.get((object['metadata'] as { name: string }).name) ?? object['spec'] };
  });
  return { ...world, kube: { ...world.kube, objects } };
}

function comparable(report: Report): unknown {
  return report.results.map(({ id, status, findings }) => ({
    id,
    status,
    findings: findings.map(
      ({ level, at, resource, message }) => `${level} ${at?.version ?? 'now'} ${resource.text}: ${message}`,
    ),
  }));
}

describe.each(Object.keys(ordinaryTeamEditions))('%s', (name) => {
  const scenario = scenarios[name] as Scenario;
  let cluster: ScannedCluster;
  let scan: Scan;

  beforeAll(async () => {
    cluster = await startScannedCluster(withLiveCrds(scenario.world()));
    await grantPrintedPermissions(cluster);
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
