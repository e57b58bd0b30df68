import type { Manifest } from './seed.ts';

/** Workloads with the names, labels and images that charts and release manifests give them. */

type Labels = Record<string, string>;
type Kind = 'Deployment' | 'DaemonSet' | 'StatefulSet' | 'CronJob';

/** A workload of a chart: its path, its images by container name, its labels, and those of its pods. */
export interface ChartWorkload {
  kind: Kind;
  path: string;
  images: Record<string, string>;
  labels: Labels;
  pods: Labels;
}

const helm = { 'app.kubernetes.io/managed-by': 'Helm' };
/** The labels of `helm create`, which most charts write. */
const standard = (name: string, release: string, version: string, chart: string): Labels => ({
  ...helm,
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/instance': release,
  'app.kubernetes.io/version': version,
  'helm.sh/chart': chart,
});

function of(kind: Kind, path: string, images: Record<string, string>, labels: Labels, pods = labels): ChartWorkload {
  return { kind, path, images, labels, pods };
}

const certManager = ['', 'webhook', 'cainjector'].map((part) => {
  const name = part === '' ? 'cert-manager' : part;
  const path = part === '' ? name : `cert-manager-${part}`;
  const image = `quay.io/jetstack/cert-manager-${part === '' ? 'controller' : part}:v1.18.6`;
  const labels = { app: name, ...standard(name, 'cert-manager', 'v1.18.6', 'cert-manager-v1.18.6') };
  return of(
    'Deployment',
    `cert-manager/${path}`,
    { [`cert-manager-${part === '' ? 'controller' : part}`]: image },
    labels,
  );
});

const istiod = (revision: string, version: string): ChartWorkload => {
  const name = revision === 'default' ? 'istiod' : `istiod-${revision}`;
  const labels = { app: 'istiod', 'istio.io/rev': revision, ...standard('istiod', name, version, `istiod-${version}`) };
  return of('Deployment', `istio-system/${name}`, { discovery: `docker.io/istio/pilot:${version}` }, labels);
};
const istio = [
  istiod('default', '1.28.3'),
  istiod('1-27', '1.27.5'),
  of(
    'Deployment',
    'istio-ingress/istio-ingress',
    { 'istio-proxy': 'docker.io/istio/proxyv2:1.28.3' },
    { app: 'istio-ingress', ...standard('istio-ingress', 'istio-ingress', '1.28.3', 'gateway-1.28.3') },
  ),
];

/** In the label `app.kubernetes.io/version`, Kyverno has the version of its chart. */
const kyverno = ['admission', 'background', 'cleanup', 'reports'].map((part) => {
  const name = `kyverno-${part}-controller`;
  const images: Record<string, string> =
    part === 'admission'
      ? {
          kyverno: 'reg.kyverno.io/kyverno/kyverno:v1.15.2',
          'kyverno-pre': 'reg.kyverno.io/kyverno/kyvernopre:v1.15.2',
        }
      : { controller: `reg.kyverno.io/kyverno/${part}-controller:v1.15.2` };
  return of('Deployment', `kyverno/${name}`, images, {
    ...helm,
    'app.kubernetes.io/component': `${part}-controller`,
    'app.kubernetes.io/instance': 'kyverno',
    'app.kubernetes.io/part-of': 'kyverno',
    'app.kubernetes.io/version': '3.5.2',
    'helm.sh/chart': 'kyverno-3.5.2',
  });
});

const argoImage = 'quay.io/argoproj/argocd:v3.4.2';
const argo = (kind: Kind, part: string, images: Record<string, string>) =>
  of(kind, `argocd/argocd-${part}`, images, standard(`argocd-${part}`, 'argocd', 'v3.4.2', 'argo-cd-9.5.14'));
const argoCd = [
  argo('Deployment', 'applicationset-controller', { 'applicationset-controller': argoImage }),
  argo('Deployment', 'dex-server', { 'dex-server': 'ghcr.io/dexidp/dex:v2.44.0', copyutil: argoImage }),
  argo('Deployment', 'notifications-controller', { 'notifications-controller': argoImage }),
  argo('Deployment', 'redis', { redis: 'ecr-public.aws.com/docker/library/redis:8.2.3-alpine' }),
  argo('Deployment', 'repo-server', { 'repo-server': argoImage, copyutil: argoImage }),
  argo('Deployment', 'server', { server: argoImage }),
  argo('StatefulSet', 'application-controller', { 'application-controller': argoImage }),
];

const externalSecrets = ['external-secrets', 'external-secrets-webhook', 'external-secrets-cert-controller'].map(
  (name) =>
    of(
      'Deployment',
      `external-secrets/${name}`,
      { [name]: 'ghcr.io/external-secrets/external-secrets:v0.20.4' },
      standard(name, 'external-secrets', 'v0.20.4', 'external-secrets-0.20.4'),
    ),
);

