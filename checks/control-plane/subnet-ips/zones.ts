import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { forCount } from '../../../src/languages/english.ts';
import { grouped } from '../../../src/languages/grouped.ts';

type Subnet = Facts['subnets'][number];

/** An Availability Zone, the cluster's subnets in it, and the sum of their free addresses. */
export interface Zone {
  name: string;
  free: number;
  subnets: Subnet[];
}

/** The Availability Zones of subnets, by name. */
export function zonesOf(subnets: readonly Subnet[]): Zone[] {
  const zones = [...grouped(subnets, ({ availabilityZoneId }) => availabilityZoneId).values()].map((together) => ({
    name: together[0]?.availabilityZone ?? '',
    free: together.reduce((sum, { availableIpAddressCount }) => sum + availableIpAddressCount, 0),
    subnets: together,
  }));
  return zones.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One item of evidence for each zone with its subnets, or one that says that no subnet exists. */
export function zoneEvidence(zones: readonly Zone[], required: string): Evidence[] {
  if (zones.length === 0) return [{ observed: 'no cluster subnet exists', required }];
  return zones.map(({ name, free, subnets }) => ({
    observed: `${free} free: ${subnets.map((one) => `${one.id} ${one.availableIpAddressCount}`).join(', ')}`,
    required,
    resource: `Zone ${name}`,
  }));
}

/** How many zones and which: `only one zone (eu-west-1a)`. */
export function zonesText(zones: readonly Zone[]): string {
  if (zones.length === 0) return 'no zone';
  const names = zones.map(({ name }) => name).join(', ');
  return `${forCount(zones.length, 'only one zone', `${zones.length} zones`)} (${names})`;
}
