import type { Facts } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import type { Inventory } from '../../src/inventory/inventory.ts';
import type { Report } from '../../src/report/schema.ts';
import { aNode, aNodegroup } from '../../src/custom-checks/testing/samples.ts';

type Task = NonNullable<Report['plan']>['tasks'][number];
type NodeFact = Facts['nodes'][number];

/** A generator of numbers below a limit: the same seed gives the same numbers (mulberry32). */
export function generateNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const kinds = ['managed', 'managed', 'self-managed', 'eksctl', 'hybrid', 'fargate', 'auto', 'karpenter'] as const;

/** Up to eight groups of nodes with kubelets within six minors of the control plane, and empty node groups. */
export function generateNodes(seed: number, current: number): Pick<Facts, 'nodes' | 'nodegroups' | 'fargateWorkloads'> {
  const next = generateNumbers(seed);
  const facts: Pick<Facts, 'nodes' | 'nodegroups' | 'fargateWorkloads'> = {
    nodes: [],
    nodegroups: [],
    fargateWorkloads: [],
  };
  const count = 1 + next(8);
  for (let index = 0; index < count; index++) {
    const kind = kinds[next(kinds.length)] ?? 'managed';
    const kubelet = current - next(7);
    const name = `g${index}`;
    const size = 1 + next(3);
    const group = ['managed', 'eksctl', 'auto', 'karpenter'].includes(kind) ? name : null;
    const computeType = kind === 'eksctl' ? 'self-managed' : kind;
    const nodes = Array.from({ length: size }, (_, at) =>
      aNode(`${name}-${at}`, `v1.${at === 0 ? kubelet : Math.min(current, kubelet + next(2))}.1`, {
        computeType,
        group,
        instanceId: computeType === 'self-managed' ? `i-0${index}${at}` : null,
      }),
    );
    const isEmpty = kind === 'managed' && next(4) === 0;
    if (!isEmpty) facts.nodes.push(...nodes);
    if (kind === 'managed')
      facts.nodegroups.push(
        aNodegroup(name, { ...groupFields(kubelet, next(3)), ...(isEmpty ? { desiredSize: 0 } : {}) }),
      );
    if (kind === 'fargate')
      facts.fargateWorkloads.push({ kind: 'Deployment', namespace: 'shop', name, nodes: nodes.map((one) => one.name) });
  }
  return facts;
}

function groupFields(kubelet: number, image: number): Partial<Facts['nodegroups'][number]> {
  if (image === 0 && kubelet <= 32) return { version: `1.${kubelet}`, amiType: 'AL2_x86_64' };
  return { version: `1.${kubelet}` };
}

/**
 * The EKS add-ons kube-proxy and coredns at versions for the cluster or up to three minors before it, and what EKS lists:
 * each version for its minor and some later ones.
 */
export function generateAddons(seed: number, current: number, base: Facts['kubeProxy']): Partial<Facts> {
  const next = generateNumbers(seed + 10_000);
  const minors = Array.from({ length: 12 }, (_, index) => current - 5 + index);
  const lasting = next(4);
  const list = (name: string, spread: number): Facts['addonVersions'][number] => ({
    name,
    owner: 'aws',
    publisher: 'eks',
    versions: minors.map((own) => ({
      version: `v1.${own}.0-eksbuild.1`,
      compatibilities: minors
        .filter((minor) => minor >= own && minor <= own + spread)
        .map((minor) => ({ cluster: `1.${minor}`, platforms: [], isDefault: minor === own })),
    })),
  });
  const installed = (name: string, minor: number): Facts['addons'][number] => ({
    name,
    version: `v1.${minor}.0-eksbuild.1`,
    status: 'ACTIVE',
    owner: 'aws',
    serviceAccountRoleArn: null,
    healthIssues: [],
  });
  const proxy = current - next(Math.min(lasting, 3) + 1);
  return {
    addonNames: ['coredns', 'kube-proxy'],
    addons: [installed('coredns', current - next(lasting + 1)), installed('kube-proxy', proxy)],
    addonVersions: [list('coredns', lasting), list('kube-proxy', lasting)],
    kubeProxy: base.map((one) => ({ ...one, version: `1.${proxy}.0` })),
    vpcCni: [],
  };
}

/** An inventory with other values of some facts. */
export function withFacts<Kind extends Pick<Inventory, 'readings'>>(inventory: Kind, facts: Partial<Facts>): Kind {
  const changed = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]));
  return { ...inventory, readings: { ...inventory.readings, ...(changed as Readings) } };
}

