import { expect } from 'vitest';
import check from '../../../checks/account/spot-service-linked-role.ts';
import type { Facts } from '../../../src/facts.ts';
import { aNodegroup, checkCases } from '../cases.ts';

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
  apiGroups: [],
};
const spot = aNodegroup('spot', { capacityType: 'SPOT' });
const ofSpot = aGroup('eks-spot', { nodegroup: 'spot', ...mixed(0, 0) });

checkCases(check, [
  {
    it: 'is silent where the role exists, whatever asks for Spot',
    cluster: { autoMode: true },
    facts: {
      spotServiceLinkedRole: { exists: true },
      nodegroups: [spot],
      autoScalingGroups: [ofSpot, aGroup('own', mixed(0, 0))],
      apiGroups: ['karpenter.sh'],
    },
    findings: [],
  },
  { it: 'is silent where nothing asks for Spot', facts: missing, findings: [] },
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
          'asks for Spot instances (capacity type SPOT), account 111122223333 has no role AWSServiceRoleForEC2Spot',
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
          'asks for Spot instances (25 % Spot above 2 on demand, at most 6), account 111122223333 has no role AWSServiceRoleForEC2Spot',
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
    it: 'does not know what the NodePools of Karpenter ask for',
    facts: { ...missing, apiGroups: ['karpenter.sh'] },
    findings: [
      {
        level: 'unknown',
        rule: 'node-pools',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          'NodePools, which this version does not read, may ask for Spot instances; account 111122223333 has no role AWSServiceRoleForEC2Spot',
        evidence: [{ observed: 'API group karpenter.sh', fact: 'apiGroups' }],
        fix: expect.stringContaining('aws iam create-service-linked-role --aws-service-name spot.amazonaws.com'),
      },
    ],
  },
  {
    it: 'does not know what the NodePools of Auto Mode ask for',
    cluster: { autoMode: true },
    facts: missing,
    findingsLike: [
      { level: 'unknown', rule: 'node-pools', evidence: [{ observed: 'EKS Auto Mode', fact: 'cluster' }] },
    ],
  },
  {
    it: 'says both where a node group asks and NodePools may ask',
    facts: { ...missing, nodegroups: [spot], autoScalingGroups: [], apiGroups: ['karpenter.sh'] },
    findingsLike: [{ level: 'warn' }, { level: 'unknown', rule: 'node-pools' }],
  },
]);
