import { describe, expect, it } from 'vitest';
import {
  describeChange,
  whereToChange,
  type ChangeValues,
  type ManagedChange,
} from '../../src/for-checks/managed-changes.ts';
import { resolveOwner, type Owner } from '../../src/for-checks/owners.ts';
import { behindManager, behindSentence } from '../../src/for-checks/managed-fix.ts';
import { withoutCommands } from '../../src/report/entries.ts';
import { advice, commands } from '../../src/syntax/advice.ts';
import { sh } from '../../src/syntax/shell.ts';
import { managedChangeNames } from '../../src/tables/managed-changes.ts';
import { loadTable } from '../../src/tables/tables.ts';

const { rows } = loadTable('managed-changes');
const stackTag = 'aws:cloudformation:stack-name';
const byTags = (tags: Record<string, string>) => resolveOwner({ tags });
const terraform = byTags({ ManagedBy: 'Terraform' });
const eksctl = byTags({
  [stackTag]: 'eksctl-demo-nodegroup-blue',
  'alpha.eksctl.io/cluster-name': 'demo',
  'alpha.eksctl.io/nodegroup-name': 'blue',
});
const stack = byTags({ [stackTag]: 'nodes', 'aws:cloudformation:logical-id': 'Blue' });
const crossplane = byTags({ 'crossplane-kind': 'nodegroup.eks.aws.upbound.io', 'crossplane-name': 'blue' });
const ack = byTags({ 'services.k8s.aws/namespace': 'infra' });
const clusterApi = byTags({ 'sigs.k8s.io/cluster-api-provider-aws/cluster/demo': 'owned' });
const pulumi = byTags({ 'pulumi:stack': 'prod' });
const cdk = byTags({ [stackTag]: 'Nodes', 'aws-cdk:subnet-name': 'Private' });
const gitOps = (
  tool: 'Argo CD' | 'Flux',
  kind: 'Application' | 'Kustomization' | 'HelmRelease',
  name: string,
): Owner => ({
  kind: 'gitops',
  tool,
  applier: { kind, namespace: 'gitops', name },
});
const helm: Owner = { kind: 'helm', release: 'karpenter', namespace: 'kube-system' };

type Row = [change: ManagedChange, owner: Owner, sentence: string, values?: ChangeValues];

