import { expect } from 'vitest';
import check from '../../../checks/nodes/kubelet-flags/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { aNodeClass, aNodePool, aNodeTemplate, aProvisioner } from '../karpenter/objects.ts';
import { aBoot, aBootWith, aLaunchTemplate, aScalingGroup, aVersion, ofTemplate } from './launches.ts';
import { applierRows, behindTerraform, byTerraform } from '../managers.ts';
import { updatedGroup } from '../printed-updates.ts';

const source = 'https://example.com/flags';
const tables: Partial<Tables> = {
  'kubelet-flags': [
    { flag: 'container-runtime', from: 27, source },
    { flag: 'keep-terminated-pod-volumes', from: 31, source },
    { flag: 'pod-infra-container-image', from: 35, source },
  ],
};
const from31 = { current: '1.31', target: '1.32' };
const from30 = { current: '1.30', target: '1.31', tables };
const keep = aBootWith('keep-terminated-pod-volumes', 'node-labels');
const blue = { computeType: 'managed' as const, group: 'blue' };

function managed(
  boot: Facts['launchTemplates'],
  kubelet = 'v1.30.4',
  group: Parameters<typeof aNodegroup>[1] = {},
): Partial<Facts> {
  return {
    nodes: [aNode('a', kubelet, blue)],
    nodegroups: [aNodegroup('blue', { version: '1.30', ...ofTemplate, ...group })],
    launchTemplates: boot,
  };
}

function selfManaged(launches: Facts['autoScalingGroups'][number]['launches'], boot = keep): Partial<Facts> {
  return {
    nodes: [aNode('a', 'v1.30.4', { instanceId: 'i-0a' })],
    autoScalingGroups: [aScalingGroup('gpu', { launches })],
    launchTemplates: ['2', '$Latest', '$Default'].map((version) => aLaunchTemplate(boot, { version })),
  };
}

function pool(boot: Parameters<typeof aNodeClass>[1], kubelet?: string): Partial<Facts> {
  return {
    nodes: kubelet === undefined ? [] : [aNode('a', kubelet, { computeType: 'karpenter', group: 'default' })],
    karpenterPools: [aNodePool('default')],
    karpenterNodeClasses: [aNodeClass('default', boot)],
  };
}

const unread = aBoot({ unread: true });
const save = `Save the user data (decompress a gzip file with \`gunzip < user-data.txt\`), and change the file.
\`\`\`sh
aws ec2 describe-launch-template-versions --region eu-west-1 --launch-template-id lt-0a \\
  --versions 2 --output text \\
  --query 'LaunchTemplateVersions[0].LaunchTemplateData.UserData' | base64 -d > user-data.txt
\`\`\``;
const create = `Create a new version of the launch template from it.
\`\`\`sh
aws ec2 create-launch-template-version --region eu-west-1 --launch-template-id lt-0a \\
  --source-version 2 \\
  --launch-template-data UserData=$(base64 user-data.txt | tr -d '\\n')
\`\`\``;

