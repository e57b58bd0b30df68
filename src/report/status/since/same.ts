import { isUnseen, type Comparing } from './seen-now.ts';
import type { Health } from '../../health/schema.ts';
import type { Same, Worse } from './worse-schema.ts';

type Counted = Same['workloads'];
type Part = Health['unseen'][number]['part'];

/** What is worse, by kind. */
interface WorseByKind {
  workloads: readonly Worse[];
  pods: readonly Worse[];
  groups: readonly Worse[];
  addons: readonly Worse[];
  backends: readonly Worse[];
}

/**
 * How much is as before. What exists then and was not seen now is neither the same nor removed.
 * @param notJudged groups of nodes of which it was not seen whether they are worse
 */
export function countSame(
  { before, health }: Pick<Comparing, 'before' | 'health'>,
  worse: WorseByKind,
  notJudged: ReadonlySet<string>,
): Same {
  const workloads = objectsIn([...worse.workloads, ...worse.pods]);
  const groups = objectsIn(worse.groups);
  const addons = objectsIn(worse.addons);
  const backends = objectsIn(worse.backends);
  const allowed = new Map(health.budgets.map(({ budget, allows }) => [budget, allows]));
  const count = counter(health);
  return {
    workloads: count(
      'workloads',
      before.workloads,
      ({ workload }) => workload,
      ({ workload }) => !workloads.has(workload),
    ),
    budgets: count(
      'budgets',
      before.budgets,
      ({ budget }) => budget,
      ({ budget, allows }) => (allowed.get(budget) ?? 0) >= allows,
    ),
    addons: count(
      'addons',
      before.addons,
      ({ name }) => name,
      ({ name }) => !addons.has(`addon/${name}`),
    ),
    backends: count(
      'backends',
      before.backends,
      ({ object, service }) => `${object} ${service}`,
      ({ object }) => !backends.has(object),
    ),
    groups: count(
      'groups',
      before.groups,
      ({ group }) => group,
      ({ group }) => !groups.has(group) && !notJudged.has(group),
      (group) => groups.has(group) || notJudged.has(group),
    ),
  };
}

function objectsIn(worse: readonly Worse[]): ReadonlySet<string> {
  return new Set(worse.map(({ object }) => object));
}

/** @returns a function that counts the items of one part; `isKept`: an item that is missing now is not removed */
function counter(health: Health) {
  const names: Readonly<Record<string, readonly string[]>> = {
    workloads: health.workloads.map(({ workload }) => workload),
    budgets: health.budgets.map(({ budget }) => budget),
    addons: health.addons.map(({ name }) => name),
    backends: health.backends.map(({ object, service }) => `${object} ${service}`),
    groups: health.groups.map(({ group }) => group),
  };
  return <Item>(
    part: Part,
    then: readonly Item[],
    toKey: (item: Item) => string,
    isSame: (item: Item) => boolean,
    isKept: (key: string) => boolean = () => false,
  ): Counted => {
    const present = new Set(names[part]);
    const missing = then.filter((item) => !present.has(toKey(item)));
    const removed = isUnseen(health, part) ? 0 : missing.filter((item) => !isKept(toKey(item))).length;
    const same = then.filter((item) => present.has(toKey(item)) && isSame(item)).length;
    return { same, all: then.length - removed, removed };
  };
}