const keda = [
  ['keda-operator', 'keda'],
  ['keda-operator-metrics-apiserver', 'keda-metrics-apiserver'],
  ['keda-admission-webhooks', 'keda-admission-webhooks'],
].map(([name = '', image = '']) =>
  of(
    'Deployment',
    `keda/${name}`,
    { [name]: `ghcr.io/kedacore/${image}:2.17.2` },
    {
      app: name,
      name,
      ...standard(name, 'keda', '2.17.2', 'keda-2.17.2'),
    },
  ),
);

/** In the label `app.kubernetes.io/version`, the stack has the version of its chart; its subcharts have their own. */
const stack = [
  of(
    'Deployment',
    'monitoring/kps-kube-prometheus-stack-operator',
    { 'kube-prometheus-stack': 'quay.io/prometheus-operator/prometheus-operator:v0.85.0' },
    {
      ...helm,
      app: 'kube-prometheus-stack-operator',
      chart: 'kube-prometheus-stack-77.5.0',
      release: 'kps',
      'app.kubernetes.io/name': 'kube-prometheus-stack-prometheus-operator',
      'app.kubernetes.io/instance': 'kps',
      'app.kubernetes.io/version': '77.5.0',
    },
  ),
  of(
    'Deployment',
    'monitoring/kps-kube-state-metrics',
    { 'kube-state-metrics': 'registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.17.0' },
    standard('kube-state-metrics', 'kps', '2.17.0', 'kube-state-metrics-6.3.0'),
  ),
  of(
    'DaemonSet',
    'monitoring/kps-prometheus-node-exporter',
    { 'node-exporter': 'quay.io/prometheus/node-exporter:v1.9.1' },
    standard('prometheus-node-exporter', 'kps', '1.9.1', 'prometheus-node-exporter-4.47.3'),
  ),
  of(
    'Deployment',
    'monitoring/kps-grafana',
    { grafana: 'docker.io/grafana/grafana:12.1.1' },
    standard('grafana', 'kps', '12.1.1', 'grafana-9.4.4'),
  ),
  of(
    'StatefulSet',
    'monitoring/prometheus-kps-kube-prometheus-stack-prometheus',
    { prometheus: 'quay.io/prometheus/prometheus:v3.5.0' },
    { app: 'kube-prometheus-stack-prometheus', 'app.kubernetes.io/version': '77.5.0' },
    { 'app.kubernetes.io/name': 'prometheus', 'app.kubernetes.io/version': '3.5.0' },
  ),
];

const veleroLabels = standard('velero', 'velero', '1.16.2', 'velero-10.1.2');
const velero = [
  of(
    'Deployment',
    'velero/velero',
    { velero: 'velero/velero:v1.16.2', 'velero-plugin-for-aws': 'velero/velero-plugin-for-aws:v1.12.2' },
    veleroLabels,
    { name: 'velero', ...veleroLabels },
  ),
  of('DaemonSet', 'velero/node-agent', { 'node-agent': 'velero/velero:v1.16.2' }, veleroLabels, {
    name: 'node-agent',
    ...veleroLabels,
  }),
];

const fluxControllers = {
  'helm-controller': 'v1.4.2',
  'image-automation-controller': 'v1.0.2',
  'image-reflector-controller': 'v1.0.2',
  'kustomize-controller': 'v1.7.1',
  'notification-controller': 'v1.7.3',
  'source-controller': 'v1.7.2',
};
const flux = Object.entries(fluxControllers).map(([name, tag]) => {
  const labels = {
    'app.kubernetes.io/component': name,
    'app.kubernetes.io/instance': 'flux-system',
    'app.kubernetes.io/part-of': 'flux',
    'app.kubernetes.io/version': 'v2.7.2',
  };
  return of('Deployment', `flux-system/${name}`, { manager: `ghcr.io/fluxcd/${name}:${tag}` }, labels, {
    app: name,
    ...labels,
  });
});

const strimzi = [
  of(
    'Deployment',
    'kafka/strimzi-cluster-operator',
    { 'strimzi-cluster-operator': 'quay.io/strimzi/operator:0.45.1' },
    { app: 'strimzi', chart: 'strimzi-kafka-operator-0.45.1', component: 'deployment', release: 'strimzi' },
    { name: 'strimzi-cluster-operator', 'strimzi.io/kind': 'cluster-operator' },
  ),
  of(
    'Deployment',
    'kafka/orders-entity-operator',
    { 'topic-operator': 'quay.io/strimzi/operator:0.45.1', 'user-operator': 'quay.io/strimzi/operator:0.45.1' },
    {
      'app.kubernetes.io/name': 'entity-operator',
      'app.kubernetes.io/instance': 'orders',
      'strimzi.io/cluster': 'orders',
    },
  ),
];