checkCases(check, [
  {
    it: 'says where Terraform defines the launch template of a node group',
    ...from30,
    facts: managed([aLaunchTemplate(keep)], 'v1.30.4', { tags: byTerraform }),
    findingsLike: [{ rule: 'removed-flag', fix: behindTerraform('the node group', 'aws_launch_template') }],
  },
  {
    it: 'says where Terraform defines the launch template of a self-managed group',
    ...from30,
    facts: {
      nodes: [aNode('a', 'v1.30.4', { instanceId: 'i-0a' })],
      autoScalingGroups: [aScalingGroup('gpu', { tags: byTerraform })],
      launchTemplates: [aLaunchTemplate(keep)],
    },
    findingsLike: [{ rule: 'removed-flag', fix: behindTerraform('the Auto Scaling group', 'aws_launch_template') }],
  },
  ...applierRows('the node class', /Remove --keep-terminated-pod-volumes from [^]* through drift\. /).map(
    ({ who, owner, fix }): Case => ({
      it: `says where a node class with such a flag is managed: ${who}`,
      ...from30,
      facts: pool({ boot: keep, owner }, 'v1.30.4'),
      findingsLike: [{ rule: 'removed-flag', fix }],
    }),
  ),
  {
    it: 'fails where a managed group passes a flag that its next kubelet does not have',
    ...from30,
    facts: managed([aLaunchTemplate(keep)]),
    findings: [
      {
        level: 'fail',
        at: 31,
        rule: 'removed-flag',
        resource: { kind: 'LaunchTemplate', name: 'lt-0a', note: 'version 2' },
        message:
          'passes --keep-terminated-pod-volumes (removed in 1.31) to the kubelet: new nodes of node group blue do not join',
        evidence: [
          {
            observed: '--keep-terminated-pod-volumes',
            required: 'flags that kubelet 1.31 accepts',
            fact: 'launchTemplates',
            resource: 'LaunchTemplate lt-0a version 2',
          },
          { observed: 'kubelet 1.30', fact: 'nodes', resource: 'NodeGroup blue' },
        ],
        fix: `Remove --keep-terminated-pod-volumes from the argument --kubelet-extra-args of bootstrap.sh. ${save}

${create}

Update the node group to the new version, now or together with its Kubernetes version.
\`\`\`sh
${updatedGroup('blue', '--launch-template id=lt-0a,version=TEMPLATE_VERSION --kubernetes-version 1.30')}
\`\`\``,
        links: [source],
      },
    ],
  },
  {
    it: 'is silent where the kubelet that runs has no such flag any more: it does not receive it',
    ...from30,
    target: '1.33',
    current: '1.32',
    facts: managed([aLaunchTemplate(keep)], 'v1.32.1'),
    findings: [],
  },
  {
    it: 'is silent where the target still has the flag',
    tables,
    current: '1.29',
    target: '1.30',
    facts: managed([aLaunchTemplate(keep)], 'v1.29.4'),
    findings: [],
  },
  {
    it: 'is silent about other flags, and without user data',
    ...from30,
    facts: {
      ...managed([
        aLaunchTemplate(aBootWith('node-labels', 'max-pods')),
        aLaunchTemplate(null, { template: 'workers' }),
      ]),
      nodegroups: [
        aNodegroup('blue', ofTemplate),
        aNodegroup('green', { launchTemplate: true, template: { template: 'workers', version: '2' } }),
        aNodegroup('plain', { launchTemplate: false }),
      ],
    },
    findings: [],
  },
  {
    it: 'fails for flags of cAdvisor, which kubelet 1.37 does not have, but not for the one that it keeps',
    current: '1.36',
    target: '1.37',
    facts: managed(
      [aLaunchTemplate(aBootWith('global-housekeeping-interval', 'housekeeping-interval', 'containerd'))],
      'v1.36.1',
      { version: '1.36' },
    ),
    findingsLike: [
      {
        level: 'fail',
        at: 37,
        message:
          'passes --containerd (removed in 1.37) and --global-housekeeping-interval (removed in 1.37) to the kubelet: new nodes of node group blue do not join',
      },
    ],
  },
  ...(
    [
      ['1.24', '1.25', 'experimental-kernel-memcg-notification'],
      ['1.33', '1.34', 'register-schedulable'],
    ] as const
  ).map(([current, target, flag]): Case => ({
    it: `fails for --${flag} before ${target}, with the rows of the table`,
    current,
    target,
    facts: managed([aLaunchTemplate(aBootWith(flag))], `v${current}.2`, { version: current }),
    findingsLike: [{ level: 'fail', message: expect.stringContaining(`--${flag} (removed in ${target})`) as string }],
  })),
  {
    it: 'warns about a flag that the kubelet still has and rejects if it is true, as its value is not known',
    ...from31,
    facts: managed([aLaunchTemplate(aBootWith('runonce', 'node-labels'))], 'v1.31.4', { version: '1.31' }),
    findingsLike: [
      {
        level: 'warn',
        at: 32,
        message:
          'passes --runonce (rejected in 1.32) to the kubelet: if it is true, new nodes of node group blue do not join',
      },
    ],
  },
  {
    it: 'says nothing about unread user data where the path only rejects a flag that is true',
    ...from31,
    facts: managed([aLaunchTemplate(unread)], 'v1.31.4', { version: '1.31' }),
    findings: [],
  },
  {
    it: 'fails today for a group that is behind the control plane and the removal',
    tables,
    current: '1.31',
    target: '1.32',
    facts: managed([aLaunchTemplate(keep)]),
    findingsLike: [{ level: 'fail', at: 31 }],
  },
  {
    it: 'reports two versions of one template and their groups once',
    ...from30,
    facts: {
      nodes: [aNode('a', 'v1.30.4', blue), aNode('b', 'v1.26.4', { ...blue, group: 'green' })],
      nodegroups: [
        aNodegroup('blue', ofTemplate),
        aNodegroup('green', { launchTemplate: true, template: { template: 'lt-0a', version: '3' } }),
      ],
      launchTemplates: [
        aLaunchTemplate(keep),
        aLaunchTemplate(aBootWith('container-runtime', 'keep-terminated-pod-volumes'), {
          version: '3',
          found: aVersion({ number: 3, boot: aBootWith('container-runtime') }),
        }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        at: 30,
        resource: { kind: 'LaunchTemplate', name: 'lt-0a', note: 'version 3' },
        message:
          'passes --container-runtime (removed in 1.27) and --keep-terminated-pod-volumes (removed in 1.31) to the kubelet: new nodes of node group blue and node group green do not join',
      },
    ],
  },
  {
    it: 'judges an empty group by the version of the group',
    ...from30,
    facts: { ...managed([aLaunchTemplate(keep)]), nodes: [] },
    findingsLike: [
      {
        level: 'fail',
        at: 31,
        evidence: expect.arrayContaining([
          { observed: 'kubelet 1.30', fact: 'nodegroups', resource: 'NodeGroup blue' },
        ]) as [],
      },
    ],
  },
  {
    it: 'fails for an empty group with a custom AMI where the next control plane version removes the flag',
    ...from30,
    facts: { ...managed([aLaunchTemplate(keep)], '', { version: null, amiType: 'CUSTOM' }), nodes: [] },
    findingsLike: [{ level: 'fail', at: 31 }],
  },
  {
    it: 'does not know whether the kubelet of an unknown AMI is older than the removal',
    ...from30,
    facts: {
      ...managed([aLaunchTemplate(aBootWith('container-runtime'))], '', {
        version: null,
        amiType: 'CUSTOM',
        releaseVersion: 'ami-0a',
      }),
      nodes: [],
    },
    findingsLike: [{ level: 'unknown', rule: 'kubelet-not-known', remedy: 'show-image:ami-0a' }],
  },
  {
    it: 'does not judge a group that is being deleted, one of an absent template, and one that can start no instance',
    ...from30,
    facts: {
      nodes: [],
      nodegroups: [
        aNodegroup('blue', { ...ofTemplate, status: 'DELETING' }),
        aNodegroup('green', { ...ofTemplate, template: { template: 'lt-0b', version: '1' } }),
      ],
      autoScalingGroups: [aScalingGroup('off', { maxSize: 0 }), aScalingGroup('eks-blue', { nodegroup: 'blue' })],
      launchTemplates: [aLaunchTemplate(keep), aLaunchTemplate(keep, { template: 'lt-0b', version: '1', found: null })],
    },
    findings: [],
  },
  ...(
    [
      [
        '2',
        /Set the new version in the Auto Scaling group, then replace its nodes[^]*LaunchTemplateId=lt-0a,Version=TEMPLATE_VERSION/,
      ],
      ['$Latest', /uses the latest version/],
      [
        '$Default',
        /modify-launch-template --region eu-west-1 --launch-template-id lt-0a --default-version TEMPLATE_VERSION/,
      ],
    ] as const
  ).map(([version, fix]): Case => ({
    it: `fails for a self-managed group that launches version ${version}`,
    ...from30,
    facts: selfManaged([{ template: 'lt-0a', version, imageId: null }]),
    findingsLike: [
      {
        level: 'fail',
        at: 31,
        message:
          'passes --keep-terminated-pod-volumes (removed in 1.31) to the kubelet: new nodes of Auto Scaling group gpu do not join',
        fix: expect.stringMatching(fix) as string,
      },
    ],
  })),
  {
    it: 'leaves a mixed instances policy to words',
    ...from30,
    facts: {
      ...selfManaged(undefined),
      autoScalingGroups: [
        aScalingGroup('gpu', { mixedInstances: { onDemandBaseCapacity: 0, onDemandPercentageAboveBaseCapacity: 0 } }),
      ],
    },
    findingsLike: [{ level: 'fail', fix: expect.stringMatching(/mixed instances policy/) as string }],
  },
  {
    it: 'does not know the user data of a launch configuration',
    ...from30,
    facts: selfManaged([{ template: null, version: null, imageId: null }]),
    findings: [
      {
        level: 'unknown',
        rule: 'user-data-not-read',
        at: 31,
        short: 'user data cannot be read',
        resource: { kind: 'AutoScalingGroup', name: 'gpu' },
        message: 'its user data is in a launch configuration, which is not read',
        fix: 'Read the user data. If it has none of the kubelet flags and kernel parameters that the check names, accept the finding (`eks-preflight accept`).',
      },
    ],
  },
  {
    it: 'says nothing about a launch configuration where no version of the path removes a flag',
    tables,
    current: '1.32',
    facts: {
      ...selfManaged([{ template: null, version: null, imageId: null }]),
      nodes: [aNode('a', 'v1.32.1', { instanceId: 'i-0a' })],
    },
    findings: [],
  },
  {
    it: 'does not know what an older inventory omits',
    ...from30,
    facts: {
      nodes: [],
      nodegroups: [aNodegroup('blue', { version: '1.30', launchTemplate: true })],
      autoScalingGroups: [aScalingGroup('gpu', { launches: undefined })],
      launchTemplates: [],
      karpenterPools: [aNodePool('default')],
      karpenterNodeClasses: [aNodeClass('default')],
    },
    findingsLike: ['NodeGroup', 'AutoScalingGroup', 'EC2NodeClass'].map((kind) => ({
      level: 'unknown' as const,
      at: 31,
      resource: expect.objectContaining({ kind }) as { kind: string; name: string },
    })),
  },
  {
    it: 'does not know user data of which a part was not read, once for each template',
    ...from30,
    facts: {
      ...managed([aLaunchTemplate(unread)]),
      nodegroups: [aNodegroup('blue', ofTemplate), aNodegroup('green', ofTemplate)],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'user-data-not-read',
        at: 31,
        remedy: 'read-user-data:LaunchTemplate/lt-0a',
        message:
          'a part of its user data cannot be read: a URL, a value from elsewhere, or an unknown format (node group blue and node group green)',
      },
    ],
  },
  {
    it: 'fails where the rest of the user data was not read',
    ...from30,
    facts: managed([aLaunchTemplate({ ...keep, unread: true })]),
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'fails for a node class whose pool follows the control plane',
    ...from30,
    facts: pool({ boot: { ...keep, flagsIn: ['NodeConfig'] } }, 'v1.30.4'),
    findings: [
      {
        level: 'fail',
        at: 31,
        rule: 'removed-flag',
        resource: { kind: 'EC2NodeClass', name: 'default' },
        message:
          'passes --keep-terminated-pod-volumes (removed in 1.31) to the kubelet: new nodes of NodePool default do not join',
        evidence: [
          {
            observed: '--keep-terminated-pod-volumes',
            required: 'flags that kubelet 1.31 accepts',
            fact: 'karpenterNodeClasses',
            resource: 'EC2NodeClass default',
          },
          { observed: 'kubelet 1.30', fact: 'nodes', resource: 'NodePool default' },
        ],
        fix: 'Remove --keep-terminated-pod-volumes from spec.kubelet.flags of the NodeConfig. It is in `spec.userData`; Karpenter replaces the nodes through drift.\n```sh\nkubectl edit ec2nodeclass default\n```',
        links: [source],
      },
    ],
  },
  {
    it: 'does not know a pool without nodes whose AMIs may have an older kubelet',
    ...from30,
    facts: pool({ alias: 'al2023@v20240807', boot: aBootWith('container-runtime') }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'kubelet-not-known',
        resource: { kind: 'NodePool', name: 'default', note: 'no nodes' },
      },
    ],
  },
  {
    it: 'judges a pool without nodes that follows the control plane by its version',
    ...from30,
    facts: pool({ boot: aBootWith('container-runtime') }),
    findings: [],
  },
  {
    it: 'does not know the launch template of a Provisioner or an AWSNodeTemplate',
    ...from30,
    facts: {
      nodes: [],
      karpenterPools: [
        aProvisioner('old', {
          nodeClass: null,
          fields: ['spec.provider.launchTemplate'],
          provider: {
            amiFamily: null,
            instanceProfile: null,
            selectors: { subnets: null, securityGroups: null, amis: null },
          },
        }),
        aProvisioner('general'),
      ],
      karpenterNodeClasses: [aNodeTemplate('default', { fields: ['spec.launchTemplate'], boot: null })],
    },
    findingsLike: ['AWSNodeTemplate', 'Provisioner'].map((kind) => ({
      level: 'unknown' as const,
      message: 'it names a launch template, which is not read',
      resource: expect.objectContaining({ kind }) as { kind: string; name: string },
    })),
  },
  {
    it: 'does not judge a node class that no pool uses',
    ...from30,
    facts: { ...pool({ boot: keep }, 'v1.30.4'), karpenterPools: [] },
    findings: [],
  },
]);
