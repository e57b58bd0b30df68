import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { imageMinor } from '../../src/karpenter/image-minor.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { parseReadings, type Reading } from '../../src/facts/reading.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { aDescribedCluster, aSubnet, healthyWorld } from '../world/healthy.ts';
import { aReservation } from '../world/karpenter-account.ts';
import { karpenterKinds } from '../world/karpenter-crds.ts';
import { karpenterDeploymentObject, karpenterObjects, karpenterSettingsObject } from '../world/karpenter-manifests.ts';
import {
  aNodeClassObject,
  aNodePoolObject,
  aNodeTemplateObject,
  aProvisionerObject,
  discoveryTag,
  nodeManagedPolicies,
  nodeRole,
  nodeRoleArn,
  nodeRolePolicies,
  nodeRoles,
} from '../world/karpenter-pools.ts';
import { aConfigMapObject } from '../world/manifests.ts';
import { aSecurityGroup, healthyNetwork } from '../world/network.ts';
import type { World } from '../world/world.ts';

/** What Karpenter depends on in the account, over real sockets. Pages hold two items. */

type Json = Record<string, unknown>;
let open: OpenSources | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

interface Parts {
  objects?: readonly Json[];
  aws?: Partial<World['aws']>;
  deny?: readonly string[];
  faults?: World['faults'];
  /** Whether a Karpenter Deployment exists besides the objects. */
  controllers?: boolean;
}

/** Facts that are requested only if Karpenter runs. */
const besideKarpenter = new Set<FactName>(['nodeAccessEntries', 'nodeAuthRoles', 'vpcCniRole']);

async function read<Name extends FactName>(
  fact: Name,
  { objects = [], aws = {}, deny = [], faults = [], controllers = besideKarpenter.has(fact) }: Parts = {},
): Promise<Reading<Facts[Name]> | undefined> {
  const base = healthyWorld();
  const roles = { ...base.aws.roles, ...nodeRoles() };
  const kube = {
    ...base.kube,
    served: [...karpenterKinds('1.8.8'), ...karpenterKinds('0.31.5')],
    objects: [
      ...base.kube.objects,
      ...(controllers ? [karpenterDeploymentObject({ version: '1.8.8' })] : []),
      ...objects,
    ],
  };
  const attachedPolicies = { ...base.aws.attachedPolicies, [nodeRole]: nodeRolePolicies };
  const managedPolicies = { ...base.aws.managedPolicies, ...nodeManagedPolicies };
  const account = { ...base.aws, roles, attachedPolicies, managedPolicies, ...aws };
  open = await openSources({ ...base, deny, faults, kube, aws: account });
  const readings = parseReadings(JSON.parse(JSON.stringify(await collect(collectors, [fact], open.sources()))));
  return readings[fact];
}

