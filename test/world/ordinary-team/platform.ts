import { chartLabels, delivered, selectorLabels, type Delivery } from './delivery.ts';
import { caBundle } from '../api-extensions.ts';
import { endpointSliceObject } from './endpoint-slices.ts';
import { loadBalancerWebhooks } from './load-balancer-webhooks.ts';
import { programObjects } from './programs.ts';

type Json = Record<string, unknown>;

/** Controllers for load balancers, certificates, DNS names and scaling, from charts with their default values. */

const account = '111122223333';
const irsa = (role: string) => ({ 'eks.amazonaws.com/role-arn': `arn:aws:iam::${account}:role/${role}` });
const http = (path: string, port: number | string) => ({ httpGet: { path, port, scheme: 'HTTP' } });

/** Adds the role that a chart's value sets on its ServiceAccounts. */
export function withRole(objects: readonly Json[], role: string): Json[] {
  return objects.map((object) => {
    if (object['kind'] !== 'ServiceAccount') return object;
    const { annotations, ...metadata } = object['metadata'] as Json & { annotations?: Json };
    return { ...object, metadata: { ...metadata, annotations: { ...annotations, ...irsa(role) } } };
  });
}

/** AWS Load Balancer Controller, chart 1.14.1: two replicas, no PodDisruptionBudget unless a value adds one. */
export function loadBalancerControllerObjects(nodes: readonly string[]): Json[] {
  const name = 'aws-load-balancer-controller';
  const delivery: Delivery = { name, namespace: 'kube-system', by: 'helm' };
  const labels = chartLabels(name, name, `${name}-1.14.1`, 'v2.14.1');
  const program = programObjects(delivery, {
    kind: 'Deployment',
    path: `kube-system/${name}`,
    labels,
    selector: selectorLabels(name, name),
    podAnnotations: { 'prometheus.io/port': '8080', 'prometheus.io/scrape': 'true' },
    serviceAccount: name,
    containers: [
      {
        name,
        image: 'public.ecr.aws/eks/aws-load-balancer-controller:v2.14.1',
        args: ['--cluster-name=prod', '--ingress-class=alb', '--aws-region=eu-west-1', '--aws-vpc-id=vpc-0a1b2c3d'],
        ports: [{ name: 'webhook-server', containerPort: 9443, protocol: 'TCP' }],
        livenessProbe: http('/healthz', 61779),
        readinessProbe: http('/readyz', 61779),
      },
    ],
    volumes: [{ name: 'cert', secret: { defaultMode: 420, secretName: 'aws-load-balancer-tls' } }],
    podSpec: { priorityClassName: 'system-cluster-critical' },
    nodes,
  });
  const service = 'kube-system/aws-load-balancer-webhook-service';
  const serving = { selector: selectorLabels(name, name), ports: [{ port: 443, targetPort: 'webhook-server' }] };
  return [
    ...withRole(program, 'prod-aws-load-balancer-controller'),
    delivered(delivery, ['v1', 'Service'], service, { labels, spec: serving }),
    endpointSliceObject(service, nodes, { name: '', port: 9443 }),
    ...loadBalancerWebhooks(delivery, labels),
    delivered(delivery, ['networking.k8s.io/v1', 'IngressClass'], 'alb', {
      labels,
      spec: { controller: 'ingress.k8s.aws/alb' },
    }),
  ];
}

/** external-dns, chart 1.19.0: one replica, which is stopped before another one starts (`Recreate`). */
export function externalDnsObjects(by: Delivery['by'], nodes: readonly string[]): Json[] {
  const name = 'external-dns';
  return withRole(
    programObjects(
      { name, namespace: name, by },
      {
        kind: 'Deployment',
        path: `${name}/${name}`,
        labels: chartLabels(name, name, 'external-dns-1.19.0', '0.19.0'),
        selector: selectorLabels(name, name),
        serviceAccount: name,
        containers: [
          {
            name,
            image: 'registry.k8s.io/external-dns/external-dns:v0.19.0',
            args: ['--interval=1m', '--source=service', '--source=ingress', '--policy=upsert-only', '--provider=aws'],
            livenessProbe: http('/healthz', 'http'),
            readinessProbe: http('/healthz', 'http'),
          },
        ],
        spec: { strategy: { type: 'Recreate' } },
        nodes,
      },
    ),
    'prod-external-dns',
  );
}

