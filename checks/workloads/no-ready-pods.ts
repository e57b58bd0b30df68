import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../src/check.ts';
import type { UnreadyPod } from '../../src/facts/unready-pods.ts';
import { momentText } from '../../src/syntax/dates.ts';
import { formatCount, forCount } from '../../src/syntax/english.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { oneLine } from '../../src/syntax/one-line.ts';
import { sh } from '../../src/syntax/shell.ts';
import { findUnreadyWorkloads, unreadyMinutes, type UnreadyWorkload } from '../../src/for-checks/unready-workloads.ts';

/** The scheduler's messages name a reason for each group of nodes. */
const longestMessage = 300;

export default defineCheck({
  id: 'workloads/no-ready-pods',
  title: 'Workloads without a ready pod',
  short: 'workload has no ready pod',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `After an update, all nodes can be Ready while a workload has no ready pod: its new pods fit no node, because a
    node selector or an affinity names a node group that was replaced; they crash on the new nodes; or their images
    cannot be pulled.

    The check reports Deployments, StatefulSets and DaemonSets that want at least two pods and have had no ready pod for
    ${unreadyMinutes} minutes, even during a rollout. The time counts from the moment when the last of their pods became
    not ready, was created without becoming ready, or was deleted. If one of these times was not seen, or the workload
    has no pods (a quota or an admission webhook may reject them), the finding names no time.

    The check runs only with \`--target current\`, and on a cluster without a newer version: it looks at what an update
    left. It does not report workloads that want one pod or none, Jobs, pods of other controllers, and workloads that have
    fewer ready pods than they want. A ready pod does not show that the software works.`,
  fix: advice`Find out why none of the pods becomes ready.`,
  links: [
    'https://kubernetes.io/docs/tasks/debug/debug-application/debug-pods/',
    'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
  ],
  needs: ['workloadPods', 'unreadyPods', 'pods', 'waitingPods'],
  counts: ['workloadPods', 'unreadyPods', 'pods', 'waitingPods'],
  applies: {
    needs: [],
    when: (_facts, { versions }) =>
      versions.length === 1 || 'only where no update of the control plane is planned (--target current)',
  },

  *run(facts, { now }) {
    for (const unready of findUnreadyWorkloads(facts, now)) yield toFinding(unready);
  },
});

function toFinding(unready: UnreadyWorkload): Finding<'warn'> {
  const { kind, namespace, name } = unready.workload;
  return {
    level: 'warn',
    resource: { kind, namespace, name },
    message: buildMessage(unready),
    evidence: listEvidence(unready),
    fix: buildFix(unready),
  };
}

function buildMessage({ workload, pods, deleted, since }: UnreadyWorkload): string {
  const states = [...grouped(pods, ({ state }) => state)].map(([state, own]) => `${own.length} ${state}`);
  const all = [...states, ...(deleted === 0 ? [] : [`${deleted} being deleted`])];
  if (all.length === 0) return `none of the ${workload.wanted} pods exists`;
  const time = since === null ? 'is ready' : `has been ready since ${momentText(since)}`;
  return `none of the ${workload.wanted} pods ${time}: ${all.join(', ')}`;
}

/** The counts, and one pod of each state. */
function listEvidence({ workload, pods, deleted }: UnreadyWorkload): Evidence[] {
  const { wanted, ready } = workload;
  const required = 'a ready pod';
  const deletion = `${formatCount(deleted, 'pod')} ${forCount(deleted, 'is', 'are')} being deleted`;
  return [
    { observed: `${ready} of ${wanted} pods ready`, required, fact: 'workloadPods' },
    ...[...grouped(pods, ({ state }) => state).values()].map((alike) => ({
      observed: describePod(findExample(alike)),
      required,
      resource: `Pod ${findExample(alike).name}`,
      fact: 'unreadyPods',
    })),
    ...(deleted === 0 ? [] : [{ observed: deletion, required, fact: 'pods' }]),
  ];
}

/** The first one with a message of the scheduler, or the first one. */
function findExample(alike: readonly [UnreadyPod, ...UnreadyPod[]]): UnreadyPod {
  return alike.find(({ message }) => message !== undefined) ?? alike[0];
}

function describePod({ state, since, message }: UnreadyPod): string {
  const time = since === null ? '' : ` since ${momentText(since)}`;
  return `${state}${time}${message === undefined ? '' : `: ${oneLine(message, longestMessage)}`}`;
}

/** The same text for all workloads, so that reports show them as one entry. */
function buildFix({ workload, pods }: UnreadyWorkload): Advice {
  const { kind, namespace, name } = workload;
  const examples = [...grouped(pods, ({ state }) => state).values()].map(findExample);
  const crashing = examples.filter(({ state }) => state === 'CrashLoopBackOff');
  const lines =
    examples.length === 0
      ? [sh`kubectl -n ${namespace} describe ${kind.toLowerCase()} ${name}`]
      : examples.map((pod) => sh`kubectl -n ${namespace} describe pod ${pod.name}`);
  return advice`Find out why none of the pods becomes ready: the events at the end of the output name the cause, such as a
    selector or an affinity that no node matches, an image that cannot be pulled, or a quota. Where a container crashes,
    read its last log.\n${commands(
      ...lines,
      ...crashing.map(
        (pod) => sh`kubectl -n ${namespace} logs ${pod.name} --all-containers --previous --ignore-errors`,
      ),
    )}`;
}