const places: readonly Row[] = [
  [
    'control-plane-version',
    terraform,
    'Change `kubernetes_version` of the module `terraform-aws-modules/eks/aws` (`cluster_version` before v21), or `version` of `aws_eks_cluster`, and run `terraform apply`.',
  ],
  [
    'control-plane-version',
    byTags({ opentofu: 'yes' }),
    'Change `kubernetes_version` of the module `terraform-aws-modules/eks/aws` (`cluster_version` before v21), or `version` of `aws_eks_cluster`, and run `tofu apply`.',
  ],
  [
    'control-plane-version',
    eksctl,
    'Change `metadata.version` in the ClusterConfig, and run `eksctl upgrade cluster --config-file CONFIG_FILE --approve`.',
  ],
  [
    'node-group-version',
    eksctl,
    'Run `eksctl upgrade nodegroup --cluster demo --name blue --kubernetes-version 1.35`.',
    { version: '1.35' },
  ],
  [
    'node-group-version',
    byTags({ [stackTag]: 'eksctl-demo-nodegroup-blue' }),
    'Run `eksctl upgrade nodegroup --cluster CLUSTER --name green --kubernetes-version VERSION`.',
    { nodegroup: 'green' },
  ],
  [
    'node-group-version',
    stack,
    'Change `Version` of `AWS::EKS::Nodegroup` in the template of the stack nodes (logical ID Blue) or the code that generates it, and update the stack.',
  ],
  ['add-on-version', cdk, 'Change `addonVersion` of `eks.Addon`, and run `cdk deploy`.'],
  [
    'node-group-version',
    crossplane,
    'Change `spec.forProvider.version` of the NodeGroup (`eks.aws.m.upbound.io` or `eks.aws.upbound.io`) where its manifest is kept, and apply the manifest.',
  ],
  [
    'node-group-version',
    ack,
    'Change `spec.version` of the Nodegroup (`eks.services.k8s.aws`) where its manifest is kept, and apply the manifest.',
  ],
  [
    'node-group-version',
    clusterApi,
    'Change `spec.template.spec.version` of the MachinePool where its manifest is kept, and apply the manifest.',
  ],
  ['node-group-version', pulumi, 'Change `version` of `aws.eks.NodeGroup`, and run `pulumi up`.'],
  [
    'ami-type',
    stack,
    'Change `AmiType` of `AWS::EKS::Nodegroup` in the template of the stack nodes (logical ID Blue) or the code that generates it, and update the stack. CloudFormation replaces the node group: if the template sets `NodegroupName`, change it, too.',
  ],
  [
    'ami-type',
    ack,
    'Change `spec.amiType` of a new Nodegroup (`eks.services.k8s.aws`) where its manifest is kept, and apply the manifest. This field of an existing Nodegroup cannot be changed: delete the old one after the new one is ready.',
  ],
  [
    'launch-template',
    eksctl,
    'Change the fields of a new group in `managedNodeGroups` or `nodeGroups` of the ClusterConfig, such as `ami` or `preBootstrapCommands`, and run `eksctl create nodegroup --config-file CONFIG_FILE`. When the new nodes are Ready, remove the old group from the file, and delete only that group with `eksctl delete nodegroup --name`.',
  ],
  [
    'role-trust-policy',
    terraform,
    "Change `iam_role_source_assume_policy_documents` of the submodule `karpenter` of `terraform-aws-modules/eks/aws` (for the role of Karpenter's controller), or `assume_role_policy` of `aws_iam_role`, and run `terraform apply`. The module itself writes the trust policies of its other roles: an apply restores them.",
  ],
  [
    'ami-type',
    terraform,
    'Change `ami_type` in `eks_managed_node_groups` of the module `terraform-aws-modules/eks/aws`, or `ami_type` of `aws_eks_node_group`, and run `terraform apply`. Terraform replaces the node group: it deletes the old one first, unless `create_before_destroy` is set, as the module does.',
  ],
  [
    'karpenter-chart',
    gitOps('Argo CD', 'Application', 'karpenter'),
    'Change `targetRevision` of the chart in `spec.source` or `spec.sources` of the Application, and run `argocd app sync karpenter`.',
  ],
  [
    'karpenter-chart',
    gitOps('Flux', 'HelmRelease', 'karpenter'),
    'Change `spec.chart.spec.version` of the HelmRelease, or the tag in the OCIRepository that `spec.chartRef` names, and run `flux reconcile helmrelease karpenter --namespace gitops --with-source`.',
  ],
  [
    'node-pool',
    gitOps('Flux', 'Kustomization', 'apps'),
    'Change the NodePool below `spec.path` of the Kustomization, in its repository, and run `flux reconcile kustomization apps --namespace gitops --with-source`.',
  ],
  [
    'node-class',
    gitOps('Flux', 'HelmRelease', 'apps'),
    'Change `spec.values` of the HelmRelease, or the EC2NodeClass in the templates of its chart, and run `flux reconcile helmrelease apps --namespace gitops --with-source`.',
  ],
  [
    'node-class',
    helm,
    'Change the values of its chart, or the EC2NodeClass in the templates of the chart (release karpenter), and update the release with `helm upgrade`, with its other values unchanged.',
  ],
  [
    'karpenter-chart',
    helm,
    'Change the version of the chart `oci://public.ecr.aws/karpenter/karpenter` (release karpenter), and update the release with `helm upgrade`, with its other values unchanged.',
  ],
  [
    'corefile',
    { kind: 'eks-addon', addon: 'coredns', role: null },
    'Change the key `corefile` of the configuration values of the add-on. The schema that `aws eks describe-addon-configuration` shows lists the values of the add-on.',
  ],
  [
    'launch-template',
    byTags({ 'eks:nodegroup-name': 'blue' }),
    'Change the launch template that the node group names, which EKS copies.',
  ],
  [
    'node-group-version',
    byTags({ [stackTag]: 'eksctl-demo-nodegroup-blue', terraform: 'true' }),
    'If eksctl (stack eksctl-demo-nodegroup-blue) manages it, run `eksctl upgrade nodegroup --cluster CLUSTER --name NODEGROUP --kubernetes-version VERSION`. If Terraform manages it, change `kubernetes_version` in `eks_managed_node_groups` of the module `terraform-aws-modules/eks/aws` (`cluster_version` before v21), or `version` of `aws_eks_node_group`, and run `terraform apply`. Without this argument, the module gives the group the version of the cluster.',
  ],
];

