import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Finding } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import { formatList } from '../syntax/english.ts';
import { continued, sh, type Command } from '../syntax/shell.ts';
import { leftOut } from './omitted-ids.ts';
import { behindClusterManager } from './managed-cluster.ts';
import { updateClusterConfig } from './update-wait.ts';

type Cluster = Facts['cluster'];
type Subnet = Facts['subnets'][number];
type SubnetRows = Tables['subnet-addresses'];

/** A number of addresses or zones from the table. Throws if the row is missing, which is a bug. */
export function requireCount(rows: SubnetRows, rule: 'needed-in-subnet' | 'comfortable-in-each' | 'zones'): number {
  for (const row of rows) {
    if (row.rowKind === 'excluded-zone' || row.rowKind !== rule) continue;
    return row.rowKind === 'zones' ? row.zones : row.addresses;
  }
  throw new Error(`the table subnet-addresses has no row ${rule}`);
}

/** The finding for a subnet, without its resource. Without `fix`, the check adds its common fix. */
type SubnetProblem = Omit<Finding, 'resource'>;

/** The first reason why EKS cannot create a network interface in an existing subnet. */
export function findSubnetProblem(subnet: Subnet, cluster: Cluster, rows: SubnetRows): SubnetProblem | undefined {
  return (
    vpcProblem(subnet, cluster) ??
    zoneProblem(subnet, cluster, rows) ??
    stateProblem(subnet) ??
    outpostProblem(subnet, cluster)
  );
}

function vpcProblem({ vpcId }: Subnet, cluster: Cluster): SubnetProblem | undefined {
  if (cluster.vpcId === null || vpcId === cluster.vpcId) return undefined;
  return {
    level: 'fail',
    rule: 'vpc',
    message: `belongs to ${vpcId}, but the cluster to ${cluster.vpcId}`,
    evidence: [{ observed: vpcId, required: cluster.vpcId }],
  };
}

function zoneProblem(
  { availabilityZoneId: zone }: Subnet,
  { outpost }: Cluster,
  rows: SubnetRows,
): SubnetProblem | undefined {
  const isExcluded = rows.some((row) => row.rowKind === 'excluded-zone' && row.zoneId === zone);
  if (outpost || !isExcluded) return undefined;
  return {
    level: 'fail',
    rule: 'excluded-zone',
    message: `is in the Availability Zone ${zone}, where EKS places no control plane interfaces`,
    evidence: [{ observed: zone, required: 'another zone' }],
  };
}

function stateProblem({ state }: Subnet): SubnetProblem | undefined {
  if (state === 'available') return undefined;
  const common = { rule: 'state', evidence: [{ observed: state, required: 'available' }] };
  if (state !== 'pending') return { level: 'fail', message: `has the state ${state}`, ...common };
  const fix = advice`Wait until the subnet is available, then scan again.`;
  return { level: 'warn', message: 'is still being created', ...common, fix };
}

function outpostProblem({ outpostArn }: Subnet, cluster: Cluster): SubnetProblem | undefined {
  if (cluster.outpost || outpostArn === null) return undefined;
  return {
    level: 'warn',
    rule: 'outpost',
    message: 'is on an Outpost, where EKS places no control plane interfaces',
    evidence: [{ observed: outpostArn, required: 'a subnet in the Region' }],
  };
}

/** The subnets that the cluster can keep: EKS can use them, now or after they are created. */
export function keptSubnets(subnets: readonly Subnet[], cluster: Cluster, rows: SubnetRows): Subnet[] {
  return subnets.filter((subnet) => {
    const isBeingCreated = subnet.state === 'pending';
    return findSubnetProblem(isBeingCreated ? { ...subnet, state: 'available' } : subnet, cluster, rows) === undefined;
  });
}

/**
 * How to change a cluster's subnets, with the subnets that it can keep. All checks share it, so that no check's command
 * contains a subnet that another check reports as missing or unusable. Source: UpdateClusterConfig and the user guide's
 * page on network requirements.
 * @param subnets existing subnets in any state
 * @param missing IDs of subnets and security groups that do not exist
 */
