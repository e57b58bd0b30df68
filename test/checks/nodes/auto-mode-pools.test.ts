import check from '../../../checks/nodes/auto-mode-pools.ts';
import type { AutoModeNodeClass } from '../../../src/facts/auto-mode.ts';
import type { KarpenterCondition, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { aNode, checkCases } from '../cases.ts';
import { aNodePool } from '../karpenter/objects.ts';

const cluster = { autoMode: true };
const aNodeClass = (name: string, more: Partial<AutoModeNodeClass> = {}): AutoModeNodeClass => ({
  apiVersion: 'eks.amazonaws.com/v1',
  name,
  ready: true,
  readyMessage: null,
  conditions: [],
  ...more,
});
const aPool = (name: string, more: Partial<KarpenterPool> = {}) =>
  aNodePool(name, { nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' }, ...more });
const no = (type: string, reason: string, message: string): KarpenterCondition => ({
  type,
  status: 'False',
  reason,
  message,
});
const unready = (...conditions: KarpenterCondition[]) => ({
  ready: false,
  readyMessage: conditions.map(({ type }) => `${type}=False`).join(', '),
  conditions: [...conditions, no('Ready', 'UnhealthyDependents', 'x')],
});
const noSubnets = unready(no('SubnetsReady', 'SubnetsNotFound', 'SubnetSelector did not match any Subnets'));
const noProfile = unready(no('InstanceProfileReady', 'UnauthorizedNodeRole', 'Role auto-node is unauthorized'));
const ofPool = (name: string, group: string) => aNode(name, 'v1.33.5', { computeType: 'auto', group });

const here = {
  karpenterPools: [aPool('general-purpose'), aPool('system')],
  autoModeNodeClasses: [aNodeClass('default')],
  nodes: [ofPool('a', 'general-purpose'), ofPool('b', 'general-purpose'), ofPool('c', 'system')],
};
const nodeClass = { kind: 'NodeClass', name: 'default', apiVersion: 'eks.amazonaws.com/v1' };
const look = (resource: string, name: string) => `\n\`\`\`sh\nkubectl describe ${resource} ${name}\n\`\`\``;

checkCases(check, [
  {
    it: 'skips without EKS Auto Mode',
    facts: { ...here, autoModeNodeClasses: [] },
    cluster: { autoMode: false },
    skip: 'EKS Auto Mode is not enabled',
  },
  {
    it: 'skips without a NodePool and a NodeClass',
    cluster,
    facts: { ...here, karpenterPools: [], autoModeNodeClasses: [] },
    skip: 'EKS Auto Mode has no NodePool and no NodeClass',
  },
  { it: 'is silent about pools and node classes that are ready', cluster, facts: here, findings: [] },
  {
    it: 'leaves the pools of a Karpenter that is installed to karpenter/status',
    cluster,
    facts: { ...here, karpenterPools: [aNodePool('own', noSubnets)] },
    findings: [],
  },
  {
    it: 'fails on a NodeClass that is not ready and has nodes, and says it once for its pools',
    cluster,
    facts: {
      ...here,
      karpenterPools: here.karpenterPools.map((pool) => ({ ...pool, ...unready(no('NodeClassReady', 'x', 'x')) })),
      autoModeNodeClasses: [aNodeClass('default', noSubnets)],
    },
    findings: [
      {
        level: 'fail',
        rule: 'not-ready',
        resource: nodeClass,
        message: 'is not ready (3 nodes depend on it): SubnetsReady=False',
        evidence: [
          {
            observed: 'SubnetsReady False: SubnetsNotFound: SubnetSelector did not match any Subnets',
            required: 'True',
          },
        ],
        fix: `Fix the cause that the condition names; EKS retries automatically. The selector terms of the NodeClass must match existing subnets and security groups of the VPC.${look('nodeclass.eks.amazonaws.com', 'default')}`,
      },
    ],
  },
  {
    it: 'names what EKS requires of a node role',
    cluster,
    facts: { ...here, autoModeNodeClasses: [aNodeClass('default', noProfile)] },
    findingsLike: [
      {
        level: 'fail',
        fix: `Fix the cause that the condition names; EKS retries automatically. The node role of the NodeClass must exist. If you created the NodeClass, its role also needs an access entry of type EC2 with the access policy AmazonEKSAutoNodePolicy.${look('nodeclass.eks.amazonaws.com', 'default')}`,
      },
    ],
  },
  {
    it: 'fails on a pool that is not ready while its NodeClass is, and warns of one without nodes',
    cluster,
    facts: {
      ...here,
      karpenterPools: [
        aPool('general-purpose', unready(no('ValidationSucceeded', 'ValidationFailed', 'invalid requirement'))),
        aPool('system'),
        aPool('batch', unready(no('ValidationSucceeded', 'ValidationFailed', 'invalid requirement'))),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        resource: { kind: 'NodePool', name: 'general-purpose', apiVersion: 'karpenter.sh/v1' },
        message: 'is not ready (2 nodes depend on it): ValidationSucceeded=False',
      },
      {
        level: 'warn',
        resource: { kind: 'NodePool', name: 'batch', apiVersion: 'karpenter.sh/v1' },
        message: 'is not ready (no nodes depend on it): ValidationSucceeded=False',
      },
    ],
  },
  {
    it: 'fails on a pool that is not ready because its NodeClass does not exist',
    cluster,
    facts: {
      ...here,
      karpenterPools: [aPool('system', unready(no('NodeClassReady', 'NodeClassNotFound', 'not found')))],
      autoModeNodeClasses: [],
    },
    findingsLike: [{ level: 'fail', resource: { kind: 'NodePool', name: 'system', apiVersion: 'karpenter.sh/v1' } }],
  },
  {
    it: 'is unknown where the condition Ready is missing or Unknown',
    cluster,
    facts: {
      ...here,
      karpenterPools: [aPool('system', { ready: null })],
      autoModeNodeClasses: [
        aNodeClass('default', {
          ready: null,
          readyMessage: 'ReconcilingDependencies: object is awaiting reconciliation',
        }),
      ],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'not-told',
        message: 'does not report whether it is ready: ReconcilingDependencies: object is awaiting reconciliation',
      },
    ],
  },
  {
    it: 'is unknown about a pool without the condition Ready',
    cluster,
    facts: { ...here, karpenterPools: [aPool('system', { ready: null })] },
    findingsLike: [{ level: 'unknown', message: 'does not report whether it is ready: it has no Ready condition' }],
  },
  {
    it: 'does not tell whether nodes depend on a NodeClass if pools or nodes were not read',
    cluster,
    facts: {
      karpenterPools: [],
      karpenterPoolKinds: ['Provisioner'],
      autoModeNodeClasses: [aNodeClass('default', noSubnets)],
      nodes: here.nodes,
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'not-ready',
        message: 'is not ready (unknown whether nodes depend on it): SubnetsReady=False',
      },
    ],
  },
  {
    it: 'judges a rollback, which replaces the nodes first',
    cluster,
    current: '1.34',
    target: '1.33',
    facts: { ...here, autoModeNodeClasses: [aNodeClass('default', noSubnets)] },
    findingsLike: [{ level: 'fail', resource: nodeClass }],
  },
]);
