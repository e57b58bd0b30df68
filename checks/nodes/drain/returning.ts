import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import {
  aboutWorkload,
  byWorkload,
  findVolumes,
  type Drain,
  type Drained,
  type OfWorkload,
} from '../../../src/for-checks/drained-pods.ts';
import { formatList, forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { fullNodes, usedNodes } from './full-nodes.ts';
import { isOpen, lacksSpare, spareFix, type Stuck } from './spare.ts';

/** The part of the check's `why` about the findings of this module. */
export const whyReturning = `Each evicted pod also needs a node for its replacement. It is a failure if a pod requires a
    label of its old node, such as the host name. If no new node starts before an old one is drained (the update
    strategy MINIMAL of a node group, or nodes that you replace yourself), the check also reports pods whose volume is
    in a zone without another node; pods that run one per node, because of required anti-affinity or a host port, and
    already use every node; and pods spread over nodes or zones with \`DoNotSchedule\`. These are warnings: the pods stay
    Pending until a new node is ready. With the strategy DEFAULT, EKS first starts a node in each zone of the group, and
    Karpenter replaces a node only if its pods fit on other nodes.

    The check does not rebuild the scheduler: it does not judge CPU, memory, affinity between workloads, \`maxSkew\`,
    quotas, or whether Cluster Autoscaler adds a node for a pending pod; workloads/new-nodes judges node selectors, node
    affinity and taints. It judges only pods with a controller: workloads/bare-pods reports the others, and workloads/local-storage
    reports volumes on the disk of a node.`;

/** Findings for pods whose replacement has no node to run on. */
export function* returningFindings(drain: Drain, volumes: Facts['persistentVolumes'] | undefined): Generator<Finding> {
  const used = usedNodes(drain);
  const findBound = findVolumes(volumes ?? []);
  const replaced = drain.drained.filter(({ pod, group }) => pod.controller !== null && group.computeType !== 'fargate');
  for (const workload of byWorkload(replaced)) {
    const found = [boundToNode(workload), zonalVolume(workload, drain, findBound), ...fullNodes(workload, drain, used)];
    for (const stuck of found) if (stuck !== undefined) yield toFinding(stuck);
  }
}

function toFinding({ pods, observed, required, fact, ...rest }: Stuck): Finding {
  // The drain goes on without the pod; only a budget would wait for its replacement.
  return { ...rest, blocks: 'workloads', ...aboutWorkload(pods, { observed, required, fact }) };
}

/** A label that keeps its value if the update changes only the Kubernetes version of the AMI. */
const templateVersion = 'eks.amazonaws.com/sourceLaunchTemplateVersion';

/** Hybrid nodes keep their names. */
function boundToNode(workload: OfWorkload<Drained>): Stuck | undefined {
  const [first, ...others] = workload.filter(
    ({ traits, group }) => traits.boundTo !== undefined && group.computeType !== 'hybrid',
  );
  if (first === undefined) return undefined;
  const labels = [...new Set([first, ...others].flatMap(({ traits }) => traits.boundTo ?? []))];
  const isMaybe = labels.every((label) => label === templateVersion);
  const when = isMaybe ? 'if the update changes the launch template version, no' : 'no';
  return {
    rule: 'bound-to-node',
    short: 'requires a label of its old node',
    level: isMaybe ? 'warn' : 'fail',
    pods: [first, ...others],
    message: `requires the value of ${formatList(labels)} that its old node has: ${when} new node has it, so the new pod stays Pending`,
    observed: `requires ${formatList(labels)}`,
    required: 'a label that new nodes have as well',
    fact: 'drainTraits',
    fix: advice`Replace the label in \`nodeSelector\` or \`nodeAffinity\` with one that new nodes have as well, such as
      one that you set in the node group or NodePool:\n${listPodsCommand(first)}`,
  };
}

function zonalVolume(
  workload: OfWorkload<Drained>,
  { nodes }: Drain,
  findBound: (drained: Drained) => Facts['persistentVolumes'],
): Stuck | undefined {
  const listZones = (drained: Drained) =>
    findBound(drained).flatMap(({ reach }) => (reach?.local === false ? reach.zones : []));
  const [first, ...others] = workload.filter((drained) => {
    const zones = lacksSpare(drained.group) ? listZones(drained) : [];
    const isOther = (node: NodeFact) => node.name !== drained.pod.node && zones.includes(node.zone ?? '');
    return zones.length > 0 && !nodes.some((node) => isOther(node) && isOpen(node));
  });
  if (first === undefined) return undefined;
  const pods: OfWorkload<Drained> = [first, ...others];
  const zones = [...new Set(pods.flatMap(listZones))].sort();
  return {
    rule: 'zonal-volume',
    short: 'no other node in the zone of its volume',
    level: 'warn',
    pods,
    message: `its old node is the only one in the zone of its volume (${formatList(zones)}): the new pod stays Pending until another node starts in this zone`,
    observed: `${forCount(pods.length, 'volume', 'volumes')} in ${formatList(zones)}`,
    required: 'another node in the zone',
    fact: 'persistentVolumes',
    fix: advice`A volume can be mounted only in its zone. ${spareFix(pods)} The new node must be in the zone of the
      volume:\n${commands(sh`kubectl get nodes -L topology.kubernetes.io/zone,eks.amazonaws.com/nodegroup`)}`,
  };
}

function listPodsCommand({ pod: { namespace } }: Drained): Advice {
  return commands(sh`kubectl -n ${namespace} get pods -o wide`);
}
