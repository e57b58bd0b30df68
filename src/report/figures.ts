import type { Facts } from '../facts/facts.ts';
import type { Readings } from '../facts/reading.ts';
import { grouped } from '../syntax/grouped.ts';
import { setFields } from '../syntax/set-fields.ts';
import { format, parseMinor, type PathEnds } from '../syntax/versions.ts';
import type { Report } from './schema.ts';

type Figures = NonNullable<Report['figures']>;

/** The numbers that reports draw as charts; those of unread facts are omitted. */
export function buildFigures(cluster: Facts['cluster'], readings: Readings, path: PathEnds): Figures {
  const { clusterVersions, subnets, nodes } = readings;
  return setFields({
    support: clusterVersions?.ok === true ? listSupport(cluster, clusterVersions.value.versions, path) : undefined,
    addresses: subnets?.ok === true ? addressesIn(subnets.value) : undefined,
    nodes: nodes?.ok === true ? countNodesByVersion(nodes.value) : undefined,
  });
}

function listSupport(
  { outpost }: Facts['cluster'],
  offers: Facts['clusterVersions']['versions'],
  { current, target }: PathEnds,
): NonNullable<Figures['support']> {
  const [first, last] = [Math.min(current, target), Math.max(current, target)];
  return offers
    .filter(({ clusterType }) => (clusterType === 'eks') !== outpost)
    .flatMap((offer) => {
      const minor = parseMinor(offer.version);
      if (minor === undefined || minor < first || minor > last) return [];
      const { endOfStandardSupport: standardUntil, endOfExtendedSupport: extendedUntil } = offer;
      return [{ minor, version: format(minor), standardUntil, extendedUntil }];
    })
    .toSorted((a, b) => a.minor - b.minor)
    .map(({ version, standardUntil, extendedUntil }) => ({ version, standardUntil, extendedUntil }));
}

function addressesIn(subnets: Facts['subnets']): NonNullable<Figures['addresses']> {
  return [...grouped(subnets, ({ availabilityZone }) => availabilityZone)]
    .map(([zone, own]) => ({
      zone,
      subnets: own.length,
      free: own.reduce((sum, { availableIpAddressCount }) => sum + availableIpAddressCount, 0),
    }))
    .toSorted((a, b) => (a.zone < b.zone ? -1 : 1));
}

function countNodesByVersion(nodes: Facts['nodes']): NonNullable<Figures['nodes']> {
  return [...grouped(nodes, ({ kubeletVersion }) => parseMinor(kubeletVersion))]
    .toSorted(([a = -1], [b = -1]) => a - b)
    .map(([minor, own]) => ({ version: minor === undefined ? null : format(minor), count: own.length }));
}
