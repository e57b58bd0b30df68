import { chartLabels, delivered, selectorLabels, type Delivery } from './delivery.ts';
import { endpointSliceObject } from './endpoint-slices.ts';
import { programObjects } from './programs.ts';

type Json = Record<string, unknown>;

/** The chart kube-prometheus-stack 79.9.0, with subcharts and Prometheus Operator; a value requests storage. */

const release = 'kube-prometheus-stack';
const namespace = 'monitoring';
const stackLabels = {
  'app.kubernetes.io/managed-by': 'Helm',
  'app.kubernetes.io/instance': release,
  'app.kubernetes.io/version': '79.9.0',
  'app.kubernetes.io/part-of': release,
  chart: `${release}-79.9.0`,
  release,
  heritage: 'Helm',
};
const exporterLabels = { 'app.kubernetes.io/component': 'metrics', release };

/**
 * @param nodes single pods run on these in turn
 * @param everyNode nodes of the node exporter
 */
export function monitoringObjects(by: Delivery['by'], nodes: readonly string[], everyNode: readonly string[]): Json[] {
  const delivery: Delivery = { name: release, namespace, by };
  const [first = '', second = '', third = ''] = nodes;
  return [
    ...operatorObjects(delivery, first),
    ...grafanaObjects(delivery, second),
    ...stateMetricsObjects(delivery, third),
    ...nodeExporterObjects(delivery, everyNode),
    ...operatedObjects('prometheus', 'quay.io/prometheus/prometheus:v3.7.3', '50Gi', third),
    ...operatedObjects('alertmanager', 'quay.io/prometheus/alertmanager:v0.29.0', '5Gi', first),
  ];
}

function operatorObjects(delivery: Delivery, node: string): Json[] {
  const app = `${release}-operator`;
  const labels = {
    app,
    ...stackLabels,
    'app.kubernetes.io/name': `${release}-prometheus-operator`,
    'app.kubernetes.io/component': 'prometheus-operator',
  };
  const webhook = {
    name: 'prometheusrulevalidate.monitoring.coreos.com',
    failurePolicy: 'Ignore',
    rules: [
      {
        apiGroups: ['monitoring.coreos.com'],
        apiVersions: ['*'],
        resources: ['prometheusrules'],
        operations: ['CREATE', 'UPDATE'],
      },
    ],
    clientConfig: { service: { namespace, name: app, path: '/admission-prometheusrules/validate' } },
    timeoutSeconds: 10,
    admissionReviewVersions: ['v1', 'v1beta1'],
    sideEffects: 'None',
  };
  return [
    ...programObjects(delivery, {
      kind: 'Deployment',
      path: `${namespace}/${app}`,
      labels,
      selector: { app, release },
      podLabels: labels,
      serviceAccount: app,
      containers: [
        {
          name: release,
          image: 'quay.io/prometheus-operator/prometheus-operator:v0.86.2',
          args: [`--kubelet-service=kube-system/${release}-kubelet`, '--localhost=127.0.0.1'],
        },
      ],
      nodes: [node],
    }),
    delivered(delivery, ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'], `${release}-admission`, {
      labels: { app: `${release}-admission`, ...stackLabels },
      webhooks: [webhook],
    }),
    delivered(delivery, ['v1', 'Service'], `${namespace}/${app}`, {
      labels,
      spec: {
        type: 'ClusterIP',
        selector: { app, release },
        ports: [{ name: 'https', port: 443, targetPort: 'https' }],
      },
    }),
    endpointSliceObject(`${namespace}/${app}`, [node], { name: 'https', port: 10250 }),
  ];
}

