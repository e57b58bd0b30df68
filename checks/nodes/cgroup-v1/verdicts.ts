import type { Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { isAmazonLinux2, runsAmazonLinux2 } from '../../../src/for-checks/node-images.ts';
import { byOwner } from '../../../src/for-checks/node-owners.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import type { Launch } from '../shared/launch.ts';
import { findDefault, type System } from './systems.ts';
import type { UserData, UserDataIndex } from './user-data.ts';

/** Nodes of one owner with one operating system and one user data. Without nodes: a group that is scaled to zero. */
export interface Started {
  resource: Resource;
  computeType: NodeFact['computeType'];
  /** As nodes report it; undefined: nothing shows it. */
  osImage: string | undefined;
  nodes: readonly NodeFact[];
  userData: UserData;
}

/**
 * Whether the next kubelet rejects cgroup v1 (`fail`), only warns of it, or whether this is unknown. `launch`: the user
 * data that chooses v1; undefined: the operating system does.
 */
export type Verdict =
  | { level: 'fail' | 'warn'; launch: Launch | undefined }
  /** The operating system uses v1, and user data that was not seen may change this. */
  | { level: 'unknown'; because: 'unseen' }
  | { level: 'unknown'; because: 'system' }
  | { level: 'unknown'; because: 'unread'; launch: Launch };

/** The verdict for kubelets that reject cgroup v1; undefined if they start. */
export function toVerdict({ osImage, userData }: Started, systems: readonly System[]): Verdict | undefined {
  if (osImage?.startsWith('Windows') === true) return undefined;
  const { launches, isSeen } = userData;
  const { version, acceptsV1 } = findDefault(osImage ?? '', systems);
  const chosen = launches.find(({ boot }) => boot?.cgroupV1 === true);
  if (launches.length > 0 && launches.every(({ boot }) => boot?.cgroupV1 === false)) return undefined;
  const unread = launches.find((launch) => launch.unread !== undefined);
  const unknown: Verdict | undefined = unread && { level: 'unknown', because: 'unread', launch: unread };
  if (chosen === undefined && version !== 'v1') {
    return version === undefined ? { level: 'unknown', because: 'system' } : unknown;
  }
  if (isAccepted(launches, acceptsV1)) return { level: 'warn', launch: chosen };
  if (unknown !== undefined) return unknown;
  return isSeen ? { level: 'fail', launch: chosen } : { level: 'unknown', because: 'unseen' };
}

/** True if every user data sets `failCgroupV1: false`, or leaves a default of false. */
function isAccepted(launches: readonly Launch[], byDefault: boolean): boolean {
  const set = launches.map(({ boot }) => boot?.failCgroupV1 ?? null);
  return launches.length === 0 ? byDefault : set.every((value) => value === false || (value === null && byDefault));
}

/**
 * Compute types that are not judged: Fargate and EKS Auto Mode, whose nodes AWS maintains, and virtual kubelets, which
 * run no containers.
 */
const kept: ReadonlySet<NodeFact['computeType']> = new Set(['fargate', 'auto', 'virtual']);

/**
 * The nodes whose next kubelet may reject cgroup v1. Omits nodes whose kubelet does already: they run.
 * @param leaves nodes/amazon-linux-2 is judged, too: nodes on Amazon Linux 2 are omitted, except for hybrid nodes
 */
export function startedNodes(
  nodes: Facts['nodes'],
  index: UserDataIndex,
  systems: readonly System[],
  { from, leaves }: { from: Minor; leaves: boolean },
): Started[] {
  const own = nodes.filter((node) => {
    const isLeft = leaves && node.computeType !== 'hybrid' && runsAmazonLinux2(node);
    return !kept.has(node.computeType) && !isLeft && (parseMinor(node.kubeletVersion) ?? 0) < from;
  });
  const toTrait = (node: NodeFact) => ({ osImage: node.osImage, userData: index.ofNode(node) });
  const owners = byOwner(own, [], toTrait, ({ osImage, userData }) =>
    JSON.stringify([
      findDefault(osImage, systems).version ?? osImage,
      userData.launches.map(({ resource }) => resource),
    ]),
  );
  return owners.map(({ trait, resource, computeType, nodes: alike }) => {
    return { ...trait, resource, computeType, nodes: alike };
  });
}

/** Whether a group without nodes is left to nodes/amazon-linux-2. */
export function isLeftAtZero({ osImage = '' }: Started, leaves: boolean): boolean {
  return leaves && isAmazonLinux2(osImage);
}
