import check from '../../../checks/workloads/single-replica.ts';
import { aWorkload, checkCases } from '../cases.ts';

const none = { deployments: [], statefulSets: [], fargateWorkloads: [] };
const single = (name: string, more: Parameters<typeof aWorkload>[0] = {}) => aWorkload({ name, replicas: 1, ...more });
const running = (image: string) => ({ containers: [{ name: 'app', image }] });
const alone = { ...none, deployments: [single('cart')] };

checkCases(check, [
  { it: 'is silent without workloads', facts: none, findings: [] },
  { it: 'is silent about two replicas', facts: { ...none, deployments: [aWorkload()] }, findings: [] },
  { it: 'is silent about none', facts: { ...none, deployments: [single('cart', { replicas: 0 })] }, findings: [] },
  {
    it: 'warns of a Deployment',
    facts: alone,
    findings: [
      {
        level: 'warn',
        resource: { kind: 'Namespace', name: 'shop' },
        message: 'Deployment cart runs one replica: a drain stops it until it is up elsewhere',
        evidence: [
          { observed: '1 replica', required: '2 replicas or more', resource: 'Deployment cart', fact: 'deployments' },
        ],
        fix: [
          'Run two replicas, where the workload can (a chart, an autoscaler or an operator that writes the number is the place to change it). For Deployment cart:',
          '```sh',
          'kubectl -n shop scale deployment/cart --replicas=2',
          '```',
          'One that has to stay single: once the new nodes are up and the old ones cordoned, restart it before the drain. A Deployment with the strategy RollingUpdate starts the new pod first.',
          '```sh',
          'kubectl -n shop rollout restart deployment/cart',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'warns of a StatefulSet, which cannot start the new pod first',
    facts: { ...none, statefulSets: [single('db', { kind: 'StatefulSet' })] },
    findingsLike: [
      {
        message: 'StatefulSet db runs one replica: a drain stops it until it is up elsewhere',
        evidence: [
          { observed: '1 replica', required: '2 replicas or more', resource: 'StatefulSet db', fact: 'statefulSets' },
        ],
        fix: [
          'Run two replicas, where the workload can (a chart, an autoscaler or an operator that writes the number is the place to change it). For StatefulSet db:',
          '```sh',
          'kubectl -n shop scale statefulset/db --replicas=2',
          '```',
          'One that has to stay single: choose the moment, and drain its node by hand.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'says it once a namespace, with all of them in the evidence',
    facts: {
      ...none,
      deployments: [...['a', 'b', 'c', 'd'].map((name) => single(name)), single('other', { namespace: 'lab' })],
      statefulSets: [single('e', { kind: 'StatefulSet' })],
    },
    findingsLike: [
      {
        resource: { kind: 'Namespace', name: 'shop' },
        message:
          'Deployment a, Deployment b, Deployment c and 2 more run one replica: a drain stops each until it is up elsewhere',
        evidence: ['Deployment a', 'Deployment b', 'Deployment c', 'Deployment d', 'StatefulSet e'].map((resource) => ({
          observed: '1 replica',
          required: '2 replicas or more',
          resource,
          fact: resource === 'StatefulSet e' ? ('statefulSets' as const) : ('deployments' as const),
        })),
      },
      { resource: { kind: 'Namespace', name: 'lab' } },
    ],
  },
  {
    it: 'is silent about a pod on Fargate',
    facts: {
      ...alone,
      fargateWorkloads: [{ kind: 'Deployment', namespace: 'shop', name: 'cart', nodes: ['fargate-1'] }],
    },
    findings: [],
  },
  {
    it: 'warns of a namesake of one on Fargate',
    facts: {
      ...alone,
      fargateWorkloads: [{ kind: 'Deployment', namespace: 'lab', name: 'cart', nodes: ['fargate-1'] }],
    },
    findingsLike: [{ level: 'warn' }],
  },
  {
    it: 'warns of none where nothing is known of Fargate: each may run there',
    facts: { deployments: [single('cart')], statefulSets: [] },
    findings: [],
  },
  {
    it: 'is silent about what is made to run once, from any registry',
    facts: {
      ...none,
      deployments: [
        single('autoscaler', running('registry.k8s.io/autoscaling/cluster-autoscaler:v1.33.0')),
        single('autoscaler-arm', running('registry.example:5000/mirror/cluster-autoscaler-arm64@sha256:0f')),
        single('dns', running('registry.k8s.io/external-dns/external-dns:v0.18.0')),
        single('metrics', running('registry.example:5000/mirrored-kube-state-metrics')),
      ],
    },
    findings: [],
  },
  {
    it: 'warns of a single CoreDNS, of other controllers and of a look-alike',
    facts: {
      ...none,
      deployments: [
        single('coredns', { namespace: 'kube-system', ...running('eks/coredns:v1.12.4-eksbuild.1') }),
        single('board', running('registry.example/cluster-autoscaler-dashboard:1')),
      ],
    },
    findingsLike: [
      { resource: { kind: 'Namespace', name: 'kube-system' } },
      { message: 'Deployment board runs one replica: a drain stops it until it is up elsewhere' },
    ],
  },
]);
