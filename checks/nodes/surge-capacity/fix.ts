import type { Facts } from '../../../src/facts/facts.ts';
import { leakedInterfaces } from '../../../src/for-checks/cluster-subnets.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import type { Room } from './room.ts';

type Nodegroup = Facts['nodegroups'][number];

/** How the VPC CNI can take fewer addresses, or take them elsewhere. */
const forPods = advice`For the addresses of pods, tag a subnet in the same zone that has more of them with
  \`kubernetes.io/role/cni=1\` (VPC CNI 1.18 and newer use it for new network interfaces), or set \`WARM_IP_TARGET\` and
  \`MINIMUM_IP_TARGET\` of the VPC CNI, so that a node takes fewer addresses in advance. `;

const forConfigs = advice`Pods have addresses in the subnets of ENIConfigs: create an ENIConfig for a subnet with more
  addresses in the same zone, or set \`WARM_IP_TARGET\` and \`MINIMUM_IP_TARGET\` of the VPC CNI, so that a node takes
  fewer addresses in advance. `;

/** The ways out for a node group. @param short the zones without enough room */
export function roomFix(
  cluster: Facts['cluster'],
  nodegroup: Nodegroup,
  short: readonly Room[],
  zones: number,
): Advice {
  const where = formatList([...new Set(short.map(({ zone, subnetIds }) => `${subnetIds.join(', ')} (${zone})`))], 10);
  const isApart = short.some(({ subnetIds }) => subnetIds.some((id) => !nodegroup.subnetIds.includes(id)));
  const hasPods = short.some(({ what }) => what === 'pods');
  const pods = hasPods ? (isApart ? forConfigs : forPods) : advice``;
  return advice`Free addresses in ${where}. ${leakedInterfaces(cluster, [])} ${pods}You cannot change the subnets of a
    managed node group: for nodes in a new subnet, for example in a secondary CIDR block of the VPC, create another node
    group and move the pods. ${fewerAtOnce(nodegroup, zones)}Or let EKS end each old node before it starts a new one: this needs no
    further addresses, but pods wait for the new nodes.\n${commands(toMinimal(cluster, nodegroup))}`;
}

/** With a lower maximum, EKS starts two nodes in each zone. */
function fewerAtOnce({ update }: Nodegroup, zones: number): Advice {
  const isMore = (update?.maxUnavailable ?? 0) > 2 * zones;
  return isMore
    ? advice`A \`maxUnavailable\` of ${2 * zones} or less starts only 2 new nodes in each zone. `
    : advice``;
}

function toMinimal({ region, name }: Facts['cluster'], { name: group, update }: Nodegroup) {
  const percentage = update?.maxUnavailablePercentage ?? null;
  const amount =
    percentage === null ? `maxUnavailable=${update?.maxUnavailable ?? 1}` : `maxUnavailablePercentage=${percentage}`;
  return continued(
    sh`aws eks update-nodegroup-config --region ${region} --cluster-name ${name} --nodegroup-name ${group}`,
    sh`--update-config ${`${amount},updateStrategy=MINIMAL`}`,
  );
}
