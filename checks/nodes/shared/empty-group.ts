import { listUnready } from '../../../src/for-checks/workload-readiness.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { chained, sh } from '../../../src/syntax/shell.ts';

/** How to move the pods of a node group to other nodes; the command that deletes the group follows. */
export function emptyGroup(name: string): Advice {
  const move = chained(
    sh`kubectl drain -l eks.amazonaws.com/nodegroup=${name} --ignore-daemonsets --delete-emptydir-data`,
    listUnready,
  );
  return advice`The drain deletes the data in emptyDir volumes, and waits for PodDisruptionBudgets:\n${commands(move)}\nThe last command
    lists the workloads that have fewer ready pods than wanted. Delete \`${name}\` only after the drain has completed and
    none is listed that was ready before:`;
}
