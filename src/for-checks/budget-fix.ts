import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Context, Finding } from '../check.ts';
import { behindManager } from './managed-fix.ts';
import { resolveOwner } from './owners.ts';
import { grouped } from '../syntax/grouped.ts';
import { json, sh, type Command } from '../syntax/shell.ts';
import { isRollback, type PathEnds } from '../syntax/versions.ts';
import { countExpected, parsePercent, type Answer } from './budget-answer.ts';
import type { Budget } from './evictions.ts';
import { waitsText, type Held } from './held-budgets.ts';
import { ownedBudgetFix } from './owned-budget.ts';

/** The path, and where changes are made. */
export type Here = PathEnds & Pick<Context<'managed-changes'>, 'tables'>;

type Limits = Partial<Record<'minAvailable' | 'maxUnavailable', number | string | null>>;

/** The first version with `unhealthyPodEvictionPolicy` on by default. Source: KEP-3017, beta in 1.27. */
const policyFrom = 27;

/**
 * Advice for when a second replica may do harm: as a separate database, or as a second writer to one volume.
 * Sources: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#stable-storage,
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
 */
const replicates = {
  statefulSet: advice`Add replicas only if the software replicates its data, and as its documentation or its operator describes: each pod of a StatefulSet has its own volume, which shares no data with the first.`,
  oneVolume: advice`Add replicas only if the software supports it: all pods of a Deployment mount the same
    claim, so a second pod writes to the same files, or waits for a ReadWriteOnce volume that another node holds.`,
} as const;

/** How to let a drain finish, and how to restore the budget afterwards if the fix changes a budget that works. */
export function letGo(answer: Answer, held: Held, path: Here): Pick<Finding, 'undo'> & { fix: Advice } {
  const { fix, ...undo } =
    answer.kind === 'never' ? openBudget(answer.cause, held, path) : { fix: passingFix(answer, held, path) };
  return { fix: advice`${fix}\n${waitsText(held.groups, path)}`, ...undo };
}

/** How to let a budget that never allows an eviction allow one, and how to restore it. */
export function openBudget(cause: 'budget' | 'counting', held: Held, path: Here): ReturnType<typeof letGo> {
  const { namespace, name, owner } = held.budget;
  return owner === null ? loosen(cause, held, path) : { fix: ownedBudgetFix(namespace, name, owner, path) };
}

/** A broken budget keeps the new values; other budgets get the old values back. */
function loosen(cause: 'budget' | 'counting', held: Held, path: Here): ReturnType<typeof letGo> {
  const { budget } = held;
  const set = loosened(cause, held);
  const [field = '', value] = Object.entries(set).find(([, limit]) => limit !== null) ?? [];
  const isNumber = typeof set.minAvailable === 'number' && typeof budget.minAvailable !== 'number';
  const why = isNumber
    ? advice` (an integer minAvailable needs no controller; adapt it to the number of pods)`
    : advice``;
  const isBroken = cause === 'counting' || (budget.minAvailable === null && budget.maxUnavailable === null);
  const during = isRollback(path) ? 'rollback' : 'node update';
  const until = isBroken ? advice`` : advice` for the time of the ${during}, and restore the old value after it`;
  const goal = advice`Set \`spec.${field}\` to ${String(value)}${why}${until}`;
  const unseen = advice`if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.`;
  const change = changeFirst(goal, unseen, commands(patch(budget, set)), budget, path);
  const fix = advice`${change}${replicasText(cause, held)}`;
  return isBroken ? { fix } : { fix, undo: restore(budget, set, path) };
}

function restore(budget: Budget, set: Limits, path: Here): Advice {
  const unseen = advice`if a chart, GitOps or an operator manages the budget, set it there.`;
  const goal = advice`Set the old value of the budget again`;
  return changeFirst(goal, unseen, commands(patch(budget, restored(budget, set))), budget, path);
}

