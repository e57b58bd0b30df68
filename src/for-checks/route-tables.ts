import type { Facts } from '../facts/facts.ts';

type RouteTable = Facts['routeTables'][number];

/** The route table of a subnet: its own, else the VPC's main one. Undefined: none is seen. */
export function findRouteTable(subnetId: string, tables: readonly RouteTable[]): RouteTable | undefined {
  return tables.find(({ subnetIds }) => subnetIds.includes(subnetId)) ?? tables.find(({ main }) => main);
}
