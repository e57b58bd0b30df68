import type { BudgetCase, Owner, PodSet, State } from './budget-cases.ts';
import type { Manifest } from './seed.ts';

type Json = Record<string, unknown>;

/** The UID of an owner that exists. */
export type UidOf = (kind: string, namespace: string, name: string) => string;

/** The nodes of each node group. */
export const nodesOf: Readonly<Record<string, readonly string[]>> = {
  general: ['general-1', 'general-2', 'general-3'],
  free: ['free-1', 'free-2'],
  stuck: ['stuck-1', 'stuck-2'],
  surplus: ['surplus-1', 'surplus-2'],
  moved: ['moved-1'],
};

const apiVersions: Readonly<Record<string, string>> = {
  ReplicationController: 'v1',
  Node: 'v1',
  Job: 'batch/v1',
  Rollout: 'example.com/v1',
  Widget: 'example.com/v1',
  Cluster: 'postgresql.cnpg.io/v1',
};
const hash = '7c9d';
const containers = [{ name: 'app', image: 'registry.example/app:1.0.0' }];

/** The kinds of custom resources: a Rollout has the scale subresource, a Widget has not. */
export const definitions: readonly Manifest[] = ['Rollout', 'Widget'].map((kind) => {
  const [singular, plural] = [kind.toLowerCase(), `${kind.toLowerCase()}s`];
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const replicas = { type: 'object', properties: { replicas: { type: 'integer' } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: replicas, status: replicas } } };
  const subresources = kind === 'Rollout' ? { subresources: { scale } } : {};
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, plural, singular },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema, ...subresources }],
    },
  };
});

/** The namespace of a case, and the owners of its pods that are not made by other owners. */
export function buildOwners({ name, sets }: BudgetCase): Manifest[] {
  const owners = sets.flatMap((set, at) => (hasObject(set.owner) ? [anOwner(set.owner, name, set, at)] : []));
  return [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, ...owners];
}

export function buildReplicaSets({ name, sets }: BudgetCase, uidOf: UidOf): Manifest[] {
  return sets.flatMap((set, at) => {
    if (set.owner !== 'Deployment') return [];
    const { metadata, ...rest } = anOwner('ReplicaSet', name, set, at);
    const ownerReferences = [aReference('Deployment', name, metadata.name, uidOf)];
    return [{ ...rest, metadata: { ...metadata, name: `${metadata.name}-${hash}`, ownerReferences } }];
  });
}

/** The pods of a case, spread over the nodes of its group. */
export function buildPods({ name: namespace, sets, group = 'general' }: BudgetCase, uidOf: UidOf): Manifest[] {
  const nodes = nodesOf[group] ?? [];
  return sets.flatMap((set, at) =>
    Object.entries(set.pods).flatMap(([state, count]) =>
      Array.from({ length: count }, (_, index): Manifest => {
        const node = nodes[index % nodes.length] ?? '';
        const more = set.owner === 'Deployment' ? { 'pod-template-hash': hash } : {};
        const labels = { ...buildLabels(namespace, set, at), ...more };
        const ownerReferences = listControllers(set.owner, namespace, at, node, uidOf);
        const metadata = { namespace, name: `${ownerName(namespace, at)}-${state}-${index}`, labels, ownerReferences };
        return aPod(metadata, node, state as State);
      }),
    ),
  );
}

export function aPod(metadata: Manifest['metadata'], nodeName: string, state: State = 'ready'): Manifest {
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName, containers }, status: podStatus(state) };
}

/** The status that a kubelet reports. */
export function podStatus(state: State): Json {
  const phase = phases[state] ?? 'Running';
  const isReady = state === 'ready' || state === 'terminating';
  return { phase, conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] };
}

const phases: Partial<Record<State, string>> = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
  lost: 'Unknown',
};

/** @param statuses by `namespace/name` */
export function buildBudgets(
  { name: namespace, budgets, operated }: BudgetCase,
  statuses: ReadonlyMap<string, unknown>,
): Manifest[] {
  const ownerReferences = operated === true ? listControllers('Cluster', namespace, 0) : [];
  return budgets.map((spec, at) => {
    const name = `${namespace}-${at}`;
    const status = statuses.get(`${namespace}/${name}`);
    return {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { namespace, name, ownerReferences },
      spec: { selector: { matchLabels: { app: namespace } }, ...spec },
      ...(status === undefined ? {} : { status }),
    };
  });
}

/** The replicas of a set: without surplus pods, finished ones, and those being deleted. */
export function countReplicas({ pods, replicas }: PodSet): number {
  const { ready = 0, unready = 0, pending = 0, lost = 0 } = pods;
  return replicas ?? ready + unready + pending + lost;
}

function hasObject(owner: Owner): boolean {
  return !['none', 'deleted', 'Node', 'Cluster'].includes(owner);
}

function anOwner(kind: Owner, namespace: string, set: PodSet, at: number): Manifest {
  const labels = buildLabels(namespace, set, at);
  const replicas = countReplicas(set);
  const template = { metadata: { labels }, spec: { containers, restartPolicy: kind === 'Job' ? 'Never' : 'Always' } };
  const specs: Partial<Record<Owner, Json>> = {
    ReplicationController: { replicas, selector: labels, template },
    StatefulSet: { replicas, selector: { matchLabels: labels }, template, serviceName: namespace },
    DaemonSet: { selector: { matchLabels: labels }, template },
    Job: { template },
    Rollout: { replicas },
    Widget: { replicas },
  };
  const spec = specs[kind] ?? { replicas, selector: { matchLabels: labels }, template };
  return {
    apiVersion: apiVersions[kind] ?? 'apps/v1',
    kind,
    metadata: { namespace, name: ownerName(namespace, at) },
    spec,
  };
}

function listControllers(owner: Owner, namespace: string, at: number, node = '', uidOf: UidOf = () => ''): Json[] {
  const name = ownerName(namespace, at);
  if (owner === 'none') return [];
  if (owner === 'Node') return [aReference(owner, '', node, uidOf)];
  if (owner === 'Deployment') return [aReference('ReplicaSet', namespace, `${name}-${hash}`, uidOf)];
  if (owner === 'deleted') return [aReference('ReplicaSet', namespace, name, () => `deleted-${name}`)];
  if (owner === 'Cluster') return [aReference(owner, namespace, namespace, () => `cluster-${namespace}`)];
  return [aReference(owner, namespace, name, uidOf)];
}

function aReference(kind: string, namespace: string, name: string, uidOf: UidOf): Json {
  const apiVersion = apiVersions[kind] ?? 'apps/v1';
  return { apiVersion, kind, name, uid: uidOf(kind, namespace, name), controller: true };
}

function ownerName(namespace: string, at: number): string {
  return at === 0 ? namespace : `${namespace}-${at}`;
}

function buildLabels(namespace: string, { labels }: PodSet, at: number): Record<string, string> {
  return { app: namespace, set: ownerName(namespace, at), ...labels };
}
