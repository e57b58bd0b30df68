import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { objectOwner } from './owner.ts';
import { kind, moment } from './public-texts.ts';

/** What a cluster adds to the API: CRDs, aggregated APIs, admission webhooks, and the Services that answer for them. */

/** `v1beta1`; owners may name versions as they like. */
const version = () => publicText(/^v\d+(?:(?:alpha|beta)\d+)?$/, ['*']);

const calledService = z.object({ namespace: name('ns'), name: name('app'), port: z.number() });
export type CalledService = z.infer<typeof calledService>;

/** What the API server calls, and the CA that it trusts there. */
const client = {
  /** Null: the API server calls a URL, or nothing. */
  service: z.nullable(calledService),
  /** `control-plane`: EKS's own webhooks, which it runs there. Left out: the API server calls a Service, or nothing. */
  url: z.exactOptional(z.enum(['control-plane', 'elsewhere'])),
  /** When the last certificate of the CA bundle expires; null: it holds no certificate that can be read. Left out: no bundle. */
  caExpires: z.exactOptional(z.nullable(moment())),
};

const crdVersion = z.object({
  name: version(),
  served: z.boolean(),
  /** The version that is written now. */
  storage: z.boolean(),
  /** The CRD itself calls it deprecated. Left out: it does not. */
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
    /** Left out: no release, Argo CD or Flux has left a mark. */
    owner: z.exactOptional(objectOwner),
  }),
);
export type Crd = z.infer<typeof crds>[number];

/** APIServices: which group and version of the API is served by whom. */
export const apiServices = z.array(
  z.object({
    /** `v1beta1.metrics.k8s.io` */
    name: name('host'),
    /** Null: the API server itself. */
    service: z.nullable(z.object({ namespace: name('ns'), name: name('app') })),
    /** Its condition Available; null: it has none. */
    available: z.nullable(
      z.object({
        status: publicText(['True', 'False', 'Unknown']),
        reason: z.nullable(prose()),
        message: z.nullable(prose()),
      }),
    ),
    /** As of a webhook. */
    caExpires: client.caExpires,
    owner: z.exactOptional(objectOwner),
  }),
);
export type ApiService = z.infer<typeof apiServices>[number];

/** Groups whose objects make nodes and system pods run, and those that lose versions; others are their owners'. */
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
  /** With subresources: `pods/eviction`, `*`, `*` + `/*`. */
  resources: z.array(resource()),
  operations: z.array(publicText(['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'])),
  scope: z.enum(['Cluster', 'Namespaced', '*']),
});
export type WebhookRule = z.infer<typeof rule>;

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
    /** Of the existing namespaces, what its namespaceSelector selects; null: they could not be read. */
    namespaces: z.nullable(
      z.object({
        kubeSystem: z.boolean(),
        kubeNodeLease: z.boolean(),
        any: z.boolean(),
        /**
         * Any of them has pods that its rules concern: any pod for evictions and deletions, otherwise pods that a
         * controller recreates and that its objectSelector selects. Null: pods could not be read. Left out: it selects
         * all, or no request for pods.
         */
        pods: z.exactOptional(z.nullable(z.boolean())),
        /** How many there are, and the names of the first ten. Left out: it selects all. */
        selected: z.exactOptional(z.object({ count: z.number(), names: z.array(name('ns')) })),
      }),
    ),
    /** Its objectSelector: none (`all`), one that objects without labels meet (`most`), or another one (`some`). */
    objects: z.enum(['all', 'most', 'some']),
    /** It has matchConditions, which are not evaluated. */
    conditional: z.boolean(),
    ...client,
  }),
);
export type AdmissionWebhook = z.infer<typeof admissionWebhooks>[number];

/** The Services that admission webhooks and the conversion webhooks of CRDs call, each once. */
export const webhookServices = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Its ports, each with the ready endpoints that offer it (null: they could not be read); null: no such Service exists. */
    ports: z.nullable(z.array(z.object({ port: z.number(), ready: z.nullable(z.number()) }))),
    /** Of type ExternalName: it has no endpoints. */
    external: z.boolean(),
  }),
);
export type WebhookService = z.infer<typeof webhookServices>[number];
