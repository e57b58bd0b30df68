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

/** What a cluster in a normal state does not show: an instance joins within minutes of its launch. */
export const comparisons: readonly Comparison[] = [
  {
    facts: ['namespaces', 'admissionPolicies', 'admissionWebhooks', 'karpenterKeys', 'webhookServices'],
    find: lacksKubeSystem,
  },
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
      'nodeLabels',
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
      'nodegroupUpdates',
      'selfManagedRoles',
      'subnetBlocks',
      'vcpuQuotas',
      'vcpuUsage',
    ],
    find: lacksNodeGroups,
  },
  {
    facts: [
      'daemonSets',
      'apiClients',
      'componentRights',
      'controllers',
      'coreComponents',
      'coredns',
      'eniConfigs',
      'ingressNginxControllers',
      'karpenterKeys',
      'kubeProxy',
      'kubeProxyModes',
      'logAgents',
      'nginxIngresses',
      'nodeLabels',
      'nvidiaDevicePlugins',
      'podTemplates',
      'subnetBlocks',
      'vpcCni',
      'workloadPods',
    ],
    find: lacksDaemonSets,
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

function lacksNodes(readings: Readings): ReturnType<Comparison['find']> {
  if (wholeValue(readings.nodes)?.length !== 0) return undefined;
  const seen = wantedByGroup(readings) ?? runningInstances(readings) ?? runningPod(readings);
  if (seen === undefined) return undefined;
  return {
    message: `the API server lists no Nodes, but ${seen}`,
    hint: 'Look for the reason why the instances did not join the cluster: https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#worker-node-fail',
  };
}

/** Only a group that is ACTIVE has its nodes. */
function wantedByGroup({ nodegroups }: Readings): string | undefined {
  const groups = nodegroups?.ok === true ? nodegroups.value : [];
  const wanting = groups.find(({ desiredSize, status }) => (desiredSize ?? 0) > 0 && status === 'ACTIVE');
  if (wanting === undefined) return undefined;
  return `the desired size of node group ${wanting.name} is ${wanting.desiredSize ?? 0}`;
}

/** Self-managed groups: the Auto Scaling group of a managed one says no more than the group itself. */
function runningInstances({ autoScalingGroups }: Readings): string | undefined {
  const groups = autoScalingGroups?.ok === true ? autoScalingGroups.value : [];
  const launched = groups.find(({ nodegroup, instanceIds = [] }) => nodegroup === null && instanceIds.length > 0);
  if (launched === undefined) return undefined;
  return `Auto Scaling group ${launched.name} has ${formatCount(launched.instanceIds?.length ?? 0, 'instance')}`;
}

function runningPod({ pods }: Readings): string | undefined {
  const all = pods?.ok === true ? pods.value : [];
  const running = all.find(({ node, phase, terminating }) => node !== null && phase === 'Running' && !terminating);
  if (running === undefined) return undefined;
  return `Pod ${running.namespace}/${running.name} runs on Node ${running.node ?? ''}`;
}

/**
 * Nodes of a group that was just deleted drain, or are no longer ready. A label that someone set by hand names a group
 * without an Auto Scaling group of EKS.
 */
function lacksNodeGroups({ nodegroups, nodes, autoScalingGroups }: Readings): ReturnType<Comparison['find']> {
  if (wholeValue(nodegroups)?.length !== 0 || nodes?.ok !== true) return undefined;
  const scaled = wholeValue(autoScalingGroups);
  const isManaged = (group: string | null): boolean =>
    scaled === undefined || scaled.some(({ nodegroup }) => nodegroup !== null && nodegroup === group);
  const node = nodes.value.find((one) => isOfLivingGroup(one) && isManaged(one.group));
  if (node === undefined) return undefined;
  return {
    message: `EKS lists no node groups, but Node ${node.name} has the label of node group ${node.group ?? ''}`,
    hint: 'Compare the groups with `aws eks list-nodegroups`.',
  };
}

function isOfLivingGroup({ computeType, ready, unschedulable, deletingSince }: Facts['nodes'][number]): boolean {
  return computeType === 'managed' && ready === true && !unschedulable && deletingSince === null;
}

/** The garbage collector deletes the pods of a deleted DaemonSet, or removes it from their owners. */
function lacksDaemonSets({ daemonSets, pods }: Readings): ReturnType<Comparison['find']> {
  if (wholeValue(daemonSets)?.length !== 0 || pods?.ok !== true) return undefined;
  const pod = pods.value.find(({ controller, terminating }) => controller?.kind === 'DaemonSet' && !terminating);
  if (pod === undefined) return undefined;
  const owner = pod.controller?.name ?? '';
  return {
    message: `the API server lists no DaemonSets, but Pod ${pod.namespace}/${pod.name} belongs to DaemonSet ${owner}`,
  };
}
