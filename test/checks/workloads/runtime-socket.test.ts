import { expect } from 'vitest';
import check from '../../../checks/workloads/runtime-socket/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aWorkload, checkCases } from '../cases.ts';

type Pod = Facts['pods'][number];

const source = 'https://example.com/sockets';
const docker = { runtime: 'docker', changesAt: 24, crossing: 'fail', after: 'warn', source } as const;
const containerd = { runtime: 'containerd', changesAt: 24, crossing: 'warn', after: null, source } as const;
const tables: Partial<Tables> = {
  'runtime-sockets': [
    { path: '/run/containerd/containerd.sock', ...containerd },
    { path: '/run/docker.sock', ...docker },
    { path: '/var/run/docker.sock', ...docker },
    { path: String.raw`\\.\pipe\docker_engine`, ...docker },
  ],
};
const none = { deployments: [], daemonSets: [], statefulSets: [], cronJobs: [], pods: [] };
const cart = { kind: 'Deployment', namespace: 'shop', name: 'cart' };

const mounts = (...paths: string[]) => ({ hostPaths: paths.map((path, i) => ({ volume: `socket-${i}`, path })) });

function aPod(name: string, more: Partial<Pod> = {}): Pod {
  return {
    namespace: 'shop',
    name,
    node: 'a',
    phase: 'Running',
    ready: true,
    terminating: false,
    controller: { kind: 'Deployment', name: 'cart' },
    podSecurityPolicy: null,
    ...mounts('/var/run/docker.sock'),
    ...more,
  };
}

