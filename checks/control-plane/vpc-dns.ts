import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Resource, type Warning } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { continued, sh } from '../../src/syntax/shell.ts';
import { leftOut } from '../../src/for-checks/omitted-ids.ts';
import { resolveDomain, buildEndpointPrefix } from '../../src/for-checks/partitions.ts';
import { behindLikelyManager } from '../../src/for-checks/managed-cluster.ts';
import { findRouteTable } from '../../src/for-checks/route-tables.ts';
import { describeRoutes, whyUnseen } from './shared/sts-routes.ts';

type RouteTable = Facts['routeTables'][number];
type Endpoint = Facts['stsEndpoints'][number];
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

export default defineCheck({
  id: 'control-plane/vpc-dns',
  title: 'VPC DNS is disabled, or nodes cannot reach STS',
  short: { vpc: 'VPC not found in the account', sts: 'no route to STS' },
  severity: 'warn',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `Nodes can only register in a VPC with DNS hostnames and DNS resolution enabled, and the private endpoint of
    the API server needs both. Running nodes keep working; nodes that an update launches cannot join.

    Pods with IAM roles for service accounts (often the VPC CNI itself) get their credentials from AWS STS. If a
    node subnet has no route out of the VPC, they need an interface endpoint for STS. The check reads the routes of
    the subnets: an IPv4 default route counts as a way out, regardless of its target (firewalls, network ACLs and
    the security groups of the endpoint are not checked); a route to other networks may or may not lead to an STS
    endpoint. The subnets are those with instances of the cluster, or the cluster subnets if there are none. Pod
    Identity uses another service (\`eks-auth\`), which nodes/subnets judges with the services that new nodes need. For nodes outside the VPC (EKS Hybrid Nodes) and local clusters on
    AWS Outposts, only DNS is judged.`,
  fix: advice`Enable DNS resolution and DNS hostnames, and give the nodes a route to STS.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html',
  ],
  needs: ['vpcDns', 'routeTables', 'stsEndpoints', 'nodeInterfaces'],
  tables: ['managed-changes'],

  *run({ vpcDns, routeTables, stsEndpoints, nodeInterfaces }, context) {
    const { cluster } = context;
    yield* dnsFindings(vpcDns, context);
    if (cluster.outpost || stsEndpoints.some(({ state, dnsNames }) => state === 'available' && dnsNames)) return;
    const used = new Set(nodeInterfaces.map(({ subnetId }) => subnetId));
    const judged = used.size > 0 ? [...used].sort() : [...new Set(cluster.subnetIds)];
    const findings = judged.flatMap((subnetId) => stsFinding(subnetId, routeTables, stsEndpoints) ?? []);
    const ids = findings.map(({ resource }) => resource.name);
    for (const finding of findings) yield { ...finding, fix: reachStsFix(ids, context) };
  },
});

function* dnsFindings(dns: Facts['vpcDns'], { cluster, tables }: Here): Generator<Warning> {
  const resource = { kind: 'VPC', name: cluster.vpcId ?? '' };
  if (dns === null) {
    yield {
      level: 'unknown',
      rule: 'vpc',
      resource,
      message: `the cluster's VPC was not found in account ${cluster.account}: it was deleted, or is no longer shared with the account`,
      fix: advice`Find the VPC in the account that owns it; without it, the cluster cannot be updated.`,
    };
    return;
  }
  const off = [
    ...(dns.support ? [] : [{ name: 'enableDnsSupport', option: 'enable-dns-support', what: 'DNS resolution' }]),
    ...(dns.hostnames ? [] : [{ name: 'enableDnsHostnames', option: 'enable-dns-hostnames', what: 'DNS hostnames' }]),
  ];
  if (off.length === 0) return;
  const names = off.map(({ what }) => what).join(' and ');
  const also = cluster.endpointAccess === 'public' ? '' : ', and the private endpoint cannot be resolved in the VPC';
  yield {
    level: 'warn',
    rule: 'dns',
    short: `no ${names}`,
    resource,
    message: `${names} ${names === 'DNS resolution' ? 'is' : 'are'} disabled: new nodes cannot register${also}`,
    evidence: off.map(({ name }) => ({ observed: `${name} false`, required: `${name} true`, fact: 'vpcDns' as const })),
    fix: behindLikelyManager(
      advice`Enable it; this can take some minutes. DNS hostnames need DNS resolution first.\n${commands(
        ...off.map(
          ({ option }) =>
            sh`aws ec2 modify-vpc-attribute --region ${cluster.region} --vpc-id ${resource.name} --${option} Value=true`,
        ),
      )}`,
      { subject: 'the VPC', change: 'vpc-dns' },
      cluster,
      tables,
    ),
  };
}

/** Undefined if the subnet has an active default IPv4 route: the default name of STS has only IPv4 addresses. */
function stsFinding(
  subnetId: string,
  tables: readonly RouteTable[],
  endpoints: readonly Endpoint[],
): Warning | undefined {
  const resource: Resource = { kind: 'Subnet', name: subnetId };
  const table = findRouteTable(subnetId, tables);
  if (table === undefined) {
    const message = 'the route table of the subnet is unknown';
    return { level: 'unknown', rule: 'sts', short: 'route table unknown', resource, message };
  }
  const live = table.routes.filter(({ state }) => state === 'active');
  if (live.some(({ destination }) => destination === '0.0.0.0/0')) return undefined;
  const evidence = [
    {
      observed: `${table.id}: ${describeRoutes(table.routes)}`,
      required: 'a default route, or an interface endpoint for STS in the VPC',
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
    const message = `cannot reach STS: no default route and no interface endpoint for STS in the VPC; pods with IAM roles for service accounts cannot get credentials`;
    return { level: 'warn', rule: 'sts', resource, message, evidence };
  }
  const message = `unknown whether nodes in this subnet can reach STS: no default route${whyUnseen(live, answering)}`;
  return { level: 'unknown', rule: 'sts', short: 'unknown whether nodes can reach STS', resource, message, evidence };
}

/** One endpoint for all subnets: a second one with the same private DNS names is rejected. */
function reachStsFix(subnetIds: readonly string[], { cluster, gone }: Pick<Context, 'cluster' | 'gone'>): Advice {
  const { region, vpcId, partition } = cluster;
  const existing = subnetIds.filter((id) => !gone.has(id));
  return advice`Test the connection to STS from a node or a pod in each subnet; if it fails, create one interface endpoint
    for all of them, with one subnet of each Availability Zone (its security group must allow TCP 443 from the
    nodes).${leftOut(subnetIds.filter((id) => gone.has(id)))}\n${commands(
      sh`curl -sS -o /dev/null -w '%{http_code}\\n' https://sts.${region}.${resolveDomain(partition)}   # on the node: any code is an answer`,
      continued(
        sh`aws ec2 create-vpc-endpoint --region ${region} --vpc-id ${vpcId ?? 'VPC_ID'} --vpc-endpoint-type Interface`,
        sh`--service-name ${`${buildEndpointPrefix(partition)}.${region}.sts`} --private-dns-enabled`,
        sh`--subnet-ids ${existing.length === 0 ? 'SUBNET_ID' : existing} --security-group-ids SECURITY_GROUP_ID`,
      ),
    )}`;
}
