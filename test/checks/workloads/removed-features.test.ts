import check from '../../../checks/workloads/removed-features/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Workload } from '../../../src/facts/kube.ts';
import { aPod, aWorkload, checkCases } from '../cases.ts';

const none: Partial<Facts> = {
  deployments: [],
  daemonSets: [],
  statefulSets: [],
  cronJobs: [],
  pods: [],
  persistentVolumes: [],
  csiDrivers: [],
  storageClasses: [],
  accessGrants: { streamReaders: [], anonymousBindings: [] },
  claimStatusWriters: [],
  serviceAddresses: { listed: 0, found: [] },
  networkPolicyAddresses: { listed: 0, found: [] },
};
const code = [{ volume: 'code', type: 'gitRepo' as const }];
const running = (more: Partial<Workload>): Partial<Facts> => ({ ...none, deployments: [aWorkload(more)] });
const aVolume = (name: string, more: Partial<Facts['persistentVolumes'][number]>) => ({
  name,
  driver: null,
  inTreeEbs: false,
  phase: 'Bound',
  claim: 'shop/data',
  storageClass: null,
  ...more,
});
const sets = (...found: Partial<Workload>[]): Partial<Facts> => ({
  ...none,
  statefulSets: found.map((one) => aWorkload({ kind: 'StatefulSet', name: 'orders-db', ...one })),
});
const scheduled = (more: Partial<Workload>): Partial<Facts> => ({
  ...none,
  cronJobs: [aWorkload({ kind: 'CronJob', name: 'nightly', replicas: null, ...more })],
});
const granting = (more: Partial<Facts['accessGrants']>): Partial<Facts> => ({
  ...none,
  accessGrants: { streamReaders: [], anonymousBindings: [], ...more },
});
const debuggers: Facts['accessGrants']['streamReaders'][number] = {
  kind: 'ClusterRole',
  namespace: null,
  name: 'debug',
  streams: ['pods/exec', 'pods/portforward'],
  subjects: [
    { kind: 'Group', namespace: null, name: 'developers' },
    { kind: 'ServiceAccount', namespace: 'ci', name: 'runner' },
  ],
  bindings: 3,
};
const anonymous: Facts['accessGrants']['anonymousBindings'][number] = {
  kind: 'ClusterRoleBinding',
  namespace: null,
  name: 'dashboard',
  role: 'view',
  subjects: ['system:anonymous'],
};
const draDriver: Facts['claimStatusWriters'][number] = {
  name: 'dra-driver',
  subjects: [{ kind: 'ServiceAccount', namespace: 'dra', name: 'driver' }],
};
const serving = (more: Partial<Facts['serviceAddresses']['found'][number]>): Partial<Facts> => ({
  ...none,
  serviceAddresses: {
    listed: 9,
    found: [{ namespace: 'shop', name: 'web', externalIPs: 0, sloppy: [], ...more }],
  },
});
const range = {
  field: 'spec.loadBalancerSourceRanges',
  value: '10.0.0.5/8',
  problem: 'bits beyond the prefix length',
} as const;
const web = { kind: 'Service', namespace: 'shop', name: 'web' };
const cart = { kind: 'Deployment', namespace: 'shop', name: 'cart' };

