import { describe, expect, it } from 'vitest';
import { formatManager, resolveOwner, type Owner } from '../../src/for-checks/owners.ts';
import { roleFirst } from '../../src/for-checks/managed-fix.ts';
import { loadTable } from '../../src/tables/tables.ts';

type Tags = Record<string, string>;
type Row = [what: string, tags: Tags, owner: Owner, manager: string];

const stack = (name: string) => ({ 'aws:cloudformation:stack-name': name });
const terraform = (tag: string, assumed = false, tool: 'Terraform' | 'OpenTofu' | 'Terragrunt' = 'Terraform') =>
  ({ kind: 'terraform', tool, assumed, tag }) as const;
const pulumi = (tag: string, assumed = false) => ({ kind: 'pulumi', assumed, tag }) as const;

const single: readonly Row[] = [
  ['no tag', {}, { kind: 'not seen' }, 'manager not seen'],
  ['tags of a team', { team: 'platform', env: 'prod' }, { kind: 'not seen' }, 'manager not seen'],
  [
    'the stack of a node group of eksctl',
    {
      ...stack('eksctl-demo-nodegroup-blue'),
      'aws:cloudformation:logical-id': 'ManagedNodeGroup',
      'alpha.eksctl.io/cluster-name': 'demo',
      'alpha.eksctl.io/nodegroup-name': 'blue',
    },
    { kind: 'eksctl', stack: 'eksctl-demo-nodegroup-blue', cluster: 'demo', nodegroup: 'blue' },
    'eksctl (stack eksctl-demo-nodegroup-blue)',
  ],
  [
    'a stack that eksctl names',
    stack('eksctl-demo-cluster'),
    { kind: 'eksctl', stack: 'eksctl-demo-cluster' },
    'eksctl (stack eksctl-demo-cluster)',
  ],
  ['a tag of eksctl alone', { 'alpha.eksctl.io/cluster-name': 'demo' }, { kind: 'eksctl', cluster: 'demo' }, 'eksctl'],
  [
    'a stack',
    { ...stack('network'), 'aws:cloudformation:logical-id': 'Nodes' },
    { kind: 'cloudformation', stack: 'network', logicalId: 'Nodes' },
    'CloudFormation (stack network)',
  ],
  [
    'a stack of the CDK',
    { ...stack('Network'), 'aws-cdk:subnet-name': 'Private' },
    { kind: 'cdk', stack: 'Network' },
    'AWS CDK (stack Network)',
  ],
  [
    'Crossplane',
    { 'crossplane-kind': 'nodegroup.eks.aws.upbound.io', 'crossplane-name': 'blue', 'crossplane-providerconfig': 'x' },
    { kind: 'crossplane', object: 'nodegroup.eks.aws.upbound.io', name: 'blue' },
    'Crossplane (nodegroup.eks.aws.upbound.io blue)',
  ],
  [
    'ACK',
    { 'services.k8s.aws/controller-version': 'eks-v1.20.0', 'services.k8s.aws/namespace': 'infra' },
    { kind: 'ack', controller: 'eks-v1.20.0', namespace: 'infra' },
    'ACK (namespace infra)',
  ],
  [
    'the EKS capability for ACK',
    { 'eks:controller-version': 'eks-v1.20.0', 'eks:kubernetes-namespace': 'infra', 'eks:kubernetes-api-group': 'x' },
    { kind: 'ack', controller: 'eks-v1.20.0', namespace: 'infra' },
    'ACK (namespace infra)',
  ],
  [
    'Cluster API',
    { 'sigs.k8s.io/cluster-api-provider-aws/cluster/demo': 'owned', 'sigs.k8s.io/cluster-api-provider-aws/role': 'x' },
    { kind: 'cluster-api', cluster: 'demo' },
    'Cluster API (cluster demo)',
  ],
  [
    'others, and a cluster of Cluster API that shares it',
    { 'sigs.k8s.io/cluster-api-provider-aws/cluster/demo': 'shared' },
    { kind: 'not seen' },
    'manager not seen',
  ],
  ['Pulumi', { 'pulumi:project': 'cluster' }, pulumi('pulumi:project'), 'Pulumi'],
  ['a sentence about Pulumi', { 'Managed by Pulumi': 'yes' }, pulumi('Managed by Pulumi'), 'Pulumi'],
  ['a repository of Pulumi', { repo: 'acme/pulumi-eks' }, pulumi('repo', true), 'Pulumi (assumed)'],
  [
    'an Auto Scaling group of EKS',
    { 'eks:cluster-name': 'demo', 'eks:nodegroup-name': 'blue', 'kubernetes.io/cluster/demo': 'owned' },
    { kind: 'eks', cluster: 'demo', nodegroup: 'blue' },
    'EKS (node group blue)',
  ],
  [
    'the cluster security group, which the module tags',
    { 'aws:eks:cluster-name': 'demo', Terraform: 'true' },
    { kind: 'eks', cluster: 'demo' },
    'EKS (cluster demo)',
  ],
  [
    'an instance of Karpenter with the tags of its EC2NodeClass',
    { 'karpenter.sh/nodepool': 'default', 'eks:cluster-name': 'demo', ManagedBy: 'terraform' },
    { kind: 'karpenter', pool: 'default' },
    'Karpenter (NodePool default)',
  ],
];

