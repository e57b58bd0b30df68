import { advice } from '../../src/languages/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { changeSubnetsFix, countOf, keptSubnets, problemOf } from '../../src/subjects/cluster-subnets.ts';

type Subnet = Facts['subnets'][number];

export default defineCheck({
  id: 'control-plane/subnets',
  title: 'A cluster subnet that EKS cannot use',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: `An update creates new network interfaces in any of the subnets that the cluster was given, and fails where one of
    them is gone. The subnets belong to one VPC, lie in two or more availability zones, and in none of the few zones that
    EKS does not support. A subnet on AWS Outposts can hold nodes but not these interfaces.

    Local clusters on AWS Outposts have their control plane in one subnet of the Outpost: there only existence, VPC and
    state count.`,
  fix: advice`Give the cluster a set of subnets that exist, in its VPC, in the zones that it was created with.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterConfig.html',
  ],
  needs: ['subnets'],
  tables: ['subnet-addresses'],

  *run({ subnets }, { cluster, tables }) {
    const rows = tables['subnet-addresses'];
    const problems = subnets.map((subnet) => ({ subnet, problem: problemOf(subnet, cluster, rows) }));
    const fix = changeSubnetsFix(cluster, subnets, rows);
    const existing = new Set(subnets.map(({ id }) => id));
    for (const id of new Set(cluster.subnetIds)) {
      if (existing.has(id)) continue;
      const message = 'does not exist, or is no longer shared with this account';
      const evidence = [{ observed: 'not found by ec2:DescribeSubnets', required: 'available' }];
      yield {
        level: 'fail',
        rule: 'missing',
        resource: { kind: 'Subnet', name: id },
        message,
        evidence,
        fix,
      } satisfies Finding;
    }
    for (const { subnet, problem } of problems) {
      if (problem !== undefined) yield { fix, ...problem, resource: resourceOf(subnet) } satisfies Finding;
    }
    const resource = { kind: 'Cluster', name: cluster.name };
    if (cluster.vpcId === null && subnets.length > 0) {
      const message = 'EKS names no VPC of the cluster to compare its subnets with';
      yield { level: 'unknown', rule: 'vpc', resource, message } satisfies Finding;
    }
    const zones = [...new Set(keptSubnets(subnets, cluster, rows).map((subnet) => subnet.availabilityZone))].sort();
    const needed = countOf(rows, 'zones');
    if (cluster.outpost || zones.length >= needed) return;
    const where = zones.length === 0 ? 'no zone' : `one zone (${zones.join(', ')})`;
    yield {
      level: 'fail',
      rule: 'zones',
      resource,
      message: `usable cluster subnets in ${where}, EKS needs ${needed} zones`,
      evidence: [{ observed: zones.length === 0 ? 'no zone' : zones.join(', '), required: `${needed} zones` }],
      fix,
    } satisfies Finding;
  },
});

function resourceOf({ id, availabilityZone }: Subnet): Resource {
  return { kind: 'Subnet', name: id, note: availabilityZone };
}
