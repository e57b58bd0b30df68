import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { goneFinding, unnamedFinding } from './gone.ts';
import { imageFindings } from './images.ts';
import { isReportedByEks, listUsers, listWithoutName } from './users.ts';

export default defineCheck({
  id: 'nodes/launch-template',
  title: 'Launch templates that node groups cannot use',
  short: {
    template: 'launch template does not exist',
    version: 'launch template version does not exist',
    'not-read': 'launch template not read',
    newer: 'next nodes are newer than control plane',
    prepared: 'another version has the AMI to use',
    parameter: 'AMI parameter of an older version',
  },
  task: {
    '': 'Select a launch template version that exists',
    template: 'Replace the node group: no launch template',
    prepared: 'Use the launch template version with the new AMI',
    parameter: 'Set the AMI parameter in the launch template',
  },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `New nodes start from a launch template. A self-managed Auto Scaling group cannot launch instances if its launch
    template, or the version that it uses, was deleted. A managed node group launches from a copy that EKS made, but EKS
    only updates the group with the launch template that it was created with; if a version was deleted, the update must
    name another one. A missing launch template that EKS itself reports is a finding of nodes/node-group-health.

    An update of a node group without \`--launch-template\` keeps the version in use. It need not be the default or the
    latest version: the check reports this only if one of these has an AMI for the target. EKS never changes an AMI that
    the launch template sets, and rejects \`--kubernetes-version\` for such a group. A self-managed group with
    \`$Latest\` or \`$Default\` launches a new AMI as soon as the version exists: an AMI for a newer Kubernetes version
    than that of the control plane must wait for the update. nodes/kubelet-skew, nodes/version-behind and
    nodes/amazon-linux-2 judge what an AMI contains. Launch configurations are not read.`,
  fix: advice`Give the group a launch template version that exists and has an AMI for its Kubernetes version.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateNodegroupVersion.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html',
  ],
  needs: ['launchTemplates'],
  uses: ['nodegroups', 'autoScalingGroups', 'nodes', 'launchTemplateImages'],
  warnsBy: ['nodes', 'launchTemplateImages'],
  tables: ['amazon-linux-2', 'skew', 'managed-changes'],

  *run({ launchTemplates, nodegroups = [], autoScalingGroups = [], nodes = [], launchTemplateImages = [] }, context) {
    yield* listWithoutName(nodegroups).map(unnamedFinding);
    for (const user of listUsers(launchTemplates, nodegroups, autoScalingGroups, nodes)) {
      const { found } = user.template;
      if (found !== null) yield* imageFindings(user, found, launchTemplateImages, context);
      else if (!isReportedByEks(user)) yield goneFinding(user, context);
    }
  },
});
