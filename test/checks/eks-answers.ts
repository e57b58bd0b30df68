import type { Facts } from '../../src/facts/facts.ts';

type Offer = Facts['addonVersions'][number];
type Insight = NonNullable<Facts['insights']>[number];
type Details = NonNullable<Insight['details']>;

/**
 * The versions of an add-on.
 * @param versions each with the Kubernetes versions that it supports; `*` marks those for which it is the default
 */
export function anAddonOffer(
  name: string,
  versions: Record<string, readonly string[]>,
  more: Partial<Offer> = {},
): Offer {
  return {
    name,
    owner: 'aws',
    publisher: 'eks',
    versions: Object.entries(versions).map(([version, clusters]) => ({
      version,
      compatibilities: clusters.map((cluster) => ({
        cluster: cluster.replace('*', ''),
        platforms: [],
        isDefault: cluster.endsWith('*'),
      })),
    })),
    ...more,
  };
}

/** A passing insight that is four hours old in the cases' time. */
export function anInsight(name: string, kubernetesVersion: string | null, more: Partial<Insight> = {}): Insight {
  return {
    id: 'i-1',
    name,
    kubernetesVersion,
    status: 'PASSING',
    reason: null,
    lastRefreshTime: '2026-11-20T08:00:00.000Z',
    details: null,
    ...more,
  };
}

export function someDetails(more: Partial<Details> = {}): Details {
  return { recommendation: null, resources: [], deprecations: [], addons: [], ...more };
}
