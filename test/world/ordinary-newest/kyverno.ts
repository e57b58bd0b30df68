import { aConfigurationObject, aWebhookObject } from '../api-extensions.ts';
import { buildCrdObjects, type CrdGroup } from '../ordinary-team/crds.ts';
import { delivered, type Delivery } from '../ordinary-team/delivery.ts';
import { endpointSliceObject } from '../ordinary-team/endpoint-slices.ts';
import { programObjects } from '../ordinary-team/programs.ts';

type Json = Record<string, unknown>;

/** Kyverno 1.19.0 of chart 3.9.0 for high availability, with policies that fail closed and cover pods of every team. */

const namespace = 'kyverno';
const helm: Delivery = { name: namespace, namespace, by: 'helm' };
const byArgo: Delivery = { name: 'kyverno-policies', namespace, by: 'argo' };
const release = {
  'helm.sh/chart': 'kyverno-3.9.0',
  'app.kubernetes.io/managed-by': 'Helm',
  'app.kubernetes.io/version': '3.9.0',
};
const buildSelector = (component: string) => ({
  'app.kubernetes.io/component': component,
  'app.kubernetes.io/instance': namespace,
  'app.kubernetes.io/part-of': namespace,
});

const policyKinds = ['Validating', 'ImageValidating', 'Generating', 'Mutating', 'Deleting'];
const both = ['v2', 'v2beta1'];
export const kyvernoCrds: readonly CrdGroup[] = [
  [
    'kyverno.io',
    [
      ['ClusterPolicy', 'clusterpolicies', ['v1', 'v2beta1'], 'Cluster'],
      ['Policy', 'policies', ['v1', 'v2beta1']],
      ['CleanupPolicy', 'cleanuppolicies', both],
      ['ClusterCleanupPolicy', 'clustercleanuppolicies', both, 'Cluster'],
      ['GlobalContextEntry', 'globalcontextentries', ['v2beta1', 'v2', 'v2alpha1'], 'Cluster'],
      ['PolicyException', 'policyexceptions', both],
      ['UpdateRequest', 'updaterequests', ['v2']],
    ],
  ],
  [
    'policies.kyverno.io',
    [
      ...policyKinds.map((kind) => policyRow(kind, 'Cluster')),
      ...policyKinds.map((kind) => policyRow(`Namespaced${kind}`, 'Namespaced')),
      ['PolicyException', 'policyexceptions', ['v1', 'v1beta1', 'v1alpha1']],
    ],
  ],
  [
    'reports.kyverno.io',
    [
      ['ClusterEphemeralReport', 'clusterephemeralreports', ['v1'], 'Cluster'],
      ['EphemeralReport', 'ephemeralreports', ['v1']],
    ],
  ],
  [
    'wgpolicyk8s.io',
    [
      ['ClusterPolicyReport', 'clusterpolicyreports', ['v1alpha2'], 'Cluster'],
      ['PolicyReport', 'policyreports', ['v1alpha2']],
    ],
  ],
];

function policyRow(kind: string, scope: 'Cluster' | 'Namespaced'): CrdGroup[1][number] {
  const versions = scope === 'Cluster' ? ['v1', 'v1beta1', 'v1alpha1'] : ['v1', 'v1beta1'];
  return [`${kind}Policy`, `${kind.toLowerCase()}policies`, versions, scope];
}

/** @param nodes three nodes, one in each zone */
export function kyvernoObjects(nodes: readonly string[]): Json[] {
  return [
    ...buildCrdObjects(helm, kyvernoCrds),
    ...controllerObjects('admission-controller', 'kyverno', nodes),
    ...controllerObjects('background-controller', 'background-controller', nodes.slice(0, 2)),
    ...controllerObjects('cleanup-controller', 'cleanup-controller', nodes.slice(1)),
    ...controllerObjects('reports-controller', 'reports-controller', nodes.slice(0, 2)),
    ...serviceObjects('kyverno-svc', 'admission-controller', nodes),
    ...serviceObjects('kyverno-cleanup-controller', 'cleanup-controller', nodes.slice(1)),
    ...mutating.map((hook) => webhookObject('Mutating', hook)),
    ...validating.map((hook) => webhookObject('Validating', hook)),
    ...['disallow-host-namespaces', 'disallow-privileged-containers', 'require-run-as-nonroot'].map(policyObject),
  ];
}

