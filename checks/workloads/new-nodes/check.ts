import { defineCheck } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { isFinished, toWorkload } from '../../../src/for-checks/drained-pods.ts';
import { listNewNodes } from '../../../src/for-checks/new-nodes/list.ts';
import { listPresentNodes } from '../../../src/for-checks/new-nodes/present.ts';
import { nodeClassFacts, ownObjects, poolFacts, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { objectKey } from '../../../src/syntax/object-key.ts';
import { listRequiredLabels } from '../../../src/syntax/required-labels.ts';
import { toFinding } from './findings.ts';
import { listStranded, type Hosts } from './judge.ts';
import { volumeZoneFindings, zoneKey } from './volume-zones.ts';

export default defineCheck({
  id: 'workloads/new-nodes',
  title: 'Pods that no node matches after the update',
  short: {
    group: 'selects a node group to be replaced',
    label: 'requires a label that new nodes lack',
    taint: 'does not tolerate a taint of new nodes',
    'volume-zone': 'new nodes may be in other zones',
    'label-unknown': 'unknown whether new nodes match',
  },
  task: {
    group: 'Let pods run on the new node group',
    label: 'Give new nodes the label that pods require',
    taint: 'Let pods tolerate the taint of new nodes',
    'volume-zone': 'Keep a node in the zone of each volume',
  },
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Nodes that replace others do not have the labels that were set on the old ones, and another node group has
    another name. Pods whose node selector or required node affinity names such a label stay Pending after the update,
    while all nodes are Ready.

    The check compares each pod template with the nodes that every node group, NodePool and other group has after the
    update: their labels and taints, as EKS, user data, a NodePool and the kubelet set them. A node group of Amazon Linux
    2 gets another name where EKS has no image for a version; its replacement is \`NAME-al2023\`, as the fix of
    nodes/amazon-linux-2 creates it. Labels whose field manager is a command of kubectl are lost with their node; others
    that no configuration sets are expected again, since software set them. It is unknown without a field manager, and for
    labels of kubectl if a program in the cluster runs kubectl, which may label new nodes.

    It reports templates that a node of today matches and no node after the update: Deployments, StatefulSets,
    DaemonSets, CronJobs, the pods of other controllers, and pods without one, whether they run or not. "Matches" is the
    node selector, the required node affinity and the taints of kube-scheduler; whether a pod fits is not judged: CPU and
    memory, topology spread, affinity between pods, volumes. Preferred node affinity is not judged either. Pods on
    Fargate match their profile, and host names are judged by nodes/drain.

    It warns where pods have volumes in one zone and their node group has fewer nodes than zones: EKS does not keep the
    zones of the nodes that it replaces.`,
  fix: advice`Let the pods run on the nodes that the update brings, before it replaces the old ones.`,
  links: [
    'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
    'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/',
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
  ],
  needs: ['podTemplates', 'nodeLabels', 'nodes'],
  uses: [
    'nodegroups',
    'autoScalingGroups',
    'launchTemplates',
    'vpcSubnets',
    ...poolFacts,
    ...nodeClassFacts,
    'fargateWorkloads',
    'pods',
    'drainTraits',
    'persistentVolumes',
  ],
  warnsBy: ['drainTraits', 'persistentVolumes'],
  counts: ['podTemplates', 'nodes'],
  tables: ['amazon-linux-2', 'managed-changes'],

  *run({ podTemplates, fargateWorkloads, ...facts }, context) {
    const { cluster, versions, tables } = context;
    const keys = listRequiredLabels(podTemplates);
    const hasScripts = podTemplates.some(({ runsKubectl }) => runsKubectl === true);
    const next = listNewNodes(
      { ...facts, hasScripts },
      {
        cluster,
        versions,
        rows: tables['amazon-linux-2'],
        keys: new Set([...keys, zoneKey]),
      },
    );
    const byName = new Map(facts.nodeLabels.map((one) => [one.name, one]));
    const present = listPresentNodes(
      facts.nodes.filter(({ computeType }) => computeType !== 'fargate'),
      byName,
    );
    const onFargate = new Set(fargateWorkloads?.map(objectKey));
    const templates = podTemplates.filter((template) => !onFargate.has(objectKey(template)));
    const unread = listUnread({ ...facts, fargateWorkloads }, context.partial);
    const around = { cluster, current: context.current, versions, tables, nodegroups: facts.nodegroups, unread };
    for (const stranded of listStranded(templates, present, next, findHosts(facts.pods)))
      yield toFinding(stranded, around);
    if (unread === undefined) yield* volumeZoneFindings({ ...facts, podTemplates }, next);
  },
});

/** Reads the pods once, when it is first called. */
function findHosts(pods: Facts['pods'] = []): Hosts {
  let nodes: Map<string, Set<string>> | undefined;
  return (template) => (nodes ??= hostsByWorkload(pods)).get(objectKey(template)) ?? new Set();
}

function hostsByWorkload(pods: Facts['pods']): Map<string, Set<string>> {
  const nodes = new Map<string, Set<string>>();
  for (const pod of pods) {
    if (pod.node === null || isFinished(pod)) continue;
    const key = objectKey(toWorkload(pod));
    nodes.set(key, (nodes.get(key) ?? new Set()).add(pod.node));
  }
  return nodes;
}

function listUnread(
  facts: ObjectFacts & { nodegroups?: unknown; fargateWorkloads?: unknown },
  partial: ReadonlySet<string> = new Set(),
): string | undefined {
  if (facts.nodegroups === undefined || partial.has('nodegroups')) return 'node groups';
  if (!ownObjects(facts).isRead('NodePool', 'Provisioner') || partial.has('karpenterPools')) return 'NodePools';
  return facts.fargateWorkloads === undefined ? 'the workloads on Fargate' : undefined;
}
