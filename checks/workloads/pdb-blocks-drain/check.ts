import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Minor } from '../../../src/languages/versions.ts';
import { answerOf, limitText, mustStay, type Answer } from './eviction.ts';
import { budgetFrom, groupEvidence, heldOf, namesOf, type Held } from './held.ts';
import { letGoFix } from './let-go.ts';
import { moverFix, moverOf } from './movers.ts';
import { overlapFindings } from './overlaps.ts';
import { byName, workloadsOf, type NodeGroup } from '../../../src/subjects/workload-names.ts';

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

  *run({ nodes, ...given }, { current, versions }) {
    const nodesByName = byName(nodes);
    const held = heldOf(given, nodesByName);
    for (const one of held) {
      const at = budgetFrom(one, versions);
      const finding = findingOf(one, given.pods, current);
      if (at !== undefined && finding !== undefined) yield { ...finding, at };
    }
    yield* overlapFindings(held, nodesByName, versions);
  },
});

type NotYes = Exclude<Answer, { kind: 'yes' }>;

function findingOf(held: Held, all: Facts['pods'], current: Minor): Finding | undefined {
  const { budget, matched, pods, groups } = held;
  const answer = answerOf(budget, matched, pods);
  const stuck = groups.filter((group) => group.pods.some((pod) => mustStay(pod, budget)));
  if (answer.kind === 'yes' || (answer.kind === 'today' && stuck.length === 0)) return undefined;
  const { namespace, name } = budget;
  const finding: Finding = {
    level: levelOf(answer, stuck),
    ...(answer.kind === 'unknown' ? { rule: 'status-not-current' } : {}),
    resource: { kind: 'PodDisruptionBudget', namespace, name },
    message: messageOf(answer, held, stuck),
    evidence: budgetEvidence(answer, held),
    fix: letGoFix(answer, held, current),
  };
  const mover = answer.kind === 'never' ? moverOf(held, all) : undefined;
  if (mover === undefined) return finding;
  const message = `${finding.message}, unless ${mover} moves it`;
  return { ...finding, level: 'warn', message, fix: moverFix(mover, held) };
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

function budgetEvidence(answer: NotYes, { budget, pods, groups }: Held): Evidence[] {
  const { disruptionsAllowed, currentHealthy, expectedPods } = budget.status;
  const observed = `${limitText(budget)}, disruptionsAllowed ${disruptionsAllowed}, healthy pods ${currentHealthy} of ${expectedPods}`;
  const notReady = answer.kind === 'today' ? pods.filter(({ ready }) => !ready) : [];
  return [
    { observed, required: 'disruptionsAllowed of 1 or more', fact: 'podDisruptionBudgets' },
    ...groupEvidence(groups),
    ...notReady.map((pod): Evidence => ({ observed: 'not ready', resource: `Pod ${pod.name}`, fact: 'pods' })),
  ];
}