function grafanaObjects(delivery: Delivery, node: string): Json[] {
  const sidecar = { image: 'quay.io/kiwigrid/k8s-sidecar:1.30.10' };
  return programObjects(delivery, {
    kind: 'Deployment',
    path: `${namespace}/${release}-grafana`,
    labels: {
      'helm.sh/chart': 'grafana-10.2.0',
      ...selectorLabels('grafana', release),
      'app.kubernetes.io/version': '12.3.0',
    },
    selector: selectorLabels('grafana', release),
    podLabels: { 'helm.sh/chart': 'grafana-10.2.0', 'app.kubernetes.io/version': '12.3.0' },
    serviceAccount: `${release}-grafana`,
    containers: [
      { name: 'grafana-sc-dashboard', ...sidecar },
      { name: 'grafana-sc-datasources', ...sidecar },
      {
        name: 'grafana',
        image: 'docker.io/grafana/grafana:12.3.0',
        readinessProbe: { httpGet: { path: '/api/health', port: 'grafana' } },
      },
    ],
    volumes: [
      { name: 'config', configMap: { name: `${release}-grafana` } },
      { name: 'storage', emptyDir: {} },
      { name: 'sc-dashboard-volume', emptyDir: {} },
    ],
    nodes: [node],
  });
}

function stateMetricsObjects(delivery: Delivery, node: string): Json[] {
  const name = 'kube-state-metrics';
  const labels = chartLabels(name, release, `${name}-6.4.2`, '2.17.0', {
    ...exporterLabels,
    'app.kubernetes.io/part-of': name,
  });
  return programObjects(delivery, {
    kind: 'Deployment',
    path: `${namespace}/${release}-${name}`,
    labels,
    selector: selectorLabels(name, release),
    podLabels: labels,
    serviceAccount: `${release}-${name}`,
    containers: [
      {
        name,
        image: 'registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.17.0',
        args: ['--port=8080'],
        readinessProbe: { httpGet: { path: '/readyz', port: 8081 } },
      },
    ],
    nodes: [node],
  });
}

function nodeExporterObjects(delivery: Delivery, nodes: readonly string[]): Json[] {
  const name = 'prometheus-node-exporter';
  const labels = chartLabels(name, release, `${name}-4.49.2`, '1.10.2', {
    ...exporterLabels,
    'app.kubernetes.io/part-of': name,
  });
  return programObjects(delivery, {
    kind: 'DaemonSet',
    path: `${namespace}/${release}-${name}`,
    labels,
    selector: selectorLabels(name, release),
    podLabels: labels,
    podAnnotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' },
    serviceAccount: `${release}-${name}`,
    containers: [
      { name: 'node-exporter', image: 'quay.io/prometheus/node-exporter:v1.10.2', args: ['--path.rootfs=/host/root'] },
    ],
    volumes: ['proc', 'sys', 'root'].map((volume) => ({
      name: volume,
      hostPath: { path: volume === 'root' ? '/' : `/${volume}` },
    })),
    podSpec: { hostNetwork: true, hostPID: true, tolerations: [{ effect: 'NoSchedule', operator: 'Exists' }] },
    nodes,
  });
}

/** The StatefulSet, with its claim, that the operator created for a Prometheus or Alertmanager resource. */
function operatedObjects(name: 'prometheus' | 'alertmanager', image: string, size: string, node: string): Json[] {
  const resource = `${release}-${name}`;
  const path = `${namespace}/${name}-${resource}`;
  const selector = {
    'app.kubernetes.io/instance': resource,
    'app.kubernetes.io/managed-by': 'prometheus-operator',
    'app.kubernetes.io/name': name,
    [name]: resource,
  };
  const own =
    name === 'prometheus' ? { 'operator.prometheus.io/name': resource, 'operator.prometheus.io/mode': 'server' } : {};
  const claim = `${name}-${resource}-db`;
  return programObjects(
    { name: 'prometheus-operator', namespace, by: 'operator' },
    {
      kind: 'StatefulSet',
      path,
      labels: { app: resource, ...stackLabels, ...own },
      selector: { ...selector, ...own },
      containers: [
        { name, image, readinessProbe: { httpGet: { path: '/-/ready', port: 'http-web' } } },
        { name: 'config-reloader', image: 'quay.io/prometheus-operator/prometheus-config-reloader:v0.86.2' },
      ],
      claims: { [claim]: size },
      podSpec: { terminationGracePeriodSeconds: 600 },
      nodes: [node],
    },
  );
}
