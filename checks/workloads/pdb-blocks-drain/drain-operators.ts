import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { drainNode } from '../../../src/for-checks/node-replacement.ts';
import { isRollback, type PathEnds } from '../../../src/syntax/versions.ts';
import type { Held } from '../../../src/for-checks/held-budgets.ts';

interface Mover {
  apiGroup: string;
  name: string;
  /** True if the operator promotes another pod of the same controller: such a pod must exist. */
  needsPeer: boolean;
}

/**
 * Operators that block evictions on purpose, and move the pods themselves when a node is drained. Sources:
 * https://cloudnative-pg.io/documentation/current/kubernetes_upgrade/ (a single instance stays blocked),
 * https://github.com/strimzi/drain-cleaner, https://kubevirt.io/user-guide/cluster_admin/node_maintenance/
 */
const movers: readonly Mover[] = [
  { apiGroup: 'postgresql.cnpg.io', name: 'CloudNativePG', needsPeer: true },
  { apiGroup: 'kafka.strimzi.io', name: "Strimzi's Drain Cleaner", needsPeer: false },
  { apiGroup: 'kubevirt.io', name: 'KubeVirt', needsPeer: false },
];

/** The operator that may move the pods of a budget; undefined if none is known, or if the pod to promote is missing. */
export function findMover({ budget, pods }: Held, all: Facts['pods']): string | undefined {
  const mover = movers.find(({ apiGroup }) => apiGroup === budget.owner?.apiGroup);
  if (mover?.needsPeer !== true) return mover?.name;
  const own = new Set(pods);
  const controllers = new Set(pods.map(({ controller }) => `${controller?.kind}/${controller?.name}`));
  const hasPeer = all.some(
    (pod) =>
      pod.ready &&
      pod.namespace === budget.namespace &&
      !own.has(pod) &&
      controllers.has(`${pod.controller?.kind}/${pod.controller?.name}`),
  );
  return hasPeer ? mover.name : undefined;
}

/** Suggests a test drain, not a change of the budget, because the operator manages the budget. */
export function moverFix(mover: string, { pods }: Held, path: PathEnds): Advice {
  return advice`${mover} is designed to move such pods when their node is drained, but whether it does cannot be
    determined. Before the ${isRollback(path) ? 'rollback' : 'update'}, drain one node at a time of low traffic, and check that the drain
    completes:\n${commands(drainNode(pods[0]?.node ?? 'NODE'))}`;
}
