import { defineCheck, type Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { isBeingDeleted, listExtraNodes, listUncounted } from '../../../src/for-checks/extra-nodes.ts';
import { listRolledGroups, type RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { quotaFinding, type Judged } from './findings.ts';
import { countOwn, listNeeds, type UnknownType } from '../../../src/for-checks/vcpu-needs.ts';

export default defineCheck({
  id: 'account/quotas',
  title: 'EC2 quotas without room for the new nodes',
  short: {
    '': 'too few vCPUs left in a quota',
    extra: 'number of new nodes unknown',
    family: 'quota of an instance type unknown',
    vcpus: 'vCPUs of an instance type unknown',
    quota: 'EC2 quota unknown',
    usage: 'usage of an EC2 quota unknown',
  },
  severity: 'warn',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `While nodes are replaced, new ones run beside the old ones. EC2 limits the vCPUs that run at a time in an
    account and a Region: one quota for each group of instance families, and separate quotas for Spot. All instances of
    the account count, not only those of this cluster. A node group whose new instances would exceed the quota fails its
    update (\`VcpuLimitExceeded\`); Karpenter retries, and replaces no node until the quota has room.

    A managed node group adds two nodes for each of its Availability Zones, or as many as it replaces at a time if that
    is more; with the update strategy MINIMAL it adds none. Karpenter adds as many nodes as its disruption budgets
    allow; its pools are counted together, because they drift at the same time, and managed node groups one at a time.
    With several instance types, the largest one counts. The usage of a quota is the newest value of its CloudWatch
    metric. Without one, only the nodes of this cluster count: this can show that there is too little room, but not that
    there is enough.

    Not judged: self-managed nodes, EKS Auto Mode, Fargate, and Capacity Blocks. EC2 may lack capacity even if the quota
    has room.`,
  fix: advice`Compare the vCPUs of the new nodes with what the quota has left. If they do not fit, request an increase.`,
  links: [
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-on-demand-instances.html#ec2-on-demand-instances-limits',
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-spot-limits.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
  ],
  needs: ['nodes', 'nodegroups', 'instanceTypes', 'vcpuQuotas'],
  uses: ['vcpuUsage', 'vpcSubnets', 'karpenterPools'],
  counts: ['nodes'],
  tables: ['vcpu-quotas'],
  applies: {
    needs: ['nodes'],
    when: ({ nodes }) => nodes.some(isJudged) || 'the cluster has no nodes of managed node groups or Karpenter',
  },

  *run({ nodes, nodegroups, instanceTypes, vcpuQuotas, vcpuUsage, vpcSubnets, karpenterPools }, context) {
    const groups = listRolledGroups({ nodes, nodegroups, karpenterPools }, context).filter(
      (group) => mayAdd(group) && !isBeingDeleted(group, nodegroups),
    );
    const extras = listExtraNodes(groups, nodegroups, vpcSubnets);
    if (vpcSubnets !== undefined) yield* listUncounted(groups, extras, nodegroups).map(uncountedFinding);
    const vcpus = new Map(instanceTypes.map((type) => [type.name, type.vcpus]));
    const counting = { rows: context.tables['vcpu-quotas'], vcpus };
    const { needs, unknown } = listNeeds(extras, counting);
    yield* unknownTypes(unknown);
    for (const [row, own] of grouped(needs, (need) => need.row)) {
      const judged: Judged = {
        row,
        needs: own,
        quota: vcpuQuotas.find(({ code }) => code === row.code)?.found ?? undefined,
        metric: vcpuUsage === undefined ? undefined : (vcpuUsage.find(({ code }) => code === row.code)?.vcpus ?? null),
        ownVcpus: countOwn(row, { nodes, nodegroups }, counting),
      };
      yield* quotaFinding(judged, context.cluster);
    }
  },
});

function isJudged({ computeType }: Pick<RolledGroup, 'computeType'>): boolean {
  return computeType === 'managed' || computeType === 'karpenter';
}

/** Whether replacing the group may add nodes that a quota counts. */
function mayAdd(group: RolledGroup): boolean {
  return isJudged(group) && group.addsNode !== false;
}

function uncountedFinding({ name }: Facts['nodegroups'][number]): Warning {
  return {
    level: 'unknown',
    rule: 'extra',
    resource: { kind: 'NodeGroup', name },
    message: 'how many nodes its update adds is unknown: its update settings or the zones of its subnets are unknown',
  };
}

const reasons: { [Why in UnknownType['why']]: string } = {
  family: 'which EC2 quota counts its vCPUs is unknown',
  vcpus: 'EC2 does not describe it in this Region, so its vCPUs are unknown',
};

function* unknownTypes(unknown: readonly UnknownType[]): Generator<Warning> {
  for (const [type, [{ why }]] of grouped(unknown, (one) => one.type)) {
    const name = type === '' ? 'unknown' : type;
    yield { level: 'unknown', rule: why, resource: { kind: 'InstanceType', name }, message: reasons[why] };
  }
}