/** The facts after these tasks: the versions that they set. */
export function applyTasks<Kind extends Pick<Inventory, 'readings'>>(inventory: Kind, tasks: readonly Task[]): Kind {
  const { cluster, nodes, nodegroups, fargateWorkloads } = inventory.readings;
  if (cluster?.ok !== true || nodes?.ok !== true || nodegroups?.ok !== true) return inventory;
  const state = { cluster: cluster.value, nodes: nodes.value, nodegroups: nodegroups.value };
  const workloads = fargateWorkloads?.ok === true ? fargateWorkloads.value : [];
  for (const task of tasks) {
    if (task.kind === 'control-plane' && task.to !== null) state.cluster = { ...state.cluster, version: task.to };
    if (task.kind === 'nodes' && task.to !== null) applyNodes(task, task.to, state, workloads);
    if (task.kind === 'nodes' && task.id.endsWith(':delete')) deleteGroup(task, state);
  }
  const versions = applyVersions(inventory, tasks);
  const { emptyAutoScalingGroups: empty } = inventory.readings;
  const moved = new Set(tasks.map(({ id }) => id.split(':')[1]));
  const left = empty?.ok === true ? empty.value : [];
  return withFacts(inventory, {
    ...state,
    ...versions,
    emptyAutoScalingGroups: left.filter(({ name }) => !moved.has(`self-managed/autoscalinggroup/${name}`)),
  });
}

/** The add-ons and the Karpenter controllers with the versions that these tasks set. */
function applyVersions({ readings }: Pick<Inventory, 'readings'>, tasks: readonly Task[]): Partial<Facts> {
  const { addons, kubeProxy, vpcCni, karpenterControllers } = readings;
  const addonVersion = (name: string | null): string | undefined =>
    tasks.findLast(({ id, to }) => to !== null && id.startsWith(`add-on:${name}:`))?.to ?? undefined;
  const karpenter = tasks.findLast(({ id }) => id.startsWith('karpenter:controller:'))?.to ?? undefined;
  const component = <One extends { addon: string | null; version: string | null }>(one: One): One => {
    const to = addonVersion(one.addon);
    return to === undefined ? one : { ...one, version: /\d+\.\d+\.\d+/.exec(to)?.[0] ?? one.version };
  };
  return {
    ...(addons?.ok === true
      ? { addons: addons.value.map((one) => ({ ...one, version: addonVersion(one.name) ?? one.version })) }
      : {}),
    ...(kubeProxy?.ok === true ? { kubeProxy: kubeProxy.value.map(component) } : {}),
    ...(vpcCni?.ok === true ? { vpcCni: vpcCni.value.map(component) } : {}),
    ...(karpenterControllers?.ok === true && karpenter !== undefined
      ? {
          karpenterControllers: karpenterControllers.value.map((one) =>
            one.version === null ? one : { ...one, version: karpenter },
          ),
        }
      : {}),
  };
}

interface State {
  nodes: Facts['nodes'];
  nodegroups: Facts['nodegroups'];
}

function applyNodes(task: Task, to: string, state: State, workloads: Facts['fargateWorkloads']): void {
  const [, key = ''] = task.id.split(':');
  const created = /^Replace node group (\S+) by ([^\s,]+)/.exec(task.title);
  const isOwn = (node: NodeFact): boolean => isMoved(node, key, task, workloads);
  state.nodes = state.nodes.map((node) =>
    isOwn(node) && readMinor(node.kubeletVersion) < readMinor(to)
      ? { ...node, kubeletVersion: `v${to}.0`, group: created?.[2] ?? node.group }
      : node,
  );
  state.nodegroups = state.nodegroups.map((group) =>
    key === `managed/${group.name}`
      ? {
          ...group,
          version: to,
          name: created?.[2] ?? group.name,
          amiType: created ? 'AL2023_x86_64_STANDARD' : group.amiType,
        }
      : group,
  );
}

function deleteGroup({ id }: Task, state: State): void {
  const isOwn = (name: string | null): boolean => id === `nodes:managed/${name}:delete`;
  state.nodes = state.nodes.filter(({ computeType, group }) => computeType !== 'managed' || !isOwn(group));
  state.nodegroups = state.nodegroups.filter(({ name }) => !isOwn(name));
}

function isMoved(node: NodeFact, key: string, task: Task, workloads: Facts['fargateWorkloads']): boolean {
  const { computeType, group, name } = node;
  if (key === `${computeType}/nodes`) {
    const isNamed = computeType === 'hybrid' || computeType === 'self-managed';
    return (
      group === null && (!isNamed || task.how.commands.join('\n').includes(name) || (task.disturbs?.nodes ?? 0) > 20)
    );
  }
  if (computeType === 'fargate') {
    return workloads.some((one) => one.nodes.includes(name) && key.endsWith(`/${one.namespace}/${one.name}`));
  }
  return group !== null && (key === `${computeType}/${group}` || key === `${computeType}/provisioner/${group}`);
}

/** The minor version of a text that begins with one. */
export function readMinor(text: string): number {
  return Number(/^v?1\.(\d+)/.exec(text)?.[1] ?? Number.NaN);
}
