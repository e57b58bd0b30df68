import type { Change } from './rows.ts';

/** What these apply is in a definition that the user changes first: nothing of it is in the command. */
const definition = 'nothing: the definition has every member';
const again = 'yes; without a change of the definition, nothing happens';
const run = { not: 'the definitions that it applies are not part of the live tests' } as const;

/** A change of a ClusterConfig that eksctl applies. */
function eksctlChange(command: string, overwrites: string, page: string): Change {
  return {
    command,
    omitted: 'what the ClusterConfig does not name stays',
    overwrites,
    again,
    worked: 'it waits for the update',
    undone: 'the ClusterConfig from before, applied again',
    source: `https://docs.aws.amazon.com/eks/latest/eksctl/${page}.html`,
    run,
  };
}

/** A command that applies a configuration after it showed what changes. */
function applied(command: string, preview: string, source: string): Change {
  return {
    command,
    omitted: definition,
    overwrites: 'what differs from the configuration: it lists it and asks first',
    again,
    worked: `it waits for the resources; then \`${preview}\` finds no change`,
    undone: 'the configuration from before, applied again',
    source,
    run,
  };
}

/** Commands that apply a changed definition with the tool that manages an object (table `managed-changes`). */
export const managerChanges: readonly Change[] = [
  applied('terraform apply', 'terraform plan', 'https://developer.hashicorp.com/terraform/cli/commands/apply'),
  applied('tofu apply', 'tofu plan', 'https://opentofu.org/docs/cli/commands/apply/'),
  applied(
    'terragrunt apply',
    'terragrunt plan',
    'https://docs.terragrunt.com/reference/cli/commands/opentofu-shortcuts/',
  ),
  applied('pulumi up', 'pulumi preview', 'https://www.pulumi.com/docs/iac/cli/commands/pulumi_up/'),
  {
    command: 'cdk deploy',
    omitted: definition,
    overwrites: 'what differs from the template of the stack',
    again,
    worked: 'it waits for the stack; then `cdk diff` finds no change',
    undone: 'the app from before, deployed again',
    source: 'https://docs.aws.amazon.com/cdk/v2/guide/ref-cli-cmd-deploy.html',
    run,
  },
  eksctlChange('eksctl update addon', 'the version and the settings of the add-on', 'addons'),
  eksctlChange('eksctl create addon', 'nothing: it creates the add-ons that do not exist', 'addons'),
  {
    ...eksctlChange('eksctl utils update-cluster-logging', 'all log types', 'cloudwatch-cluster-logging'),
    omitted: 'the log types that the ClusterConfig does not enable are disabled',
  },
  eksctlChange(
    'eksctl utils update-cluster-vpc-config',
    'the subnets and the security groups of the cluster',
    'cluster-subnets-security-groups',
  ),
  {
    ...eksctlChange('eksctl set labels', 'the values of labels with these keys', 'general-nodegroups'),
    omitted: 'other labels stay',
    worked: '`eksctl get labels`',
    undone: 'the labels from before, set again; `eksctl unset labels` removes one',
  },
  eksctlChange('eksctl create accessentry', 'nothing: it creates an access entry', 'access-entries'),
  eksctlChange('eksctl create fargateprofile', 'nothing: it creates a profile', 'fargate'),
  eksctlChange('eksctl update nodegroup', 'the update settings of the node group', 'nodegroup-managed'),
  {
    ...eksctlChange('eksctl scale nodegroup', 'the size of the node group', 'general-nodegroups'),
    omitted: 'the minimum and the maximum stay',
    worked: 'it waits for the update; then `eksctl get nodegroup`',
    undone: 'the size from before',
  },
  {
    command: 'argocd app sync',
    omitted: definition,
    overwrites: 'what differs from the repository',
    again,
    worked: '`argocd app wait`',
    undone: 'the commit from before, synced again',
    source: 'https://argo-cd.readthedocs.io/en/stable/user-guide/commands/argocd_app_sync/',
    run,
  },
  {
    command: 'flux reconcile kustomization',
    omitted: definition,
    overwrites: 'what differs from the repository',
    again,
    worked: 'it waits for the Kustomization',
    undone: 'the commit from before, reconciled again',
    source: 'https://fluxcd.io/flux/cmd/flux_reconcile_kustomization/',
    run,
  },
  {
    command: 'flux reconcile helmrelease',
    omitted: definition,
    overwrites: 'what differs from the chart and the values',
    again,
    worked: 'it waits for the HelmRelease',
    undone: 'the commit from before, reconciled again',
    source: 'https://fluxcd.io/flux/cmd/flux_reconcile_helmrelease/',
    run,
  },
];
