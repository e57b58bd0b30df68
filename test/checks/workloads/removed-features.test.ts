import check from '../../../checks/workloads/removed-features.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Workload } from '../../../src/facts/kube.ts';
import { aPod, aWorkload, checkCases } from '../cases.ts';

const none = { deployments: [], daemonSets: [], statefulSets: [], cronJobs: [], pods: [] };
const code = [{ volume: 'code', type: 'gitRepo' as const }];
const running = (more: Partial<Workload>): Partial<Facts> => ({ ...none, deployments: [aWorkload(more)] });
const cart = { kind: 'Deployment', namespace: 'shop', name: 'cart' };

checkCases(check, [
  { it: 'is silent without workloads', facts: none, findings: [] },
  { it: 'is silent about a workload that asks for none of it', facts: running({}), findings: [] },
  {
    it: 'is silent about a gitRepo volume below 1.33 (A7)',
    current: '1.31',
    facts: running({ removedVolumes: code }),
    findings: [],
  },
  {
    it: 'warns of a gitRepo volume from 1.33 on (A7)',
    current: '1.33',
    facts: running({ removedVolumes: code }),
    findingsLike: [{ level: 'warn', at: 33, rule: 'volume:gitRepo', resource: cart }],
  },
  {
    it: 'fails a gitRepo volume at 1.36 (A7)',
    current: '1.35',
    facts: running({ removedVolumes: code }),
    findings: [
      {
        level: 'fail',
        at: 36,
        since: 35,
        rule: 'volume:gitRepo',
        resource: cart,
        message:
          'volume code: gitRepo: the kubelet refuses it by default from 1.33 on, and always from 1.36 on; the API server still accepts it',
        evidence: [{ observed: 'volume code: gitRepo', fact: 'deployments' }],
        fix: 'Clone the repository in an init container, into an emptyDir volume.\n```sh\nkubectl -n shop get deployment cart -o yaml\n```',
        links: ['https://github.com/kubernetes/kubernetes/pull/136400'],
      },
    ],
  },
  {
    it: 'warns of it where 1.36 is behind: the update changes nothing (A7)',
    current: '1.36',
    facts: running({ removedVolumes: code }),
    findingsLike: [{ level: 'warn', at: 36 }],
  },
  {
    it: 'says it once of a template and its pods, and of a pod that nothing makes (A7)',
    current: '1.35',
    facts: {
      ...running({ removedVolumes: code }),
      pods: [
        aPod('cart-1', { removedVolumes: code }),
        aPod('lone', { controller: null, removedVolumes: code }),
        aPod('done', { controller: null, phase: 'Succeeded', removedVolumes: code }),
      ],
    },
    findingsLike: [
      { level: 'fail', resource: cart },
      { level: 'fail', resource: { kind: 'Pod', namespace: 'shop', name: 'lone' } },
    ],
  },
  {
    it: 'fails volumes of removed drivers at the step that removes them',
    current: '1.30',
    facts: running({
      removedVolumes: [
        { volume: 'a', type: 'cephfs' },
        { volume: 'b', type: 'cephfs' },
        { volume: 'c', type: 'glusterfs' },
      ],
    }),
    findingsLike: [
      { level: 'warn', at: 30, rule: 'volume:glusterfs' },
      {
        level: 'fail',
        at: 31,
        rule: 'volume:cephfs',
        message: 'volume a: cephfs, volume b: cephfs: its driver was removed in 1.31',
      },
    ],
  },
  {
    it: 'warns of a seccomp profile that only an annotation names from 1.27 on',
    current: '1.26',
    facts: running({ seccompByAnnotation: true }),
    findingsLike: [{ level: 'warn', at: 27, rule: 'seccomp-annotation' }],
  },
  {
    it: 'is silent about it before',
    current: '1.25',
    facts: running({ seccompByAnnotation: true }),
    findings: [],
  },
  {
    it: 'warns of images of the frozen registry, not of its successor or a look-alike',
    facts: running({
      containers: [
        { name: 'a', image: 'k8s.gcr.io/pause:3.1' },
        { name: 'b', image: 'registry.k8s.io/pause:3.10' },
        { name: 'c', image: 'mirror.example/k8s.gcr.io/pause:3.1' },
      ],
    }),
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        rule: 'registry:k8s.gcr.io',
        message:
          'container a: k8s.gcr.io/pause:3.1: the registry has been frozen since April 2023 and only redirects to registry.k8s.io',
      },
    ],
  },
]);
