import { defineCheck } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { listClosing } from '../../../src/for-checks/instance-metadata.ts';
import { findReplacedAt } from '../../../src/for-checks/new-nodes/routes.ts';
import { isAmazonLinux2Type } from '../../../src/for-checks/node-images.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { addonFinding, workloadFinding, type Closing } from './findings.ts';

export default defineCheck({
  id: 'addons/node-credentials',
  title: 'Software that loses the AWS credentials of its nodes',
  short: { addon: 'add-on has no IAM role', workload: 'takes AWS credentials from its node' },
  task: { '': 'Give it an IAM role before its nodes are replaced' },
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `On Amazon Linux 2, pods can read instance metadata, and get the credentials of the node's role from it. A managed node
    group on Amazon Linux 2023 has the hop limit 1 unless its launch template sets another one: pods without host networking
    cannot read it. A controller without a role then runs and cannot call AWS: volumes are not attached, nodes are not
    added, DNS records are not changed.

    The check reports EKS add-ons that need permissions in IAM and have neither a role nor an EKS Pod Identity association,
    and well-known controllers and agents (Cluster Autoscaler, ExternalDNS, AWS Load Balancer Controller, CSI drivers for
    EBS, EFS and FSx, Fluent Bit, CloudWatch agent) whose pods run on a node group of Amazon Linux 2 without a role of IRSA
    or Pod Identity and without access keys. It judges only managed node groups that move to Amazon Linux 2023: other
    updates keep the hop limit. Programs that it does not know are not judged, and neither are pods with host networking,
    which keep instance metadata.`,
  fix: advice`Give the software an IAM role with EKS Pod Identity or IRSA.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/al2023.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/add-ons-iam.html',
  ],
  needs: ['nodegroups', 'nodeRoleUsers', 'addons'],
  uses: ['addonVersions', 'nodes', 'launchTemplates'],
  tables: ['amazon-linux-2', 'managed-changes'],

  *run({ nodegroups, nodeRoleUsers, addons, addonVersions = [], nodes = [], launchTemplates }, context) {
    const { versions, tables, current } = context;
    const groups = nodegroups.filter(({ amiType }) => isAmazonLinux2Type(amiType));
    const closing = listClosing(groups, launchTemplates).map(({ group, observed }): Closing => {
      const at = findReplacedAt(group, versions, tables['amazon-linux-2']);
      const own = nodes.filter(({ computeType, group: name }) => computeType === 'managed' && name === group.name);
      return { group, observed, at: at === current ? undefined : at, nodes: new Set(own.map(({ name }) => name)) };
    });
    if (closing.length === 0) return;
    for (const workload of nodeRoleUsers) yield* workloadFinding(workload, closing, addons, context);
    for (const addon of addons) if (needsRole(addon, addonVersions)) yield addonFinding(addon, closing, context);
  },
});

/** Add-ons whose pods are known by their labels are judged by these; the VPC CNI has host networking. */
const judgedByPods: ReadonlySet<string> = new Set([
  'aws-ebs-csi-driver',
  'aws-efs-csi-driver',
  'aws-fsx-csi-driver',
  'cluster-autoscaler',
  'external-dns',
  'vpc-cni',
]);

function needsRole(addon: Facts['addons'][number], offered: Facts['addonVersions']): boolean {
  const { name, version, serviceAccountRoleArn, podIdentity } = addon;
  if (judgedByPods.has(name) || serviceAccountRoleArn !== null || podIdentity !== false) return false;
  const versions = offered.find((one) => one.name === name)?.versions ?? [];
  return versions.some((one) => one.version === version && one.requiresIam === true);
}