describe('where to change', () => {
  it.each(places)('%s (%#)', (change, owner, sentence, values) => {
    expect(whereToChange(change, owner, rows, values)?.text).toBe(sentence);
  });

  it.each<[ManagedChange, Owner]>([
    ['cluster-role-policy', eksctl],
    ['upgrade-policy', eksctl],
    ['interruption-queue', eksctl],
    ['vpc-dns', clusterApi],
    ['node-pool', pulumi],
    ['node-pool', { kind: 'gitops', tool: 'Flux', applier: undefined }],
    ['webhook', { kind: 'controller', controller: { apiGroup: 'x.io', kind: 'X', name: 'x' } }],
    ['control-plane-version', { kind: 'not seen' }],
    ['webhook', byTags({ [stackTag]: 'a', 'crossplane-name': 'b' })],
  ])('%s is unknown where the table has no row (%#)', (change, owner) => {
    expect(whereToChange(change, owner, rows)).toBeUndefined();
  });

  it('is one paragraph for each change and owner, with the commands in it', () => {
    const all = [
      terraform,
      eksctl,
      stack,
      cdk,
      crossplane,
      ack,
      clusterApi,
      pulumi,
      helm,
      gitOps('Argo CD', 'Application', 'a'),
    ];
    const found = managedChangeNames.flatMap((change) =>
      all.flatMap((owner) => whereToChange(change, owner, rows) ?? []),
    );
    expect(found.length).toBeGreaterThan(220);
    for (const { text, commands: listed } of found) {
      expect(text).toMatch(/^(?:Change|Run) [^\n]*\.$/);
      for (const command of listed) expect(text).toContain(`\`${command}\``);
    }
  });
});