async function value<Name extends FactName>(fact: Name, parts: Parts = {}): Promise<Facts[Name]> {
  const reading = await read(fact, parts);
  if (reading?.ok !== true || reading.gaps !== undefined) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const own = 'https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com';
const dualStack = 'https://0123456789abcdef0123456789abcdef.eks-cluster.eu-west-1.api.aws:443/';
const controller = (env: Record<string, string>) => karpenterObjects({ version: '1.8.8', env });

const unreportedDetails = { architecture: 'x86_64', createdAt: null, kubernetes: null };

describe('karpenterEndpoints', () => {
  const readEndpoints = (endpoint: string, described: string) =>
    value('karpenterEndpoints', {
      objects: controller({ CLUSTER_NAME: 'prod', CLUSTER_ENDPOINT: endpoint }),
      aws: { clusters: { prod: aDescribedCluster('prod', '1.33', { endpoint: described }) } },
    });

  it('are none where no controller names one', async () => {
    expect(await value('karpenterEndpoints', { objects: controller({ CLUSTER_NAME: 'prod' }) })).toEqual([]);
  });

  it.each<[string, string, boolean]>([
    [own, own, true],
    [dualStack, own, true],
    ['https://API.corp.example:443/', 'https://api.corp.example', true],
    [own.replace('0', 'F'), own, false],
    ['https://api.corp.example', own, false],
  ])('tell whether %s is %s: %s', async (endpoint, described, isOwn) => {
    expect(await readEndpoints(endpoint, described)).toEqual([{ endpoint, isOwn }]);
  });

  it('are read from the ConfigMap of 0.19 to 0.32, too', async () => {
    const objects = [
      ...karpenterObjects({ version: '0.30.0', namespace: 'karpenter' }),
      karpenterSettingsObject('karpenter', { 'aws.clusterEndpoint': own }),
    ];
    expect(await value('karpenterEndpoints', { objects })).toEqual([{ endpoint: own, isOwn: false }]);
  });
});

describe('karpenterNodeRoles', () => {
  it('are the roles of node classes, with trust and policies behind the second page', async () => {
    expect(
      await value('karpenterNodeRoles', { objects: [aNodeClassObject('default'), aNodeClassObject('gpu')] }),
    ).toEqual({
      roles: [
        {
          name: nodeRole,
          found: {
            arn: nodeRoleArn,
            trust: [{ effect: 'Allow', services: ['ec2.amazonaws.com'], actions: ['sts:AssumeRole'], conditions: [] }],
            attachedPolicies: nodeRolePolicies,
            own: {
              policies: [
                {
                  name: 'AmazonSSMManagedInstanceCore',
                  arn: 'arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore',
                  document: { Version: '2012-10-17', Statement: [] },
                  size: expect.any(Number) as number,
                },
              ],
              boundary: null,
            },
          },
        },
      ],
      instanceProfiles: [],
    });
  });

  it('are the roles behind instance profiles, of classes and of the settings', async () => {
    const objects = [
      ...karpenterObjects({ version: '0.30.0', namespace: 'karpenter' }),
      karpenterSettingsObject('karpenter', { 'aws.defaultInstanceProfile': 'usual' }),
      aNodeClassObject('default', { role: undefined, instanceProfile: 'own' }),
      aProvisionerObject('old', { providerRef: undefined, provider: { instanceProfile: 'gone' } }),
    ];
    const instanceProfiles = { usual: nodeRole, own: null };
    expect(await value('karpenterNodeRoles', { objects, aws: { instanceProfiles } })).toMatchObject({
      roles: [{ name: nodeRole, found: { arn: nodeRoleArn } }],
      instanceProfiles: [
        { name: 'gone', exists: false, role: null },
        { name: 'own', exists: true, role: null },
        { name: 'usual', exists: true, role: nodeRole },
      ],
    });
  });

  it('hold what does not exist, and ask for nothing that is no name', async () => {
    const objects = [
      aNodeClassObject('gone', { role: 'nobody' }),
      aNodeClassObject('placeholder', { role: '$KARPENTER_NODE_ROLE' }),
      aNodeClassObject('arn', { role: nodeRoleArn }),
    ];
    expect(await value('karpenterNodeRoles', { objects })).toEqual({
      roles: [{ name: 'nobody', found: null }],
      instanceProfiles: [],
    });
  });

  it.each(['iam:GetRole', 'iam:ListAttachedRolePolicies'])(
    'have a gap for each role without %s',
    async (permission) => {
      const reading = await read('karpenterNodeRoles', { objects: [aNodeClassObject('default')], deny: [permission] });
      expect(reading).toMatchObject({
        ok: true,
        value: { roles: [], instanceProfiles: [] },
        gaps: [{ what: `role ${nodeRole}`, reason: { kind: 'denied', permission } }],
      });
    },
  );

  it("hold policies of one's own and the boundary, of them what nodes ask for", async () => {
    const statement = (Action: string) => ({ Effect: 'Allow', Action, Resource: '*' });
    const document = { Version: '2012-10-17', Statement: [statement('ec2:Describe*'), statement('s3:GetObject')] };
    const inlinePolicies = { [nodeRole]: { nodes: document } };
    const { roles } = await value('karpenterNodeRoles', {
      objects: [aNodeClassObject('default')],
      aws: { inlinePolicies, attachedPolicies: { [nodeRole]: [] } },
    });
    expect(roles[0]?.found?.own).toEqual({
      policies: [
        {
          name: 'nodes',
          arn: null,
          document: { ...document, Statement: [statement('ec2:Describe*')] },
          size: JSON.stringify(document).length,
        },
      ],
      boundary: null,
    });
  });

  it('have a gap, and no document, for each policy that may not be read', async () => {
    const reading = await read('karpenterNodeRoles', {
      objects: [aNodeClassObject('default')],
      deny: ['iam:GetPolicyVersion'],
    });
    expect(reading).toMatchObject({
      value: { roles: [{ found: { own: { policies: [{ name: 'AmazonSSMManagedInstanceCore', document: null }] } } }] },
      gaps: [{ reason: { kind: 'denied', permission: 'iam:GetPolicyVersion' } }],
    });
  });

  it('have a gap for each instance profile without iam:GetInstanceProfile', async () => {
    const objects = [aNodeClassObject('default', { role: undefined, instanceProfile: 'own' })];
    expect(await read('karpenterNodeRoles', { objects, deny: ['iam:GetInstanceProfile'] })).toMatchObject({
      gaps: [{ what: 'instance profile own', reason: { kind: 'denied', permission: 'iam:GetInstanceProfile' } }],
    });
  });
});

describe('nodeAccessEntries', () => {
  const objects = [aNodeClassObject('default')];
  const entry = (principalArn: string, type: string) => ({ [principalArn]: { principalArn, type } });
  const entries = {
    ...entry('arn:aws:iam::111122223333:role/a-person', 'STANDARD'),
    ...entry('arn:aws:iam::111122223333:role/b-person', 'STANDARD'),
    ...entry(nodeRoleArn, 'EC2_LINUX'),
  };

  it('are those of node roles alone, behind the second page', async () => {
    expect(await value('nodeAccessEntries', { objects, aws: { accessEntries: entries } })).toEqual([
      { principalArn: nodeRoleArn, type: 'EC2_LINUX', tags: {} },
    ]);
  });

  it('are none where EKS has none', async () => {
    expect(await value('nodeAccessEntries', { objects })).toEqual([]);
  });

  it.each(['CONFIG_MAP', undefined])(
    'are null where the mode is %s and EKS refuses to speak of them',
    async (reportedMode) => {
      const mode = { accessConfig: { authenticationMode: reportedMode ?? 'CONFIG_MAP' } };
      const clusters = { prod: aDescribedCluster('prod', '1.33', mode) };
      expect(await value('nodeAccessEntries', { objects, aws: { clusters, accessEntries: entries } })).toBeNull();
    },
  );

  it('are not there without eks:ListAccessEntries, and have a gap without eks:DescribeAccessEntry', async () => {
    expect(await read('nodeAccessEntries', { objects, deny: ['eks:ListAccessEntries'] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission: 'eks:ListAccessEntries' },
    });
    await open?.close();
    const denied = { objects, aws: { accessEntries: entries }, deny: ['eks:DescribeAccessEntry'] };
    expect(await read('nodeAccessEntries', denied)).toMatchObject({
      value: [{ principalArn: nodeRoleArn, type: null }],
      gaps: [{ what: `access entry ${nodeRoleArn}`, reason: { permission: 'eks:DescribeAccessEntry' } }],
    });
  });
});

describe.each([
  {
    fact: 'karpenterPoolKinds',
    kinds: ['NodePool', 'Provisioner'],
    lists: ['nodepools.karpenter.sh', 'provisioners.karpenter.sh'],
  },
  {
    fact: 'karpenterNodeClassKinds',
    kinds: ['EC2NodeClass', 'AWSNodeTemplate'],
    lists: ['ec2nodeclasses.karpenter.k8s.aws', 'awsnodetemplates.karpenter.k8s.aws'],
  },
  {
    fact: 'karpenterClaimKinds',
    kinds: ['NodeClaim', 'Machine'],
    lists: ['nodeclaims.karpenter.sh', 'machines.karpenter.sh'],
  },
] as const)('$fact', ({ fact, kinds, lists }) => {
  const deny = lists.map((list) => `${list}: list`);

  it('are both where both were read, installed or not', async () => {
    expect(await value(fact)).toEqual(kinds);
  });

  it('are those that may be listed', async () => {
    expect(await value(fact, { deny: deny.slice(0, 1) })).toEqual(kinds.slice(1));
    await open?.close();
    expect(await value(fact, { deny: deny.slice(1) })).toEqual(kinds.slice(0, 1));
  });

  it('are none where none may be listed', async () => {
    expect(await value(fact, { deny })).toEqual([]);
  });
});

describe('nodeAuthRoles', () => {
  const mapRoles = `
- rolearn: ${nodeRoleArn}
  username: system:node:{{EC2PrivateDNSName}}
  groups: [system:bootstrappers, system:nodes]
- rolearn: arn:aws:iam::111122223333:role/admin
  username: admin
  groups: [system:masters]
- rolearn: arn:aws:iam::999999999999:role/${nodeRole}
`;
  const mapUsers = '- userarn: arn:aws:iam::111122223333:user/somebody\n';
  const both = {
    clusters: { prod: aDescribedCluster('prod', '1.33', { accessConfig: { authenticationMode: 'CONFIG_MAP' } }) },
  };
  const objects = (data: Record<string, string>) => [
    aNodeClassObject('default'),
    aConfigMapObject('kube-system/aws-auth', data),
  ];

  it('are the lines of node roles, of whatever account, and of nobody else', async () => {
    expect(await value('nodeAuthRoles', { objects: objects({ mapRoles, mapUsers }), aws: both })).toEqual({
      state: 'read',
      roles: [
        {
          arn: nodeRoleArn,
          username: 'system:node:{{EC2PrivateDNSName}}',
          groups: ['system:bootstrappers', 'system:nodes'],
        },
        { arn: `arn:aws:iam::999999999999:role/${nodeRole}`, username: '', groups: [] },
      ],
    });
  });

  it('are those whom the authenticator finds: the last entry, in the case of the role', async () => {
    const again = `- rolearn: ${nodeRoleArn.toUpperCase()}\n  username: last\n`;
    const data = objects({ mapRoles: `${mapRoles}${again}` });
    expect(await value('nodeAuthRoles', { objects: data, aws: both })).toMatchObject({
      roles: [{ arn: nodeRoleArn, username: 'last', groups: [] }, { username: '' }],
    });
  });

  it.each([
    ['{ broken', 'unreadable', 'mapRoles is not valid YAML'],
    ['- a: b: c', 'refused', 'mapRoles is not valid YAML'],
    ['just: text', 'refused', 'mapRoles is not a list of roles'],
  ])('are none where mapRoles is %s: %s', async (text, state, message) => {
    expect(await value('nodeAuthRoles', { objects: objects({ mapRoles: text }), aws: both })).toEqual({
      state,
      message,
    });
  });

  it('are none where the ConfigMap holds none', async () => {
    expect(await value('nodeAuthRoles', { objects: objects({}), aws: both })).toEqual({ state: 'read', roles: [] });
  });

  it('are null without the ConfigMap, and where the mode is API, which is not asked then', async () => {
    expect(await value('nodeAuthRoles', { objects: [aNodeClassObject('default')], aws: both })).toBeNull();
    await open?.close();
    expect(await value('nodeAuthRoles', { objects: objects({ mapRoles }), deny: [] })).toBeNull();
  });

  it('are not there without the permission', async () => {
    expect(
      await read('nodeAuthRoles', { objects: objects({ mapRoles }), aws: both, deny: ['configmaps: get'] }),
    ).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission: 'configmaps: get' },
    });
  });
});

