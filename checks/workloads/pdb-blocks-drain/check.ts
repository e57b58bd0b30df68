import { advice, commands } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/languages/shell.ts';
import type { Minor } from '../../../src/languages/versions.ts';
import {
  answerOf,
  heldFrom,
  isDrained,
  isFinished,
  isGuarded,
  limitText,
  mustStay,
  type Answer,
  type Budget,
  type Matched,
  type Pod,
} from './eviction.ts';
import { letGoFix, waitsText, type Held } from './let-go.ts';
import { moverFix, moverOf } from './movers.ts';
import { counted, listed } from '../../../src/languages/english.ts';
import { byName, groupsOf, workloadsOf, type NodeGroup } from '../../../src/subjects/workload-names.ts';

export default defineCheck({
  id: 'workloads/pdb-blocks-drain',
  title: 'Disruption budgets that let no pod go',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `New nodes come with every upgrade, and each old one is drained before it goes: its pods are evicted, as far as their
    PodDisruptionBudgets let them go. A budget that lets none go stops that. The update of a managed node group then fails
    after 15 minutes (PodEvictionFailure), Karpenter and EKS Auto Mode leave the node where it is, \`kubectl drain\` does
    not end. The control plane's own update is not stopped.

    It fails where no pod could go even with all of them healthy: \`maxUnavailable: 0\`, a \`minAvailable\` of as many pods
    as there are (also one of one), pods that Kubernetes cannot count, and pods with two budgets, which the eviction API
    refuses altogether. It warns where pods are only not ready today, where an operator closes its budgets and is made to
    move the pods itself (CloudNativePG, Strimzi, KubeVirt), and for nodes of EKS Auto Mode, which go after 21 days in any
    case. What a drain leaves alone is left out: pods of DaemonSets, static pods, finished, pending and
    terminating ones; and Fargate, whose pods are redeployed instead. A budget whose selector is \`{}\` holds all pods of its
    namespace from 1.27 on; the eviction API of older versions does not see it.`,
  fix: advice`Let one pod go at a time while the nodes are updated.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
    'https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/',
  ],
  needs: ['podDisruptionBudgets', 'budgetedPods', 'pods', 'nodes'],
  counts: ['podDisruptionBudgets', 'budgetedPods', 'pods', 'nodes'],

  *run({ podDisruptionBudgets, budgetedPods, pods, nodes }, { current, versions }) {
    const nodesByName = byName(nodes);
    const matched = matchedPods(pods, budgetedPods);
    const held = heldOf(podDisruptionBudgets, budgetedPods, matched, nodesByName);
    for (const one of held) {
      const at = budgetFrom(one, versions);
      const finding = findingOf(one, pods, current);
      if (at !== undefined && finding !== undefined) yield at === current ? finding : { ...finding, at };
    }
    yield* overlaps(held, nodesByName, versions);
  },
});

type NotYes = Exclude<Answer, { kind: 'yes' }>;

/** Pods of the namespaces that have budgets, by namespace and name. */
function matchedPods(pods: Facts['pods'], budgetedPods: Facts['budgetedPods']): Map<string, Pod> {
  const namespaces = new Set(budgetedPods.map(({ namespace }) => namespace));
  const matched = pods.filter(({ namespace }) => namespaces.has(namespace));
  return new Map(matched.map((pod) => [`${pod.namespace}/${pod.name}`, pod]));
}

/** Each budget with its pods; one that guards no pod on a drained node says nothing. */
function heldOf(
  budgets: Facts['podDisruptionBudgets'],
  budgetedPods: Facts['budgetedPods'],
  podsByName: ReadonlyMap<string, Pod>,
  nodes: ReadonlyMap<string, NodeFact>,
): Held[] {
  const names = new Map(budgetedPods.map((one) => [`${one.namespace}/${one.name}`, one.pods]));
  return budgets.flatMap((budget) => {
    const known = names.get(`${budget.namespace}/${budget.name}`) ?? [];
    const all = known.flatMap((name) => podsByName.get(`${budget.namespace}/${name}`) ?? []);
    const pods = all.filter((pod) => isGuarded(pod) && isDrained(pod, nodes));
    if (pods.length === 0) return [];
    const finished = all.filter(isFinished).length;
    const matched: Matched = { live: known.length - finished, finished };
    return [{ budget, matched, pods, groups: groupsOf(pods, nodes) }];
  });
}

/** From which version on a budget holds its pods. Karpenter reads budgets itself, and takes `{}` for all pods anyhow. */
function budgetFrom({ budget, groups }: Held, versions: readonly Minor[]): Minor | undefined {
  return groups.some(({ computeType }) => computeType === 'karpenter') ? versions[0] : heldFrom(budget, versions);
}

function findingOf(held: Held, all: Facts['pods'], current: Minor): Finding | undefined {
  const { budget, matched, pods, groups } = held;
  const answer = answerOf(budget, matched, pods);
  const stuck = groups.filter((group) => group.pods.some((pod) => mustStay(pod, budget)));
  if (answer.kind === 'yes' || (answer.kind === 'today' && stuck.length === 0)) return undefined;
  const { namespace, name } = budget;
  const mover = answer.kind === 'never' ? moverOf(held, all) : undefined;
  const finding = {
    level: mover === undefined ? levelOf(answer, stuck) : ('warn' as const),
    resource: { kind: 'PodDisruptionBudget', namespace, name },
    message: `${messageOf(answer, held, stuck)}${mover === undefined ? '' : `, unless ${mover} moves it`}`,
    evidence: evidenceOf(answer, held),
    fix: mover === undefined ? letGoFix(answer, held, current) : moverFix(mover, held),
  };
  return answer.kind === 'unknown' ? { ...finding, rule: 'status-not-current' } : finding;
}

function levelOf(answer: NotYes, stuck: readonly NodeGroup[]): 'fail' | 'warn' | 'unknown' {
  if (answer.kind === 'unknown') return 'unknown';
  return answer.kind === 'never' && stuck.some(({ computeType }) => computeType !== 'auto') ? 'fail' : 'warn';
}

function messageOf({ kind, why }: NotYes, { pods, groups }: Held, stuck: readonly NodeGroup[]): string {
  const workloads = workloadsOf(pods);
  const where = namesOf(stuck.length === 0 ? groups : stuck);
  if (kind === 'unknown') return `whether a drain gets ${workloads} off ${where} is not known: ${why}`;
  const when = kind === 'never' ? 'a drain never gets' : 'a drain does not get';
  const later = stuck.length === 0 ? ' once its pods are ready, which none is today' : '';
  return `${why}: ${when} ${workloads} off ${where}${kind === 'today' ? ' as things are' : later}`;
}

function namesOf(groups: readonly NodeGroup[]): string {
  return listed(groups.map(({ text }) => text));
}

function evidenceOf(answer: NotYes, { budget, pods, groups }: Held): Evidence[] {
  const { disruptionsAllowed, currentHealthy, expectedPods } = budget.status;
  const observed = `${limitText(budget)}, disruptionsAllowed ${disruptionsAllowed}, healthy pods ${currentHealthy} of ${expectedPods}`;
  const notReady = answer.kind === 'today' ? pods.filter(({ ready }) => !ready) : [];
  return [
    { observed, required: 'disruptionsAllowed of 1 or more', fact: 'podDisruptionBudgets' },
    ...groupEvidence(groups),
    ...notReady.map((pod): Evidence => ({ observed: 'not ready', resource: `Pod ${pod.name}`, fact: 'pods' })),
  ];
}

function groupEvidence(groups: readonly NodeGroup[]): Evidence[] {
  return groups.map(({ text, pods }) => {
    const nodes = new Set(pods.map(({ node }) => node)).size;
    return { observed: `${counted(pods.length, 'pod')} on ${counted(nodes, 'node')}`, resource: text, fact: 'pods' };
  });
}

interface Overlap {
  pods: Pod[];
  others: Set<string>;
  /** From which version on the eviction API counts two budgets. */
  from: Minor;
}

/** One finding for the widest budget of each overlap: it is what one narrows. */
function* overlaps(
  held: readonly Held[],
  nodes: ReadonlyMap<string, NodeFact>,
  versions: readonly Minor[],
): Iterable<Finding> {
  const budgetsOf = new Map<Pod, Held[]>();
  for (const one of held) for (const pod of one.pods) budgetsOf.set(pod, [...(budgetsOf.get(pod) ?? []), one]);
  const shared = new Map<Budget, Overlap>();
  for (const [pod, budgets] of budgetsOf) {
    const [widest, ...others] = budgets.toSorted((a, b) => b.pods.length - a.pods.length);
    const [, from] = budgets.flatMap(({ budget }) => heldFrom(budget, versions) ?? []).sort((a, b) => a - b);
    if (widest === undefined || from === undefined) continue;
    const overlap = shared.get(widest.budget) ?? { pods: [], others: new Set<string>(), from };
    overlap.pods.push(pod);
    overlap.from = Math.min(overlap.from, from);
    for (const { budget } of others) overlap.others.add(budget.name);
    shared.set(widest.budget, overlap);
  }
  for (const [budget, overlap] of shared) {
    const finding = overlapFinding(budget, overlap, nodes);
    yield overlap.from === versions[0] ? finding : { ...finding, at: overlap.from };
  }
}

function overlapFinding(
  { namespace, name }: Budget,
  { pods, others: names }: Overlap,
  nodes: ReadonlyMap<string, NodeFact>,
): Finding {
  const others = [...names].sort();
  const groups = groupsOf(pods, nodes);
  const onlyAuto = groups.every(({ computeType }) => computeType === 'auto');
  return {
    level: onlyAuto ? 'warn' : 'fail',
    rule: 'overlapping-budgets',
    resource: { kind: 'PodDisruptionBudget', namespace, name },
    message: `${listed(others)} also ${others.length === 1 ? 'selects' : 'select'} pods of ${workloadsOf(pods)}: the eviction API refuses pods with two budgets, a drain never gets them off ${namesOf(groups)}`,
    evidence: [
      {
        observed: `${counted(pods.length, 'pod')} with two budgets or more`,
        required: 'one budget a pod',
        fact: 'budgetedPods',
      },
      ...groupEvidence(groups),
    ],
    fix: advice`Narrow the selector of one of the budgets, or delete one, so that each pod has one budget:\n${commands(
      sh`kubectl -n ${namespace} get pdb ${[name, ...others]} -o custom-columns=NAME:.metadata.name,SELECTOR:.spec.selector`,
    )}\n${waitsText(groups)}`,
  };
}
