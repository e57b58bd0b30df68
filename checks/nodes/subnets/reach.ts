import type { Facts } from '../../../src/facts/facts.ts';

type RouteTable = Facts['routeTables'][number];
type Endpoint = Facts['vpcEndpoints'][number];

/**
 * AWS services, as in the names of their VPC endpoints, and what fails without them.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html
 */
export const services = ['ec2', 'ecr.api', 'ecr.dkr', 's3', 'eks-auth', 'elasticloadbalancing'] as const;
export type Service = (typeof services)[number];

/** How a subnet reaches a service: not at all, or why that is not certain; undefined: it does. */
export type Answer = { service: Service } & ({ reach: 'no' } | { reach: 'unsure'; why: string });

/** True if the subnet has an active default IPv4 route, to whatever: the names of the services have IPv4 addresses. */
export function leadsOut({ routes }: RouteTable): boolean {
  return routes.some(({ destination, state }) => destination === '0.0.0.0/0' && state === 'active');
}

/** How a subnet without a default route reaches each service. */
export function listUnreached(
  table: RouteTable,
  wanted: readonly Service[],
  endpoints: readonly Endpoint[],
  region: string,
): Answer[] {
  return wanted.flatMap((service) => {
    const own = endpoints.filter(
      ({ serviceName, state }) => serviceName.endsWith(`.${region}.${service}`) && state === 'available',
    );
    const gateway = own.find(({ type, routeTableIds }) => type === 'gateway' && routeTableIds.includes(table.id));
    const names = own.filter(({ type }) => type === 'interface');
    if (gateway !== undefined || names.some(({ dnsNames }) => dnsNames)) return [];
    const [unnamed] = names;
    if (unnamed !== undefined)
      return { service, reach: 'unsure', why: `${unnamed.id} has no private DNS names` } as const;
    const live = table.routes.filter(({ state }) => state === 'active');
    if (live.length === 0) return { service, reach: 'no' } as const;
    const targets = live.map(({ target }) => target).join(', ');
    return { service, reach: 'unsure', why: `routes lead to other networks (${targets})` } as const;
  });
}
