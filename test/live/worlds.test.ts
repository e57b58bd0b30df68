import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grants as allGrants } from '../../src/facts/optional-grants.ts';
import type { Outcome } from '../world/outcome.ts';
import { settledAudit, type AuditEntry } from './audit.ts';
import {
  listAccountVariables,
  chartNamespace as namespace,
  buildNamespaceObjects,
  createScanPod,
} from './chart-pod.ts';
import { rendered, startClients } from './helm.ts';
import { readDockerfile } from './image.ts';
import { runPod } from './kubelet.ts';
import { rulesIn } from './rbac.ts';
import { isSandboxMissing } from './sandbox.ts';
import { startScannedCluster, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions } from './scans.ts';
import { applyAll } from './seed.ts';
import { grantsIn, usedGrants } from './used-grants.ts';
import { worlds, type LiveWorld } from './worlds.ts';

/**
 * Worlds on API servers of 1.24, 1.34 and 1.37 that together make a scan read everything, and the audit logs of two
 * scans. The pod of the chart's CronJob, with only the chart's roles, is never denied, and uses every grant in at least
 * one world. A scan with all grants does not affect EKS's insights, which count requests that the API server marks as
 * deprecated: the scan sends none where a newer version is served. PodSecurityPolicies have no other version.
 */

const keep = process.env['EKS_PREFLIGHT_TEST_RESULTS'];
const account = `system:serviceaccount:${namespace}:eks-preflight`;
const everything = ['--with', allGrants.join(',')];

interface Seen {
  grants: readonly string[];
  used: readonly string[];
  outcome: Outcome;
  entries: readonly AuditEntry[];
}

/** Runs the pod of the chart in a cluster. */
async function podIn(cluster: ScannedCluster, { kubernetes, targets }: LiveWorld): Promise<Seen> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-chart-'));
  try {
    const clients = await startClients(folder);
    const config = { with: ['secrets', 'metrics'], ...targets };
    const values = { cluster: 'prod', extraEnv: listAccountVariables(cluster), config };
    const manifests = await rendered(clients, folder, values, kubernetes.slice(1));
    await applyAll(cluster.live, [...buildNamespaceObjects(cluster), ...manifests]);
    const outcome = await runPod(cluster, await createScanPod(cluster, manifests), readDockerfile(), folder);
    const entries = await settledAudit(cluster.live.auditLog, account);
    const grants = grantsIn(rulesIn(manifests));
    return { grants, used: usedGrants(grants, entries), outcome, entries };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function buildArguments({ targets }: LiveWorld): string[] {
  if (targets === undefined) return everything;
  return [...everything, '--target', targets.target, '--karpenter-target', targets.karpenterTarget];
}

const seen: Seen[] = [];

/** What no world here needs: admission-policies.test.ts has policies without their kind, karpenter-auto-mode.test.ts EKS Auto Mode. */
const usedElsewhere = [
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io: list',
  'nodeclasses.eks.amazonaws.com: list',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io: list',
];

describe.each(worlds)('$what, on $kubernetes', (one) => {
  let cluster: ScannedCluster;
  beforeAll(async () => {
    cluster = await startScannedCluster(one.world(), one.kubernetes, one.runtimeConfig);
  });
  afterAll(() => cluster?.close());

  it.skipIf(isSandboxMissing)('needs no more than the roles of the chart', async () => {
    const { entries, outcome, ...rights } = await podIn(cluster, one);
    expect([outcome.code, outcome.stderr]).toEqual([
      0,
      expect.stringMatching(/^eks-preflight: using config file .*\n$/),
    ]);
    expect(outcome.stdout).not.toContain('forbidden');
    expect(entries.filter(({ code }) => code === 401 || code === 403)).toEqual([]);
    expect(entries.length).toBeGreaterThan(30);
    seen.push({ entries, outcome, ...rights });
  });

  describe('by a scan with all that it can read', () => {
    let scan: Scan;
    let ours: AuditEntry[];

    // This runs after the pod: the printed roles have the same names as the chart's and replace them.
    beforeAll(async () => {
      await grantPrintedPermissions(cluster, everything);
      scan = await cluster.scan(buildArguments(one));
      const entries = await settledAudit(cluster.live.auditLog);
      ours = entries.filter(({ user, userAgent }) => user !== account && userAgent.startsWith('eks-preflight/'));
    });

    it('is read much, and only read', () => {
      expect(scan.report.results.length).toBeGreaterThan(60);
      expect(ours.filter(({ verb }) => verb === 'list').length).toBeGreaterThan(15);
      expect(ours.filter(({ verb }) => verb !== 'list' && verb !== 'get')).toEqual([]);
      expect(ours.filter(({ code }) => code === 403)).toEqual([]);
    });

    it('keeps no request at a deprecated version where a newer one is served', () => {
      const traces = ours.filter(({ isDeprecated }) => isDeprecated).map(({ verb, uri }) => `${verb} ${uri}`);
      expect(traces).toEqual(one.traces);
    });

    it('where others leave theirs', async () => {
      await cluster.live.admin('GET', '/api/v1/componentstatuses');
      const entries = await settledAudit(cluster.live.auditLog, 'live-admin');
      expect(entries.filter(({ isDeprecated }) => isDeprecated).at(-1)?.uri).toBe('/api/v1/componentstatuses');
    });
  });
});

describe.skipIf(isSandboxMissing)('the roles of the chart', () => {
  it('hold nothing that none of these scans used', async () => {
    expect(seen).toHaveLength(worlds.length);
    const [{ grants } = { grants: [] }] = seen;
    const used = new Set(seen.flatMap((one) => one.used));
    console.error(`live tests: ${grants.length} rights of the chart, ${used.size} used`);
    expect(grants.length).toBeGreaterThan(50);
    expect(grants.filter((grant) => !used.has(grant) && !usedElsewhere.includes(grant))).toEqual([]);
    if (keep === undefined) return;
    const uses = (grant: string) => seen.map((one) => (one.used.includes(grant) ? 'used' : '-   ')).join(' ');
    const names = worlds.map(({ what, kubernetes }, at) => `${at + 1}: ${kubernetes}, ${what}`);
    await mkdir(keep, { recursive: true });
    const lines = [...names, ...grants.map((grant) => `${uses(grant)} ${grant}`)];
    await writeFile(path.join(keep, 'live-chart-rights.txt'), `${lines.join('\n')}\n`);
  });
});
