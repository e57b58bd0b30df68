import { expect } from 'vitest';
import check from '../../../checks/apis/webhooks/check.ts';
import type { AdmissionWebhook, Crd, WebhookRule, WebhookService } from '../../../src/facts/api-extensions.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aKarpenter, anAddon, aNode, checkCases, karpenterPath } from '../cases.ts';
import { anAddonOffer } from '../eks-answers.ts';

const service = { namespace: 'policy', name: 'guard', port: 443 };
const alive: WebhookService = {
  namespace: 'policy',
  name: 'guard',
  ports: [{ port: 443, ready: 2 }],
  external: false,
};
const caExpires = '2036-11-20T12:00:00.000Z';
const everywhere = { kubeSystem: true, kubeNodeLease: true, any: true };

function aRule(resources: string[], more: Partial<WebhookRule> = {}): WebhookRule {
  return { apiGroups: [''], apiVersions: ['v1'], resources, operations: ['*'], scope: '*', ...more };
}

function aWebhook(more: Partial<AdmissionWebhook> = {}): AdmissionWebhook {
  return {
    kind: 'ValidatingWebhookConfiguration',
    configuration: 'guard',
    name: 'pods.guard.example',
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    timeoutSeconds: 3,
    rules: [aRule(['pods'], { operations: ['CREATE'] })],
    namespaces: everywhere,
    objects: 'all',
    conditional: false,
    service,
    caExpires,
    ...more,
  };
}

type Given = Partial<
  Pick<
    Facts,
    'admissionWebhooks' | 'webhookServices' | 'crds' | 'karpenterControllers' | 'addons' | 'addonVersions' | 'nodes'
  >
>;

function facts(webhook: Partial<AdmissionWebhook> = {}, backend: Partial<WebhookService> = {}, more: Given = {}) {
  return {
    admissionWebhooks: [aWebhook(webhook)],
    webhookServices: [{ ...alive, ...backend }],
    crds: [],
    karpenterControllers: [],
    addons: [],
    addonVersions: [],
    ...more,
  };
}

const noOwner = { release: null, releaseNamespace: null, managedBy: null };
const dead = { ports: [{ port: 443, ready: 0 }] };
const resource = { kind: 'ValidatingWebhookConfiguration', name: 'guard' };
const shopOnly = { kubeSystem: false, kubeNodeLease: false, any: true };
const shopWithout = { ...shopOnly, pods: false, selected: { count: 1, names: ['shop'] } };
const shopPods = { ...shopWithout, pods: true };
const nowhere = { kubeSystem: false, kubeNodeLease: false, any: false };

