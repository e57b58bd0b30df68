import type { FactName, Facts } from '../facts/facts.ts';
import type { Reading, Readings } from '../facts/reading.ts';
import type { Reason } from '../facts/reason.ts';
import { formatCount } from '../syntax/english.ts';

/** Two readings of one truth. */
export interface Comparison {
  /** The fact that is unreadable if they contradict each other, and the facts that are collected from it. */
  facts: readonly [FactName, ...FactName[]];
  /** What contradicts the first fact; undefined if nothing does, or if one of the two was not read. */
  find(readings: Readings): Pick<Reason, 'message' | 'hint'> | undefined;
}

/** What neither an autoscaler nor a normal state of a cluster can produce. */
export const comparisons: readonly Comparison[] = [
  { facts: ['namespaces', 'admissionWebhooks', 'karpenterKeys', 'webhookServices'], find: lacksKubeSystem },
  {
    facts: [
      'nodes',
      'emptyAutoScalingGroups',
      'eniConfigs',
      'fargateWorkloads',
      'instanceTypes',
      'karpenterKeys',
      'kubeProxy',
      'kubeProxyModes',
      'nvidiaDevicePlugins',
      'spotServiceLinkedRole',
      'subnetBlocks',
      'vcpuQuotas',
      'vcpuUsage',
      'vpcCni',
    ],
    find: lacksNodes,
  },
  {
    facts: [
      'nodegroups',
      'componentRights',
      'instanceTypeOfferings',
      'instanceTypes',
      'launchTemplateImages',
      'launchTemplates',
      'nodeImages',
      'nodegroupAccessEntries',
      'nodegroupAuthRoles',
      'selfManagedRoles',
      'subnetBlocks',
      'vcpuQuotas',
      'vcpuUsage',
    ],
    find: lacksNodeGroups,
  },
];

/**
 * Makes facts unreadable that other readings contradict: an empty list may be an answer that was cut or is of another
 * cluster, and no check can pass on it.
 */
export function refuseContradicting(readings: Readings): Readings {
  const refused = new Map<FactName, Reason>();
  for (const { facts, find } of comparisons) {
    const found = find(readings);
    if (found === undefined) continue;
    const reason: Reason = { kind: 'unreadable', ...found, shared: found.message };
    for (const fact of facts) if (!refused.has(fact)) refused.set(fact, reason);
  }
  if (refused.size === 0) return readings;
  const compared = Object.entries(readings).map(([fact, reading]: [string, Reading<unknown>]) => {
    const reason = refused.get(fact as FactName);
    return [fact, reason === undefined || !reading.ok ? reading : { ok: false, reason }];
  });
  return Object.fromEntries(compared) as Readings;
}

/** The value of a fact that was read completely; undefined otherwise. */
function wholeValue<Value>(reading: Reading<Value> | undefined): Value | undefined {
  return reading?.ok === true && (reading.gaps ?? []).length === 0 ? reading.value : undefined;
}

function lacksKubeSystem({ namespaces }: Readings): ReturnType<Comparison['find']> {
  const listed = wholeValue(namespaces);
  if (listed === undefined || listed.some(({ name }) => name === 'kube-system')) return undefined;
  return { message: 'the list of namespaces lacks kube-system, which Kubernetes creates in every cluster' };
}

/** A group in one of these states may have no nodes yet, or no longer. */
const statesWithoutNodes: ReadonlySet<string> = new Set(['CREATING', 'CREATE_FAILED', 'DELETING', 'DELETE_FAILED']);

function lacksNodes(readings: Readings): ReturnType<Comparison['find']> {
  if (wholeValue(readings.nodes)?.length !== 0) return undefined;
  const wanted = wantedByGroup(readings) ?? runningInstances(readings);
  if (wanted === undefined) return undefined;
  return {
    message: `the API server lists no Nodes, but ${wanted}`,
    hint: 'Look for the reason why the instances did not join the cluster: https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#worker-node-fail',
  };
}

function wantedByGroup({ nodegroups }: Readings): string | undefined {
  const groups = nodegroups?.ok === true ? nodegroups.value : [];
  const wanting = groups.find(({ desiredSize, status }) => (desiredSize ?? 0) > 0 && !statesWithoutNodes.has(status));
  if (wanting === undefined) return undefined;
  return `the desired size of node group ${wanting.name} is ${wanting.desiredSize ?? 0}`;
}

function runningInstances({ autoScalingGroups, nodeInterfaces }: Readings): string | undefined {
  const groups = autoScalingGroups?.ok === true ? autoScalingGroups.value : [];
  const launched = groups.find(({ instanceIds = [] }) => instanceIds.length > 0);
  if (launched !== undefined)
    return `Auto Scaling group ${launched.name} has ${formatCount(launched.instanceIds?.length ?? 0, 'instance')}`;
  const interfaces = nodeInterfaces?.ok === true ? nodeInterfaces.value : [];
  const running = new Set(interfaces.flatMap(({ instances }) => instances));
  return running.size === 0 ? undefined : `EC2 lists ${formatCount(running.size, 'running instance')} of the cluster`;
}

/** Nodes of a group that was just deleted drain, or are no longer ready. */
function lacksNodeGroups({ nodegroups, nodes }: Readings): ReturnType<Comparison['find']> {
  if (wholeValue(nodegroups)?.length !== 0 || nodes?.ok !== true) return undefined;
  const node = nodes.value.find(isOfLivingGroup);
  if (node === undefined) return undefined;
  return {
    message: `EKS lists no node groups, but Node ${node.name} has the label of node group ${node.group ?? ''}`,
    hint: 'Compare the groups with `aws eks list-nodegroups`.',
  };
}

function isOfLivingGroup({ computeType, ready, unschedulable, deletingSince }: Facts['nodes'][number]): boolean {
  return computeType === 'managed' && ready === true && !unschedulable && deletingSince === null;
}
