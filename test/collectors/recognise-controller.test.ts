import { describe, expect, it } from 'vitest';
import { isEksBuild } from '../../src/collectors/kube/recognise-controller.ts';
import { digest, named, recognised, versioned, type WorkloadRow } from './recognised-workloads.ts';

/** Which controller a workload runs, and in which version: the image's path, then name labels. */

type Row = [string, WorkloadRow, string | undefined];

const certManager = 'quay.io/jetstack/cert-manager-controller';
const ecr = '111122223333.dkr.ecr.eu-west-1.amazonaws.com';
/** A workload with one of the labels `app.kubernetes.io/name`, and this name. */
const labelled = (name: string, image: string, more = {}): WorkloadRow => ({ name, image, labels: named(name, more) });

describe('the path of the image', () => {
  it.each<Row>([
    ["is the project's own", { image: `${certManager}:v1.18.6` }, 'cert-manager 1.18.6 (image tag)'],
    [
      'is of a copy in ECR',
      { image: `${ecr}/jetstack/cert-manager-controller:v1.18.6` },
      'cert-manager 1.18.6 (image tag)',
    ],
    [
      'is of a pull-through cache',
      { image: `${ecr}/quay/jetstack/cert-manager-controller:v1.18.6` },
      'cert-manager 1.18.6 (image tag)',
    ],
    [
      'has a registry with a port',
      { image: 'registry.example:5000/kyverno/kyverno:v1.13.4' },
      'kyverno 1.13.4 (image tag)',
    ],
    [
      'has a registry with a port, and no tag',
      { image: 'registry.example:5000/kyverno/kyverno' },
      'kyverno ? (no version)',
    ],
    ['is the name alone', { image: 'metrics-server:0.8.0' }, 'metrics-server 0.8.0 (image tag)'],
    ['names a platform', { image: 'registry.example/external-dns-arm64:v0.15.1' }, 'external-dns 0.15.1 (image tag)'],
    ['has capital letters', { image: 'Registry.example/Strimzi/Operator:0.45.1' }, 'strimzi 0.45.1 (image tag)'],
    ['is in the first registry of Istio', { image: 'docker.io/istio/pilot:1.28.3' }, 'istio 1.28.3 (image tag)'],
    ['is in the second registry of Istio', { image: 'gcr.io/istio-release/pilot:1.28.3' }, 'istio 1.28.3 (image tag)'],
    [
      'is in the registry of Istio since 1.30',
      { image: 'registry.istio.io/release/pilot:1.30.1' },
      'istio 1.30.1 (image tag)',
    ],
    [
      'is in the second registry of External Secrets',
      { image: 'oci.external-secrets.io/external-secrets/external-secrets:v0.20.4' },
      'external-secrets 0.20.4 (image tag)',
    ],
    [
      'is in the registry of Kyverno',
      { image: 'reg.kyverno.io/kyverno/kyverno:v1.15.2' },
      'kyverno 1.15.2 (image tag)',
    ],
    ['is in the second registry of Argo CD', { image: 'ghcr.io/argoproj/argocd:v3.1.0' }, 'argo-cd 3.1.0 (image tag)'],
    ['ends with a word that alone proves nothing', { image: 'registry.example/platform/pilot:1.28.3' }, undefined],
    ['ends with a longer name', { image: 'registry.example/jetstack/our-cert-manager-controller:v1.18.6' }, undefined],
  ])('%s', (_title, workload, expected) => {
    expect(recognised(workload)).toBe(expected);
  });
});