const admission = [
  { it: 'is silent about a webhook whose backend is ready', facts: facts(), findings: [] },
  {
    it: 'fails a webhook that catches pods of kube-system and has no ready endpoints',
    facts: facts({}, dead),
    findings: [
      {
        level: 'fail' as const,
        rule: 'no-endpoints',
        resource,
        message:
          'webhook pods.guard.example calls Service policy/guard, which has no ready endpoints: the API server rejects requests for pods in kube-system',
        blocks: 'nodes' as const,
        evidence: [
          {
            observed: '0 ready endpoints of Service policy/guard',
            required: 'at least 1 ready endpoint',
            resource: 'pods.guard.example',
          },
        ],
        fix: [
          'Restore the Service and the pods behind it.',
          '```sh',
          'kubectl get validatingwebhookconfiguration guard --output yaml',
          'kubectl describe service guard --namespace policy',
          'kubectl get endpointslices --namespace policy --selector kubernetes.io/service-name=guard',
          'kubectl get pods --namespace policy',
          '```',
          'If the software was uninstalled, save the ValidatingWebhookConfiguration, then delete it.',
          '```sh',
          'kubectl get validatingwebhookconfiguration guard --output yaml > validatingwebhookconfiguration-guard.yaml',
          'kubectl delete validatingwebhookconfiguration guard',
          '```',
          'If the backend cannot run before the update, set `failurePolicy: Ignore` until it runs: the API server then admits requests that the webhook has not checked. Where a chart, a manifest or a module defines it, set `failurePolicy: Ignore` there first. Then:',
          '```sh',
          'kubectl get validatingwebhookconfiguration guard --output yaml > validatingwebhookconfiguration-guard.yaml',
          'kubectl patch validatingwebhookconfiguration guard --type strategic \\',
          `  --patch '{"webhooks":[{"name":"pods.guard.example","failurePolicy":"Ignore"}]}'`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'fails one whose Service does not exist',
    facts: facts({}, { ports: null }),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'no-service',
        message:
          'webhook pods.guard.example calls Service policy/guard, which does not exist: the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'fails one that calls a port without ready endpoints, whatever other ports of the Service have',
    facts: facts(
      {},
      {
        ports: [
          { port: 443, ready: 0 },
          { port: 8080, ready: 2 },
        ],
      },
    ),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'no-endpoints',
        message:
          'webhook pods.guard.example calls port 443 of Service policy/guard, which has no ready endpoints: the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'is silent about another port without ready endpoints',
    facts: facts(
      {},
      {
        ports: [
          { port: 443, ready: 1 },
          { port: 8080, ready: 0 },
        ],
      },
    ),
    findings: [],
  },
  {
    it: 'fails one that calls a port which the Service does not have',
    facts: facts({ service: { ...service, port: 9443 } }),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'no-port',
        message:
          'webhook pods.guard.example calls Service policy/guard on port 9443, but the Service has port 443: the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'fails one whose CA bundle has expired',
    facts: facts({ caExpires: '2026-11-19T12:00:00.000Z' }),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'ca-expired',
        message:
          'webhook pods.guard.example has a CA bundle that expired on 2026-11-19: the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'warns about a CA bundle that expires within 30 days',
    facts: facts({ caExpires: '2026-12-01T12:00:00.000Z' }),
    findingsLike: [
      {
        level: 'warn' as const,
        rule: 'ca-expires',
        short: 'CA bundle expires in 11 days',
        message:
          'webhook pods.guard.example has a CA bundle that expires on 2026-12-01: from then on, the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'is silent about a CA bundle that is valid for longer',
    facts: facts({ caExpires: '2027-12-01T12:00:00.000Z' }),
    findings: [],
  },
  {
    it: 'is unknown where the CA bundle holds no certificate',
    facts: facts({ caExpires: null }),
    findingsLike: [
      {
        level: 'unknown' as const,
        rule: 'ca-unreadable',
        message:
          'webhook pods.guard.example has a CA bundle that contains no valid certificate: if it does not respond, the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'does not know of one without a CA bundle',
    facts: (({ caExpires: _without, ...webhook }) => ({ ...facts(), admissionWebhooks: [webhook] }))(aWebhook()),
    findingsLike: [
      {
        level: 'unknown' as const,
        rule: 'ca-missing',
        message:
          'webhook pods.guard.example has no CA bundle: unless a public CA signed its certificate, the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'says both of a dead backend and of its CA bundle',
    facts: facts({ caExpires: null }, dead),
    findingsLike: [
      { level: 'fail' as const, rule: 'no-endpoints' },
      { level: 'unknown' as const, rule: 'ca-unreadable' },
    ],
  },
  {
    it: 'is silent about one that fails open',
    facts: facts({ failurePolicy: 'Ignore', caExpires: '2020-01-01T00:00:00.000Z' }, dead),
    findings: [],
  },
  {
    it: 'warns where no namespace that it selects has pods: a node update creates none there',
    facts: facts({ namespaces: shopWithout }, dead),
    findingsLike: [
      {
        level: 'warn' as const,
        blocks: 'workloads' as const,
        message:
          'webhook pods.guard.example calls Service policy/guard, which has no ready endpoints: the API server rejects requests for pods',
      },
    ],
  },
  {
    it: 'fails one for new pods in a namespace that has pods: a node update evicts them, and no pod replaces them',
    facts: facts(
      { kind: 'MutatingWebhookConfiguration', configuration: 'sidecar-injector-1-19', namespaces: shopPods },
      { ports: null },
    ),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'no-service',
        resource: { kind: 'MutatingWebhookConfiguration', name: 'sidecar-injector-1-19' },
        blocks: 'nodes' as const,
        message:
          'webhook pods.guard.example calls Service policy/guard, which does not exist: the API server rejects requests for pods in shop',
        fix: expect.stringMatching(
          /It selects the namespace shop\.\n[^]*save the MutatingWebhookConfiguration, then delete it\./,
        ) as unknown as string,
      },
    ],
  },
  {
    it: 'fails one that binds pods to nodes in a namespace that has pods',
    facts: facts({ namespaces: shopPods, rules: [aRule(['pods/binding'], { operations: ['CREATE'] })] }, dead),
    findingsLike: [{ level: 'fail' as const, blocks: 'nodes' as const }],
  },
  {
    it: 'names the first of the namespaces that it selects, and counts the others',
    facts: facts(
      { namespaces: { ...shopPods, selected: { count: 40, names: ['cart', 'edge', 'shop', 'web', 'zoo'] } } },
      dead,
    ),
    findingsLike: [
      {
        level: 'fail' as const,
        message: expect.stringMatching(
          /rejects requests for pods in cart, edge, shop and 37 more namespaces$/,
        ) as string,
        fix: expect.stringContaining(
          'It selects the namespaces cart, edge, shop, web, zoo and 35 more.',
        ) as unknown as string,
      },
    ],
  },
  {
    it: 'leaves new pods in namespaces whose pods were not read to the engine',
    facts: facts({ namespaces: { ...shopPods, pods: null } }, dead),
    findingsLike: [{ level: 'warn' as const, blocks: 'workloads' as const }],
  },
  {
    it: 'does not know of new pods where an older inventory does not say whether the namespaces have any',
    facts: facts({ namespaces: shopOnly }, dead),
    findingsLike: [
      {
        level: 'unknown' as const,
        rule: 'no-endpoints',
        blocks: 'nodes' as const,
        message: expect.stringMatching(
          /rejects requests for pods; the inventory does not show whether the update creates pods there$/,
        ) as string,
        fix: expect.stringMatching(/^Take a new inventory with this version of eks-preflight: /) as unknown as string,
      },
    ],
  },
  ...(
    [
      [
        'counted all pods, not only those with certain labels',
        { namespaces: { ...shopOnly, pods: true }, rules: [aRule(['pods'])], objects: 'some' },
      ],
      ['does not count pods with certain labels', { namespaces: everywhere, objects: 'some' }],
      ['does not count pods with certain labels in some namespaces', { namespaces: shopOnly, objects: 'some' }],
    ] as const
  ).map(([it, webhook]) => ({
    it: `does not know of new pods where an older inventory ${it}`,
    facts: facts(webhook as Partial<AdmissionWebhook>, dead),
    findingsLike: [{ level: 'unknown' as const, rule: 'no-endpoints' }],
  })),
  {
    it: 'does not know of new pods where an older inventory has a webhook that calls a URL',
    facts: facts({ namespaces: shopOnly, service: null, url: 'elsewhere' }),
    findingsLike: [{ level: 'unknown' as const, rule: 'not-seen' }],
  },
  {
    it: 'is silent about a ready backend, whatever an older inventory lacks',
    facts: facts({ namespaces: shopOnly }),
    findings: [],
  },
  {
    it: 'warns about other requests, whatever an older inventory lacks',
    facts: facts({ namespaces: shopOnly, rules: [aRule(['pods'], { operations: ['UPDATE'] })] }, dead),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns about pods that are only updated, in a namespace that has pods',
    facts: facts({ namespaces: shopPods, rules: [aRule(['pods'], { operations: ['UPDATE'] })] }, dead),
    findingsLike: [{ level: 'warn' as const, blocks: 'workloads' as const }],
  },
  {
    it: 'fails one for pods with certain labels, where there are such pods',
    facts: facts({ namespaces: { ...everywhere, pods: true }, objects: 'some' }, dead),
    findingsLike: [
      {
        level: 'fail' as const,
        blocks: 'nodes' as const,
        message: expect.stringMatching(/rejects some requests for pods$/) as string,
      },
    ],
  },
  {
    it: 'warns about one for pods with certain labels, where there are none',
    facts: facts({ namespaces: { ...everywhere, pods: false }, objects: 'some' }, dead),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'is silent about a webhook for new pods that fails open',
    facts: facts({ namespaces: shopPods, failurePolicy: 'Ignore' }, dead),
    findings: [],
  },
  {
    it: 'does not know whether matchConditions exclude new pods',
    facts: facts({ namespaces: shopPods, conditional: true }, dead),
    findingsLike: [
      {
        level: 'unknown' as const,
        message: expect.stringMatching(/requests for pods in shop that meet its matchConditions$/) as string,
      },
    ],
  },
  {
    it: 'warns about rules for cluster-wide kinds alone: pods are in namespaces',
    facts: facts(
      {
        namespaces: shopPods,
        rules: [
          aRule(['*'], {
            operations: ['CREATE'],
            apiGroups: ['example.com', ''],
            scope: 'Cluster',
            resources: ['pods'],
          }),
        ],
      },
      dead,
    ),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'is silent where its selector selects no namespace that is there',
    facts: facts({ namespaces: nowhere }, dead),
    findings: [],
  },
  {
    it: 'leaves selectors over namespaces that were not read to the engine',
    facts: facts({ namespaces: null }, dead),
    findings: [],
  },
  {
    it: 'fails one for nodes whatever namespaces it selects: nodes are in none',
    facts: facts({ namespaces: nowhere, rules: [aRule(['nodes'], { operations: ['UPDATE'] })] }, dead),
    findingsLike: [{ level: 'fail' as const, message: expect.stringMatching(/rejects requests for nodes$/) as string }],
  },
  {
    it: 'warns about one for nodes that are only deleted',
    facts: facts({ rules: [aRule(['nodes'], { operations: ['DELETE'] })] }, dead),
    findingsLike: [{ level: 'warn' as const, blocks: 'workloads' as const }],
  },
  {
    it: 'fails one for the status of nodes',
    facts: facts({ rules: [aRule(['nodes/status'])] }, dead),
    findingsLike: [{ level: 'fail' as const }],
  },
  {
    it: 'fails one for evictions, in whatever namespace',
    facts: facts({ namespaces: shopOnly, rules: [aRule(['pods/eviction'])] }, dead),
    findingsLike: [
      { level: 'fail' as const, message: expect.stringMatching(/rejects requests for evictions$/) as string },
    ],
  },
  {
    it: 'fails one for evictions in namespaces that have pods',
    facts: facts({ namespaces: { ...shopOnly, pods: true }, rules: [aRule(['pods/eviction'])] }, dead),
    findingsLike: [{ level: 'fail' as const }],
  },
  {
    it: 'warns about one for evictions and deletions of pods in namespaces that have none: no node waits for it',
    facts: facts({ namespaces: { ...shopOnly, pods: false }, rules: [aRule(['pods', 'pods/eviction'])] }, dead),
    findingsLike: [
      {
        level: 'warn' as const,
        blocks: 'workloads' as const,
        message: expect.stringMatching(/rejects requests for pods and pods\/eviction$/) as string,
      },
    ],
  },
  {
    it: 'leaves evictions in namespaces whose pods were not read to the engine',
    facts: facts({ namespaces: { ...shopOnly, pods: null }, rules: [aRule(['pods/eviction'])] }, dead),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'fails one for pods of kube-system, whether the other namespaces have pods or not',
    facts: facts({ namespaces: { ...shopOnly, kubeSystem: true, pods: null }, rules: [aRule(['pods'])] }, dead),
    findingsLike: [
      { level: 'fail' as const, message: expect.stringMatching(/requests for pods in kube-system$/) as string },
    ],
  },
  {
    it: 'fails one for the leases by which nodes stay alive',
    facts: facts({ rules: [aRule(['leases'], { apiGroups: ['coordination.k8s.io'] })] }, dead),
    findingsLike: [
      {
        level: 'fail' as const,
        message: expect.stringMatching(/rejects requests for leases of nodes and leases in kube-system$/) as string,
      },
    ],
  },
  {
    it: 'fails one that catches everything',
    facts: facts({ rules: [aRule(['*/*'], { apiGroups: ['*'], apiVersions: ['*'] })] }, dead),
    findingsLike: [
      {
        level: 'fail' as const,
        message: expect.stringMatching(
          /rejects requests for nodes, pods in kube-system, evictions and 5 more$/,
        ) as string,
      },
    ],
  },
  {
    it: 'takes * for all kinds without their subresources',
    facts: facts({ rules: [aRule(['*'], { scope: 'Cluster' })] }, dead),
    findingsLike: [{ level: 'fail' as const, message: expect.stringMatching(/requests for nodes$/) as string }],
  },
  {
    it: 'warns about one for objects with certain labels only',
    facts: facts({ objects: 'some', rules: [aRule(['nodes'])] }, dead),
    findingsLike: [
      {
        level: 'warn' as const,
        message: expect.stringMatching(/rejects some requests for nodes$/) as string,
      },
    ],
  },
  {
    it: 'fails one from which objects have to be excluded by a label',
    facts: facts({ objects: 'most' }, dead),
    findingsLike: [{ level: 'fail' as const }],
  },
  {
    it: 'does not know whether matchConditions, which are not evaluated, exclude what an update needs',
    facts: facts({ conditional: true }, dead),
    findingsLike: [
      {
        level: 'unknown' as const,
        message: expect.stringMatching(
          /rejects requests for pods in kube-system that meet its matchConditions$/,
        ) as string,
      },
    ],
  },
  {
    it: 'fails one for the leases by which the control plane elects its leaders',
    facts: facts(
      {
        rules: [aRule(['leases'], { apiGroups: ['coordination.k8s.io'], operations: ['*'] })],
        namespaces: { any: true, kubeSystem: true, kubeNodeLease: false },
      },
      dead,
    ),
    findingsLike: [
      {
        level: 'fail' as const,
        message: expect.stringMatching(/rejects requests for leases in kube-system$/) as string,
      },
    ],
  },
  {
    it: 'warns about one for kinds that no update of nodes needs',
    facts: facts({ rules: [aRule(['*/*'], { apiGroups: ['cert-manager.io'] })] }, dead),
    findingsLike: [
      {
        level: 'warn' as const,
        blocks: 'workloads' as const,
        message: expect.stringMatching(/rejects requests for all kinds of cert-manager\.io$/) as string,
      },
    ],
  },
  {
    it: 'names Argo CD where it applies the configuration',
    facts: facts(
      {
        kind: 'MutatingWebhookConfiguration',
        rules: [aRule(['ingresses'], { apiGroups: ['networking.k8s.io'] })],
        owner: {
          release: null,
          releaseNamespace: null,
          managedBy: 'Argo CD',
          applier: { kind: 'Application', namespace: null, name: 'guard' },
        },
      },
      dead,
    ),
    findingsLike: [
      {
        level: 'warn' as const,
        resource: { kind: 'MutatingWebhookConfiguration', name: 'guard' },
        message: expect.stringMatching(/requests for ingresses\.networking\.k8s\.io$/) as string,
        fix: expect.stringMatching(
          /The object is applied by Argo CD \(Application guard\)\.\n[^]*If Argo CD \(Application guard\) no longer contains it, the software was uninstalled: save [^]*Argo CD \(Application guard\) manages it: set `failurePolicy: Ignore` in its repository, and sync it\. It may revert manual changes\. Change the webhook configuration in the repository that `spec\.source` of the Application names, and run `argocd app sync guard`\.$/,
        ) as unknown as string,
      },
    ],
  },
  {
    it: 'asks Helm whether the release still exists before the configuration is deleted',
    facts: facts({ owner: { release: 'guard', releaseNamespace: 'policy', managedBy: 'Helm' } }, dead),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /If `helm status guard --namespace policy` finds no release, the software was uninstalled: save the ValidatingWebhookConfiguration, then delete it\.\n[^]*Helm installed it as part of the release guard in namespace policy [^]*: set `failurePolicy: Ignore` in the chart or the values of that release/,
        ) as unknown as string,
      },
    ],
  },
  {
    it: 'deletes no configuration of which another webhook calls another Service, and changes only those that stop the update',
    facts: facts({}, dead, {
      admissionWebhooks: [
        aWebhook(),
        aWebhook({ name: 'old.guard.example', rules: [aRule(['secrets'])] }),
        aWebhook({ name: 'other.guard.example', service: { ...service, name: 'other' } }),
      ],
    }),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^(?![^]*kubectl delete)[^]*--patch '\{"webhooks":\[\{"name":"pods\.guard\.example","failurePolicy":"Ignore"\}\]\}'/,
        ) as unknown as string,
      },
    ],
  },
  {
    it: 'deletes no configuration whose Service only lacks the port',
    facts: facts({ service: { ...service, port: 8443 } }),
    findingsLike: [
      {
        rule: 'no-port',
        fix: expect.stringMatching(
          /^Restore the port of the Service\.[^]*never a port for metrics or health(?![^]*kubectl delete)[^]*kubectl patch/,
        ) as unknown as string,
      },
    ],
  },
  {
    it: 'deletes what an earlier Karpenter left behind, saved first, and points it at no other port',
    facts: facts(
      { configuration: 'validation.webhook.karpenter.sh', service: { ...service, port: 8443 } },
      { ports: [{ port: 8080, ready: 2 }] },
    ),
    findingsLike: [
      {
        rule: 'no-port',
        fix: expect.stringMatching(
          /^An earlier release of Karpenter left it behind(?![^]*kubectl patch)[^]*-o?[^]*> validatingwebhookconfiguration-validation\.webhook\.karpenter\.sh\.yaml\nkubectl delete validatingwebhookconfiguration validation\.webhook\.karpenter\.sh\n/,
        ) as unknown as string,
      },
    ],
  },
  {
    it: "deletes no configuration of Karpenter whose Service has the webhook's port",
    facts: facts({ configuration: 'validation.webhook.karpenter.sh' }, { ports: [{ port: 443, ready: 0 }] }),
    findingsLike: [{ fix: expect.stringMatching(/^Restore the Service and the pods behind it/) as unknown as string }],
  },
  {
    it: 'patches and deletes no configuration that a controller owns',
    facts: facts(
      { owner: { ...noOwner, controller: { apiGroup: 'guard.example.com', kind: 'Guard', name: 'main' } } },
      dead,
    ),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^(?![^]*kubectl (?:patch|delete))[^]*Guard main \(guard\.example\.com\) controls it, and its operator reverts manual changes: set `failurePolicy: Ignore` in that object[^]*get guard\.guard\.example\.com\/main/,
        ) as unknown as string,
      },
    ],
  },
  {
    it: 'makes one finding of the webhooks of one configuration, at the worst level',
    facts: facts({}, dead, {
      admissionWebhooks: [
        aWebhook({
          name: 'ingresses.guard.example',
          rules: [aRule(['ingresses'], { apiGroups: ['networking.k8s.io'] })],
        }),
        aWebhook(),
      ],
    }),
    findingsLike: [
      {
        level: 'fail' as const,
        message: expect.stringMatching(
          /^webhook pods\.guard\.example .* \(and 1 more in this configuration\): /,
        ) as string,
      },
    ],
  },
  {
    it: 'leaves Services and endpoints that were not read to the engine',
    facts: facts({}, { ports: [{ port: 443, ready: null }] }),
    findings: [],
  },
  {
    it: 'leaves a Service that is not among those read to the engine',
    facts: facts({}, {}, { webhookServices: [] }),
    findings: [],
  },
  {
    it: 'is silent about the webhooks that EKS runs in the control plane, whatever their CA bundle says',
    facts: facts({ service: null, url: 'control-plane', caExpires: null }),
    findings: [],
  },
  {
    it: 'is unknown about a URL outside of the cluster that an update of nodes depends on',
    facts: facts({ service: null, url: 'elsewhere' }),
    findingsLike: [
      {
        level: 'unknown' as const,
        rule: 'not-seen',
        message:
          'webhook pods.guard.example calls a URL outside of the cluster, which is not checked: if it does not respond, the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'is silent about a URL outside of the cluster that no update of nodes depends on',
    facts: facts({ service: null, url: 'elsewhere', namespaces: shopWithout }),
    findings: [],
  },
  {
    it: 'is unknown about a URL outside of the cluster on which new pods depend',
    facts: facts({ service: null, url: 'elsewhere', namespaces: shopPods }),
    findingsLike: [{ level: 'unknown' as const, rule: 'not-seen' }],
  },
  {
    it: 'is unknown about a Service of type ExternalName',
    facts: facts({}, { external: true, ports: [] }),
    findingsLike: [{ level: 'unknown' as const, rule: 'not-seen' }],
  },
];

const systemOnly = { kubeSystem: true, kubeNodeLease: false, any: true };
const apps = (...resources: string[]) => [aRule(resources, { apiGroups: ['apps'], operations: ['UPDATE'] })];
const autoNode = aNode('i-0a', 'v1.33.5', { computeType: 'auto' });
const oldProxy = {
  addons: [anAddon('kube-proxy', { version: 'v1.33.5-eksbuild.1' })],
  addonVersions: [
    anAddonOffer('kube-proxy', { 'v1.33.5-eksbuild.1': ['1.33*'], 'v1.34.1-eksbuild.1': ['1.34*', '1.35*'] }),
  ],
};

const updates = [
  {
    it: 'fails at the step for which EKS no longer lists an add-on whose DaemonSet it rejects',
    facts: facts({ namespaces: systemOnly, rules: apps('daemonsets') }, dead, oldProxy),
    findingsLike: [
      {
        level: 'fail' as const,
        at: 34,
        since: 33,
        blocks: 'nodes' as const,
        message:
          'webhook pods.guard.example calls Service policy/guard, which has no ready endpoints: the API server rejects requests for daemonsets.apps, such as the update of the EKS add-on kube-proxy',
      },
    ],
  },
  {
    it: 'warns where it rejects Deployments alone: the add-on to update has none',
    facts: facts({ namespaces: systemOnly, rules: apps('deployments') }, dead, oldProxy),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns where EKS still lists the add-on for each step: the path does not update it',
    facts: facts({ namespaces: systemOnly, rules: apps('daemonsets') }, dead, {
      ...oldProxy,
      addonVersions: [anAddonOffer('kube-proxy', { 'v1.33.5-eksbuild.1': ['1.33*', '1.34'] })],
    }),
    findingsLike: [{ level: 'warn' as const, blocks: 'workloads' as const }],
  },
  {
    it: 'warns where EKS lists no version of the add-on for the step: there is nothing to update to',
    facts: facts({ namespaces: systemOnly, rules: apps('daemonsets') }, dead, {
      ...oldProxy,
      addonVersions: [anAddonOffer('kube-proxy', { 'v1.33.5-eksbuild.1': ['1.33*'] })],
    }),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns where it selects other namespaces than kube-system',
    facts: facts({ namespaces: shopPods, rules: apps('daemonsets') }, dead, oldProxy),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns where an add-on of another namespace is updated',
    facts: facts({ namespaces: systemOnly, rules: apps('*') }, dead, {
      addons: [anAddon('adot', { version: 'v0.1.0-eksbuild.1' })],
      addonVersions: [anAddonOffer('adot', { 'v0.1.0-eksbuild.1': ['1.33'], 'v0.2.0-eksbuild.1': ['1.34'] })],
    }),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns where EKS Auto Mode runs the add-on: nobody has to update it',
    cluster: { autoMode: true },
    facts: facts({ namespaces: systemOnly, rules: apps('daemonsets') }, dead, { ...oldProxy, nodes: [autoNode] }),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'fails beside EKS Auto Mode if hybrid nodes use the add-on',
    cluster: { autoMode: true },
    facts: facts({ namespaces: systemOnly, rules: apps('daemonsets') }, dead, {
      ...oldProxy,
      nodes: [autoNode, aNode('mi-0a1', 'v1.33.5', { computeType: 'hybrid' })],
    }),
    findingsLike: [{ level: 'fail' as const, at: 34, since: 33 }],
  },
  {
    it: 'does not know of an add-on update where the webhook calls a URL',
    facts: facts({ namespaces: systemOnly, rules: apps('daemonsets'), service: null, url: 'elsewhere' }, {}, oldProxy),
    findingsLike: [{ level: 'unknown' as const, at: 34, rule: 'not-seen' }],
  },
  {
    it: 'fails at the step of a Karpenter in kube-system whose Deployment it rejects',
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    facts: facts({ namespaces: systemOnly, rules: apps('deployments') }, dead, {
      karpenterControllers: [aKarpenter({ version: '1.5.8' })],
    }),
    findingsLike: [
      {
        level: 'fail' as const,
        atKarpenter: '1.8.8',
        blocks: 'karpenter' as const,
        message: expect.stringMatching(
          /rejects requests for deployments\.apps, such as the update of Karpenter to 1\.8\.8$/,
        ) as string,
      },
    ],
  },
  {
    it: 'fails at a Karpenter step that comes before the step that needs an add-on update',
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    facts: facts({ namespaces: systemOnly, rules: apps('deployments', 'daemonsets') }, dead, {
      ...oldProxy,
      karpenterControllers: [aKarpenter({ version: '1.5.8' })],
    }),
    findingsLike: [{ level: 'fail' as const, atKarpenter: '1.8.8', blocks: 'karpenter' as const }],
  },
  {
    it: 'fails at the step that needs an add-on update if Karpenter is made only for the version after it',
    karpenter: karpenterPath('1.0.14', '1.5.8'),
    current: '1.25',
    facts: facts({ namespaces: systemOnly, rules: apps('deployments', 'daemonsets') }, dead, {
      addons: [anAddon('kube-proxy', { version: 'v1.25.5-eksbuild.1' })],
      addonVersions: [
        anAddonOffer('kube-proxy', { 'v1.25.5-eksbuild.1': ['1.25*'], 'v1.26.1-eksbuild.1': ['1.26*', '1.27'] }),
      ],
      karpenterControllers: [aKarpenter({ version: '1.0.14' })],
    }),
    findingsLike: [{ level: 'fail' as const, at: 26, blocks: 'nodes' as const }],
  },
  {
    it: 'fails at the earliest step of several webhooks of one configuration',
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    facts: facts({}, dead, {
      ...oldProxy,
      admissionWebhooks: [
        aWebhook({ name: 'daemonsets.guard.example', namespaces: systemOnly, rules: apps('daemonsets') }),
        aWebhook({ name: 'deployments.guard.example', namespaces: systemOnly, rules: apps('deployments') }),
      ],
      karpenterControllers: [aKarpenter({ version: '1.5.8' })],
    }),
    findingsLike: [
      {
        level: 'fail' as const,
        atKarpenter: '1.8.8',
        message: expect.stringMatching(/^webhook deployments\.guard\.example /) as string,
      },
    ],
  },
  {
    it: 'warns where Karpenter stays at its version',
    facts: facts({ namespaces: systemOnly, rules: apps('deployments') }, dead, {
      karpenterControllers: [aKarpenter()],
    }),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns where Karpenter runs in another namespace',
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    facts: facts({ namespaces: systemOnly, rules: apps('deployments') }, dead, {
      karpenterControllers: [aKarpenter({ version: '1.5.8', namespace: 'karpenter' })],
    }),
    findingsLike: [{ level: 'warn' as const }],
  },
];

const nodeRules = { rules: [aRule(['nodes'], { operations: ['UPDATE'] })] };

const leaseRules = {
  rules: [aRule(['leases'], { apiGroups: ['coordination.k8s.io'], operations: ['UPDATE'] })],
};
const leasesOnly = { ...shopOnly, kubeNodeLease: true };

const everything = { rules: [aRule(['*/*'], { apiGroups: ['*'], apiVersions: ['*'] })] };

const applied = { ...noOwner, managedBy: 'Argo CD' };
const inRepository = expect.stringMatching(
  / Change the webhook configuration in the repository [^.]*`spec\.source` of the Application names, and run `argocd app sync APPLICATION`\./,
) as unknown as string;

const timeouts = [
  {
    it: 'says where Argo CD applies a webhook with a long timeout',
    facts: facts({ ...nodeRules, timeoutSeconds: 30, owner: applied }),
    findingsLike: [{ rule: 'timeout', fix: inRepository }],
  },
  {
    it: 'warns about a timeout of 30 seconds for requests that an update of nodes needs',
    facts: facts({ ...nodeRules, timeoutSeconds: 30 }),
    findings: [
      {
        level: 'warn' as const,
        rule: 'timeout',
        short: 'timeout of 30 seconds',
        resource,
        message:
          'webhook pods.guard.example has a timeout of 30 seconds: if its backend is slow or cannot be reached, requests for nodes wait that long',
        blocks: 'nodes' as const,
        links: [
          'https://docs.aws.amazon.com/eks/latest/best-practices/control-plane.html',
          expect.stringContaining('#small-timeout') as string,
        ],
        evidence: [{ observed: 'timeoutSeconds 30', required: 'less than 30', resource: 'pods.guard.example' }],
        fix: expect.stringMatching(
          /Set `timeoutSeconds` to less than 30: [^]*kubectl get validatingwebhookconfiguration guard --output yaml > validatingwebhookconfiguration-guard\.yaml\nkubectl patch validatingwebhookconfiguration guard --type strategic \\\n {2}--patch '\{"webhooks":\[\{"name":"pods\.guard\.example","timeoutSeconds":10\}\]\}'/,
        ) as string,
      },
    ],
  },
  {
    it: 'warns about it where the webhook fails open, and about several webhooks of a configuration once',
    facts: facts(
      {},
      {},
      {
        admissionWebhooks: [
          aWebhook({ ...everything, failurePolicy: 'Ignore', timeoutSeconds: 30, conditional: true }),
          aWebhook({ ...nodeRules, name: 'more.guard.example', timeoutSeconds: 30 }),
        ],
      },
    ),
    findingsLike: [
      {
        level: 'warn' as const,
        rule: 'timeout',
        message: expect.stringMatching(
          /30 seconds \(and 1 more in this configuration\): .* requests for nodes, leases of nodes and leases in kube-system that meet its matchConditions wait that long, and clients give up after 5 seconds$/,
        ) as string,
      },
    ],
  },
  { it: 'is silent about 29 seconds', facts: facts({ ...nodeRules, timeoutSeconds: 29 }), findings: [] },
  {
    it: 'warns about 5 seconds for leases of leaders, whatever the failurePolicy',
    facts: facts({ ...leaseRules, failurePolicy: 'Ignore', namespaces: systemOnly, timeoutSeconds: 5 }),
    findings: [
      {
        level: 'warn' as const,
        rule: 'timeout',
        short: 'timeout of 5 seconds',
        resource,
        message:
          'webhook pods.guard.example has a timeout of 5 seconds: if its backend is slow or cannot be reached, requests for leases in kube-system wait that long, and clients give up after 5 seconds',
        blocks: 'nodes' as const,
        links: [
          'https://docs.aws.amazon.com/eks/latest/best-practices/control-plane.html',
          expect.stringContaining('#small-timeout') as string,
          expect.stringContaining('leaderelection/resourcelock/interface.go') as string,
        ],
        evidence: [{ observed: 'timeoutSeconds 5', required: 'less than 5', resource: 'pods.guard.example' }],
        fix: expect.stringMatching(
          /^Set `timeoutSeconds` to 3, or exclude leases [^]*'\{"webhooks":\[\{"name":"pods\.guard\.example","timeoutSeconds":3\}\]\}'/,
        ) as string,
      },
    ],
  },
  {
    it: 'is silent about 4 seconds for them',
    facts: facts({ ...leaseRules, namespaces: systemOnly, timeoutSeconds: 4 }),
    findings: [],
  },
  {
    it: 'warns about the default of 10 seconds for leases of nodes',
    facts: facts({ ...leaseRules, failurePolicy: 'Ignore', namespaces: leasesOnly, timeoutSeconds: 10 }),
    findingsLike: [
      {
        rule: 'timeout',
        message: expect.stringMatching(/leases of nodes wait that long, .* after 10 seconds$/) as string,
      },
    ],
  },
  {
    it: 'is silent about 9 seconds for them',
    facts: facts({ ...leaseRules, namespaces: leasesOnly, timeoutSeconds: 9 }),
    findings: [],
  },
  {
    it: 'warns about 10 seconds for the status of nodes',
    facts: facts({ rules: [aRule(['nodes/status'])], timeoutSeconds: 10 }),
    findingsLike: [
      { rule: 'timeout', message: expect.stringMatching(/for nodes wait that long, .* after 10 seconds$/) as string },
    ],
  },
  {
    it: 'is silent about 29 seconds for leases that are only created in other namespaces, and for events',
    facts: facts({
      rules: [...leaseRules.rules, aRule(['events'], { apiGroups: ['', 'events.k8s.io'] })],
      namespaces: shopOnly,
      timeoutSeconds: 29,
    }),
    findings: [],
  },
  ...(
    [
      ['for kinds that no update of nodes needs', { rules: [aRule(['*/*'], { apiGroups: ['cert-manager.io'] })] }],
      ['for objects with certain labels only', { ...nodeRules, objects: 'some' }],
      ['for pods of kube-system, if the webhook fails open', { failurePolicy: 'Ignore' }],
      ['of a webhook that EKS runs', { ...nodeRules, service: null, url: 'control-plane' }],
    ] as const
  ).map(([what, webhook]) => ({
    it: `is silent about a timeout of 30 seconds ${what}`,
    facts: facts({ ...(webhook as Partial<AdmissionWebhook>), timeoutSeconds: 30 }),
    findings: [],
  })),
];

const exact = { matchPolicy: 'Exact' as const };
const scalers = (...apiVersions: string[]) => [
  aRule(['horizontalpodautoscalers'], { apiGroups: ['autoscaling'], apiVersions }),
];

const removed = [
  {
    it: 'says where Argo CD applies a webhook that matches only a removed version',
    current: '1.25',
    facts: facts({ ...exact, rules: scalers('v2beta2'), owner: applied }),
    findingsLike: [{ rule: 'removed-versions', fix: inRepository }],
  },
  {
    it: 'warns about exact rules that name only a version which a step removes',
    current: '1.25',
    facts: facts({ ...exact, rules: scalers('v2beta2') }),
    findings: [
      {
        level: 'warn' as const,
        at: 26,
        rule: 'removed-versions',
        resource,
        message:
          'webhook pods.guard.example matches horizontalpodautoscalers only in autoscaling/v2beta2, which 1.26 no longer serves: requests at autoscaling/v2 bypass it',
        blocks: 'workloads' as const,
        evidence: [
          {
            observed: 'matchPolicy Exact, rules for autoscaling/v2beta2',
            required: 'rules for autoscaling/v2',
            resource: 'pods.guard.example',
          },
        ],
        fix: expect.stringContaining('Add autoscaling/v2 to the rules of the webhook') as string,
        links: [expect.stringContaining('#matching-requests-matchpolicy') as string],
      },
    ],
  },
  {
    it: 'makes one finding of versions that several steps remove, at the first',
    current: '1.24',
    target: '1.26',
    facts: facts({ ...exact, rules: scalers('v2beta1', 'v2beta2') }),
    findingsLike: [
      {
        at: 25,
        message: expect.stringMatching(/bypass it \(the same applies to autoscaling\/v2beta2\)$/) as string,
      },
    ],
  },
  {
    it: 'is silent where the rules also name the version that stays',
    current: '1.25',
    facts: facts({ ...exact, rules: scalers('v2beta2', 'v2') }),
    findings: [],
  },
  {
    it: 'is silent where all versions match',
    current: '1.25',
    facts: facts({ ...exact, rules: scalers('*') }),
    findings: [],
  },
  {
    it: 'warns about matchPolicy Equivalent, too: what is no longer served is equivalent to nothing',
    current: '1.25',
    facts: facts({ rules: scalers('v2beta2') }),
    findingsLike: [
      {
        level: 'warn' as const,
        at: 26,
        evidence: [
          {
            observed: 'matchPolicy Equivalent, rules for autoscaling/v2beta2',
            required: 'rules for autoscaling/v2',
            resource: 'pods.guard.example',
          },
        ],
      },
    ],
  },
  {
    it: 'is silent with matchPolicy Equivalent while another named version is served, and warns at the step that removes it',
    current: '1.24',
    target: '1.26',
    facts: facts({ rules: scalers('v2beta1', 'v2beta2') }),
    findingsLike: [{ at: 26, message: expect.stringContaining('only in autoscaling/v2beta2') as string }],
  },
  {
    it: 'is silent about a version that no step of the path removes',
    current: '1.24',
    facts: facts({ ...exact, rules: scalers('v2beta2') }),
    findings: [],
  },
  {
    it: 'is silent about a version that was removed before',
    current: '1.33',
    facts: facts({ ...exact, rules: scalers('v2beta2') }),
    findings: [],
  },
];

const name = 'widgets.example.com';
const converted = { strategy: 'Webhook', service, caExpires };
const v1 = { name: 'v1', served: true, storage: true };
const beta = { name: 'v1beta1', served: true, storage: false };

function withCrds(crds: Partial<Crd>[], backend: Partial<WebhookService> = dead, more: Given = {}) {
  return {
    admissionWebhooks: [],
    webhookServices: [{ ...alive, ...backend }],
    karpenterControllers: [],
    crds: crds.map((crd) => ({
      name,
      group: 'example.com',
      kind: 'Widget',
      plural: 'widgets',
      versions: [v1, beta],
      storedVersions: ['v1beta1', 'v1'],
      conversion: converted,
      ...crd,
    })),
    ...more,
  };
}

const crd = { kind: 'CustomResourceDefinition', name };
const stops =
  'objects stored in another version cannot be read; if there is one, garbage collection stops in the whole cluster once the control plane is updated';
const node = { group: 'karpenter.sh', name: 'nodepools.karpenter.sh', plural: 'nodepools' };

const { karpenterControllers: _unread, ...unreadKarpenter } = withCrds([node]);

const conversions = [
  { it: 'is silent about a conversion webhook whose backend is ready', facts: withCrds([{}], {}), findings: [] },
  {
    it: 'does not know of CRDs that may have objects in another version than the preferred one, without a backend',
    facts: withCrds([{}, { name: 'gadgets.example.com', plural: 'gadgets' }]),
    findings: [
      {
        level: 'unknown' as const,
        rule: 'conversion-no-endpoints',
        resource: { ...crd, note: 'and 1 more' },
        message: `the conversion webhook calls Service policy/guard, which has no ready endpoints: ${stops}`,
        blocks: 'workloads' as const,
        evidence: [name, 'gadgets.example.com'].map((one) => ({
          observed: '0 ready endpoints of Service policy/guard, storedVersions v1beta1, v1',
          required: 'at least 1 ready endpoint',
          resource: one,
        })),
        fix: expect.stringMatching(
          /Restore the Service[^]*Do not delete the CRD[^]*as the garbage collector does[^]*kubectl get widgets\.example\.com --all-namespaces --output name\nkubectl get gadgets\.example\.com --all-namespaces --output name\n[^]*kubectl get crd widgets\.example\.com --output yaml\nkubectl describe service guard/,
        ) as string,
        links: [
          expect.stringContaining('#webhook-conversion') as string,
          'https://github.com/kubernetes/kubernetes/issues/101078',
        ],
      },
    ],
  },
  {
    it: 'does not know of a CRD that stores a version below the preferred one',
    facts: withCrds([
      {
        versions: [
          { ...v1, storage: false },
          { ...beta, storage: true },
        ],
        storedVersions: ['v1beta1'],
      },
    ]),
    findingsLike: [{ level: 'unknown' as const, resource: crd }],
  },
  {
    it: 'knows that v2alpha1 comes after v1',
    facts: withCrds([{ versions: [{ ...beta, name: 'v2alpha1' }, v1], storedVersions: ['v1'] }]),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns where all is stored in the preferred version: only requests for others fail',
    facts: withCrds([{ storedVersions: ['v1'] }]),
    findingsLike: [
      {
        level: 'warn' as const,
        message:
          'the conversion webhook calls Service policy/guard, which has no ready endpoints: requests for versions other than the stored one fail',
      },
    ],
  },
  {
    it: 'makes two findings of CRDs that need the conversion for different things',
    facts: withCrds(
      [{}, { name: 'gadgets.example.com', plural: 'gadgets', storedVersions: ['v1'] }],
      {},
      {
        webhookServices: [{ ...alive, ports: null }],
      },
    ),
    findingsLike: [
      { level: 'unknown' as const, rule: 'conversion-no-service', resource: crd },
      { level: 'warn' as const, rule: 'conversion-no-service', resource: { ...crd, name: 'gadgets.example.com' } },
    ],
  },
  {
    it: 'warns of both things for which CRDs without a CA bundle need the conversion',
    facts: withCrds(
      [
        { conversion: { strategy: 'Webhook', service } },
        { name: 'gadgets.example.com', storedVersions: ['v1'], conversion: { strategy: 'Webhook', service } },
      ],
      {},
    ),
    findingsLike: [
      { level: 'warn' as const, resource: crd, message: expect.stringContaining('garbage collection') as string },
      {
        level: 'warn' as const,
        message: expect.stringMatching(/requests for versions other than the stored one fail$/) as string,
      },
    ],
  },
  {
    it: 'is silent where the only version is served and stored: nothing is converted',
    facts: withCrds([{ versions: [v1], storedVersions: ['v1'] }]),
    findings: [],
  },
  {
    it: 'is silent about CRDs that convert without a webhook',
    facts: withCrds([{ conversion: { strategy: 'None', service: null } }]),
    findings: [],
  },
  {
    it: 'does not know what an expired CA bundle of a conversion webhook stops',
    facts: withCrds([{ conversion: { ...converted, caExpires: '2026-11-01T00:00:00.000Z' } }], {}),
    findingsLike: [
      {
        level: 'unknown' as const,
        rule: 'conversion-ca-expired',
        message: `the conversion webhook has a CA bundle that expired on 2026-11-01: ${stops}`,
      },
    ],
  },
  {
    it: 'warns about a CA bundle of a conversion webhook that expires soon',
    facts: withCrds([{ conversion: { ...converted, caExpires: '2026-11-30T00:00:00.000Z' } }], {}),
    findingsLike: [{ level: 'warn' as const, rule: 'conversion-ca-expires' }],
  },
  {
    it: 'warns about a conversion webhook without a CA bundle',
    facts: withCrds([{ conversion: { strategy: 'Webhook', service } }], {}),
    findingsLike: [
      {
        level: 'warn' as const,
        rule: 'conversion-ca-missing',
        message: `the conversion webhook has no CA bundle: unless a public CA signed its certificate, ${stops}`,
      },
    ],
  },
  {
    it: 'does not know of a conversion webhook whose CA bundle holds no certificate',
    facts: withCrds([{ conversion: { ...converted, caExpires: null } }], {}),
    findingsLike: [{ level: 'unknown' as const, rule: 'conversion-ca-unreadable' }],
  },
  {
    it: 'is unknown about a conversion webhook at a URL',
    facts: withCrds([{ conversion: { strategy: 'Webhook', service: null, url: 'elsewhere' } }]),
    findingsLike: [{ level: 'unknown' as const, rule: 'conversion-not-seen' }],
  },
  {
    it: 'leaves the CRDs of an installed Karpenter to karpenter/conversion-webhook',
    facts: withCrds([node], dead, { karpenterControllers: [aKarpenter()] }),
    findings: [],
  },
  {
    it: 'leaves them where nobody knows whether Karpenter is installed',
    facts: unreadKarpenter,
    findings: [],
  },
  {
    it: 'does not know whether an uninstalled Karpenter left objects behind',
    facts: withCrds([node]),
    findingsLike: [{ level: 'unknown' as const, resource: { ...crd, name: 'nodepools.karpenter.sh' } }],
  },
];

const unread = 'objects stored in another version cannot be read';
const argo = {
  group: 'argoproj.io',
  name: 'applications.argoproj.io',
  plural: 'applications',
  versions: [v1],
  storedVersions: ['v1'],
};

/** From 1.32, the garbage collector starts without the kinds that it cannot list. */
const laterConversions = [
  {
    it: 'says that Argo CD stops, too, where its CRD is in the cluster',
    current: '1.33',
    facts: withCrds([{}, argo]),
    findingsLike: [
      {
        level: 'warn' as const,
        resource: crd,
        message: `the conversion webhook calls Service policy/guard, which has no ready endpoints: ${unread}; if there is one, Argo CD syncs no application in this cluster`,
        links: expect.arrayContaining(['https://github.com/argoproj/argo-cd/issues/20828']) as string[],
      },
    ],
  },
  {
    it: 'does not speak of Argo CD where only requests for other versions fail',
    current: '1.33',
    facts: withCrds([{ storedVersions: ['v1'] }, argo]),
    findingsLike: [{ message: expect.not.stringContaining('Argo') as string }],
  },
  {
    it: 'warns from 1.32 on, where the garbage collector skips kinds that it cannot list',
    current: '1.31',
    facts: withCrds([{}]),
    findings: [
      {
        level: 'warn' as const,
        rule: 'conversion-no-endpoints',
        resource: crd,
        message: `the conversion webhook calls Service policy/guard, which has no ready endpoints: ${unread}`,
        blocks: 'workloads' as const,
        evidence: [
          {
            observed: '0 ready endpoints of Service policy/guard, storedVersions v1beta1, v1',
            required: 'at least 1 ready endpoint',
            resource: name,
          },
        ],
        fix: expect.stringContaining('kubectl get widgets.example.com --all-namespaces --output name') as string,
        links: expect.any(Array) as string[],
      },
    ],
  },
  {
    it: 'does not know where a step before the last one is below 1.32',
    current: '1.30',
    target: '1.32',
    facts: withCrds([{}]),
    findingsLike: [{ level: 'unknown' as const, resource: crd }],
  },
  {
    it: 'does not know in 1.31 where no update is planned: kube-controller-manager may start again',
    current: '1.31',
    target: '1.31',
    facts: withCrds([{}]),
    findingsLike: [{ level: 'unknown' as const, resource: crd }],
  },
  {
    it: 'warns in 1.33 of a CA bundle of a conversion webhook that holds no certificate',
    facts: withCrds([{ conversion: { ...converted, caExpires: null } }], {}),
    findingsLike: [
      {
        level: 'warn' as const,
        message: `the conversion webhook has a CA bundle that contains no valid certificate: if it does not respond, ${unread}`,
      },
    ],
  },
  {
    it: 'is silent in 1.33 about a conversion webhook at a URL: no update depends on it',
    facts: withCrds([{ conversion: { strategy: 'Webhook', service: null, url: 'elsewhere' } }]),
    findings: [],
  },
];

const claims: Crd = {
  name: 'nodeclaims.karpenter.sh',
  group: 'karpenter.sh',
  kind: 'NodeClaim',
  plural: 'nodeclaims',
  versions: [
    { name: 'v1', served: true, storage: true },
    { name: 'v1beta1', served: true, storage: false },
  ],
  storedVersions: ['v1'],
  conversion: { strategy: 'None', service: null },
};
const onlyV1: Crd = { ...claims, versions: claims.versions.slice(0, 1) };
const unservedBeta: Crd = {
  ...claims,
  versions: claims.versions.map((one) => ({ ...one, served: one.name === 'v1' })),
};
const betaRule = { apiGroups: ['karpenter.sh'], apiVersions: ['v1beta1'], operations: ['CREATE', 'UPDATE'] };
const ofBeta: Partial<AdmissionWebhook> = {
  configuration: 'validation.webhook.karpenter.sh',
  name: 'validation.webhook.karpenter.sh',
  service: { namespace: 'kube-system', name: 'karpenter', port: 8443 },
  rules: [aRule(['nodeclaims', 'nodeclaims/status'], betaRule)],
};
const metricsAlone = { namespace: 'kube-system', name: 'karpenter', ports: [{ port: 8080, ready: 2 }] };
const withPort = { ...metricsAlone, ports: [{ port: 8443, ready: 2 }] };

/** A webhook of Karpenter's beta charts beside a later release. */
function leftBeside(version: string, crd: Crd, more: Partial<AdmissionWebhook> = {}, service = metricsAlone) {
  return facts({ ...ofBeta, ...more }, service, { crds: [crd], karpenterControllers: [aKarpenter({ version })] });
}

const refusesClaims = 'the API server rejects requests for NodeClaims, so that Karpenter launches no node';

const leftovers = [
  {
    it: 'fails a leftover of beta that refuses NodeClaims while v1beta1 is served: a v1 object is converted for it',
    facts: leftBeside('1.0.14', claims),
    findings: [
      {
        level: 'fail' as const,
        rule: 'no-port',
        resource: { kind: 'ValidatingWebhookConfiguration', name: 'validation.webhook.karpenter.sh' },
        message: `webhook validation.webhook.karpenter.sh calls Service kube-system/karpenter on port 8443, but the Service has port 8080: ${refusesClaims}`,
        blocks: 'nodes' as const,
        evidence: [{ observed: 'port 8080', required: 'port 8443', resource: 'validation.webhook.karpenter.sh' }],
        fix: [
          'An earlier release of Karpenter left it behind: the running one has no admission webhook, and its other ports serve metrics, health and conversions, so do not set one of them. Save the ValidatingWebhookConfiguration, then delete it: the CRDs validate the objects.',
          '```sh',
          'kubectl get validatingwebhookconfiguration validation.webhook.karpenter.sh --output yaml > validatingwebhookconfiguration-validation.webhook.karpenter.sh.yaml',
          'kubectl delete validatingwebhookconfiguration validation.webhook.karpenter.sh',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'warns where only v1 is served: the leftover is never called',
    facts: leftBeside('1.6.8', onlyV1),
    findingsLike: [
      {
        level: 'warn' as const,
        rule: 'no-port',
        short: 'is never called',
        message:
          'webhook validation.webhook.karpenter.sh calls Service kube-system/karpenter on port 8443, but the Service has port 8080: the API server never calls it, because its rules match no version of the CRDs',
        fix: expect.stringMatching(/^It rejects nothing, and no update depends on it\./) as unknown as string,
      },
    ],
  },
  {
    it: 'fails where the CRD has v1beta1 and no longer serves it: it is still an equivalent of v1',
    facts: leftBeside('1.0.14', unservedBeta),
    findingsLike: [{ level: 'fail' as const, rule: 'no-port' }],
  },
  {
    it: 'warns where matchPolicy Exact names a version that is no longer served',
    facts: leftBeside('1.0.14', unservedBeta, { matchPolicy: 'Exact' }),
    findingsLike: [{ level: 'warn' as const, short: 'is never called' }],
  },
  {
    it: 'warns about rules for kinds that no CRD defines, where all of their group are CRDs',
    facts: leftBeside('1.6.8', onlyV1, {
      rules: [aRule(['provisioners'], { ...betaRule, apiVersions: ['*'] }), aRule(['nodeclaims/status'], betaRule)],
    }),
    findingsLike: [{ level: 'warn' as const, short: 'is never called' }],
  },
  {
    it: 'says so of other software: no CRD serves the version',
    facts: facts({ rules: [aRule(['widgets'], { apiGroups: ['lab.example.org'], apiVersions: ['v1alpha1'] })] }, dead, {
      crds: [{ ...onlyV1, name: 'widgets.lab.example.org', group: 'lab.example.org', plural: 'widgets' }],
    }),
    findingsLike: [{ level: 'warn' as const, short: 'is never called' }],
  },
  {
    it: 'does not say so of a kind that an aggregated API may serve, or of a version that is served',
    facts: facts(
      {
        rules: [aRule(['widgets', 'gadgets'], { apiGroups: ['lab.example.org'], apiVersions: ['v1alpha1'] })],
      },
      dead,
      { crds: [{ ...onlyV1, name: 'widgets.lab.example.org', group: 'lab.example.org', plural: 'widgets' }] },
    ),
    findingsLike: [
      {
        level: 'warn' as const,
        message: expect.stringMatching(
          /the API server rejects requests for widgets\.lab\.example\.org and gadgets/,
        ) as string,
      },
    ],
  },
  {
    it: 'warns where matchPolicy Exact leaves out the version that Karpenter writes',
    facts: leftBeside('1.0.14', claims, { matchPolicy: 'Exact' }),
    findingsLike: [{ level: 'warn' as const, rule: 'no-port' }],
  },
  {
    it: 'fails where a Karpenter before 1.0 writes the version of a rule with matchPolicy Exact',
    facts: leftBeside('0.35.5', claims, { matchPolicy: 'Exact' }),
    findingsLike: [{ level: 'fail' as const, rule: 'no-port', blocks: 'nodes' as const }],
  },
  {
    it: 'fails any webhook that refuses NodeClaims',
    facts: leftBeside('1.8.1', onlyV1, {
      configuration: 'guard',
      rules: [aRule(['nodes', 'nodeclaims'], { apiGroups: ['*'], apiVersions: ['*'] })],
    }),
    findingsLike: [
      { level: 'fail' as const, message: expect.stringMatching(/for nodes and NodeClaims, so that/) as string },
    ],
  },
  {
    it: 'fails one that refuses the NodeClaims of EKS Auto Mode',
    cluster: { autoMode: true },
    facts: facts({ rules: [aRule(['nodeclaims'], { apiGroups: ['karpenter.sh'] })] }, dead, { crds: [onlyV1] }),
    findingsLike: [{ level: 'fail' as const, blocks: 'nodes' as const }],
  },
  {
    it: 'warns about one for NodeClaims where nothing creates them',
    facts: facts({ rules: [aRule(['nodeclaims'], { apiGroups: ['karpenter.sh'] })] }, dead, { crds: [onlyV1] }),
    findingsLike: [{ level: 'warn' as const }],
  },
  {
    it: 'warns about a leftover for other kinds than NodeClaims',
    facts: leftBeside(
      '1.0.14',
      { ...claims, name: 'nodepools.karpenter.sh', plural: 'nodepools' },
      {
        rules: [aRule(['nodepools'], betaRule)],
      },
    ),
    findingsLike: [
      {
        level: 'warn' as const,
        message: expect.stringMatching(/rejects requests for nodepools\.karpenter\.sh$/) as string,
      },
    ],
  },
  {
    it: 'fails a leftover that calls the port for conversions, where 1.0 answers no admission request',
    facts: leftBeside('1.0.14', claims, {}, withPort),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'left-behind',
        message: `webhook validation.webhook.karpenter.sh calls Service kube-system/karpenter, and Karpenter 1.0.14 has no admission webhook: ${refusesClaims}`,
        fix: expect.stringMatching(/^An earlier release of Karpenter left it behind/) as unknown as string,
      },
    ],
  },
  {
    it: 'says only that it is left behind, whatever its certificate and the endpoints of 1.0',
    facts: leftBeside('1.0.14', claims, { caExpires: null }, { ...withPort, ports: [{ port: 8443, ready: 0 }] }),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'no-endpoints',
        fix: expect.stringMatching(/^An earlier release of Karpenter left it behind/) as unknown as string,
      },
    ],
  },
  {
    it: 'is silent about the port for conversions where the API server never calls the webhook, or another Service',
    facts: leftBeside(
      '1.0.14',
      claims,
      { service: { ...service, port: 8443 } },
      {
        ...withPort,
        namespace: 'policy',
        name: 'guard',
      },
    ),
    findings: [],
  },
  {
    it: 'fails at the step to 1.0 a configuration that no release removes',
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    facts: leftBeside('0.37.8', claims, {}, withPort),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'left-behind',
        atKarpenter: '1.0.14',
        fix: expect.stringMatching(/Immediately before the step, save/) as unknown as string,
      },
    ],
  },
  {
    it: 'is silent where Helm removes it in the step',
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    facts: leftBeside(
      '0.37.8',
      claims,
      { owner: { ...noOwner, release: 'karpenter', releaseNamespace: 'kube-system' } },
      withPort,
    ),
    findings: [],
  },
];

checkCases(check, [
  ...admission,
  ...leftovers,
  ...updates,
  ...timeouts,
  ...removed,
  ...conversions.map((row) => ({ current: '1.30', ...row })),
  ...laterConversions,
]);
