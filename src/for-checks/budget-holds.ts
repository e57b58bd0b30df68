import type { Facts } from '../facts/facts.ts';
import { advice, commands } from '../syntax/advice.ts';
import { hoursBetween } from '../syntax/dates.ts';
import { formatCount, formatList, forCount } from '../syntax/english.ts';
import { sh } from '../syntax/shell.ts';
import { resolveAnswer, type Answer } from './budget-answer.ts';
import { openBudget } from './budget-fix.ts';
import { traitsFinder } from './drained-pods.ts';
import { isEnforced, predictEviction, type Budget } from './evictions.ts';
import { selectHeldBudgets, type Held } from './held-budgets.ts';
import { byName } from './pods-by-group.ts';
import { settlingMinutes, type Hold, type HoldContext, type HoldFacts } from './hold.ts';

type Pod = Facts['pods'][number];

/**
 * The pods whose eviction the API server refuses because of their budgets. The facts may contain only the pods of some
 * nodes: the numbers are those of the budgets' status.
 */
export function toBudgetHolds(facts: HoldFacts, context: HoldContext): ReadonlyMap<Pod, readonly Hold[]> {
  const { podDisruptionBudgets, budgetedPods, pods, nodes } = facts;
  const holds = new Map<Pod, readonly Hold[]>();
  if (podDisruptionBudgets === undefined || budgetedPods === undefined) return holds;
  const held = selectHeldBudgets({ podDisruptionBudgets, budgetedPods, pods }, byName(nodes));
  const byPod = new Map<Pod, Held[]>();
  for (const one of held) {
    if (!isEnforced(one.budget, context.version)) continue;
    for (const pod of one.pods) byPod.set(pod, [...(byPod.get(pod) ?? []), one]);
  }
  const closed = new Map<Held, Closed>();
  for (const [pod, own] of byPod) {
    const outcome = predictEviction(
      pod,
      own.map(({ budget }) => budget),
    );
    const [first] = own;
    if (first === undefined || outcome === 'evicted') continue;
    if (outcome === 429 && !closed.has(first)) closed.set(first, toClosed(first, facts, context));
    const refused = closed.get(first);
    holds.set(pod, [outcome === 500 || refused === undefined ? overlapping(pod, own) : { ...refused, pod }]);
  }
  return holds;
}

const formatBudgetName = ({ namespace, name }: Budget): string => `pdb/${namespace}/${name}`;

function overlapping(pod: Pod, held: readonly Held[]): Hold {
  const names = held.map(({ budget }) => formatBudgetName(budget)).toSorted();
  return {
    cause: 'budgets',
    pod,
    by: names.join(', '),
    text: `cannot be evicted: ${formatList(names)} select it, and the eviction API rejects pods with two budgets`,
    force: 'holds',
    fix: advice`Narrow the selector of one of the budgets so that the pod has one budget, or delete one that no
      operator owns.\n${commands(
        sh`kubectl -n ${pod.namespace} get pdb ${held.map(({ budget }) => budget.name)} -o custom-columns='NAME:.metadata.name,OWNER:.metadata.ownerReferences[*].name,SELECTOR:.spec.selector'`,
      )}`,
  };
}

/** What is the same for each pod of a budget. */
type Closed = Omit<Hold, 'pod'>;

function toClosed(held: Held, facts: HoldFacts, context: HoldContext): Closed {
  const { budget } = held;
  const { currentHealthy, expectedPods, observedGeneration } = budget.status;
  const isCurrent = observedGeneration >= budget.generation;
  const answer: Answer = isCurrent
    ? resolveAnswer(budget, held.matched, held.pods)
    : { kind: 'unknown', why: 'its status is not up to date' };
  const healthy = `${currentHealthy} of ${formatCount(expectedPods, 'pod')} ${forCount(expectedPods, 'is', 'are')} healthy`;
  const why = answer.kind === 'yes' ? healthy : answer.why;
  const isNever = answer.kind === 'never';
  return {
    cause: 'budget',
    by: formatBudgetName(budget),
    text: `cannot be evicted${isNever ? '' : ' now'}: ${formatBudgetName(budget)} allows 0 disruptions: ${isNever && answer.cause === 'budget' ? `${why} (${healthy})` : why}`,
    force: isNever || isLasting(held, facts, context.now) ? 'holds' : 'settling',
    ...fixes(answer, held, context),
  };
}

/** A patch needs all pods of the budget where Kubernetes cannot count them: then the budget is only shown. */
function fixes(answer: Answer, held: Held, context: HoldContext): Pick<Hold, 'fix' | 'undo'> {
  const { namespace, name } = held.budget;
  const isCounted = held.pods.some(({ controller }) => controller !== null);
  if (answer.kind === 'never' && answer.cause === 'budget' && isCounted) return openBudget('budget', held, context);
  if (answer.kind === 'never')
    return {
      fix: advice`Change the budget so that it allows an eviction: set \`minAvailable\` to a number below that of its ready
        pods.\n${commands(sh`kubectl -n ${namespace} get pdb ${name} -o yaml`)}`,
    };
  return {
    fix: advice`Make the pods of the budget ready.\n${commands(
      sh`kubectl -n ${namespace} describe pdb ${name}`,
      sh`kubectl -n ${namespace} get pods --field-selector status.phase!=Succeeded`,
    )}`,
  };
}

/**
 * Whether the budget has been closed, or a pod of it has waited for a node or been not ready, for longer than a start
 * takes.
 */
function isLasting(
  { budget }: Held,
  { budgetedPods, waitingPods, drainTraits, pods }: HoldFacts,
  now: string,
): boolean {
  const names = new Set(
    budgetedPods?.find(({ namespace, name }) => namespace === budget.namespace && name === budget.name)?.pods,
  );
  const isOwn = (one: { namespace: string; name: string }) => one.namespace === budget.namespace && names.has(one.name);
  const findTraits = traitsFinder(drainTraits ?? []);
  const times = [
    budget.status.closedSince,
    ...(waitingPods ?? []).filter(isOwn).map(({ unplaced }) => unplaced?.since),
    ...pods.filter((pod) => isOwn(pod) && !pod.ready).map((pod) => findTraits(pod)?.notReadySince),
  ];
  return times.some((since) => typeof since === 'string' && hoursBetween(since, now) * 60 >= settlingMinutes);
}