describe('a path that a mirror flattened or shortened', () => {
  const istiod = { app: 'istiod', 'istio.io/rev': '1-28' };
  it.each<Row>([
    [
      'counts with a name label',
      labelled('cert-manager', 'mirror.example/jetstack-cert-manager-controller:v1.18.6'),
      'cert-manager 1.18.6 (image tag)',
    ],
    [
      'counts with underscores',
      labelled('cert-manager', 'mirror.example/quay_io_jetstack_cert-manager-controller:v1.18.6'),
      'cert-manager 1.18.6 (image tag)',
    ],
    [
      'counts with the label of the pod template alone',
      { name: 'istiod-1-28', image: 'mirror.example/mirrored-istio-pilot:1.28.3', template: istiod },
      'istio 1.28.3 (image tag)',
    ],
    [
      'counts if only the last part is left',
      labelled('argocd-server', 'mirror.example/platform/argocd:v2.14.2'),
      'argo-cd 2.14.2 (image tag)',
    ],
    [
      'counts if the last part is a common word',
      {
        name: 'calico-node',
        kind: 'DaemonSet',
        image: 'mirror.example/node:v3.30.3',
        labels: { 'k8s-app': 'calico-node' },
      },
      'calico 3.30.3 (image tag)',
    ],
    [
      'counts if it has the name of the project',
      labelled('cert-manager', 'mirror.example/cert-manager:v1.18.6'),
      'cert-manager 1.18.6 (image tag)',
    ],
    [
      "counts with Strimzi's label app",
      { name: 'strimzi-cluster-operator', image: 'mirror.example/operator:0.45.1', labels: { app: 'strimzi' } },
      'strimzi 0.45.1 (image tag)',
    ],
    [
      "counts with Linkerd's name label",
      {
        name: 'linkerd-destination',
        image: 'mirror.example/linkerd-controller:stable-2.14.10',
        labels: named('destination'),
        template: {},
      },
      'linkerd 2.14.10 (image tag)',
    ],
    [
      'counts with a label of the Helm chart of a renamed release',
      {
        name: 'prod-kube-state-metrics',
        image: 'mirror.example/mirrored-kube-state-metrics:v2.16.0',
        labels: named('kube-state-metrics'),
      },
      'kube-state-metrics 2.16.0 (image tag)',
    ],
    [
      "counts with Kyverno's label part-of",
      {
        name: 'kyverno-admission-controller',
        image: 'mirror.example/kyverno:v1.15.2',
        template: { 'app.kubernetes.io/part-of': 'kyverno' },
      },
      'kyverno 1.15.2 (image tag)',
    ],
    [
      'counts with the old label app of kube-prometheus-stack',
      {
        name: 'kps-operator',
        image: 'mirror.example/quay-prometheus-operator:v0.63.0',
        labels: { app: 'kube-prometheus-stack-operator' },
      },
      'prometheus-operator 0.63.0 (image tag)',
    ],
    [
      'does not count without a name label',
      { name: 'cert-manager', image: 'mirror.example/jetstack-cert-manager-controller:v1.18.6' },
      undefined,
    ],
    [
      'does not count with the label of a helper',
      labelled('cert-manager-webhook', 'mirror.example/jetstack-cert-manager-controller:v1.18.6'),
      undefined,
    ],
    [
      'does not count with the label of another controller',
      labelled('external-dns', 'mirror.example/mirrored-istio-pilot:1.28.3'),
      'external-dns ? (name label)',
    ],
    [
      'does not count in the middle of a word',
      { name: 'x', image: 'mirror.example/myexternal-dns:1.2.3', labels: named('external-dns') },
      undefined,
    ],
  ])('%s', (_title, workload, expected) => {
    expect(recognised(workload)).toBe(expected);
  });
});

describe('a renamed image', () => {
  it.each<Row>([
    [
      'shows no version if the workload and a label have the name',
      labelled('cert-manager', 'mirror.example/cm:v1.18.6'),
      'cert-manager ? (name label)',
    ],
    [
      'shows its version by a tag that the version label confirms',
      labelled('cert-manager', 'mirror.example/cm:v1.18.6', versioned('v1.18.6')),
      'cert-manager 1.18.6 (image tag)',
    ],
    [
      'shows no version by a tag that the version label contradicts',
      labelled('cert-manager', 'mirror.example/cm:v3.0.1', versioned('v1.18.6')),
      'cert-manager ? (name label)',
    ],
    [
      'shows its version by the version label with a digest',
      labelled('external-dns', `mirror.example/edns@${digest}`, versioned('0.15.1')),
      'external-dns 0.15.1 (version label)',
    ],
    [
      'is shown by its name and version labels alone',
      {
        name: 'prod-cm',
        image: 'mirror.example/cm/controller:v1.9.1',
        labels: named('cert-manager', versioned('v1.9.1')),
      },
      'cert-manager 1.9.1 (image tag)',
    ],
    [
      'proves nothing by labels alone if the tag is of another release',
      {
        name: 'prod-cm',
        image: 'mirror.example/cm/controller:v3.0.1',
        labels: named('cert-manager', versioned('v1.9.1')),
      },
      undefined,
    ],
    [
      'proves nothing by the label app and a version',
      { name: 'web', image: 'mirror.example/cm:v1.9.1', labels: { app: 'cert-manager', ...versioned('v1.9.1') } },
      undefined,
    ],
    [
      'proves nothing by labels that other programs have, too',
      { name: 'api', image: 'mirror.example/api:1.9.1', labels: named('destination', versioned('1.9.1')) },
      undefined,
    ],
    [
      'shows no version of Kyverno by a label with the chart’s version',
      labelled('kyverno', 'mirror.example/policies:v1.15.2', versioned('3.5.2')),
      'kyverno ? (name label)',
    ],
    [
      'shows no version by a container that only copies a program',
      {
        name: 'argocd-repo-server',
        image: { 'repo-server': 'mirror.example/our-cd:v7.0.0', copyutil: 'mirror.example/argocd:v3.4.2' },
        labels: named('argocd-repo-server'),
      },
      'argo-cd ? (name label)',
    ],
    [
      'proves nothing if only a label has the name',
      { name: 'web', image: 'mirror.example/cm:v1.18.6', labels: named('cert-manager') },
      undefined,
    ],
    [
      'proves nothing if only the workload has the name',
      { name: 'cert-manager', image: 'mirror.example/cm:v1.18.6', labels: named('web') },
      undefined,
    ],
    [
      'proves nothing for the names of cert-manager’s helpers',
      labelled('webhook', 'mirror.example/hook:v1.18.6'),
      undefined,
    ],
    [
      'proves nothing for a service that is called destination',
      labelled('destination', 'mirror.example/destination:1.0.0'),
      undefined,
    ],
    [
      'proves nothing for another helm-controller',
      labelled('helm-controller', 'rancher/helm-controller:v0.16.10'),
      undefined,
    ],
    [
      'proves nothing for a kind that the controller does not have',
      { ...labelled('cert-manager', 'mirror.example/cm:1'), kind: 'StatefulSet' },
      undefined,
    ],
  ])('%s', (_title, workload, expected) => {
    expect(recognised(workload)).toBe(expected);
  });
});

