import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { toDrain } from '../../../src/for-checks/drained-pods.ts';
import { autoModeFindings, whyAutoMode } from './auto-mode.ts';
import { evictionFindings, whyEvictions } from './evictions.ts';
import { returningFindings, whyReturning } from './returning.ts';
import { stayingFindings } from './staying.ts';
import { webhookFindings } from './webhooks.ts';

export default defineCheck({
  id: 'nodes/drain',
  title: 'Pods that block a drain, or that do not come back after it',
  short: {
    'tolerates-every-taint': 'tolerates the taint of cordoned nodes',
    'grace-period': 'grace period is longer than the drain',
    'do-not-disrupt': 'do-not-disrupt blocks node replacement',
    'drift-budget': 'disruption budget allows no drift',
    'node-do-not-disrupt': 'do-not-disrupt blocks node replacement',
    'no-node-pool': 'its NodePool was not found',
    'slow-do-not-disrupt': 'do-not-disrupt delays node replacement',
    'webhook-on-drained-node': 'may reject its own new pods',
    'webhook-on-evictions': 'may deny the evictions of the drain',
  },
  task: {
    '': 'Let its pods start on new nodes',
    'tolerates-every-taint': 'Remove the toleration of every taint',
    'grace-period': 'Shorten the grace period',
    'do-not-disrupt': 'Let Karpenter replace the nodes',
    'node-do-not-disrupt': 'Let Karpenter replace the nodes',
    'drift-budget': 'Let Karpenter replace the nodes',
    'webhook-on-drained-node': 'Move pods of the webhook off the nodes to drain',
    'webhook-on-evictions': 'Let the webhook admit evictions',
  },
  severity: 'fail',
  blocks: 'nodes',
  alsoBlocks: ['workloads'],
  alsoBlocksRollback: ['control-plane'],
  phase: 'before',
  direction: 'both',
  why: `Every upgrade replaces nodes, and drains each old node first. PodDisruptionBudgets are not the only thing that
    blocks a drain (workloads/pdb-blocks-drain judges them).

    A pod that tolerates every taint also tolerates the taint of a cordoned node, so its replacement can return to the
    node that is drained. The update of a managed node group waits 15 minutes for the pods of a node, then fails with
    PodEvictionFailure. Karpenter ignores such pods. A \`terminationGracePeriodSeconds\` that is longer than the drain
    waits is a warning: how long the pods take to stop is unknown.

    Drift does not replace a node with a pod that has the annotation \`karpenter.sh/do-not-disrupt\`, unless the NodePool
    has a \`terminationGracePeriod\` (Karpenter 1.0 and newer). It is a failure at the first version that no longer
    supports the kubelet of the node, except for pods of a Job, which end by themselves. Karpenter 1.12 and newer also
    read a duration as the value, which starts with the pod: it is a warning if it is longer than a day.

    If the ready pods of an admission webhook with \`failurePolicy: Fail\` are drained, the API server rejects the pods
    that the webhook intercepts. If these include its own pods, the webhook does not come back. It is a failure if all its ready
    pods run on one node, and a warning if they run on several nodes that may be drained at the same time. If it does
    not intercept its own pods, it rejects others until it runs again: a warning if all its ready pods run on one node.
    The same is true of one that intercepts evictions: the API server rejects further evictions until it runs again.
    A webhook of a DaemonSet runs on the new nodes first, unless old nodes end before new ones start. The check does not
    evaluate \`matchConditions\`.

    ${whyEvictions} A webhook without a ready pod is judged by apis/webhooks.

    ${whyReturning}

    ${whyAutoMode}

    The check judges nodes with a kubelet below the target version, or above that of a rollback. Drains ignore the pods of DaemonSets, static pods and
    finished pods.`,
  fix: advice`Change the workload before its nodes are replaced.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
    'https://karpenter.sh/docs/concepts/disruption/#pod-level-controls',
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/',
  ],
  needs: ['pods', 'nodes', 'drainTraits'],
  uses: ['nodegroups', 'karpenterPools', 'persistentVolumes', 'admissionWebhooks', 'webhookServices'],
  counts: ['pods', 'nodes', 'drainTraits'],
  tables: ['skew', 'managed-changes'],

  *run(facts, context) {
    const drain = toDrain(facts, context);
    yield* stayingFindings(drain, context);
    yield* returningFindings(drain, facts.persistentVolumes);
    yield* webhookFindings(drain, facts);
    yield* evictionFindings(drain, facts.admissionWebhooks);
    yield* autoModeFindings(drain, facts.karpenterPools, context);
  },
});
