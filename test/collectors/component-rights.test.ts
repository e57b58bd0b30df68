import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { ComponentRights } from '../../src/facts/component-rights.ts';
import { parseReadings } from '../../src/facts/reading.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { anInstalledAddon } from '../world/addons.ts';
import { aManagedGroup, healthyWorld } from '../world/healthy.ts';
import { aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { aBindingObject, aRoleObject } from '../world/rbac-manifests.ts';
import type { World } from '../world/world.ts';

/** The rights of components, from both APIs over real sockets. */

let open: OpenSources | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

type Json = Record<string, unknown>;
type Template = { spec: { template: { spec: Json } } };

const role = (name: string): string => `arn:aws:iam::111122223333:role/${name}`;
const policyWith = (...Action: string[]) => ({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action, Resource: '*' },
    { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' },
  ],
});
const kept = (...Action: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
});

function autoscaler(version = 'v1.31.5'): Json {
  const object = aWorkloadObject('Deployment', 'kube-system/cluster-autoscaler', {
    images: { 'cluster-autoscaler': `registry.k8s.io/autoscaling/cluster-autoscaler:${version}` },
  });
  (object as unknown as Template).spec.template.spec['serviceAccountName'] = 'scaler';
  return object;
}

function podWith(
  env: readonly Json[],
  path = 'kube-system/cluster-autoscaler-5d9c7f-1',
  name = 'cluster-autoscaler',
): Json {
  const owner =
    name === 'aws-node' ? { kind: 'DaemonSet', name } : { kind: 'ReplicaSet', name: `${name}-5d9c7f`, hash: '5d9c7f' };
  const containers = [{ name, image: `registry.example/${name}:1.0.0`, env }];
  return aPodObject(path, 'ip-10-0-0-a.eu-west-1.compute.internal', owner, {
    spec: { containers },
    labels: { app: name },
  });
}

const irsa = (name: string): Json[] => [
  { name: 'AWS_ROLE_ARN', value: role(name) },
  { name: 'AWS_WEB_IDENTITY_TOKEN_FILE', value: '/var/run/secrets/eks.amazonaws.com/serviceaccount/token' },
];

const storage = (resources: string[], verbs: string[]) => ({ apiGroups: ['storage.k8s.io'], resources, verbs });
const scaler = { kind: 'ServiceAccount', namespace: 'kube-system', name: 'scaler' };

function aRoleWith(name: string): Json {
  return {
    RoleName: name,
    Path: '/',
    RoleId: `AROA${name}`,
    Arn: role(name),
    CreateDate: '2024-01-15T08:00:00Z',
    AssumeRolePolicyDocument: encodeURIComponent('{"Version":"2012-10-17","Statement":[]}'),
  };
}

interface Parts {
  objects: readonly Json[];
  aws?: Partial<World['aws']>;
  deny?: readonly string[];
}

async function rights({ objects, aws = {}, deny = [] }: Parts): Promise<Record<string, ComponentRights>> {
  const base = healthyWorld();
  const others = base.kube.objects.filter(({ kind }) => !['Pod', 'Deployment', 'DaemonSet'].includes(String(kind)));
  open = await openSources({
    ...base,
    deny,
    kube: { ...base.kube, objects: [...others, ...objects] },
    aws: { ...base.aws, ...aws, roles: { ...base.aws.roles, ...aws.roles } },
  });
  const readings = await collect(collectors, ['componentRights'], open.sources());
  const reading = parseReadings(JSON.parse(JSON.stringify(readings))).componentRights;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  expect(reading.gaps).toBeUndefined();
  return Object.fromEntries(reading.value.map((one) => [one.component, one]));
}

const allowedFor = ({ requests }: ComponentRights, resource: string): string[] | undefined =>
  requests?.flatMap((one) => (one.resource === resource && one.allowed ? [one.verb] : []));

describe('the requests that ClusterRoles allow a component', () => {
  const objects = [
    autoscaler(),
    aRoleObject('scaler', [
      storage(['csinodes', 'csidrivers'], ['get', 'list', 'watch']),
      { ...storage(['volumeattachments'], ['get', 'list']), resourceNames: ['one'] },
      storage(['volumeattachments'], ['watch']),
    ]),
    aRoleObject('everyone', [storage(['*'], ['get'])]),
    aRoleObject('stranger', [storage(['volumeattachments'], ['*'])]),
    aBindingObject('scaler', 'scaler', [scaler]),
    aBindingObject('everyone', 'everyone', [{ kind: 'Group', name: 'system:serviceaccounts:kube-system' }]),
    aBindingObject('stranger', 'stranger', [
      { ...scaler, namespace: 'ci' },
      { kind: 'Group', name: 'scaler' },
    ]),
    aBindingObject('kube-system/stranger', 'stranger', [scaler]),
  ];

  it('are those of its ServiceAccount and its groups, in the whole cluster and for all objects', async () => {
    const { 'cluster-autoscaler': own } = await rights({ objects });
    expect(own).toMatchObject({ kind: 'Deployment', namespace: 'kube-system', serviceAccount: 'scaler' });
    if (own === undefined) return;
    expect(allowedFor(own, 'volumeattachments')?.sort()).toEqual(['get', 'watch']);
    expect(allowedFor(own, 'csidrivers')?.sort()).toEqual(['get', 'list', 'watch']);
    expect(allowedFor(own, 'deviceclasses')).toEqual([]);
  });

  it.each(['clusterroles', 'clusterrolebindings'])('are unknown without the list of %s', async (resource) => {
    const { 'cluster-autoscaler': own } = await rights({
      objects,
      deny: [`${resource}.rbac.authorization.k8s.io: list`],
    });
    expect(own?.requests).toBeNull();
  });

  it('are unknown where no binding names its ServiceAccount', async () => {
    const { 'cluster-autoscaler': own } = await rights({ objects: [autoscaler()] });
    expect(own?.requests).toBeNull();
  });
});

