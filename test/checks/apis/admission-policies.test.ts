import check from '../../../checks/apis/admission-policies/check.ts';
import type { AdmissionPolicy, Crd, WebhookRule } from '../../../src/facts/api-extensions.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { aKarpenter, checkCases } from '../cases.ts';

const everywhere = { kubeSystem: true, kubeNodeLease: true, any: true };
const shop = { kubeSystem: false, kubeNodeLease: false, any: true, selected: { count: 1, names: ['shop'] } };
const limit = { group: 'rules.example.com', version: 'v1', kind: 'Limit', served: false };

function aRule(resources: string[], more: Partial<WebhookRule> = {}): WebhookRule {
  return { apiGroups: [''], apiVersions: ['v1'], resources, operations: ['CREATE'], scope: '*', ...more };
}

function aPolicy(more: Partial<AdmissionPolicy> = {}): AdmissionPolicy {
  return {
    kind: 'ValidatingAdmissionPolicy',
    name: 'limits',
    matchPolicy: 'Equivalent',
    rules: [aRule(['pods'])],
    namespaces: everywhere,
    objects: 'all',
    paramKind: limit,
    bindings: ['limits'],
    ...more,
  };
}

const noConversion = { strategy: 'None', service: null };
const theCrd: Crd = {
  name: 'limits.rules.example.com',
  group: 'rules.example.com',
  kind: 'Limit',
  plural: 'limits',
  versions: [{ name: 'v1', served: true, storage: true }],
  storedVersions: ['v1'],
  conversion: noConversion,
};
const claims: Crd = {
  ...theCrd,
  name: 'nodeclaims.karpenter.sh',
  group: 'karpenter.sh',
  kind: 'NodeClaim',
  plural: 'nodeclaims',
};
const ofClaims = [aRule(['nodeclaims'], { apiGroups: ['karpenter.sh'] })];

type Given = Partial<Pick<Facts, 'crds' | 'karpenterControllers'>>;
const facts = (policy: Partial<AdmissionPolicy>, more: Given = {}) => ({
  admissionPolicies: { read: 3, policies: [aPolicy(policy)] },
  crds: [],
  karpenterControllers: [],
  ...more,
});
const resource = { kind: 'ValidatingAdmissionPolicy', name: 'limits' };
const missing = 'the API server does not serve paramKind Limit (rules.example.com/v1): it rejects';
const fails = (message: string) => [
  { level: 'fail' as const, rule: 'not-served', resource, message, blocks: 'nodes' as const },
];
const warns = (message: string) => [
  { level: 'warn' as const, rule: 'not-served', message, blocks: 'workloads' as const },
];

const priorities = {
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1beta3',
  kind: 'PriorityLevelConfiguration',
  served: true,
};
const byArgo = { release: null, releaseNamespace: null, managedBy: 'Argo CD' as const };

