import check from '../../../checks/workloads/bare-pods.ts';
import { aNode, aPod, checkCases } from '../cases.ts';

const bare = (name: string, more: Parameters<typeof aPod>[1] = {}) => aPod(name, { controller: null, ...more });
const node = aNode('a', 'v1.33.5', { computeType: 'managed', group: 'general' });
const evidence = [
  { observed: '1 pod without a controller', required: 'a controller that recreates the pod', fact: 'pods' },
  { observed: '1 pod on 1 node', resource: 'node group general', fact: 'pods' },
  { observed: 'debug', resource: 'Node a', fact: 'pods' },
];

checkCases(check, [
  { it: 'is silent without pods', facts: { nodes: [node], pods: [] }, findings: [] },
  {
    it: 'is silent about pods with a controller, of Kubernetes or not, and about static pods',
    facts: {
      nodes: [node],
      pods: [
        aPod('cart-1'),
        aPod('db-1', { controller: { kind: 'Cluster', name: 'db' } }),
        aPod('kube-proxy-a', { controller: { kind: 'Node', name: 'a' } }),
      ],
    },
    findings: [],
  },
  {
    it: 'warns of a pod without a controller',
    facts: { nodes: [node], pods: [bare('debug'), aPod('cart-1')] },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'Namespace', name: 'shop' },
        message: 'Pod debug has no controller: it is not recreated after the drain of its node',
        evidence,
        groups: ['node group general'],
        fix: [
          'Delete the pods that are no longer needed. Run the others through a Deployment, a StatefulSet or a Job. Otherwise, save their manifests, and create them again after the update:',
          '```sh',
          "kubectl -n shop get pods -o 'custom-columns=NAME:.metadata.name,OWNER:.metadata.ownerReferences[0].kind,NODE:.spec.nodeName'",
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'warns once for each namespace, whatever its nodes',
    facts: {
      nodes: [node, aNode('b', 'v1.33.5'), aNode('c', 'v1.33.5', { computeType: 'hybrid' })],
      pods: [
        ...['one', 'two'].map((name) => bare(name)),
        ...['three', 'four', 'five'].map((name) => bare(name, { node: 'b' })),
        bare('shell', { namespace: 'edge', node: 'c' }),
      ],
    },
    findingsLike: [
      {
        resource: { kind: 'Namespace', name: 'shop' },
        message:
          'Pod five, Pod four, Pod one and 2 more have no controller: they are not recreated after the drain of their nodes',
        groups: ['node group general', 'self-managed nodes'],
      },
      { resource: { kind: 'Namespace', name: 'edge' }, groups: ['hybrid nodes'] },
    ],
  },
  {
    it: 'warns of a pod that is not ready',
    facts: { nodes: [node], pods: [bare('debug', { phase: 'Pending', ready: false })] },
    findingsLike: [{ level: 'warn' }],
  },
  {
    it: 'is silent about pods that end in any case, and about those on no node',
    facts: {
      nodes: [node],
      pods: [
        bare('done', { phase: 'Succeeded' }),
        bare('broken', { phase: 'Failed' }),
        bare('ending', { terminating: true }),
        bare('waiting', { node: null, phase: 'Pending' }),
        bare('lost', { node: 'gone' }),
      ],
    },
    findings: [],
  },
  {
    it: 'is silent about nodes that the update does not replace or drain',
    facts: {
      nodes: [
        { ...node, kubeletVersion: 'v1.34.2' },
        aNode('f', 'v1.33.5', { computeType: 'fargate' }),
        aNode('v', 'v1.33.5', { computeType: 'virtual' }),
      ],
      pods: [bare('debug'), bare('small', { node: 'f' }), bare('far', { node: 'v' })],
    },
    findings: [],
  },
  {
    it: 'warns of a node with an unreadable kubelet version',
    facts: { nodes: [{ ...node, kubeletVersion: 'main-2024' }], pods: [bare('debug')] },
    findingsLike: [{ evidence }],
  },
]);
