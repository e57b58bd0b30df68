import { advice } from '../../../src/syntax/advice.ts';
import type { DrainTraits } from '../../../src/facts/drain-traits.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import {
  isFinished,
  workloadKey,
  type Drain,
  type Drained,
  type OfWorkload,
} from '../../../src/for-checks/drained-pods.ts';
import { ownerText } from '../../../src/for-checks/pods-by-group.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { isMinimal, isOpen, lacksSpare, spareFix, type Stuck } from './spare.ts';

const hostname = 'kubernetes.io/hostname';
const zoneKey = 'topology.kubernetes.io/zone';

/** Each rule allows one pod per node. */
const oncePerNode: readonly { rule: string; short: string; why: string; has(traits: DrainTraits): boolean }[] = [
  {
    rule: 'anti-affinity',
    short: 'anti-affinity leaves no free node',
    why: 'its required anti-affinity allows one pod per node',
    has: ({ apartBy }) => apartBy?.includes(hostname) === true,
  },
  {
    rule: 'host-port',
    short: 'host port is in use on all nodes',
    why: 'its host port allows one pod per node',
    has: ({ hostPorts }) => hostPorts !== undefined,
  },
];

/** The nodes that run pods of each workload, if a group of nodes has no spare one; otherwise nothing needs them. */
export function usedNodes({ groups, pods }: Drain): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  if (!groups.some(lacksSpare)) return used;
  for (const pod of pods) {
    if (pod.node === null || isFinished(pod)) continue;
    const key = workloadKey(pod);
    used.set(key, (used.get(key) ?? new Set<string>()).add(pod.node));
  }
  return used;
}

/** Findings for a workload whose pods already use every node that they may use. */
export function* fullNodes(
  workload: OfWorkload<Drained>,
  drain: Drain,
  used: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<Stuck> {
  const tight = workload.filter(({ group }) => lacksSpare(group));
  if (tight.length === 0) return;
  const own = used.get(workloadKey(workload[0].pod)) ?? new Set<string>();
  const open = drain.nodes.filter(isOpen);
  const isFull = (nodes: readonly NodeFact[]) => nodes.every(({ name }) => own.has(name));
  const isGroupFull = ({ text }: RolledGroup) => isFull(open.filter((node) => ownerText(node) === text));
  for (const limit of oncePerNode) {
    const [first, ...others] = tight.filter(
      ({ traits, group }) => limit.has(traits) && (isFull(open) || (isMinimal(group) && isGroupFull(group))),
    );
    if (first === undefined) continue;
    const pods: OfWorkload<Drained> = [first, ...others];
    const observed = `pods on ${formatCount(own.size, 'node')}`;
    yield { ...fullText(limit, pods, isFull(open)), observed };
  }
  yield* spreadOut(tight, drain, own);
}

/** @param everywhere whether all nodes of the cluster are full, or only those of the group */
function fullText(
  { rule, short, why }: (typeof oncePerNode)[number],
  pods: OfWorkload<Drained>,
  everywhere: boolean,
): Omit<Stuck, 'observed'> {
  const where = everywhere ? 'all nodes' : `all nodes of ${pods[0].group.text}`;
  const unless = everywhere ? '' : ', unless a node of another group accepts it';
  return {
    rule,
    short,
    level: 'warn',
    pods,
    message: `${why}, and its pods already run on ${where}: the new pod stays Pending until a new node is ready${unless}`,
    required: 'one more node than pods',
    fact: 'pods',
    fix: advice`Before the update, reduce the replicas by one if the software supports it, or have one node more than
      pods. ${spareFix(pods)}`,
  };
}

/**
 * With the strategy MINIMAL, EKS cordons all old nodes of the group, and a cordoned node still counts as a domain by
 * default (`nodeTaintsPolicy: Ignore`): nodes of other groups do not help if they are not in the domain of the old one.
 */
function* spreadOut(tight: readonly Drained[], { nodes, groupOf }: Drain, own: ReadonlySet<string>): Generator<Stuck> {
  const findKey = ({ traits, node, group }: Drained) => {
    const outside = nodes.filter((one) => isOpen(one) && groupOf.get(one.name) !== group);
    if (outside.length === 0) return undefined;
    return traits.spreadBy?.find(
      (key) =>
        (key === hostname && outside.every(({ name }) => own.has(name))) ||
        (key === zoneKey && node.zone !== null && outside.every(({ zone }) => zone !== node.zone)),
    );
  };
  const [first, ...others] = tight.filter((drained) => isMinimal(drained.group) && findKey(drained) !== undefined);
  if (first === undefined) return;
  const pods: OfWorkload<Drained> = [first, ...others];
  const key = findKey(first) ?? '';
  yield {
    rule: 'spread',
    short: 'spread constraint may leave no node',
    level: 'warn',
    pods,
    message: `its spread over ${key} is required, and drained nodes still count: the new pod can stay Pending until a new node is ready`,
    observed: `whenUnsatisfiable: DoNotSchedule for ${key}`,
    required: 'a new node before an old one is drained',
    fact: 'drainTraits',
    fix: advice`${spareFix(pods)} Or set \`nodeTaintsPolicy: Honor\` or \`whenUnsatisfiable: ScheduleAnyway\` in the
      constraint.`,
  };
}
