import { advice, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import {
  changeSubnetsFix,
  clusterSubnetsRemedy,
  requireCount,
  keptSubnets,
  findSubnetProblem,
} from '../../src/for-checks/cluster-subnets.ts';

type Cluster = Facts['cluster'];
type Subnet = Facts['subnets'][number];

export default defineCheck({
  id: 'control-plane/subnets',
  title: 'A cluster subnet that EKS cannot use',
  short: {
    missing: 'subnet does not exist',
    vpc: 'subnet is in another VPC',
    'excluded-zone': 'Availability Zone not supported by EKS',
    state: 'subnet is not available',
    outpost: 'subnet is on an Outpost',
  },
  task: 'Replace cluster subnets',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `An update creates new network interfaces in any of the cluster subnets, and fails if one of them was deleted.
    The subnets must belong to one VPC and be in at least two Availability Zones, all of which EKS must support. A
    subnet on AWS Outposts can hold nodes but not these interfaces.

    Local clusters on AWS Outposts have their control plane in one subnet of the Outpost: only existence, VPC and
    state of that subnet are judged.`,
  fix: advice`Configure the cluster with existing subnets of its VPC, in the Availability Zones that it was created
    with.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterConfig.html',
  ],
  needs: ['subnets'],
  tables: ['subnet-addresses', 'managed-changes'],

  *run({ subnets }, { cluster, tables, gone }) {
    const rows = tables['subnet-addresses'];
    const fix = changeSubnetsFix(cluster, subnets, tables, gone);
    yield* missingSubnets(subnets, cluster, fix);
    for (const subnet of subnets) {
      const problem = findSubnetProblem(subnet, cluster, rows);
      if (problem === undefined) continue;
      const shared = problem.fix === undefined ? { fix, remedy: clusterSubnetsRemedy } : {};
      yield { ...shared, ...problem, resource: toResource(subnet) } satisfies Finding;
    }
    if (cluster.vpcId === null && subnets.length > 0) yield noVpc(cluster);
    if (!cluster.outpost)
      yield* tooFewZones(keptSubnets(subnets, cluster, rows), requireCount(rows, 'zones'), cluster, fix);
  },
});

function* missingSubnets(subnets: readonly Subnet[], cluster: Cluster, fix: Advice): Generator<Finding> {
  const existing = new Set(subnets.map(({ id }) => id));
  for (const id of new Set(cluster.subnetIds)) {
    if (existing.has(id)) continue;
    yield {
      level: 'fail',
      rule: 'missing',
      resource: { kind: 'Subnet', name: id },
      message: 'the cluster uses it, but it does not exist (or is no longer shared with this account)',
      evidence: [{ observed: 'not found by ec2:DescribeSubnets', required: 'available' }],
      fix,
      remedy: clusterSubnetsRemedy,
    };
  }
}

function noVpc({ name }: Cluster): Finding {
  return {
    level: 'unknown',
    rule: 'vpc',
    short: 'VPC of the cluster is unknown',
    resource: { kind: 'Cluster', name },
    message: 'EKS does not report the VPC of the cluster, so its subnets cannot be compared with it',
  };
}

function* tooFewZones(usable: readonly Subnet[], needed: number, { name }: Cluster, fix: Advice): Generator<Finding> {
  const zones = [...new Set(usable.map(({ availabilityZone }) => availabilityZone))].sort();
  if (zones.length >= needed) return;
  const seen = zones.length === 0 ? 'no zone' : zones.join(', ');
  yield {
    level: 'fail',
    rule: 'zones',
    short: zones.length === 0 ? 'no usable subnet' : 'usable subnets in only one zone',
    resource: { kind: 'Cluster', name },
    message: `usable cluster subnets in ${zones.length === 0 ? seen : `one zone (${seen})`}; EKS needs ${needed} zones`,
    evidence: [{ observed: seen, required: `${needed} zones` }],
    fix,
    remedy: clusterSubnetsRemedy,
  };
}

function toResource({ id, availabilityZone }: Subnet): Resource {
  return { kind: 'Subnet', name: id, note: availabilityZone };
}
