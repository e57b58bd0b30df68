import { aNodeObject } from '../../world/manifests.ts';
import type { World } from '../../world/world.ts';
import { each, evict } from '../budget-cluster.ts';
import type { LiveCluster } from '../cluster.ts';
import { withinMs } from '../processes.ts';
import { realManifest } from '../real-manifests.ts';
import { applyAll, type Manifest } from '../seed.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, list, type PlayedNode, type PlayedPod } from './objects.ts';
import { fargateTaint } from './world.ts';

type Json = Record<string, unknown>;
type Labels = Readonly<Record<string, string>>;

/** The account and the cluster that the walk changes. */
export interface Stage {
  world: World;
  live: LiveCluster;
}

let count = 0;

/** An address that no other node has. */
function nextAddress(): string {
  count += 1;
  return `10.0.1.${200 + (count % 50)}`;
}

function kubelet(version: string): string {
  return `v${version}.5-eks-113cf36`;
}

/** A node of Fargate at a version of the control plane. */
export function fargateNode(version: string): Manifest {
  const name = `fargate-ip-${nextAddress().replaceAll('.', '-')}.eu-west-1.compute.internal`;
  const labels = { 'eks.amazonaws.com/compute-type': 'fargate' };
  const node = aNodeObject(name, { kubelet: kubelet(version), labels, zone: 'eu-west-1b', conditions: [ready()] });
  return withRoom({ ...node, spec: { ...(node['spec'] as Json), taints: [fargateTaint] } });
}

function ready(): Json {
  return { type: 'Ready', status: 'True', lastTransitionTime: new Date().toISOString() };
}

function withRoom(node: Json): Manifest {
  const room = { cpu: '2', memory: '8Gi', pods: '29' };
  const made = realManifest({ ...node, status: { ...(node['status'] as Json), capacity: room, allocatable: room } });
  return made;
}

/** Starts instances with these labels, whose nodes become Ready. Returns their names. */
export async function startNodes(
  { world, live }: Stage,
  labels: Labels,
  version: string,
  number: number,
): Promise<string[]> {
  const names: string[] = [];
  for (let index = 0; index < number; index += 1) {
    const address = nextAddress();
    const name = `ip-${address.replaceAll('.', '-')}.eu-west-1.compute.internal`;
    const id = `i-0fe${String(count).padStart(14, '0')}`;
    const node = aNodeObject(name, { kubelet: kubelet(version), labels, zone: 'eu-west-1b', conditions: [ready()] });
    world.aws.network = {
      ...world.aws.network,
      instances: [...(world.aws.network.instances ?? []), instance(world, name, id, address)],
    };
    await applyAll(live, [withRoom({ ...node, spec: { providerID: `aws:///eu-west-1b/${id}` } })]);
    names.push(name);
  }
  return names;
}

/** As the other instances of the world, with one interface. */
function instance({ aws }: World, name: string, id: string, address: string): Json {
  const [first = {}] = aws.network.instances ?? [];
  const [own = {}] = (first['NetworkInterfaces'] ?? []) as Json[];
  const SubnetId = String(aws.subnets.find(({ AvailabilityZone: zone }) => zone === 'eu-west-1b')?.['SubnetId']);
  const addresses = { PrivateIpAddresses: [{ Primary: true, PrivateIpAddress: address }] };
  const card = { ...own, NetworkInterfaceId: id.replace('i-', 'eni-'), SubnetId, ...addresses };
  return { ...first, InstanceId: id, PrivateDnsName: name, NetworkInterfaces: [card] };
}

/** The names of the nodes with this label. */
export async function findNodes({ live }: Stage, label: string, value: string): Promise<PlayedNode[]> {
  const nodes = await list<PlayedNode>(live, '/api/v1/nodes');
  return nodes.filter(({ metadata }) => metadata.labels?.[label] === value);
}

/** Cordons the nodes, evicts their pods and ends them. Throws if a budget does not let a pod go. */
export async function endNodes(stage: Stage, names: readonly string[], patience = withinMs): Promise<void> {
  const { live, world } = stage;
  await each(names, (name) => ask(live, 'PATCH', `/api/v1/nodes/${name}`, { spec: { unschedulable: true } }));
  const deadline = Date.now() + patience;
  for (;;) {
    const pods = (await list<PlayedPod>(live, '/api/v1/pods')).filter((pod) => isDrained(pod, names));
    if (pods.length === 0) break;
    if (Date.now() > deadline) throw new Error('PodEvictionFailure');
    await each(
      pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
      (pod) => evict(live, pod),
    );
    await sleep(100);
  }
  const { network } = world.aws;
  const left = (network.instances ?? []).filter((one) => !names.includes(String(one['PrivateDnsName'])));
  world.aws.network = { ...network, instances: left };
  await each(names, (name) => ask(live, 'DELETE', `/api/v1/nodes/${name}`));
}

function isDrained({ metadata, spec }: PlayedPod, names: readonly string[]): boolean {
  const isDaemon = metadata.ownerReferences?.some(({ kind }) => kind === 'DaemonSet') === true;
  return names.includes(spec.nodeName ?? '') && !isDaemon;
}

/** Replaces each of the nodes by one at the version. */
export async function replaceNodes(stage: Stage, nodes: readonly PlayedNode[], version: string): Promise<string[]> {
  const [first] = nodes;
  if (first === undefined) return [];
  const { 'kubernetes.io/hostname': _own, ...labels } = first.metadata.labels ?? {};
  const fresh = await startNodes(stage, labels, version, nodes.length);
  await endNodes(
    stage,
    nodes.map(({ metadata }) => metadata.name),
  );
  return fresh;
}
