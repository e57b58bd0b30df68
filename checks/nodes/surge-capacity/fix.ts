import type { Facts } from '../../../src/facts/facts.ts';
import { leakedInterfaces } from '../../../src/for-checks/cluster-subnets.ts';
import { untilSuccessful } from '../../../src/for-checks/update-wait.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import type { Room } from '../../../src/for-checks/zone-room.ts';

type Nodegroup = Facts['nodegroups'][number];

/** How pods get addresses elsewhere, or fewer of them. */
const forPods = advice`Or tag another subnet in the zone with \`kubernetes.io/role/cni=1\` for the addresses of pods (VPC CNI
  1.18 and newer), or set \`WARM_IP_TARGET\` and \`MINIMUM_IP_TARGET\` of the VPC CNI, so that a node takes fewer addresses
  in advance. `;

const forConfigs = advice`Or create an ENIConfig for another subnet in the zone, or set \`WARM_IP_TARGET\` and
  \`MINIMUM_IP_TARGET\` of the VPC CNI, so that a node takes fewer addresses in advance. `;

/** The ways out for a node group. @param short the zones without enough room */
export function roomFix(
  cluster: Facts['cluster'],
  nodegroup: Nodegroup,
  short: readonly Room[],
  zones: number,
): Advice {
  const where = formatList([...new Set(short.map(({ zone, subnetIds }) => `${subnetIds.join(', ')} (${zone})`))], 10);
  const isShortOf = (wanted: Room['what']) => short.some(({ what }) => what === wanted);
  const pods = isShortOf('configs') ? forConfigs : isShortOf('pods') ? forPods : advice``;
  return advice`Free addresses in ${where}. ${leakedInterfaces(cluster, [])} ${pods}For nodes in a new subnet (of a
    secondary CIDR block, if the VPC is full), create another node group: you cannot change the subnets of a node group.
    ${fewerAtOnce(nodegroup, zones)}Or let EKS terminate old nodes first, which needs no additional addresses; evicted pods then wait for new nodes.\n${commands(
      toMinimal(cluster, nodegroup),
    )}`;
}

/** With a lower maximum, EKS starts two nodes in each zone. */
function fewerAtOnce({ update }: Nodegroup, zones: number): Advice {
  const isMore = (update?.maxUnavailable ?? 0) > 2 * zones;
  return isMore
    ? advice`A \`maxUnavailable\` of ${2 * zones} or less starts only 2 new nodes in each zone. `
    : advice``;
}

/** Sets the update strategy MINIMAL, and keeps the maximum of unavailable nodes. */
export function toMinimal(cluster: Facts['cluster'], { name: group, update }: Nodegroup) {
  const { region, name } = cluster;
  const of = sh`--nodegroup-name ${group}`;
  const percentage = update?.maxUnavailablePercentage ?? null;
  const amount =
    percentage === null ? `maxUnavailable=${update?.maxUnavailable ?? 1}` : `maxUnavailablePercentage=${percentage}`;
  const start = continued(
    sh`aws eks update-nodegroup-config --region ${region} --cluster-name ${name} ${of}`,
    sh`--update-config ${`${amount},updateStrategy=MINIMAL`}`,
  );
  return untilSuccessful(cluster, start, of);
}
