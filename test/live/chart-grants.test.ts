import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../world/run.ts';
import { settledAudit, type AuditEntry } from './audit.ts';
import { chartWorlds, type ChartWorld } from './chart-worlds.ts';
import { accountOf, chartNamespace as namespace, ofTheNamespace, podOf } from './chart-pod.ts';
import { rendered, startClients } from './helm.ts';
import { readDockerfile } from './image.ts';
import { runPod } from './kubelet.ts';
import { rulesIn } from './rbac.ts';
import { isSandboxMissing } from './sandbox.ts';
import { startScannedCluster } from './scanned-cluster.ts';
import { applyAll } from './seed.ts';
import { grantsIn, usedGrants } from './used-grants.ts';

/**
 * The pod of the chart's CronJob, with the chart's roles alone, in worlds on API servers of 1.24, 1.34 and 1.37: nothing is denied,
 * and nothing is granted that no scan uses. By audit logs.
 */
const keep = process.env['EKS_PREFLIGHT_TEST_RESULTS'];
const account = `system:serviceaccount:${namespace}:eks-preflight`;

interface Seen {
  grants: readonly string[];
  used: readonly string[];
  outcome: Outcome;
  entries: readonly AuditEntry[];
}

async function scanOf({ kubernetes, world, runtimeConfig, targets }: ChartWorld): Promise<Seen> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-chart-'));
  const cluster = await startScannedCluster(world(), kubernetes, runtimeConfig);
  try {
    const clients = await startClients(folder);
    const config = { with: ['secrets', 'metrics'], ...targets };
    const values = { cluster: 'prod', env: accountOf(cluster), config };
    const manifests = await rendered(clients, folder, values, kubernetes.slice(1));
    await applyAll(cluster.live, [...ofTheNamespace(cluster), ...manifests]);
    const outcome = await runPod(cluster.live, await podOf(cluster, manifests), readDockerfile(), folder);
    const entries = await settledAudit(cluster.live.auditLog, account);
    const grants = grantsIn(rulesIn(manifests));
    return { grants, used: usedGrants(grants, entries), outcome, entries };
  } finally {
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
}

describe.skipIf(isSandboxMissing)('the roles of the chart', () => {
  const seen: Seen[] = [];

  it.each(chartWorlds.map((one) => [one.what, one.kubernetes, one] as const))(
    'are enough: %s, on %s',
    async (_what, _kubernetes, world) => {
      const { entries, outcome, ...rights } = await scanOf(world);
      expect([outcome.code, outcome.stderr]).toEqual([
        0,
        expect.stringMatching(/^eks-preflight: using config file .*\n$/),
      ]);
      expect(outcome.stdout).not.toContain('forbidden');
      expect(entries.filter(({ code }) => code === 401 || code === 403)).toEqual([]);
      expect(entries.length).toBeGreaterThan(30);
      seen.push({ entries, outcome, ...rights });
    },
  );

  it('hold nothing that none of these scans used', async () => {
    expect(seen).toHaveLength(chartWorlds.length);
    const [{ grants } = { grants: [] }] = seen;
    const used = new Set(seen.flatMap((one) => one.used));
    console.error(`live tests: ${grants.length} rights of the chart, ${used.size} used`);
    expect(grants.length).toBeGreaterThan(50);
    expect(grants.filter((grant) => !used.has(grant))).toEqual([]);
    if (keep === undefined) return;
    const uses = (grant: string) => seen.map((one) => (one.used.includes(grant) ? 'used' : '-   ')).join(' ');
    const worlds = chartWorlds.map(({ what, kubernetes }, at) => `${at + 1}: ${kubernetes}, ${what}`);
    await mkdir(keep, { recursive: true });
    const lines = [...worlds, ...grants.map((grant) => `${uses(grant)} ${grant}`)];
    await writeFile(path.join(keep, 'live-chart-rights.txt'), `${lines.join('\n')}\n`);
  });
});