export function changeSubnetsFix(
  cluster: Cluster,
  subnets: readonly Subnet[],
  tables: Pick<Tables, 'subnet-addresses' | 'managed-changes'>,
  missing: ReadonlySet<string>,
): Advice {
  const { outpost, subnetIds, securityGroupIds } = cluster;
  if (outpost) {
    return advice`Open a case with AWS Support before the update: you cannot change the subnets of a local cluster.`;
  }
  const rows = tables['subnet-addresses'];
  const existing = new Set(subnets.map(({ id }) => id));
  const staying = keptSubnets(subnets, cluster, rows);
  const kept = new Set(staying.map(({ id }) => id));
  const gone = [...subnetIds.filter((id) => !existing.has(id)), ...securityGroupIds.filter((id) => missing.has(id))];
  const unusable = [...existing].filter((id) => !kept.has(id));
  const fix = advice`${whatToReplace([...subnetIds.filter((id) => !existing.has(id)), ...unusable])} The command must name every subnet to keep. A new one must be in the VPC of the cluster and in the same Availability Zones as the subnets that it was created with. EKS can take up to an hour to recognize a CIDR block that you add to the VPC. ${newSubnet(staying, rows)}${leftOut(
    [...new Set(gone)],
    unusable,
  )}\n${commands(
    setClusterNetwork(
      cluster,
      [...kept, 'NEW_SUBNET_ID'],
      securityGroupIds.filter((id) => !missing.has(id)),
    ),
  )}`;
  return behindClusterManager(fix, cluster, 'cluster-subnets', tables);
}

function whatToReplace(ids: readonly string[]): string {
  if (ids.length === 0) return 'Set the list of cluster subnets.';
  return `Replace ${formatList([...new Set(ids)], 3)} in the list of cluster subnets.`;
}

/**
 * The command that sets the subnets and the security groups of a cluster. It always has both, because no source says that
 * EKS keeps the ones that a request omits.
 * Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterConfig.html
 */
export function setClusterNetwork(
  cluster: Pick<Cluster, 'region' | 'name'>,
  subnetIds: readonly string[],
  securityGroupIds: readonly string[],
): Command {
  const members = [
    ...(subnetIds.length === 0 ? [] : [`subnetIds=${subnetIds.join(',')}`]),
    ...(securityGroupIds.length === 0 ? [] : [`securityGroupIds=${securityGroupIds.join(',')}`]),
  ];
  return updateClusterConfig(cluster, sh`--resources-vpc-config ${members.join(',')}`);
}

/** Says whether the cluster needs another subnet; this depends on the free addresses in those that it keeps. */
function newSubnet(staying: readonly Subnet[], rows: SubnetRows): Advice {
  const [zones, addresses] = [requireCount(rows, 'zones'), requireCount(rows, 'needed-in-subnet')];
  const roomy = staying.filter(({ availableIpAddressCount: free }) => free >= addresses);
  const covered = new Set(roomy.map(({ availabilityZoneId }) => availabilityZoneId)).size;
  const need = `${zones} zones have a subnet with ${addresses} free addresses`;
  return covered >= zones
    ? advice`Replace NEW_SUBNET_ID with a subnet to add, or omit it: ${need} without it.`
    : advice`Replace NEW_SUBNET_ID with ${chooseSubnets(staying, roomy, zones - covered)} ${addresses} free addresses: EKS needs one in each of ${zones} zones (see control-plane/subnet-ips).`;
}

/** What the placeholder stands for: a subnet in a zone that has none with room, or one in each of several zones. */
function chooseSubnets(staying: readonly Subnet[], roomy: readonly Subnet[], missing: number): string {
  if (missing > 1) return `${missing} subnets in different zones, separated by a comma, each with`;
  const full = new Set(roomy.map(({ availabilityZone }) => availabilityZone));
  const others = new Set(staying.map(({ availabilityZone }) => availabilityZone).filter((zone) => !full.has(zone)));
  const where = others.size > 0 ? [...others].join(' or ') : `another zone than ${[...full].join(', ')}`;
  return `a subnet in ${where} that has`;
}

/**
 * Which network interfaces can be deleted to free addresses, and the command that lists them. Contains no command that
 * deletes them, because a warm interface of a node that is starting looks the same for a moment.
 * @param ids subnets; empty: no command
 */
export function leakedInterfaces({ region }: Facts['cluster'], ids: readonly string[]): Advice {
  const list = advice`\n${commands(
    continued(
      sh`aws ec2 describe-network-interfaces --region ${region}`,
      sh`--filters Name=subnet-id,Values=${ids.join(',')} Name=status,Values=available 'Name=description,Values=aws-K8S-*'`,
      sh`--query 'NetworkInterfaces[].[NetworkInterfaceId,SubnetId,Description]' --output table`,
    ),
  )}`;
  return advice`The VPC CNI may have leaked network interfaces of terminated nodes: description \`aws-K8S-i-...\`, status \`available\`, the instance no longer exists. Delete only those; other interfaces with the status \`available\` may be used soon, or belong to others.${ids.length === 0 ? advice`` : list}`;
}

/** The remedy for subnets that the cluster cannot keep, and for too little room in those that it keeps: one list. */
export const clusterSubnetsRemedy = 'set-cluster-subnets';

/** The remedy for a node class, or a Provisioner, whose subnets have too few free addresses. */
export function subnetsRemedy({ kind, name }: { kind: string; name: string }): string {
  return `karpenter-subnets:${kind}/${name}`;
}
