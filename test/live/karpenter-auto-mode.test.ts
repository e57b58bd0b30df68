import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { autoModeAndKarpenterWorld } from '../world/scenarios/auto-mode-and-karpenter.ts';
import { autoModeWorld } from '../world/scenarios/auto-mode.ts';
import { autoModeCrds, realCrds } from './karpenter-live-crds.ts';
import { withRealCrds } from './karpenter-worlds.ts';
import { realManifest } from './real-manifests.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';
import { applyAll } from './seed.ts';

const isKarpenters = (id: string): boolean => id.startsWith('karpenter/') || id === 'account/spot-service-linked-role';

describe('EKS Auto Mode on an API server of 1.34.1', () => {
  let cluster: ScannedCluster;
  let account: AwsEndpoint;

  beforeAll(async () => {
    cluster = await startScannedCluster(withRealCrds(autoModeWorld(), autoModeCrds()), 'v1.34.1');
    await grantPrintedPermissions(cluster);
  });
  afterAll(async () => {
    await cluster?.close();
    await account?.close();
  });

  it('has pools that are not ours to judge: every check of Karpenter skips, and says why', async () => {
    const { report } = await cluster.scan();
    const own = report.results.filter(({ id }) => id.startsWith('karpenter/'));
    expect(new Set(own.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
      new Set(['skip: Karpenter is not installed in this cluster: AWS runs the node pools of EKS Auto Mode']),
    );
    expect(report.coverage.facts['karpenterPools']).toEqual({ ok: true, count: 3 });
  });

  it('beside a Karpenter of your own is judged for that part only', async () => {
    const world = autoModeAndKarpenterWorld();
    const { live } = cluster;
    const ownCrds = realCrds('1.5.8').filter(({ metadata }) => metadata.name.endsWith('.karpenter.k8s.aws'));
    const { objects } = withRealCrds(world, ownCrds).kube;
    await applyAll(live, objects.map(realManifest));
    account = await startAwsEndpoint(world, { kube: cluster.kube });
    const scan = await cluster.scan([], { AWS_ENDPOINT_URL: account.url });
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(listFindingLines(scan, isKarpenters)).toEqual([
      'warn now account/spot-service-linked-role: NodePool batch',
      'warn now karpenter/version-behind: Deployment kube-system/karpenter',
    ]);
  });
});
