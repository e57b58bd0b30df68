import { expect } from 'vitest';
import check from '../../../checks/account/quotas/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, checkCases } from '../cases.ts';
import { aNodePool } from '../karpenter/objects.ts';

type Nodegroup = Facts['nodegroups'][number];
type Update = NonNullable<Nodegroup['update']>;

const standard = 'Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances';
const standardSpot = 'All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests';
const gpu = 'Running On-Demand G and VT instances';

const quota = (code: string, name: string, vcpus: number): Facts['vcpuQuotas'][number] => ({
  code,
  found: { name, vcpus, metricClass: null },
});
const onDemand = (vcpus: number) => quota('L-1216C47A', standard, vcpus);
const spotQuota = (vcpus: number) => quota('L-34B43A08', standardSpot, vcpus);
const use = (vcpus: number, code = 'L-1216C47A') => [{ code, vcpus }];

const update = (more: Partial<Update> = {}): Update => ({
  strategy: 'DEFAULT',
  maxUnavailable: 1,
  maxUnavailablePercentage: null,
  ...more,
});
const nodesIn = (group: string, count: number, more: Partial<NodeFact> = {}) =>
  Array.from({ length: count }, (_, at) =>
    aNode(`${group}-${at}`, 'v1.33.5', { computeType: 'managed', group, instanceType: 'm5.large', ...more }),
  );
const aGroup = (name: string, more: Partial<Nodegroup> = {}) =>
  aNodegroup(name, { instanceTypes: ['m5.large'], update: update(), ...more });
const aType = (name: string, vcpus: number): Facts['instanceTypes'][number] => ({
  name,
  vcpus,
  interfaces: 3,
  addressesPerInterface: 10,
  nitro: true,
});
const pooled = (name: string, count: number, more: Partial<NodeFact> = {}) =>
  nodesIn(name, count, { computeType: 'karpenter', ...more });
const aPool = (name: string, ...amounts: string[]) => {
  const pool = aNodePool(name);
  const budgets = amounts.map((nodes) => ({ nodes, schedule: null, duration: null, reasons: [] }));
  return { ...pool, disruption: { ...pool.disruption, budgets } };
};

/** Case 5 of the facts: two zones, m5.large, a quota of 32 vCPUs of which 28 are in use. */
const full = {
  nodes: nodesIn('blue', 3),
  nodegroups: [aGroup('blue')],
  instanceTypes: [aType('m5.large', 2), aType('m5.4xlarge', 16), aType('g5.xlarge', 4), aType('dl1.24xlarge', 96)],
  vcpuQuotas: [onDemand(32)],
  vcpuUsage: use(28),
  vpcSubnets: ['a', 'b'].map((zone) => ({ id: `subnet-0${zone}`, cidrs: [], zone: `eu-west-1${zone}` })),
  karpenterPools: [],
};
const resource = { kind: 'Quota', name: 'L-1216C47A', note: 'Standard, on-demand' };
const unlisted = { ...full, vcpuUsage: [] };
const sized = (more: Partial<Facts>) => ({ ...full, ...more });

