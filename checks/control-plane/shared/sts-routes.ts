import type { Facts } from '../../../src/facts/facts.ts';

type RouteTable = Facts['routeTables'][number];
type Endpoint = Facts['stsEndpoints'][number];

/** Why it is unknown whether nodes can reach STS without a default route: the end of a message. */
export function whyUnseen(live: RouteTable['routes'], answering: Endpoint | undefined): string {
  if (answering !== undefined) {
    return `; the endpoint ${answering.id} has no private DNS names, but a private hosted zone may provide them`;
  }
  if (live.some(({ destination }) => destination === '::/0')) {
    return ' except for IPv6; the default name of STS only has IPv4 addresses, its dual-stack name also has IPv6 addresses';
  }
  return `; routes lead to other networks (${live.map(({ target }) => target).join(', ')}), which may contain an STS endpoint`;
}

/** The routes of a route table, as evidence. */
export function describeRoutes(routes: RouteTable['routes']): string {
  if (routes.length === 0) return 'only routes within the VPC';
  return routes
    .map(({ destination, target, state }) => `${destination} to ${target}${state === 'active' ? '' : ` (${state})`}`)
    .join(', ');
}
