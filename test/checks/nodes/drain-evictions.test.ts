import { expect } from 'vitest';
import check from '../../../checks/nodes/drain/check.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aNode, aPod, checkCases, type Case } from '../cases.ts';

/** Webhooks that intercept the evictions of a drain: those that are there to deny them, and those that end meanwhile. */

type Pod = ReturnType<typeof aPod>;

const rule = (resources: string[], operations = ['CREATE']): AdmissionWebhook['rules'][number] => ({
  apiGroups: [''],
  apiVersions: ['v1'],
  resources,
  operations,
  scope: 'Namespaced',
});
const cleaner = (more: Partial<AdmissionWebhook> = {}): AdmissionWebhook => ({
  kind: 'ValidatingWebhookConfiguration',
  configuration: 'strimzi-drain-cleaner',
  name: 'strimzi-drain-cleaner.strimzi.io',
  failurePolicy: 'Ignore',
  matchPolicy: 'Equivalent',
  timeoutSeconds: 5,
  rules: [rule(['pods/eviction'])],
  namespaces: { kubeSystem: true, kubeNodeLease: true, any: true },
  objects: 'all',
  conditional: false,
  service: { namespace: 'kafka', name: 'cleaner', port: 443 },
  ...more,
});
const broker = (more: Partial<Pod> = {}): Pod =>
  aPod('kafka-0', { namespace: 'kafka', controller: { kind: 'StatefulSet', name: 'kafka' }, node: 'a', ...more });
const own = (name: string, node: string): Pod =>
  aPod(name, { namespace: 'kafka', controller: { kind: 'Deployment', name: 'cleaner' }, node });
const given = (webhook: AdmissionWebhook, pods: Pod[] = [broker()], ready: string[] = []): Partial<Facts> => ({
  nodes: ['a', 'b'].map((name) => aNode(name, 'v1.33.1', { computeType: 'managed', group: 'general' })),
  pods,
  drainTraits: [],
  admissionWebhooks: [webhook],
  webhookServices: [
    { namespace: 'kafka', name: 'cleaner', ports: [{ port: 443, ready: ready.length, pods: ready }], external: false },
  ],
});
const silent = (it: string, facts: Partial<Facts>): Case => ({ it, facts, findings: [] });
const denies = 'evictions: the drain waits for the pods whose eviction it denies';

checkCases(check, [
  {
    it: 'warns of a webhook that intercepts only evictions, even if its failure rejects none',
    facts: given(cleaner()),
    findings: [
      {
        level: 'warn',
        rule: 'webhook-on-evictions',
        resource: { kind: 'ValidatingWebhookConfiguration', name: 'strimzi-drain-cleaner' },
        message: `webhook strimzi-drain-cleaner.strimzi.io decides on ${denies}`,
        evidence: [
          {
            observed: 'intercepts pods/eviction, failurePolicy Ignore',
            required: 'a program that moves the pods whose eviction it denies',
            resource: 'strimzi-drain-cleaner.strimzi.io',
            fact: 'admissionWebhooks',
          },
        ],
        fix: expect.stringContaining(
          'kubectl get validatingwebhookconfiguration strimzi-drain-cleaner -o yaml\nkubectl -n kafka get pods -o wide',
        ) as string,
      },
    ],
  },
  {
    it: 'says that it is called for some evictions only',
    facts: given(cleaner({ conditional: true })),
    findingsLike: [{ message: `webhook strimzi-drain-cleaner.strimzi.io decides on some ${denies}` }],
  },
  {
    it: 'warns where a namespace that it selects has a pod that is evicted',
    facts: given(
      cleaner({
        namespaces: { kubeSystem: false, kubeNodeLease: false, any: true, selected: { count: 1, names: ['kafka'] } },
      }),
    ),
    findingsLike: [{ rule: 'webhook-on-evictions' }],
  },
  {
    it: 'warns of one for all evictions',
    facts: given(cleaner({ rules: [rule(['*/eviction'])] })),
    findingsLike: [{ rule: 'webhook-on-evictions' }],
  },
  silent(
    'is silent where it selects only other namespaces',
    given(
      cleaner({
        namespaces: { kubeSystem: false, kubeNodeLease: false, any: true, selected: { count: 1, names: ['other'] } },
      }),
    ),
  ),
  silent(
    'is silent where it selects no namespace',
    given(cleaner({ namespaces: { kubeSystem: false, kubeNodeLease: false, any: false } })),
  ),
  silent(
    'is silent about a policy engine that intercepts evictions among others',
    given(cleaner({ rules: [rule(['*', 'pods/exec', 'pods/eviction'])] })),
  ),
  silent('is silent about a webhook for all subresources', given(cleaner({ rules: [rule(['pods/*'])] }))),
  silent('is silent about another operation', given(cleaner({ rules: [rule(['pods/eviction'], ['UPDATE'])] }))),
  silent('is silent where nothing is evicted', given(cleaner(), [broker({ node: null })])),
  silent(
    'is silent where the drain leaves the pods',
    given(cleaner(), [broker({ controller: { kind: 'DaemonSet', name: 'agent' } })]),
  ),
  silent('is silent about finished pods', given(cleaner(), [broker({ phase: 'Succeeded' })])),
  silent('is silent about a webhook of the control plane', given(cleaner({ url: 'control-plane', service: null }))),
  {
    it: 'warns where the failure of a webhook on one drained node rejects further evictions',
    facts: given(
      cleaner({ failurePolicy: 'Fail', rules: [rule(['pods/eviction', 'pods/exec'])] }),
      [own('cleaner-1', 'a')],
      ['cleaner-1'],
    ),
    findingsLike: [
      {
        level: 'warn',
        rule: 'webhook-on-drained-node',
        short: 'rejects evictions',
        message:
          'all ready pods of webhook strimzi-drain-cleaner.strimzi.io run on one node that is drained: the API server rejects further evictions until they run again',
      },
    ],
  },
  silent(
    'is silent about pods of the webhook on two nodes',
    given(
      cleaner({ failurePolicy: 'Fail', rules: [rule(['pods/eviction', 'pods/exec'])] }),
      [own('cleaner-1', 'a'), own('cleaner-2', 'b')],
      ['cleaner-1', 'cleaner-2'],
    ),
  ),
  silent(
    'is silent where its failure rejects nothing',
    given(cleaner({ rules: [rule(['pods/eviction', 'pods/exec'])] }), [own('cleaner-1', 'a')], ['cleaner-1']),
  ),
]);
