import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Facts } from '../facts/facts.ts';
import { chained, sh } from '../syntax/shell.ts';
import { deleteGroup, isOfEksctl } from './eksctl-groups.ts';
import { listUnready } from './workload-readiness.ts';

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

/** How to find out why the creation or deletion of a node group failed, and to delete it: EKS does not update it. */
export function deleteFailedGroup(
  cluster: Facts['cluster'],
  nodegroup: Pick<Facts['nodegroups'][number], 'name' | 'labels'>,
): Advice {
  const { name } = nodegroup;
  const look = sh`aws eks describe-nodegroup --region ${cluster.region} --cluster-name ${cluster.name} --nodegroup-name ${name} --query nodegroup.health`;
  return advice`Find the cause:\n${commands(look)}\nMove the pods that still run there. ${emptyGroup(name)}\n${commands(
    deleteGroup(cluster, name, isOfEksctl(nodegroup)),
  )}\nCreate the group again if you need it.`;
}
