import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { toEksTemplate } from '../../../src/for-checks/launch-template-commands.ts';
import { behindGroupManager } from '../../../src/for-checks/managed-groups.ts';
import { besideClassManager } from '../../../src/for-checks/managed-pools.ts';
import { replacedBy, updateNodegroup } from '../../../src/for-checks/node-replacement.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { ownObjects, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Subject } from './subjects.ts';

type Here = Pick<Context, 'cluster' | 'karpenter' | 'current'>;
type Table = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/**
 * How to leave a release.
 * @param good the first release without the defect; undefined: no source names one
 */
export function releaseFix(subject: Subject, good: string | undefined, { cluster, karpenter, current }: Here): Advice {
  const { resource, by, nodes, family, minors } = subject;
  const which = good === undefined ? advice`` : advice` (v${good} or later)`;
  const note =
    good === undefined
      ? advice` No source names a release without the defect: read the issue before you choose one.`
      : advice``;
  switch (by) {
    case 'nodegroup':
      if (minors.every((minor) => minor < current)) {
        return advice`The group's update to the version of the control plane replaces the release${which}.${note}`;
      }
      return advice`Update the group to the newest AMI of its version${which}.${note}\n${updateNodegroup(cluster, resource.name, sh`--kubernetes-version ${format(current)}`)}`;
    case 'custom-image':
      return advice`Set a newer EKS AMI${which} in a new version of the group's launch template, and update the group to that
        version.${note}\n${updateNodegroup(cluster, resource.name, sh`--launch-template ${toEksTemplate(subject.template)}`)}`;
    case 'pinned':
      return advice`Pin a newer release of \`${family.toLowerCase()}\`${which} in \`amiSelectorTerms\`, and test it first: the
        nodes of the class drift to it.${note}`;
    case 'pool-nodes':
      return advice`Select a newer AMI${which} in the node class if it does not follow the newest one. ${replacedBy(karpenter.versions[0])}${note}\n${commands(
        sh`kubectl delete node ${nodes[0]?.name ?? 'NODE'}`,
      )}`;
    default:
      return advice`Replace the nodes with nodes of a newer AMI${which}, or of a custom AMI that is built from it.${note}`;
  }
}

/** A fix of {@link releaseFix}, with what manages the node group or the node class. */
export function nameManager(
  fix: Advice,
  { resource, by }: Subject,
  { nodegroups, ...objects }: Pick<Facts, 'nodegroups'> & ObjectFacts,
  { cluster, tables }: Table,
): Advice {
  if (by === 'pinned' || by === 'pool-nodes')
    return besideClassManager(fix, resource, { ...ownObjects(objects), rows: tables['managed-changes'] });
  const change = by === 'custom-image' ? 'node-group-launch-template' : 'ami-release';
  return behindGroupManager(fix, resource, change, { cluster, nodegroups, tables });
}
