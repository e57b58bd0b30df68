import { aFleet, aFleetCluster } from './fleet.ts';

/** Eight clusters of two accounts and two Regions: two blocked, two not scanned, one incomplete, three ready. */
export const mixedFleet = aFleet(
  [
    aFleetCluster({
      name: 'payments-prod',
      version: '1.31',
      target: '1.32',
      status: 'blocked',
      entries: { fail: 3, unknown: 1, warn: 9 },
      first: [
        {
          number: 1,
          level: 'fail',
          title:
            'SelfManagedNodeGroup batch: kubelet 1.28 is too old for control plane 1.32; runs Amazon Linux 2: EKS support of its images ended on 2025-11-26',
        },
        { number: 2, level: 'fail', title: 'PodDisruptionBudget shop/cart and 2 more: allows no eviction' },
        { number: 3, level: 'fail', title: 'Key 0: the key does not exist' },
      ],
      support: { standardUntil: '2025-11-26', extendedUntil: '2026-11-26' },
      extraCost: { untilNow: 4_308, nextYear: 66 },
      changedAt: '2026-11-11T02:00:00.000Z',
    }),
    aFleetCluster({
      name: 'search-prod',
      region: 'us-east-1',
      status: 'blocked',
      changedAt: '2026-11-20T02:00:00.000Z',
    }),
    aFleetCluster({
      name: 'legacy',
      version: '1.29',
      target: '1.30',
      status: 'not-scanned',
      entries: { fail: 0, unknown: 0, warn: 2 },
      support: { standardUntil: '2025-03-23', extendedUntil: '2026-03-23' },
      extraCost: { untilNow: 4_380, nextYear: 0 },
      scannedAt: '2026-11-18T10:00:00.000Z',
    }),
    aFleetCluster({
      name: 'reports/broken.json',
      account: null,
      region: null,
      status: 'not-scanned',
      reason: 'the file is not a report: it is damaged or cut off; write one with scan --output json=FILE',
      report: 'reports/broken.json',
    }),
    aFleetCluster({
      name: 'data-prod',
      account: '444455556666',
      status: 'incomplete',
      entries: { fail: 0, unknown: 3, warn: 0 },
      changedAt: '2026-11-19T02:00:00.000Z',
    }),
    aFleetCluster({ name: 'web-dev', changedAt: '2026-10-01T02:00:00.000Z' }),
    aFleetCluster({
      name: 'web-staging',
      account: '444455556666',
      support: { standardUntil: '2026-12-02', extendedUntil: '2027-12-02' },
      version: '1.32',
      target: '1.33',
      extraCost: { untilNow: 0, nextYear: 4_242 },
    }),
    aFleetCluster({
      name: 'web-canary',
      account: '444455556666',
      version: '1.36',
      target: '1.36',
      support: { standardUntil: '2028-08-02', extendedUntil: '2029-08-02' },
      extraCost: { untilNow: 0, nextYear: 0 },
    }),
  ],
  {
    shared: [
      {
        title: 'kubelet too old',
        clusters: ['payments-prod', 'search-prod'],
      },
      {
        title: 'missing permission nodes: list',
        level: 'unknown',
        check: 'nodes/drain',
        checks: 33,
        clusters: ['payments-prod', 'data-prod'],
      },
      {
        title: 'workloads with one replica',
        level: 'warn',
        check: 'workloads/single-replica',
        clusters: ['payments-prod', 'search-prod', 'data-prod', 'web-dev', 'web-staging'],
      },
    ],
  },
);
