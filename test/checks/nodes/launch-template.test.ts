import { expect } from 'vitest';
import check from '../../../checks/nodes/launch-template/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { LaunchTemplate, TemplateVersion } from '../../../src/facts/launch-templates.ts';
import { aNode, aNodegroup, checkCases } from '../cases.ts';
import { aScalingGroup, aVersion } from './launches.ts';
import { updatedGroup } from '../printed-updates.ts';
import { behindTerraform, besideTerraform, byTerraform, managerRows } from '../managers.ts';

const parameter = (minor: string) =>
  `/aws/service/eks/optimized-ami/${minor}/amazon-linux-2023/x86_64/standard/recommended/image_id`;
const eks = (minor: string) => `amazon-eks-node-al2023-x86_64-standard-${minor}-v20261012`;

function aTemplate(version: string, found: Partial<TemplateVersion> = {}): LaunchTemplate {
  const number = Number(version.replace(/\D+/, '') || 3);
  return { template: 'lt-0a', version, found: aVersion({ number, default: 3, others: [], ...found }) };
}
const gone: LaunchTemplate = { template: 'lt-0a', version: '3', found: null };
const versionGone: LaunchTemplate = { ...gone, left: { default: 4, latest: 7 } };

const blue = (more: Parameters<typeof aNodegroup>[1] = {}) =>
  aNodegroup('blue', { launchTemplate: true, template: { template: 'lt-0a', version: '3' }, ...more });
const custom = { amiType: 'CUSTOM', version: null, releaseVersion: 'ami-0a' };
const ofBlue = (kubelet: string) => [aNode('a', kubelet, { computeType: 'managed', group: 'blue' })];

function batch(version: string | null, more: Partial<Facts['autoScalingGroups'][number]> = {}) {
  return aScalingGroup('batch', { launches: [{ template: 'lt-0a', version, imageId: null }], ...more });
}
const ofBatch = (kubelet: string) => [aNode('a', kubelet, { instanceId: 'i-0a' })];

function facts(template: LaunchTemplate, more: Partial<Facts>): Partial<Facts> {
  return {
    launchTemplates: [template],
    nodegroups: [],
    autoScalingGroups: [],
    nodes: [],
    launchTemplateImages: [],
    ...more,
  };
}

const nodeGroup = { kind: 'NodeGroup', name: 'blue' };
const scalingGroup = { kind: 'AutoScalingGroup', name: 'batch' };
const prepared = aTemplate('3', {
  imageId: 'ami-0a',
  default: 3,
  latest: 7,
  others: [{ number: 7, imageId: 'ami-0b' }],
});
const for34 = [{ id: 'ami-0b', name: eks('1.34') }];

