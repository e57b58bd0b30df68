import type { AnyCheck } from '../../src/check.ts';
import pdbBlocksDrain from '../../checks/workloads/pdb-blocks-drain/check.ts';
import pdbMissing from '../../checks/workloads/pdb-missing.ts';
import kubeProxySkew from '../../checks/addons/kube-proxy-skew.ts';
import nvidiaDevicePlugin from '../../checks/addons/nvidia-device-plugin/check.ts';
import vpcCniVersion from '../../checks/addons/vpc-cni-version/check.ts';
import webhooks from '../../checks/apis/webhooks/check.ts';
import { caBundle } from '../world/api-extensions.ts';
import { aBudgetObject, aConfigMapObject, aNodeObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { realManifest } from './real-manifests.ts';
import type { Manifest } from './seed.ts';

type Json = Record<string, unknown>;

/** A fix that acts on Kubernetes, in a world that has its problem and members that must stay. */
export interface KubectlFix {
  it: string;
  check: AnyCheck;
  /** The other checks that must not find more afterwards. */
  also: readonly AnyCheck[];
  objects: readonly Manifest[];
  /** The verbs that the fix must print: `set image`. */
  verbs: readonly string[];
  /** Placeholders with the values that a reader chooses. */
  fill: readonly (readonly [string | RegExp, string])[];
  /** Files that the reader downloads and edits, by name. */
  files?: Readonly<Record<string, string>>;
  /** Paths of objects, with parts of them that must be the same afterwards. */
  kept: Readonly<Record<string, Json>>;
  /** The check reports the component after each update: only its text may differ. */
  stays?: true;
}

const node = aNodeObject('a', { kubelet: 'v1.33.5-eks-113cf36', gpus: 1 });
const registry = '602401143452.dkr.ecr.eu-west-1.amazonaws.com';
const tolerations = [{ key: 'team', operator: 'Exists' }];
const selector = { pool: 'special' };

/** A workload with arguments, tolerations and a node selector that the project does not set. */
function customized(object: Json, args: readonly string[]): Manifest {
  const copy = structuredClone(object) as { spec: { template: { spec: { containers: Json[] } & Json } } } & Json;
  const { spec } = copy.spec.template;
  Object.assign(spec, { nodeSelector: selector, tolerations });
  Object.assign(spec.containers[0] ?? {}, { args });
  return realManifest(copy);
}

const daemonSet = (path: string, container: string, image: string, args: readonly string[]): Manifest =>
  customized(aWorkloadObject('DaemonSet', path, { images: { [container]: image } }), args);
const keptMembers = (container: string, args: readonly string[]): Json => ({
  spec: { template: { spec: { nodeSelector: selector, tolerations, containers: [{ name: container, args }] } } },
});

const cart = (spec: Json, status: Json = {}): Manifest => realManifest(aBudgetObject('shop/cart', spec, status));
const shop = [
  aWorkloadObject('Deployment', 'shop/cart', { replicas: 2 }),
  ...[1, 2].map((n) => aPodObject(`shop/cart-5d9c-${n}`, 'a', { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' })),
].map((object) => realManifest(object));
const closed = { currentHealthy: 2, desiredHealthy: 2, expectedPods: 2, disruptionsAllowed: 0 };

const cniArgs = ['--enable-network-policy=true'];
const windows = { 'enable-windows-ipam': 'true', 'branch-eni-cooldown': '60' };
const cni = (version: string, args: readonly string[], data: Json): Manifest[] => [
  daemonSet('kube-system/aws-node', 'aws-node', `${registry}/amazon-k8s-cni:v${version}`, args),
  realManifest(aConfigMapObject('kube-system/amazon-vpc-cni', data as Record<string, string>)),
];
const manifestText = (objects: readonly Manifest[]): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: objects.map((object) => ({ ...object, status: undefined })),
  });

const hook = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'validation.webhook.karpenter.sh' },
  webhooks: [
    {
      name: 'validation.webhook.karpenter.sh',
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      clientConfig: { service: { namespace: 'kube-system', name: 'karpenter', port: 8443 }, caBundle },
      rules: [
        { apiGroups: ['karpenter.sh'], apiVersions: ['v1beta1'], operations: ['CREATE'], resources: ['nodeclaims'] },
      ],
    },
  ],
} as Manifest;
const metricsService = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { namespace: 'kube-system', name: 'karpenter' },
  spec: { ports: [{ name: 'http-metrics', port: 8080 }] },
} as Manifest;