describe('vpcCniRole', () => {
  const serviceAccount = (annotations: Record<string, string>) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { namespace: 'kube-system', name: 'aws-node', annotations },
  });

  it.each<[boolean, string, Parts]>([
    [false, 'nothing', {}],
    [false, 'no annotation', { objects: [serviceAccount({})] }],
    [true, 'the annotation of IRSA', { objects: [serviceAccount({ 'eks.amazonaws.com/role-arn': nodeRoleArn })] }],
    [
      true,
      'an EKS Pod Identity association',
      { aws: { podIdentityAssociations: { 'a-1': { namespace: 'kube-system', serviceAccount: 'aws-node' } } } },
    ],
    [
      false,
      'an EKS without Pod Identity',
      {
        faults: [
          { on: 'eks:ListPodIdentityAssociations', does: { awsError: 'UnknownOperationException', status: 404 } },
        ],
      },
    ],
    [
      false,
      "somebody else's association",
      { aws: { podIdentityAssociations: { 'a-1': { namespace: 'kube-system', serviceAccount: 'karpenter' } } } },
    ],
  ])('is own %s with %s', async (isOwn, _what, parts) => {
    expect(await value('vpcCniRole', parts)).toEqual({ own: isOwn });
  });

  it.each(['serviceaccounts: get', 'eks:ListPodIdentityAssociations'])(
    'is not there without %s',
    async (permission) => {
      expect(await read('vpcCniRole', { deny: [permission] })).toMatchObject({ ok: false, reason: { permission } });
    },
  );
});

