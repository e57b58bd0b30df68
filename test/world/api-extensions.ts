import { readFileSync } from 'node:fs';

type Json = Record<string, unknown>;

/** A CA that is valid for 30 years, encoded as in a webhook's `clientConfig`. */
export const caBundle = readFileSync(new URL('tls/ca.pem', import.meta.url)).toString('base64');

/** Extensions of a cluster's API, in the API's own shape: APIServices, CRDs, webhooks, and the Services they call. */

const admission = 'admissionregistration.k8s.io/v1';

export function aWebhookRule(group: string, resources: readonly string[], operations: readonly string[]): Json {
  return { apiGroups: [group], apiVersions: ['v1'], operations, resources, scope: '*' };
}

interface WebhookOptions {
  /** What the webhook calls: `namespace/service`, or an `https:` URL. */
  calls: string;
  rules: readonly Json[];
  failurePolicy?: 'Fail' | 'Ignore';
  /** Other fields of the webhook. */
  more?: Json;
}

/** A webhook as the API server returns it, with default values filled in. */
export function aWebhookObject(
  name: string,
  { calls, rules, failurePolicy = 'Fail', more = {} }: WebhookOptions,
): Json {
  const [namespace, service] = calls.split('/');
  return {
    name,
    clientConfig: {
      ...(calls.startsWith('https:') ? { url: calls } : { service: { namespace, name: service, path: '/' } }),
      caBundle,
    },
    rules,
    failurePolicy,
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    sideEffects: 'None',
    timeoutSeconds: 10,
    admissionReviewVersions: ['v1'],
    ...more,
  };
}

export function aConfigurationObject(kind: 'Validating' | 'Mutating', name: string, webhooks: readonly Json[]): Json {
  return { apiVersion: admission, kind: `${kind}WebhookConfiguration`, metadata: { name }, webhooks };
}

/**
 * The webhooks that EKS adds to every cluster. They run in the control plane, so the API server calls them by URL.
 * Sources: https://repost.aws/knowledge-center/eks-troubleshoot-irsa-errors (pod-identity-webhook) and
 * github.com/aws/amazon-vpc-resource-controller-k8s config/webhook/manifests.yaml (the others). That the others are
 * called by URL is inferred from metrics of kube-state-metrics, which show no Service for them. Their port is
 * reconstructed.
 */
export function eksWebhookObjects(): Json[] {
  const pods = (...operations: string[]) => [aWebhookRule('', ['pods'], operations)];
  const ownUrl = (path: string) => `https://127.0.0.1:9443/${path}`;
  const failurePolicy = 'Ignore';
  return [
    aConfigurationObject('Mutating', 'pod-identity-webhook', [
      aWebhookObject('iam-for-pods.amazonaws.com', {
        calls: 'https://127.0.0.1:23443/mutate',
        rules: pods('CREATE'),
        failurePolicy,
        more: {
          objectSelector: {
            matchExpressions: [{ key: 'eks.amazonaws.com/skip-pod-identity-webhook', operator: 'DoesNotExist' }],
          },
          reinvocationPolicy: 'IfNeeded',
          admissionReviewVersions: ['v1beta1'],
        },
      }),
    ]),
    aConfigurationObject('Mutating', 'vpc-resource-mutating-webhook', [
      aWebhookObject('mpod.vpc.k8s.aws', {
        calls: ownUrl('mutate-v1-pod'),
        rules: pods('CREATE'),
        failurePolicy,
        more: { reinvocationPolicy: 'Never' },
      }),
    ]),
    aConfigurationObject('Validating', 'vpc-resource-validating-webhook', [
      aWebhookObject('vpod.vpc.k8s.aws', {
        calls: ownUrl('validate-v1-pod'),
        rules: pods('CREATE', 'UPDATE'),
        failurePolicy,
      }),
      aWebhookObject('vnode.vpc.k8s.aws', {
        calls: ownUrl('validate-v1-node'),
        rules: [aWebhookRule('', ['nodes'], ['UPDATE'])],
        failurePolicy,
      }),
    ]),
  ];
}

/**
 * A Service on port 443, and the slice that the endpoint slice controller creates for its pods.
 * @param pods names of the pods behind the endpoints
 */
export function aServedService(path: string, ready: number, pods: readonly string[] = []): Json[] {
  const [namespace = '', name = ''] = path.split('/');
  const ports = [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 9443 }];
  return [
    { apiVersion: 'v1', kind: 'Service', metadata: { namespace, name }, spec: { selector: { app: name }, ports } },
    anEndpointSlice(path, ready, pods),
  ];
}