// A role counts as unread if the endpoint does not answer in time, as on a busy machine.
describe('the roles of a component', { retry: 2 }, () => {
  const aws = {
    roles: { scaler: aRoleWith('scaler'), other: aRoleWith('other') },
    inlinePolicies: {
      scaler: { scale: policyWith('ec2:DescribeImages') },
      other: { scale: policyWith('ec2:Describe*') },
    },
    attachedPolicies: {},
  };
  const old = autoscaler('v1.20.3');

  it('are what its pods got from IRSA, with the statements about the services that it calls', async () => {
    const { 'cluster-autoscaler': own } = await rights({ objects: [old, podWith(irsa('scaler'))], aws });
    expect(own?.roles).toEqual([
      {
        arn: role('scaler'),
        own: {
          policies: [
            { name: 'scale', arn: null, document: kept('ec2:DescribeImages'), size: expect.any(Number) as number },
          ],
          boundary: null,
        },
        tags: {},
      },
    ]);
  });

  it('come with those of their tags that can tell what manages them', async () => {
    const Tags = [
      { Key: 'aws:cloudformation:stack-name', Value: 'scaler' },
      { Key: 'team', Value: 'platform' },
    ];
    const roles = { ...aws.roles, scaler: { ...aRoleWith('scaler'), Tags } };
    const { 'cluster-autoscaler': own } = await rights({
      objects: [old, podWith(irsa('scaler'))],
      aws: { ...aws, roles },
    });
    expect(own?.roles?.map(({ tags }) => tags)).toEqual([{ 'aws:cloudformation:stack-name': 'scaler' }]);
  });

  it('are that of its EKS Pod Identity association before', async () => {
    const podIdentityAssociations = {
      'a-1': {
        clusterName: 'prod',
        associationId: 'a-1',
        namespace: 'kube-system',
        serviceAccount: 'scaler',
        roleArn: role('other'),
      },
    };
    const objects = [old, podWith(irsa('scaler'))];
    const { 'cluster-autoscaler': own } = await rights({ objects, aws: { ...aws, podIdentityAssociations } });
    expect(own?.roles).toMatchObject([{ arn: role('other') }]);
  });

  it('is that of its EKS add-on', async () => {
    const cni = aWorkloadObject('DaemonSet', 'kube-system/aws-node', {
      images: { 'aws-node': '602401143452.dkr.ecr.eu-west-1.amazonaws.com/amazon-k8s-cni:v1.17.1-eksbuild.1' },
    });
    const addons = {
      'vpc-cni': anInstalledAddon('vpc-cni', 'v1.17.1-eksbuild.1', { serviceAccountRoleArn: role('other') }),
    };
    const { 'vpc-cni': own } = await rights({ objects: [cni], aws: { ...aws, addons } });
    expect(own?.roles).toMatchObject([{ arn: role('other') }]);
  });

  it('are those of all node groups, where its pods got none', async () => {
    const nodegroups = {
      a: aManagedGroup('a', { nodeRole: role('scaler') }),
      b: aManagedGroup('b', { nodeRole: role('other') }),
      c: aManagedGroup('c', { nodeRole: role('other') }),
    };
    const { 'cluster-autoscaler': own } = await rights({ objects: [old, podWith([])], aws: { ...aws, nodegroups } });
    expect(own?.roles?.map(({ arn }) => arn)).toEqual([role('scaler'), role('other')]);
  });

  it.each([
    ['no pod was seen', [old], []],
    ['its associations were not read', [old, podWith(irsa('scaler'))], ['eks:ListPodIdentityAssociations']],
    ['no newer release needs another action', [autoscaler('v1.99.0'), podWith(irsa('scaler'))], []],
  ])('are unknown where %s', async (_why, objects, deny) => {
    const { 'cluster-autoscaler': own } = await rights({ objects, aws, deny });
    expect(own?.roles).toBeNull();
  });

  it.each(['iam:GetRole', 'iam:ListAttachedRolePolicies'])('have no policies without %s', async (denied) => {
    const { 'cluster-autoscaler': own } = await rights({
      objects: [old, podWith(irsa('scaler'))],
      aws,
      deny: [denied],
    });
    expect(own?.roles).toEqual([{ arn: role('scaler'), own: null }]);
  });

  it('have a policy without a document that could not be read', async () => {
    const objects = [old, podWith(irsa('scaler'))];
    const { 'cluster-autoscaler': own } = await rights({ objects, aws, deny: ['iam:GetRolePolicy'] });
    expect(own?.roles).toMatchObject([{ own: { policies: [{ name: 'scale', document: null }] } }]);
  });

  it.each([
    ['of another account', 'arn:aws:iam::444455556666:role/scaler'],
    ['under another path', 'arn:aws:iam::111122223333:role/team/scaler'],
  ])('has no policies where the ARN is %s', async (_which, value) => {
    const env = irsa('scaler').map((one) => (one['name'] === 'AWS_ROLE_ARN' ? { ...one, value } : one));
    const { 'cluster-autoscaler': own } = await rights({ objects: [old, podWith(env)], aws });
    expect(own?.roles).toEqual([{ arn: value, own: null }]);
  });
});
