import { advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import { format, type Minor } from '../../src/syntax/versions.ts';
import {
  kubeletEvidence,
  groupNodesByOwner,
  unreadableFindings,
  type OwnedNodes,
} from '../../src/for-checks/node-owners.ts';
import { replaceInTime, buildReplaceRemedy } from '../../src/for-checks/node-replacement.ts';

export default defineCheck({
  id: 'nodes/version-behind',
  title: 'Nodes older than the control plane',
  short: 'kubelet version unknown',
  task: 'Update nodes to the control plane version',
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `Before a control plane update, EKS requires managed node groups and Fargate pods to be at the minor version of
    the control plane, and recommends the same for all other nodes. There are reports of rejected updates
    ("Nodegroups ... must be updated to match cluster version ... before updating cluster version"), and a
    statement of the EKS team that the rule no longer exists: EKS may reject the update. Whether a node is too old
    to run at all is judged by nodes/kubelet-skew.

    Only the current state is judged. If no update is planned (the target is the current version), the nodes come
    after the control plane: update them now. On a path of several updates, EKS recommends that you update the nodes to
    each version before the next update; the version skew policy allows one update of the nodes for several of the
    control plane.

    EKS replaces Auto Mode nodes automatically after an update, within weeks and as disruption budgets allow: one
    minor version behind is normal during that time, two or more mean that something blocks the replacement.`,
  fix: advice`Update the listed nodes to the control plane version before the update.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterVersion.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auto-upgrade.html',
  ],
  needs: ['nodes', 'nodegroups', 'fargateWorkloads'],
  uses: ['nodeImages'],
  counts: ['nodes', 'fargateWorkloads'],
  tables: ['amazon-linux-2', 'ami-variants', 'skew', 'managed-changes'],

  *run({ nodes, nodegroups, fargateWorkloads, nodeImages }, context) {
    const { current, versions } = context;
    const { owned, unreadable } = groupNodesByOwner(nodes, nodegroups, fargateWorkloads, nodeImages);
    yield* unreadableFindings(unreadable, context, nodeImages);
    const [, next] = versions;
    for (const owner of owned) {
      const behind = current - owner.kubelet;
      if (behind <= 0 || (owner.computeType === 'auto' && behind === 1)) continue;
      yield {
        level: 'warn',
        ...(next === undefined ? { at: current, phase: 'after' } : { at: next }),
        resource: owner.resource,
        ...buildReplaceRemedy(owner.resource),
        short: 'kubelet older than the control plane',
        message: `kubelet ${format(owner.kubelet)} is behind control plane ${format(current)}: ${describeConsequence(owner, next)}`,
        evidence: kubeletEvidence(owner, format(current)),
        fix: replaceInTime(owner, context, nodegroups),
      } satisfies Warning;
    }
  },
});

const recommended = 'EKS recommends the same version before an update';
const consequences: { [Type in OwnedNodes['computeType']]: string } = {
  managed: 'EKS may reject the update',
  fargate: 'EKS may reject the update',
  auto: 'something prevents EKS from replacing the nodes',
  karpenter: recommended,
  'self-managed': recommended,
  hybrid: recommended,
  virtual: recommended,
};

function describeConsequence({ computeType }: OwnedNodes, next: Minor | undefined): string {
  return next === undefined && computeType !== 'auto' ? 'update the nodes now' : consequences[computeType];
}
