import { expect } from 'vitest';
import check from '../../../checks/karpenter/status/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterCondition } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, aNode, aPod, checkCases, karpenterPath, type Case } from '../cases.ts';
import { byArgo, byTerraform, definedInTerraform } from '../managers.ts';
import { aClaim, aNodeClass, aNodePool, aNodeTemplate, aProvisioner } from './objects.ts';

const controllerPod = (name: string, more: Partial<Facts['pods'][number]> = {}) =>
  aPod(name, { namespace: 'kube-system', controller: { kind: 'Deployment', name: 'karpenter' }, ...more });
const here = {
  karpenterControllers: [aKarpenter()],
  karpenterPools: [aNodePool('default')],
  karpenterNodeClasses: [aNodeClass('default')],
  karpenterClaims: [aClaim('default-a')],
  pods: [controllerPod('karpenter-1'), controllerPod('karpenter-2', { node: 'b' })],
  nodes: [
    aNode('a', 'v1.33.5', { computeType: 'managed', group: 'system' }),
    aNode('b', 'v1.33.5', { computeType: 'fargate' }),
    aNode('own', 'v1.33.5', { computeType: 'karpenter', group: 'default' }),
  ],
};
const edge = { kind: 'Deployment', namespace: 'edge', name: 'karpenter' };
const inEdge = (more: Parameters<typeof aKarpenter>[0] = {}) => aKarpenter({ namespace: 'edge', ...more });
const edgePods = ['1', '2'].map((n) => controllerPod(`karpenter-edge-${n}`, { namespace: 'edge' }));
const deployment = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const no = (type: string, reason: string, message: string): KarpenterCondition => ({
  type,
  status: 'False',
  reason,
  message,
});
const unready = {
  ready: false,
  readyMessage: 'SubnetsReady=False: SubnetSelector did not match any Subnets',
  conditions: [
    no('SubnetsReady', 'SubnetsNotFound', 'SubnetSelector did not match any Subnets'),
    no('Ready', 'Unready', 'x'),
  ],
};
const nodeClass = { kind: 'EC2NodeClass', name: 'default', apiVersion: 'karpenter.k8s.aws/v1' };
const launch = (reason: string, message: string, status = 'Unknown') => [{ type: 'Launched', status, reason, message }];

const custom = aNodeClass('default', { amiFamily: 'Custom', registersTaint: false });
const notFound = 'UnregisteredTaintNotFound';

const denied = {
  type: 'ValidationSucceeded',
  status: 'False',
  reason: 'RunInstancesAuthCheckFailed',
  message: "Controller isn't authorized to call ec2:RunInstances",
};

