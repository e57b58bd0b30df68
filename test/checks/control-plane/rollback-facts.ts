import type { Facts } from '../../../src/facts/facts.ts';

/** What EKS reports about a cluster that may be rolled back. */

type Update = Facts['updates'][number];
type Offer = Facts['clusterVersions']['versions'][number];

/** The time at which the facts are judged. */
export const now = '2026-11-23T12:00:00Z';
/** An update of the cluster; by default a successful one to a version. */
export const anUpdate = (version: string, createdAt: string | null, more: Partial<Update> = {}): Update => ({
  id: `update-${version}`,
  type: 'VersionUpdate',
  status: 'Successful',
  createdAt,
  version,
  errors: [],
  ...more,
});
/** The support of a version. */
export const anOffer = (version: string, status: Offer['status'], standard: string, extended: string): Offer => ({
  version,
  clusterType: 'eks',
  status,
  endOfStandardSupport: `${standard}T00:00:00.000Z`,
  endOfExtendedSupport: `${extended}T00:00:00.000Z`,
});
/** As EKS lists them on the day of {@link now}. */
export const clusterVersions: Facts['clusterVersions'] = {
  source: 'live',
  versions: [
    anOffer('1.31', 'EXTENDED_SUPPORT', '2025-11-26', '2026-11-26'),
    anOffer('1.32', 'EXTENDED_SUPPORT', '2026-03-23', '2027-03-23'),
    anOffer('1.33', 'EXTENDED_SUPPORT', '2026-07-29', '2027-07-29'),
    anOffer('1.34', 'STANDARD_SUPPORT', '2026-12-02', '2027-12-02'),
    anOffer('1.35', 'STANDARD_SUPPORT', '2027-03-27', '2028-03-27'),
  ],
};
/** A rollback insight, refreshed at {@link now}. */
export const anInsight = (name: string, status: string): NonNullable<Facts['rollbackInsights']>[number] => ({
  id: name,
  name,
  status,
  reason: null,
  lastRefreshTime: now,
  resources: null,
});
/** The insights of a cluster that EKS can roll back. */
export const passing = [anInsight('Kubelet version rollback compatibility', 'PASSING')];
