import type { Manifest } from './seed.ts';

/** Policy objects of a real API server, each for the pods of one namespace, and what the server does with a pod there. */

type Json = Record<string, unknown>;

const apiVersion = 'admissionregistration.k8s.io/v1';
const podRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }];
/** A kind that nothing serves. */
export const missingKind = { apiVersion: 'rules.example.com/v1', kind: 'Limit' };
export const limitCrd = 'limits.rules.example.com';
const params = { name: 'limit', parameterNotFoundAction: 'Allow' };

export type PolicyKind = 'Validating' | 'Mutating';

export interface PolicyCase {
  /** With the kind, the name of the namespace, of the policy and of its binding. */
  name: string;
  policy?: Json;
  matchConstraints?: Json;
  /** Fields of the binding; null: no binding. */
  binding?: Json | null;
  /** Part of the message that refuses the pod; omitted: the pod is admitted. */
  refusal?: string;
  /** The pod is admitted, but what the policy matches is refused. */
  refusesOthers?: true;
  /** The parameters that a binding names refuse it: the check does not judge them. */
  byParams?: true;
}

const unknownKind = "failed to find resource referenced by paramKind: 'rules.example.com/v1, Kind=Limit'";
const ofConfigMaps = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
const ofPriorities = { paramKind: { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' } };

/** The expressions of all policies admit everything: what refuses a pod is how the policy is configured. */
export const policyCases: readonly PolicyCase[] = [
  { name: 'refuses', refusal: unknownKind },
  { name: 'no-binding', binding: null },
  { name: 'ignores', policy: { failurePolicy: 'Ignore' } },
  { name: 'default-policy', policy: { failurePolicy: null }, refusal: unknownKind },
  { name: 'only-audits', binding: { validationActions: ['Audit'] }, refusal: unknownKind },
  { name: 'no-param-ref', binding: { paramRef: null }, refusal: unknownKind },
  {
    name: 'binds-elsewhere',
    binding: { matchResources: { namespaceSelector: { matchLabels: { team: 'none' } } } },
    refusal: unknownKind,
  },
  {
    name: 'never-by-condition',
    policy: { matchConditions: [{ name: 'never', expression: 'false' }] },
    refusal: unknownKind,
  },
  {
    name: 'other-objects',
    matchConstraints: { objectSelector: { matchLabels: { app: 'other' } } },
    refusesOthers: true,
  },
  { name: 'excluded', matchConstraints: { excludeResourceRules: podRules } },
  { name: 'other-name', matchConstraints: { resourceRules: [{ ...podRules[0], resourceNames: ['other'] }] } },
  {
    name: 'other-kind',
    matchConstraints: { resourceRules: [{ ...podRules[0], resources: ['configmaps'] }] },
    refusesOthers: true,
  },
  {
    name: 'other-version',
    policy: { paramKind: { apiVersion: 'apps/v1beta2', kind: 'Deployment' } },
    refusal: "failed to find resource referenced by paramKind: 'apps/v1beta2, Kind=Deployment'",
  },
  {
    name: 'no-params-deny',
    policy: ofConfigMaps,
    binding: { paramRef: { name: 'none', parameterNotFoundAction: 'Deny' } },
    refusal: 'no params found for policy binding with `Deny` parameterNotFoundAction',
    byParams: true,
  },
  { name: 'no-params-allow', policy: ofConfigMaps, binding: { paramRef: { ...params, name: 'none' } } },
  {
    name: 'namespace-of-cluster-kind',
    policy: ofPriorities,
    binding: { paramRef: { ...params, namespace: 'default' } },
    refusal: 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    byParams: true,
  },
  {
    name: 'namespace-elsewhere',
    policy: ofPriorities,
    binding: {
      paramRef: { ...params, namespace: 'default' },
      matchResources: { namespaceSelector: { matchLabels: { team: 'none' } } },
    },
  },
  { name: 'no-kind', policy: { paramKind: null }, binding: { paramRef: null } },
];

/** `validating-refuses` */
export function toName(kind: PolicyKind, { name }: PolicyCase): string {
  return `${kind.toLowerCase()}-${name}`;
}

/** The manifests of a case, with a policy of this kind. */
export function toManifests(kind: PolicyKind, one: PolicyCase): Manifest[] {
  const name = toName(kind, one);
  const isValidating = kind === 'Validating';
  const spec = {
    failurePolicy: 'Fail',
    paramKind: missingKind,
    ...(isValidating ? { validations: [{ expression: 'true' }] } : mutates),
    ...one.policy,
    matchConstraints: {
      resourceRules: podRules,
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
      ...one.matchConstraints,
    },
  };
  const manifests = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    { apiVersion, kind: `${kind}AdmissionPolicy`, metadata: { name }, spec },
  ];
  if (one.binding === null) return manifests;
  const { validationActions = ['Deny'], ...more } = one.binding ?? {};
  const bound = { policyName: name, paramRef: params, ...more, ...(isValidating ? { validationActions } : {}) };
  return [...manifests, { apiVersion, kind: `${kind}AdmissionPolicyBinding`, metadata: { name }, spec: bound }];
}

const mutates = {
  reinvocationPolicy: 'Never',
  mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
};

/** The CRD of {@link missingKind}. */
export const limitCrdObject: Manifest = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: limitCrd },
  spec: {
    group: 'rules.example.com',
    names: { kind: 'Limit', listKind: 'LimitList', plural: 'limits', singular: 'limit' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
