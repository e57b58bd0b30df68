import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProcess } from '../world/run.ts';
import { karpenterAlphaWorld } from './karpenter-alpha-world.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';
import { startScannedCluster, statuses, type Scan, type ScannedCluster } from './scanned-cluster.ts';

const keep = process.env['EKS_PREFLIGHT_TEST_RESULTS'];
const to032 = ['--target', 'current', '--karpenter-target', '0.32.1'];

describe('Karpenter 0.30.0 on the way to 0.32.1, on an API server of 1.24.17', () => {
  let cluster: ScannedCluster;
  let scan: Scan;

  beforeAll(async () => {
    cluster = await startScannedCluster(karpenterAlphaWorld(), 'v1.24.17');
    await setEndpoint(cluster.live);
    await grantPrintedPermissions(cluster);
    scan = await cluster.scan(to032);
  });
  afterAll(() => cluster?.close());

  it('is blocked, and nothing is unknown', () => {
    expect([scan.code, scan.report.verdict, scan.stderr]).toEqual([1, 'blocked', '']);
    expect(Object.values(statuses(scan.report))).not.toContain('unknown');
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(scan.report).toMatchObject({ target: '1.24', cluster: { version: '1.24' } });
  });

  it('is told what breaks at which step', () => {
    expect(listFindingLines(scan)).toEqual(findings);
  });

  it('goes by 0.31.5, and Kubernetes last', async () => {
    expect(scan.report.steps.map(({ to, verdict }) => `${to} ${verdict}`)).toEqual(['0.31.5 ready', '0.32.1 blocked']);
    const joint = await cluster.scan(['--target', '1.25', '--karpenter-target', '0.32.1']);
    expect(joint.report.steps.map(({ to, verdict }) => `${to} ${verdict}`)).toEqual([
      '0.31.5 ready',
      '0.32.1 blocked',
      '1.25 blocked',
    ]);
    expect(listFindingLines(joint)).toEqual(['unknown 1.25 apis/helm-releases: Cluster prod', ...findings]);
  });

  it('is one text of 80 columns, besides commands', async () => {
    const { code, stdout, stderr } = await runProcess(['scan', '--cluster', 'prod', '--show', 'all', ...to032], {
      env: cluster.env,
    });
    expect([code, stderr]).toEqual([1, '']);
    const prose = stdout.split('\n').filter((line) => !/^ {11}|https:\/\//.test(line));
    // A command is never broken: one that is longer than a line stands alone on its line.
    const isCommand = (line: string): boolean => /^\s*(`[^`]+`\S*|eks-preflight plan .*)$/.test(line);
    expect(prose.filter((line) => line.length > 80 && !isCommand(line))).toEqual([]);
    if (keep === undefined) return;
    await mkdir(keep, { recursive: true });
    await writeFile(path.join(keep, 'live-karpenter-0.30-to-0.32.txt'), stdout);
  });
});

/** Sets the endpoint in the ConfigMap, as the chart of that version does. */
async function setEndpoint({ admin, url }: ScannedCluster['live']): Promise<void> {
  const map = '/api/v1/namespaces/karpenter/configmaps/karpenter-global-settings';
  const { status } = await admin(
    'PATCH',
    map,
    { data: { 'aws.clusterEndpoint': url } },
    'application/merge-patch+json',
  );
  expect(status).toBe(200);
}

/** In the order of the report. */
const findings = [
  'warn 0.32.1 karpenter/alpha-resources: AWSNodeTemplate default',
  'warn 0.32.1 karpenter/alpha-resources: Provisioner default',
  'warn 0.31.5 karpenter/breaking-changes: Deployment karpenter/karpenter',
  'warn 0.32.1 karpenter/breaking-changes: Deployment karpenter/karpenter',
  'warn 0.32.1 karpenter/capacity-type: Provisioner default',
  'fail 0.32.1 karpenter/controller-iam: Role KarpenterIRSA-prod',
  'warn 0.32.1 karpenter/controller-iam: Role KarpenterIRSA-prod',
  'fail 0.32.1 karpenter/crds: CustomResourceDefinition ec2nodeclasses.karpenter.k8s.aws',
  'fail 0.32.1 karpenter/crds: CustomResourceDefinition nodeclaims.karpenter.sh',
  'fail 0.32.1 karpenter/crds: CustomResourceDefinition nodepools.karpenter.sh',
  'warn 0.32.1 karpenter/drift: Deployment karpenter/karpenter',
  'warn 0.32.1 karpenter/interruption-queue: Deployment karpenter/karpenter',
  'warn 0.32.1 karpenter/legacy-labels: Deployment shop/encoder',
  'warn 0.32.1 karpenter/legacy-labels: Deployment shop/notebooks',
  'warn 0.32.1 karpenter/removed-fields: AWSNodeTemplate default',
  'warn 0.32.1 karpenter/removed-fields: AWSNodeTemplate default',
  'warn 0.32.1 karpenter/removed-fields: Provisioner default',
  'warn 0.32.1 karpenter/settings: ConfigMap karpenter/karpenter-global-settings',
  'warn 0.32.1 karpenter/upgrade-hops: Deployment karpenter/karpenter',
  'warn 0.31.5 karpenter/upgrade-hops: Deployment karpenter/karpenter',
  'warn now karpenter/version-behind: Deployment karpenter/karpenter',
  'warn now nodes/amazon-linux-2: Provisioner default',
];
