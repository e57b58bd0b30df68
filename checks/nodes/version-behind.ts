import { advice } from '../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import { format, type Minor } from '../../src/languages/versions.ts';
import { kubeletEvidence, ownersOf, unreadableFinding, type OwnedNodes } from '../../src/subjects/node-owners.ts';
import { replaceFix } from '../../src/subjects/node-replacement.ts';

export default defineCheck({
  id: 'nodes/version-behind',
  title: "Nodes behind the control plane's version",
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `Before an update of the control plane EKS wants managed node groups and Fargate pods at the control plane's own
    minor version, and advises the same for all other nodes. Refusals are on record ("Nodegroups ... must be updated to
    match cluster version ... before updating cluster version"), and so is a statement of the EKS team that the rule is
    gone: EKS may refuse the update. Whether a node is too old to run at all is judged by nodes/kubelet-skew.

    Only today's state is judged. Where no update is planned (the target is today's version), the nodes come after the
    control plane: update them now. On a path of several updates, bring the nodes to each version before the next update.

    EKS replaces the nodes of Auto Mode by itself after an update, within weeks and as disruption budgets allow: one minor
    behind is how that looks from outside, two or more means that something holds them back.`,
  fix: advice`Bring the listed nodes to the control plane's version before the update.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterVersion.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auto-upgrade.html',
  ],
  needs: ['nodes', 'nodegroups', 'fargateWorkloads'],
  uses: ['nodeImages'],
  counts: ['nodes', 'fargateWorkloads'],
  tables: ['amazon-linux-2'],

  *run({ nodes, nodegroups, fargateWorkloads, nodeImages }, { cluster, current, versions, tables }) {
    const { owned, unreadable } = ownersOf(nodes, nodegroups, fargateWorkloads, nodeImages);
    for (const node of unreadable) yield unreadableFinding(node, current);
    const [, next] = versions;
    for (const owner of owned) {
      const behind = current - owner.kubelet;
      if (behind <= 0 || (owner.computeType === 'auto' && behind === 1)) continue;
      yield {
        level: 'warn',
        ...(next === undefined ? { at: current, phase: 'after' } : { at: next }),
        resource: owner.resource,
        message: `kubelet ${format(owner.kubelet)} is behind control plane ${format(current)}: ${consequenceOf(owner, next)}`,
        evidence: kubeletEvidence(owner, format(current)),
        fix: replaceFix(owner, cluster, current, tables['amazon-linux-2']),
      } satisfies Finding;
    }
  },
});

const recommended = 'EKS advises the same version before an update';
const consequences: { [Type in OwnedNodes['computeType']]: string } = {
  managed: 'EKS may refuse the update',
  fargate: 'EKS may refuse the update',
  auto: 'something keeps EKS from replacing the nodes',
  karpenter: recommended,
  'self-managed': recommended,
  hybrid: recommended,
  virtual: recommended,
};

function consequenceOf({ computeType }: OwnedNodes, next: Minor | undefined): string {
  return next === undefined && computeType !== 'auto' ? 'update the nodes now' : consequences[computeType];
}