const byTerraform: readonly [what: string, tags: Tags, owner: Owner][] = [
  ['a key', { Terraform: 'true' }, terraform('Terraform')],
  ['a key with more', { 'terraform:workspace': 'prod' }, terraform('terraform:workspace')],
  ['a value', { 'managed-by': 'terraform' }, terraform('managed-by')],
  ['OpenTofu', { ManagedBy: 'OpenTofu' }, terraform('ManagedBy', false, 'OpenTofu')],
  ['Terragrunt', { terragrunt_path: 'live/prod' }, terraform('terragrunt_path', false, 'Terragrunt')],
  ['the repository of the module', { GithubRepo: 'terraform-aws-eks' }, terraform('GithubRepo', true)],
  ['a name', { Name: 'terraform' }, terraform('Name', true)],
  ['a key with a prefix', { 'acme:terraform': 'true' }, terraform('acme:terraform')],
  ['a sentence as the key', { ManagedByTerraform: 'True' }, terraform('ManagedByTerraform')],
  ['a sentence as the key, in snake case', { managed_by_terraform: 'y' }, terraform('managed_by_terraform')],
  ['what created it', { CreatedByTerraform: 'true' }, terraform('CreatedByTerraform')],
  ['a sentence as the value', { Description: 'Managed by Terraform' }, terraform('Description')],
  ['what provisions it', { 'Provisioned by': 'terraform' }, terraform('Provisioned by')],
  ['the provisioner', { Provisioner: 'Terraform' }, terraform('Provisioner')],
  ['Terraform Cloud', { created_by: 'Terraform Cloud' }, terraform('created_by', true)],
  ['an abbreviation as the key', { 'acme:tf-managed': 'true' }, terraform('acme:tf-managed')],
  ['an abbreviation as the value', { ManagedBy: 'tf' }, terraform('ManagedBy', true)],
  ['an abbreviation of OpenTofu', { ManagedBy: 'tofu' }, terraform('ManagedBy', false, 'OpenTofu')],
  ['a name with the abbreviation', { ManagedBy: 'tofu-org' }, terraform('ManagedBy', true, 'OpenTofu')],
  [
    'the repository of the blueprints',
    { Blueprint: 'demo', GithubRepo: 'github.com/aws-ia/terraform-aws-eks-blueprints' },
    terraform('GithubRepo', true),
  ],
  ['the same letters in another tag', { team: 'tf', app: 'tofu' }, { kind: 'not seen' }],
  ['a sentence that denies it', { Description: 'Not managed by Terraform' }, { kind: 'not seen' }],
  ['a key that denies it', { ManagedByTerraform: 'false' }, { kind: 'not seen' }],
  ['a habit before a tag that names it', { Name: 'terraform-eks', iac: 'terraform' }, terraform('iac')],
  ['a tag that denies it', { Terraform: 'false' }, { kind: 'not seen' }],
  ['a cluster of that name', { 'kubernetes.io/cluster/terraform-demo': 'owned' }, { kind: 'not seen' }],
  ['a cluster of that name, in a value', { 'karpenter.sh/discovery': 'terraform-demo' }, { kind: 'not seen' }],
  ['a word that ends in it', { tool: 'not-terraform' }, { kind: 'not seen' }],
];

