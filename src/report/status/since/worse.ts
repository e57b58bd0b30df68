import { formatList } from '../../../syntax/english.ts';
import { grouped } from '../../../syntax/grouped.ts';
import { printableData } from '../../../syntax/printable.ts';
import { toUnreadyKey } from '../../health/pods.ts';
import type { Health } from '../../health/schema.ts';
import { findReplacedGroups } from './replaced-groups.ts';
import { isUnseen, type Comparing, type SeenNow } from './seen-now.ts';
import { countSame } from './same.ts';
import { worseGroups } from './worse-groups.ts';
import { listNotCompared } from './not-compared.ts';
import type { NotCompared, Same, Worse } from './worse-schema.ts';
import { worseAddons, worseBackends } from './worse-services.ts';
import { startingWorkloads, worsePods, worseWorkloads } from './worse-workloads.ts';

/** What became of the health of a cluster since a plan was made. */
export interface Compared {
  worse: Worse[];
  same: Same;
  unseen: NotCompared[];
}

/**
 * Compares the health of a cluster with that of a plan. What was not seen then or now is neither worse nor the same.
 * @param then undefined: the plan has none, because it was made from a report
 */
export function findWorse(then: Health | undefined, health: Health, seen: SeenNow): Compared {
  const before = then ?? withoutHealth;
  const comparing: Comparing = {
    ...seen,
    before,
    health,
    replaced: findReplacedGroups(seen.tasks),
    unready: groupUnready(seen.readings),
  };
  const workloads = worseWorkloads(comparing);
  const groups = worseGroups(comparing);
  const worse = {
    workloads,
    pods:
      then === undefined || isUnseen(before, 'pods')
        ? []
        : worsePods(comparing, new Set(workloads.map(({ object }) => object))),
    groups: groups.worse,
    addons: worseAddons(comparing),
    backends: worseBackends(comparing),
  };
  return printableData<Compared>({
    worse: Object.values(worse).flat(),
    same: countSame(comparing, worse, groups.notJudged),
    unseen: [...listNotCompared(then, health, groups.unseen), ...stillStarting(startingWorkloads(comparing))],
  });
}

function stillStarting(workloads: readonly string[]): NotCompared[] {
  if (workloads.length === 0) return [];
  return [{ what: formatList(workloads), reason: 'pods are still starting: look again', permission: null }];
}

const withoutHealth: Health = {
  workloads: [],
  pods: [],
  budgets: [],
  addons: [],
  backends: [],
  groups: [],
  unseen: [],
};

function groupUnready({ unreadyPods }: SeenNow['readings']): Comparing['unready'] {
  const pods = unreadyPods?.ok === true ? unreadyPods.value : [];
  const longestFirst = pods.toSorted((a, b) => {
    const [one, two] = [a, b].map(({ since, namespace, name }) => `${since ?? '~'} ${namespace}/${name}`);
    return (one ?? '') < (two ?? '') ? -1 : 1;
  });
  return grouped(longestFirst, toUnreadyKey);
}
