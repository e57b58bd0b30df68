import type { Context } from '../check.ts';
import type { Readings } from '../facts/reading.ts';
import { listMissingResourceIds } from './gone.ts';

/** What commands need about resources that they name. */
export function readForCommands(readings: Readings): Pick<Context, 'gone' | 'freeAddresses'> {
  return { gone: listMissingResourceIds(readings), freeAddresses: listFreeAddresses(readings) };
}

/** The number of free IPv4 addresses of each subnet, as far as the cluster's subnets and those of its VPC were read. */
export function listFreeAddresses({ subnets, vpcSubnets }: Readings): ReadonlyMap<string, number> {
  const ofCluster = subnets?.ok === true ? subnets.value : [];
  const ofVpc = vpcSubnets?.ok === true ? vpcSubnets.value : [];
  return new Map([
    ...ofVpc.flatMap(({ id, free }) => (free === undefined ? [] : [[id, free] as const])),
    ...ofCluster.map(({ id, availableIpAddressCount: free }) => [id, free] as const),
  ]);
}
