import { expect } from 'vitest';
import check from '../../../checks/account/spot-service-linked-role/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, aNodegroup, checkCases, karpenterPath } from '../cases.ts';
import { aNodePool, aProvisioner } from '../karpenter/objects.ts';
import { creatorRows } from '../managers.ts';

type Group = Facts['autoScalingGroups'][number];

function aGroup(name: string, more: Partial<Group> = {}): Group {
  return { name, nodegroup: null, maxSize: 6, mixedInstances: null, ...more };
}

function mixed(
  onDemandBaseCapacity: number,
  onDemandPercentageAboveBaseCapacity: number,
): Pick<Group, 'mixedInstances'> {
  return { mixedInstances: { onDemandBaseCapacity, onDemandPercentageAboveBaseCapacity } };
}

const missing = {
  spotServiceLinkedRole: { exists: false },
  nodegroups: [aNodegroup('blue')],
  autoScalingGroups: [aGroup('eks-blue', { nodegroup: 'blue', ...mixed(0, 100) })],
  karpenterPools: [],
  karpenterControllers: [],
};
const key = 'karpenter.sh/capacity-type';
const unsaid = { requirements: [] };
const buildCapacityRequirements = (operator: string, ...values: string[]) => ({
  requirements: [{ key, operator, values }],
});
const auto = { nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' } };

function karpenter(
  version: string | null,
  ...karpenterPools: KarpenterPool[]
): Pick<Facts, 'karpenterControllers' | 'karpenterPools' | 'karpenterRoles'> {
  return { karpenterControllers: [aKarpenter({ version })], karpenterPools, karpenterRoles: [aRole()] };
}

/** The controller's role with these policy documents. */
function aRole(...documents: unknown[]): Facts['karpenterRoles'][number] {
  const policies = documents.map((document, index) => ({ name: `policy-${index}`, arn: null, document }));
  const arn = 'arn:aws:iam::111122223333:role/KarpenterControllerRole-prod';
  return { arn, name: 'KarpenterControllerRole-prod', found: { trust: null, tags: {}, policies, boundary: null } };
}

function creates(Condition: unknown): unknown {
  const Statement = [{ Effect: 'Allow', Action: 'iam:CreateServiceLinkedRole', Resource: '*', Condition }];
  return { Version: '2012-10-17', Statement };
}

const assumed = 'arn:aws:iam::444455556666:role/KarpenterAssumed';
const spot = aNodegroup('spot', { capacityType: 'SPOT' });
const ofSpot = aGroup('eks-spot', { nodegroup: 'spot', ...mixed(0, 0) });

checkCases(check, [
  ...creatorRows(/Create the role once per account/, {
    terraform: '`aws_iam_service_linked_role`, and run `terraform apply`',
    eksctl: undefined,
  })
    .filter(({ who }) => who === 'Terraform')
    .map(({ who, tags, fix }) => ({
      it: `says where to define the role: ${who}`,
      cluster: { tags },
      facts: { ...missing, nodegroups: [spot], autoScalingGroups: [] },
      findingsLike: [{ level: 'warn' as const, fix }],
    })),
  ...creatorRows(/Create the role once per account/, {
    terraform: '`aws_iam_service_linked_role`, and run `terraform apply`',
    eksctl: undefined,
  }).map(({ who, tags, fix }) => ({
    it: `says where to define the role that a pool needs: ${who}`,
    cluster: { tags },
    facts: {
      ...missing,
      autoScalingGroups: [],
      ...karpenter('1.4.0', aNodePool('default', buildCapacityRequirements('In', 'spot'))),
    },
    findingsLike: [{ fix }],
  })),
  {
    it: 'is silent where the role exists, whatever asks for Spot',
    cluster: { autoMode: true },
    facts: {
      spotServiceLinkedRole: { exists: true },
      nodegroups: [spot],
      autoScalingGroups: [ofSpot, aGroup('own', mixed(0, 0))],
      ...karpenter('1.8.1', aNodePool('default', { requirements: [] })),
    },
    findings: [],
  },
  { it: 'is silent where nothing asks for Spot', facts: missing, findings: [] },
  {
    it: 'does not know of a node group whose capacity type EKS does not tell',
    facts: { ...missing, nodegroups: [aNodegroup('blue', { capacityType: null })] },
    findingsLike: [{ level: 'unknown', rule: 'not-told', resource: { kind: 'NodeGroup', name: 'blue' } }],
  },
  {
    it: 'is silent about a cluster on Fargate only',
    facts: { ...missing, nodegroups: [], autoScalingGroups: [] },
    findings: [],
  },
  {
    it: 'fails a node group on Spot, once, with its Auto Scaling group left out',
    facts: { ...missing, nodegroups: [aNodegroup('blue'), spot], autoScalingGroups: [ofSpot] },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'NodeGroup', name: 'spot' },
        message:
          'requests Spot Instances (capacity type SPOT), but account 111122223333 has no role AWSServiceRoleForEC2Spot',
        evidence: [{ observed: 'capacity type SPOT', required: 'role AWSServiceRoleForEC2Spot', fact: 'nodegroups' }],
      },
    ],
  },
  {
    it: 'is silent about a node group that reserves its capacity',
    facts: { ...missing, nodegroups: [aNodegroup('ml', { capacityType: 'CAPACITY_BLOCK' })] },
    findings: [],
  },
  {
    it: 'takes the Auto Scaling group of a node group that was not described for the node group',
    facts: { ...missing, autoScalingGroups: [ofSpot] },
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'NodeGroup', name: 'spot' },
        evidence: [{ observed: '100 % Spot above 0 on demand, at most 6', fact: 'autoScalingGroups' }],
      },
    ],
  },
  {
    it: 'fails an Auto Scaling group that mixes Spot in',
    facts: { ...missing, autoScalingGroups: [aGroup('own', mixed(2, 75))] },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'AutoScalingGroup', name: 'own' },
        message:
          'requests Spot Instances (25 % Spot above 2 on demand, at most 6), but account 111122223333 has no role AWSServiceRoleForEC2Spot',
        evidence: [
          {
            observed: '25 % Spot above 2 on demand, at most 6',
            required: 'role AWSServiceRoleForEC2Spot',
            fact: 'autoScalingGroups',
          },
        ],
      },
    ],
  },
  {
    it: 'is silent about groups that cannot reach Spot: all on demand, base as large as the group, empty, not mixed',
    facts: {
      ...missing,
      autoScalingGroups: [
        aGroup('on-demand', mixed(0, 100)),
        aGroup('base', { maxSize: 3, ...mixed(3, 0) }),
        aGroup('empty', { maxSize: 0, ...mixed(0, 0) }),
        aGroup('plain'),
      ],
    },
    findings: [],
  },
  {
    it: 'fails a NodePool that says nothing of capacity types (document 002)',
    facts: { ...missing, ...karpenter('0.32.1', aNodePool('default', unsaid)) },
    findings: [
      {
        level: 'fail',
        phase: 'before',
        atKarpenter: '0.32.1',
        resource: { kind: 'NodePool', name: 'default' },
        short: 'cannot launch Spot Instances',
        message:
          'can launch Spot Instances (no karpenter.sh/capacity-type), but account 111122223333 has no role AWSServiceRoleForEC2Spot: Karpenter 0.32.1 keeps retrying Spot, and cannot launch its nodes',
        evidence: [
          {
            observed: 'no karpenter.sh/capacity-type',
            required: 'role AWSServiceRoleForEC2Spot',
            fact: 'karpenterPools',
          },
        ],
        fix: expect.stringContaining('aws iam create-service-linked-role --aws-service-name spot.amazonaws.com'),
      },
    ],
  },
  {
    it: 'is silent about pools that exclude Spot, by whatever requirement or label',
    facts: {
      ...missing,
      ...karpenter(
        '1.8.1',
        aNodePool('on-demand'),
        aNodePool('not-spot', buildCapacityRequirements('NotIn', 'spot')),
        aNodePool('label', { ...unsaid, labels: { [key]: 'on-demand' } }),
        aNodePool('both-said', { ...buildCapacityRequirements('Exists'), labels: { [key]: 'on-demand' } }),
        aNodePool('reserved', buildCapacityRequirements('In', 'reserved')),
      ),
    },
    findings: [],
  },
  {
    it: 'tells pools that fall back from 1.5 on from those that start nothing',
    facts: {
      ...missing,
      ...karpenter(
        '1.8.1',
        aNodePool('mixed', buildCapacityRequirements('In', 'spot', 'on-demand')),
        aNodePool('exists', buildCapacityRequirements('Exists')),
        aNodePool('spot', buildCapacityRequirements('In', 'spot')),
        aNodePool('not-on-demand', buildCapacityRequirements('NotIn', 'on-demand')),
      ),
    },
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'NodePool', name: 'mixed' },
        fix: expect.stringMatching(/replace `\S+ In \[spot, on-demand\]` .* with `\S+ In \["on-demand"\]`\.$/),
      },
      { level: 'warn', resource: { kind: 'NodePool', name: 'exists' } },
      {
        level: 'fail',
        resource: { kind: 'NodePool', name: 'spot' },
        fix: expect.stringMatching(/replace `\S+ In \[spot\]` .*: with both, the pool would launch no nodes\.$/),
      },
      { level: 'fail', resource: { kind: 'NodePool', name: 'not-on-demand' } },
    ],
  },
  {
    it: 'fails mixed pools before 1.5',
    facts: {
      ...missing,
      ...karpenter('1.4.4', aNodePool('mixed', buildCapacityRequirements('In', 'spot', 'on-demand'))),
    },
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'does not know about mixed pools where the version is not readable, but about those of Spot alone it does',
    facts: {
      ...missing,
      ...karpenter(
        null,
        aNodePool('mixed', buildCapacityRequirements('In', 'spot', 'on-demand')),
        aNodePool('spot', buildCapacityRequirements('In', 'spot')),
      ),
    },
    findingsLike: [{ level: 'unknown' }, { level: 'fail' }],
  },
  {
    it: 'fails a Provisioner that asks for Spot while it is read, and is silent about one that is a leftover',
    facts: {
      ...missing,
      ...karpenter(
        '0.30.0',
        aProvisioner('default'),
        aProvisioner('spot', buildCapacityRequirements('In', 'spot', 'on-demand')),
      ),
    },
    findingsLike: [{ level: 'fail', resource: { kind: 'Provisioner', name: 'spot' } }],
  },
  {
    it: 'is silent about a Provisioner that no version of the way reads',
    facts: { ...missing, ...karpenter('0.37.8', aProvisioner('spot', buildCapacityRequirements('In', 'spot'))) },
    findings: [],
  },
  {
    it: 'names the step from which on a NodePool is read',
    facts: { ...missing, ...karpenter('0.31.5', aNodePool('default', unsaid)) },
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    findingsLike: [{ level: 'fail', atKarpenter: '0.32.10' }],
  },
  {
    it: 'is silent about pools that nobody serves',
    facts: {
      ...missing,
      karpenterControllers: [],
      karpenterPools: [aNodePool('default', unsaid), aNodePool('auto', { ...unsaid, ...auto })],
    },
    findings: [],
  },
  {
    it: "warns of Auto Mode's pools, whose cluster role may create the role",
    cluster: { autoMode: true },
    facts: {
      ...missing,
      karpenterControllers: [],
      karpenterPools: [aNodePool('general-purpose', auto), aNodePool('own', { ...unsaid, ...auto })],
    },
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'NodePool', name: 'own' },
        message:
          'can launch Spot Instances (no karpenter.sh/capacity-type), but account 111122223333 has no role AWSServiceRoleForEC2Spot: it is created with the first one if the cluster role allows it (AmazonEKSComputePolicy)',
      },
    ],
  },
  {
    it: 'is silent where the controller may create the role, as eksctl lets it',
    facts: {
      ...missing,
      ...karpenter('1.4.4', aNodePool('default', unsaid)),
      karpenterRoles: [aRole(creates({ StringEquals: { 'iam:AWSServiceName': ['spot.amazonaws.com'] } }))],
    },
    findings: [],
  },
  {
    it: 'fails where only the role that it comes from may create it, not the one that it assumes',
    facts: {
      ...missing,
      ...karpenter('0.37.0', aNodePool('default', unsaid)),
      karpenterControllers: [aKarpenter({ version: '0.37.0', settings: { ASSUME_ROLE_ARN: assumed } })],
      karpenterRoles: [aRole(creates(undefined)), { ...aRole(), arn: assumed }],
    },
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'does not know where the role that it assumes is set in a place that is not read',
    facts: {
      ...missing,
      ...karpenter('0.37.0', aNodePool('default', unsaid)),
      karpenterControllers: [aKarpenter({ version: '0.37.0', settingsUnread: ['ASSUME_ROLE_ARN'] })],
      karpenterRoles: [aRole(creates(undefined))],
    },
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'fails where it may create others only',
    facts: {
      ...missing,
      ...karpenter('1.4.4', aNodePool('default', unsaid)),
      karpenterRoles: [aRole(creates({ StringEquals: { 'iam:AWSServiceName': 'autoscaling.amazonaws.com' } }))],
    },
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'does not know where that hangs on a condition, or the role was not read',
    facts: {
      ...missing,
      ...karpenter('1.4.4', aNodePool('default', unsaid)),
      karpenterRoles: [aRole(creates({ StringEquals: { 'aws:SourceIp': '192.0.2.1' } }))],
    },
    findingsLike: [
      {
        level: 'unknown',
        message:
          'can launch Spot Instances (no karpenter.sh/capacity-type), but account 111122223333 has no role AWSServiceRoleForEC2Spot: Karpenter 1.4.4 keeps retrying Spot, and cannot launch its nodes; whether the controller can create the role is unknown',
      },
    ],
  },
  {
    it: 'does not know where the role was not read',
    facts: { ...missing, ...karpenter('1.4.4', aNodePool('default', unsaid)), karpenterRoles: [] },
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'fails where the controller has a role that does not exist',
    facts: {
      ...missing,
      ...karpenter('1.4.4', aNodePool('default', unsaid)),
      karpenterRoles: [{ ...aRole(), found: null }],
    },
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'says both where a node group and a pool ask',
    facts: {
      ...missing,
      nodegroups: [spot],
      autoScalingGroups: [],
      ...karpenter('1.4.4', aNodePool('default', unsaid)),
    },
    findingsLike: [{ level: 'warn' }, { level: 'fail' }],
  },
  {
    it: 'is silent from 1.5 on where the controller may create it, and on-demand is allowed',
    facts: {
      ...missing,
      ...karpenter('1.8.1', aNodePool('default', unsaid)),
      karpenterRoles: [aRole(creates(undefined))],
    },
    findings: [],
  },
]);