const contradicting: readonly Row[] = [
  [
    'a tag of Terraform on a stack of eksctl',
    { ManagedBy: 'Terraform', ...stack('eksctl-demo-nodegroup-blue') },
    {
      kind: 'contradicting',
      owners: [{ kind: 'eksctl', stack: 'eksctl-demo-nodegroup-blue' }, terraform('ManagedBy')],
    },
    'eksctl (stack eksctl-demo-nodegroup-blue) and Terraform',
  ],
  [
    'Crossplane on a stack',
    { 'crossplane-name': 'blue', ...stack('network') },
    {
      kind: 'contradicting',
      owners: [
        { kind: 'cloudformation', stack: 'network' },
        { kind: 'crossplane', name: 'blue' },
      ],
    },
    'CloudFormation (stack network) and Crossplane (blue)',
  ],
  [
    'a tag of Pulumi on a cluster of Cluster API',
    { 'sigs.k8s.io/cluster-api-provider-aws/cluster/demo': 'owned', iac: 'pulumi' },
    { kind: 'contradicting', owners: [{ kind: 'cluster-api', cluster: 'demo' }, pulumi('iac')] },
    'Cluster API (cluster demo) and Pulumi',
  ],
  [
    'only the name of Terraform on a stack',
    { GithubRepo: 'terraform-aws-eks', ...stack('network') },
    { kind: 'cloudformation', stack: 'network' },
    'CloudFormation (stack network)',
  ],
];

describe('the owner of an AWS resource', () => {
  it.each([...single, ...contradicting])('by %s', (_what, tags, owner, manager) => {
    expect(resolveOwner({ tags })).toEqual(owner);
    expect(formatManager(owner)).toBe(manager);
  });

  it.each(byTerraform)('by %s of Terraform', (_what, tags, owner) => {
    expect(resolveOwner({ tags })).toEqual(owner);
  });

  it('is not the one in its tags where an object shows it', () => {
    const owner = { release: 'platform', releaseNamespace: 'infra', managedBy: 'Helm' };
    const helm = resolveOwner({ owner, tags: { Terraform: 'true' } });
    expect(helm).toEqual({ kind: 'helm', release: 'platform', namespace: 'infra' });
    expect(formatManager(helm)).toBe('Helm (release infra/platform)');
  });

  it('is formatted for objects of Kubernetes, too', () => {
    const applier = { kind: 'Application' as const, namespace: 'argocd', name: 'shop' };
    expect(formatManager({ kind: 'gitops', tool: 'Argo CD', applier })).toBe('Argo CD (Application argocd/shop)');
    expect(formatManager({ kind: 'eks-addon', addon: 'coredns', role: null })).toBe('EKS add-on coredns');
    const controller = { apiGroup: 'example.com', kind: 'Platform', name: 'main' };
    expect(formatManager({ kind: 'controller', controller })).toBe('Platform main (example.com)');
    expect(formatManager(terraform('Name', true))).toBe('Terraform (assumed)');
  });
});

describe('a role', () => {
  const { rows } = loadTable('managed-changes');
  const first = (tags: Tags) => roleFirst(tags, 'node-role-policy', rows);

  it.each<[Tags, string]>([
    [{}, 'If infrastructure as code created the role, change it there first.'],
    [{ OpenTofu: 'yes' }, 'According to its tags, OpenTofu manages the role: the next apply may revert a change'],
    [{ GithubRepo: 'terraform-aws-eks' }, 'The tag `GithubRepo` suggests that Terraform manages the role'],
    [stack('eksctl-demo-cluster'), 'eksctl manages the role: the next update of the stack'],
    [stack('network'), 'CloudFormation (stack network) manages the role: the next update of the stack'],
    [{ ...stack('Network'), 'aws:cdk:path': 'x' }, 'AWS CDK (stack Network) manages the role: the next update'],
    [{ 'crossplane-name': 'node' }, 'Crossplane manages the role, and reverts a change made elsewhere. Change '],
    [
      { ...stack('network'), terraform: '' },
      'The tags of the role name two managers, CloudFormation (stack network) and Terraform: find out which one',
    ],
  ])('with the tags %j', (tags, text) => {
    expect(first(tags).text.startsWith(text)).toBe(true);
    expect(first(tags).text.endsWith('\nIf nothing else manages it:')).toBe(Object.keys(tags).length > 0);
  });

  it.each(['it\'s "x"', 'a`b`c', 'line\nbreak', '```sh\nrm -rf /\n```', '[link](javascript:alert(1))', '<img src=x>'])(
    'shows the hostile name %j as plain text of one line',
    (hostile) => {
      const { text, commands } = first(stack(hostile));
      expect(commands).toEqual([]);
      expect(text.split('\n')).toHaveLength(2);
      expect(text.split('`').length % 2).toBe(1);
      const tagged = first({ [`terraform${hostile}`]: 'yes' });
      expect(tagged.commands).toEqual(['terraform apply']);
      expect(tagged.text.split('\n')).toHaveLength(2);
    },
  );
});
