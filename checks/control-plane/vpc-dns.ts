import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding, type Resource } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { continued, sh } from '../../src/languages/shell.ts';
import { leftOut } from '../../src/subjects/left-out.ts';
import { domainOf, endpointPrefixOf } from '../../src/subjects/partitions.ts';
import { routeTableOf } from '../../src/subjects/route-tables.ts';

type Cluster = Facts['cluster'];
type Here = Pick<Context, 'cluster' | 'gone'>;
type RouteTable = Facts['routeTables'][number];
type Endpoint = Facts['stsEndpoints'][number];

export default defineCheck({
  id: 'control-plane/vpc-dns',
  title: 'DNS of the VPC is off, or its nodes have no way to STS',
  severity: 'warn',
  blocks: 'nodes',
  phase: 'before',
  why: `Nodes register only in a VPC with DNS hostnames and DNS resolution on, and the API server's private endpoint needs
    both. Nodes that run go on; those that an update starts do not come up.

    Pods with IAM roles for service accounts (often the VPC CNI itself) get their credentials from STS. Where a subnet of
    the nodes has no way out of the VPC, they need an interface endpoint of STS in it. Judged by the routes of the
    subnets: a default route of IPv4 is a way out, whatever lies behind it (firewalls, network ACLs and the endpoint's own
    security groups are not looked at); a route to other networks alone may lead to an STS endpoint or not. The subnets are
    those in which instances of the cluster run, or the cluster's own where none does. Pod Identity asks another service
    (\`eks-auth\`). Nodes outside of the VPC (EKS Hybrid Nodes) and local clusters on AWS Outposts are judged by DNS alone.`,
  fix: advice`Switch DNS support and DNS hostnames on, and give the nodes a way to STS.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html',
  ],
  needs: ['vpcDns', 'routeTables', 'stsEndpoints', 'nodeInterfaces'],

  *run({ vpcDns, routeTables, stsEndpoints, nodeInterfaces }, context) {
    const { cluster } = context;
    yield* dnsFindings(vpcDns, cluster);
    if (cluster.outpost || stsEndpoints.some(({ state, dnsNames }) => state === 'available' && dnsNames)) return;
    const used = new Set(nodeInterfaces.map(({ subnetId }) => subnetId));
    for (const subnetId of used.size > 0 ? [...used].sort() : new Set(cluster.subnetIds)) {
      const finding = stsFinding(subnetId, routeTables, stsEndpoints, context);
      if (finding !== undefined) yield finding;
    }
  },
});

function* dnsFindings(dns: Facts['vpcDns'], cluster: Cluster): Generator<Finding> {
  const resource = { kind: 'VPC', name: cluster.vpcId ?? '' };
  if (dns === null) {
    yield {
      level: 'unknown',
      rule: 'vpc',
      resource,
      message: `the cluster's VPC is not found in account ${cluster.account}: gone, or no longer shared with it`,
      fix: advice`Look for the VPC in the account that owns it; without it the cluster cannot be updated.`,
    };
    return;
  }
  const off = [
    ...(dns.support ? [] : [{ name: 'enableDnsSupport', option: 'enable-dns-support', what: 'DNS resolution' }]),
    ...(dns.hostnames ? [] : [{ name: 'enableDnsHostnames', option: 'enable-dns-hostnames', what: 'DNS hostnames' }]),
  ];
  if (off.length === 0) return;
  const names = off.map(({ what }) => what).join(' and ');
  const verb = names === 'DNS resolution' ? 'is' : 'are';
  const endpoint = cluster.endpointAccess === 'public' ? '' : ', and the private endpoint has no name in the VPC';
  yield {
    level: 'warn',
    rule: 'dns',
    resource,
    message: `${names} ${verb} off: new nodes cannot register${endpoint}`,
    evidence: off.map(({ name }) => ({ observed: `${name} false`, required: `${name} true`, fact: 'vpcDns' as const })),
    fix: advice`Switch it on; it may take some minutes. DNS hostnames need DNS resolution first.\n${commands(
      ...off.map(
        ({ option }) =>
          sh`aws ec2 modify-vpc-attribute --region ${cluster.region} --vpc-id ${resource.name} --${option} Value=true`,
      ),
    )}`,
  };
}

