import { advice, commands, type Advice } from '../languages/advice.ts';
import type { Finding } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import { continued, sh } from '../languages/shell.ts';
import { leftOut } from './left-out.ts';

type Cluster = Facts['cluster'];
type Subnet = Facts['subnets'][number];
type SubnetRows = Tables['subnet-addresses'];

/** A count of the table subnet-addresses: addresses, or zones. Throws where the table lacks the row: a defect of it. */
export function countOf(rows: SubnetRows, rule: 'needed-in-all' | 'comfortable-in-each' | 'zones'): number {
  for (const row of rows) {
    if (row.rowKind === 'excluded-zone' || row.rowKind !== rule) continue;
    return row.rowKind === 'zones' ? row.zones : row.addresses;
  }
  throw new Error(`the table subnet-addresses has no row ${rule}`);
}

/** What keeps EKS from creating a network interface in a subnet that exists: the first reason, without the common fix. */
export function problemOf(
  { vpcId, availabilityZoneId, outpostArn, state }: Subnet,
  cluster: Cluster,
  rows: SubnetRows,
): Omit<Finding, 'resource'> | undefined {
  if (cluster.vpcId !== null && vpcId !== cluster.vpcId) {
    return {
      level: 'fail',
      rule: 'vpc',
      message: `belongs to ${vpcId}, the cluster to ${cluster.vpcId}`,
      evidence: [{ observed: vpcId, required: cluster.vpcId }],
    };
  }
  const excluded = rows.some((row) => row.rowKind === 'excluded-zone' && row.zoneId === availabilityZoneId);
  if (!cluster.outpost && excluded) {
    return {
      level: 'fail',
      rule: 'excluded-zone',
      message: `lies in the zone ${availabilityZoneId}, where EKS places no control plane interfaces`,
      evidence: [{ observed: availabilityZoneId, required: 'another zone' }],
    };
  }
  if (state === 'pending') {
    const message = 'is still being created';
    const evidence = [{ observed: state, required: 'available' }];
    return {
      level: 'warn',
      rule: 'state',
      message,
      evidence,
      fix: advice`Wait until the subnet is available, then scan again.`,
    };
  }
  if (state !== 'available') {
    return {
      level: 'fail',
      rule: 'state',
      message: `has the state ${state}`,
      evidence: [{ observed: state, required: 'available' }],
    };
  }
  if (cluster.outpost || outpostArn === null) return undefined;
  return {
    level: 'warn',
    rule: 'outpost',
    message: 'lies on an Outpost, where EKS places no control plane interfaces',
    evidence: [{ observed: outpostArn, required: 'a subnet of the region' }],
  };
}

/** The subnets that stay in the cluster's set: those that EKS can use, now or once they are created. */
export function keptSubnets(subnets: readonly Subnet[], cluster: Cluster, rows: SubnetRows): Subnet[] {
  return subnets.filter((subnet) => {
    const isBeingCreated = subnet.state === 'pending';
    return problemOf(isBeingCreated ? { ...subnet, state: 'available' } : subnet, cluster, rows) === undefined;
  });
}

/**
 * How to give a cluster another set of subnets, filled in with those that stay. One way for all checks: what one of them
 * reports as gone or of no use to EKS, no command of another names.
 * Source of the rules: UpdateClusterConfig and the user guide's page on network requirements.
 * @param subnets those that exist, of any state
 */
export function changeSubnetsFix(cluster: Cluster, subnets: readonly Subnet[], rows: SubnetRows): Advice {
  const { name, region, outpost, subnetIds } = cluster;
  if (outpost) {
    return advice`Open a case with AWS Support before the update: the subnets of a local cluster are its own matter.`;
  }
  const existing = new Set(subnets.map(({ id }) => id));
  const kept = new Set(keptSubnets(subnets, cluster, rows).map(({ id }) => id));
  const gone = [...new Set(subnetIds)].filter((id) => !existing.has(id));
  const unusable = [...existing].filter((id) => !kept.has(id));
  return advice`Give the cluster its whole new set of subnets. They must lie in the VPC it was created in and cover the same availability zones as the subnets it was created with. EKS may take up to an hour to see a CIDR block that is new to the VPC. Leave NEW_SUBNET_ID out where the others cover those zones with room to spare.${leftOut(gone, unusable)}\n${commands(
    continued(
      sh`aws eks update-cluster-config --region ${region} --name ${name}`,
      sh`--resources-vpc-config subnetIds=${[...kept, 'NEW_SUBNET_ID'].join(',')}`,
    ),
  )}`;
}
