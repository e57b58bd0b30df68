import check from '../../../checks/nodes/drain/check.ts';
import type { DrainTraits } from '../../../src/facts/drain-traits.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, aPod, checkCases } from '../cases.ts';
import { aNodePool } from '../karpenter/objects.ts';

type Traits = Omit<DrainTraits, 'namespace' | 'name'>;
type Volume = Facts['persistentVolumes'][number];

const old = (name: string, more: Partial<NodeFact> = {}) =>
  aNode(name, 'v1.33.5', { computeType: 'managed', group: 'gpu', ...more });
const three = ['a', 'b', 'c'].map((name) => old(name, { zone: `eu-west-1${name}` }));
const groupsWith = (strategy: 'DEFAULT' | 'MINIMAL'): Facts['nodegroups'] => [
  aNodegroup('gpu', { update: { strategy, maxUnavailable: 1, maxUnavailablePercentage: null } }),
];
const minimal = groupsWith('MINIMAL');

/** One pod with these traits on each node. */
function on(
  nodes: readonly string[],
  traits: Traits,
  controller: Facts['pods'][number]['controller'] = cart.controller,
) {
  const pods = nodes.map((node) => aPod(`cart-${node}`, { node, controller }));
  return { pods, drainTraits: pods.map(({ namespace, name }) => ({ namespace, name, ...traits })) };
}

const cart = { controller: { kind: 'Deployment', name: 'cart' } };
const deployment = { kind: 'Deployment', namespace: 'shop', name: 'cart' };
const hostname = 'kubernetes.io/hostname';
const zoneKey = 'topology.kubernetes.io/zone';
const apart: Traits = { apartBy: [hostname] };
const all = ['a', 'b', 'c'];
const claims: Traits = { claims: ['data'] };
const volume = (more: Partial<Volume> = {}): Volume => ({
  name: 'pvc-0a1',
  driver: 'ebs.csi.aws.com',
  inTreeEbs: false,
  phase: 'Bound',
  claim: 'shop/data',
  storageClass: 'gp3',
  reach: { zones: ['eu-west-1a'], local: false },
  ...more,
});
const groupOfThree = [
  { observed: '3 pods on 3 nodes', resource: 'node group gpu', fact: 'pods' },
  ...all.map((name) => ({ observed: `cart-${name}`, resource: `Node ${name}`, fact: 'pods' })),
];
const free = aNode('free', 'v1.34.2', { computeType: 'managed', group: 'other', zone: 'eu-west-1d' });
const full = 'its required anti-affinity allows one pod per node, and its pods already run on';
const lone =
  'its old node is the only one in the zone of its volume (eu-west-1a): the new pod stays Pending until another node starts in this zone';
const minimalFix = 'Set the update strategy of the node group to DEFAULT, or raise its desired size for the update.';

