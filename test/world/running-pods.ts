import { createHash } from 'node:crypto';
import {
  accepts,
  formatPath,
  isActive,
  isReady,
  readLabels,
  matches,
  runsDaemonSets,
  viewObjects,
  type KubeObject,
} from './consistency/world-view.ts';
import { aPodObject } from './manifests.ts';

type Json = Record<string, unknown>;

/** Digits and consonants, as Kubernetes chooses them for generated names. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

function generate(seed: string, length: number): string {
  const digest = createHash('sha256').update(seed).digest();
  return [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/**
 * The objects with the pods that their workloads lack, all ready: one of a DaemonSet on each node that it may run on,
 * the others in turn on `places`. The status of workloads and PodDisruptionBudgets counts the pods.
 * @param places names of nodes
 */
export function withRunningPods(objects: readonly Json[], places: readonly string[]): Json[] {
  const { ofKind, listPods } = viewObjects(objects);
  const nodes = ofKind('Node').filter(runsDaemonSets);
  const added = ofKind('Deployment', 'StatefulSet', 'DaemonSet').flatMap((workload) => {
    const pods = listPods(workload);
    const used = pods.map(({ spec }) => spec?.nodeName);
    const [hash] = pods.flatMap((pod) => readLabels(pod)['pod-template-hash'] ?? []);
    const template = workload.spec?.template?.spec ?? {};
    if (workload.kind === 'DaemonSet') {
      const lacking = nodes.filter((node) => accepts(node, template) && !used.includes(node.metadata.name));
      return lacking.map(({ metadata }, index) => aWorkloadPod(workload, metadata.name, index));
    }
    const missing = Math.max(0, (workload.spec?.replicas ?? 1) - used.length);
    return Array.from({ length: missing }, (_, index) =>
      aWorkloadPod(workload, places[(used.length + index) % places.length] ?? '', used.length + index, hash),
    );
  });
  return withCounts([...objects, ...added]);
}

/** @param used the hash of the pods that the Deployment has */
function aWorkloadPod(workload: KubeObject, node: string, index: number, used?: string): Json {
  const path = formatPath(workload);
  const { metadata, spec } = workload;
  const hash = workload.kind === 'Deployment' ? (used ?? generate(path, 9)) : undefined;
  const last = workload.kind === 'StatefulSet' ? String(index) : generate(`${path} ${node} ${index}`, 5);
  const owner =
    hash === undefined
      ? { kind: workload.kind, name: metadata.name }
      : { kind: 'ReplicaSet', name: `${metadata.name}-${hash}`, hash };
  const { labels = {} } = spec?.template?.metadata ?? {};
  const { volumes = [], ...podSpec } = (spec?.template?.spec ?? {}) as Json;
  return aPodObject(`${metadata.namespace}/${owner.name}-${last}`, node, owner, { labels, volumes, spec: podSpec });
}

/** The objects with a status of workloads and budgets that counts their pods. */
function withCounts(objects: readonly Json[]): Json[] {
  const { ofKind, listPods } = viewObjects(objects);
  const all = ofKind('Pod');
  return objects.map((object) => {
    const one = object as unknown as KubeObject;
    if (one.kind === 'PodDisruptionBudget') {
      return withStatus(object, budgetCounts(one, all));
    }
    if (!['Deployment', 'StatefulSet', 'DaemonSet'].includes(one.kind)) return object;
    const pods = listPods(one).filter(isActive);
    const ready = pods.filter(isReady).length;
    return withStatus(object, workloadCounts(one.kind, pods.length, ready));
  });
}

function withStatus(object: Json, counts: Json): Json {
  return { ...object, status: { observedGeneration: 1, ...(object['status'] as Json | undefined), ...counts } };
}

function workloadCounts(kind: string, wanted: number, ready: number): Json {
  return kind === 'DaemonSet'
    ? {
        desiredNumberScheduled: wanted,
        currentNumberScheduled: wanted,
        updatedNumberScheduled: wanted,
        numberReady: ready,
        numberAvailable: ready,
      }
    : { replicas: wanted, updatedReplicas: wanted, readyReplicas: ready, availableReplicas: ready };
}

/** As the disruption controller counts, for a budget with a number of pods. */
function budgetCounts(budget: KubeObject, pods: readonly KubeObject[]): Json {
  const { maxUnavailable, minAvailable = 0 } = (budget.spec ?? {}) as {
    maxUnavailable?: number;
    minAvailable?: number;
  };
  const own = pods.filter(
    (pod) => pod.metadata.namespace === budget.metadata.namespace && matches(budget.spec?.selector, readLabels(pod)),
  );
  const currentHealthy = own.filter(isReady).length;
  const desiredHealthy = maxUnavailable === undefined ? minAvailable : Math.max(0, own.length - maxUnavailable);
  const disruptionsAllowed = Math.max(0, currentHealthy - desiredHealthy);
  return { expectedPods: own.length, currentHealthy, desiredHealthy, disruptionsAllowed };
}