/** A change of a budget, with what manages it; `unseen`: the rest of the sentence if no manager was seen. */
function changeFirst(goal: Advice, unseen: Advice, change: Advice, { appliedBy }: Budget, { tables }: Here): Advice {
  const owner = { owner: appliedBy };
  if (resolveOwner(owner).kind === 'not seen') return advice`${goal}; ${unseen}\n${change}`;
  const rows = tables['managed-changes'];
  const managed = { of: owner, subject: 'the budget', change: 'disruption-budget', rows } as const;
  return behindManager(advice`${goal}.\n${change}`, managed);
}

/** Limits that allow one disruption. Without a controller, Kubernetes accepts only a number as minAvailable. */
function loosened(cause: 'budget' | 'counting', { budget, matched, pods }: Held): Limits {
  const { minAvailable } = budget;
  if (cause === 'counting' || pods.every(({ controller }) => controller === null)) {
    return { maxUnavailable: null, minAvailable: Math.max(0, pods.filter(({ ready }) => ready).length - 1) };
  }
  if (minAvailable === null) return { maxUnavailable: 1 };
  if (typeof minAvailable === 'string') return { minAvailable: null, maxUnavailable: 1 };
  return { minAvailable: Math.max(0, Math.min(minAvailable, countExpected(budget, matched)) - 1) };
}

/** The budget's current values of the fields in `set`. */
function restored({ minAvailable, maxUnavailable }: Budget, set: Limits): Limits {
  return {
    ...('minAvailable' in set ? { minAvailable } : {}),
    ...('maxUnavailable' in set ? { maxUnavailable } : {}),
  };
}

function patch({ namespace, name }: Budget, spec: Limits): Command {
  return sh`kubectl -n ${namespace} patch pdb ${name} --type merge -p ${json({ spec })}`;
}

/**
 * Suggests more replicas if the budget then allows a disruption. For StatefulSets and for pods that share a volume,
 * only describes the risk.
 */
function replicasText(cause: 'budget' | 'counting', { budget, matched, pods, claims }: Held): Advice {
  const controllers = grouped(pods, ({ controller: one }) => `${one?.kind}/${one?.name}`);
  const [controller, ...others] = [...controllers.values()].map(([pod]) => pod.controller);
  const replicas = replicasWithRoom(budget, countExpected(budget, matched));
  if (cause === 'counting' || controller === undefined || controller === null || others.length > 0) return advice``;
  if (replicas === undefined) return advice``;
  if (controller.kind === 'StatefulSet') return advice`\n${replicates.statefulSet}`;
  if (controller.kind !== 'Deployment') return advice``;
  if (claims) return advice`\n${replicates.oneVolume}`;
  return advice`\nOr run more replicas, if the software supports it; this does not stop any pod:\n${commands(
    sh`kubectl -n ${budget.namespace} scale deployment/${controller.name} --replicas=${replicas}`,
  )}`;
}

/** The minimum of replicas of which the budget allows to evict one; undefined if there is none, or if it is excessive. */
function replicasWithRoom({ minAvailable }: Budget, expected: number): number | undefined {
  if (typeof minAvailable === 'number') return minAvailable + 1;
  const percent = parsePercent(minAvailable);
  if (percent === undefined || percent >= 100) return undefined;
  const replicas = Math.ceil(100 / (100 - percent));
  return replicas <= 2 * expected ? replicas : undefined;
}

function passingFix(answer: Answer, { budget }: Held, path: PathEnds): Advice {
  const { namespace, name } = budget;
  if (answer.kind === 'unknown') {
    return advice`Scan again in a minute. If the status is still outdated, the disruption controller does not process the
      budget; check its events:\n${commands(sh`kubectl -n ${namespace} describe pdb ${name}`)}`;
  }
  const policy =
    path.current >= policyFrom && budget.owner === null && budget.unhealthyPodEvictionPolicy !== 'AlwaysAllow'
      ? advice`\n\`spec.unhealthyPodEvictionPolicy: AlwaysAllow\` allows the eviction of pods that are not ready.`
      : advice``;
  return advice`Make all pods of the budget ready before the ${isRollback(path) ? 'rollback' : 'node update'}, and check again:\n${commands(
    sh`kubectl -n ${namespace} get pods --field-selector status.phase!=Succeeded`,
    sh`kubectl -n ${namespace} get pdb ${name}`,
  )}${policy}`;
}
