import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { karpenter16World } from '../world/scenarios/karpenter-1-6.ts';
import { realCrds } from './karpenter-live-crds.ts';
import { withRealCrds } from './karpenter-worlds.ts';
import { rulesWithout, setRules, untilAllowed, type Rule } from './rbac.ts';
import { scanner, startScannedCluster, statuses, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';

const to18 = ['--target', '1.34', '--karpenter-target', '1.8.8'];
const now = ['--target', 'current'];
const crdPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const pool = '/apis/karpenter.sh/v1/nodepools/default';

describe('Karpenter 1.6 to 1.8, and what is left of it, on an API server of 1.34.1', () => {
  let cluster: ScannedCluster;
  let rules: Rule[];

  beforeAll(async () => {
    cluster = await startScannedCluster(withRealCrds(karpenter16World(), realCrds('1.6.2')), 'v1.34.1');
    rules = await grantPrintedPermissions(cluster);
  });
  afterAll(() => cluster?.close());

  it('is told what to do, and everything was seen', async () => {
    const scan = await cluster.scan(to18);
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(listFindingLines(scan)).toEqual(findings);
    expect([scan.code, scan.report.verdict]).toEqual([0, 'ready']);
  });

  it.each([
    ['nodepools', 'karpenter.sh', 'karpenter/capacity-type'],
    ['nodeclaims', 'karpenter.sh', 'karpenter/drift'],
    ['ec2nodeclasses', 'karpenter.k8s.aws', 'karpenter/node-role'],
    ['customresourcedefinitions', 'apiextensions.k8s.io', 'karpenter/crds'],
  ])('without the right to list %s.%s it is unknown, and the right is named', async (resource, apiGroup, id) => {
    const permission = { apiGroup, resource, verb: 'list' } as const;
    try {
      await setRules(cluster.live, 'eks-preflight', rulesWithout(rules, permission));
      await untilAllowed(cluster.live, scanner.user, permission, false);
      const { report, code } = await cluster.scanHere(to18);
      expect(report.results.find((one) => one.id === id)).toMatchObject({
        status: 'unknown',
        missing: expect.arrayContaining([
          expect.objectContaining({
            permission: `${resource}.${apiGroup}: list`,
            message: expect.stringContaining('forbidden'),
          }),
        ]),
      });
      expect([code, report.verdict]).toEqual([2, 'incomplete']);
    } finally {
      await setRules(cluster.live, 'eks-preflight', rules);
      await untilAllowed(cluster.live, scanner.user, permission, true);
    }
  });

  it('a CRD that is gone fails, and is no error', async () => {
    await mustDelete(cluster, `${crdPath}/nodeclaims.karpenter.sh`);
    await gone(cluster, '/apis/karpenter.sh/v1/nodeclaims');
    const scan = await cluster.scan(now);
    expect(listFindingLines(scan, (id) => id === 'karpenter/crds')).toEqual([
      'fail now karpenter/crds: CustomResourceDefinition nodeclaims.karpenter.sh',
    ]);
    expect(messages(scan)[0]).toMatch(/^does not exist, but Karpenter 1\.6\.2 needs it/);
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
  });

  it('a CRD that is being deleted, held by an object, fails', async () => {
    await patch(cluster, pool, { metadata: { finalizers: ['karpenter.sh/termination'] } });
    await mustDelete(cluster, `${crdPath}/nodepools.karpenter.sh`);
    const scan = await cluster.scan(now);
    expect(listFindingLines(scan, (id) => id === 'karpenter/crds')).toEqual([
      'fail now karpenter/crds: CustomResourceDefinition nodeclaims.karpenter.sh',
      'fail now karpenter/crds: CustomResourceDefinition nodepools.karpenter.sh',
    ]);
    expect(messages(scan)[1]).toMatch(/^is being deleted/);
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
  });

  it('where both groups are gone, nothing is installed: no error, and no pass of the controller that needs them', async () => {
    await patch(cluster, pool, { metadata: { finalizers: null } });
    await mustDelete(cluster, `${crdPath}/ec2nodeclasses.karpenter.k8s.aws`);
    await gone(cluster, '/apis/karpenter.sh/v1');
    await gone(cluster, '/apis/karpenter.k8s.aws/v1');
    const scan = await cluster.scan(now);
    const { facts } = scan.report.coverage;
    for (const fact of ['karpenterPools', 'karpenterNodeClasses', 'karpenterClaims']) {
      expect(facts[fact]).toEqual({ ok: true, count: 0 });
    }
    expect(messages(scan)).toHaveLength(3);
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
  });

  it('and where its Deployment is gone, too, every check of Karpenter skips', async () => {
    await mustDelete(cluster, '/apis/apps/v1/namespaces/kube-system/deployments/karpenter');
    const { report } = await cluster.scan(now);
    const own = report.results.filter(
      ({ id }) => id.startsWith('karpenter/') && id !== 'karpenter/stuck-deletion', // its nodes and objects are left
    );
    expect(new Set(own.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
      new Set(['skip: Karpenter is not installed in this cluster']),
    );
    expect(statuses(report)['account/spot-service-linked-role']).toBe('pass');
  });
});

/** In the order of the report. */
const findings = [
  'warn 1.8.8 karpenter/breaking-changes: Deployment kube-system/karpenter',
  'warn now karpenter/capacity-reservations: Deployment kube-system/karpenter',
  'warn 1.8.8 karpenter/controller-iam: Role KarpenterControllerRole-prod',
  'warn 1.8.8 karpenter/crds: CustomResourceDefinition nodepools.karpenter.sh (and 2 more)',
  'warn now karpenter/version-behind: Deployment kube-system/karpenter',
  'warn now karpenter/version-behind: Deployment kube-system/karpenter',
];

function messages({ report }: Scan): string[] {
  const crds = report.results.find(({ id }) => id === 'karpenter/crds');
  return (crds?.findings ?? []).map(({ message }) => message);
}

async function patch({ live }: ScannedCluster, path: string, body: unknown): Promise<void> {
  const { status } = await live.admin('PATCH', path, body, 'application/merge-patch+json');
  expect([path, status]).toEqual([path, 200]);
}

async function mustDelete({ live }: ScannedCluster, path: string): Promise<void> {
  const { status } = await live.admin('DELETE', path);
  expect([path, status]).toEqual([path, 200]);
}

/** Waits until a GET request for this path returns 404. */
async function gone({ live }: ScannedCluster, path: string): Promise<void> {
  await expect.poll(async () => (await live.admin('GET', path)).status).toBe(404);
}