export const kubectlFixes: readonly KubectlFix[] = [
  {
    it: 'patch: a budget that allows no eviction',
    check: pdbBlocksDrain,
    also: [pdbMissing],
    objects: [...shop, cart({ maxUnavailable: 0 }, closed)],
    verbs: ['patch pdb'],
    fill: [],
    kept: {
      '/apis/policy/v1/namespaces/shop/poddisruptionbudgets/cart': {
        spec: { selector: { matchLabels: { app: 'cart' } } },
      },
    },
  },
  {
    it: 'create: the budget of a workload without one',
    check: pdbMissing,
    also: [pdbBlocksDrain],
    objects: shop,
    verbs: ['create poddisruptionbudget'],
    fill: [['KEY=VALUE', 'app=cart']],
    kept: { '/apis/apps/v1/namespaces/shop/deployments/cart': { spec: { replicas: 2 } } },
  },
  {
    it: 'set image: kube-proxy, with settings of its own',
    check: kubeProxySkew,
    also: [],
    objects: [
      daemonSet('kube-system/kube-proxy', 'kube-proxy', `${registry}/eks/kube-proxy:v1.29.0-minimal-eksbuild.1`, [
        '--v=4',
      ]),
    ],
    verbs: ['set image'],
    fill: [['TAG', 'v1.33.5-minimal-eksbuild.2']],
    kept: { '/apis/apps/v1/namespaces/kube-system/daemonsets/kube-proxy': keptMembers('kube-proxy', ['--v=4']) },
  },
  {
    it: 'set image: a device plugin with another name, arguments and tolerations',
    check: nvidiaDevicePlugin,
    also: [],
    objects: [
      daemonSet('kube-system/gpus', 'plugin', 'nvcr.io/nvidia/k8s-device-plugin:v0.14.5', [
        '--config-file=/config/a.yaml',
      ]),
    ],
    verbs: ['set image'],
    fill: [[/vX\.X\.X/g, 'v0.17.4']],
    kept: {
      '/apis/apps/v1/namespaces/kube-system/daemonsets/gpus': keptMembers('plugin', ['--config-file=/config/a.yaml']),
    },
    stays: true,
  },
  {
    it: "apply: the VPC CNI's manifest, with Windows IPAM and network policies kept",
    check: vpcCniVersion,
    also: [],
    objects: cni('1.16.0', cniArgs, windows),
    verbs: ['diff -f', 'apply -f'],
    fill: [],
    files: {
      'aws-k8s-cni.yaml': manifestText(
        cni('1.17.1', ['--enable-network-policy=false'], { 'enable-windows-ipam': 'false' }),
      ),
    },
    kept: {
      '/apis/apps/v1/namespaces/kube-system/daemonsets/aws-node': keptMembers('aws-node', cniArgs),
      '/api/v1/namespaces/kube-system/configmaps/amazon-vpc-cni': { data: windows },
    },
  },
  {
    it: 'delete: a webhook that an earlier Karpenter left behind, saved first',
    check: webhooks,
    also: [],
    objects: [metricsService, hook],
    verbs: ['delete validatingwebhookconfiguration'],
    fill: [],
    kept: { '/api/v1/namespaces/kube-system/services/karpenter': { spec: { ports: [{ port: 8080 }] } } },
  },
];

export const always: readonly Manifest[] = [realManifest(node)];
/** The manifest as the reader completes it after `kubectl diff`. */
export const edited: Readonly<Record<string, string>> = {
  'aws-k8s-cni.yaml': manifestText(cni('1.17.1', cniArgs, windows)),
};
/** Lines that `kubectl diff` must show, so that the reader sees what the manifest removes. */
export const shownByDiff: readonly RegExp[] = [/^-.*--enable-network-policy=true/m, /^-.*enable-windows-ipam: "true"/m];

/** Verbs of printed commands that no row runs, with the reason. */
export const notRun: Readonly<Record<string, string>> = {
  edit: 'opens an editor',
  annotate: 'on pods, nodes and CRDs of Karpenter: no row yet',
  label: 'on CRDs for a Helm release: no row yet',
  scale: 'of controllers: no row yet',
  'set env': 'Fluentd: no row yet',
  'rollout restart': 'no controller runs that would replace pods',
  uncordon: 'nodes: no row yet',
  'delete node': 'the instance behind the node is in AWS',
};