/**
 * The slice of a Service whose pods listen on 9443.
 * Source: https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/
 */
function anEndpointSlice(path: string, ready: number, pods: readonly string[]): Json {
  const [namespace = '', name = ''] = path.split('/');
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      namespace,
      name: `${name}-x7k2p`,
      labels: {
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': name,
      },
    },
    addressType: 'IPv4',
    endpoints: Array.from({ length: ready }, (_, index) => ({
      addresses: [`10.0.32.${index + 10}`],
      conditions: { ready: true, serving: true, terminating: false },
      ...(pods[index] === undefined ? {} : { targetRef: { kind: 'Pod', namespace, name: pods[index] } }),
    })),
    ports: [{ name: 'https', port: 9443, protocol: 'TCP' }],
  };
}

/** An APIService with a condition; without a Service, the API server itself serves it. */
export function anApiService(name: string, service?: string, condition: Json = buildAvailableCondition(service)): Json {
  const [version = '', ...group] = name.split('.');
  const [namespace, target] = (service ?? '').split('/');
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name },
    spec: {
      group: group.join('.'),
      version,
      groupPriorityMinimum: 100,
      versionPriority: 100,
      ...(service === undefined
        ? {}
        : { insecureSkipTLSVerify: true, service: { namespace, name: target, port: 443 } }),
    },
    status: { conditions: [{ type: 'Available', lastTransitionTime: '2026-11-02T08:00:00Z', ...condition }] },
  };
}

/** Source: k8s.io/kube-aggregator, pkg/controllers/status. */
function buildAvailableCondition(service: string | undefined): Json {
  return service === undefined
    ? { status: 'True', reason: 'Local', message: 'Local APIServices are always available' }
    : { status: 'True', reason: 'Passed', message: 'all checks passed' };
}

interface CrdOptions {
  kind: string;
  versions?: readonly Json[];
  storedVersions?: readonly string[];
  conversion?: Json;
}

/** A CRD named `plural.group` whose schema accepts everything; by default with v1alpha1 alone. */
export function aCrdObject(name: string, { kind, versions, storedVersions, conversion }: CrdOptions): Json {
  const [plural = '', ...group] = name.split('.');
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const all = versions ?? [{ name: 'v1alpha1', served: true, storage: true }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group: group.join('.'),
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Cluster',
      versions: all.map((version) => ({ ...version, schema })),
      ...(conversion === undefined ? {} : { conversion }),
    },
    status: { storedVersions: storedVersions ?? ['v1alpha1'] },
  };
}

/**
 * API extensions of a healthy cluster: EKS's own webhooks, two webhooks with ready backends, two local APIServices, an
 * aggregated API, three CRDs.
 */
export function healthyApiExtensions(): Json[] {
  const always = ['CREATE', 'UPDATE'];
  const rules = (group: string, resource: string) => [aWebhookRule(group, [resource], always)];
  return [
    ...eksWebhookObjects(),
    aConfigurationObject('Validating', 'aws-load-balancer-webhook', [
      aWebhookObject('vtargetgroupbinding.elbv2.k8s.aws', {
        calls: 'kube-system/aws-load-balancer-webhook-service',
        rules: rules('elbv2.k8s.aws', 'targetgroupbindings'),
      }),
    ]),
    aConfigurationObject('Validating', 'cert-manager-webhook', [
      aWebhookObject('webhook.cert-manager.io', {
        calls: 'kube-system/cert-manager-webhook',
        rules: rules('cert-manager.io', '*/*'),
        more: {
          namespaceSelector: { matchExpressions: [{ key: 'name', operator: 'NotIn', values: ['cert-manager'] }] },
        },
      }),
    ]),
    ...aServedService('kube-system/aws-load-balancer-webhook-service', 2),
    ...aServedService('kube-system/cert-manager-webhook', 1),
    anApiService('v1.apps'),
    anApiService('v1.batch'),
    anApiService('v1beta1.metrics.k8s.io', 'kube-system/metrics-server'),
    aCrdObject('cninodes.vpcresources.k8s.aws', { kind: 'CNINode' }),
    aCrdObject('eniconfigs.crd.k8s.amazonaws.com', { kind: 'ENIConfig' }),
    aCrdObject('policyendpoints.networking.k8s.aws', { kind: 'PolicyEndpoint' }),
  ];
}
