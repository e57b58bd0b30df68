import { describe, expect, it } from 'vitest';
import { isManagerTag } from '../../src/collectors/aws/manager-tags.ts';
import { readManagerTags, readTags } from '../../src/collectors/aws/tags.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { anInstalledAddon } from '../world/addons.ts';
import { aFargateProfile } from '../world/fargate.ts';
import { aManagedGroup, aSubnet, healthyWorld } from '../world/healthy.ts';
import { aSecurityGroup, clusterGroup } from '../world/network.ts';
import type { World } from '../world/world.ts';
import { awsReadings } from './aws-facts.ts';

/** The spellings are those of public modules and of the tools themselves. */
describe('a tag that can tell what manages a resource', () => {
  it.each([
    ['aws:cloudformation:stack-name', 'eksctl-prod-nodegroup-blue'],
    ['aws:cloudformation:logical-id', 'ManagedNodeGroup'],
    ['aws-cdk:subnet-type', 'Private'],
    ['alpha.eksctl.io/nodegroup-name', 'blue'],
    ['eksctl.cluster.k8s.io/v1alpha1/cluster-name', 'prod'],
    ['crossplane-kind', 'nodegroup.eks.aws.upbound.io'],
    ['crossplane-namespace', 'infra'],
    ['services.k8s.aws/namespace', 'infra'],
    ['eks:kubernetes-namespace', 'infra'],
    ['eks:nodegroup-name', 'blue'],
    ['aws:eks:cluster-name', 'prod'],
    ['sigs.k8s.io/cluster-api-provider-aws/cluster/prod', 'owned'],
    ['karpenter.sh/nodepool', 'default'],
    ['Terraform', 'true'],
    ['terraform-workspace', 'prod'],
    ['ManagedByTerraform', 'True'],
    ['Managed by Pulumi', 'yes'],
    ['acme:tf-managed', 'true'],
    ['TF_MANAGED', 'true'],
    ['GithubRepo', 'github.com/aws-ia/terraform-aws-eks-blueprints'],
    ['Provisioned by', 'Terraform'],
    ['CreatedBy', 'Terraform'],
    ['ProvisionedBy', 'terraform'],
    ['GithubOrg', 'terraform-aws-modules'],
    ['pulumi:project', 'cluster'],
    ['Owner', 'opentofu'],
    ['ManagedBy', 'platform'],
    ['managed_by', 'platform'],
    ['managed-by', 'platform'],
    ['acme:managed-by', 'platform'],
    ['IaC', 'cdk'],
    ['Source', 'https://git.example/infra'],
    ['Repository', 'infra'],
    ['GitRepo', 'infra'],
    ['git_file', 'eks/main.tf'],
  ])('is %s=%s', (key, value) => {
    expect(isManagerTag(key, value)).toBe(true);
  });

  it.each([
    ['Name', 'prod-private-a'],
    ['team', 'payments'],
    ['CreatedBy', 'jo.doe@example.com'],
    ['cost-center', '4711'],
    ['karpenter.sh/discovery', 'prod'],
    ['kubernetes.io/cluster/prod', 'owned'],
    ['kubernetes.io/role/internal-elb', '1'],
    ['k8s.io/cluster-autoscaler/enabled', 'true'],
    ['resource', 'x'],
    ['data-source-of-record', 'x'],
    ['karpenter.sh/nodepool/x', 'default'],
  ])('is not %s=%s', (key, value) => {
    expect(isManagerTag(key, value)).toBe(false);
  });

  it('is one that a row matches: each row has a text that it can match, in the case in which it is compared', () => {
    for (const { match, text } of loadTable('manager-tags').rows) {
      expect(isManagerTag(text, ''), text).toBe(true);
      if (match === 'any' || match === 'name') expect(text).toBe(text.toLowerCase());
    }
  });
});

