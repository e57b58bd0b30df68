import { expect } from 'vitest';
import check from '../../../checks/workloads/pod-security/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Workload } from '../../../src/facts/kube.ts';
import type { SecurityTrait } from '../../../src/facts/security-traits.ts';
import { aPod, aWorkload, checkCases } from '../cases.ts';

const none = { deployments: [], daemonSets: [], statefulSets: [], cronJobs: [], pods: [] };
const shop = (enforce: string | null, version: string | null = null): Partial<Facts> => ({
  ...none,
  namespaces: [{ name: 'shop', podSecurityLabelled: true, podSecurity: { enforce, version } }],
});
const probe: SecurityTrait = { trait: 'probe-host', container: 'app', field: 'livenessProbe.httpGet.host' };
const root: SecurityTrait = { trait: 'user-namespace-root', container: 'app' };
const procMount: SecurityTrait = { trait: 'user-namespace-proc-mount', container: 'app' };
const cartWith = (securityTraits: SecurityTrait[], more: Partial<Workload> = {}): Partial<Facts> => ({
  deployments: [aWorkload({ securityTraits, ...more })],
});
const cart = { kind: 'Deployment', namespace: 'shop', name: 'cart' };
const cartPod = (securityTraits?: SecurityTrait[], more: Partial<Facts['pods'][number]> = {}) =>
  aPod('cart-1', {
    controller: { kind: 'Deployment', name: 'cart' },
    ...(securityTraits && { securityTraits }),
    ...more,
  });