describe('the version', () => {
  const image = (tag: string, more = {}): WorkloadRow => ({
    image: `${certManager}${tag}`,
    labels: versioned('v1.18.6'),
    ...more,
  });
  it.each<Row>([
    ['is that of the label if there is only a digest', image(`@${digest}`), 'cert-manager 1.18.6 (version label)'],
    [
      'is that of the label in the pod template',
      image(`@${digest}`, { labels: {}, template: versioned('v1.18.6') }),
      'cert-manager 1.18.6 (version label)',
    ],
    [
      'is unknown if there is only a digest, and no label',
      image(`@${digest}`, { labels: {} }),
      'cert-manager ? (no version)',
    ],
    [
      'is unknown if the label has no release',
      image(`@${digest}`, { labels: versioned('main') }),
      'cert-manager ? (no version)',
    ],
    ['is that of the tag if there is a digest, too', image(`:v1.17.2@${digest}`), 'cert-manager 1.17.2 (image tag)'],
    ['is unknown without tag and digest', image(''), 'cert-manager ? (no version)'],
    ...[
      'latest',
      'main',
      'master-0a1b2c3',
      '0a1b2c3d',
      'v1.18',
      '1',
      'v1.18.x',
      '20261123',
      '2026.11.23',
      '2026.1.5',
    ].map((tag): Row => [
      `is unknown for the tag ${tag}, whatever the label says`,
      image(`:${tag}`),
      'cert-manager ? (no version)',
    ]),
    ...[
      'v1.19.0-alpha.0',
      'v1.19.0-beta.1',
      'v1.19.0-rc.1',
      '1.19.0rc1',
      'v1.19.0-pre.2',
      'v1.19.0-dev',
      'v1.19.0-SNAPSHOT',
      'v1.19.0-0.dev-132-g0a1b2c3d4e5f',
      'v1.18.6-45-g0a1b2c3',
      'v1.18.6-company-rc2',
    ].map((tag): Row => [
      `is unknown for ${tag}, which is no release`,
      image(`:${tag}`),
      'cert-manager ? (no version)',
    ]),
    ...[
      '1.18.6',
      'v1.18.6-company.4',
      'v1.18.6.4',
      'v1.18.6_1',
      'v1.18.6-distroless',
      'v1.18.6-debug',
      'v1.18.6-ubi',
      'v1.18.6-ubi9',
      'v1.18.6-arm64',
      'v1.18.6-linux-amd64',
      'v1.18.6-fips',
      'v1.18.6-eksbuild.2',
      'v1.18.6-prebuilt',
      'v1.18.6-premium',
    ].map((tag): Row => [`is the release in ${tag}`, image(`:${tag}`), 'cert-manager 1.18.6 (image tag)']),
    [
      'is that of the tag, not of the chart',
      { image: 'quay.io/argoproj/argocd:v3.4.2', labels: { 'helm.sh/chart': 'argo-cd-9.5.14' } },
      'argo-cd 3.4.2 (image tag)',
    ],
    [
      'is never that of the chart',
      { image: `quay.io/argoproj/argocd@${digest}`, labels: { 'helm.sh/chart': 'argo-cd-9.5.14' } },
      'argo-cd ? (no version)',
    ],
    [
      "is not Kyverno's version label, which has the chart's version",
      { image: `reg.kyverno.io/kyverno/kyverno@${digest}`, labels: versioned('3.5.2') },
      'kyverno ? (no version)',
    ],
    [
      "is not the version label of kube-prometheus-stack, which has the chart's version",
      { image: `quay.io/prometheus-operator/prometheus-operator@${digest}`, labels: versioned('77.5.0') },
      'prometheus-operator ? (no version)',
    ],
  ])('%s', (_title, workload, expected) => {
    expect(recognised(workload)).toBe(expected);
  });
});

