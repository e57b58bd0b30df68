import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isEnforced, isGuarded, predictEviction } from '../../src/for-checks/evictions.ts';
import type { Report } from '../../src/report/schema.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { parseMinor } from '../../src/syntax/versions.ts';
import { aDescribedCluster, aManagedGroup, eksVersions, healthyWorld } from '../world/healthy.ts';
import { aNodeObject } from '../world/manifests.ts';
import type { World } from '../world/world.ts';
import type { KubernetesVersion } from './binaries.ts';
import { keyOf, type Answer } from './budget-cluster.ts';
import { nodesOf } from './budget-objects.ts';
import type { ScannedCluster } from './scanned-cluster.ts';

export type BudgetFinding = Report['results'][number]['findings'][number];

/** What a scan says about the budgets, and what the check predicts for each pod. Pods are `namespace/name`. */
export interface BudgetScan {
  findings: readonly BudgetFinding[];
  predicted: ReadonlyMap<string, Answer>;
  /** The pods that a drain evicts and that budgets protect. */
  guarded: readonly string[];
}

/** An account with the node groups of the cases, and their nodes. */
export function budgetWorld(kubernetes: KubernetesVersion): World {
  const world = healthyWorld();
  const version = kubernetes.slice(1, 5);
  const nodes = Object.entries(nodesOf).flatMap(([group, names]) => {
    const labels = { 'eks.amazonaws.com/nodegroup': group };
    return names.map((name) => aNodeObject(name, { kubelet: `${kubernetes}-eks-113cf36`, labels }));
  });
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', version) },
      clusterVersions: [...eksVersions(10), { ...eksVersions(10).at(-1), clusterVersion: version }],
      nodegroups: Object.fromEntries(Object.keys(nodesOf).map((name) => [name, aManagedGroup(name, { version })])),
    },
    kube: { ...world.kube, objects: nodes },
  };
}

/** Scans the cluster in its current version, and predicts the evictions from the facts of the scan. */
export async function scanBudgets({ scanHere, folder, world }: ScannedCluster): Promise<BudgetScan> {
  const file = path.join(folder, 'inventory.json');
  const only = ['--only', 'workloads/pdb-blocks-drain', '--target', 'current'];
  const { report } = await scanHere([...only, '--save-inventory', file]);
  const { pods, budgetedPods, podDisruptionBudgets } = parseInventory(
    await readFile(file, 'utf8'),
    file,
    '0.1.0',
  ).readings;
  if (!pods?.ok || !budgetedPods?.ok || !podDisruptionBudgets?.ok) throw new Error('the scan did not read the budgets');
  const version = parseMinor(String(world.aws.clusters['prod']?.['version'])) ?? 0;
  const enforced = podDisruptionBudgets.value.filter((budget) => isEnforced(budget, version));
  const matches = new Map(budgetedPods.value.map((one) => [keyOf(one), new Set(one.pods)]));
  const predicted = pods.value.map((pod) => {
    const own = enforced.filter((one) => one.namespace === pod.namespace && matches.get(keyOf(one))?.has(pod.name));
    return [keyOf(pod), predictEviction(pod, own)] as const;
  });
  return {
    findings: report.results.flatMap(({ findings }) => findings),
    predicted: new Map(predicted),
    guarded: pods.value.filter(isGuarded).map(keyOf),
  };
}
