import type { Facts } from '../facts/facts.ts';

type RouteTable = Facts['routeTables'][number];

/** The subnet's route table, or else the main one of the VPC. Undefined: not found. */
export function findRouteTable(subnetId: string, tables: readonly RouteTable[]): RouteTable | undefined {
  return tables.find(({ subnetIds }) => subnetIds.includes(subnetId)) ?? tables.find(({ main }) => main);
}