checkCases(check, [
  {
    it: 'is silent without such policies',
    facts: { admissionPolicies: { read: 2, policies: [] }, crds: [], karpenterControllers: [] },
    findings: [],
  },
  {
    it: 'fails a policy that matches pods of kube-system and whose paramKind nothing serves',
    facts: facts({}),
    findings: [
      {
        level: 'fail',
        rule: 'not-served',
        resource,
        message: `${missing} requests for pods in kube-system`,
        blocks: 'nodes',
        evidence: [{ observed: 'no such kind', required: 'rules.example.com/v1', fact: 'admissionPolicies' }],
        fix: [
          'If you still need the policy, install what defines the kind `Limit` again, such as its CRD.',
          '```sh',
          'kubectl get validatingadmissionpolicy limits --output yaml',
          "kubectl get validatingadmissionpolicybinding --output 'custom-columns=NAME:.metadata.name,POLICY:.spec.policyName'",
          '```',
          'If you uninstalled its software, save the policy, then delete it.',
          '```sh',
          'kubectl get validatingadmissionpolicy limits --output yaml > validatingadmissionpolicy-limits.yaml',
          'kubectl delete validatingadmissionpolicy limits',
          '```',
          'Until then, set `failurePolicy: Ignore`: the API server then admits requests that the policy has not evaluated. Where a chart, a manifest or a module defines it, set `failurePolicy: Ignore` there first. Then:',
          '```sh',
          'kubectl get validatingadmissionpolicy limits --output yaml > validatingadmissionpolicy-limits.yaml',
          'kubectl patch validatingadmissionpolicy limits --type merge \\',
          `  --patch '{"spec":{"failurePolicy":"Ignore"}}'`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'is silent if the kind is served, and no CRD defines it',
    facts: facts({ paramKind: { group: '', version: 'v1', kind: 'ConfigMap', served: true } }),
    findings: [],
  },
  {
    it: 'is silent if discovery could not be read: the gap says so',
    facts: facts({ paramKind: { ...limit, served: null } }),
    findings: [],
  },
  {
    it: 'fails a MutatingAdmissionPolicy alike',
    facts: facts({ kind: 'MutatingAdmissionPolicy' }),
    findingsLike: [{ level: 'fail', resource: { ...resource, kind: 'MutatingAdmissionPolicy' } }],
  },
  {
    it: 'fails one for pods in a namespace with pods that a controller recreates',
    facts: facts({ namespaces: { ...shop, pods: true } }),
    findingsLike: fails(`${missing} requests for pods in shop`),
  },
  {
    it: 'warns in a namespace without such pods',
    facts: facts({ namespaces: { ...shop, pods: false } }),
    findingsLike: warns(`${missing} requests for pods`),
  },
  {
    it: 'fails one for some of these pods',
    facts: facts({ namespaces: { ...everywhere, pods: true }, objects: 'some' }),
    findingsLike: fails(`${missing} some requests for pods`),
  },
  {
    it: 'is silent if it selects no namespace',
    facts: facts({ namespaces: { kubeSystem: false, kubeNodeLease: false, any: false } }),
    findings: [],
  },
  {
    it: 'is silent for pods where namespaces could not be read: the gap says so',
    facts: facts({ namespaces: null }),
    findings: [],
  },
  {
    it: 'fails one for nodes, whatever the namespaces',
    facts: facts({ namespaces: null, rules: [aRule(['nodes'])] }),
    findingsLike: fails(`${missing} requests for nodes`),
  },
  {
    it: 'fails one for leases',
    facts: facts({ rules: [aRule(['leases'], { apiGroups: ['coordination.k8s.io'], operations: ['UPDATE'] })] }),
    findingsLike: fails(`${missing} requests for leases of nodes and leases in kube-system`),
  },
  {
    it: 'fails one for all kinds, and names what it excludes no longer',
    facts: facts({
      rules: [aRule(['*'], { apiGroups: ['*'], operations: ['CREATE', 'UPDATE'] })],
      excluded: [aRule(['pods', 'nodes'], { operations: ['*'] })],
    }),
    findingsLike: fails(`${missing} requests for leases of nodes, leases in kube-system and CSINodes`),
  },
  {
    it: 'counts an operation that is not excluded',
    facts: facts({
      rules: [aRule(['nodes'], { operations: ['CREATE', 'UPDATE'] })],
      excluded: [aRule(['nodes'])],
    }),
    findingsLike: fails(`${missing} requests for nodes`),
  },
  {
    it: 'is silent about what it excludes',
    facts: facts({ rules: [], excluded: [aRule(['pods'])] }),
    findings: [],
  },
  {
    it: 'is silent about other kinds that it excludes',
    facts: facts({ rules: [aRule(['configmaps'])], excluded: [aRule(['*'], { apiGroups: ['*'], operations: ['*'] })] }),
    findings: [],
  },
  {
    it: 'warns of subresources, which a * does not exclude',
    facts: facts({
      rules: [aRule(['configmaps/x', 'secrets/x'])],
      excluded: [aRule(['*'], { apiGroups: ['*'], operations: ['*'] })],
    }),
    findingsLike: [{ level: 'warn' }],
  },
  {
    it: 'is silent about subresources that */* excludes',
    facts: facts({ rules: [aRule(['configmaps/x'])], excluded: [aRule(['*/*'], { operations: ['*'] })] }),
    findings: [],
  },
  {
    it: 'warns of one for other kinds',
    facts: facts({ rules: [aRule(['configmaps'])] }),
    findingsLike: warns(`${missing} requests for configmaps`),
  },
  {
    it: 'fails one for NodeClaims where Karpenter runs',
    facts: facts({ rules: ofClaims }, { crds: [claims], karpenterControllers: [aKarpenter({ version: '1.6.0' })] }),
    findingsLike: fails(`${missing} requests for NodeClaims, so that Karpenter launches no node`),
  },
  {
    it: 'warns of one for NodeClaims where nothing writes them',
    facts: facts({ rules: ofClaims }, { crds: [claims] }),
    findingsLike: warns(`${missing} requests for nodeclaims.karpenter.sh`),
  },
  {
    it: 'names a version that the CRD serves',
    facts: facts({}, { crds: [{ ...theCrd, versions: [{ name: 'v2', served: true, storage: true }] }] }),
    findings: [
      {
        level: 'fail',
        rule: 'not-served',
        resource,
        message: `${missing} requests for pods in kube-system`,
        blocks: 'nodes',
        evidence: [{ observed: 'versions served: v2', required: 'rules.example.com/v1', fact: 'admissionPolicies' }],
        fix: [
          'Set `apiVersion` in `spec.paramKind` to `rules.example.com/v2`, and compare the expressions that use `params` with the fields of that version. Where a chart, a manifest or a module defines it, set `paramKind.apiVersion: rules.example.com/v2` there first. Then:',
          '```sh',
          'kubectl get validatingadmissionpolicy limits --output yaml > validatingadmissionpolicy-limits.yaml',
          'kubectl patch validatingadmissionpolicy limits --type merge \\',
          `  --patch '{"spec":{"paramKind":{"apiVersion":"rules.example.com/v2","kind":"Limit"}}}'`,
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'deletes nothing that Argo CD applies',
    facts: facts({ owner: byArgo }),
    findingsLike: [
      {
        fix: [
          'If you still need the policy, install what defines the kind `Limit` again, such as its CRD. The object is applied by Argo CD.',
          '```sh',
          'kubectl get validatingadmissionpolicy limits --output yaml',
          "kubectl get validatingadmissionpolicybinding --output 'custom-columns=NAME:.metadata.name,POLICY:.spec.policyName'",
          '```',
          'Until then, set `failurePolicy: Ignore`: the API server then admits requests that the policy has not evaluated. Argo CD manages it: set `failurePolicy: Ignore` in its repository, and sync it. It may revert manual changes.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'warns of a kind that a CRD defines, at the first step',
    facts: facts({ paramKind: { ...limit, served: true } }, { crds: [theCrd] }),
    target: '1.35',
    findingsLike: [
      {
        level: 'warn',
        rule: 'slow-start',
        at: 34,
        message:
          'a CRD defines paramKind Limit (rules.example.com/v1): for up to 30 seconds after its start, an API server may reject requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'also before a rollback',
    current: '1.34',
    target: '1.33',
    facts: facts({ paramKind: { ...limit, served: true } }, { crds: [theCrd] }),
    findingsLike: [{ level: 'warn', rule: 'slow-start', at: 33 }],
  },
  {
    it: 'is silent about it without an update',
    current: '1.33',
    target: '1.33',
    facts: facts({ paramKind: { ...limit, served: true } }, { crds: [theCrd] }),
    findings: [],
  },
  {
    it: 'is silent about it for requests that no node update sends',
    facts: facts({ paramKind: { ...limit, served: true }, rules: [aRule(['configmaps'])] }, { crds: [theCrd] }),
    findings: [],
  },
  {
    it: 'fails at the step that removes the version of a built-in kind',
    current: '1.31',
    target: '1.33',
    facts: facts({ paramKind: priorities }),
    tables: { 'api-removals': loadTable('api-removals').rows },
    findingsLike: [
      {
        level: 'fail',
        rule: 'removed',
        at: 32,
        message:
          '1.32 does not serve paramKind PriorityLevelConfiguration (flowcontrol.apiserver.k8s.io/v1beta3): from then on, the API server rejects requests for pods in kube-system',
      },
    ],
  },
  {
    it: 'is silent about it before that step',
    current: '1.30',
    target: '1.31',
    facts: facts({ paramKind: priorities }),
    findings: [],
  },
]);