checkCases(check, [
  {
    it: 'is silent about a pod that requires nothing of its node',
    facts: { nodes: three, nodegroups: minimal, ...on(all, { graceSeconds: 60 }) },
    findings: [],
  },
  {
    it: 'warns of anti-affinity that fills all nodes of the cluster, if no new node starts first',
    facts: { nodes: three, nodegroups: minimal, ...on(all, apart) },
    findings: [
      {
        level: 'warn',
        rule: 'anti-affinity',
        blocks: 'workloads',
        short: 'anti-affinity leaves no free node',
        resource: deployment,
        message: `${full} all nodes: the new pod stays Pending until a new node is ready`,
        evidence: [{ observed: 'pods on 3 nodes', required: 'one more node than pods', fact: 'pods' }, ...groupOfThree],
        groups: ['node group gpu'],
        fix: `Before the update, reduce the replicas by one if the software supports it, or have one node more than pods. ${minimalFix}`,
      },
    ],
  },
  {
    it: 'warns of it on all nodes of the group, as others may not accept the pod',
    facts: { nodes: [...three, free], nodegroups: minimal, ...on(all, apart) },
    findingsLike: [
      {
        level: 'warn',
        message: `${full} all nodes of node group gpu: the new pod stays Pending until a new node is ready, unless a node of another group accepts it`,
      },
    ],
  },
  {
    it: 'does not count Fargate, virtual and cordoned nodes as free',
    facts: {
      nodes: [
        ...three,
        old('d', { unschedulable: true }),
        old('e', { deletingSince: '2026-11-20T11:00:00.000Z' }),
        aNode('fargate-1', 'v1.33.5', { computeType: 'fargate' }),
        aNode('vk', 'v1.33.5', { computeType: 'virtual' }),
      ],
      nodegroups: minimal,
      ...on(all, apart),
    },
    findingsLike: [{ level: 'warn', rule: 'anti-affinity' }],
  },
  {
    it: 'is silent about anti-affinity with a free node in the group',
    facts: { nodes: three, nodegroups: minimal, ...on(['a', 'b'], apart) },
    findings: [],
  },
  {
    it: 'is silent about a finished pod on the last node',
    facts: {
      nodes: three,
      nodegroups: minimal,
      pods: [...on(['a', 'b'], apart).pods, aPod('cart-c', { node: 'c', phase: 'Succeeded' })],
      drainTraits: on(['a', 'b'], apart).drainTraits,
    },
    findings: [],
  },
  {
    it: 'is silent about anti-affinity by zone',
    facts: { nodes: three, nodegroups: minimal, ...on(all, { apartBy: [zoneKey] }) },
    findings: [],
  },
  {
    it: 'is silent if the group first adds nodes',
    facts: { nodes: three, nodegroups: groupsWith('DEFAULT'), ...on(all, apart) },
    findings: [],
  },
  {
    it: 'is silent if it was not read whether the group first adds nodes',
    facts: { nodes: three, nodegroups: [aNodegroup('gpu')], ...on(all, apart) },
    findings: [],
  },
  {
    it: 'is silent about nodes that the update does not replace',
    facts: {
      nodes: three.map((node) => ({ ...node, kubeletVersion: 'v1.34.2' })),
      nodegroups: minimal,
      ...on(all, apart),
    },
    findings: [],
  },
  {
    it: 'is silent about NodePools, also above their limits: Karpenter keeps such a node (karpenter/drift)',
    facts: {
      nodes: [aNode('a', 'v1.33.5', { computeType: 'karpenter', group: 'default' })],
      karpenterPools: [aNodePool('default', { limits: { cpu: '1' }, resources: { cpu: '2' } })],
      ...on(['a'], { ...apart, ...claims, hostPorts: [80] }),
      persistentVolumes: [volume()],
    },
    findings: [],
  },
  {
    it: 'warns of self-managed nodes that are all full: a new one has to be added first',
    facts: {
      nodes: [aNode('a', 'v1.33.5'), aNode('b', 'v1.33.5', { computeType: 'hybrid' })],
      ...on(['a', 'b'], apart),
    },
    findingsLike: [
      {
        level: 'warn',
        message: `${full} all nodes: the new pod stays Pending until a new node is ready`,
        groups: ['hybrid nodes', 'self-managed nodes'],
        fix: 'Before the update, reduce the replicas by one if the software supports it, or have one node more than pods. Add a node of the new version before you drain the old one. Add a node before you drain the old one.',
      },
    ],
  },
  {
    it: 'is silent about self-managed nodes that are full if the cluster has another node',
    facts: { nodes: [aNode('a', 'v1.33.5'), free], ...on(['a'], apart) },
    findings: [],
  },
  {
    it: 'warns of a host port that is in use on all nodes',
    facts: { nodes: three, nodegroups: minimal, ...on(all, { hostPorts: [8443] }) },
    findingsLike: [
      {
        level: 'warn',
        rule: 'host-port',
        message:
          'its host port allows one pod per node, and its pods already run on all nodes: the new pod stays Pending until a new node is ready',
      },
    ],
  },
  {
    it: 'is silent about pods without a controller, which do not return at all',
    facts: {
      nodes: three,
      nodegroups: minimal,
      ...on(['a'], { ...apart, boundTo: [hostname], ...claims }, null),
      persistentVolumes: [volume()],
    },
    findings: [],
  },
  {
    it: 'warns of a volume in a zone with no other node',
    facts: { nodes: three, nodegroups: minimal, ...on(['a'], claims), persistentVolumes: [volume()] },
    findings: [
      {
        level: 'warn',
        rule: 'zonal-volume',
        blocks: 'workloads',
        short: 'no other node in the zone of its volume',
        resource: deployment,
        message: lone,
        evidence: [
          { observed: 'volume in eu-west-1a', required: 'another node in the zone', fact: 'persistentVolumes' },
          { observed: '1 pod on 1 node', resource: 'node group gpu', fact: 'pods' },
          { observed: 'cart-a', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['node group gpu'],
        fix: [
          `A volume can be mounted only in its zone. ${minimalFix} The new node must be in the zone of the volume:`,
          '```sh',
          'kubectl get nodes -L topology.kubernetes.io/zone,eks.amazonaws.com/nodegroup',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'is silent about a zone with another node, of whatever group',
    facts: {
      nodes: [...three, { ...free, zone: 'eu-west-1a' }],
      nodegroups: minimal,
      ...on(['a'], claims),
      persistentVolumes: [volume()],
    },
    findings: [],
  },
  {
    it: 'counts neither a cordoned node nor one of Fargate in the zone',
    facts: {
      nodes: [
        ...three,
        { ...free, zone: 'eu-west-1a', unschedulable: true },
        aNode('fargate-1', 'v1.33.5', { computeType: 'fargate' }),
      ],
      nodegroups: minimal,
      ...on(['a'], claims),
      persistentVolumes: [volume()],
    },
    findingsLike: [{ level: 'warn', message: lone }],
  },
  {
    it: 'is silent about such a volume if EKS first starts a node in each zone',
    facts: { nodes: three, nodegroups: groupsWith('DEFAULT'), ...on(['a'], claims), persistentVolumes: [volume()] },
    findings: [],
  },
  {
    it: 'warns of the only self-managed node in the zone',
    facts: { nodes: [aNode('a', 'v1.33.5')], ...on(['a'], claims), persistentVolumes: [volume()] },
    findingsLike: [{ level: 'warn', rule: 'zonal-volume', groups: ['self-managed nodes'] }],
  },
  {
    it: 'is silent about volumes that every node can mount, that are on a disk, or that are not bound to the claim',
    facts: {
      nodes: three,
      nodegroups: minimal,
      ...on(['a'], { claims: ['data', 'local', 'other', 'gone'] }),
      persistentVolumes: [
        volume({ reach: null }),
        volume({ name: 'pv-1', claim: 'shop/local', reach: { zones: ['eu-west-1a'], local: true } }),
        volume({ name: 'pv-2', claim: 'edge/other' }),
        volume({ name: 'pv-3', claim: 'shop/gone', phase: 'Released' }),
      ],
    },
    findings: [],
  },
  {
    it: 'fails a pod that requires the host name of its old node',
    facts: { nodes: three, nodegroups: groupsWith('DEFAULT'), ...on(['a'], { boundTo: [hostname] }) },
    findings: [
      {
        level: 'fail',
        rule: 'bound-to-node',
        blocks: 'workloads',
        short: 'requires a label of its old node',
        resource: deployment,
        message: `requires the value of ${hostname} that its old node has: no new node has it, so the new pod stays Pending`,
        evidence: [
          { observed: `requires ${hostname}`, required: 'a label that new nodes have as well', fact: 'drainTraits' },
          { observed: '1 pod on 1 node', resource: 'node group gpu', fact: 'pods' },
          { observed: 'cart-a', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['node group gpu'],
        fix: [
          'Replace the label in `nodeSelector` or `nodeAffinity` with one that new nodes have as well, such as one that you set in the node group or NodePool:',
          '```sh',
          'kubectl -n shop get pods -o wide',
          '```',
        ].join('\n'),
      },
    ],
  },
  ...(['self-managed', 'karpenter', 'auto'] as const).map((computeType) => ({
    it: `fails it on nodes of the type ${computeType}`,
    facts: { nodes: [aNode('a', 'v1.33.5', { computeType })], ...on(['a'], { boundTo: [hostname] }) },
    findingsLike: [{ level: 'fail' as const, rule: 'bound-to-node' }],
  })),
  {
    it: 'is silent about hybrid nodes, which keep their names, and about Fargate',
    facts: {
      nodes: [
        aNode('a', 'v1.33.5', { computeType: 'hybrid' }),
        aNode('b', 'v1.33.5', { computeType: 'fargate' }),
        free,
      ],
      ...on(['a', 'b'], { boundTo: [hostname] }),
    },
    findings: [],
  },
  {
    it: 'only warns of a launch template version, which an update of the AMI keeps',
    facts: {
      nodes: three,
      nodegroups: groupsWith('DEFAULT'),
      ...on(['a'], { boundTo: ['eks.amazonaws.com/sourceLaunchTemplateVersion'] }),
    },
    findingsLike: [
      {
        level: 'warn',
        message:
          'requires the value of eks.amazonaws.com/sourceLaunchTemplateVersion that its old node has: if the update changes the launch template version, no new node has it, so the new pod stays Pending',
      },
    ],
  },
  {
    it: 'warns of a spread over zones if nodes of other groups are in other zones',
    facts: { nodes: [...three, free], nodegroups: minimal, ...on(['a'], { spreadBy: [zoneKey] }) },
    findings: [
      {
        level: 'warn',
        rule: 'spread',
        blocks: 'workloads',
        short: 'spread constraint may leave no node',
        resource: deployment,
        message: `its spread over ${zoneKey} is required, and drained nodes still count: the new pod can stay Pending until a new node is ready`,
        evidence: [
          {
            observed: `whenUnsatisfiable: DoNotSchedule for ${zoneKey}`,
            required: 'a new node before an old one is drained',
            fact: 'drainTraits',
          },
          { observed: '1 pod on 1 node', resource: 'node group gpu', fact: 'pods' },
          { observed: 'cart-a', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['node group gpu'],
        fix: `${minimalFix} Or set \`nodeTaintsPolicy: Honor\` or \`whenUnsatisfiable: ScheduleAnyway\` in the constraint.`,
      },
    ],
  },
  {
    it: 'is silent about a spread over zones with another group in the zone',
    facts: {
      nodes: [...three, { ...free, zone: 'eu-west-1a' }],
      nodegroups: minimal,
      ...on(['a'], { spreadBy: [zoneKey] }),
    },
    findings: [],
  },
  {
    it: 'is silent about a spread without other groups: its own nodes are cordoned in any case',
    facts: { nodes: three, nodegroups: minimal, ...on(all, { spreadBy: [zoneKey, hostname] }) },
    findings: [],
  },
  {
    it: 'warns of a spread over nodes if its pods run on all others',
    facts: { nodes: [...three, free], nodegroups: minimal, ...on(['a', 'free'], { spreadBy: [hostname] }) },
    findingsLike: [{ level: 'warn', rule: 'spread' }],
  },
  {
    it: 'is silent about a spread over nodes with a free node, and over other labels',
    facts: {
      nodes: [...three, free],
      nodegroups: minimal,
      ...on(['a', 'b'], { spreadBy: [hostname, 'example.com/rack'] }),
    },
    findings: [],
  },
  {
    it: 'is silent about a spread on self-managed nodes',
    facts: { nodes: [aNode('a', 'v1.33.5'), free], ...on(['a'], { spreadBy: [zoneKey] }) },
    findings: [],
  },
]);
