import { describe, expect, it } from 'vitest';
import { addonAsComponent, findComponent, imageParts } from '../../src/collectors/kube/components.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Workload } from '../../src/facts/kube.ts';
import { anAddon, aWorkload } from '../checks/cases.ts';

const digest = 'sha256:8df1ad1ae35be0b0a3e0e6b1b1a4c1e5a4a1a4d6f6d2b3b0a0b9c8d7e6f5a4b3';
const ecr = '602401143452.dkr.ecr.us-west-2.amazonaws.com';

type Found = 'vpc-cni' | 'coredns' | 'aws-load-balancer-controller' | 'alb-ingress-controller';

const installed: Record<Found, Partial<Workload>> = {
  'vpc-cni': { kind: 'DaemonSet', name: 'aws-node', labels: { 'k8s-app': 'aws-node' } },
  coredns: { name: 'coredns', labels: { 'k8s-app': 'kube-dns' } },
  'aws-load-balancer-controller': {
    name: 'aws-load-balancer-controller',
    labels: { 'app.kubernetes.io/name': 'aws-load-balancer-controller' },
  },
  'alb-ingress-controller': {
    name: 'alb-ingress-controller',
    labels: { 'app.kubernetes.io/name': 'alb-ingress-controller' },
  },
};

/** A component as it is installed, with this image; `more` overrides. */
function withImage(component: Found, image: string, more: Partial<Workload> = {}): Workload {
  const containers = [{ name: 'main', image }];
  return aWorkload({ namespace: 'kube-system', ...installed[component], containers, ...more });
}

function listVersions(component: Found, workload: Workload, addons: Facts['addons'] = []) {
  return findComponent(component, [workload], addons).map(({ version, versionSource }) => [version, versionSource]);
}

describe('imageParts', () => {
  it.each([
    ['coredns', 'coredns', undefined],
    ['coredns:1.6.7', 'coredns', '1.6.7'],
    ['coredns/coredns:1.10.1', 'coredns', '1.10.1'],
    [`${ecr}/eks/coredns:v1.11.4-eksbuild.2`, 'coredns', 'v1.11.4-eksbuild.2'],
    [`${ecr}/eks/coredns@${digest}`, 'coredns', undefined],
    [`${ecr}/eks/coredns:v1.8.7@${digest}`, 'coredns', 'v1.8.7'],
    ['registry.example:5000/a/b/coredns:v1', 'coredns', 'v1'],
    ['registry.example:5000/a/b/coredns', 'coredns', undefined],
    ['localhost:5000/coredns', 'coredns', undefined],
    [`registry.example:5000/coredns@${digest}`, 'coredns', undefined],
    ['[fd00::1]:5000/coredns:v1', 'coredns', 'v1'],
    ['Registry.Example/Team/CoreDNS:V1-RC', 'coredns', 'V1-RC'],
    ['', '', undefined],
  ])('splits %j', (image, name, tag) => {
    expect(imageParts(image)).toEqual({ name, tag });
  });
});

