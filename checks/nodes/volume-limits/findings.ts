import type { Context, Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { toWorkload } from '../../../src/for-checks/drained-pods.ts';
import { behindGroupManager } from '../../../src/for-checks/managed-groups.ts';
import { findReplacedAt, newGroupName } from '../../../src/for-checks/new-nodes/routes.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { untilSuccessful } from '../../../src/for-checks/update-wait.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { findLowestLimit, listNextTypes } from './types.ts';
import { countVolumes, type FindLimit, type VolumePod } from './volumes.ts';

type Here = Pick<
  Context<'amazon-linux-2' | 'ami-variants' | 'managed-changes'>,
  'cluster' | 'current' | 'versions' | 'tables'
>;

/** A managed node group whose nodes the update replaces. */
export interface Judged {
  rolled: RolledGroup;
  nodegroup: Facts['nodegroups'][number];
  /** All nodes of the cluster. */
  nodes: readonly NodeFact[];
  volumePods: ReadonlyMap<string, readonly VolumePod[]>;
  findLimit: FindLimit;
  instanceTypes: Facts['instanceTypes'];
}

/** Findings for a node group whose successor lacks instance types, if those that are left take fewer volumes. */
export function* fewerFindings({ rolled, nodegroup, ...judged }: Judged, here: Here): Generator<Finding> {
  const at = findReplacedAt(nodegroup, here.versions, here.tables['amazon-linux-2']);
  const left = listNextTypes(nodegroup, here.tables['ami-variants']);
  const pods = rolled.nodes.flatMap(({ name }) => judged.volumePods.get(name) ?? []);
  if (at === undefined || left.length === nodegroup.instanceTypes.length || pods.length === 0) return;
  const base = { ...(at > here.current ? { at } : {}), groups: [rolled.text] };
  const limit = findLowestLimit(left, judged.nodes, judged.findLimit, judged.instanceTypes);
  if (limit === undefined) {
    yield { ...base, ...unknownLimit(nodegroup.name, 'the instance types of the new group') };
    return;
  }
  const next = `${newGroupName(nodegroup)} (${formatList(left)})`;
  for (const { pod, volumes } of pods) {
    if (volumes.length <= limit) continue;
    yield {
      ...base,
      level: 'fail',
      rule: 'volumes-of-pod',
      resource: toWorkload(pod),
      message: `has ${formatCount(volumes.length, 'EBS volume')}, and a node of ${next} takes ${limit}: its pod stays Pending`,
      evidence: [
        { observed: formatCount(volumes.length, 'volume'), required: `at most ${limit}`, fact: 'persistentVolumes' },
      ],
      fix: advice`Choose an instance type for the new node group that takes more volumes.`,
    };
  }
  const room = limit * (nodegroup.desiredSize ?? rolled.nodes.length);
  if (countVolumes(pods) <= room) return;
  yield {
    ...base,
    level: 'warn',
    rule: 'fewer-volumes',
    resource: { kind: 'NodeGroup', name: nodegroup.name },
    message: `its pods have ${formatCount(countVolumes(pods), 'EBS volume')}, and the nodes of ${next} take ${room} at its desired size: some pods stay Pending`,
    evidence: [{ observed: formatCount(countVolumes(pods), 'volume'), required: `at most ${room}`, fact: 'csiNodes' }],
    fix: advice`Choose instance types that take more volumes, or a larger desired size for the new node group.`,
  };
}

/** Findings for nodes that are drained before a new one starts, if no other node of their zone takes their volumes. */
export function* noSlotFindings({ rolled, nodegroup, ...judged }: Judged, here: Here): Generator<Finding> {
  if (rolled.addsNode !== false) return;
  const short = rolled.nodes.flatMap((node) => {
    const count = countVolumes(judged.volumePods.get(node.name));
    const others = judged.nodes.filter((one) => one.name !== node.name && one.zone === node.zone && isOpen(one));
    const free = others.map((one) => findFree(one, judged));
    const slots = free.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    return count > slots ? [{ node, count, slots, isKnown: !free.includes(undefined) }] : [];
  });
  const [first] = short;
  if (first === undefined) return;
  const { node, count, slots } = first;
  if (short.every(({ isKnown }) => !isKnown)) {
    yield { groups: [rolled.text], ...unknownLimit(nodegroup.name, 'the other nodes in the zones of its nodes') };
    return;
  }
  yield {
    level: 'warn',
    rule: 'no-slot',
    groups: [rolled.text],
    resource: { kind: 'NodeGroup', name: nodegroup.name },
    message: `drains ${node.name} before a new node starts: its pods have ${formatCount(count, 'EBS volume')}, and the other nodes in ${node.zone ?? 'its zone'} can attach ${slots}. They stay Pending until the new node is ready`,
    evidence: short.map((one) => ({
      observed: formatCount(one.count, 'volume'),
      required: `at most ${one.slots}`,
      resource: `Node ${one.node.name}`,
      fact: 'csiNodes',
    })),
    fix: defaultStrategy(nodegroup, here),
  };
}

function isOpen({ unschedulable, deletingSince, computeType }: NodeFact): boolean {
  return !unschedulable && deletingSince === null && computeType !== 'fargate' && computeType !== 'virtual';
}

/** How many more volumes a node can attach; undefined if its CSINode does not list the driver. */
function findFree({ name }: NodeFact, { findLimit, volumePods }: Pick<Judged, 'findLimit' | 'volumePods'>) {
  const limit = findLimit({ name });
  return limit === undefined ? undefined : Math.max(0, limit - countVolumes(volumePods.get(name)));
}

function unknownLimit(group: string, what: string): Pick<Finding, 'level' | 'rule' | 'resource' | 'message' | 'fix'> {
  return {
    level: 'unknown',
    rule: 'limit-unknown',
    resource: { kind: 'NodeGroup', name: group },
    message: `unknown how many volumes ${what} take`,
    fix: advice`Compare the volumes of its pods with the limit of the instance types.`,
  };
}

function defaultStrategy(nodegroup: Judged['nodegroup'], { cluster, tables }: Here): Advice {
  const { name, update } = nodegroup;
  const of = sh`--nodegroup-name ${name}`;
  const count = update?.maxUnavailablePercentage ?? update?.maxUnavailable ?? 1;
  const key = update?.maxUnavailablePercentage == null ? 'maxUnavailable' : 'maxUnavailablePercentage';
  const start = continued(
    sh`aws eks update-nodegroup-config --region ${cluster.region} --cluster-name ${cluster.name} ${of}`,
    sh`--update-config ${`updateStrategy=DEFAULT,${key}=${count}`}`,
  );
  const fix = advice`Set the update strategy of the node group to DEFAULT: EKS then starts a new node first.\n${commands(
    untilSuccessful(cluster, start, of),
  )}`;
  return behindGroupManager(fix, { kind: 'NodeGroup', name }, 'node-group-update-settings', {
    cluster,
    nodegroups: [nodegroup],
    tables,
  });
}