function controllerObjects(component: string, image: string, nodes: readonly string[]): Json[] {
  const name = `kyverno-${component}`;
  const pulled = (of: string) => `reg.kyverno.io/kyverno/${of}:v1.19.0`;
  const isAdmission = component === 'admission-controller';
  const labels = { ...release, ...buildSelector(component), 'app.kubernetes.io/name': name };
  const health = (path: string) => ({ httpGet: { path: `/health/${path}`, port: 9443, scheme: 'HTTPS' } });
  const probes = { livenessProbe: health('liveness'), readinessProbe: health('readiness') };
  return programObjects(helm, {
    kind: 'Deployment',
    path: `${namespace}/${name}`,
    labels,
    selector: buildSelector(component),
    podLabels: labels,
    serviceAccount: name,
    ...(isAdmission ? { initContainers: [{ name: 'kyverno-pre', image: pulled('kyvernopre') }] } : {}),
    containers: [
      {
        name: isAdmission ? 'kyverno' : 'controller',
        image: pulled(image),
        ...(isAdmission
          ? { args: ['--servicePort=443', '--webhookServerPort=9443', '--generateValidatingAdmissionPolicy=true'] }
          : {}),
        ...(isAdmission || component === 'cleanup-controller' ? probes : {}),
      },
    ],
    budget: { minAvailable: nodes.length - 1 },
    podSpec: {
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              podAffinityTerm: {
                labelSelector: {
                  matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: [component] }],
                },
                topologyKey: 'kubernetes.io/hostname',
              },
            },
          ],
        },
      },
    },
    nodes,
  });
}

function serviceObjects(service: string, component: string, nodes: readonly string[]): Json[] {
  const ports = [{ name: 'https', port: 443, targetPort: 'https', protocol: 'TCP', appProtocol: 'https' }];
  const path = `${namespace}/${service}`;
  const spec = { type: 'ClusterIP', selector: buildSelector(component), ports };
  const labels = { ...release, ...buildSelector(component) };
  return [
    delivered(helm, ['v1', 'Service'], path, { labels, spec }),
    endpointSliceObject(path, nodes, { name: 'https', port: 9443 }),
  ];
}

const written = ['CREATE', 'UPDATE'];
const exceptions = ['policyexceptions'];
const always = [...written, 'DELETE', 'CONNECT'];
const rule = (
  group: string,
  versions: readonly string[],
  resources: readonly string[],
  operations = written,
): Json => ({
  apiGroups: [group],
  apiVersions: versions,
  resources,
  operations,
  scope: '*',
});

const everyNamespaceButTwo = {
  matchExpressions: ['kube-system', 'kyverno'].map((name) => ({
    key: 'kubernetes.io/metadata.name',
    operator: 'NotIn',
    values: [name],
  })),
};
const ofPolicies = policyKinds.flatMap((kind) => [
  rule('policies.kyverno.io', ['v1alpha1', 'v1beta1', 'v1'], [`${kind.toLowerCase()}policies`]),
  ...(kind === 'Deleting'
    ? []
    : [rule('policies.kyverno.io', ['v1beta1', 'v1'], [`namespaced${kind.toLowerCase()}policies`])]),
]);
const policyRule = rule('kyverno.io', ['v1', 'v2beta1'], ['clusterpolicies', 'policies']);
const ofPods = [
  rule('', ['v1'], ['pods', 'pods/ephemeralcontainers', 'replicationcontrollers'], always),
  rule('apps', ['v1'], ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], always),
  rule('batch', ['v1'], ['cronjobs', 'jobs'], always),
].map((one) => ({ ...one, scope: 'Namespaced' }));
const own = 'kyverno-svc.kyverno.svc';
const cleanup = 'kyverno-cleanup-controller.kyverno.svc';
const reinvoked = { reinvocationPolicy: 'IfNeeded', sideEffects: 'NoneOnDryRun' };

