import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { isLeftByDrain } from '../../../src/for-checks/drained-pods.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatCount } from '../../../src/syntax/english.ts';

type Given = Pick<Facts, 'nodes'> & { pods?: Facts['pods'] | undefined };

/** Compute types whose nodes a pod of another group may use or cause to start. */
const elsewhere = new Set(['managed', 'self-managed', 'karpenter', 'auto', 'hybrid']);

/**
 * Warnings for node groups with the strategy MINIMAL that are the only nodes of the cluster. EKS cordons all old nodes
 * first, so the pods of a drained node have no node until the first new one is ready. With other nodes, it depends on
 * what these accept: nodes/drain judges what is known of it.
 */
export function* spareFindings(
  groups: readonly RolledGroup[],
  { nodes, pods = [] }: Given,
): Generator<Finding<'warn'>> {
  for (const { text, computeType, addsNode, nodes: old } of groups) {
    if (computeType !== 'managed' || addsNode !== false) continue;
    const own = new Set(old.map(({ name }) => name));
    const others = nodes.filter((node) => elsewhere.has(node.computeType) && !own.has(node.name));
    const moved = pods.filter(
      (pod) => own.has(pod.node ?? '') && (pod.phase === 'Running' || pod.phase === 'Pending') && !isLeftByDrain(pod),
    );
    if (others.some(({ unschedulable }) => !unschedulable) || moved.length === 0) continue;
    yield {
      level: 'warn',
      rule: 'spare',
      blocks: 'workloads',
      resource: { kind: 'NodeGroup', name: old[0].group ?? text },
      message: `its update strategy MINIMAL terminates old nodes first, and the cluster has no other nodes: evicted pods stay Pending until a new node is ready`,
      evidence: [
        {
          observed: `${formatCount(moved.length, 'pod')} on ${formatCount(own.size, 'node')}, no other nodes`,
          required: 'a node that is not drained',
          fact: 'pods',
        },
      ],
      fix: advice`Add another node group for the update, or set the update strategy to DEFAULT if the subnets have room.`,
    };
  }
}