/** Nothing where a default route of IPv4 leads out of the subnet: STS's own name has no IPv6 address. */
function stsFinding(
  subnetId: string,
  tables: readonly RouteTable[],
  endpoints: readonly Endpoint[],
  here: Here,
): Finding | undefined {
  const resource: Resource = { kind: 'Subnet', name: subnetId };
  const table = routeTableOf(subnetId, tables);
  const fix = reachStsFix(subnetId, here);
  if (table === undefined) {
    return { level: 'unknown', rule: 'sts', resource, message: 'no route table of the subnet is seen', fix };
  }
  const live = table.routes.filter(({ state }) => state === 'active');
  if (live.some(({ destination }) => destination === '0.0.0.0/0')) return undefined;
  const evidence = [
    {
      observed: `${table.id}: ${routesText(table.routes)}`,
      required: 'a default route, or an interface endpoint of STS in the VPC',
      fact: 'routeTables' as const,
    },
    ...endpoints.map(({ id, state, dnsNames }) => ({
      observed: `${id}: ${state}, private DNS names ${dnsNames ? 'on' : 'off'}`,
      required: 'available, private DNS names on',
      fact: 'stsEndpoints' as const,
    })),
  ];
  const answering = endpoints.find(({ state }) => state === 'available');
  if (answering === undefined && live.length === 0) {
    const lost = 'pods with IAM roles for service accounts get no credentials';
    const message = `no way to STS: no default route and no interface endpoint of STS in the VPC; ${lost}`;
    return { level: 'warn', rule: 'sts', resource, message, evidence, fix };
  }
  const message = `whether nodes here reach STS is not seen: no default route${whyUnseen(live, answering)}`;
  return { level: 'unknown', rule: 'sts', resource, message, evidence, fix };
}

function whyUnseen(live: RouteTable['routes'], answering: Endpoint | undefined): string {
  if (answering !== undefined) {
    return `; the endpoint ${answering.id} does not answer for STS's own name, a private hosted zone may`;
  }
  if (live.some(({ destination }) => destination === '::/0')) {
    return " but that of IPv6; STS's own name has IPv4 addresses alone, only its dual-stack name has others";
  }
  return `; routes lead to other networks (${live.map(({ target }) => target).join(', ')}), where an STS endpoint may be`;
}

function routesText(routes: RouteTable['routes']): string {
  if (routes.length === 0) return 'only routes within the VPC';
  return routes
    .map(({ destination, target, state }) => `${destination} to ${target}${state === 'active' ? '' : ` (${state})`}`)
    .join(', ');
}

function reachStsFix(subnetId: string, { cluster, gone }: Here): Advice {
  const { region, vpcId, partition } = cluster;
  const isGone = gone.has(subnetId);
  return advice`Ask STS from a node or a pod there; where it does not answer, create an interface endpoint (its security
    group has to let in TCP 443 from the nodes).${leftOut(isGone ? [subnetId] : [])}\n${commands(
      sh`curl -sS -o /dev/null -w '%{http_code}\\n' https://sts.${region}.${domainOf(partition)}   # on the node: any code is an answer`,
      continued(
        sh`aws ec2 create-vpc-endpoint --region ${region} --vpc-id ${vpcId ?? 'VPC_ID'} --vpc-endpoint-type Interface`,
        sh`--service-name ${`${endpointPrefixOf(partition)}.${region}.sts`} --private-dns-enabled`,
        sh`--subnet-ids ${isGone ? 'SUBNET_ID' : subnetId} --security-group-ids SECURITY_GROUP_ID`,
      ),
    )}`;
}
