import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { conditionReason, kind, moment } from './public-texts.ts';

/** What a cluster adds to the API: CRDs, aggregated APIs, admission webhooks, and the Services that answer for them. */

/** `v1beta1`; authors of CRDs may choose other names. */
const version = () => publicText(/^v\d+(?:(?:alpha|beta)\d+)?$/, ['*']);

const calledService = z.object({ namespace: name('ns'), name: name('app'), port: z.number() });
export type CalledService = z.infer<typeof calledService>;

/** The endpoint that the API server calls, and the expiry of the CA that the API server trusts there. */
const client = {
  /** Null if the API server calls a URL, or nothing. */
  service: z.nullable(calledService),
  /** `control-plane`: EKS runs the webhook in the control plane. Omitted if `service` is set, or nothing is called. */
  url: z.exactOptional(z.enum(['control-plane', 'elsewhere'])),
  /** When the last certificate of the CA bundle expires; null if none is readable. Omitted without a bundle. */
  caExpires: z.exactOptional(z.nullable(moment())),
};

const crdVersion = z.object({
  name: version(),
  served: z.boolean(),
  /** Objects are written in this version. */
  storage: z.boolean(),
  /** The CRD marks the version as deprecated. Omitted otherwise. */
  deprecated: z.exactOptional(z.literal(true)),
  /** The warning that the API server returns to clients that request it. */
  deprecationWarning: z.exactOptional(prose()),
});

