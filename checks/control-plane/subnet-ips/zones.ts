import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { grouped } from '../../../src/syntax/grouped.ts';

type Subnet = Facts['subnets'][number];

/** An Availability Zone and the cluster's subnets in it. */
export interface Zone {
  name: string;
  /** True if one of its subnets has the free addresses that EKS needs. */
  hasRoom: boolean;
  subnets: readonly Subnet[];
}

/**
 * Groups subnets by Availability Zone, sorted by zone name.
 * @param needed free addresses that EKS needs in a subnet
 */
export function groupSubnetsByZone(subnets: readonly Subnet[], needed: number): Zone[] {
  const zones = [...grouped(subnets, ({ availabilityZoneId }) => availabilityZoneId).values()].map((together) => ({
    name: together[0]?.availabilityZone ?? '',
    hasRoom: together.some(({ availableIpAddressCount }) => availableIpAddressCount >= needed),
    subnets: together,
  }));
  return zones.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One item of evidence per zone with its subnets; a single item if no subnet exists. */
export function zoneEvidence(zones: readonly Zone[], required: string): Evidence[] {
  if (zones.length === 0) return [{ observed: 'no cluster subnet exists', required }];
  return zones.map(({ name, subnets }) => ({
    observed: subnets.map((one) => `${one.id}: ${one.availableIpAddressCount} free`).join(', '),
    required,
    resource: `Zone ${name}`,
  }));
}