checkCases(check, [
  ...managerRows('the node group', /Choose a version that exists\. /).map(({ who, tags, fix }) => ({
    it: `says first where a group without its version is managed: ${who}`,
    facts: facts(versionGone, { nodegroups: [blue({ tags })] }),
    findingsLike: [{ level: 'warn' as const, rule: 'version', fix }],
  })),
  {
    it: 'is silent about a group whose template exists and leaves the AMI to EKS, whatever other versions there are',
    facts: facts(aTemplate('3', { default: 4, latest: 9, others: [{ number: 9, imageId: null }] }), {
      nodegroups: [blue()],
      nodes: ofBlue('v1.33.5'),
    }),
    findings: [],
  },
  {
    it: 'reports a node group whose launch template the inventory does not name as unknown',
    facts: facts(aTemplate('3'), { nodegroups: [aNodegroup('blue', { launchTemplate: true })] }),
    findings: [
      {
        level: 'unknown',
        rule: 'not-read',
        resource: nodeGroup,
        message: 'unknown which launch template the node group uses: the inventory does not name it',
        evidence: [{ observed: 'a launch template without id and version', required: 'both', fact: 'nodegroups' }],
        fix: 'An older version of eks-preflight took this inventory and did not read them: scan the cluster again.',
      },
    ],
  },
  {
    it: 'fails a node group whose launch template does not exist',
    facts: facts(gone, { nodegroups: [blue()] }),
    findings: [
      {
        level: 'fail',
        rule: 'template',
        resource: nodeGroup,
        message: 'launch template lt-0a does not exist: EKS cannot update the group',
        evidence: [{ observed: 'no such launch template', required: 'lt-0a', fact: 'launchTemplates' }],
        fix: [
          'A node group cannot change to another launch template: create a node group with a launch template that exists, move the pods, then delete `blue`. Create the launch template with the tool that created the old one, or from an instance of `blue`. In that case, remove from the file what EKS does not accept (the instance profile, the private IP address, the subnet, the shutdown and hibernation behavior), and the AMI and the user data unless the AMI is a custom one.',
          '```sh',
          'aws ec2 get-launch-template-data --region eu-west-1 --instance-id INSTANCE_ID \\',
          '  --query LaunchTemplateData --output json > launch-template.json',
          'aws ec2 create-launch-template --region eu-west-1 --launch-template-name blue-nodes \\',
          '  --launch-template-data file://launch-template.json',
          '```',
        ].join('\n'),
      },
    ],
  },
  ...['Ec2LaunchTemplateNotFound', 'SourceEc2LaunchTemplateNotFound'].map((code) => ({
    it: `leaves a launch template that does not exist to nodes/node-group-health where EKS reports ${code}`,
    facts: facts(gone, { nodegroups: [blue({ healthIssues: [{ code, message: '', resourceIds: [] }] })] }),
    findings: [],
  })),
  {
    it: 'says it where EKS reports another issue of the template',
    facts: facts(gone, {
      nodegroups: [
        blue({ healthIssues: [{ code: 'Ec2LaunchTemplateVersionMismatch', message: '', resourceIds: [] }] }),
      ],
    }),
    findingsLike: [{ level: 'fail', rule: 'template' }],
  },
  {
    it: 'is silent about a node group that EKS deletes',
    facts: facts(gone, { nodegroups: [blue({ status: 'DELETING' })] }),
    findings: [],
  },
  {
    it: 'warns of a version that does not exist: the update of the node group can name another',
    facts: facts(versionGone, { nodegroups: [blue()] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'version',
        resource: nodeGroup,
        message: 'version 3 of launch template lt-0a does not exist: update the group to a version that exists',
        evidence: [{ observed: 'default version 4, latest version 7', required: 'version 3', fact: 'launchTemplates' }],
        fix: expect.stringContaining('--nodegroup-name blue --launch-template id=lt-0a,version=7') as never,
      },
    ],
  },
  {
    it: 'fails a self-managed group whose launch template does not exist',
    facts: facts(gone, { autoScalingGroups: [batch('3')], nodes: ofBatch('v1.33.5') }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'template',
        resource: scalingGroup,
        message: 'launch template lt-0a does not exist: the group cannot launch instances',
        fix: expect.stringMatching(
          /--instance-id i-0a[^]*--auto-scaling-group-name batch --launch-template LaunchTemplateName=batch-nodes,Version=1/,
        ) as never,
      },
    ],
  },
  {
    it: 'fails a self-managed group with a template, known by its name, whose version does not exist',
    facts: facts(
      { ...versionGone, template: 'workers' },
      { autoScalingGroups: [batch('3', { launches: [{ template: 'workers', version: '3', imageId: null }] })] },
    ),
    findingsLike: [
      {
        level: 'fail',
        rule: 'version',
        fix: expect.stringMatching(
          /--launch-template-name workers[^]*--launch-template LaunchTemplateName=workers,Version=7/,
        ) as never,
      },
    ],
  },
  {
    it: 'is silent about a self-managed group that may launch nothing, and about the group of a node group',
    facts: facts(gone, {
      autoScalingGroups: [batch('3', { maxSize: 0 }), { ...batch('3'), name: 'eks-blue', nodegroup: 'blue' }],
    }),
    findings: [],
  },
  {
    it: 'reports the one of several launch templates that does not exist',
    facts: facts(gone, {
      launchTemplates: [aTemplate('$Latest'), gone],
      autoScalingGroups: [
        batch(null, {
          launches: [
            { template: 'lt-0a', version: '$Latest', imageId: null },
            { template: 'lt-0a', version: '3', imageId: null },
          ],
        }),
      ],
    }),
    findingsLike: [{ level: 'fail', rule: 'template', resource: scalingGroup }],
  },
  ...(
    [
      ['amazon-eks-node-al2023-x86_64-nvidia', 'amazon-eks-node-al2023-x86_64-standard', false],
      ['amazon-eks-node-al2023-x86_64-nvidia', 'amazon-eks-node-al2023-x86_64-nvidia', true],
      ['amazon-eks-node-al2023-arm64-standard', 'amazon-eks-node-al2023-x86_64-standard', false],
    ] as const
  ).map(([today, next, isNamed]) => ({
    it: `${isNamed ? 'names' : 'does not name'} a version with ${next} for a group that uses ${today}`,
    facts: facts(prepared, {
      nodegroups: [blue(custom)],
      nodes: ofBlue('v1.33.5'),
      launchTemplateImages: [
        { id: 'ami-0a', name: `${today}-1.33-v20261012` },
        { id: 'ami-0b', name: `${next}-1.34-v20261012` },
      ],
    }),
    findingsLike: isNamed ? [{ rule: 'prepared' }] : [],
  })),
  {
    it: 'names the version that has an AMI for the target, for the update of a group with a custom AMI',
    facts: facts(prepared, {
      nodegroups: [blue(custom)],
      nodes: ofBlue('v1.33.5'),
      launchTemplateImages: for34,
    }),
    findings: [
      {
        level: 'warn',
        phase: 'after',
        at: 34,
        rule: 'prepared',
        resource: nodeGroup,
        message: 'version 7 (latest) of its launch template has an AMI for 1.34; the group uses version 3',
        evidence: [
          {
            observed: 'version 3 in use, default 3, latest 7',
            required: `version 7: ${eks('1.34')}`,
            fact: 'launchTemplateImages',
          },
        ],
        fix: [
          'Compare the other settings of that version with those of the one in use. Update the node group to it, without a Kubernetes version.',
          '```sh',
          updatedGroup('blue', '--launch-template id=lt-0a,version=7'),
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'is silent where the nodes of the group are at the target',
    facts: facts(prepared, {
      nodegroups: [blue(custom)],
      nodes: ofBlue('v1.34.2'),
      launchTemplateImages: for34,
    }),
    findings: [],
  },
  {
    it: 'is silent where the other version has an AMI for today only, or one that Amazon does not own',
    facts: facts(
      aTemplate('3', {
        imageId: 'ami-0a',
        latest: 8,
        others: [
          { number: 7, imageId: 'ami-0b' },
          { number: 8, imageId: 'ami-0c' },
        ],
      }),
      {
        nodegroups: [blue(custom)],
        nodes: ofBlue('v1.33.5'),
        launchTemplateImages: [{ id: 'ami-0b', name: eks('1.33') }],
      },
    ),
    findings: [],
  },
  {
    it: 'is silent about a private AMI that no node shows, which other checks report',
    facts: facts(prepared, { nodegroups: [blue(custom)], launchTemplateImages: for34 }),
    findings: [],
  },
  {
    it: 'is silent where no update is planned',
    target: '1.33',
    facts: facts(prepared, {
      nodegroups: [blue(custom)],
      nodes: ofBlue('v1.33.5'),
      launchTemplateImages: for34,
    }),
    findings: [],
  },
  {
    it: 'names the default version for a self-managed group',
    facts: facts(
      aTemplate('3', { imageId: 'ami-0a', default: 5, latest: 9, others: [{ number: 5, imageId: 'ami-0b' }] }),
      { autoScalingGroups: [batch('3')], nodes: ofBatch('v1.33.5'), launchTemplateImages: for34 },
    ),
    findingsLike: [
      {
        rule: 'prepared',
        resource: scalingGroup,
        message: 'version 5 (default) of its launch template has an AMI for 1.34; the group uses version 3',
        fix: expect.stringContaining('--launch-template LaunchTemplateId=lt-0a,Version=5') as never,
      },
    ],
  },
  {
    it: 'says where Terraform defines the launch template of a self-managed group with a newer AMI',
    facts: facts(aTemplate('$Latest', { imageId: 'ami-0b' }), {
      autoScalingGroups: [batch('$Latest', { tags: byTerraform })],
      nodes: ofBatch('v1.33.5'),
      launchTemplateImages: for34,
    }),
    findingsLike: [{ rule: 'newer', fix: besideTerraform('the Auto Scaling group', 'aws_launch_template') }],
  },
  {
    it: 'says where Terraform defines the launch template with a parameter for the version before the target',
    facts: facts(aTemplate('3', { imageId: `resolve:ssm:${parameter('1.33')}` }), {
      autoScalingGroups: [batch('3', { tags: byTerraform })],
      nodes: ofBatch('v1.33.5'),
      launchTemplateImages: [{ id: `resolve:ssm:${parameter('1.33')}`, name: parameter('1.33') }],
    }),
    findingsLike: [{ rule: 'parameter', fix: behindTerraform('the Auto Scaling group', 'aws_launch_template') }],
  },
  {
    it: 'warns where the next node of a self-managed group is newer than the control plane',
    facts: facts(aTemplate('$Latest', { imageId: 'ami-0b' }), {
      autoScalingGroups: [batch('$Latest')],
      nodes: ofBatch('v1.33.5'),
      launchTemplateImages: for34,
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'newer',
        resource: scalingGroup,
        message:
          'version 3 of its launch template has an AMI for 1.34: its next nodes are newer than control plane 1.33',
        evidence: [{ observed: eks('1.34'), required: '1.33 or older', fact: 'launchTemplateImages' }],
      },
    ],
  },
  {
    it: 'leaves nodes that are newer, and groups without nodes, to nodes/kubelet-skew',
    facts: facts(aTemplate('$Latest', { imageId: 'ami-0b' }), {
      autoScalingGroups: [batch('$Latest'), { ...batch('$Latest'), name: 'empty', instanceIds: [] }],
      nodes: ofBatch('v1.34.1'),
      launchTemplateImages: for34,
    }),
    findings: [],
  },
  {
    it: 'warns of a parameter for the version before the target',
    facts: facts(aTemplate('3', { imageId: `resolve:ssm:${parameter('1.33')}` }), {
      autoScalingGroups: [batch('3')],
      nodes: ofBatch('v1.33.5'),
      launchTemplateImages: [{ id: `resolve:ssm:${parameter('1.33')}`, name: parameter('1.33') }],
    }),
    findings: [
      {
        level: 'warn',
        phase: 'after',
        at: 34,
        rule: 'parameter',
        resource: scalingGroup,
        message: 'version 3 of its launch template has the AMI of a parameter for 1.33: new nodes stay at 1.33',
        evidence: [{ observed: parameter('1.33'), required: 'a parameter for 1.34', fact: 'launchTemplateImages' }],
        fix: [
          'Create a version of the launch template with the parameter for 1.34, set it in the Auto Scaling group, and replace its nodes. If the group has a mixed instances policy, change the launch template there instead.',
          '```sh',
          'aws ec2 create-launch-template-version --region eu-west-1 --launch-template-id lt-0a \\',
          `  --source-version 3 --launch-template-data ImageId=resolve:ssm:${parameter('1.34')}`,
          '```',
          '```sh',
          'aws autoscaling update-auto-scaling-group --region eu-west-1 \\',
          '  --auto-scaling-group-name batch --launch-template LaunchTemplateId=lt-0a,Version=TEMPLATE_VERSION',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'leaves a parameter of Amazon Linux 2 to nodes/amazon-linux-2 where EKS has none for the target',
    current: '1.32',
    target: '1.33',
    facts: facts(aTemplate('3', { imageId: 'resolve:ssm:al2' }), {
      autoScalingGroups: [batch('3')],
      nodes: ofBatch('v1.32.5'),
      launchTemplateImages: [
        {
          id: 'resolve:ssm:al2',
          name: '/aws/service/eks/optimized-ami/1.32/amazon-linux-2/recommended/image_id',
        },
      ],
    }),
    findings: [],
  },
  {
    it: 'is silent about a parameter for the target',
    facts: facts(aTemplate('3', { imageId: 'resolve:ssm:new' }), {
      autoScalingGroups: [batch('3', { instanceIds: [] })],
      launchTemplateImages: [{ id: 'resolve:ssm:new', name: parameter('1.34') }],
    }),
    findings: [],
  },
]);