checkCases(check, [
  {
    it: 'is silent about a node group that EKS deletes',
    facts: sized({ nodegroups: [aGroup('blue', { status: 'DELETING' })] }),
    findings: [],
  },
  {
    it: 'warns if two nodes in each zone need more than is left',
    facts: full,
    findings: [
      {
        level: 'warn',
        resource,
        message: 'replacing nodes takes up to 8 more vCPUs, but 4 are left',
        evidence: [
          { observed: `${standard}: 32 vCPUs, 28 in use`, required: 'at least 36', fact: 'vcpuQuotas' },
          { observed: 'up to 4 nodes of m5.large: 8 vCPUs', resource: 'node group blue', fact: 'instanceTypes' },
        ],
        fix: `Request an increase; the approval can take several days:\n\`\`\`sh\naws service-quotas request-service-quota-increase --region eu-west-1 --service-code ec2 \\\n  --quota-code L-1216C47A --desired-value 36\n\`\`\`\nOr let the update add fewer nodes. For blue, set the update strategy MINIMAL, which adds none: EKS terminates old nodes before it starts new ones.`,
      },
    ],
  },
  { it: 'is silent if they fit exactly', facts: sized({ vcpuUsage: use(24) }), findings: [] },
  {
    it: 'is silent about the strategy MINIMAL, whatever is left',
    facts: sized({ nodegroups: [aGroup('blue', { update: update({ strategy: 'MINIMAL' }) })], vcpuUsage: use(32) }),
    findings: [],
  },
  {
    it: 'is silent about nodes that are up to date',
    facts: sized({ nodes: nodesIn('blue', 3, { kubeletVersion: 'v1.34.1' }), vcpuUsage: use(32) }),
    findings: [],
  },
  {
    it: 'takes 0 for a value, of the quota as of what is left',
    facts: sized({ vcpuQuotas: [onDemand(0)], vcpuUsage: use(1) }),
    findingsLike: [{ level: 'warn', message: 'replacing nodes takes up to 8 more vCPUs, but 0 are left' }],
  },
  {
    it: 'counts as many nodes as are replaced at a time if that is more than two for each zone',
    facts: sized({
      nodes: nodesIn('blue', 9),
      nodegroups: [aGroup('blue', { update: update({ maxUnavailable: 6 }) })],
    }),
    findingsLike: [
      {
        level: 'warn',
        message: 'replacing nodes takes up to 12 more vCPUs, but 4 are left',
        fix: expect.stringContaining(
          'For blue, a lower `maxUnavailable` adds fewer nodes, at least two for each zone.',
        ),
      },
    ],
  },
  {
    it: 'counts the largest of several types',
    facts: sized({ nodegroups: [aGroup('blue', { instanceTypes: ['m5.large', 'm5.4xlarge'] })] }),
    findingsLike: [{ level: 'warn', message: 'replacing nodes takes up to 64 more vCPUs, but 4 are left' }],
  },
  {
    it: 'takes the type of the nodes where the launch template names it',
    facts: sized({ nodegroups: [aGroup('blue', { instanceTypes: [] })] }),
    findingsLike: [{ level: 'warn', message: 'replacing nodes takes up to 8 more vCPUs, but 4 are left' }],
  },
  {
    it: 'counts the largest of several node groups, and says what all take together',
    facts: sized({ nodes: [...full.nodes, ...nodesIn('green', 3)], nodegroups: [aGroup('blue'), aGroup('green')] }),
    findingsLike: [
      {
        level: 'warn',
        message: 'replacing nodes takes up to 8 more vCPUs, but 4 are left',
        evidence: [
          { observed: `${standard}: 32 vCPUs, 28 in use`, required: 'at least 36', fact: 'vcpuQuotas' },
          { observed: 'up to 4 nodes of m5.large: 8 vCPUs', resource: 'node group blue', fact: 'instanceTypes' },
          { observed: 'up to 4 nodes of m5.large: 8 vCPUs', resource: 'node group green', fact: 'instanceTypes' },
          { observed: 'all groups at the same time: 16 vCPUs', fact: 'instanceTypes' },
        ],
      },
    ],
  },
  {
    it: 'judges Spot by its own quota, by the capacity type of the group or, without one, of its nodes',
    facts: sized({
      nodes: [...nodesIn('spot', 2, { spot: true }), ...nodesIn('untold', 2, { spot: true })],
      nodegroups: [aGroup('spot', { capacityType: 'SPOT' }), aGroup('untold', { capacityType: null })],
      vcpuQuotas: [onDemand(0), spotQuota(8)],
      vcpuUsage: use(4, 'L-34B43A08'),
    }),
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'Quota', name: 'L-34B43A08', note: 'Standard, spot' },
        message: 'replacing nodes takes up to 8 more vCPUs, but 0 are left',
      },
    ],
  },
  {
    it: 'is silent about a Capacity Block',
    facts: sized({ nodegroups: [aGroup('blue', { capacityType: 'CAPACITY_BLOCK' })], vcpuUsage: use(32) }),
    findings: [],
  },
  {
    it: 'reads the family from all letters: dl1 is not of the Standard families',
    facts: sized({
      nodes: nodesIn('ml', 1, { instanceType: 'dl1.24xlarge' }),
      nodegroups: [aGroup('ml', { instanceTypes: ['dl1.24xlarge'] })],
      vcpuQuotas: [quota('L-6E869C2A', 'Running On-Demand DL instances', 192)],
      vcpuUsage: use(96, 'L-6E869C2A'),
    }),
    findingsLike: [{ level: 'warn', resource: { name: 'L-6E869C2A' } as never }],
  },
  {
    it: 'judges each quota of a group with types of several families',
    facts: sized({
      nodegroups: [aGroup('blue', { instanceTypes: ['m5.large', 'g5.xlarge'] })],
      vcpuQuotas: [onDemand(32), quota('L-DB2E81BA', gpu, 8)],
      vcpuUsage: [...use(0), ...use(0, 'L-DB2E81BA')],
    }),
    findingsLike: [{ level: 'warn', message: 'replacing nodes takes up to 16 more vCPUs, but 8 are left' }],
  },
  {
    it: "counts the largest nodes of Karpenter's pools, as many as the budgets allow, of all pools together",
    facts: sized({
      nodes: [
        ...pooled('general', 9),
        ...pooled('general', 1, { name: 'large', instanceType: 'm5.4xlarge' }),
        ...pooled('batch', 4),
      ],
      nodegroups: [],
      karpenterPools: [aPool('general', '20%'), aPool('batch', '1')],
      vcpuQuotas: [onDemand(60)],
      vcpuUsage: use(42),
    }),
    findings: [
      {
        level: 'warn',
        resource,
        message: 'replacing nodes takes up to 20 more vCPUs, but 18 are left',
        evidence: [
          { observed: `${standard}: 60 vCPUs, 42 in use`, required: 'at least 62', fact: 'vcpuQuotas' },
          { observed: 'up to 1 node of m5.large: 2 vCPUs', resource: 'NodePool batch', fact: 'instanceTypes' },
          {
            observed: 'up to 2 nodes of m5.4xlarge and m5.large: 18 vCPUs',
            resource: 'NodePool general',
            fact: 'instanceTypes',
          },
        ],
        fix: `Request an increase; the approval can take several days:\n\`\`\`sh\naws service-quotas request-service-quota-increase --region eu-west-1 --service-code ec2 \\\n  --quota-code L-1216C47A --desired-value 62\n\`\`\`\nOr let the update add fewer nodes. For Karpenter, set disruption budgets that allow fewer nodes at a time.`,
      },
    ],
  },
  {
    it: 'warns by the nodes of the cluster alone if these and the new ones exceed the quota',
    facts: { ...full, vcpuUsage: undefined as never, vcpuQuotas: [onDemand(13)] },
    findingsLike: [
      {
        level: 'warn',
        message: 'replacing nodes takes up to 8 more vCPUs, but at most 7 are left',
        evidence: [
          {
            observed: `${standard}: 13 vCPUs, at least 6 in use, by nodes of this cluster`,
            required: 'at least 14',
            fact: 'vcpuQuotas',
          },
          { resource: 'node group blue' } as never,
        ],
      },
    ],
  },
  {
    it: 'leaves it to the missing permission if the nodes of the cluster fit',
    facts: { ...full, vcpuUsage: undefined as never },
    findings: [],
  },
  {
    it: 'does not know if CloudWatch has no value and the nodes of the cluster fit',
    facts: unlisted,
    findings: [
      {
        level: 'unknown',
        rule: 'usage',
        resource,
        message: 'CloudWatch has no value for its usage in the last hour',
      },
    ],
  },
  {
    it: 'counts no node of the cluster that is not Ready, in Auto Mode, self-managed or in a Capacity Block',
    facts: {
      ...unlisted,
      nodes: [
        ...nodesIn('blue', 3, { ready: false }),
        ...nodesIn('auto', 9, { computeType: 'auto' }),
        ...nodesIn('own', 9, { computeType: 'self-managed' }),
        ...nodesIn('ml', 9),
      ],
      nodegroups: [aGroup('blue'), aGroup('ml', { capacityType: 'CAPACITY_BLOCK' })],
    },
    findingsLike: [{ level: 'unknown', rule: 'usage' }],
  },
  {
    it: 'does not know of a quota that Service Quotas does not have',
    facts: sized({ vcpuQuotas: [{ code: 'L-1216C47A', found: null }] }),
    findings: [
      { level: 'unknown', rule: 'quota', resource, message: 'Service Quotas did not return it for eu-west-1' },
    ],
  },
  {
    it: 'does not know of a quota that an older inventory lacks',
    facts: sized({ vcpuQuotas: [] }),
    findingsLike: [{ level: 'unknown', rule: 'quota' }],
  },
  {
    it: 'does not know of a quota with the name of another one',
    facts: sized({ vcpuQuotas: [quota('L-1216C47A', gpu, 0)] }),
    findings: [
      {
        level: 'unknown',
        rule: 'quota',
        resource,
        message: `Service Quotas names it "${gpu}", so it may not be the quota for Standard instances`,
      },
    ],
  },
  {
    it: 'does not know of a Spot quota whose name says on-demand',
    facts: sized({
      nodegroups: [aGroup('blue', { capacityType: 'SPOT' })],
      vcpuQuotas: [quota('L-34B43A08', standard, 0)],
    }),
    findingsLike: [{ level: 'unknown', rule: 'quota' }],
  },
  {
    it: 'does not know of a family without a known quota, once',
    facts: sized({
      nodes: [...full.nodes, ...nodesIn('green', 1)],
      nodegroups: [
        aGroup('blue', { instanceTypes: ['mac2.metal'] }),
        aGroup('green', { instanceTypes: ['mac2.metal'] }),
      ],
    }),
    findings: [
      {
        level: 'unknown',
        rule: 'family',
        resource: { kind: 'InstanceType', name: 'mac2.metal' },
        message: 'which EC2 quota counts its vCPUs is unknown',
      },
    ],
  },
  {
    it: 'does not know of a type that EC2 does not describe',
    facts: sized({ nodegroups: [aGroup('blue', { instanceTypes: ['m99.large'] })] }),
    findings: [
      {
        level: 'unknown',
        rule: 'vcpus',
        resource: { kind: 'InstanceType', name: 'm99.large' },
        message: 'EC2 does not describe it in this Region, so its vCPUs are unknown',
      },
    ],
  },
  {
    it: 'does not know of a group whose zones are not known, or whose update settings an older inventory lacks',
    facts: sized({
      nodes: [...full.nodes, ...nodesIn('green', 1)],
      nodegroups: [aGroup('blue', { subnetIds: ['subnet-0c'] }), aNodegroup('green')],
    }),
    findings: ['blue', 'green'].map((name) => ({
      level: 'unknown' as const,
      rule: 'extra',
      resource: { kind: 'NodeGroup', name },
      message: 'how many nodes its update adds is unknown: its update settings or the zones of its subnets are unknown',
    })),
  },
  {
    it: 'leaves a node group to the missing permission if the subnets were not read',
    facts: { ...full, vpcSubnets: undefined as never },
    findings: [],
  },
  {
    it: 'does not apply to a cluster on Fargate, EKS Auto Mode and self-managed nodes',
    facts: sized({
      nodes: [
        ...nodesIn('pod', 1, { computeType: 'fargate' }),
        ...nodesIn('auto', 1, { computeType: 'auto' }),
        ...nodesIn('own', 1, { computeType: 'self-managed' }),
      ],
    }),
    skip: 'the cluster has no nodes of managed node groups or Karpenter',
  },
]);