describe('the tags of a resource', () => {
  const list = (tags: Record<string, unknown>) => Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const evil = 'terraform\u001B[2J\n::set-output name=x::y\u202E`; rm -rf / #';

  it.each<[what: string, tags: Record<string, unknown>, kept: Record<string, string>]>([
    ['none', {}, {}],
    ['others', { Name: 'a', team: 'payments' }, {}],
    ['one among others', { Name: 'a', ManagedBy: 'Terraform', team: 'b' }, { ManagedBy: 'Terraform' }],
    [
      'a secret, by its key',
      { 'terraform-token': 'x', TerraformSecret: 'x', Terraform: 'true' },
      { Terraform: 'true' },
    ],
    [
      'credentials in a URL',
      { Repository: 'https://ci:p@ss@git.example/infra.git?ref=a@b', repo: 'git@git.example:infra.git' },
      { Repository: 'https://git.example/infra.git?ref=a@b', repo: 'git@git.example:infra.git' },
    ],
    ['hostile texts', { [evil]: evil, x: evil }, { [evil]: evil, x: evil }],
    ['values that are no texts', { terraform: 1, 'eks:nodegroup-name': ['a'], iac: 'cdk' }, { iac: 'cdk' }],
    ['keys of JavaScript', { constructor: 'terraform', toString: 'x' }, { constructor: 'terraform' }],
  ])('are kept if they can tell what manages it: %s', (_what, tags, kept) => {
    expect(readManagerTags(tags)).toEqual({ tags: kept });
    expect(readManagerTags(list(tags))).toEqual({ tags: kept });
  });

  it.each([[undefined], [null], ['terraform'], [['terraform', null, { Value: 'terraform' }]]])(
    'are none in an answer without tags: %j',
    (tags) => {
      expect(readManagerTags(tags)).toEqual({ tags: {} });
      expect(readTags(tags)).toEqual({});
    },
  );
});

const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`;

/** The record of a world with these tags. */
type Tagging = (tags: Record<string, string>) => Partial<World['aws']>;

describe('the tags that AWS returns with', () => {
  const stack = { 'aws:cloudformation:stack-name': 'eksctl-prod-cluster', 'alpha.eksctl.io/cluster-name': 'prod' };
  const all = { ...stack, Name: 'private', 'owner-token': 'x', 'k8s.io/cluster/prod': 'owned' };
  const list = (tags: Record<string, string>) => Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const { network } = healthyWorld().aws;

  it.each<[fact: FactName, aws: Tagging]>([
    ['nodegroups', (tags) => ({ nodegroups: { blue: aManagedGroup('blue', { tags }) } })],
    ['addons', (tags) => ({ addons: { coredns: { ...anInstalledAddon('coredns', 'v1.12.4-eksbuild.1'), tags } } })],
    ['fargateProfiles', (tags) => ({ fargateProfiles: { shop: aFargateProfile('shop', { tags }) } })],
    [
      'nodegroupAccessEntries',
      (tags) => ({
        accessEntries: { [role('prod-node')]: { principalArn: role('prod-node'), type: 'EC2_LINUX', tags } },
      }),
    ],
    ['subnets', (tags) => ({ subnets: [{ ...aSubnet('subnet-0aaa', 'a', 4091), Tags: list(tags) }] })],
    ['vpcSubnets', (tags) => ({ subnets: [{ ...aSubnet('subnet-0aaa', 'a', 4091), Tags: list(tags) }] })],
    [
      'autoScalingGroups',
      (tags) => ({
        autoScalingGroups: [{ AutoScalingGroupName: 'own', MinSize: 0, MaxSize: 1, Instances: [], Tags: list(tags) }],
      }),
    ],
  ])('%s', async (fact, aws) => {
    const { readings } = await awsReadings([fact], aws(all));
    expect(readings[fact]).toMatchObject({ ok: true, value: [{ tags: stack }] });
    const [entry] = (readings[fact] as { value: { tags: object }[] }).value;
    expect(entry?.tags).toEqual(stack);
    const { readings: untagged } = await awsReadings([fact], aws({ 'k8s.io/cluster/prod': 'owned' }));
    expect(untagged[fact]).toMatchObject({ ok: true, value: [{ tags: {} }] });
  });

  it('security groups', async () => {
    const group = { ...aSecurityGroup(clusterGroup), Tags: list({ 'aws:eks:cluster-name': 'prod', Name: 'x' }) };
    const { readings } = await awsReadings(['securityGroups'], { network: { ...network, securityGroups: [group] } });
    expect(readings.securityGroups).toMatchObject({
      ok: true,
      value: { groups: [{ id: clusterGroup, tags: { 'aws:eks:cluster-name': 'prod' } }] },
    });
  });

  it('the role of the cluster are all of them, without secrets', async () => {
    const { roles } = healthyWorld().aws;
    const own = { ...roles['prod-cluster'], Tags: list({ team: 'platform', 'api-key': 'x', ManagedBy: 'terraform' }) };
    const { readings } = await awsReadings(['clusterRole'], { roles: { ...roles, 'prod-cluster': own } });
    expect((readings.clusterRole as { value: { tags?: object } }).value.tags).toEqual({
      team: 'platform',
      ManagedBy: 'terraform',
    });
  });

  it('an Auto Scaling group of a managed node group are not kept: EKS manages it', async () => {
    const { readings } = await awsReadings(['autoScalingGroups']);
    const groups = (readings.autoScalingGroups as { value: object[] }).value;
    expect(groups).toHaveLength(3);
    for (const group of groups) expect(group).not.toHaveProperty('tags');
  });
});
