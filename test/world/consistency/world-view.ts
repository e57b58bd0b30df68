import { createLabelMatcher, type Labels } from '../../../src/syntax/label-selector.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { parseCidr } from '../../../src/syntax/cidr.ts';
import { listInstances } from '../network.ts';
import type { World } from '../world.ts';

/** A fact that two parts of a world report, and what contradicts it: one line for each contradiction. */
export interface WorldRule {
  name: string;
  says: string;
  contradictions(view: WorldView): readonly string[];
}

interface Taint {
  key: string;
  value?: string;
  effect: string;
}

interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
}

interface Expression {
  key: string;
  operator: string;
  values?: readonly string[];
}

export interface PodSpec {
  nodeName?: string;
  nodeSelector?: Labels;
  serviceAccountName?: string;
  tolerations?: readonly Toleration[];
  affinity?: {
    nodeAffinity?: {
      requiredDuringSchedulingIgnoredDuringExecution?: {
        nodeSelectorTerms: readonly { matchExpressions?: readonly Expression[] }[];
      };
    };
  };
  containers?: readonly { name: string; image: string }[];
}

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: readonly Expression[];
}

interface Spec extends PodSpec {
  providerID?: string;
  taints?: readonly Taint[];
  replicas?: number;
  selector?: Selector | null;
  template?: { metadata?: { labels?: Labels }; spec?: PodSpec & { nodeClassRef?: { kind: string; name: string } } };
  nodeClassRef?: { kind: string; name: string };
}

interface Condition {
  type: string;
  status: string;
}

interface Status {
  phase?: string;
  conditions?: readonly Condition[];
  nodeName?: string;
  nodeInfo?: { kubeletVersion: string; osImage: string; architecture?: string; operatingSystem?: string };
  addresses?: readonly { type: string; address: string }[];
  replicas?: number;
  readyReplicas?: number;
  desiredNumberScheduled?: number;
  numberReady?: number;
  expectedPods?: number;
  currentHealthy?: number;
  desiredHealthy?: number;
  disruptionsAllowed?: number;
}

/** The fields of Kubernetes objects that the rules compare. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Labels;
    ownerReferences?: readonly { kind: string; name: string; controller?: boolean }[];
  };
  spec?: Spec;
  status?: Status;
}

export interface NodeGroup {
  nodegroupName: string;
  version?: string;
  releaseVersion?: string;
  amiType?: string;
  nodeRole?: string;
  subnets?: readonly string[];
  scalingConfig?: { minSize: number; desiredSize: number; maxSize: number };
}

export interface Interface {
  NetworkInterfaceId: string;
  SubnetId: string;
  PrivateIpAddress?: string;
  PrivateIpAddresses?: readonly { PrivateIpAddress: string }[];
  Attachment?: { DeviceIndex?: number };
}

export interface Instance {
  InstanceId: string;
  State: { Name: string };
  NetworkInterfaces: readonly Interface[];
}

export interface Subnet {
  SubnetId: string;
  AvailabilityZone: string;
  CidrBlock: string;
  AvailableIpAddressCount: number;
}

/** Kubernetes objects, by kind and by owner. */
export interface ObjectView {
  /** Objects of these kinds. */
  ofKind(...kinds: readonly string[]): readonly KubeObject[];
  /** The pods that a workload owns, directly or by a ReplicaSet. */
  listPods(workload: KubeObject): readonly KubeObject[];
}

/** A world as the rules read it. */
export interface WorldView extends ObjectView {
  world: World;
  nodes: readonly KubeObject[];
  pods: readonly KubeObject[];
  groups: readonly NodeGroup[];
  subnets: ReadonlyMap<string, Subnet>;
  instances: ReadonlyMap<string, Instance>;
  /** The instance of a node; undefined if it has none. */
  findInstance(node: KubeObject): Instance | undefined;
}

export const groupLabel = 'eks.amazonaws.com/nodegroup';
export const poolLabel = 'karpenter.sh/nodepool';

export function viewObjects(objects: readonly Record<string, unknown>[]): ObjectView {
  const byKind = grouped(objects as unknown as readonly KubeObject[], ({ kind }) => kind);
  const byController = grouped(byKind.get('Pod') ?? [], (pod) => controllerPath(pod) ?? '');
  return {
    ofKind: (...kinds) => kinds.flatMap((kind) => byKind.get(kind) ?? []),
    listPods: (workload) => byController.get(`${workload.kind} ${formatPath(workload)}`) ?? [],
  };
}

