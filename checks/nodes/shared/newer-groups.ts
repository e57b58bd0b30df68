import type { Context, Finding } from '../../../src/check.ts';
import type { ImageSources } from '../../../src/for-checks/custom-images.ts';
import { emptyNodegroups, kubeletEvidence, toLaunched, type OwnedNodes } from '../../../src/for-checks/node-owners.ts';
import { behindVersionManager } from '../../../src/for-checks/managed-groups.ts';
import { buildReplaceRemedy, replaceFix } from '../../../src/for-checks/node-replacement.ts';
import { skewWindow } from '../../../src/for-checks/skew.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { format, isRollback, parseMinor } from '../../../src/syntax/versions.ts';

/**
 * Findings for managed node groups whose nodes are old enough for a rollback, but whose new nodes would not be. Groups
 * without nodes, or with nodes that are too new, have separate findings; a group that is being deleted launches none.
 */
export function* newerGroupFindings(
  sources: ImageSources,
  context: Context<'skew' | 'amazon-linux-2' | 'ami-variants' | 'managed-changes'>,
): Generator<Finding> {
  if (!isRollback(context)) return;
  const { cluster, target, tables } = context;
  for (const { owner, isUpdating } of listNewerGroups(sources, target)) {
    const wait = isUpdating ? advice`Wait until the current update of the node group completes. ` : advice``;
    yield {
      level: 'fail',
      at: target,
      resource: owner.resource,
      ...buildReplaceRemedy(owner.resource),
      short: 'new nodes get a newer kubelet',
      message: `new nodes start with kubelet ${format(owner.kubelet)}, which is too new for control plane ${format(target)}`,
      evidence: kubeletEvidence(owner, skewWindow(tables.skew, target)),
      fix: advice`${wait}Before you roll back the control plane, set the node group to ${format(target)}. ${behindVersionManager(
        replaceFix(owner, cluster, target, tables),
        owner,
        target,
        { cluster, nodegroups: sources.nodegroups, tables },
      )}`,
    };
  }
}

function listNewerGroups(sources: ImageSources, target: number): { owner: OwnedNodes; isUpdating: boolean }[] {
  const { nodes, nodegroups } = sources;
  const judged = new Set(
    nodes.flatMap(({ computeType, group, kubeletVersion }) =>
      computeType === 'managed' && (parseMinor(kubeletVersion) ?? 0) > target ? [group] : [],
    ),
  );
  for (const { name } of emptyNodegroups(nodes, nodegroups)) judged.add(name);
  return nodegroups.flatMap((nodegroup) => {
    const { name, status } = nodegroup;
    if (judged.has(name) || status === 'DELETING') return [];
    const owner = toLaunched(nodegroup, { kind: 'NodeGroup', name }, sources);
    return owner === undefined || owner.kubelet <= target ? [] : [{ owner, isUpdating: status === 'UPDATING' }];
  });
}