type Hook = readonly [configuration: string, name: string, path: string, rules: readonly Json[], more?: Json];
const mutating: readonly Hook[] = [
  [
    'verify-mutating',
    'monitor-webhooks.kyverno.svc',
    '/verifymutate',
    [rule('coordination.k8s.io', ['v1'], ['leases'], ['UPDATE'])],
    {
      ...reinvoked,
      failurePolicy: 'Ignore',
      objectSelector: { matchLabels: { 'app.kubernetes.io/name': 'kyverno' } },
    },
  ],
  ['policy-mutating', 'mutate-policy.kyverno.svc', '/policymutate', [policyRule], reinvoked],
];
const validating: readonly Hook[] = [
  [
    'resource-validating',
    'validate.kyverno.svc-fail',
    '/validate/fail',
    ofPods,
    { namespaceSelector: everyNamespaceButTwo, sideEffects: 'NoneOnDryRun' },
  ],
  ['policy-validating', 'validate-policy.kyverno.svc', '/policyvalidate', [policyRule, ...ofPolicies]],
  ['exception-validating', own, '/exceptionvalidate', [rule('kyverno.io', ['v2alpha1', 'v2beta1'], exceptions)]],
  ['cel-exception-validating', own, '/celexception/validate', [rule('policies.kyverno.io', ['v1alpha1'], exceptions)]],
  [
    'global-context-validating',
    own,
    '/globalcontextvalidate',
    [rule('kyverno.io', ['v2alpha1'], ['globalcontextentries'])],
  ],
  [
    'cleanup-validating',
    cleanup,
    '/validate',
    [rule('kyverno.io', ['v2beta1'], ['cleanuppolicies/*', 'clustercleanuppolicies/*'])],
  ],
  [
    'ttl-validating',
    cleanup,
    '/verifyttl',
    [rule('*', ['*'], ['*'])],
    {
      failurePolicy: 'Ignore',
      objectSelector: { matchExpressions: [{ key: 'cleanup.kyverno.io/ttl', operator: 'Exists' }] },
    },
  ],
];

function webhookObject(kind: 'Mutating' | 'Validating', [part, name, path, rules, more = {}]: Hook): Json {
  const service = name === cleanup ? 'kyverno-cleanup-controller' : 'kyverno-svc';
  const webhook = aWebhookObject(name, { calls: `${namespace}/${service}`, rules, more });
  const { service: target, ...config } = webhook['clientConfig'] as { service: Json };
  const clientConfig = { ...config, service: { ...target, path, port: 443 } };
  const configuration = `kyverno-${part}-webhook-cfg`;
  return {
    ...aConfigurationObject(kind, configuration, [{ ...webhook, clientConfig }]),
    metadata: {
      name: configuration,
      labels: { 'webhook.kyverno.io/managed-by': 'kyverno' },
      annotations: { 'admissions.enforcer/disabled': 'true' },
    },
  };
}

function policyObject(name: string): Json {
  return delivered(byArgo, ['kyverno.io/v1', 'ClusterPolicy'], name, {
    annotations: { 'policies.kyverno.io/category': 'Pod Security Standards', 'policies.kyverno.io/subject': 'Pod' },
    spec: {
      background: true,
      failurePolicy: 'Fail',
      validationFailureAction: 'Enforce',
      rules: [
        { name, match: { any: [{ resources: { kinds: ['Pod'] } }] }, validate: { message: 'refused', pattern: {} } },
      ],
    },
  });
}
