import { describe, expect, it } from 'vitest';
import { collectors } from '../../src/collectors/index.ts';
import { readServerMinor } from '../../src/collectors/kube/server-minor.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Reading } from '../../src/facts/reading.ts';
import type { KubeSource } from '../../src/sources/kube/contract.ts';
import { readStoredInventory } from '../judge/judge-stored.ts';

const stored = readStoredInventory('healthy').readings.cluster;
const denied: Reading<never> = { ok: false, reason: { kind: 'denied', message: 'denied' } };

function clusterAt(version: string, status = 'ACTIVE'): Reading<Facts['cluster']> {
  if (stored?.ok !== true) throw new Error('the cluster was not read');
  return { ok: true, value: { ...stored.value, version, status } };
}

const serverAt = (version: string) => ({ version: async () => version }) as unknown as KubeSource;

describe('the minor version of the API server', () => {
  it.each<[string, string, Reading<Facts['cluster']>, number | undefined]>([
    ['that of the cluster', 'v1.33.5-eks-3025e55', clusterAt('1.33'), 33],
    ['another one during an update', 'v1.34.1', clusterAt('1.33', 'UPDATING'), 34],
    ['one that cannot be compared', 'v1.34.1', denied, 34],
    ['none', 'canary', clusterAt('1.33'), undefined],
  ])('is %s', async (_what, version, cluster, minor) => {
    expect(await readServerMinor(serverAt(version), cluster)).toBe(minor);
  });

  it.each(['v1.32.9', 'v1.34.1-eks-3025e55'])('%s is refused where EKS says 1.33', async (version) => {
    await expect(readServerMinor(serverAt(version), clusterAt('1.33'))).rejects.toMatchObject({
      reason: { kind: 'unreadable', message: expect.stringContaining('EKS says that the cluster runs 1.33') as string },
    });
  });

  it.each(['accessGrants', 'apiObjects', 'introducedObjects'] as const)('is compared by %s', (fact) => {
    expect(collectors[fact].from).toContain('cluster');
  });
});
