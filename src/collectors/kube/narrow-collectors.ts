import type { Facts, FactName } from '../../facts/facts.ts';
import { findDeletedNodes, findLeavingNodes } from '../../karpenter/leaving-nodes.ts';
import type { Collected, Collectors, FactReader } from '../collect.ts';
import type { Sources } from '../../sources/sources.ts';
import { webhooksWithoutPods } from './admission-webhooks.ts';
import { leavingFrom, leavingPods, readLeavingFacts } from './leaving-pods.ts';
import { admissionServices } from './webhook-services.ts';
import { systemDaemonSets, systemDeployments } from './workloads.ts';

/**
 * The collectors for a look at a running update, which reads little of a large cluster. A node leaves if it is cordoned,
 * its deletion was requested (or that of its NodeClaim or Machine), or Karpenter empties it. These facts differ:
 *
 * - `pods`, and what is computed from it: pods on nodes that leave, and pods in the phase Pending. With many such
 *   nodes, all pods.
 * - `deployments`, `daemonSets`: those in kube-system.
 * - `podDisruptionBudgets`, `admissionWebhooks`: empty, without a request, while no node leaves, because nothing is
 *   evicted. What a webhook has about pods is null.
 * - `webhookServices`: the Services of these webhooks, without those of conversion webhooks.
 * - `persistentVolumes`, `volumeAttachments`: empty, without a request, unless a pod that has a node but has not started
 *   mounts a claim (it may wait until a volume is detached elsewhere), or the deletion of a node was requested (Karpenter
 *   waits until its volumes are detached).
 *
 * If the facts that decide this cannot be read, these facts cannot be read either, for the same reason.
 */
export function narrowCollectors(collectors: Collectors): Collectors {
  return {
    ...collectors,
    pods: leavingPods,
    deployments: systemDeployments,
    daemonSets: systemDaemonSets,
    podDisruptionBudgets: unlessIdle(collectors.podDisruptionBudgets, leavingNodes),
    admissionWebhooks: unlessIdle(webhooksWithoutPods, leavingNodes),
    webhookServices: admissionServices,
    persistentVolumes: unlessIdle(collectors.persistentVolumes, volumesInUse),
    volumeAttachments: unlessIdle(collectors.volumeAttachments, volumesInUse),
  };
}

/** Decides whether a list is needed. */
interface Need<From extends FactName> {
  from: readonly From[];
  isNeeded(facts: FactReader<From>): Promise<boolean>;
}

const leavingNodes: Need<'nodes' | 'karpenterClaims'> = {
  from: leavingFrom,
  isNeeded: async (facts) => findLeavingNodes(await readLeavingFacts(facts)).length > 0,
};

const volumesInUse: Need<'nodes' | 'karpenterClaims' | 'pods'> = {
  from: [...leavingFrom, 'pods'],
  async isNeeded(facts) {
    if (findDeletedNodes(await readLeavingFacts(facts)).length > 0) return true;
    const pods = await facts.readJoined('pods');
    return pods.some(({ waiting }) => waiting?.starting === true && waiting.claims !== undefined);
  },
};

type ListFact = 'podDisruptionBudgets' | 'admissionWebhooks' | 'persistentVolumes' | 'volumeAttachments';

/** The collector of a list, which is empty, without a request, while it is not needed. */
function unlessIdle<Item extends Facts[ListFact][number], From extends FactName, Own extends FactName>(
  collector: {
    permissions: Collectors[ListFact]['permissions'];
    from?: readonly Own[];
    projected?: boolean;
    collect(sources: Sources, facts: FactReader<Own>): Promise<Collected<Item[]>>;
  },
  need: Need<From>,
) {
  return {
    ...collector,
    from: [...new Set<Own | From>([...(collector.from ?? []), ...need.from])],
    async collect(sources: Sources, facts: FactReader<Own | From>): Promise<Collected<Item[]>> {
      return (await need.isNeeded(facts)) ? collector.collect(sources, facts) : { value: [] };
    },
  };
}