/** All CRDs, without their schemas. */
export const crds = z.array(
  z.object({
    /** `certificates.cert-manager.io` */
    name: name('host'),
    group: name('host'),
    kind: kind(),
    plural: name('word'),
    /** In the CRD's order. */
    versions: z.array(crdVersion),
    /** Versions in which objects may be stored: `status.storedVersions`. */
    storedVersions: z.array(version()),
    conversion: z.object({ strategy: publicText(['None', 'Webhook']), ...client }),
    /** Omitted if the CRD has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    owner: z.exactOptional(objectOwner),
  }),
);
export type Crd = z.infer<typeof crds>[number];

/** APIServices: which server serves each group and version of the API. */
export const apiServices = z.array(
  z.object({
    /** `v1beta1.metrics.k8s.io` */
    name: name('host'),
    /** The Service of the aggregated API server; null: the API server itself. */
    service: z.nullable(z.object({ namespace: name('ns'), name: name('app') })),
    /** The condition Available; null if it is missing. */
    available: z.nullable(
      z.object({
        status: publicText(['True', 'False', 'Unknown']),
        reason: z.nullable(conditionReason()),
        message: z.nullable(prose()),
      }),
    ),
    /** When the CA bundle expires, as for a webhook. */
    caExpires: client.caExpires,
    owner: z.exactOptional(objectOwner),
  }),
);
export type ApiService = z.infer<typeof apiServices>[number];

/** Groups that nodes and system pods depend on, and groups that lose versions. Redaction hides all others. */
const group = () =>
  publicText(
    `admissionregistration.k8s.io apiextensions.k8s.io apiregistration.k8s.io apps autoscaling batch
     certificates.k8s.io coordination.k8s.io discovery.k8s.io events.k8s.io extensions flowcontrol.apiserver.k8s.io
     networking.k8s.io node.k8s.io policy rbac.authorization.k8s.io resource.k8s.io scheduling.k8s.io
     storage.k8s.io`.split(/\s+/),
    ['', '*'],
  );
const resource = () =>
  publicText(
    { table: 'api-removals' },
    `* */* nodes nodes/* nodes/status pods pods/* pods/binding pods/eviction pods/exec pods/status leases leases/*
     services configmaps secrets namespaces endpoints events serviceaccounts persistentvolumeclaims
     deployments/scale statefulsets/scale replicasets/scale`.split(/\s+/),
  );

const rule = z.object({
  apiGroups: z.array(group()),
  apiVersions: z.array(version()),
  /** Resources, or subresources such as `pods/eviction`; a `*` before or after the slash matches any name. */
  resources: z.array(resource()),
  operations: z.array(publicText(['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'])),
  scope: z.enum(['Cluster', 'Namespaced', '*']),
});
export type WebhookRule = z.infer<typeof rule>;

/** Which existing namespaces its namespaceSelector selects; null if the namespaces could not be read. */
const selectedNamespaces = z.nullable(
  z.object({
    kubeSystem: z.boolean(),
    kubeNodeLease: z.boolean(),
    any: z.boolean(),
    /**
     * Whether the selected namespaces have pods that a failure of the webhook affects: any pod if the webhook
     * intercepts evictions or deletions and `objects` is not `some`; otherwise only pods that a controller
     * recreates and that the objectSelector selects. Null if pods or namespaces could not be read. Omitted if a
     * failure affects no requests for pods, or if the webhook selects all namespaces and `objects` is not `some`.
     */
    pods: z.exactOptional(z.nullable(z.boolean())),
    /** The number of selected namespaces, and the names of the first ten. Omitted without a namespaceSelector. */
    selected: z.exactOptional(z.object({ count: z.number(), names: z.array(name('ns')) })),
  }),
);

/** `all` without an objectSelector, `most` if the objectSelector matches objects without labels, else `some`. */
const selectedObjects = z.enum(['all', 'most', 'some']);

/** Every webhook of every ValidatingWebhookConfiguration and MutatingWebhookConfiguration. */
export const admissionWebhooks = z.array(
  z.object({
    kind: z.enum(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']),
    configuration: name('app'),
    owner: z.exactOptional(objectOwner),
    name: name('host'),
    /** `Fail`: a request is rejected if the webhook does not answer. */
    failurePolicy: z.enum(['Fail', 'Ignore']),
    matchPolicy: z.enum(['Exact', 'Equivalent']),
    timeoutSeconds: z.number(),
    rules: z.array(rule),
    namespaces: selectedNamespaces,
    objects: selectedObjects,
    /** The webhook has matchConditions, which are not evaluated. */
    conditional: z.boolean(),
    /**
     * Of the pods in the namespace of its Service, those whose replacement it intercepts. Null if pods or namespaces
     * could not be read. Omitted if it has no Service, its failure rejects no new pod, and in older inventories.
     */
    guardedPods: z.exactOptional(z.nullable(z.array(name('app')))),
    ...client,
  }),
);
export type AdmissionWebhook = z.infer<typeof admissionWebhooks>[number];

/** The Services that admission webhooks and the conversion webhooks of CRDs call, each once. */
export const webhookServices = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Its ports, each with its number of ready endpoints (null if unknown); null if the Service does not exist. */
    ports: z.nullable(
      z.array(
        z.object({
          port: z.number(),
          ready: z.nullable(z.number()),
          /** The pods of its ready endpoints; omitted if unknown, if an endpoint is no pod, and in older inventories. */
          pods: z.exactOptional(z.array(name('app'))),
        }),
      ),
    ),
    /** The Service is of type ExternalName, which has no endpoints. */
    external: z.boolean(),
  }),
);
export type WebhookService = z.infer<typeof webhookServices>[number];

/** ValidatingAdmissionPolicies and MutatingAdmissionPolicies. */
export const admissionPolicies = z.object({
  /** The number of all policies. */
  read: z.number(),
  /** Those with a paramKind, `failurePolicy: Fail` and a binding: without it, the API server does not evaluate a policy. */
  policies: z.array(
    z.object({
      kind: z.enum(['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']),
      name: name('app'),
      owner: z.exactOptional(objectOwner),
      matchPolicy: z.enum(['Exact', 'Equivalent']),
      /** Without rules for objects of certain names. */
      rules: z.array(rule),
      /** Rules for requests to which the policy does not apply; omitted if there are none. */
      excluded: z.exactOptional(z.array(rule)),
      namespaces: selectedNamespaces,
      objects: selectedObjects,
      paramKind: z.object({
        group: group(),
        version: version(),
        kind: publicText({ table: 'api-removals' }, ['ConfigMap', 'Secret', 'Namespace', 'Node', 'Service']),
        /** Whether discovery shows the kind; null if that could not be read. */
        served: z.nullable(z.boolean()),
      }),
      bindings: z.array(name('app')),
    }),
  ),
});
export type AdmissionPolicy = z.infer<typeof admissionPolicies>['policies'][number];
