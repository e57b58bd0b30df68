import type { ServedKind } from './world.ts';

type Json = Record<string, unknown>;

const group = 'admissionregistration.k8s.io';

/** Admission policies and their bindings, as a server before 1.30 or 1.36 does not serve them. */
export const policyKinds: readonly ServedKind[] = ['Validating', 'Mutating'].flatMap((what) => {
  const own = { group, version: 'v1', namespaced: false };
  const kind = `${what}AdmissionPolicy`;
  const lower = what.toLowerCase();
  return [
    { ...own, kind, resource: `${lower}admissionpolicies` },
    { ...own, kind: `${kind}Binding`, resource: `${lower}admissionpolicybindings` },
  ];
});

/** A kind of parameters that only a CRD defines. */
export const limitKind: ServedKind = {
  group: 'rules.example.com',
  version: 'v1',
  kind: 'Limit',
  resource: 'limits',
  namespaced: true,
};

/** What a MutatingAdmissionPolicy needs: here, it changes nothing. */
const mutates = {
  reinvocationPolicy: 'Never',
  mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
};

/** A policy for new pods, with parameters of {@link limitKind}. */
export function aPolicyObject(kind: 'Validating' | 'Mutating', name: string, spec: Json = {}): Json {
  return {
    apiVersion: `${group}/v1`,
    kind: `${kind}AdmissionPolicy`,
    metadata: { name },
    spec: {
      failurePolicy: 'Fail',
      ...(kind === 'Validating' ? { validations: [{ expression: 'true' }] } : mutates),
      paramKind: { apiVersion: `${limitKind.group}/${limitKind.version}`, kind: limitKind.kind },
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' },
        ],
      },
      ...spec,
    },
  };
}

/** Policies of both kinds for pods of kube-system, whose parameters are ConfigMaps: nothing is wrong with them. */
export function passingPolicies(): Json[] {
  const matchConstraints = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' }],
  };
  const spec = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, matchConstraints };
  return (['Validating', 'Mutating'] as const).flatMap((kind) =>
    ['limits', 'quotas'].flatMap((name) => [aPolicyObject(kind, name, spec), aPolicyBinding(kind, name, name)]),
  );
}

export function aPolicyBinding(kind: 'Validating' | 'Mutating', name: string, policyName: string): Json {
  return {
    apiVersion: `${group}/v1`,
    kind: `${kind}AdmissionPolicyBinding`,
    metadata: { name },
    spec: {
      policyName,
      paramRef: { name: 'limit', parameterNotFoundAction: 'Allow' },
      ...(kind === 'Validating' ? { validationActions: ['Deny'] } : {}),
    },
  };
}
