import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { hasSurplus, resolveAnswer, limitText, type Answer } from '../../../src/for-checks/budget-answer.ts';
import { predictEviction } from '../../../src/for-checks/evictions.ts';
import { budgetFrom, selectHeldBudgets, selectKept, type Held } from '../../../src/for-checks/held-budgets.ts';
import { letGo, type Here } from '../../../src/for-checks/budget-fix.ts';
import { moverFix, findMover } from './drain-operators.ts';
import { describeNotReady, type NotReady } from './not-ready.ts';
import { overlapFindings } from './overlaps.ts';
import { byName, describeWorkloads, groupEvidence, type NodeGroup } from '../../../src/for-checks/pods-by-group.ts';
import { traitsFinder } from '../../../src/for-checks/drained-pods.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';

export default defineCheck({
  id: 'workloads/pdb-blocks-drain',
  title: 'PodDisruptionBudgets that block node drains',
  short: {
    '': 'blocks node drains',
    'overlapping-budgets': 'two budgets select the same pods',
    'status-not-current': 'status is not up to date',
  },
  task: { '': 'Let the budget allow evictions', 'overlapping-budgets': 'Leave each pod one budget' },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `Every upgrade brings new nodes, and each old node is drained first: its pods are evicted if their
    PodDisruptionBudgets allow it. A budget that allows no disruptions blocks that. The update of a managed node
    group then fails after 15 minutes (PodEvictionFailure), Karpenter and EKS Auto Mode keep the node, and
    \`kubectl drain\` does not finish. The control plane update itself is not blocked.

    It is a failure if no pod can be evicted when all of them are healthy and no rollout has extra pods: \`maxUnavailable: 0\`, a
    \`minAvailable\` of as many pods as there are (also one of one), pods that Kubernetes cannot count, and pods
    with two budgets, which the eviction API rejects. It is also a failure if pods have been in
    CrashLoopBackOff for 10 minutes. It is a warning if pods are just not ready today, if an
    operator closes its budgets and moves the pods itself (CloudNativePG, Strimzi, KubeVirt), and for EKS Auto
    Mode nodes, which are replaced after 21 days in any case. Pods that a drain ignores are not counted: pods of
    DaemonSets, static pods, finished, pending and terminating ones; and Fargate pods, which are redeployed
    instead. Before a rollback, only the nodes that are too new for it are drained. EKS ends a rollback as failed if nodes
    of EKS Auto Mode are not replaced before its timeout. A budget with the selector \`{}\` covers all pods of its namespace from 1.27 on; the eviction API of
    older versions does not see it.`,
  fix: advice`Allow one disruption at a time during the node update.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
    'https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/',
  ],
  needs: ['podDisruptionBudgets', 'budgetedPods', 'pods', 'nodes'],
  uses: ['drainTraits'],
  tables: ['managed-changes'],
  counts: ['podDisruptionBudgets', 'budgetedPods', 'pods', 'nodes'],

  *run({ nodes, drainTraits = [], ...given }, context) {
    const findTraits = traitsFinder(drainTraits);
    const nodesByName = byName(nodes);
    const held = selectHeldBudgets(given, nodesByName, selectKept(nodes, context));
    for (const one of held) {
      const at = budgetFrom(one, context.versions);
      const notReady = describeNotReady(one.pods, findTraits, context.now);
      const finding = toFinding(one, notReady, given.pods, context);
      if (at !== undefined && finding !== undefined) yield { ...finding, at };
    }
    yield* overlapFindings(held, nodesByName, context);
  },
});

type NotYes = Exclude<Answer, { kind: 'yes' }>;

function toFinding(held: Held, notReady: NotReady, all: Facts['pods'], path: Here): Finding | undefined {
  const { budget, matched, pods, groups } = held;
  const answer = resolveAnswer(budget, matched, pods);
  const stuck = hasSurplus(answer)
    ? groups
    : groups.filter((group) => group.pods.some((pod) => predictEviction(pod, [budget]) === 429));
  if (answer.kind === 'yes' || (answer.kind === 'today' && stuck.length === 0)) return undefined;
  const { namespace, name } = budget;
  const finding: Finding = {
    level: resolveLevel(answer, stuck, notReady),
    ...(answer.kind === 'unknown' ? { rule: 'status-not-current' } : {}),
    resource: { kind: 'PodDisruptionBudget', namespace, name },
    ...setFields({ short: resolveShort(answer, notReady) }),
    message: buildMessage(answer, held, stuck, notReady),
    evidence: budgetEvidence(answer, held, stuck.length === 0 ? groups : stuck, notReady),
    groups: (stuck.length === 0 ? groups : stuck).map(({ text }) => text),
  };
  const mover = answer.kind === 'never' ? findMover(held, all) : undefined;
  if (mover === undefined) return { ...finding, ...letGo(answer, held, path) };
  const message = `${finding.message}, unless ${mover} moves it`;
  const fix = moverFix(mover, held, path);
  return { ...finding, level: 'warn', short: 'only its operator moves the pods', message, fix };
}

function resolveShort(answer: NotYes, { isLasting }: NotReady): string | undefined {
  if (answer.kind === 'today') return isLasting ? 'blocks node drains: its pods crash' : 'blocks node drains right now';
  return answer.kind === 'never' && answer.cause === 'counting' ? 'Kubernetes cannot count its pods' : undefined;
}

function resolveLevel(
  answer: NotYes,
  stuck: readonly NodeGroup[],
  { isLasting }: NotReady,
): 'fail' | 'warn' | 'unknown' {
  if (answer.kind === 'unknown') return 'unknown';
  return (answer.kind === 'never' || isLasting) && stuck.some(({ computeType }) => computeType !== 'auto')
    ? 'fail'
    : 'warn';
}

/** The message does not name the nodes or what owns them: the evidence lists the owners of the nodes. */
function buildMessage(
  answer: NotYes,
  { pods }: Held,
  stuck: readonly NodeGroup[],
  { since, isLasting }: NotReady,
): string {
  const { kind, why } = answer;
  const { text: workloads, their } = describeWorkloads(pods);
  if (kind === 'unknown') return `unknown whether ${workloads} can be evicted: ${why}`;
  if (kind === 'today') {
    const state = isLasting ? '; pods crash' : '; pods are not ready';
    const cause = since === undefined ? why : `${why}${state} since ${since}`;
    return `${workloads} currently cannot be evicted (${cause}): draining ${their} nodes would hang`;
  }
  if (hasSurplus(answer))
    return `${workloads} can be evicted only while there are more pods than replicas (${why}): draining ${their} nodes will hang`;
  const later = stuck.length === 0 ? ' once the pods are ready (none is ready today)' : '';
  return `${workloads} cannot be evicted (${why}): draining ${their} nodes will hang${later}`;
}

function budgetEvidence(
  answer: NotYes,
  { budget }: Held,
  groups: readonly NodeGroup[],
  notReady: NotReady,
): Evidence[] {
  const { disruptionsAllowed, currentHealthy, expectedPods } = budget.status;
  const observed = `${limitText(budget)}, disruptionsAllowed ${disruptionsAllowed}, healthy pods ${currentHealthy} of ${expectedPods}`;
  const unready = answer.kind === 'today' ? notReady.pods : [];
  return [
    {
      observed,
      required: `disruptionsAllowed of 1 or more${hasSurplus(answer) ? ' without surplus pods' : ''}`,
      fact: 'podDisruptionBudgets',
    },
    ...groupEvidence(groups),
    ...unready.map(({ pod, text }): Evidence => ({ observed: text, resource: `Pod ${pod.name}`, fact: 'pods' })),
  ];
}