describe('what selectors find', () => {
  const tagged = { Tags: [discoveryTag, { Key: 'team', Value: 'shop-eu' }] };
  const subnets = [
    { ...aSubnet('subnet-0aaa', 'a', 1), ...tagged },
    aSubnet('subnet-0bbb', 'b', 1),
    { ...aSubnet('subnet-0ccc', 'c', 1), Tags: [discoveryTag] },
    { ...aSubnet('subnet-0zzz', 'a', 1), VpcId: 'vpc-0other', ...tagged },
    { ...aSubnet('subnet-0ddd', 'a', 1), Tags: [{ Key: 'karpenter.sh/discovery', Value: 'staging' }] },
  ];
  const tags = (entries: Record<string, string>) => ({ subnetSelectorTerms: [{ tags: entries }] });
  const readSubnets = (objects: Json[]) => value('karpenterSubnets', { objects, aws: { subnets } });

  it('are subnets of the cluster by tags, ids and patterns, term by term', async () => {
    const objects = [
      aNodeClassObject('default'),
      aNodeClassObject('both', tags({ 'karpenter.sh/discovery': 'prod', team: 'shop-*' })),
      aNodeClassObject('any', tags({ 'karpenter.sh/discovery': '*' })),
      aNodeClassObject('none', tags({ team: 'SHOP-EU' })),
      aNodeClassObject('ids', { subnetSelectorTerms: [{ id: 'subnet-0bbb' }, { id: 'subnet-0gone' }] }),
    ];
    const found = await readSubnets(objects);
    expect(found.map(({ name, terms }) => [name, terms])).toEqual([
      ['any', [{ text: 'karpenter.sh/discovery=*', found: ['subnet-0aaa', 'subnet-0ccc', 'subnet-0ddd'] }]],
      ['both', [{ text: 'karpenter.sh/discovery=prod, team=shop-*', found: ['subnet-0aaa'] }]],
      ['default', [{ text: 'karpenter.sh/discovery=prod', found: ['subnet-0aaa', 'subnet-0ccc'] }]],
      [
        'ids',
        [
          { text: 'subnet-0bbb', found: ['subnet-0bbb'] },
          { text: 'subnet-0gone', found: [] },
        ],
      ],
      ['none', [{ text: 'team=SHOP-EU', found: [] }]],
    ]);
  });

  it('are subnets of alpha selectors, whose keys are ANDed and whose values are lists', async () => {
    const objects = [
      aNodeTemplateObject('list', { subnetSelector: { 'karpenter.sh/discovery': 'staging, prod', team: 'shop-eu' } }),
      aNodeTemplateObject('ids', { subnetSelector: { 'aws-ids': 'subnet-0aaa,subnet-0bbb' } }),
      aProvisionerObject('own', {
        providerRef: undefined,
        provider: { subnetSelector: { 'karpenter.sh/discovery': 'staging' } },
      }),
      aProvisionerObject('usual'),
    ];
    const found = await readSubnets(objects);
    expect(found.map(({ kind, name, terms }) => [kind, name, terms.map((term) => term.found)])).toEqual([
      ['AWSNodeTemplate', 'ids', [['subnet-0aaa', 'subnet-0bbb']]],
      ['AWSNodeTemplate', 'list', [['subnet-0aaa']]],
      ['Provisioner', 'own', [['subnet-0ddd']]],
    ]);
  });

  it('take few calls, however many classes there are, and none without classes', async () => {
    const objects = ['a', 'b', 'c', 'd', 'e'].map((name) => aNodeClassObject(name));
    await readSubnets(objects);
    const calls = open?.calls.filter(({ action }) => action === 'ec2:DescribeSubnets') ?? [];
    // One call of two pages.
    expect(calls).toHaveLength(2);
    await open?.close();
    expect(await readSubnets([aNodePoolObject('default')])).toEqual([]);
    expect(open?.calls.some(({ action }) => action === 'ec2:DescribeSubnets')).toBe(false);
  });

  it('are security groups by tags, ids and their own names', async () => {
    const securityGroups = [
      { ...aSecurityGroup('sg-0aaa'), Tags: [discoveryTag] },
      aSecurityGroup('sg-0bbb'),
      { ...aSecurityGroup('sg-0zzz'), VpcId: 'vpc-0other', Tags: [discoveryTag] },
    ];
    const securityGroupSelectorTerms = [{ id: 'sg-0bbb' }, { name: 'name-of-sg-0bbb' }, { name: 'name-of-sg-0zzz' }];
    const objects = [aNodeClassObject('default'), aNodeClassObject('named', { securityGroupSelectorTerms })];
    const aws = { network: { ...healthyNetwork(), securityGroups } };
    const found = await value('karpenterSecurityGroups', { objects, aws });
    expect(found.map(({ name, terms }) => [name, terms.map((term) => term.found)])).toEqual([
      ['default', [['sg-0aaa']]],
      ['named', [['sg-0bbb'], ['sg-0bbb'], []]],
    ]);
  });

  it('take no long time over a pattern of many wildcards', async () => {
    const Tags = [{ Key: 'team', Value: 'a'.repeat(256) }];
    const team = `${'*a'.repeat(100)}*b`;
    const objects = [aNodeClassObject('default', tags({ team })), aNodeClassObject('all', tags({ team: `${team}*` }))];
    const found = await value('karpenterSubnets', {
      objects: [...objects, aNodeClassObject('other', tags({ team: '*a?a*' }))],
      aws: { subnets: [{ ...aSubnet('subnet-0aaa', 'a', 1), Tags }] },
    });
    expect(found.map(({ terms }) => terms.flatMap((term) => term.found))).toEqual([[], [], ['subnet-0aaa']]);
  });

  it.each([
    ['shop\\*', ['subnet-0star']],
    ['shop*', ['subnet-0plain', 'subnet-0star']],
    ['shop?', ['subnet-0star']],
    ['shop.', []],
    ['*', ['subnet-0plain', 'subnet-0star']],
  ])("are subnets by EC2's wildcards: %s", async (team, ids) => {
    const named = (id: string, Value: string) => ({ ...aSubnet(id, 'a', 1), Tags: [{ Key: 'team', Value }] });
    const subnets = [named('subnet-0plain', 'shop'), named('subnet-0star', 'shop*')];
    const found = await value('karpenterSubnets', {
      objects: [aNodeClassObject('a', tags({ team }))],
      aws: { subnets },
    });
    expect(found[0]?.terms[0]?.found).toEqual(ids);
  });

  it('are deprecated images, too: those of others with the moment', async () => {
    const since = '2026-01-01T00:00:00.000Z';
    const images = [
      { ImageId: 'ami-0own', OwnerId: '111122223333', DeprecationTime: since },
      { ImageId: 'ami-0shared', OwnerId: '999999999999', DeprecationTime: since },
    ];
    const amiSelectorTerms = [{ id: 'ami-0own' }, { id: 'ami-0shared' }];
    const objects = [aNodeClassObject('old', { amiSelectorTerms })];
    expect((await value('karpenterImages', { objects, aws: { images } }))[0]?.terms).toEqual([
      { text: 'ami-0own', found: ['ami-0own'], newest: [{ id: 'ami-0own', ...unreportedDetails }] },
      {
        text: 'ami-0shared',
        found: ['ami-0shared'],
        deprecated: [{ id: 'ami-0shared', since }],
        newest: [{ id: 'ami-0shared', ...unreportedDetails }],
      },
    ]);
  });

  it('tell of a wildcard the newest image of each architecture, and which minor it is for', async () => {
    const image = (
      ImageId: string,
      minor: string,
      CreationDate: string,
      Architecture: string,
      DeprecationTime?: string,
    ) => ({
      ImageId,
      Name: `amazon-eks-node-al2023-${Architecture}-standard-1.${minor}-v20260101`,
      OwnerId: '111122223333',
      Tags: [{ Key: 'team', Value: 'shop' }],
      CreationDate,
      Architecture,
      ...(DeprecationTime === undefined ? {} : { DeprecationTime }),
    });
    const images = [
      image('ami-0a', '32', '2026-01-01T00:00:00.000Z', 'x86_64'),
      image('ami-0b', '33', '2026-02-01T00:00:00.000Z', 'x86_64', '2028-02-01T00:00:00.000Z'),
      image('ami-0c', '31', '2025-01-01T00:00:00.000Z', 'x86_64'),
      image('ami-0d', '33', '2026-02-01T00:00:00.000Z', 'arm64'),
    ];
    const objects = [aNodeClassObject('default', { amiSelectorTerms: [{ tags: { team: '*' } }] })];
    const [selected] = await value('karpenterImages', { objects, aws: { images } });
    expect(selected?.terms[0]?.newest).toEqual([
      { id: 'ami-0b', architecture: 'x86_64', createdAt: '2026-02-01T00:00:00.000Z', kubernetes: '1.33' },
      { id: 'ami-0a', architecture: 'x86_64', createdAt: '2026-01-01T00:00:00.000Z', kubernetes: '1.32' },
      { id: 'ami-0d', architecture: 'arm64', createdAt: '2026-02-01T00:00:00.000Z', kubernetes: '1.33' },
    ]);
  });

  it.each([
    ['amazon-eks-node-al2023-x86_64-standard-1.33-v20250519', 33],
    ['amazon-eks-gpu-node-1.30-v20240514', 30],
    ['amazon-eks-arm64-node-1.29-v20240117', 29],
    ['bottlerocket-aws-k8s-1.32-nvidia-x86_64-v1.30.0-12345678', 32],
    ['Windows_Server-2022-English-Core-EKS_Optimized-1.31-2025.05.19', 31],
    ['ubuntu-eks/k8s_1.29/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-20240701', 29],
    ['/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id', 33],
    ['/aws/service/bottlerocket/aws-k8s-1.33/x86_64/latest/image_id', 33],
    ['shop-eks-1.34-20260101', 34],
    ['eks-golden-1.24.3', undefined],
    ['acme-eks-ami-1.24.0-20261101', undefined],
    ['nodes-1.33', undefined],
    ['eks-1.330', undefined],
  ])('take the minor from the name %s: %s', (text, minor) => {
    expect(imageMinor(text)).toBe(minor);
  });

  it('are images by id, name and tags; aliases and parameters are not looked up', async () => {
    const image = (ImageId: string, more: Json) => ({ ImageId, OwnerId: '111122223333', ...more });
    const images = [
      image('ami-0own', { Name: 'base-1', Tags: [{ Key: 'team', Value: 'shop' }] }),
      image('ami-0amazon', { Name: 'base-1', OwnerId: 'amazon' }),
      image('ami-0shared', { Name: 'base-1', OwnerId: '999999999999' }),
    ];
    const amiSelectorTerms = [
      { id: 'ami-0shared' },
      { id: 'ami-0gone' },
      { name: 'base-1' },
      { name: 'base-1', owner: '999999999999' },
      { tags: { team: 'shop' } },
      { tags: { team: '*' } },
      { ssmParameter: '/own/image' },
    ];
    const objects = [aNodeClassObject('default'), aNodeClassObject('own', { amiSelectorTerms })];
    const found = await value('karpenterImages', { objects, aws: { images } });
    expect(found.map(({ name, terms }) => [name, terms.map((term) => [term.text, ...term.found])])).toEqual([
      ['default', []],
      [
        'own',
        [
          ['ami-0shared', 'ami-0shared'],
          ['ami-0gone'],
          ['name base-1', 'ami-0amazon', 'ami-0own'],
          ['name base-1, owner 999999999999', 'ami-0shared'],
          ['team=shop', 'ami-0own'],
          ['team=*', 'ami-0own'],
        ],
      ],
    ]);
  });

  it.each<[FactName, string]>([
    ['karpenterSubnets', 'ec2:DescribeSubnets'],
    ['karpenterSecurityGroups', 'ec2:DescribeSecurityGroups'],
    ['karpenterImages', 'ec2:DescribeImages'],
  ])('%s is not there without %s', async (fact, permission) => {
    const objects = [aNodeClassObject('default', { amiSelectorTerms: [{ id: 'ami-0own' }] })];
    expect(await read(fact, { objects, deny: [permission] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission },
    });
  });
});

