import { allowsDisruption } from '../../for-checks/evictions.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import type { WorkloadPods } from '../../facts/workload-pods.ts';
import { grouped } from '../../syntax/grouped.ts';
import { printableData } from '../../syntax/printable.ts';
import { healthBackends } from './backends.ts';
import { healthGroups } from './groups.ts';
import { isSettling, toUnreadyKey, toWorkloadName } from './pods.ts';
import type { Health } from './schema.ts';
import { healthUnseen } from './unseen.ts';

/**
 * The health of a cluster. Every list is sorted by name, so that equal readings give equal documents.
 * @param now when the facts were read, ISO 8601
 */
export function buildHealth(readings: Readings, { now }: { now: string }): Health {
  const { backends, unseen } = healthBackends(readings);
  return printableData<Health>({
    workloads: sorted((valueIn(readings.workloadPods) ?? []).map(toWorkload), ({ workload }) => workload),
    pods: toPods(valueIn(readings.unreadyPods) ?? [], now),
    budgets: sorted((valueIn(readings.podDisruptionBudgets) ?? []).map(toBudget), ({ budget }) => budget),
    addons: sorted(
      (valueIn(readings.addons) ?? []).map(({ name, version, status }) => ({ name, version, status })),
      ({ name }) => name,
    ),
    backends: sorted(backends, ({ object, service }) => `${object} ${service}`),
    groups: sorted(healthGroups(valueIn(readings.nodes) ?? [], now), ({ group }) => group),
    unseen: [...healthUnseen(readings), ...unseen],
  });
}

function valueIn<Value>(reading: { ok: true; value: Value } | { ok: false } | undefined): Value | undefined {
  return reading?.ok === true ? reading.value : undefined;
}

function sorted<Item>(items: readonly Item[], toKey: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, key: toKey(item) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ item }) => item);
}

function toWorkload({ wanted, ready, ...workload }: WorkloadPods): Health['workloads'][number] {
  return { workload: toWorkloadName(workload), wanted, ready };
}

function toPods(unready: Facts['unreadyPods'], now: string): Health['pods'] {
  const lasting = unready.filter((pod) => !isSettling(pod, now));
  const byState = grouped(lasting, (pod) => `${toUnreadyKey(pod)} ${pod.state}`);
  const pods = [...byState.values()].map(([first, ...more]) => ({
    workload: toUnreadyKey(first),
    state: first.state,
    pods: 1 + more.length,
  }));
  return sorted(pods, ({ workload, state }) => `${workload} ${state}`);
}

function toBudget(budget: Facts['podDisruptionBudgets'][number]): Health['budgets'][number] {
  const { namespace, name, status } = budget;
  return { budget: `pdb/${namespace}/${name}`, allows: allowsDisruption(budget) ? status.disruptionsAllowed : 0 };
}
