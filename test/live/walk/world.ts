import { aLaunchTemplateVersion, eksVersions } from '../../world/healthy.ts';
import { demoWorld } from '../../world/demo-world.ts';
import { loadBalancerControllerObject } from '../../world/manifests.ts';
import { clusterAutoscalerObject } from '../../world/software-manifests.ts';
import { kubectlTool } from '../../world/tools.ts';
import type { World } from '../../world/world.ts';

type Json = Record<string, unknown>;

/** What the world calls its node groups, pools, workloads, budgets and their namespace. */
export interface Names {
  managed: string;
  /** On Amazon Linux 2, of eksctl. */
  old: string;
  /** Managed, with Spot Instances and without nodes. */
  spare: string;
  selfManaged: string;
  /** Of Karpenter, with a node. */
  pool: string;
  /** Of Karpenter, with Spot Instances and without nodes. */
  spotPool: string;
  namespace: string;
  /** The Deployment whose budget allows no eviction. */
  app: string;
  /** The Deployment on Fargate. */
  fargateApp: string;
}

export const plainNames: Names = {
  managed: 'general',
  old: 'legacy',
  spare: 'spot',
  selfManaged: 'batch',
  pool: 'default',
  spotPool: 'builds',
  namespace: 'shop',
  app: 'cart',
  fargateApp: 'reports',
};

/** Kinds that real controllers, helm or the walk itself create. */
const created = new Set(['Pod', 'CustomResourceDefinition', 'Secret', 'ServiceAccount', 'Service']);

/**
 * The demo's cluster for a real API server, whose controllers create the pods: 1.33, to be updated to 1.34, Karpenter
 * 1.5.8, a node group on Amazon Linux 2, one that EKS does not manage, Fargate, and a permission that is denied.
 */
export function walkWorld(names: Names): World {
  const world = demoWorld();
  const { aws, kube } = world;
  const objects = [
    ...kube.objects.filter((object) => !created.has(String(object['kind'])) && !isReplaced(object)),
    loadBalancerControllerObject('v2.13.4', 2, ['--aws-vpc-id=vpc-0a1b2c3d']),
    clusterAutoscalerObject('v1.33.0'),
  ];
  return {
    ...world,
    aws: renamed(
      {
        ...aws,
        clusterVersions: eksVersions(10),
        nodegroups: renamed(aws.nodegroups, { spot: names.spare }),
        autoScalingGroups: renamed(aws.autoScalingGroups, { spot: names.spare, batch: names.selfManaged }),
        launchTemplateVersions: [
          ...renamed(aws.launchTemplateVersions ?? [], { batch: names.selfManaged }),
          aLaunchTemplateVersion('lt-0a1b2c3d', 1),
        ],
      },
      wordsIn(names),
    ),
    kube: {
      ...kube,
      objects: renamed(
        objects.map((object) => live(object, names)),
        wordsIn(names),
      ),
    },
    tools: { ...world.tools, kubectl: kubectlTool('v1.34.1') },
  };
}

function wordsIn({ managed, old, spotPool, namespace, app, fargateApp }: Names): Readonly<Record<string, string>> {
  return { general: managed, legacy: old, builds: spotPool, shop: namespace, cart: app, reports: fargateApp };
}

/** The value with these words exchanged wherever they stand between characters that are no letters or digits. */
function renamed<Value>(value: Value, words: Readonly<Record<string, string>>): Value {
  const text = JSON.stringify(value).replaceAll(/[A-Za-z0-9]+/g, (word) => words[word] ?? word);
  return JSON.parse(text) as Value;
}

/** Helm installs Karpenter; the image of the load balancer controller of the demo has no version. */
function isReplaced(object: Json): boolean {
  const { kind, metadata } = object as { kind: string; metadata: { name: string } };
  if (kind === 'Node') return false;
  return metadata.name === 'karpenter' || (kind === 'Deployment' && metadata.name === 'aws-load-balancer-controller');
}

interface Live extends Json {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Json;
  status?: Json;
}

/** What a real API server and real controllers need besides, with the names of pools and of the group `batch`. */
function live(object: Json, names: Names): Json {
  const { kind, metadata, spec, status, ...rest } = object as Live;
  const one = { ...rest, kind, metadata, spec };
  switch (kind) {
    case 'Node':
      return liveNode({ ...one, status: status ?? {} }, names);
    case 'DaemonSet':
      return { ...one, spec: outsideFargate(spec) };
    case 'NodePool':
      return metadata.name === 'default'
        ? { ...one, metadata: { ...metadata, name: names.pool }, status }
        : { ...one, status };
    case 'NodeClaim':
      return { ...one, metadata: renamed(metadata, { default: names.pool }), status };
    default:
      return kind === 'Deployment' || kind === 'PodDisruptionBudget' ? one : { ...one, ...(status && { status }) };
  }
}

const isFargate = { 'eks.amazonaws.com/compute-type': 'fargate' };

function liveNode({ metadata, spec, status, ...rest }: Live, names: Names): Json {
  const room = { cpu: '2', memory: '8Gi', pods: '29' };
  const { 'karpenter.sh/nodepool': pool, 'alpha.eksctl.io/nodegroup-name': group } = metadata.labels ?? {};
  const labels = {
    ...metadata.labels,
    'kubernetes.io/hostname': metadata.name,
    ...(pool === undefined ? {} : { 'karpenter.sh/nodepool': names.pool }),
    ...(group === 'batch' ? { 'alpha.eksctl.io/nodegroup-name': names.selfManaged } : {}),
  };
  const taints = metadata.name.startsWith('fargate-') ? { taints: [fargateTaint] } : {};
  return {
    ...rest,
    metadata: { ...metadata, labels },
    spec: { ...spec, ...taints },
    status: { ...status, capacity: room, allocatable: room },
  };
}

export const fargateTaint = { key: 'eks.amazonaws.com/compute-type', value: 'fargate', effect: 'NoSchedule' };

/** As EKS installs them. */
function outsideFargate(spec: Json): Json {
  const { template } = spec as { template: { spec: Json } };
  const matchExpressions = Object.entries(isFargate).map(([key, value]) => ({
    key,
    operator: 'NotIn',
    values: [value],
  }));
  const required = { nodeSelectorTerms: [{ matchExpressions }] };
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
  return { ...spec, template: { ...template, spec: { ...template.spec, affinity } } };
}
