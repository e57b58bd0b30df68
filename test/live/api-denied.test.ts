import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { aBudget } from './api-manifests.ts';
import { writtenWorld } from './api-worlds.ts';
import { settledAudit } from './audit.ts';
import { openGate, type Gate } from './gate.ts';
import { rulesWithout, setRules, untilAllowed, type Rule } from './rbac.ts';
import { scanner, startScannedCluster, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions } from './scans.ts';
import { applyAll } from './seed.ts';

/**
 * On an API server of 1.24.17, RBAC denies a list from its start or from its second page: a partial list must not count
 * as complete.
 */

const list = { apiGroup: 'policy', resource: 'poddisruptionbudgets', verb: 'list' } as const;
const only = ['--only', 'apis/removed,apis/deprecated'];
/** A full page of objects without findings. The only object with a finding, `the-last-one`, is on the second page. */
const good = Array.from({ length: 500 }, (_, index) => aBudget('policy/v1', `budget-${index}`));

describe('a list of a kind that loses a version', () => {
  let cluster: ScannedCluster;
  let rules: Rule[];
  let gate: Gate;
  let account: AwsEndpoint;
  let beforeNextPage: () => Promise<void>;

  beforeAll(async () => {
    cluster = await startScannedCluster(writtenWorld('1.24', '1.25'), 'v1.24.17');
    rules = await grantPrintedPermissions(cluster);
    await applyAll(cluster.live, good);
    await cluster.live.request('POST', '/apis/policy/v1beta1/namespaces/shop/poddisruptionbudgets', {
      token: cluster.live.adminToken,
      body: aBudget('policy/v1beta1', 'the-last-one'),
      userAgent: 'budget-operator/2.1',
    });
    beforeNextPage = () => Promise.resolve();
    gate = await openGate(cluster.live, async (uri) => {
      if (uri.includes('/poddisruptionbudgets?') && uri.includes('continue=')) await beforeNextPage();
    });
    account = await startAwsEndpoint(cluster.world, { kube: { endpoint: gate.url, caPem: gate.caPem } });
  });
  afterAll(async () => {
    await Promise.all([account?.close(), gate?.close()]);
    await cluster?.close();
  });

  const denied = async (): Promise<void> => {
    await setRules(cluster.live, 'eks-preflight', rulesWithout(rules, list));
    await untilAllowed(cluster.live, scanner.user, list, false);
  };
  const allowed = async (): Promise<void> => {
    await setRules(cluster.live, 'eks-preflight', rules);
    await untilAllowed(cluster.live, scanner.user, list, true);
  };
  const scanThroughGate = (): Promise<Scan> => cluster.scan(only, { AWS_ENDPOINT_URL: account.url });
  const listFindingLines = ({ report }: Scan) =>
    report.results
      .find(({ id }) => id === 'apis/removed')
      ?.findings.map(({ level, resource }) => `${level} ${resource.text}`);

  it('is read to its last page', async () => {
    const scan = await scanThroughGate();
    expect([scan.code, listFindingLines(scan)]).toEqual([0, ['warn PodDisruptionBudget shop/the-last-one']]);
  });

  it.each([
    ['from the start', denied, () => Promise.resolve()],
    ['from its second page', allowed, denied],
  ])('that is denied %s is unknown, with the permission', async (_when, first, next) => {
    await first();
    beforeNextPage = next;
    try {
      const scan = await scanThroughGate();
      for (const id of ['apis/removed', 'apis/deprecated']) {
        expect(scan.report.results.find((one) => one.id === id)).toMatchObject({
          status: 'unknown',
          missing: [
            expect.objectContaining({
              permission: 'poddisruptionbudgets.policy: list',
              message: expect.stringContaining('forbidden'),
            }),
          ],
        });
      }
      expect([scan.code, scan.report.verdict]).toEqual([2, 'incomplete']);
      expect(scan.report.coverage.facts['apiObjects']).not.toMatchObject({ ok: true, gaps: undefined });
    } finally {
      await allowed();
    }
  });

  it('was denied by the API server itself, after the first page', async () => {
    const entries = await settledAudit(cluster.live.auditLog, scanner.user.username);
    const pages = entries.filter(({ resource, verb }) => resource === list.resource && verb === 'list');
    expect(pages.slice(-2).map(({ code, uri }) => [code, uri.includes('continue=')])).toEqual([
      [200, false],
      [403, true],
    ]);
  });
});
