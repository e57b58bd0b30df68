import { expect, it } from 'vitest';
import { listControllerRows } from '../../src/collectors/kube/recognise-controller.ts';
import { named, recognised, versioned, type WorkloadRow } from './recognised-workloads.ts';

/** Images of other well-known projects, with the names and labels of their charts, are no controller of the table. */

type Kind = NonNullable<WorkloadRow['kind']>;

/** Deployments, by their name: the value of `app.kubernetes.io/name` and the image. */
const deployments: Record<string, [string, string]> = {
  grafana: ['grafana', 'docker.io/grafana/grafana:12.1.1'],
  'argo-workflows-workflow-controller': [
    'argo-workflows-workflow-controller',
    'quay.io/argoproj/workflow-controller:v3.7.2',
  ],
  'argo-workflows-server': ['argo-workflows-server', 'quay.io/argoproj/argocli:v3.7.2'],
  'argo-rollouts': ['argo-rollouts', 'quay.io/argoproj/argo-rollouts:v1.8.3'],
  'argo-events-controller-manager': ['argo-events-controller-manager', 'quay.io/argoproj/argo-events:v1.9.7'],
  'argocd-image-updater': ['argocd-image-updater', 'quay.io/argoprojlabs/argocd-image-updater:v0.16.0'],
  'argocd-notifications-controller': ['argocd-notifications-controller', 'argoprojlabs/argocd-notifications:v1.2.1'],
  crossplane: ['crossplane', 'xpkg.crossplane.io/crossplane/crossplane:v2.0.2'],
  'vault-agent-injector': ['vault-agent-injector', 'hashicorp/vault-k8s:1.7.0'],
  'vault-secrets-operator-controller-manager': ['vault-secrets-operator', 'hashicorp/vault-secrets-operator:1.0.1'],
  'consul-connect-injector': ['consul', 'hashicorp/consul-k8s-control-plane:1.8.2'],
  'nginx-ingress-controller': ['nginx-ingress', 'nginx/nginx-ingress:5.2.0'],
  contour: ['contour', 'ghcr.io/projectcontour/contour:v1.33.0'],
  'kong-controller': ['controller', 'kong/kubernetes-ingress-controller:3.5.1'],
  'kong-gateway': ['gateway', 'kong:3.9'],
  'knative-controller': ['knative-serving', 'gcr.io/knative-releases/knative.dev/serving/cmd/controller@sha256:0a1b'],
  'tekton-pipelines-controller': [
    'controller',
    'gcr.io/tekton-releases/github.com/tektoncd/pipeline/cmd/controller:v1.4.0',
  ],
  'harbor-core': ['harbor', 'goharbor/harbor-core:v2.14.0'],
  'rook-ceph-operator': ['rook-ceph', 'docker.io/rook/ceph:v1.18.2'],
  'gitlab-runner': ['gitlab-runner', 'registry.gitlab.com/gitlab-org/gitlab-runner:alpine-v18.4.0'],
  'datadog-cluster-agent': ['datadog', 'public.ecr.aws/datadog/cluster-agent:7.70.2'],
  'newrelic-bundle-nrk8s-kubelet': ['nri-metadata-injection', 'newrelic/k8s-metadata-injection:1.36.3'],
  'blackbox-exporter': ['prometheus-blackbox-exporter', 'quay.io/prometheus/blackbox-exporter:v0.27.0'],
  'prometheus-adapter': ['prometheus-adapter', 'registry.k8s.io/prometheus-adapter/prometheus-adapter:v0.12.0'],
  pushgateway: ['prometheus-pushgateway', 'quay.io/prometheus/pushgateway:v1.11.1'],
  dex: ['dex', 'ghcr.io/dexidp/dex:v2.44.0'],
  'oauth2-proxy': ['oauth2-proxy', 'quay.io/oauth2-proxy/oauth2-proxy:v7.12.0'],
  'sealed-secrets-controller': ['sealed-secrets', 'docker.io/bitnami/sealed-secrets-controller:0.32.2'],
  'reloader-reloader': ['reloader', 'ghcr.io/stakater/reloader:v1.4.8'],
  'goldilocks-controller': ['goldilocks', 'us-docker.pkg.dev/fairwinds-ops/oss/goldilocks:v4.14.1'],
  'vpa-recommender': ['vpa', 'registry.k8s.io/autoscaling/vpa-recommender:1.4.1'],
  'kubecost-cost-analyzer': ['cost-analyzer', 'gcr.io/kubecost1/cost-model:prod-2.8.3'],
  opencost: ['opencost', 'ghcr.io/opencost/opencost:1.117.2'],
  falcosidekick: ['falcosidekick', 'docker.io/falcosecurity/falcosidekick:2.31.1'],
  'trivy-operator': ['trivy-operator', 'mirror.gcr.io/aquasec/trivy-operator:0.29.0'],
  'polaris-dashboard': ['polaris', 'quay.io/fairwinds/polaris:9.6'],
  kubescape: ['kubescape', 'quay.io/kubescape/kubescape:v3.0.41'],
  'policy-reporter': ['policy-reporter', 'ghcr.io/kyverno/policy-reporter:3.5.0'],
  'kyverno-background-controller': [
    'kyverno-background-controller',
    'reg.kyverno.io/kyverno/background-controller:v1.15.2',
  ],
  web: ['web', 'cr.l5d.io/linkerd/web:stable-2.14.10'],
  'metrics-api': ['metrics-api', 'cr.l5d.io/linkerd/metrics-api:stable-2.14.10'],
  tap: ['tap', 'cr.l5d.io/linkerd/tap:stable-2.14.10'],
  'hubble-ui': ['hubble-ui', 'quay.io/cilium/hubble-ui:v0.13.3@sha256:0a1b'],
  'hubble-relay': ['hubble-relay', 'quay.io/cilium/hubble-relay:v1.18.2@sha256:0a1b'],
  'cilium-operator': ['cilium-operator', 'quay.io/cilium/operator-generic:v1.18.2@sha256:0a1b'],
  'clustermesh-apiserver': ['clustermesh-apiserver', 'quay.io/cilium/clustermesh-apiserver:v1.18.2'],
  'istio-ingressgateway': ['istio-ingressgateway', 'docker.io/istio/proxyv2:1.28.3'],
  kiali: ['kiali', 'quay.io/kiali/kiali:v2.14.0'],
  'calico-apiserver': ['calico-apiserver', 'quay.io/calico/apiserver:v3.30.3'],
  'calico-kube-controllers': ['calico-kube-controllers', 'quay.io/calico/kube-controllers:v3.30.3'],
  'calico-typha': ['calico-typha', 'quay.io/calico/typha:v3.30.3'],
  'tofu-controller': ['tofu-controller', 'ghcr.io/flux-iac/tofu-controller:v0.16.0'],
  'flux-operator': ['flux-operator', 'ghcr.io/controlplaneio-fluxcd/flux-operator:v0.30.0'],
  'image-automation-controller': ['image-automation-controller', 'ghcr.io/fluxcd/image-automation-controller:v1.0.1'],
  flagger: ['flagger', 'ghcr.io/fluxcd/flagger:1.42.0'],
  'spark-operator-controller': ['spark-operator', 'ghcr.io/kubeflow/spark-operator/controller:2.3.0'],
  'flink-kubernetes-operator': ['flink-kubernetes-operator', 'ghcr.io/apache/flink-kubernetes-operator:1.13.0'],
  'kafka-ui': ['kafka-ui', 'ghcr.io/kafbat/kafka-ui:v1.3.0'],
  'my-connect-connect': ['kafka-connect', 'quay.io/strimzi/kafka:0.45.1-kafka-3.9.1'],
  'strimzi-drain-cleaner': ['strimzi-drain-cleaner', 'quay.io/strimzi/drain-cleaner:1.4.0'],
  'rabbitmq-cluster-operator': ['rabbitmq-cluster-operator', 'rabbitmqoperator/cluster-operator:2.16.1'],
  'elastic-operator': ['elastic-operator', 'docker.elastic.co/eck/eck-operator:3.1.0'],
  'cnpg-controller-manager': ['cloudnative-pg', 'ghcr.io/cloudnative-pg/cloudnative-pg:1.27.0'],
  'mysql-operator': ['mysql-operator', 'container-registry.oracle.com/mysql/community-operator:9.4.0-2.2.5'],
  'snapshot-controller': ['snapshot-controller', 'registry.k8s.io/sig-storage/snapshot-controller:v8.3.0'],
  'cluster-proportional-autoscaler': [
    'cluster-proportional-autoscaler',
    'registry.k8s.io/cpa/cluster-proportional-autoscaler:v1.10.2',
  ],
  karpenter: ['karpenter', 'public.ecr.aws/karpenter/controller:1.8.1'],
  'cluster-autoscaler': ['aws-cluster-autoscaler', 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.34.1'],
  'aws-load-balancer-controller': [
    'aws-load-balancer-controller',
    'public.ecr.aws/eks/aws-load-balancer-controller:v2.13.4',
  ],
  'ingress-nginx-controller': ['ingress-nginx', 'registry.k8s.io/ingress-nginx/controller:v1.13.3'],
  'kubernetes-external-secrets': [
    'kubernetes-external-secrets',
    'ghcr.io/external-secrets/kubernetes-external-secrets:8.5.5',
  ],
  'trust-manager': ['trust-manager', 'quay.io/jetstack/trust-manager:v0.19.0'],
  'cert-manager-approver-policy': [
    'cert-manager-approver-policy',
    'quay.io/jetstack/cert-manager-approver-policy:v0.22.0',
  ],
  'cert-manager-webhook': ['webhook', 'quay.io/jetstack/cert-manager-webhook:v1.18.6'],
  'cert-manager-cainjector': ['cainjector', 'quay.io/jetstack/cert-manager-cainjector:v1.18.6'],
  'keda-admission-webhooks': ['keda-admission-webhooks', 'ghcr.io/kedacore/keda-admission-webhooks:2.17.2'],
  'keda-add-ons-http-operator': ['http-add-on', 'ghcr.io/kedacore/http-add-on-operator:0.11.0'],
  'cloudwatch-agent-operator': [
    'amazon-cloudwatch-observability',
    'public.ecr.aws/cloudwatch-agent/cloudwatch-agent-operator:3.3.0',
  ],
  'otel-targetallocator': [
    'otel-targetallocator',
    'ghcr.io/open-telemetry/opentelemetry-operator/target-allocator:0.136.0',
  ],
  'victoria-metrics-operator': ['victoria-metrics-operator', 'victoriametrics/operator:v0.63.0'],
  'kube-prometheus-stack-admission': [
    'kube-prometheus-stack-prometheus-operator-webhook',
    'quay.io/prometheus-operator/admission-webhook:v0.85.0',
  ],
};

/** DaemonSets and StatefulSets in the same form. */
const others: Partial<Record<Kind, Record<string, [string, string]>>> = {
  DaemonSet: {
    'fluent-bit': ['fluent-bit', 'cr.fluentbit.io/fluent/fluent-bit:4.1.1'],
    'aws-for-fluent-bit': ['aws-for-fluent-bit', 'public.ecr.aws/aws-observability/aws-for-fluent-bit:2.34.0'],
    vector: ['vector', 'timberio/vector:0.50.0-distroless-libc'],
    'prometheus-node-exporter': ['prometheus-node-exporter', 'quay.io/prometheus/node-exporter:v1.9.1'],
    datadog: ['datadog', 'public.ecr.aws/datadog/agent:7.70.2'],
    kured: ['kured', 'ghcr.io/kubereboot/kured:1.20.0'],
    falco: ['falco', 'docker.io/falcosecurity/falco:0.41.3'],
    'longhorn-manager': ['longhorn', 'longhornio/longhorn-manager:v1.10.0'],
    'node-problem-detector': [
      'node-problem-detector',
      'registry.k8s.io/node-problem-detector/node-problem-detector:v0.8.21',
    ],
    'aws-node-termination-handler': [
      'aws-node-termination-handler',
      'public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.25.2',
    ],
    'aws-node': ['aws-node', '602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:v1.20.1-eksbuild.3'],
    ztunnel: ['ztunnel', 'docker.io/istio/ztunnel:1.28.3-distroless'],
    'istio-cni-node': ['istio-cni', 'docker.io/istio/install-cni:1.28.3-distroless'],
    'cilium-envoy': ['cilium-envoy', 'quay.io/cilium/cilium-envoy:v1.34.7-1756898133'],
    'csi-node-driver': ['csi-node-driver', 'quay.io/calico/csi:v3.30.3'],
    'secrets-store-csi-driver-provider-aws': [
      'secrets-store-csi-driver-provider-aws',
      'public.ecr.aws/aws-secrets-manager/secrets-store-csi-driver-provider-aws:3.1.1',
    ],
    'smb-csi-node': ['csi-driver-smb', 'registry.k8s.io/sig-storage/smbplugin:v1.19.0'],
    'nvidia-device-plugin-daemonset': ['nvidia-device-plugin', 'nvcr.io/nvidia/k8s-device-plugin:v0.17.4'],
    traefik: ['traefik', 'docker.io/traefik:v3.5.3'],
  },
  StatefulSet: {
    prometheus: ['prometheus', 'quay.io/prometheus/prometheus:v3.6.0'],
    loki: ['loki', 'docker.io/grafana/loki:3.5.5'],
    'redis-master': ['redis', 'docker.io/bitnamilegacy/redis:8.2.1-debian-12-r0'],
    vault: ['vault', 'hashicorp/vault:1.20.4'],
    'consul-server': ['consul', 'hashicorp/consul:1.21.4'],
    jenkins: ['jenkins', 'docker.io/jenkins/jenkins:2.516.3-jdk21'],
    'kafka-controller': ['kafka', 'docker.io/bitnamilegacy/kafka:4.0.0-debian-12-r10'],
    zookeeper: ['zookeeper', 'docker.io/bitnamilegacy/zookeeper:3.9.3-debian-12-r22'],
    'argocd-redis-ha-server': ['argocd-redis-ha', 'public.ecr.aws/docker/library/redis:7.2.8-alpine'],
  },
};

const rows = Object.entries({ Deployment: deployments, ...others }).flatMap(([kind, byName]) =>
  Object.entries(byName).map(([name, [label, image]]): [string, Kind, string, string] => [image, kind, name, label]),
);

it.each(rows)('%s is nothing', (image, kind, name, label) => {
  const labels = named(label, { ...versioned('1.0.0'), 'helm.sh/chart': `${label}-1.0.0` });
  expect(recognised({ kind, name, image, labels })).toBeUndefined();
  expect(recognised({ kind, name, image })).toBeUndefined();
  expect(recognised({ kind, name, image, labels: { app: name, 'k8s-app': label } })).toBeUndefined();
});

it.each<[string, WorkloadRow]>([
  [
    "Argo CD's copy of Dex, which copies a program of Argo CD",
    {
      name: 'argocd-dex-server',
      image: { dex: 'ghcr.io/dexidp/dex:v2.45.1', copyutil: 'quay.io/argoproj/argocd:v3.4.2' },
      labels: named('argocd-dex-server'),
    },
  ],
  [
    "Argo CD's Redis, whose password a program of Argo CD sets",
    {
      name: 'argocd-redis',
      image: { redis: 'docker.io/library/redis:8.2.2-alpine', 'secret-init': 'quay.io/argoproj/argocd:v3.4.2' },
      labels: named('argocd-redis'),
    },
  ],
  [
    'the preflight check of Cilium, in the next version',
    {
      kind: 'DaemonSet',
      name: 'cilium-pre-flight-check',
      image: {
        'cilium-pre-flight-check': 'quay.io/cilium/cilium:v1.19.6',
        'clean-cilium-state': 'quay.io/cilium/cilium:v1.19.6',
      },
      template: { 'k8s-app': 'cilium-pre-flight-check' },
    },
  ],
  [
    "a service mirror of Linkerd's extension",
    { name: 'linkerd-service-mirror-east', image: { 'service-mirror': 'cr.l5d.io/linkerd/controller:stable-2.14.10' } },
  ],
  [
    "a service mirror of Linkerd's extension since 2.18",
    { name: 'controller-east', image: { controller: 'cr.l5d.io/linkerd/controller:edge-25.4.4' } },
  ],
  [
    "Strimzi's entity operator",
    {
      name: 'my-cluster-entity-operator',
      image: {
        'topic-operator': 'quay.io/strimzi/operator:0.45.1',
        'user-operator': 'quay.io/strimzi/operator:0.45.1',
      },
      labels: named('entity-operator'),
    },
  ],
  [
    "Strimzi's entity operator without its labels",
    {
      name: 'my-cluster-entity-operator',
      image: {
        'topic-operator': 'quay.io/strimzi/operator:0.45.1',
        'user-operator': 'quay.io/strimzi/operator:0.45.1',
      },
    },
  ],
  [
    "Strimzi's topic operator alone",
    { name: 'strimzi-topic-operator', image: 'quay.io/strimzi/operator:0.45.1', labels: { app: 'strimzi' } },
  ],
  [
    "Strimzi's entity operator with other containers",
    {
      name: 'my-cluster-entity-operator',
      image: { operator: 'quay.io/strimzi/operator:0.45.1' },
      labels: named('entity-operator'),
    },
  ],
  [
    'Kafka Connect with rack awareness',
    {
      name: 'my-connect-connect',
      image: {
        'my-connect-connect': 'quay.io/strimzi/kafka:0.45.1-kafka-3.9.1',
        'kafka-init': 'quay.io/strimzi/operator:0.45.1',
      },
      labels: named('kafka-connect'),
    },
  ],
  [
    "the sidecars of a CSI driver's controller",
    {
      name: 'ebs-csi-controller',
      image: {
        'csi-provisioner': 'registry.k8s.io/sig-storage/csi-provisioner:v5.3.0',
        'csi-attacher': 'registry.k8s.io/sig-storage/csi-attacher:v4.10.0',
        'csi-resizer': 'registry.k8s.io/sig-storage/csi-resizer:v1.14.0',
        liveness: 'registry.k8s.io/sig-storage/livenessprobe:v2.17.0',
      },
    },
  ],
  [
    'kube-rbac-proxy beside a program',
    {
      name: 'app',
      image: { app: 'registry.example/app:1.0.0', 'kube-rbac-proxy': 'quay.io/brancz/kube-rbac-proxy:v0.20.0' },
    },
  ],
  [
    'a program with the sidecar of Istio',
    {
      name: 'app',
      image: { app: 'registry.example/app:1.0.0', 'istio-proxy': 'docker.io/istio/proxyv2:1.28.3' },
      template: { app: 'app', 'istio.io/rev': '1-28' },
    },
  ],
  [
    'a CronJob with the CLI of Argo CD',
    { kind: 'CronJob', name: 'argocd-backup', image: 'quay.io/argoproj/argocd:v3.4.2', labels: named('argocd-backup') },
  ],
  [
    "Linkerd's heartbeat",
    {
      kind: 'CronJob',
      name: 'linkerd-heartbeat',
      image: 'cr.l5d.io/linkerd/controller:stable-2.14.10',
      labels: named('heartbeat'),
    },
  ],
])('%s is nothing', (_what, workload) => {
  expect(recognised(workload)).toBeUndefined();
});

it('has rows for the controllers that have no check of their own', () => {
  expect(listControllerRows()).toHaveLength(27);
});