describe('another numbering', () => {
  const flux = (name: string, image: string, more = {}): WorkloadRow => ({
    name,
    image,
    labels: versioned('v2.7.2'),
    template: { app: name, ...more },
  });
  const linkerd = (tag: string, more = {}): WorkloadRow => ({
    name: 'linkerd-destination',
    image: `cr.l5d.io/linkerd/controller${tag}`,
    labels: named('destination', more),
  });
  it.each<Row>([
    [
      'of Flux images is ignored',
      flux('source-controller', 'ghcr.io/fluxcd/source-controller:v1.7.0'),
      'flux 2.7.2 (version label)',
    ],
    [
      'of Flux images is ignored behind a mirror',
      flux('kustomize-controller', 'mirror.example/kustomize-controller:v1.7.0'),
      'flux 2.7.2 (version label)',
    ],
    [
      'of Flux images shows nothing without the label',
      { image: 'ghcr.io/fluxcd/helm-controller:v1.4.0' },
      'flux ? (no version)',
    ],
    [
      'of the Tigera operator is not Calico',
      { name: 'tigera-operator', image: 'quay.io/tigera/operator:v1.38.6', labels: { 'k8s-app': 'tigera-operator' } },
      undefined,
    ],
    ['of Linkerd begins with stable-', linkerd(':stable-2.14.10'), 'linkerd 2.14.10 (image tag)'],
    ['of Linkerd is a date for edge-', linkerd(':edge-25.4.4'), 'linkerd ? (no version)'],
    [
      'of Linkerd is a date for edge- in the label',
      linkerd(`@${digest}`, versioned('edge-25.4.4')),
      'linkerd ? (no version)',
    ],
    ['of Linkerd is that of Buoyant for enterprise-', linkerd(':enterprise-2.17.1'), 'linkerd ? (no version, Buoyant)'],
    [
      "of Velero's plugins is ignored",
      {
        name: 'velero',
        image: { velero: 'velero/velero:v1.16.2', 'velero-plugin-for-aws': 'velero/velero-plugin-for-aws:v1.12.2' },
      },
      'velero 1.16.2 (image tag)',
    ],
    [
      "of a CSI driver's sidecars is ignored",
      {
        image: {
          'csi-provisioner': 'registry.k8s.io/sig-storage/csi-provisioner:v5.3.0',
          'efs-plugin': 'public.ecr.aws/efs-csi-driver/amazon/aws-efs-csi-driver:v2.1.10',
        },
      },
      'aws-efs-csi-driver 2.1.10 (image tag)',
    ],
  ])('%s', (_title, workload, expected) => {
    expect(recognised(workload)).toBe(expected);
  });
});