describe('findComponent', () => {
  it.each<[Found, string, string]>([
    ['vpc-cni', `${ecr}/amazon-k8s-cni:v1.7.5-eksbuild.1`, '1.7.5'],
    ['vpc-cni', '961992271922.dkr.ecr.cn-northwest-1.amazonaws.com.cn/amazon-k8s-cni:v1.12.6', '1.12.6'],
    ['vpc-cni', '013241004608.dkr.ecr.us-gov-west-1.amazonaws.com/amazon-k8s-cni:v1.18.1-eksbuild.3', '1.18.1'],
    ['vpc-cni', '602401143452.dkr.ecr-fips.us-east-1.amazonaws.com/amazon-k8s-cni:v1.20.4', '1.20.4'],
    ['vpc-cni', '602401143452.dkr-ecr.us-west-2.on.aws/amazon-k8s-cni:v1.20.4', '1.20.4'],
    ['vpc-cni', '940911992744.dkr.ecr.us-west-2.amazonaws.com/amazon-k8s-cni-arm64:v1.5.3', '1.5.3'],
    ['vpc-cni', `mirror.example:8443/eks/amazon-k8s-cni:v1.12.0-eksbuild.1@${digest}`, '1.12.0'],
    ['coredns', `${ecr}/eks/coredns:v1.8.7-eksbuild.10`, '1.8.7'],
    ['coredns', 'k8s.gcr.io/coredns:1.6.7', '1.6.7'],
    ['coredns', 'registry.k8s.io/coredns/coredns:v1.9.3', '1.9.3'],
    ['coredns', 'eu.gcr.io/acme/mirror/coredns:1.11', '1.11.0'],
    ['coredns', 'docker.io/rancher/mirrored-coredns-coredns:1.10.1', '1.10.1'],
    ['coredns', 'mirror.example/eks_coredns:v1.8.7', '1.8.7'],
    ['coredns', 'bitnami/coredns:1.11.1-debian-11-r0', '1.11.1'],
    ['aws-load-balancer-controller', 'public.ecr.aws/eks/aws-load-balancer-controller:v2.13.4', '2.13.4'],
    ['aws-load-balancer-controller', `${ecr}/amazon/aws-load-balancer-controller:v2.4.1`, '2.4.1'],
    ['aws-load-balancer-controller', 'amazon/aws-alb-ingress-controller:v2.0.0', 'none'],
    [
      'aws-load-balancer-controller',
      '111122223333.dkr.ecr.eu-west-1.amazonaws.com/ecr-public/eks/aws-load-balancer-controller:v2.7.1-linux_amd64',
      '2.7.1',
    ],
    ['alb-ingress-controller', 'docker.io/amazon/aws-alb-ingress-controller:v1.1.9', '1.1.9'],
  ])('reads the version of %s from %s', (component, image, version) => {
    const found = listVersions(component, withImage(component, image));
    expect(found).toEqual(version === 'none' ? [] : [[version, 'image tag']]);
  });

  it.each([
    'latest',
    'main',
    'prod-7',
    'abc1234',
    '1234567',
    '2024.01.15',
    '20240115.3',
    'v2024.1.0-build.7',
    'release-1.12',
  ])('takes unknown from the private tag %s', (tag) => {
    const image = `registry.example/amazon-k8s-cni:${tag}`;
    expect(findComponent('vpc-cni', [withImage('vpc-cni', image)])).toMatchObject([
      { image, version: null, versionSource: null, addon: null },
    ]);
  });

  it('falls back from a digest to the EKS add-on, then to the version label; without one it is unknown', () => {
    const image = `${ecr}/amazon-k8s-cni@${digest}`;
    const addons = [anAddon('vpc-cni', { version: 'v1.18.1-eksbuild.3' })];
    const labels = { 'k8s-app': 'aws-node', 'app.kubernetes.io/version': 'v1.19.0' };
    expect(listVersions('vpc-cni', withImage('vpc-cni', image, { labels }))).toEqual([['1.19.0', 'version label']]);
    expect(listVersions('vpc-cni', withImage('vpc-cni', image, { labels }), addons)).toEqual([
      ['1.18.1', 'EKS add-on'],
    ]);
    expect(listVersions('vpc-cni', withImage('vpc-cni', image), addons)).toEqual([['1.18.1', 'EKS add-on']]);
    expect(listVersions('vpc-cni', withImage('vpc-cni', image))).toEqual([[null, null]]);
  });

  it('takes the version label of the load balancer controller beside a digest, never beside a tag or a chart alone', () => {
    const chart = {
      'app.kubernetes.io/name': 'aws-load-balancer-controller',
      'helm.sh/chart': 'aws-load-balancer-controller-1.14.1',
    };
    const labels = { ...chart, 'app.kubernetes.io/version': 'v2.14.1' };
    const found = (reference: string, given: Record<string, string>) =>
      listVersions(
        'aws-load-balancer-controller',
        withImage('aws-load-balancer-controller', `mirror.example/eks/aws-load-balancer-controller${reference}`, {
          labels: given,
        }),
      );
    expect(found(`@${digest}`, labels)).toEqual([['2.14.1', 'version label']]);
    expect(found(`@${digest}`, chart)).toEqual([[null, null]]);
    expect(found(':latest', labels)).toEqual([[null, null]]);
    expect(found(`:latest@${digest}`, labels)).toEqual([[null, null]]);
  });

  it('knows a renamed image by its labels, and takes unknown from its tag', () => {
    const image = 'registry.example/platform/dns:2.3.4';
    expect(findComponent('coredns', [withImage('coredns', image)])).toMatchObject([{ image, version: null }]);
    const chart = { 'app.kubernetes.io/name': 'lb', 'helm.sh/chart': 'aws-load-balancer-controller-1.4.8' };
    expect(
      findComponent('aws-load-balancer-controller', [
        withImage('aws-load-balancer-controller', 'registry.example/lb:7', { labels: chart }),
      ]),
    ).toHaveLength(1);
  });

  it('knows an image without any label, but not one that only ends like it', () => {
    const found = (image: string) => findComponent('coredns', [withImage('coredns', image, { labels: {} })]).length;
    expect(found('coredns/coredns:1.9.3')).toBe(1);
    expect(found('registry.example/etcd-coredns:3')).toBe(0);
  });

  it('leaves the helpers of a component alone', () => {
    const autoscaler = withImage('coredns', 'registry.k8s.io/cpa/cluster-proportional-autoscaler:v1.8.9', {
      name: 'coredns-autoscaler',
      labels: {
        'k8s-app': 'kube-dns-autoscaler',
        'app.kubernetes.io/name': 'coredns-autoscaler',
        'helm.sh/chart': 'coredns-1.29.0',
      },
    });
    const terminationHandler = withImage('vpc-cni', 'public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.22.1', {
      name: 'aws-node-termination-handler',
      labels: { 'k8s-app': 'aws-node-termination-handler', 'app.kubernetes.io/name': 'aws-node-termination-handler' },
    });
    const localDns = withImage('coredns', 'registry.k8s.io/dns/k8s-dns-node-cache:1.23.1', {
      kind: 'DaemonSet',
      name: 'node-local-dns',
      labels: { 'k8s-app': 'node-local-dns' },
    });
    const metrics = withImage('vpc-cni', `${ecr}/cni-metrics-helper:v1.18.1`, {
      kind: 'Deployment',
      name: 'cni-metrics-helper',
      labels: { 'k8s-app': 'cni-metrics-helper' },
    });
    const otherChart = withImage('coredns', 'registry.example/x:1', {
      labels: { 'helm.sh/chart': 'coredns-tools-2.0.0' },
    });
    const helpers = [autoscaler, terminationHandler, localDns, metrics, otherChart];
    expect(findComponent('coredns', helpers)).toEqual([]);
    expect(findComponent('vpc-cni', helpers)).toEqual([]);
  });

  it('reads the component’s own container among sidecars and init containers', () => {
    const containers = [
      { name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.22.0' },
      { name: 'aws-network-policy-agent', image: `${ecr}/amazon/aws-network-policy-agent:v1.1.1` },
      { name: 'aws-node', image: `${ecr}/amazon-k8s-cni:v1.18.1` },
      { name: 'aws-vpc-cni-init', image: `${ecr}/amazon-k8s-cni-init:v1.18.1` },
    ];
    expect(findComponent('vpc-cni', [withImage('vpc-cni', '', { containers })])).toMatchObject([
      { image: `${ecr}/amazon-k8s-cni:v1.18.1`, version: '1.18.1' },
    ]);
    const renamed = [...containers.slice(0, 2), { name: 'aws-node', image: 'registry.example/cni:blue' }];
    expect(findComponent('vpc-cni', [withImage('vpc-cni', '', { containers: renamed })])).toMatchObject([
      { image: 'registry.example/cni:blue', version: null },
    ]);
  });

  it('goes by the image where a controller was updated under its old labels', () => {
    const updated = withImage('alb-ingress-controller', 'public.ecr.aws/eks/aws-load-balancer-controller:v2.13.4');
    expect(findComponent('alb-ingress-controller', [updated])).toEqual([]);
    expect(findComponent('aws-load-balancer-controller', [updated])).toMatchObject([{ version: '2.13.4' }]);
  });

  it('finds every copy, in any namespace, with the EKS add-on on the one that it manages', () => {
    const image = `${ecr}/amazon-k8s-cni:v1.18.1`;
    const copies = [
      withImage('vpc-cni', image),
      withImage('vpc-cni', image, { name: 'aws-node-canary' }),
      withImage('vpc-cni', image, { namespace: 'net' }),
      withImage('vpc-cni', image, { kind: 'Deployment' }),
    ];
    const addons = [anAddon('vpc-cni', { version: 'v1.18.1-eksbuild.3' })];
    expect(findComponent('vpc-cni', copies, addons)).toMatchObject([
      { namespace: 'kube-system', name: 'aws-node', addon: 'vpc-cni' },
      { namespace: 'kube-system', name: 'aws-node-canary', addon: null },
      { namespace: 'net', name: 'aws-node', addon: null },
    ]);
  });

  it('finds a workload without containers or images by its labels', () => {
    expect(findComponent('coredns', [withImage('coredns', '', { containers: [] })])).toMatchObject([
      { image: '', version: null },
    ]);
  });
});

describe('addonAsComponent', () => {
  it('stands in for a workload that could not be seen', () => {
    const serviceAccountRoleArn = 'arn:aws:iam::111122223333:role/cni';
    const tags = { terraform: 'true' };
    expect(
      addonAsComponent(anAddon('vpc-cni', { version: 'v1.18.1-eksbuild.3', serviceAccountRoleArn, tags })),
    ).toEqual({
      kind: 'EKS add-on',
      namespace: 'kube-system',
      name: 'vpc-cni',
      replicas: null,
      image: '',
      version: '1.18.1',
      build: 3,
      versionSource: 'EKS add-on',
      addon: 'vpc-cni',
      addonRole: serviceAccountRoleArn,
      addonTags: tags,
    });
  });
});