describe('a fix of a managed object', () => {
  const direct = commands(sh`aws eks update-nodegroup-version --cluster-name demo --nodegroup-name blue`);
  const fix = (owner: Owner, change: ManagedChange = 'node-group-version') =>
    behindSentence(
      direct,
      describeChange(owner, { subject: 'the node group blue', change, rows, values: { version: '1.35' } }),
    );
  const block = `The direct command, if nothing else manages it:\n${direct.text}`;

  it.each<[Owner, string]>([
    [
      eksctl,
      'eksctl (stack eksctl-demo-nodegroup-blue) manages the node group blue: the next update of the stack may revert a change made elsewhere. Run `eksctl upgrade nodegroup --cluster demo --name blue --kubernetes-version 1.35`.',
    ],
    [
      { kind: 'not seen' },
      'Manager not seen: if a template, a module or a repository defines the node group blue, change it there first.',
    ],
    [
      clusterApi,
      'Cluster API (cluster demo) manages the node group blue, and may revert a change made elsewhere. Change `spec.template.spec.version` of the MachinePool where its manifest is kept, and apply the manifest.',
    ],
    [
      byTags({ Repo: 'acme/pulumi-eks' }),
      'The tag `Repo` suggests that Pulumi manages the node group blue: the next update may revert a change made elsewhere. Change `version` of `aws.eks.NodeGroup`, and run `pulumi up`.',
    ],
    [
      byTags({ 'karpenter.sh/nodepool': 'x' }),
      'Karpenter (NodePool x) manages the node group blue, and may revert a change made elsewhere.',
    ],
  ])('says what manages it, where to change it, and the direct command last (%#)', (owner, first) => {
    expect(fix(owner).text).toBe(`${first}\n${block}`);
    expect(fix(owner).commands.at(-1)).toBe(direct.commands[0]);
  });

  it.each<[Owner, RegExp]>([
    [
      terraform,
      /^According to its tags, Terraform manages the node group blue: the next apply may revert a change made elsewhere\. Change /,
    ],
    [
      byTags({ Repo: 'terraform-eks' }),
      /^The tag `Repo` suggests that Terraform manages the node group blue: the next apply /,
    ],
    [crossplane, /^Crossplane \(nodegroup\.eks\.aws\.upbound\.io blue\) manages the node group blue, and reverts /],
    [
      byTags({ [stackTag]: 'nodes', terraform: 'true' }),
      /^The tags of the node group blue name two managers, CloudFormation \(stack nodes\) and Terraform: find out which one still manages it\. If CloudFormation /,
    ],
  ])('names the manager (%#)', (owner, beginning) => {
    expect(fix(owner).text).toMatch(beginning);
    expect(fix(owner).text.endsWith(block)).toBe(true);
  });

  it('counts the direct commands', () => {
    const two = commands(sh`aws a`, sh`aws b`);
    const none = commands();
    const of = (one: typeof two) =>
      behindSentence(one, describeChange({ kind: 'not seen' }, { subject: 'x', change: 'replicas', rows })).text;
    expect(of(two)).toContain('\nThe direct commands, if nothing else manages it:\n');
    expect(of(none)).toContain('\nIf nothing else manages it:\n');
  });

  it.each([
    'it\'s "x"',
    'a`b`c',
    'line\nbreak',
    '```sh\nrm -rf /\n```',
    '$(touch PWNED)',
    '--all',
    '[x](javascript:y)',
  ])('quotes the hostile name %j', (hostile) => {
    const owners = [
      byTags({ [stackTag]: `eksctl-${hostile}`, 'alpha.eksctl.io/cluster-name': hostile }),
      byTags({ [stackTag]: hostile, 'aws:cloudformation:logical-id': hostile }),
      byTags({ 'crossplane-name': hostile }),
      byTags({ [`terraform${hostile}`]: hostile }),
      byTags({ [`pulumi${hostile}`]: hostile }),
      byTags({ [`sigs.k8s.io/cluster-api-provider-aws/cluster/${hostile}`]: 'owned' }),
      gitOps('Argo CD', 'Application', hostile),
      gitOps('Flux', 'Kustomization', hostile),
    ];
    for (const owner of owners) {
      for (const change of ['node-group-version', 'node-pool'] as const) {
        const { text, commands: listed } = fix(owner, change);
        const fences = text.split('\n').filter((line) => line.startsWith('```'));
        expect(fences.length % 2).toBe(0);
        expect(text).not.toContain('rm -rf /\n```');
        for (const command of listed) expect(command).not.toMatch(/(?:^|\s)(?:rm -rf|--all|\$\(touch)(?:\s|$)/);
      }
    }
  });
});

describe('the fix of a check', () => {
  const update = (group: string) =>
    advice`Update the node group:\n${commands(sh`aws eks update-nodegroup-version --nodegroup-name ${group}`)}\nThen wait.`;
  const fixed = (tags: Record<string, string> | undefined, group = 'blue') =>
    behindManager(update(group), {
      of: { tags },
      subject: 'the node group',
      change: 'node-group-version',
      rows,
      values: { cluster: 'demo', version: '1.35' },
    });
  const ofEksctl = (group: string) => ({
    [stackTag]: `eksctl-demo-nodegroup-${group}`,
    'alpha.eksctl.io/nodegroup-name': group,
  });
  const ofStack = (id: string) => ({ [stackTag]: 'nodes', 'aws:cloudformation:logical-id': id });
  const crossplaneTags = (name: string) => ({ 'crossplane-kind': 'nodegroup', 'crossplane-name': name });

  it.each<[string, Record<string, string>, string]>([
    [
      'Terraform',
      { Terraform: 'true' },
      'According to its tags, Terraform manages the node group: the next apply may revert a change made elsewhere. Change `kubernetes_version` in',
    ],
    [
      'eksctl',
      ofEksctl('blue'),
      'eksctl manages the node group: the next update of the stack may revert a change made elsewhere. Run `eksctl upgrade nodegroup --cluster demo --name NODEGROUP --kubernetes-version 1.35`.',
    ],
    [
      'CloudFormation',
      ofStack('Blue'),
      'CloudFormation (stack nodes) manages the node group: the next update of the stack may revert a change made elsewhere. Change `Version` of `AWS::EKS::Nodegroup` in the template of the stack nodes or the code that generates it, and update the stack.',
    ],
    ['Crossplane', crossplaneTags('blue'), 'Crossplane manages the node group, and reverts a change made elsewhere.'],
    ['ACK', { 'services.k8s.aws/namespace': 'infra' }, 'ACK (namespace infra) manages the node group, and reverts'],
    [
      'the CDK',
      { [stackTag]: 'Nodes', 'aws-cdk:subnet-name': 'x' },
      'AWS CDK (stack Nodes) manages the node group: the next update',
    ],
    [
      'two that contradict each other',
      { ...ofEksctl('blue'), terraform: 'yes' },
      'The tags of the node group name two managers, eksctl and Terraform: find out which one still manages it. If eksctl manages it, run ',
    ],
  ])('says what to do, then where, then the direct command: %s', (_who, tags, says) => {
    const { text, commands: listed } = fixed(tags);
    expect(text.startsWith(`Update the node group. ${says}`)).toBe(true);
    expect(text).toContain('\nThe direct command, if nothing else manages it:\n```sh\naws eks ');
    expect(text.endsWith('```\nThen wait.')).toBe(true);
    expect(listed.at(-1)).toBe('aws eks update-nodegroup-version --nodegroup-name blue');
  });

  it('stays as it is if no manager was seen', () => {
    for (const tags of [undefined, {}, { team: 'a' }]) expect(fixed(tags).text).toBe(update('blue').text);
  });

  it.each([
    ['eksctl', ofEksctl],
    ['CloudFormation', ofStack],
    ['Crossplane', crossplaneTags],
    ['both', (name: string) => ({ ...ofEksctl(name), terraform: 'yes' })],
  ])('is one entry for several objects: %s', (_who, tagsFor) => {
    const [one, other] = ['blue', 'green'].map((name) => withoutCommands(fixed(tagsFor(name), name).text));
    expect(one).toBe(other);
    expect(one).not.toContain('blue');
  });

  it('names the stack and the logical ID of the only object', () => {
    const { text } = behindManager(update('blue'), {
      of: { tags: ofStack('Cluster') },
      isOnly: true,
      subject: 'the cluster',
      change: 'cluster-subnets',
      rows,
    });
    expect(text).toContain(
      'in the template of the stack nodes (logical ID Cluster) or the code that generates it, and update the stack.',
    );
  });

  it('has no command block where the fix has none', () => {
    const managed = { of: { tags: { terraform: 'yes' } }, subject: 'it', change: 'node-class', rows } as const;
    expect(behindManager(advice`Select another AMI.`, managed).text).toBe(
      'Select another AMI. According to its tags, Terraform manages it: the next apply may revert a change made elsewhere. Change `manifest` of `kubernetes_manifest`, and run `terraform apply`.',
    );
  });

  it.each(['a`b`c', 'line\nbreak', '```sh\nrm -rf /\n```', '$(touch PWNED)', '[x](javascript:y)'])(
    'keeps its one block with the hostile tag value %j',
    (hostile) => {
      for (const tags of [ofStack(hostile), { [stackTag]: hostile }, { [`terraform${hostile}`]: 'yes' }]) {
        const { text, commands: listed } = fixed(tags);
        expect(text.split('\n').filter((line) => line.startsWith('```'))).toHaveLength(2);
        for (const command of listed) expect(command).not.toMatch(/rm -rf|\$\(touch/);
      }
    },
  );
});