describe('a build of a vendor', () => {
  it.each<Row>([
    [
      'is shown by the path',
      { image: 'docker.io/bitnami/external-dns:0.18.0-debian-12-r4' },
      'external-dns 0.18.0 (image tag, Bitnami)',
    ],
    [
      'is shown by the path of old images',
      { image: 'bitnamilegacy/metrics-server:0.8.0' },
      'metrics-server 0.8.0 (image tag, Bitnami)',
    ],
    [
      "is shown by Bitnami's tag behind a mirror",
      { image: `${ecr}/kube-state-metrics:2.16.0-debian-12-r51` },
      'kube-state-metrics 2.16.0 (image tag, Bitnami)',
    ],
    [
      'is shown by a flattened path',
      labelled('external-dns', 'mirror.example/docker_io_bitnami_external-dns:0.18.0'),
      'external-dns 0.18.0 (image tag, Bitnami)',
    ],
    [
      'is recognized if its image has the name of the project',
      {
        name: 'x-cert-manager-controller',
        image: 'bitnami/cert-manager:1.18.2-debian-12-r5',
        labels: named('cert-manager'),
      },
      'cert-manager 1.18.2 (image tag, Bitnami)',
    ],
    [
      'is recognized if its chart has other labels',
      { name: 'x-argo-cd-server', image: 'bitnami/argo-cd:3.1.1-debian-12-r0', labels: named('argo-cd') },
      'argo-cd 3.1.1 (image tag, Bitnami)',
    ],
    [
      'is shown by a word in the tag',
      { image: 'mirror.example/kyverno/kyverno:v1.12.6-n4k.nirmata.3' },
      'kyverno 1.12.6 (image tag, Nirmata)',
    ],
    [
      'is shown by the registry',
      { image: 'cgr.dev/chainguard/cert-manager-controller:1.18.6' },
      'cert-manager 1.18.6 (image tag, Chainguard)',
    ],
    [
      'is shown by a registry with a port',
      { image: 'cgr.dev:443/example/cert-manager-controller:1.18.6' },
      'cert-manager 1.18.6 (image tag, Chainguard)',
    ],
    [
      'is Docker for its hardened images',
      { image: 'dhi.io/cert-manager-controller:1.18.6-debian13' },
      'cert-manager 1.18.6 (image tag, Docker)',
    ],
    [
      'is Isovalent for Cilium Enterprise',
      {
        kind: 'DaemonSet',
        name: 'cilium',
        image: 'quay.io/isovalent/cilium:v1.16.5-cee.1',
        labels: { 'k8s-app': 'cilium' },
      },
      'cilium 1.16.5 (image tag, Isovalent)',
    ],
    [
      'is Tigera for Calico Enterprise',
      {
        kind: 'DaemonSet',
        name: 'calico-node',
        image: 'quay.io/tigera/node:v3.21.2',
        labels: { 'k8s-app': 'calico-node' },
      },
      'calico 3.21.2 (image tag, Tigera)',
    ],
    [
      'is Tigera for an older Calico Enterprise',
      {
        kind: 'DaemonSet',
        name: 'calico-node',
        image: 'quay.io/tigera/cnx-node:v3.18.1',
        labels: { 'k8s-app': 'calico-node' },
      },
      'calico ? (name label, Tigera)',
    ],
    [
      'is Solo.io for its Istio',
      {
        name: 'istiod-1-26',
        image: 'us-docker.pkg.dev/gloo-mesh/istio-1a2b3c/pilot:1.26.2-solo-fips',
        labels: { app: 'istiod' },
      },
      'istio 1.26.2 (image tag, Solo.io)',
    ],
    [
      'is Tetrate for its Istio',
      {
        name: 'istiod',
        image: 'containers.istio.tetratelabs.com/pilot:1.26.2-tetratefips-v0',
        labels: { app: 'istiod' },
      },
      'istio 1.26.2 (image tag, Tetrate)',
    ],
    [
      'is Buoyant for its Linkerd',
      {
        name: 'linkerd-destination',
        image: 'ghcr.io/buoyantio/controller:enterprise-2.17.1',
        labels: named('destination'),
      },
      'linkerd ? (no version, Buoyant)',
    ],
    [
      'is ControlPlane for its Flux',
      {
        name: 'source-controller',
        image: 'ghcr.io/controlplaneio-fluxcd/distroless/source-controller:v1.8.5',
        labels: versioned('v2.8.8'),
        template: { app: 'source-controller' },
      },
      'flux 2.8.8 (version label, ControlPlane)',
    ],
    [
      'is not a mirror with a name that only contains the vendor’s',
      { image: 'mirror.example/bitnamis/external-dns:0.18.0-debian' },
      'external-dns 0.18.0 (image tag)',
    ],
  ])('%s', (_title, workload, expected) => {
    expect(recognised(workload)).toBe(expected);
  });
});

it.each([
  ['602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/metrics-server:v0.8.0-eksbuild.3', true],
  ['918309763551.dkr.ecr.cn-north-1.amazonaws.com.cn/eks/aws-ebs-csi-driver:v1.53.0', true],
  [`${ecr}/eks/metrics-server:v0.8.0-eksbuild.3`, true],
  [`602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/metrics-server@${digest}`, true],
  [`${ecr}/metrics-server:v0.8.0`, false],
  ['registry.k8s.io/metrics-server/metrics-server:v0.8.0', false],
  ['public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver:v1.64.0', false],
  ['mirror.example/602401143452/metrics-server:v0.8.0', false],
])('%s is a build of EKS: %s', (image, expected) => {
  expect(isEksBuild(image)).toBe(expected);
});
