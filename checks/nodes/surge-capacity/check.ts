import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { isWanted } from '../../../src/for-checks/components.ts';
import { isBeingDeleted, listExtraNodes, listUncounted } from '../../../src/for-checks/extra-nodes.ts';
import { listRolledGroups } from '../../../src/for-checks/rolled-groups.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { findSettings } from '../../../src/for-checks/node-demands.ts';
import { nameManager } from './managers.ts';
import { offeringFindings } from './offerings.ts';
import { poolFindings } from './pools.ts';
import { spareFindings } from './spare.ts';
import { reservedFindings } from './reserved.ts';
import { notRead } from './unread.ts';
import { zoneFindings } from './zones.ts';

const optional = [
  'vpcCni',
  'eniConfigs',
  'subnetBlocks',
  'pods',
  'launchTemplates',
  'instanceTypes',
  'instanceTypeOfferings',
  'karpenterPools',
  'karpenterSubnets',
] as const;

export default defineCheck({
  id: 'nodes/surge-capacity',
  title: 'Too little room for the new nodes of an update',
  short: {
    none: 'too few addresses for new nodes',
    few: 'too few addresses for new pods',
    tight: 'few addresses left for new nodes',
    'not-known': 'free addresses unknown',
    'not-read': 'room for new nodes unknown',
    'no-config': 'no ENIConfig for new pods',
    'no-subnet': 'zones of new nodes unknown',
    'not-offered': 'instance types not offered in a zone',
    'partly-offered': 'some instance types not offered',
    'pool-none': 'no address for new nodes',
    'pool-few': 'too few addresses for new nodes',
    spare: 'no node for evicted pods',
    reserved: 'no reserved instance for new nodes',
  },
  task: {
    '': 'Get enough free addresses for new nodes',
    'no-config': 'Create an ENIConfig for new pods',
    'not-offered': 'Select instance types that the zone offers',
    spare: 'Add room for evicted pods',
    reserved: 'Get a reserved instance for new nodes',
  },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `An update of nodes starts new ones before it terminates the old ones. EKS starts two nodes in each Availability
    Zone of a managed node group, or more if \`maxUnavailable\` is above that, and they must be ready in every zone
    before it drains an old node. Karpenter starts as many as the disruption budgets allow. Each new node needs an
    address in a subnet of its group, and the VPC CNI takes more for its pods, some of them in advance.

    It is a failure if a zone has fewer free addresses than new nodes, or if EC2 offers no instance type of the group in
    a zone. It is a warning if the addresses are too few for the pods that move, or if fewer than 1.5 times as many as
    needed are free. The number of pods of a new node is the mean of the old nodes. The check knows the warm targets of
    the VPC CNI, prefix delegation (whole /28 blocks), custom networking (ENIConfigs), trunk interfaces and subnets with
    the tag \`kubernetes.io/role/cni\`. In IPv6 clusters, and with another CNI, only the addresses of the nodes count.

    Each node group is judged alone, as if the others were not updated at the same time. The update strategy MINIMAL
    needs no additional addresses; it is a warning if the cluster has no other nodes for the evicted pods. A group at
    its maximum size that uses a Capacity Block is a warning without that strategy: all reserved instances may be in use. EKS
    Auto Mode, the capacity that EC2 has at the moment, On-Demand Capacity Reservations and placement groups of launch
    templates, and the limits for attached volumes are not judged.`,
  fix: advice`Free addresses in the subnets of the nodes before you update them.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_NodegroupUpdateConfig.html',
    'https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md',
    'https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/prefix-and-ip-target.md',
  ],
  applies: {
    needs: ['nodes'],
    when: ({ nodes }) =>
      nodes.some(({ computeType }) => computeType === 'managed' || computeType === 'karpenter')
        ? true
        : 'no nodes of managed node groups or Karpenter',
  },
  needs: ['nodes', 'nodegroups', 'vpcSubnets'],
  uses: optional,
  warnsBy: ['pods', 'instanceTypes'],
  counts: ['nodes'],
  tables: ['managed-changes'],

  *run(facts, context) {
    for (const finding of listFindings(facts, context)) yield nameManager(finding, facts, context);
  },
});

type Given = Pick<Facts, 'nodes' | 'nodegroups' | 'vpcSubnets'> & {
  [Name in (typeof optional)[number]]?: Facts[Name] | undefined;
};

function* listFindings(facts: Given, context: Context): Generator<Finding> {
  const { cluster } = context;
  const { nodes, nodegroups, vpcSubnets } = facts;
  const vpcCni = facts.vpcCni?.filter(isWanted);
  const groups = listRolledGroups(facts, context).filter((group) => !isBeingDeleted(group, nodegroups));
  const extra = listExtraNodes(groups, nodegroups, vpcSubnets);
  const network = {
    subnets: vpcSubnets,
    eniConfigs: facts.eniConfigs,
    blocks: facts.subnetBlocks,
    discovers: findSettings(vpcCni)?.subnetDiscovery === true,
  };
  const sizing = { ...facts, vpcCni, ipFamily: cluster.ipFamily };
  yield* zoneFindings(extra, network, sizing, cluster);
  yield* offeringFindings(extra, facts, cluster);
  yield* poolFindings(extra, facts, sizing);
  yield* reservedFindings(groups, { nodegroups, cluster });
  yield* spareFindings(groups, { nodes, pods: facts.pods });
  yield* notRead(listUncounted(groups, extra, nodegroups), vpcSubnets, cluster);
}