const ciliumImage = `quay.io/cilium/cilium:v1.18.2@sha256:${'0a1b2c3d'.repeat(8)}`;
const cilium = [
  of(
    'DaemonSet',
    'kube-system/cilium',
    { 'cilium-agent': ciliumImage, 'install-cni-binaries': ciliumImage },
    { 'k8s-app': 'cilium', 'app.kubernetes.io/name': 'cilium-agent', 'app.kubernetes.io/part-of': 'cilium' },
  ),
  of(
    'DaemonSet',
    'kube-system/cilium-envoy',
    { 'cilium-envoy': 'quay.io/cilium/cilium-envoy:v1.34.7-1757592137' },
    { 'k8s-app': 'cilium-envoy', 'app.kubernetes.io/name': 'cilium-envoy', 'app.kubernetes.io/part-of': 'cilium' },
  ),
  of(
    'Deployment',
    'kube-system/cilium-operator',
    { 'cilium-operator': 'quay.io/cilium/operator-generic:v1.18.2' },
    { name: 'cilium-operator', 'app.kubernetes.io/name': 'cilium-operator', 'app.kubernetes.io/part-of': 'cilium' },
  ),
];

const efsImage = 'public.ecr.aws/efs-csi-driver/amazon/aws-efs-csi-driver:v2.1.13';
const efs = (kind: Kind, part: string) =>
  of(
    kind,
    `storage/efs-csi-${part}`,
    { 'efs-plugin': efsImage },
    { 'app.kubernetes.io/name': 'aws-efs-csi-driver' },
    {
      app: `efs-csi-${part}`,
      'app.kubernetes.io/name': 'aws-efs-csi-driver',
      'app.kubernetes.io/instance': 'aws-efs-csi-driver',
    },
  );

const gatekeeper = ['audit', 'controller-manager'].map((part) =>
  of(
    'Deployment',
    `gatekeeper-system/gatekeeper-${part}`,
    { manager: 'openpolicyagent/gatekeeper:v3.20.1' },
    {
      app: 'gatekeeper',
      chart: 'gatekeeper',
      ...standard('gatekeeper', 'gatekeeper', '3.20.1', 'gatekeeper-3.20.1'),
    },
  ),
);

const metricsServerPods = {
  'app.kubernetes.io/name': 'metrics-server',
  'app.kubernetes.io/instance': 'metrics-server',
};
const deschedulerPods = { 'app.kubernetes.io/name': 'descheduler', 'app.kubernetes.io/instance': 'descheduler' };
const single = [
  of(
    'Deployment',
    'external-dns/external-dns',
    { 'external-dns': 'registry.k8s.io/external-dns/external-dns:v0.19.0' },
    standard('external-dns', 'external-dns', '0.19.0', 'external-dns-1.19.0'),
  ),
  of(
    'Deployment',
    'metrics/metrics-server',
    { 'metrics-server': 'registry.k8s.io/metrics-server/metrics-server:v0.8.0' },
    standard('metrics-server', 'metrics-server', '0.8.0', 'metrics-server-3.13.0'),
    metricsServerPods,
  ),
  of(
    'CronJob',
    'descheduler/descheduler',
    { descheduler: 'registry.k8s.io/descheduler/descheduler:v0.34.0' },
    standard('descheduler', 'descheduler', '0.34.0', 'descheduler-0.34.0'),
    deschedulerPods,
  ),
];

/** The workloads of sixteen charts and release manifests. */
export const chartWorkloads: readonly ChartWorkload[] = [
  ...[
    certManager,
    istio,
    kyverno,
    argoCd,
    externalSecrets,
    keda,
    stack,
    velero,
    flux,
    strimzi,
    cilium,
    gatekeeper,
  ].flat(),
  efs('Deployment', 'controller'),
  efs('DaemonSet', 'node'),
  ...single,
];

/** The same workload in another namespace, with images of a pull-through cache that are pinned by digests only. */
export function pinned({ path, images, ...rest }: ChartWorkload): ChartWorkload {
  const cache = '111122223333.dkr.ecr.eu-west-1.amazonaws.com/cache';
  const pin = (image: string) => `${cache}/${image.replace(/[:@].*$/, '')}@sha256:${'4e5f6a7b'.repeat(8)}`;
  return {
    ...rest,
    path: `pinned-${path}`,
    images: Object.fromEntries(Object.entries(images).map(([container, image]) => [container, pin(image)])),
  };
}

/** The manifest of a workload, which an API server accepts. */
export function toManifest({ kind, path, images, labels, pods }: ChartWorkload): Manifest {
  const [namespace = '', name = ''] = path.split('/');
  const containers = Object.entries(images).map(([container, image]) => ({ name: container, image }));
  const template = { metadata: { labels: pods }, spec: { containers } };
  const metadata = { namespace, name, labels };
  if (kind === 'CronJob') {
    const job = { spec: { template: { ...template, spec: { containers, restartPolicy: 'Never' } } } };
    return { apiVersion: 'batch/v1', kind, metadata, spec: { schedule: '*/5 * * * *', jobTemplate: job } };
  }
  const spec = { selector: { matchLabels: pods }, template, ...(kind === 'StatefulSet' ? { serviceName: name } : {}) };
  return { apiVersion: 'apps/v1', kind, metadata, spec };
}
