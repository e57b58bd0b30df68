import type { Context, Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { buildEndpointPrefix } from '../../../src/for-checks/partitions.ts';
import { findRouteTable } from '../../../src/for-checks/route-tables.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { findProxyReason, type SettingFacts } from './node-settings.ts';
import { leadsOut, listUnreached, services, type Answer, type Service } from './reach.ts';

type Cluster = Facts['cluster'];
type Around = Pick<Context, 'cluster' | 'partial'>;
type RouteTable = Facts['routeTables'][number];
type Given = Pick<Facts, 'routeTables' | 'vpcEndpoints' | 'vpcSubnets' | 'nodegroups' | 'nodeInterfaces'> & {
  [Name in 'addonNames' | 'loadBalancerControllers']?: Facts[Name] | undefined;
} & SettingFacts;

/** A subnet without a default route that does not reach every service for certain. */
interface Closed {
  id: string;
  table: RouteTable;
  answers: readonly Answer[];
}

/** Findings for subnets from which new nodes do not reach the services of AWS that they need. */
export function* endpointFindings(facts: Given, { cluster, partial }: Around): Generator<Warning> {
  const wanted = wantedServices(facts);
  const closed: Closed[] = [];
  for (const id of listNodeSubnets(facts)) {
    const table = findRouteTable(id, facts.routeTables);
    if (table === undefined) yield tableUnknown(id);
    else if (!leadsOut(table)) {
      const answers = listUnreached(table, wanted, facts.vpcEndpoints, cluster.region);
      if (answers.length > 0) closed.push({ id, table, answers });
    }
  }
  const fix = reachFix(closed, facts, cluster);
  // The nodes of a group that was not read count as others.
  const areGroupsRead = partial?.has('nodegroups') !== true;
  for (const one of closed) yield { ...toFinding(one, facts, cluster, areGroupsRead), fix };
}

/** Subnets of managed node groups and of running instances. A subnet that does not exist is left to other checks. */
function listNodeSubnets({ vpcSubnets, nodegroups, nodeInterfaces }: Given): string[] {
  const exist = new Set(vpcSubnets.map(({ id }) => id));
  const ofInstances = nodeInterfaces.flatMap(({ primary, subnetId }) => (primary ? [subnetId] : []));
  const used = new Set([...ofInstances, ...nodegroups.flatMap(({ subnetIds }) => subnetIds)]);
  return [...used].filter((id) => exist.has(id)).sort();
}

function wantedServices({ addonNames = [], loadBalancerControllers = [] }: Given): Service[] {
  return services.filter((service) => {
    if (service === 'eks-auth') return addonNames.includes('eks-pod-identity-agent');
    return service !== 'elasticloadbalancing' || loadBalancerControllers.length > 0;
  });
}

function tableUnknown(name: string): Warning {
  const message = 'the route table of the subnet is unknown';
  return { level: 'unknown', rule: 'route-table', resource: { kind: 'Subnet', name }, message };
}

function toFinding({ id, table, answers }: Closed, facts: Given, cluster: Cluster, areGroupsRead: boolean): Warning {
  const missing = answers.filter(({ reach }) => reach === 'no');
  const groups = facts.nodegroups.filter(({ subnetIds }) => subnetIds.includes(id));
  const doubts = answers.flatMap((answer) => (answer.reach === 'unsure' ? [answer.why] : []));
  const unreadGroup = groups.length > 0 || areGroupsRead ? undefined : 'not all node groups were read';
  const why = missing.length === 0 ? doubts[0] : (unreadGroup ?? findProxyReason(groups, cluster, facts));
  const common = {
    rule: 'endpoints',
    resource: { kind: 'Subnet', name: id },
    evidence: [
      {
        observed: `${table.id}: ${routesText(table)}`,
        required: 'a default route, or VPC endpoints',
        fact: 'routeTables' as const,
      },
    ],
  };
  if (why === undefined) {
    const names = toNames(missing);
    return {
      ...common,
      level: 'warn',
      message: `new nodes cannot reach ${names}: no default route and no VPC endpoint`,
    };
  }
  const message = `unknown whether new nodes reach ${toNames(answers)}: no default route; ${why}`;
  return { ...common, level: 'unknown', short: 'route to AWS services unknown', message };
}

function toNames(answers: readonly Answer[]): string {
  return formatList(
    answers.map(({ service }) => service),
    services.length,
  );
}

function routesText({ routes }: RouteTable): string {
  if (routes.length === 0) return 'only routes within the VPC';
  return routes
    .map(({ destination, target, state }) => `${destination} to ${target}${state === 'active' ? '' : ` (${state})`}`)
    .join(', ');
}

/** One endpoint of each service for all subnets: its private DNS names are those of the VPC. */
function reachFix(closed: readonly Closed[], { vpcSubnets, vpcEndpoints }: Given, cluster: Cluster): Advice {
  const { region, vpcId, partition } = cluster;
  const answers = closed.flatMap((one) => one.answers);
  const lacking = answers.some(({ reach }) => reach === 'no') ? answers.filter(({ reach }) => reach === 'no') : answers;
  const wanted = services.filter((name) => lacking.some(({ service }) => service === name));
  const ofZones = new Map(closed.map(({ id }) => [vpcSubnets.find((one) => one.id === id)?.zone ?? id, id]));
  const tables = [...new Set(closed.map(({ table }) => table.id))];
  const gateway = vpcEndpoints.find(
    ({ type, serviceName }) => type === 'gateway' && serviceName.endsWith(`.${region}.s3`),
  );
  const s3 = gateway === undefined ? 'a gateway endpoint for s3' : `the gateway endpoint ${gateway.id} of s3`;
  const gatewayText = wanted.includes('s3') ? advice` Associate ${tables.join(', ')} with ${s3}.` : advice``;
  const names = wanted.filter((name) => name !== 's3');
  const intro = advice`Give the subnets a route to a NAT gateway, or create the endpoints (their security group must allow TCP 443
    from the nodes). If the nodes use a proxy that this scan does not see, test the connection on a node
    instead.${gatewayText}`;
  if (names.length === 0) return intro;
  if (partition === 'aws-cn') return advice`${intro} In China, some service names begin with \`cn.com.amazonaws\`.`;
  return advice`${intro}\n${commands(
    ...names.map((name) =>
      continued(
        sh`aws ec2 create-vpc-endpoint --region ${region} --vpc-id ${vpcId ?? 'VPC_ID'} --vpc-endpoint-type Interface`,
        sh`--service-name ${`${buildEndpointPrefix(partition)}.${region}.${name}`} --private-dns-enabled`,
        sh`--subnet-ids ${[...ofZones.values()].sort()} --security-group-ids SECURITY_GROUP_ID`,
      ),
    ),
  )}`;
}
