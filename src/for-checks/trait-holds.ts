import type { DrainTraits } from '../facts/drain-traits.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import { advice, commands } from '../syntax/advice.ts';
import { sh } from '../syntax/shell.ts';
import type { Hold } from './hold.ts';

type Pod = Facts['pods'][number];

const byKarpenter: readonly NodeFact['computeType'][] = ['karpenter', 'auto'];
const byHand: readonly NodeFact['computeType'][] = ['self-managed', 'hybrid'];

/** What of the pod itself keeps it on its node. */
export function toTraitHolds(pod: Pod, traits: DrainTraits | undefined, { computeType }: NodeFact): Hold[] {
  const isOfKarpenter = byKarpenter.includes(computeType);
  if (isOfKarpenter && traits?.doNotDisrupt === 'true') return [notDisrupted(pod)];
  return !isOfKarpenter && traits?.toleratesEveryTaint === true && pod.controller !== null ? [returning(pod)] : [];
}

/** Source: https://karpenter.sh/docs/concepts/disruption/#pod-level-controls */
function notDisrupted(pod: Pod): Hold {
  return {
    cause: 'do-not-disrupt',
    pod,
    by: null,
    text: 'has the annotation karpenter.sh/do-not-disrupt: Karpenter does not evict it before the terminationGracePeriod of its node ends',
    force: 'holds',
    fix: advice`If the pod may stop now, remove the annotation.\n${commands(
      sh`kubectl -n ${pod.namespace} annotate pod ${pod.name} karpenter.sh/do-not-disrupt-`,
    )}`,
  };
}

function returning(pod: Pod): Hold {
  return {
    cause: 'returns',
    pod,
    by: null,
    text: 'tolerates the taint of cordoned nodes: its replacement can return to this node',
    force: 'note',
    fix: advice`Give the toleration in its pod template a key.\n${commands(
      sh`kubectl -n ${pod.namespace} get pod ${pod.name} -o jsonpath='{.spec.tolerations}'`,
    )}`,
  };
}

/** A pod without a controller has no replacement; kubectl drain refuses it without --force. */
export function toBareHold(pod: Pod, { computeType }: NodeFact): Hold[] {
  if (pod.controller !== null) return [];
  const isByHand = byHand.includes(computeType);
  const after = isByHand
    ? 'kubectl drain refuses to delete it without --force'
    : 'the eviction deletes it, and it does not come back';
  return [
    {
      cause: 'bare',
      pod,
      by: null,
      text: `has no controller: ${after}`,
      force: isByHand ? 'holds' : 'note',
      ...(isByHand
        ? {
            fix: advice`Save the pod and delete it. To create it again, remove \`spec.nodeName\` and \`status\` from the
              file. The data of its emptyDir volumes is lost.\n${commands(
                sh`kubectl -n ${pod.namespace} get pod ${pod.name} -o yaml > ${`${pod.name}.yaml`}`,
                sh`kubectl -n ${pod.namespace} delete pod ${pod.name}`,
              )}`,
          }
        : {}),
    },
  ];
}