export function viewWorld(world: World): WorldView {
  const objects = viewObjects(world.kube.objects);
  const instances = new Map(
    (listInstances(world) as unknown as readonly Instance[]).map((instance) => [instance.InstanceId, instance]),
  );
  const subnets = world.aws.subnets as unknown as readonly Subnet[];
  return {
    ...objects,
    world,
    nodes: objects.ofKind('Node'),
    pods: objects.ofKind('Pod'),
    groups: Object.values(world.aws.nodegroups) as unknown as readonly NodeGroup[],
    subnets: new Map(subnets.map((subnet) => [subnet.SubnetId, subnet])),
    instances,
    findInstance: (node) => instances.get(node.spec?.providerID?.split('/').at(-1) ?? ''),
  };
}

/** `shop/cart`; the name of an object without a namespace. */
export function formatPath({ metadata: { namespace, name } }: KubeObject): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** `Deployment shop/cart`: what keeps a pod running. A ReplicaSet stands for the Deployment that its name begins with. */
export function controllerPath({ metadata }: KubeObject): string | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return undefined;
  const hash = metadata.labels?.['pod-template-hash'];
  const isReplicaSet = owner.kind === 'ReplicaSet' && hash !== undefined && owner.name.endsWith(`-${hash}`);
  const [kind, name] = isReplicaSet ? ['Deployment', owner.name.slice(0, -hash.length - 1)] : [owner.kind, owner.name];
  return `${kind} ${metadata.namespace === undefined ? name : `${metadata.namespace}/${name}`}`;
}

/** A pod that counts for its workload: it has not ended. */
export function isActive({ status }: KubeObject): boolean {
  return status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

export function isReady({ status }: KubeObject): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;
}

/** `1.33` of `v1.33.5-eks-113cf36`; undefined if the text holds none. */
export function parseMinorText(text: string | undefined): string | undefined {
  return /^v?(\d+\.\d+)/.exec(text ?? '')?.[1];
}

/** The number after `1.`, for comparisons; NaN without one. */
export function minorNumber(text: string | undefined): number {
  return Number(parseMinorText(text)?.split('.')[1]);
}

export function readLabels({ metadata }: KubeObject): Labels {
  return metadata.labels ?? {};
}

/** Whether pods run here that the cluster schedules: not on Fargate, nor on a virtual kubelet. */
export function runsDaemonSets(node: KubeObject): boolean {
  return (
    readLabels(node)['eks.amazonaws.com/compute-type'] !== 'fargate' && readLabels(node)['type'] !== 'virtual-kubelet'
  );
}

/** Where the scheduler may place a pod of a DaemonSet: its node selector, required affinity, and taints. */
export function accepts(node: KubeObject, spec: PodSpec): boolean {
  const { architecture = 'amd64', operatingSystem = 'linux' } = node.status?.nodeInfo ?? {};
  const labels = { 'kubernetes.io/os': operatingSystem, 'kubernetes.io/arch': architecture, ...readLabels(node) };
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const selects = (matchExpressions: readonly Expression[] = []): boolean =>
    matches({ matchLabels: spec.nodeSelector ?? {}, matchExpressions }, labels);
  const chosen = terms === undefined ? selects() : terms.some(({ matchExpressions }) => selects(matchExpressions));
  const taints = node.spec?.taints?.filter(({ key, effect }) => effect !== 'PreferNoSchedule' && !isKubelets(key));
  return chosen && (taints ?? []).every((taint) => (spec.tolerations ?? []).some((one) => tolerates(one, taint)));
}

/** Taints that the DaemonSet controller makes its pods tolerate. */
function isKubelets(key: string): boolean {
  return key.startsWith('node.kubernetes.io/');
}

function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect !== undefined && effect !== '' && effect !== taint.effect) return false;
  if (operator === 'Exists') return key === undefined || key === '' || key === taint.key;
  return key === taint.key && value === (taint.value ?? '');
}

export function matches(selector: Selector | null | undefined, labels: Labels): boolean {
  if (selector === null || selector === undefined) return false;
  const matchExpressions = (selector.matchExpressions ?? []).map((one) => ({ ...one, values: one.values ?? [] }));
  return createLabelMatcher({ matchLabels: selector.matchLabels ?? {}, matchExpressions })(labels);
}

/** Whether an address lies in a CIDR block. */
export function isWithin(address: string, block: string): boolean {
  const [one, range] = [parseCidr(`${address}/${address.includes(':') ? 128 : 32}`), parseCidr(block)];
  return (
    one !== undefined &&
    range !== undefined &&
    one.family === range.family &&
    one.first >= range.first &&
    one.first <= range.last
  );
}

/** The address in the name that EC2 gives a host: 10.0.1.17 of `ip-10-0-1-17.eu-west-1.compute.internal`. */
export function addressInName(name: string): string | undefined {
  return /^(?:fargate-)?ip-(\d+-\d+-\d+-\d+)\./.exec(name)?.[1]?.replaceAll('-', '.');
}
