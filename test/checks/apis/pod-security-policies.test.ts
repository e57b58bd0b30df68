import { expect } from 'vitest';
import check from '../../../checks/apis/pod-security-policies/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aPod as anyPod, checkCases } from '../cases.ts';

type Pod = Facts['pods'][number];

const privileged = { name: 'eks.privileged', privileged: true };
const restricted = { name: 'restricted', privileged: false };
const labelled = { name: 'shop', podSecurityLabelled: true };

function aPod(name: string, podSecurityPolicy: string | null, more: Partial<Pod> = {}): Pod {
  return anyPod(name, { controller: { kind: 'Deployment', name: 'cart' }, podSecurityPolicy, ...more });
}

const onlyDefault = { podSecurityPolicies: [privileged], pods: [], namespaces: [labelled] };

checkCases(check, [
  {
    it: 'is skipped where the API is not served',
    current: '1.25',
    facts: { podSecurityPolicies: null, pods: [], namespaces: [] },
    skip: 'policy/v1beta1 PodSecurityPolicies are not served (removed in Kubernetes 1.25)',
  },
  {
    it: 'is silent with nothing but the default, before 1.25',
    current: '1.22',
    target: '1.24',
    facts: { ...onlyDefault, namespaces: [{ name: 'shop', podSecurityLabelled: false }] },
    findings: [],
  },
  {
    it: 'is silent with nothing but the default and labels, at 1.25',
    current: '1.24',
    facts: { ...onlyDefault, pods: [aPod('a', 'eks.privileged')] },
    findings: [],
  },
  {
    it: 'fails today without the default',
    current: '1.22',
    facts: { podSecurityPolicies: [], pods: [], namespaces: [labelled] },
    findings: [
      {
        level: 'fail',
        rule: 'default-missing',
        resource: { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', name: 'eks.privileged' },
        message: 'does not exist: no pod can be created',
        evidence: [
          { observed: 'not found', required: 'eks.privileged with privileged: true', fact: 'podSecurityPolicies' },
        ],
        fix: expect.stringMatching(
          /eks:podsecuritypolicy:privileged[\s\S]*eks:podsecuritypolicy:authenticated[\s\S]*pod-security-policy\.html[\s\S]*kubectl get psp eks\.privileged/,
        ) as string,
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy.html'],
      },
    ],
  },
  {
    it: 'names the policies that decide without the default, and only warns',
    current: '1.22',
    target: '1.22',
    facts: { podSecurityPolicies: [restricted], pods: [], namespaces: [] },
    findingsLike: [{ level: 'warn', message: 'does not exist: only restricted can admit pods' }],
  },
  {
    it: 'warns of a default that was changed',
    current: '1.22',
    facts: { ...onlyDefault, podSecurityPolicies: [{ ...privileged, privileged: false }] },
    findingsLike: [{ level: 'warn', rule: 'default-changed' }],
  },
  {
    it: 'is silent about own policies while the path stays below 1.25',
    current: '1.23',
    facts: { ...onlyDefault, podSecurityPolicies: [privileged, restricted], pods: [aPod('a', 'restricted')] },
    findings: [],
  },
  {
    it: 'fails at 1.25 with the users of an own policy, each once and counted',
    current: '1.23',
    target: '1.26',
    facts: {
      podSecurityPolicies: [privileged, restricted],
      pods: [
        aPod('cart-1', 'restricted'),
        aPod('cart-2', 'restricted'),
        aPod('proxy', 'eks.privileged', { controller: { kind: 'DaemonSet', name: 'kube-proxy' } }),
        aPod('alone', 'restricted', { namespace: 'lab', controller: null }),
        aPod('run', 'restricted', { phase: 'Succeeded', controller: { kind: 'Job', name: 'import' } }),
        aPod('free', null, { controller: { kind: 'Deployment', name: 'free' } }),
      ],
      namespaces: [labelled],
    },
    findings: [
      {
        level: 'fail',
        at: 25,
        rule: 'policy-in-use',
        resource: { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', name: 'restricted' },
        message:
          'is removed in Kubernetes 1.25 and admits 4 pods of 3 workloads: Deployment shop/cart, Job shop/import and Pod lab/alone',
        evidence: [
          ['2 pods', 'Deployment shop/cart'],
          ['1 pod', 'Job shop/import'],
          ['1 pod', 'Pod lab/alone'],
        ].map(([count, resource]) => ({
          observed: `${count} admitted by restricted`,
          required: 'no pod that relies on a PodSecurityPolicy',
          resource: resource ?? '',
          fact: 'pods',
        })),
        fix: expect.stringMatching(/get psp restricted[\s\S]*namespace lab [\s\S]*namespace shop /) as string,
        links: ['https://kubernetes.io/docs/tasks/configure-pod-container/migrate-from-psp/'],
      },
    ],
  },
  {
    it: 'shortens a long list of users in the message, not in the evidence',
    current: '1.24',
    facts: {
      podSecurityPolicies: [privileged, restricted],
      pods: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
        aPod(name, 'restricted', { controller: { kind: 'DaemonSet', name } }),
      ),
      namespaces: [],
    },
    findingsLike: [
      {
        message: expect.stringMatching(/7 pods of 7 workloads: .*DaemonSet shop\/e and 2 more$/) as string,
        evidence: expect.objectContaining({ length: 7 }) as [],
      },
    ],
  },
  {
    it: 'judges each own policy; one that no pod carries can no longer be delivered',
    current: '1.24',
    facts: {
      podSecurityPolicies: [
        privileged,
        restricted,
        { name: 'leftover', privileged: true },
        { name: 'dns', privileged: false },
      ],
      pods: [aPod('a', 'restricted'), aPod('b', 'dns'), aPod('c', 'deleted-policy')],
      namespaces: [labelled],
    },
    findingsLike: [
      { level: 'fail', resource: { name: 'restricted' } as never },
      {
        level: 'warn',
        at: 25,
        rule: 'policy-unused',
        resource: { name: 'leftover' } as never,
        blocks: 'deployments',
        message: expect.stringContaining('admits no pod') as string,
      },
      { level: 'fail', resource: { name: 'dns' } as never },
    ],
  },
  {
    it: 'warns at 1.25 of namespaces without a label, the system ones left out',
    current: '1.24',
    facts: {
      ...onlyDefault,
      namespaces: [
        labelled,
        ...['kube-system', 'kube-public', 'kube-node-lease', 'lab', 'default'].map((name) => ({
          name,
          podSecurityLabelled: false,
        })),
      ],
    },
    findings: [
      {
        level: 'warn',
        at: 25,
        rule: 'namespace-labels',
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'no pod-security.kubernetes.io label on 2 of 3 namespaces: default and lab',
        evidence: ['default', 'lab'].map((name) => ({
          observed: 'no pod-security.kubernetes.io label',
          required: 'a label, or a policy engine that covers the namespace',
          resource: `Namespace ${name}`,
          fact: 'namespaces',
        })),
        fix: expect.stringContaining('kubectl label namespace NAMESPACE') as string,
        links: ['https://kubernetes.io/docs/concepts/security/pod-security-admission/'],
      },
    ],
  },
  {
    it: 'says all that is wrong at once',
    current: '1.24',
    facts: {
      podSecurityPolicies: [restricted],
      pods: [aPod('a', 'restricted')],
      namespaces: [{ name: 'shop', podSecurityLabelled: false }],
    },
    findingsLike: [
      { level: 'warn', rule: 'default-missing' },
      { level: 'fail', rule: 'policy-in-use' },
      { level: 'warn', rule: 'namespace-labels' },
    ],
  },
]);