/** cert-manager, chart v1.19.1: three Deployments of one replica; its webhook fails closed. */
export function certManagerObjects(by: Delivery['by'], nodes: readonly [string, string, string]): Json[] {
  const name = 'cert-manager';
  const delivery: Delivery = { name, namespace: name, by };
  const component = (part: string, app: string, image: string, node: string) => {
    const selector = { ...selectorLabels(app, name), 'app.kubernetes.io/component': part };
    const labels = { app, ...selector, ...versionLabels };
    return programObjects(delivery, {
      kind: 'Deployment',
      path: part === 'controller' ? `${name}/${name}` : `${name}/${name}-${part}`,
      labels,
      selector,
      podLabels: { app, ...versionLabels },
      serviceAccount: part === 'controller' ? name : `${name}-${part}`,
      containers: [{ name: `${name}-${part}`, image: `quay.io/jetstack/${image}:v1.19.1`, args: ['--v=2'] }],
      nodes: [node],
    });
  };
  const webhook = {
    name: 'webhook.cert-manager.io',
    rules: [
      {
        apiGroups: ['cert-manager.io', 'acme.cert-manager.io'],
        apiVersions: ['v1'],
        operations: ['CREATE', 'UPDATE'],
        resources: ['*/*'],
      },
    ],
    admissionReviewVersions: ['v1'],
    matchPolicy: 'Equivalent',
    timeoutSeconds: 30,
    failurePolicy: 'Fail',
    sideEffects: 'None',
    clientConfig: { service: { name: 'cert-manager-webhook', namespace: name, path: '/validate' }, caBundle },
  };
  return [
    ...component('controller', name, 'cert-manager-controller', nodes[0]),
    ...component('cainjector', 'cainjector', 'cert-manager-cainjector', nodes[1]),
    ...component('webhook', 'webhook', 'cert-manager-webhook', nodes[2]),
    delivered(delivery, ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'], `${name}-webhook`, {
      labels: { app: 'webhook', ...selectorLabels('webhook', name), ...versionLabels },
      annotations: { 'cert-manager.io/inject-ca-from-secret': 'cert-manager/cert-manager-webhook-ca' },
      webhooks: [webhook],
    }),
    delivered(delivery, ['v1', 'Service'], 'cert-manager/cert-manager-webhook', {
      labels: { app: 'webhook', ...webhookSelector, ...versionLabels },
      spec: {
        type: 'ClusterIP',
        selector: webhookSelector,
        ports: [
          { name: 'https', port: 443, protocol: 'TCP', targetPort: 'https' },
          { name: 'metrics', port: 9402, protocol: 'TCP', targetPort: 'http-metrics' },
        ],
      },
    }),
    endpointSliceObject('cert-manager/cert-manager-webhook', [nodes[2]], { name: 'https', port: 10250 }),
  ];
}

const webhookSelector = { ...selectorLabels('webhook', 'cert-manager'), 'app.kubernetes.io/component': 'webhook' };
const versionLabels = {
  'app.kubernetes.io/version': 'v1.19.1',
  'app.kubernetes.io/managed-by': 'Helm',
  'helm.sh/chart': 'cert-manager-v1.19.1',
};

/** Cluster Autoscaler, chart 9.51.0: one replica and a PodDisruptionBudget; no label contains its version. */
export function clusterAutoscalerObjects(nodes: readonly string[]): Json[] {
  const name = 'aws-cluster-autoscaler';
  const release = 'cluster-autoscaler';
  const selector = { 'app.kubernetes.io/instance': release, 'app.kubernetes.io/name': name };
  return withRole(
    programObjects(
      { name: release, namespace: 'kube-system', by: 'helm' },
      {
        kind: 'Deployment',
        path: `kube-system/${release}-${name}`,
        labels: { ...selector, 'app.kubernetes.io/managed-by': 'Helm', 'helm.sh/chart': 'cluster-autoscaler-9.51.0' },
        selector,
        serviceAccount: `${release}-${name}`,
        containers: [
          {
            name,
            image: 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.33.0',
            command: [
              './cluster-autoscaler',
              '--cloud-provider=aws',
              '--namespace=kube-system',
              '--node-group-auto-discovery=asg:tag=k8s.io/cluster-autoscaler/enabled,k8s.io/cluster-autoscaler/prod',
              '--logtostderr=true',
            ],
            livenessProbe: { httpGet: { path: '/health-check', port: 8085 } },
          },
        ],
        budget: { maxUnavailable: 1 },
        nodes,
      },
    ),
    'prod-cluster-autoscaler',
  );
}