checkCases(check, [
  { it: 'is silent without workloads', facts: none, findings: [] },
  { it: 'is silent about a workload that asks for none of it', facts: running({}), findings: [] },
  {
    it: 'is silent about a gitRepo volume below 1.33',
    current: '1.31',
    facts: running({ removedVolumes: code }),
    findings: [],
  },
  {
    it: 'warns of a gitRepo volume from 1.33 on',
    current: '1.33',
    facts: running({ removedVolumes: code }),
    findingsLike: [{ level: 'warn', at: 33, rule: 'volume:gitRepo', resource: cart }],
  },
  {
    it: 'fails a gitRepo volume at 1.36',
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
    it: 'warns of it where 1.36 is behind: the update changes nothing',
    current: '1.36',
    facts: running({ removedVolumes: code }),
    findingsLike: [{ level: 'warn', at: 36 }],
  },
  {
    it: 'says it once of a template and its pods, and of a pod that nothing makes',
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
  {
    it: 'fails a PersistentVolume in use whose driver is removed, once for each volume; EBS is left to its own check',
    current: '1.30',
    facts: {
      ...none,
      persistentVolumes: [
        aVolume('old', { removedType: 'cephfs' }),
        aVolume('unused', { removedType: 'cephfs', phase: 'Released', claim: null }),
        aVolume('ebs', { inTreeEbs: true }),
      ],
    },
    findings: [
      {
        level: 'fail',
        at: 31,
        rule: 'volume:cephfs',
        resource: { kind: 'PersistentVolume', name: 'old' },
        message: 'cephfs, bound to claim shop/data: its driver was removed in 1.31',
        evidence: [{ observed: 'cephfs, bound to claim shop/data', fact: 'persistentVolumes' }],
        fix: 'Move to a volume of the Ceph CSI driver.\n```sh\nkubectl get persistentvolume old -o yaml\n```',
        links: ['https://github.com/kubernetes/kubernetes/pull/124544'],
      },
    ],
  },
  {
    it: 'fails a Portworx volume at 1.31 without its CSI driver',
    current: '1.30',
    facts: {
      ...running({ removedVolumes: [{ volume: 'data', type: 'portworxVolume' }] }),
      persistentVolumes: [aVolume('px', { removedType: 'portworxVolume' })],
    },
    findingsLike: [
      { level: 'fail', at: 31, rule: 'volume:portworxVolume', resource: cart },
      { level: 'fail', at: 31, rule: 'volume:portworxVolume', resource: { kind: 'PersistentVolume', name: 'px' } },
    ],
  },
  {
    it: 'is silent about it where that driver is installed',
    current: '1.30',
    facts: {
      ...none,
      csiDrivers: ['pxd.portworx.com'],
      persistentVolumes: [aVolume('px', { removedType: 'portworxVolume' })],
    },
    findings: [],
  },
  {
    it: 'is silent about it where drivers were not read: the missing fact is unknown',
    current: '1.30',
    facts: {
      persistentVolumes: [aVolume('px', { removedType: 'portworxVolume' })],
    },
    findings: [],
  },
  {
    it: 'warns of a time zone in the schedule of a CronJob from 1.29 on: the next creation fails',
    current: '1.28',
    facts: scheduled({ timeZoneInSchedule: true }),
    findings: [
      {
        level: 'warn',
        at: 29,
        blocks: 'deployments',
        rule: 'time-zone-in-schedule',
        resource: { kind: 'CronJob', namespace: 'shop', name: 'nightly' },
        message:
          'spec.schedule sets a time zone (TZ= or CRON_TZ=): from 1.29 on, the API server rejects new CronJobs with it; existing CronJobs continue to run',
        evidence: [{ observed: 'spec.schedule sets a time zone (TZ= or CRON_TZ=)', fact: 'cronJobs' }],
        fix: 'Move the time zone to `spec.timeZone`, and remove it from the schedule in the same change.\n```sh\nkubectl -n shop get cronjob nightly -o yaml\n```',
        links: ['https://github.com/kubernetes/kubernetes/pull/116252'],
      },
    ],
  },
  { it: 'is silent about a schedule without one', facts: scheduled({}), findings: [] },
  {
    it: 'is silent about it below 1.29',
    current: '1.27',
    facts: scheduled({ timeZoneInSchedule: true }),
    findings: [],
  },
  {
    it: 'warns of a claim template without a class where no StorageClass is the default',
    facts: { ...sets({ claimsWithoutClass: ['data', 'logs'] }), storageClasses: [{ name: 'gp3', isDefault: false }] },
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        rule: 'unset-storage-class',
        message:
          'volumeClaimTemplate data does not set a StorageClass, volumeClaimTemplate logs does not set a StorageClass: this cluster has no default StorageClass (EKS sets none in new clusters from 1.30 on): new PersistentVolumeClaims stay Pending',
      },
    ],
  },
  {
    it: 'is silent about it where one is the default',
    facts: { ...sets({ claimsWithoutClass: ['data'] }), storageClasses: [{ name: 'gp2', isDefault: true }] },
    findings: [],
  },
  {
    it: 'is silent about it where StorageClasses were not read',
    facts: { statefulSets: [aWorkload({ kind: 'StatefulSet', claimsWithoutClass: ['data'] })] },
    findings: [],
  },
  {
    it: 'is silent about StatefulSets at the step to 1.34: EKS updates to a patch that does not restart them',
    facts: sets({ replicas: 1 }, { namespace: 'edge', name: 'cache', replicas: 3 }),
    findings: [],
  },
  {
    it: 'warned once for the cluster until EKS had that patch (kubernetes#134773)',
    now: '2025-12-18T12:00:00.000Z',
    facts: sets(
      { replicas: 1 },
      { namespace: 'edge', name: 'cache', replicas: 3 },
      { namespace: 'edge', name: 'idle', replicas: 0 },
    ),
    findings: [
      {
        level: 'warn',
        at: 34,
        rule: 'stateful-set-rollout',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          '2 StatefulSets: the update of the control plane from 1.33 to 1.34.1 restarts their pods once; 1.34.2 does not',
        evidence: [
          { observed: '2 StatefulSets, 1 with 1 replica', fact: 'statefulSets' },
          {
            observed: '1 replica: unavailable while its pod restarts',
            resource: 'StatefulSet shop/orders-db',
            fact: 'statefulSets',
          },
        ],
        fix: 'Wait for a platform version of 1.34 with Kubernetes 1.34.2 (`eks.10`), or plan the update for a time when all StatefulSets can restart. Rolling updates of StatefulSets do not respect PodDisruptionBudgets.\n```sh\nkubectl get statefulsets --all-namespaces\n```',
        links: ['https://github.com/kubernetes/kubernetes/pull/135087'],
      },
    ],
  },
  {
    it: 'did not warn of it on the way to 1.35 from 1.34',
    now: '2025-12-18T12:00:00.000Z',
    current: '1.34',
    facts: sets({ replicas: 1 }),
    findings: [],
  },
  {
    it: 'did not warn of it where every StatefulSet is scaled to 0',
    now: '2025-12-18T12:00:00.000Z',
    facts: sets({ replicas: 0 }),
    findings: [],
  },
  {
    it: 'warns of a bound role that opens streams by get alone, at the step to 1.35',
    current: '1.34',
    facts: granting({ streamReaders: [debuggers] }),
    findings: [
      {
        level: 'warn',
        at: 35,
        rule: 'stream-readers',
        resource: { kind: 'ClusterRole', name: 'debug' },
        message:
          'get without create on pods/exec and pods/portforward, granted to Group developers and ServiceAccount ci/runner: from 1.35 on, exec, attach and port-forward also need `create` over WebSocket',
        evidence: [
          {
            observed:
              'get without create on pods/exec and pods/portforward, granted to Group developers and ServiceAccount ci/runner by 3 bindings',
            required: 'create',
            fact: 'accessGrants',
          },
        ],
        fix: 'Add the verb `create` to the rule if its subjects still need this access. If another role grants `create` to them, nothing changes for them.\n```sh\nkubectl get clusterrole debug -o yaml\n```',
        links: ['https://github.com/kubernetes/kubernetes/pull/134577'],
      },
    ],
  },
  {
    it: 'names the namespace of a Role',
    current: '1.34',
    facts: granting({ streamReaders: [{ ...debuggers, kind: 'Role', namespace: 'shop' }] }),
    findingsLike: [{ resource: { kind: 'Role', namespace: 'shop', name: 'debug' } }],
  },
  {
    it: 'is silent about it before that step',
    facts: granting({ streamReaders: [debuggers] }),
    findings: [],
  },
  {
    it: 'warns of a binding of anonymous users at the step to 1.32',
    current: '1.31',
    facts: granting({
      anonymousBindings: [
        anonymous,
        { ...anonymous, kind: 'RoleBinding', namespace: 'shop', subjects: ['system:unauthenticated'] },
      ],
    }),
    findingsLike: [
      {
        level: 'warn',
        at: 32,
        rule: 'anonymous-binding',
        resource: { kind: 'ClusterRoleBinding', name: 'dashboard' },
        message:
          'grants view to system:anonymous: from 1.32 on, EKS accepts anonymous requests only at the health check endpoints /healthz, /livez and /readyz',
      },
      { resource: { kind: 'RoleBinding', namespace: 'shop', name: 'dashboard' } },
    ],
  },
  {
    it: 'is silent about it from 1.32 on, where it has no effect',
    current: '1.32',
    facts: granting({ anonymousBindings: [anonymous] }),
    findings: [],
  },
  {
    it: 'warns of external IPs and of ambiguous addresses of a Service from 1.36 on, each by itself',
    current: '1.35',
    facts: serving({ externalIPs: 2, sloppy: [range] }),
    findingsLike: [
      {
        level: 'warn',
        at: 36,
        rule: 'external-ips',
        resource: web,
        message:
          'spec.externalIPs with 2 addresses: deprecated in 1.36; a later version of kube-proxy will not support it',
      },
      {
        level: 'warn',
        at: 36,
        blocks: 'deployments',
        rule: 'sloppy-address',
        resource: web,
        message:
          'spec.loadBalancerSourceRanges: 10.0.0.5/8 (bits beyond the prefix length): from 1.36 on, the API server rejects such values in new objects and in changes to the field; existing values continue to work',
      },
    ],
  },
  {
    it: 'is silent about both below 1.36',
    current: '1.34',
    facts: serving({ externalIPs: 2, sloppy: [range] }),
    findings: [],
  },
  {
    it: 'warns of an ambiguous block of a NetworkPolicy, still at 1.36',
    current: '1.36',
    facts: {
      ...none,
      networkPolicyAddresses: {
        listed: 1,
        found: [
          {
            namespace: 'shop',
            name: 'egress',
            sloppy: [{ field: 'spec.egress', value: '010.1.0.0/16', problem: 'leading zeros' }],
          },
        ],
      },
    },
    findingsLike: [
      {
        level: 'warn',
        at: 36,
        rule: 'sloppy-address',
        resource: { kind: 'NetworkPolicy', namespace: 'shop', name: 'egress' },
      },
    ],
  },
  ...(
    [
      [
        'a label for the zone in a template',
        35,
        'place-labels',
        { placeLabels: ['topology.kubernetes.io/zone' as const] },
      ],
      ['a resize policy of an init container', 36, 'init-container-resize', { resizedInitContainers: ['setup'] }],
      ['an image volume without a reference', 37, 'image-without-reference', { imagesWithoutReference: ['model'] }],
      [
        'an address in hostAliases',
        36,
        'sloppy-address',
        {
          sloppyHosts: [{ field: 'spec.hostAliases' as const, value: '010.0.0.5', problem: 'leading zeros' as const }],
        },
      ],
    ] satisfies [string, number, string, Partial<Workload>][]
  ).flatMap(([what, minor, rule, template]) => [
    {
      it: `warns of ${what} from 1.${minor} on`,
      current: `1.${minor - 1}`,
      target: `1.${minor}`,
      facts: running(template),
      findingsLike: [{ level: 'warn' as const, at: minor, rule, resource: cart }],
    },
    {
      it: `is silent about ${what} below 1.${minor}`,
      current: `1.${minor - 2}`,
      target: `1.${minor - 1}`,
      facts: running(template),
      findings: [],
    },
  ]),
  {
    it: 'does not repeat a label for the zone where 1.35 is behind',
    current: '1.35',
    target: '1.36',
    facts: running({ placeLabels: ['topology.kubernetes.io/region'] }),
    findings: [],
  },
  {
    it: 'warns of maxUnavailable of a StatefulSet at 1.37',
    current: '1.36',
    target: '1.37',
    facts: sets({ maxUnavailable: 3 }),
    findings: [
      {
        level: 'warn',
        at: 37,
        rule: 'max-unavailable',
        resource: { kind: 'StatefulSet', namespace: 'shop', name: 'orders-db' },
        message:
          'rollingUpdate.maxUnavailable of 3 pods: 1.36 ignores the field; from 1.37 on, rolling updates stop so many pods at the same time',
        evidence: [{ observed: 'rollingUpdate.maxUnavailable of 3 pods', fact: 'statefulSets' }],
        fix: `If the application needs its pods one after the other, remove \`maxUnavailable\` from
          \`updateStrategy.rollingUpdate\` where the StatefulSet is defined, before the update.\n\`\`\`sh
kubectl -n shop get statefulset orders-db -o yaml
\`\`\``,
        links: ['https://github.com/kubernetes/kubernetes/pull/139466'],
      },
    ],
  },
  {
    it: 'is silent about it below 1.37',
    current: '1.35',
    target: '1.36',
    facts: sets({ maxUnavailable: 3 }),
    findings: [],
  },
  {
    it: 'is silent about it where 1.37 is behind',
    current: '1.37',
    target: '1.37',
    facts: sets({ maxUnavailable: 3 }),
    findings: [],
  },
  {
    it: 'warns of a DRA driver without the permissions that 1.36 demands',
    current: '1.35',
    target: '1.36',
    facts: { ...none, claimStatusWriters: [draDriver] },
    findings: [
      {
        level: 'warn',
        at: 36,
        rule: 'claim-status-writers',
        resource: { kind: 'ClusterRole', name: 'dra-driver' },
        message:
          'writes resourceclaims/status, granted to ServiceAccount dra/driver: from 1.36 on, DRA drivers also need `associated-node:update` or `arbitrary-node:update` (or the verbs with `patch`) on resourceclaims/driver, schedulers `update` or `patch` on resourceclaims/binding',
        evidence: [
          {
            observed: 'writes resourceclaims/status, granted to ServiceAccount dra/driver',
            required: 'resourceclaims/driver or resourceclaims/binding',
            fact: 'claimStatusWriters',
          },
        ],
        fix: `Update the driver or the scheduler to a release that has these permissions, or add them to the ClusterRole
          before the update: [Harden Dynamic Resource Allocation in Your
          Cluster](https://kubernetes.io/docs/tasks/administer-cluster/hardening-dra/) has the rules.\n\`\`\`sh
kubectl get clusterrole dra-driver -o yaml
\`\`\``,
        links: ['https://github.com/kubernetes/kubernetes/pull/134947'],
      },
    ],
  },
  {
    it: 'is silent about it below 1.36',
    current: '1.34',
    target: '1.35',
    facts: { ...none, claimStatusWriters: [draDriver] },
    findings: [],
  },
]);
