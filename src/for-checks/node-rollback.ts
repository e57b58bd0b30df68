import type { Context } from '../check.ts';
import type { NodeFact } from '../facts/facts.ts';
import { advice, commands, type Advice } from '../syntax/advice.ts';
import { sh } from '../syntax/shell.ts';
import { format } from '../syntax/versions.ts';
import { lookUpImages } from './image-variants.ts';
import { behindVersionManager, type GroupManagers } from './managed-groups.ts';
import type { OwnedNodes } from './node-owners.ts';
import { drainNode, replaceFix } from './node-replacement.ts';

type Here = Pick<
  Context<'amazon-linux-2' | 'ami-variants' | 'managed-changes'>,
  'cluster' | 'current' | 'target' | 'tables'
>;
type Fix = (owner: OwnedNodes, here: Here) => Advice;

/** Where nodes of an earlier version need other steps than newer nodes. */
const fixes: Partial<Record<NodeFact['computeType'], Fix>> = {
  karpenter: karpenterFix,
  hybrid: hybridFix,
};

/**
 * How to replace nodes that are too new for the target of a rollback, before the rollback. EKS itself replaces the
 * nodes of Auto Mode.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
export function replaceBeforeRollback(owner: OwnedNodes, here: Here, nodegroups: GroupManagers['nodegroups']): Advice {
  if (owner.computeType === 'fargate') return fargateFix(owner, here);
  const { cluster, target, tables } = here;
  const fix = fixes[owner.computeType]?.(owner, here) ?? replaceFix(owner, cluster, target, tables);
  const managed = behindVersionManager(fix, owner, target, { cluster, nodegroups, tables });
  return advice`Before you roll back the control plane, replace these nodes with nodes of ${format(target)}. ${managed}`;
}

/** An alias follows the control plane. Source: Karpenter's page on managing AMIs. */
function karpenterFix({ resource, nodes }: OwnedNodes, { cluster, current, target, tables }: Here): Advice {
  const [first] = nodes;
  const look = lookUpImages(nodes, target, { intro: advice`The EKS AMI`, region: cluster.region, tables });
  const image = look === undefined ? advice`` : advice`\n${look}`;
  const budget = advice`Then drift replaces the nodes, unless a disruption budget of \`nodes: "0"\` blocks it`;
  const seen =
    resource.kind === 'NodePool'
      ? advice`${budget}:\n${commands(sh`kubectl describe nodepool ${resource.name}`)}`
      : advice`${budget}.`;
  return advice`In the node class, select an AMI for ${format(target)} by \`id\`, \`name\` or \`tags\`: an alias, even one
    with a version, follows the control plane, which is still at ${format(current)}. You can restore the alias after the
    rollback.${image}\n${seen}\nOr delete the nodes one at a time: Karpenter drains and replaces each of them.\n${commands(
      sh`kubectl delete node ${first?.name ?? 'NODE'}`,
    )}`;
}

/** A new Fargate pod gets the version of the control plane: only after the rollback is that the earlier one. */
function fargateFix({ resource, nodes }: OwnedNodes, { current }: Here): Advice {
  const { kind, name, namespace } = resource;
  const kubectl = namespace === undefined ? sh`kubectl` : sh`kubectl -n ${namespace}`;
  const force = advice`If the pods must not stop, roll back with \`--force\`, which skips all rollback insights, and
    create the pods again right after the rollback.`;
  if (kind === 'Pod') {
    return advice`Delete the pod before you roll back the control plane, and create it again afterwards (no controller does). ${force}\n${commands(
      sh`${kubectl} delete pod ${name}`,
    )}`;
  }
  const of = kind === 'Node' ? advice`the workload of each of these pods` : advice`the workload`;
  const look =
    kind === 'Node'
      ? sh`kubectl get pods --all-namespaces --field-selector spec.nodeName=${nodes[0]?.name ?? name}`
      : sh`${kubectl} get ${`${kind.toLowerCase()}/${name}`}`;
  return advice`Stop the pods before you roll back the control plane: note the replicas of ${of}, scale it to 0, and scale
    it up again after the rollback. If you only restart it now, its pods are at ${format(current)}
    again. ${force}\n${commands(look)}`;
}

/** No documentation of nodeadm describes how to install an earlier version over a newer one. */
function hybridFix({ resource, nodes }: OwnedNodes, { target }: Here): Advice {
  return advice`Add a hybrid node of ${format(target)}, with a CNI that supports ${format(target)}, then drain the old
    one and remove it.\n${commands(drainNode(nodes[0]?.name ?? resource.name))}`;
}