checkCases(check, [
  {
    it: 'is skipped where no namespace enforces a level',
    facts: { ...none, namespaces: [{ name: 'shop', podSecurityLabelled: false }], ...cartWith([probe]) },
    skip: 'no namespace enforces a level of the Pod Security Standards',
  },
  {
    it: 'is skipped where labels only warn and audit',
    facts: { ...shop(null), ...cartWith([probe]) },
    skip: 'no namespace enforces a level of the Pod Security Standards',
  },
  {
    it: 'is skipped where a namespace enforces privileged',
    facts: { ...shop('privileged'), ...cartWith([probe]) },
    skip: 'no namespace enforces a level of the Pod Security Standards',
  },
  {
    it: 'fails a host in a probe at 1.34 in a namespace that enforces baseline without a version',
    facts: { ...shop('baseline'), ...cartWith([probe, { ...probe, field: 'lifecycle.preStop.tcpSocket.host' }]) },
    findings: [
      {
        level: 'fail',
        at: 34,
        rule: 'probe-host',
        resource: cart,
        message:
          'container app: livenessProbe.httpGet.host and container app: lifecycle.preStop.tcpSocket.host: namespace shop, which enforces baseline, rejects such pods from 1.34 on: evicted pods do not come back',
        evidence: [
          { observed: 'container app: livenessProbe.httpGet.host', fact: 'deployments' },
          { observed: 'container app: lifecycle.preStop.tcpSocket.host', fact: 'deployments' },
          {
            observed: 'enforce: baseline, without a fixed version',
            resource: 'Namespace shop',
            fact: 'namespaces',
          },
        ],
        fix: `Remove \`host\` from the probe or hook: without it, the kubelet connects to the address of the pod. Software that listens on localhost only must listen on that address, too, or be probed with \`exec\`.
\`\`\`sh
kubectl -n shop get deployment cart -o yaml
\`\`\`
If you cannot change it before the update, let the namespace enforce the standard of 1.33, and remove the label \`enforce-version\` when you have changed it:
\`\`\`sh
kubectl label --overwrite namespace shop pod-security.kubernetes.io/enforce-version=v1.33
\`\`\``,
        links: ['https://github.com/kubernetes/kubernetes/pull/125271'],
      },
    ],
  },
  {
    it: 'is silent about the same workload without a host',
    facts: { ...shop('baseline'), ...cartWith([]) },
    findings: [],
  },
  {
    it: 'is silent about the same workload in another namespace',
    facts: { ...shop('baseline'), ...cartWith([probe], { namespace: 'lab' }) },
    findings: [],
  },
  {
    it: 'is silent where the version is pinned below 1.34',
    facts: { ...shop('baseline', 'v1.33'), ...cartWith([probe]) },
    findings: [],
  },
  {
    it: 'fails at the version where a pin takes effect: an API server applies no later version than its own',
    current: '1.32',
    target: '1.34',
    facts: { ...shop('restricted', 'v1.36'), ...cartWith([probe]) },
    findingsLike: [{ level: 'fail', at: 34, resource: cart }],
  },
  {
    it: 'fails with the version latest',
    facts: { ...shop('restricted', 'latest'), ...cartWith([probe]) },
    findingsLike: [{ level: 'fail', at: 34 }],
  },
  {
    it: 'is silent on a path below 1.34',
    current: '1.32',
    facts: { ...shop('baseline'), ...cartWith([probe]) },
    findings: [],
  },
  {
    it: 'reads an unknown level as restricted',
    current: '1.35',
    target: '1.34',
    facts: { ...shop('strict'), ...cartWith([root]) },
    findingsLike: [{ level: 'fail', at: 34, rule: 'user-namespace-root' }],
  },
  {
    it: 'warns of pods that run although 1.34 already rejects new ones',
    current: '1.34',
    facts: { ...shop('baseline'), ...cartWith([probe]), pods: [cartPod(), cartPod(undefined, { phase: 'Succeeded' })] },
    findingsLike: [
      {
        level: 'warn',
        message:
          'container app: livenessProbe.httpGet.host: namespace shop, which enforces baseline, already rejects new pods with it; 1 pod that runs will not come back after an eviction',
      },
    ],
  },
  {
    it: 'is silent where the current version rejects it and no pod runs',
    current: '1.34',
    facts: { ...shop('baseline'), ...cartWith([probe]) },
    findings: [],
  },
  {
    it: 'warns of a workload scaled to 0',
    facts: { ...shop('baseline'), ...cartWith([probe], { replicas: 0 }) },
    findingsLike: [
      {
        level: 'warn',
        at: 34,
        blocks: 'deployments',
        message: expect.stringMatching(
          /from 1\.34 on: the workload, now scaled to 0, can then no longer start$/,
        ) as string,
      },
    ],
  },
  {
    it: 'judges pods of controllers whose template is not read, and what a webhook added',
    facts: {
      ...shop('baseline'),
      ...cartWith([]),
      pods: [
        cartPod([probe]),
        aPod('search-0', { controller: { kind: 'Rollout', name: 'search' }, securityTraits: [probe] }),
      ],
    },
    findingsLike: [
      { level: 'fail', resource: cart },
      { level: 'fail', resource: { kind: 'Rollout', namespace: 'shop', name: 'search' } },
    ],
  },
  {
    it: 'fails CronJobs, and only warns of a Job that runs',
    facts: {
      ...shop('baseline'),
      cronJobs: [aWorkload({ kind: 'CronJob', name: 'nightly', replicas: null, securityTraits: [probe] })],
      pods: [aPod('import-1', { controller: { kind: 'Job', name: 'import' }, securityTraits: [probe] })],
    },
    findingsLike: [
      { level: 'fail', resource: { kind: 'CronJob', namespace: 'shop', name: 'nightly' } },
      { level: 'warn', at: 34, resource: { kind: 'Job', namespace: 'shop', name: 'import' } },
    ],
  },
  {
    it: 'is silent about pods without a controller, and static pods',
    facts: {
      ...shop('baseline'),
      pods: [
        aPod('alone', { controller: null, securityTraits: [probe] }),
        aPod('static', { controller: { kind: 'Node', name: 'a' }, securityTraits: [probe] }),
      ],
    },
    findings: [],
  },
  {
    it: 'is silent about what later versions allow, on the way up',
    current: '1.34',
    target: '1.37',
    facts: {
      ...shop('restricted'),
      ...cartWith([root, { trait: 'sysctl', value: 'net.ipv4.tcp_notsent_lowat' }]),
    },
    findings: [],
  },
  {
    it: 'fails on a rollback what the earlier version does not allow, each for its rule',
    current: '1.35',
    target: '1.34',
    facts: { ...shop('restricted'), ...cartWith([root, probe, procMount]) },
    findings: [
      {
        level: 'fail',
        at: 34,
        rule: 'user-namespace-root',
        resource: cart,
        message:
          'container app: root in a user namespace: namespace shop, which enforces restricted, rejects such pods below 1.35: evicted pods do not come back',
        evidence: [
          { observed: 'container app: root in a user namespace', fact: 'deployments' },
          {
            observed: 'enforce: restricted, without a fixed version',
            resource: 'Namespace shop',
            fact: 'namespaces',
          },
        ],
        fix: 'Set `runAsNonRoot: true`, and a `runAsUser` other than 0.\n```sh\nkubectl -n shop get deployment cart -o yaml\n```',
        links: ['https://github.com/kubernetes/pod-security-admission/blob/v0.35.10/policy/check_runAsNonRoot.go'],
      },
    ],
  },
  {
    it: 'is silent on the same rollback at the level baseline, which allows root',
    current: '1.35',
    target: '1.34',
    facts: { ...shop('baseline'), ...cartWith([root]) },
    findings: [],
  },
  {
    it: 'fails at the level baseline procMount on a rollback below 1.35',
    current: '1.35',
    target: '1.34',
    facts: { ...shop('baseline'), ...cartWith([procMount]) },
    findingsLike: [{ level: 'fail', rule: 'user-namespace-proc-mount' }],
  },
  {
    it: 'fails sysctls and SELinux types on a rollback below the version that allows them, and not others',
    current: '1.37',
    target: '1.36',
    facts: {
      ...shop('baseline'),
      ...cartWith([
        { trait: 'sysctl', value: 'net.ipv4.tcp_notsent_lowat' },
        { trait: 'sysctl', value: 'net.ipv4.tcp_rmem' },
        { trait: 'selinux-type', value: 'container_engine_t' },
        { trait: 'windows' },
      ]),
    },
    findingsLike: [
      {
        level: 'fail',
        at: 36,
        rule: 'sysctl',
        message: expect.stringMatching(/^sysctl net\.ipv4\.tcp_notsent_lowat:/) as string,
      },
    ],
  },
  {
    it: 'fails an SELinux type and pods of Windows below the version that allows them',
    current: '1.25',
    target: '1.24',
    facts: {
      ...shop('restricted', 'v1.25'),
      ...cartWith([{ trait: 'windows' }, { trait: 'selinux-type', value: 'spc_t' }]),
    },
    findingsLike: [{ level: 'fail', at: 24, rule: 'windows' }],
  },
  {
    it: 'is unknown where an older inventory says only that a label is set',
    facts: { ...none, namespaces: [{ name: 'shop', podSecurityLabelled: true }], ...cartWith([probe]) },
    findings: [
      {
        level: 'unknown',
        rule: 'labels-unread',
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'the inventory does not contain the values of the Pod Security labels of shop',
        fix: 'Collect the inventory again with this version.',
      },
    ],
  },
]);