checkCases(check, [
  {
    it: 'is silent without a socket',
    current: '1.23',
    facts: { ...none, deployments: [aWorkload()], pods: [aPod('a', { hostPaths: [] })] },
    tables,
    findings: [],
  },
  {
    it: 'is silent about directories above the sockets and files beside them',
    current: '1.23',
    facts: {
      ...none,
      daemonSets: [
        aWorkload(
          mounts('/', '/run', '/var/run/', '/var/run/docker', '/var/run/docker.sock.bak', '/var/lib/docker', ''),
        ),
      ],
    },
    tables,
    findings: [],
  },
  {
    it: 'is silent while the path stays below 1.24',
    current: '1.21',
    target: '1.23',
    facts: { ...none, deployments: [aWorkload(mounts('/var/run/docker.sock'))] },
    tables,
    findings: [],
  },
  {
    it: 'fails a mount of Docker’s socket at the step to 1.24',
    current: '1.22',
    target: '1.25',
    facts: { ...none, deployments: [aWorkload(mounts('/var/run/docker.sock'))] },
    tables,
    findings: [
      {
        level: 'fail',
        at: 24,
        resource: cart,
        message: 'mounts /var/run/docker.sock: nodes of 1.24 have no Docker',
        evidence: [
          {
            observed: 'volume socket-0: hostPath /var/run/docker.sock',
            required: 'no mount of the Docker socket',
            fact: 'deployments',
          },
        ],
        fix: expect.stringMatching(
          /Remove the volume `socket-0` \(\/var\/run\/docker\.sock\) from the pod template[\s\S]*kubectl -n shop get deployment cart -o yaml\n```$/,
        ) as string,
      },
    ],
  },
  ...['1.24', '1.33'].map((current) => ({
    it: `warns today at ${current}`,
    current,
    facts: { ...none, deployments: [aWorkload(mounts('/run/docker.sock'))] },
    tables,
    findings: [
      {
        level: 'warn' as const,
        resource: cart,
        message:
          'mounts /run/docker.sock: nodes of 1.24 and later have no Docker, so anything that needs the socket does not work',
        evidence: [
          {
            observed: 'volume socket-0: hostPath /run/docker.sock',
            required: 'no mount of the Docker socket',
            fact: 'deployments' as const,
          },
        ],
        fix: expect.stringContaining('Remove the volume') as string,
      },
    ],
  })),
  {
    it: 'only warns of containerd’s socket at the step',
    current: '1.23',
    facts: { ...none, daemonSets: [aWorkload({ ...mounts('/run/containerd/containerd.sock'), kind: 'DaemonSet' })] },
    tables,
    findingsLike: [
      {
        level: 'warn',
        at: 24,
        short: 'mounts the containerd socket',
        message:
          'mounts /run/containerd/containerd.sock: on nodes of 1.24 containerd runs the pods directly, in its namespace k8s.io',
        fix: expect.stringContaining('Make sure that the workload with the volume') as string,
      },
    ],
  },
  {
    it: 'is silent about containerd’s socket afterwards',
    current: '1.24',
    facts: { ...none, daemonSets: [aWorkload(mounts('/run/containerd/containerd.sock'))] },
    tables,
    findings: [],
  },
  ...[
    '/var/run/docker.sock/',
    '/var/run//docker.sock',
    '//var/run/./docker.sock',
    String.raw`\\.\pipe\Docker_Engine`,
  ].map((path) => ({
    it: `knows ${path}`,
    current: '1.23',
    facts: { ...none, statefulSets: [aWorkload({ ...mounts(path), kind: 'StatefulSet' })] },
    tables,
    findingsLike: [{ level: 'fail' as const, message: `mounts ${path}: nodes of 1.24 have no Docker` }],
  })),
  {
    it: 'makes one finding of a workload with several sockets, at the worst level',
    current: '1.23',
    facts: {
      ...none,
      daemonSets: [aWorkload(mounts('/run/containerd/containerd.sock', '/var/run/docker.sock', '/run/docker.sock'))],
    },
    tables,
    findingsLike: [
      {
        level: 'fail',
        message: 'mounts /var/run/docker.sock and /run/docker.sock: nodes of 1.24 have no Docker',
        evidence: [
          { observed: 'volume socket-0: hostPath /run/containerd/containerd.sock' },
          { observed: 'volume socket-1: hostPath /var/run/docker.sock' },
          { observed: 'volume socket-2: hostPath /run/docker.sock' },
        ],
      },
    ],
  },
  {
    it: 'folds pods into the workload that controls them',
    current: '1.23',
    facts: {
      ...none,
      deployments: [aWorkload(mounts('/var/run/docker.sock'))],
      statefulSets: [aWorkload({ ...mounts('/var/run/docker.sock'), kind: 'StatefulSet' })],
      cronJobs: [aWorkload({ ...mounts('/var/run/docker.sock'), kind: 'CronJob', name: 'prune' })],
      pods: [
        aPod('cart-1'),
        aPod('cart-2'),
        aPod('cart-0', { controller: { kind: 'StatefulSet', name: 'cart' } }),
        aPod('prune-28123456-x', { controller: { kind: 'Job', name: 'prune-28123456' } }),
      ],
    },
    tables,
    findingsLike: [
      { resource: cart },
      { resource: { ...cart, kind: 'StatefulSet' } },
      { resource: { kind: 'CronJob', namespace: 'shop', name: 'prune' } },
    ],
  },
  {
    it: 'finds in live pods what no template says',
    current: '1.23',
    facts: { ...none, deployments: [aWorkload()], pods: [aPod('cart-1'), aPod('cart-2')] },
    tables,
    findingsLike: [
      {
        resource: cart,
        evidence: [{ observed: 'volume socket-0: hostPath /var/run/docker.sock', fact: 'pods' }],
        fix: expect.stringContaining('The mount was found in its pods') as string,
      },
    ],
  },
  {
    it: 'names what else controls a pod, and the pod where nothing does',
    current: '1.23',
    facts: {
      ...none,
      cronJobs: [aWorkload({ kind: 'CronJob', name: 'prune', namespace: 'other' })],
      pods: [
        aPod('a', { controller: { kind: 'ReplicaSet', name: 'solo' } }),
        aPod('b', { controller: { kind: 'Rollout', name: 'web' } }),
        aPod('c', { controller: { kind: 'Job', name: 'prune-28123456' } }),
        aPod('d', { controller: null }),
        aPod('static-a', { controller: { kind: 'Node', name: 'a' } }),
      ],
    },
    tables,
    findingsLike: [
      { resource: { kind: 'ReplicaSet', namespace: 'shop', name: 'solo' } },
      { resource: { kind: 'Rollout', namespace: 'shop', name: 'web' } },
      { resource: { kind: 'Job', namespace: 'shop', name: 'prune-28123456' } },
      {
        resource: { kind: 'Pod', namespace: 'shop', name: 'd' },
        fix: expect.stringContaining('get pod d -o yaml') as string,
      },
      { resource: { kind: 'Pod', namespace: 'shop', name: 'static-a' } },
    ],
  },
  {
    it: 'is silent about finished pods',
    current: '1.23',
    facts: { ...none, pods: ['Succeeded', 'Failed'].map((phase) => aPod(phase, { phase, controller: null })) },
    tables,
    findings: [],
  },
  {
    it: 'counts pending pods',
    current: '1.23',
    facts: { ...none, pods: [aPod('a', { phase: 'Pending', node: null, controller: null })] },
    tables,
    findingsLike: [{ resource: { kind: 'Pod', namespace: 'shop', name: 'a' } }],
  },
  {
    it: 'keeps namesakes in other namespaces apart',
    current: '1.23',
    facts: {
      ...none,
      deployments: ['shop', 'lab'].map((namespace) => aWorkload({ namespace, ...mounts('/var/run/docker.sock') })),
    },
    tables,
    findingsLike: [{ resource: cart }, { resource: { ...cart, namespace: 'lab' } }],
  },
  {
    it: 'holds with the rows as shipped',
    current: '1.23',
    facts: {
      ...none,
      daemonSets: [
        aWorkload({ ...mounts('/var/run/docker.sock', '/var/run/containerd/containerd.sock'), kind: 'DaemonSet' }),
      ],
      deployments: [aWorkload(mounts(String.raw`\\.\pipe\docker_engine`))],
    },
    findingsLike: [
      {
        level: 'fail',
        fix: expect.stringContaining('(`\\\\.\\pipe\\docker_engine`) from the pod template') as string,
      },
      { level: 'fail' },
    ],
  },
]);
