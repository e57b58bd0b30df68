import { defineCheck } from '../../../src/check.ts';
import { listRolledGroups } from '../../../src/for-checks/rolled-groups.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { fewerFindings, noSlotFindings, type Judged } from './findings.ts';
import { readLimits, listVolumePods } from './volumes.ts';

export default defineCheck({
  id: 'nodes/volume-limits',
  title: 'EBS volumes that new nodes cannot attach',
  short: {
    'no-slot': 'no node of the zone takes its volumes',
    'fewer-volumes': 'new instance types take fewer volumes',
    'volumes-of-pod': 'has more volumes than a new node takes',
    'limit-unknown': 'volume limit of the node is unknown',
  },
  task: {
    'no-slot': 'Add a node that takes the volumes',
    'fewer-volumes': 'Choose instance types that take the volumes',
    'volumes-of-pod': 'Choose an instance type that takes the volumes',
  },
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `An instance type takes a limited number of EBS volumes, and a volume can be attached only in its Availability Zone. A
    pod whose volumes no node can attach stays Pending. The scheduler knows the limit of each node from its CSINode, which
    the EBS CSI driver sets.

    An update that keeps the instance types and starts a new node first brings the same limit back, and is not reported. The
    check judges the two other cases: a managed node group with the update strategy MINIMAL drains a node before a new one
    starts, and the other nodes of the zone cannot attach its volumes (a warning: the pods wait for the new node); and a
    node group of Amazon Linux 2 is replaced, but Amazon Linux 2023 does not support some of its instance types, and those
    that are left take fewer volumes. It is a failure if one pod has more volumes than they take.

    Karpenter and EKS Auto Mode choose instances by these limits. Nodes that you replace yourself are not judged, and
    neither are drivers other than EBS.`,
  fix: advice`Start nodes that take the volumes before you drain the old ones.`,
  links: [
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/volume_limits.html',
    'https://kubernetes.io/docs/concepts/storage/storage-limits/',
  ],
  needs: ['nodes', 'nodegroups', 'pods', 'drainTraits', 'persistentVolumes', 'csiNodes'],
  uses: ['instanceTypes'],
  counts: ['nodes', 'pods', 'drainTraits', 'persistentVolumes', 'csiNodes'],
  tables: ['amazon-linux-2', 'ami-variants', 'managed-changes'],

  *run({ csiNodes, instanceTypes = [], ...facts }, context) {
    const volumePods = listVolumePods(facts);
    if (volumePods.size === 0) return;
    const findLimit = readLimits(csiNodes);
    for (const rolled of listRolledGroups(facts, context)) {
      const nodegroup = facts.nodegroups.find(
        ({ name }) => rolled.computeType === 'managed' && name === rolled.nodes[0].group,
      );
      if (nodegroup === undefined) continue;
      const judged: Judged = { rolled, nodegroup, nodes: facts.nodes, volumePods, findLimit, instanceTypes };
      yield* fewerFindings(judged, context);
      yield* noSlotFindings(judged, context);
    }
  },
});
