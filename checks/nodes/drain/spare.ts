import { advice, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { FactName, NodeFact } from '../../../src/facts/facts.ts';
import type { Drained, OfWorkload } from '../../../src/for-checks/drained-pods.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';

/** Why new pods of one workload may have no node. */
export interface Stuck {
  rule: string;
  short: string;
  level: 'fail' | 'warn';
  pods: OfWorkload<Drained>;
  message: string;
  observed: string;
  required: string;
  fact: FactName;
  fix: Advice;
}

/** True if no new node starts before an old one of the group is drained, or if that depends on the user. */
export function lacksSpare(group: RolledGroup): boolean {
  return isMinimal(group) || group.computeType === 'self-managed' || group.computeType === 'hybrid';
}

/** True for a managed node group that EKS updates without a spare node. */
export function isMinimal({ computeType, addsNode }: RolledGroup): boolean {
  return computeType === 'managed' && addsNode === false;
}

/** True for a node on which the scheduler may place a pod that does not run on Fargate. */
export function isOpen({ computeType, unschedulable, deletingSince }: NodeFact): boolean {
  return computeType !== 'fargate' && computeType !== 'virtual' && !unschedulable && deletingSince === null;
}

const spares: Partial<Record<NodeFact['computeType'], Advice>> = {
  managed: advice`Set the update strategy of the node group to DEFAULT, or raise its desired size for the update.`,
  'self-managed': advice`Add a node of the new version before you drain the old one.`,
  hybrid: advice`Add a node before you drain the old one.`,
};

/** How each group of nodes has a spare node during the update. */
export function spareFix(pods: OfWorkload<Drained>): Advice {
  return joinAdvice([...new Set(pods.flatMap(({ group }) => spares[group.computeType] ?? []))], ' ');
}
