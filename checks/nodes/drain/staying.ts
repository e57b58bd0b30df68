import type { Context, Finding } from '../../../src/check.ts';
import { advice, commands, joinAdvice } from '../../../src/syntax/advice.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';

import { doNotDisruptFindings } from './do-not-disrupt.ts';
import {
  aboutWorkload,
  byWorkload,
  runsOn,
  type Drain,
  type Drained,
  type OfWorkload,
} from '../../../src/for-checks/drained-pods.ts';

/** Findings for pods that do not leave their node in time, or that return to it. */
export function* stayingFindings({ drained }: Drain, context: Context<'skew'>): Generator<Finding> {
  for (const one of byWorkload(drained.filter(returnsToItsNode))) yield toleratingFinding(one);
  const slow = drained.flatMap((one) => (isSlow(one) ? [one] : []));
  for (const one of byWorkload(slow)) yield graceFinding(one);
  yield* doNotDisruptFindings(drained, context);
}

/**
 * Karpenter adds a taint before it drains a node, and does not wait for pods that tolerate it. A pod without a
 * controller has no replacement.
 */
function returnsToItsNode({ pod, traits, group }: Drained): boolean {
  const isCordoned = ['managed', 'self-managed', 'hybrid'].includes(group.computeType);
  return isCordoned && traits.toleratesEveryTaint === true && pod.controller !== null;
}

function toleratingFinding(pods: OfWorkload<Drained>): Finding {
  const { namespace } = pods[0].pod;
  const trait = { observed: 'a toleration without a key for NoSchedule', required: 'tolerations with a key' };
  const waits = [
    ...(runsOn(pods, 'managed')
      ? [
          advice`A managed node group update waits 15 minutes for the pods of each node, then fails with
            PodEvictionFailure.`,
        ]
      : []),
    ...(runsOn(pods, 'self-managed', 'hybrid')
      ? [advice`\`kubectl drain\` evicts each pod once: a pod that returns runs until its node is shut down.`]
      : []),
  ];
  return {
    level: 'warn',
    rule: 'tolerates-every-taint',
    ...aboutWorkload(pods, { ...trait, fact: 'drainTraits' }),
    message: 'tolerates the taint of cordoned nodes: an evicted pod can return to the node that is drained',
    fix: advice`In the pod template, add the \`key\` of each taint that the pods must tolerate, and remove the toleration
      without a key. If a chart, GitOps or an operator manages the workload, change it there.\n${commands(
        sh`kubectl -n ${namespace} get pod ${pods[0].pod.name} -o jsonpath='{.spec.tolerations}'`,
      )}\n${joinAdvice(waits, ' ')}`,
  };
}

/** Whether the pod may take longer to stop than the drain of its node waits. */
function isSlow({ traits, group }: Drained): boolean {
  return typeof group.minutes === 'number' && (traits.graceSeconds ?? 0) > group.minutes * 60;
}

function graceFinding(pods: OfWorkload<Drained>): Finding {
  const seconds = Math.max(...pods.map(({ traits }) => traits.graceSeconds ?? 0));
  const minutes = Math.min(...pods.map(({ group }) => group.minutes ?? 0));
  const wait = minutes > 0 && minutes % 60 === 0 ? formatCount(minutes / 60, 'hour') : formatCount(minutes, 'minute');
  const trait = { observed: `terminationGracePeriodSeconds ${seconds}`, required: `${minutes * 60} or less` };
  const effects = [
    ...(runsOn(pods, 'managed')
      ? [
          advice`A managed node group update fails with PodEvictionFailure if a pod still runs after 15 minutes. If the
            pods need longer, cordon their nodes and restart the workload before the update.`,
        ]
      : []),
    ...(runsOn(pods, 'karpenter', 'auto')
      ? [
          advice`Karpenter deletes the pods when the drain starts, regardless of PodDisruptionBudgets, and terminates the
            node when its terminationGracePeriod ends. If the pods need longer, set a longer
            \`spec.template.spec.terminationGracePeriod\` of the NodePool; it applies to new nodes only.`,
        ]
      : []),
  ];
  return {
    level: 'warn',
    rule: 'grace-period',
    ...aboutWorkload(pods, { ...trait, fact: 'drainTraits' }),
    message: `terminationGracePeriodSeconds is ${seconds}, but the drain of a node waits only ${wait}`,
    fix: advice`Measure how long the pods take to stop, and reduce \`terminationGracePeriodSeconds\` in the pod template if
      they need less.\n${joinAdvice(effects, ' ')}`,
  };
}
