import check from '../../../checks/workloads/single-replica.ts';
import { expect } from 'vitest';
import { byArgo } from '../managers.ts';
import { aWorkload, checkCases } from '../cases.ts';

const none = { deployments: [], statefulSets: [], fargateWorkloads: [] };
const single = (name: string, more: Parameters<typeof aWorkload>[0] = {}) => aWorkload({ name, replicas: 1, ...more });
const running = (image: string) => ({ containers: [{ name: 'app', image }] });
const alone = { ...none, deployments: [single('cart')] };

const movesFix = (
  namespace: string,
) => `Run two replicas only if the software supports it: two pods of a database without replication
hold different data. Set the number where it is managed (a chart, GitOps, an autoscaler, an operator).
If a workload must keep one replica, choose when to move it. Once the new nodes are up and the old ones cordoned,
\`kubectl rollout restart\` of a Deployment with the strategy RollingUpdate starts the new pod first; with a
ReadWriteOnce volume, the new pod cannot start before the old one is deleted. Check where the pods run:
\`\`\`sh
kubectl -n ${namespace} get pods -o wide
\`\`\``;

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
        message:
          'Deployment cart runs one replica: during a drain, it is unavailable until its pod runs on another node',
        evidence: [
          { observed: '1 replica', required: '2 replicas or more', resource: 'Deployment cart', fact: 'deployments' },
        ],
        fix: movesFix('shop'),
      },
    ],
  },
  ...[
    {
      who: 'Argo CD',
      owners: [byArgo],
      says: /an operator\)\. For workloads that Argo CD manages: change the number of replicas in the repository [^.]*`spec\.source` [^.]*, and run `argocd app sync APPLICATION`\.\s+If a workload/,
    },
    {
      who: 'Helm, the same words for every release',
      owners: ['cart', 'shop'].map((release) => ({ release, releaseNamespace: 'shop', managedBy: 'Helm' })),
      says: /an operator\)\. For workloads that Helm manages: change the values of its chart, if the chart has one for it, and update the release with `helm upgrade`, with its other values unchanged\.\s+If a workload/,
    },
    {
      who: 'Flux, beside one whose manager is not seen',
      owners: [
        {
          release: null,
          releaseNamespace: null,
          managedBy: 'Flux',
          applier: { kind: 'Kustomization' as const, namespace: 'flux', name: 'shop' },
        },
        undefined,
      ],
      says: /For workloads that Flux manages: change [^]*`flux reconcile kustomization KUSTOMIZATION --namespace APPLIER_NAMESPACE --with-source`/,
    },
  ].map(({ who, owners, says }) => ({
    it: `says where the replicas are managed: ${who}`,
    facts: {
      ...none,
      deployments: owners.map((owner, at) => single(`cart-${at}`, owner === undefined ? {} : { owner })),
    },
    findingsLike: [{ fix: expect.stringMatching(says) as string }],
  })),
  {
    it: 'warns of a StatefulSet, and scales nothing by a command',
    facts: { ...none, statefulSets: [single('db', { kind: 'StatefulSet' })] },
    findingsLike: [
      {
        message:
          'StatefulSet db runs one replica: during a drain, it is unavailable until its pod runs on another node',
        evidence: [
          { observed: '1 replica', required: '2 replicas or more', resource: 'StatefulSet db', fact: 'statefulSets' },
        ],
        fix: movesFix('shop'),
      },
    ],
  },
  {
    it: 'says it once a namespace, with all of them in the evidence, and one fix for all namespaces',
    facts: {
      ...none,
      deployments: [...['a', 'b', 'c', 'd'].map((name) => single(name)), single('other', { namespace: 'lab' })],
      statefulSets: [single('e', { kind: 'StatefulSet' })],
    },
    findingsLike: [
      {
        resource: { kind: 'Namespace', name: 'shop' },
        message:
          'Deployment a, Deployment b, Deployment c and 2 more run one replica: during a drain, each is unavailable until its pod runs on another node',
        evidence: ['Deployment a', 'Deployment b', 'Deployment c', 'Deployment d', 'StatefulSet e'].map((resource) => ({
          observed: '1 replica',
          required: '2 replicas or more',
          resource,
          fact: resource === 'StatefulSet e' ? ('statefulSets' as const) : ('deployments' as const),
        })),
      },
      { resource: { kind: 'Namespace', name: 'lab' }, fix: movesFix('lab') },
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
      {
        message:
          'Deployment board runs one replica: during a drain, it is unavailable until its pod runs on another node',
      },
    ],
  },
]);
