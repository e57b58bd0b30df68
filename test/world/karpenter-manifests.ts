import { aBudgetObject, aConfigMapObject, aPodObject } from './manifests.ts';

type Json = Record<string, unknown>;

/** Karpenter's controller as its chart installs it: Deployment, PodDisruptionBudget, ServiceAccount, Service, pods. */

interface KarpenterOptions {
  /** The release, without a `v`. */
  version: string;
  namespace?: string;
  /** The whole image; the chart's image for the version by default. */
  image?: string;
  replicas?: number;
  /** Environment variables; an object is the variable's `valueFrom`. */
  env?: Readonly<Record<string, string | Json>>;
  args?: readonly string[];
  envFrom?: readonly Json[];
  /** The role in the ServiceAccount's annotation, for IRSA. */
  roleArn?: string;
  /** Nodes that its pods run on; one pod on each. */
  nodes?: readonly string[];
  /** Credential variables that EKS adds to the pods; by default IRSA's with `roleArn`, otherwise EKS Pod Identity's. */
  credentials?: readonly Json[];
  labels?: Readonly<Record<string, string>>;
}

/** Ports for metrics, and for the webhooks of versions that have them. */
const servicePorts = [
  { name: 'http-metrics', port: 8000 },
  { name: 'https-webhook', port: 8443 },
];

const instanceLabels = { 'app.kubernetes.io/name': 'karpenter', 'app.kubernetes.io/instance': 'karpenter' };

/** The image tag, which has a `v` before 0.35. */
export function karpenterTag(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 0 && minor < 35 ? `v${version}` : version;
}

export function karpenterObjects(options: KarpenterOptions): Json[] {
  const { version, namespace = 'kube-system', roleArn, nodes = [] } = options;
  const annotations = roleArn === undefined ? {} : { 'eks.amazonaws.com/role-arn': roleArn };
  return [
    karpenterDeploymentObject(options),
    aBudgetObject(`${namespace}/karpenter`, { maxUnavailable: 1, selector: { matchLabels: instanceLabels } }),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name: 'karpenter', annotations } },
    { apiVersion: 'v1', kind: 'Service', metadata: { namespace, name: 'karpenter' }, spec: { ports: servicePorts } },
    ...nodes.map((node, index) =>
      karpenterPodObject(`${namespace}/karpenter-${toTemplateHash(version)}-${index}`, node, options),
    ),
  ];
}

export function karpenterDeploymentObject(options: KarpenterOptions): Json {
  const { version, namespace = 'kube-system', replicas = 2, env = {}, args, envFrom, labels } = options;
  const image = options.image ?? `public.ecr.aws/karpenter/controller:${karpenterTag(version)}`;
  const chart = {
    'helm.sh/chart': `karpenter-${karpenterTag(version)}`,
    'app.kubernetes.io/version': version,
    'app.kubernetes.io/managed-by': 'Helm',
  };
  const variables = { KUBERNETES_MIN_VERSION: '1.19.0-0', KARPENTER_SERVICE: 'karpenter', ...env };
  const controller = {
    name: 'controller',
    image,
    env: Object.entries(variables).map(([name, value]) =>
      typeof value === 'string' ? { name, value } : { name, valueFrom: value },
    ),
    ...(args === undefined ? {} : { args }),
    ...(envFrom === undefined ? {} : { envFrom }),
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      namespace,
      name: 'karpenter',
      labels: labels ?? { ...instanceLabels, ...chart },
      annotations: { 'meta.helm.sh/release-name': 'karpenter', 'meta.helm.sh/release-namespace': namespace },
    },
    spec: {
      replicas,
      selector: { matchLabels: instanceLabels },
      template: {
        metadata: { labels: instanceLabels },
        spec: { serviceAccountName: 'karpenter', containers: [controller] },
      },
    },
  };
}

/** A string that differs between versions and stands in for a pod template's hash. */
function toTemplateHash(version: string): string {
  return `7d${version.replaceAll('.', 'f')}`;
}

export function karpenterPodObject(path: string, node: string, options: KarpenterOptions): Json {
  const hash = toTemplateHash(options.version);
  const pod = aPodObject(
    path,
    node,
    { kind: 'ReplicaSet', name: `karpenter-${hash}`, hash },
    {
      labels: instanceLabels,
    },
  ) as { spec: { containers: Json[] } };
  const env = options.credentials ?? buildCredentialVariables(options.roleArn);
  return { ...pod, spec: { ...pod.spec, containers: pod.spec.containers.map((container) => ({ ...container, env })) } };
}

/** Variables that EKS's webhook adds to a pod. */
function buildCredentialVariables(roleArn: string | undefined): Json[] {
  return roleArn === undefined
    ? [{ name: 'AWS_CONTAINER_CREDENTIALS_FULL_URI', value: 'http://169.254.170.23/v1/credentials' }]
    : [
        { name: 'AWS_ROLE_ARN', value: roleArn },
        { name: 'AWS_WEB_IDENTITY_TOKEN_FILE', value: '/var/run/secrets/eks.amazonaws.com/serviceaccount/token' },
      ];
}

/** The ConfigMap with the settings of Karpenter 0.19 to 0.32. */
export function karpenterSettingsObject(namespace: string, data: Record<string, string>): Json {
  return aConfigMapObject(`${namespace}/karpenter-global-settings`, data);
}