checkCases(check, [
  {
    it: 'skips where no controller runs',
    facts: { ...here, karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  { it: 'is silent about a Karpenter that runs', facts: here, findings: [] },
  {
    it: 'is silent about objects that had no conditions in their time',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter({ version: '0.32.10' })],
      karpenterPools: [
        aProvisioner('old', { ready: null }),
        aNodePool('default', { ready: null, apiVersion: 'karpenter.sh/v1beta1' }),
      ],
      karpenterNodeClasses: [
        aNodeTemplate('old', { ready: null }),
        aNodeClass('default', { ready: null, apiVersion: 'karpenter.k8s.aws/v1beta1' }),
      ],
    },
    findings: [],
  },
  {
    it: 'is silent about v1, served by a 0.37 that writes no conditions on pools',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter({ version: '0.37.8' })],
      karpenterPools: [aNodePool('default', { ready: null })],
    },
    findings: [],
  },
  {
    it: 'leaves EKS Auto Mode to AWS',
    facts: {
      ...here,
      karpenterPools: [
        aNodePool('system', {
          ...unready,
          nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' },
        }),
      ],
      karpenterClaims: [
        aClaim('system-a', { nodeClassGroup: 'eks.amazonaws.com', conditions: launch('LaunchFailed', 'x') }),
      ],
      pods: [...here.pods, controllerPod('karpenter-old', { phase: 'Failed', ready: false })],
    },
    findings: [],
  },
  {
    it: 'says that Argo CD manages one that is scaled to 0',
    facts: { ...here, karpenterControllers: [aKarpenter({ replicas: 0, owner: byArgo })], pods: [] },
    findingsLike: [
      {
        rule: 'not-running',
        fix: expect.stringMatching(/ Argo CD manages Karpenter, and may revert a change made elsewhere\.$/) as string,
      },
    ],
  },
  {
    it: 'fails where it is scaled to 0',
    facts: { ...here, karpenterControllers: [aKarpenter({ replicas: 0 })], pods: [] },
    findings: [
      {
        level: 'fail',
        rule: 'not-running',
        resource: deployment,
        message: 'is scaled to 0: no nodes are launched, replaced or removed',
        evidence: [{ observed: 'replicas: 0', required: '2' }],
        fix: 'Scale it up: `kubectl scale deployment karpenter --namespace kube-system --replicas 2`.',
      },
    ],
  },
  {
    it: 'warns of a second one that is scaled to 0: the first one serves the cluster',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter({ namespace: 'edge', version: '0.24.0', replicas: 0 }), aKarpenter()],
    },
    karpenter: karpenterPath('1.8.1'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'not-running',
        resource: { kind: 'Deployment', namespace: 'edge', name: 'karpenter' },
        message: 'is scaled to 0 beside another Karpenter',
      },
    ],
  },
  {
    it: 'fails where two run in different namespaces, which both lead',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter(), inEdge()],
      pods: [...here.pods, ...edgePods],
    },
    findings: [
      {
        level: 'fail',
        rule: 'second-leader',
        resource: edge,
        message:
          'runs beside Deployment kube-system/karpenter, and each is the leader by a lease in its own namespace: both launch, disrupt and delete the nodes of the same NodePools',
        evidence: [
          {
            observed: 'Karpenter 1.8.1, lease edge/karpenter-leader-election',
            required: 'one Karpenter per cluster',
            resource: 'Deployment edge/karpenter',
            fact: 'karpenterControllers',
          },
          {
            observed: 'Karpenter 1.8.1, lease kube-system/karpenter-leader-election',
            required: 'one Karpenter per cluster',
            resource: 'Deployment kube-system/karpenter',
            fact: 'karpenterControllers',
          },
        ],
        fix: expect.stringContaining('kubectl scale deployment karpenter --namespace edge --replicas 0'),
        links: ['https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/operator/operator.go'],
      },
    ],
  },
  ...(
    [
      [
        'Helm',
        { release: 'karpenter-edge', releaseNamespace: 'edge', managedBy: 'Helm' },
        'values of release karpenter-edge',
      ],
      ['Argo CD', { release: null, releaseNamespace: null, managedBy: 'Argo CD' }, 'source of Argo CD'],
    ] as const
  ).map(([it, owner, place]) => ({
    it: `says where the replicas of a second one that ${it} applies are set`,
    facts: { ...here, karpenterControllers: [aKarpenter(), inEdge({ owner })], pods: [...here.pods, ...edgePods] },
    findingsLike: [{ rule: 'second-leader', fix: expect.stringContaining(place) as string }],
  })),
  {
    it: 'names the one beside the one whose path the report has',
    facts: {
      ...here,
      karpenterControllers: [inEdge({ version: '1.0.8' }), aKarpenter()],
      pods: [...here.pods, ...edgePods],
    },
    karpenter: karpenterPath('1.8.1'),
    findingsLike: [{ level: 'fail', rule: 'second-leader', resource: edge }],
  },
  {
    it: 'warns where the second one acts on Provisioners and the first one on NodePools',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter(), inEdge({ version: '0.31.5' })],
      pods: [...here.pods, ...edgePods],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'second-leader',
        message: expect.stringMatching(/both launch nodes for the same pending pods$/) as string,
      },
    ],
  },
  {
    it: 'does not know whether a second one of an unknown version acts on the same NodePools',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter(), inEdge({ version: null })],
      pods: [...here.pods, ...edgePods],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'second-leader',
        message: expect.stringMatching(/unknown whether they act on the same NodePools$/) as string,
      },
    ],
  },
  {
    it: 'says of a second one without a ready pod only that it does not run',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter(), inEdge()],
      pods: [...here.pods, ...edgePods.map((pod) => ({ ...pod, ready: false }))],
    },
    findingsLike: [{ level: 'warn', rule: 'not-running', resource: edge }],
  },
  {
    it: 'is silent about two Deployments in one namespace, which share a lease',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter(), aKarpenter({ name: 'karpenter-canary' })],
      pods: [
        ...here.pods,
        ...['1', '2'].map((n) =>
          controllerPod(`karpenter-canary-${n}`, { controller: { kind: 'Deployment', name: 'karpenter-canary' } }),
        ),
      ],
    },
    findings: [],
  },
  {
    it: 'fails where none of its pods is ready, and says that they wait for a node',
    facts: {
      ...here,
      pods: ['1', '2'].map((n) => controllerPod(`karpenter-${n}`, { ready: false, phase: 'Pending', node: null })),
    },
    findingsLike: [
      {
        level: 'fail',
        message: '0 of 2 pods are ready, 2 Pending: no nodes are launched, replaced or removed',
      },
    ],
  },
  {
    it: 'warns where one of two is not ready',
    facts: { ...here, pods: [controllerPod('karpenter-1'), controllerPod('karpenter-2', { ready: false })] },
    findingsLike: [
      {
        level: 'warn',
        rule: 'not-running',
        message: '1 of 2 pods are ready',
        evidence: [
          { observed: '2 of 2 pods exist, 1 ready', required: '2 ready' },
          {
            observed: 'Running on a, not ready',
            required: 'ready',
            resource: 'Pod kube-system/karpenter-2',
            fact: 'pods',
          },
        ],
      },
    ],
  },
  {
    it: 'warns where it runs on its own nodes',
    facts: {
      ...here,
      pods: [controllerPod('karpenter-1', { node: 'own' }), controllerPod('karpenter-2', { node: 'own' })],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'self-hosted',
        message: 'runs on its own nodes (own): if they are deleted, nothing launches new ones',
      },
    ],
  },
  {
    it: 'warns where one of two does',
    facts: { ...here, pods: [controllerPod('karpenter-1'), controllerPod('karpenter-2', { node: 'own' })] },
    findingsLike: [
      {
        rule: 'self-hosted',
        message: 'runs on some of its own nodes (own): its pods there are deleted when it removes the node',
      },
    ],
  },
  {
    it: 'warns of an update of its own that has not ended',
    facts: { ...here, karpenterControllers: [aKarpenter({ upgrading: true })] },
    findingsLike: [{ level: 'warn', rule: 'upgrading' }],
  },
  {
    it: 'fails on a node class that is not ready and has nodes, and says it once for its pools',
    facts: {
      ...here,
      karpenterPools: [aNodePool('default', { ready: false, readyMessage: 'NodeClassReady=False' })],
      karpenterNodeClasses: [aNodeClass('default', unready)],
    },
    findings: [
      {
        level: 'fail',
        rule: 'not-ready',
        resource: nodeClass,
        message: 'is not ready (1 node depends on it): SubnetsReady=False: SubnetSelector did not match any Subnets',
        evidence: [
          {
            observed: 'SubnetsReady False: SubnetsNotFound: SubnetSelector did not match any Subnets',
            required: 'True',
          },
        ],
      },
    ],
  },
  ...(
    [
      ['1.8.1', /variable DISABLE_DRY_RUN/],
      ['1.5.8', /Karpenter 1\.6\.2 and newer can skip them/],
    ] as const
  ).map(([version, words]) => ({
    it: `names what ${version} can do about dry runs that are denied (an operator misses)`,
    facts: {
      ...here,
      karpenterControllers: [aKarpenter({ version })],
      karpenterNodeClasses: [aNodeClass('default', { ...unready, conditions: [denied] })],
    },
    findingsLike: [{ level: 'fail' as const, rule: 'not-ready', fix: expect.stringMatching(words) }],
  })),
  {
    it: 'warns of one that nobody uses, and of a pool without nodes',
    facts: {
      ...here,
      karpenterPools: [aNodePool('default'), aNodePool('idle', { ready: false, readyMessage: null })],
      karpenterNodeClasses: [aNodeClass('default'), aNodeClass('spare', unready)],
    },
    findingsLike: [
      { level: 'warn', resource: { kind: 'EC2NodeClass', name: 'spare' } },
      {
        level: 'warn',
        resource: { kind: 'NodePool', name: 'idle' },
        message: 'is not ready (no nodes depend on it): no reason given',
      },
    ],
  },
  {
    it: 'does not know of an object of v1 that nobody has looked at',
    facts: {
      ...here,
      karpenterPools: [
        aNodePool('default', {
          ready: null,
          readyMessage: 'AwaitingReconciliation: object is awaiting reconciliation',
        }),
      ],
      karpenterNodeClasses: [aNodeClass('default', { ready: null })],
    },
    findingsLike: [
      { level: 'unknown', rule: 'not-told', message: 'does not report whether it is ready: it has no Ready condition' },
      {
        level: 'unknown',
        message: 'does not report whether it is ready: AwaitingReconciliation: object is awaiting reconciliation',
      },
    ],
  },
  {
    it: 'says where Terraform defines the role that Spot requires',
    cluster: { tags: byTerraform },
    facts: {
      ...here,
      karpenterClaims: [aClaim('default-a', { conditions: launch('SpotSLRCreationFailed', 'the role is missing') })],
    },
    findingsLike: [{ rule: 'launch:SpotSLRCreationFailed', fix: definedInTerraform('aws_iam_service_linked_role') }],
  },
  {
    it: 'warns of claims that EC2 refuses, by pool and reason, with the role that Spot wants',
    facts: {
      ...here,
      karpenterClaims: [
        aClaim('default-a', { conditions: launch('SpotSLRCreationFailed', 'the role is missing') }),
        aClaim('default-b', { conditions: launch('SpotSLRCreationFailed', 'the role is missing') }),
        aClaim('default-c', { conditions: launch('AwaitingReconciliation', 'object is awaiting reconciliation') }),
        aClaim('default-d', { conditions: launch('LaunchFailed', 'VcpuLimitExceeded', 'False') }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'launch:SpotSLRCreationFailed',
        resource: { kind: 'NodePool', name: 'default', note: 'NodeClaim default-a and 1 more' },
        message: 'cannot be launched, 2 of them: SpotSLRCreationFailed: the role is missing',
        fix: 'Create the service-linked role for EC2 Spot, once per account:\n\n```sh\naws iam create-service-linked-role --aws-service-name spot.amazonaws.com\n```',
      },
      {
        level: 'warn',
        rule: 'launch:LaunchFailed',
        resource: { kind: 'NodePool', name: 'default', note: 'NodeClaim default-d' },
        message: 'cannot be launched: LaunchFailed: VcpuLimitExceeded',
      },
    ],
  },
  {
    it: 'does not know how bad it is where not all claims were read',
    facts: {
      ...here,
      karpenterNodeClasses: [aNodeClass('default', unready)],
      karpenterClaims: [],
      karpenterClaimKinds: ['Machine'],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'not-ready',
        message:
          'is not ready (unknown whether nodes depend on it): SubnetsReady=False: SubnetSelector did not match any Subnets',
      },
    ],
  },
  ...(
    [
      ['0.37.8', custom],
      ['1.1.0', aNodeClass('default', { amiFamily: 'Custom', registersTaint: true })],
      ['1.1.1', aNodeClass('default', { amiFamily: 'AL2023', registersTaint: false })],
      ['1.1.2', { ...custom, name: 'unused' }],
    ] as const
  ).map(([version, one]): Case => ({
    it: `is silent about a node class that needs no taint of the user data, with ${version}`,
    facts: {
      ...here,
      karpenterControllers: [aKarpenter({ version })],
      karpenterNodeClasses: [aNodeClass('default'), one].slice(one.name === 'unused' ? 0 : 1),
    },
    findings: [],
  })),
  {
    it: 'fails where a NodeClaim shows that nodes without the taint do not register',
    facts: {
      ...here,
      karpenterControllers: [aKarpenter({ version: '1.1.3' })],
      karpenterNodeClasses: [custom],
      karpenterClaims: [aClaim('default-a'), aClaim('default-b', { conditions: [no('Registered', notFound, 'x')] })],
    },
    findings: [
      {
        level: 'fail',
        rule: 'unregistered-taint',
        resource: nodeClass,
        message:
          'the user data does not contain the taint karpenter.sh/unregistered: Karpenter 1.1.3 does not register the node of 1 NodeClaim',
        evidence: [
          { observed: 'amiFamily Custom, user data without it', required: 'karpenter.sh/unregistered:NoExecute' },
          {
            observed: `Registered: ${notFound}`,
            required: 'Registered True',
            resource: 'NodeClaim default-b',
            fact: 'karpenterClaims',
          },
        ],
        fix: expect.stringContaining("kubectl get ec2nodeclass default -o jsonpath='{.spec.userData}'") as string,
        links: [expect.stringContaining('v1.1.1/pkg/controllers/nodeclaim/lifecycle') as string],
      },
    ],
  },
  ...(
    [
      ['1.2.1', 'Karpenter 1.2.1 does not register nodes without it'],
      ['1.2.2', 'the first pods of a node may start before'],
      ['1.8.1', 'the first pods of a node may start before'],
    ] as const
  ).map(([version, effect]): Case => ({
    it: `warns of user data without the taint, with ${version}`,
    facts: { ...here, karpenterControllers: [aKarpenter({ version })], karpenterNodeClasses: [custom] },
    findingsLike: [{ level: 'warn', rule: 'unregistered-taint', message: expect.stringContaining(effect) as string }],
  })),
  {
    it: 'warns of a later version that does not register nodes without the taint, beside the running one that does',
    karpenter: karpenterPath('1.0.14', '1.2.1'),
    facts: { ...here, karpenterControllers: [aKarpenter({ version: '1.0.14' })], karpenterNodeClasses: [custom] },
    findingsLike: [
      { level: 'warn', rule: 'unregistered-taint', message: expect.stringContaining('may start before') as string },
      {
        level: 'warn',
        rule: 'unregistered-later',
        atKarpenter: '1.2.1',
        message: expect.stringContaining('Karpenter 1.2.1 does not register nodes without it') as string,
        fix: expect.stringContaining('Karpenter 1.2.2 and later patches register nodes without it.') as string,
      },
    ],
  },
  {
    it: 'warns of a first release of 1.x that does not register nodes without the taint',
    karpenter: karpenterPath('0.37.8', '1.0.8'),
    facts: { ...here, karpenterControllers: [aKarpenter({ version: '0.37.8' })], karpenterNodeClasses: [custom] },
    findingsLike: [{ level: 'warn', rule: 'unregistered-later', atKarpenter: '1.0.8' }],
  },
  {
    it: 'leaves a step to a release of 1.x that registers them to karpenter/breaking-changes',
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    facts: { ...here, karpenterControllers: [aKarpenter({ version: '0.37.8' })], karpenterNodeClasses: [custom] },
    findings: [],
  },
  {
    it: 'has one remedy for a NodePool and its node class that is being deleted',
    facts: {
      ...here,
      karpenterPools: [aNodePool('default', unready)],
      karpenterNodeClasses: [aNodeClass('default', { terminating: true })],
    },
    findingsLike: [{ level: 'fail', rule: 'not-ready', resource: { kind: 'NodePool', name: 'default' } }],
  },
]);