describe('capacityReservations', () => {
  const capacityReservations = [
    aReservation('cr-01'),
    aReservation('cr-02', { match: 'targeted', more: { Tags: [{ Key: 'team', Value: 'shop' }] } }),
    aReservation('cr-03', { more: { Tags: [{ Key: 'team', Value: 'shop' }] } }),
    aReservation('cr-04', { more: { State: 'expired' } }),
    aReservation('cr-05', { more: { InstancePlatform: 'Red Hat Enterprise Linux' } }),
  ];
  const entry = { instanceType: 'm5.large', availabilityZone: 'eu-west-1a', total: 4, available: 3 };
  const selected = async (...capacityReservationSelectorTerms: Json[]) => {
    const objects = [aNodeClassObject('default', { capacityReservationSelectorTerms })];
    const found = await value('capacityReservations', { objects, controllers: true, aws: { capacityReservations } });
    return found.flatMap((one) => (one.selected ? [one.id] : []));
  };

  it('are the active ones, from the second page, too, and what node classes select', async () => {
    const objects = [aNodeClassObject('default', { capacityReservationSelectorTerms: [{ id: 'cr-03' }] })];
    expect(await value('capacityReservations', { objects, controllers: true, aws: { capacityReservations } })).toEqual([
      { ...entry, id: 'cr-01', match: 'open', selected: false },
      { ...entry, id: 'cr-02', match: 'targeted', selected: false },
      { ...entry, id: 'cr-03', match: 'open', selected: true },
    ]);
  });

  it.each<[string, Json, string[]]>([
    ['tags', { tags: { team: 'shop' } }, ['cr-02', 'cr-03']],
    ['tags and their criteria', { tags: { team: '*' }, instanceMatchCriteria: 'open' }, ['cr-03']],
    ['criteria alone', { instanceMatchCriteria: 'open' }, ['cr-01', 'cr-03']],
    ['another owner', { tags: { team: 'shop' }, ownerID: '444455556666' }, []],
  ])('are selected by %s', async (_by, term, ids) => {
    expect(await selected(term)).toEqual(ids);
  });

  it('are not there without the permission', async () => {
    const permission = 'ec2:DescribeCapacityReservations';
    expect(await read('capacityReservations', { controllers: true, deny: [permission] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission },
    });
  });
});

describe('a cluster without Karpenter', () => {
  it.each<[FactName, unknown]>([
    ['nodeAccessEntries', null],
    ['nodeAuthRoles', null],
    ['vpcCniRole', { own: false }],
    ['capacityReservations', []],
    ['karpenterCrds', []],
    ['helmReleases', []],
  ])('is not asked for %s', async (fact, nothing) => {
    const permissions = collectors[fact].permissions.map(permissionText);
    expect(await value(fact, { controllers: false, deny: permissions })).toEqual(nothing);
  });

  it('is asked where nobody may list its Deployments', async () => {
    const denied = ['deployments.apps: list', 'customresourcedefinitions.apiextensions.k8s.io: list'];
    expect(await read('karpenterCrds', { deny: denied })).toMatchObject({
      ok: false,
      reason: { permission: 'customresourcedefinitions.apiextensions.k8s.io: list' },
    });
  });
});
