import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { KarpenterController } from '../../src/facts/karpenter.ts';
import { parseReadings, type Reading } from '../../src/facts/reading.ts';
import check from '../../checks/karpenter/controller-iam/check.ts';
import { judge } from '../../src/judge/engine.ts';
import { aCluster } from '../checks/cases.ts';
import { allKindsRead, aNodeTemplate, aProvisioner } from '../checks/karpenter/objects.ts';
import { aControllerRole } from '../for-checks/iam/controller-role.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { healthyWorld } from '../world/healthy.ts';
import {
  karpenterDeploymentObject,
  karpenterObjects,
  karpenterPodObject,
  karpenterSettingsObject,
} from '../world/karpenter-manifests.ts';
import { aWorkloadObject } from '../world/manifests.ts';
import type { World } from '../world/world.ts';

/** Karpenter's controllers, over real sockets. Pages hold two objects. */

type Json = Record<string, unknown>;
const roleArn = 'arn:aws:iam::111122223333:role/KarpenterIRSA-prod';
const node = 'ip-10-0-0-a.eu-west-1.compute.internal';
let open: OpenSources | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function read(
  objects: readonly Json[],
  aws: Partial<World['aws']> = {},
  deny: readonly string[] = [],
): Promise<Reading<KarpenterController[]> | undefined> {
  const base = healthyWorld();
  const kube = { ...base.kube, objects: [...base.kube.objects, ...objects] };
  await open?.close();
  open = await openSources({ ...base, deny, aws: { ...base.aws, ...aws }, kube });
  const sources: Sources = open.sources();
  const readings = parseReadings(
    JSON.parse(JSON.stringify(await collect(collectors, ['karpenterControllers'], sources))),
  );
  return readings.karpenterControllers;
}

async function controllers(objects: readonly Json[], aws: Partial<World['aws']> = {}): Promise<KarpenterController[]> {
  const reading = await read(objects, aws);
  if (reading?.ok !== true || reading.gaps !== undefined) throw new Error(JSON.stringify(reading));
  return reading.value;
}

async function controller(objects: readonly Json[], aws: Partial<World['aws']> = {}): Promise<KarpenterController> {
  const [first, ...rest] = await controllers(objects, aws);
  if (first === undefined || rest.length > 0) throw new Error('not one controller');
  return first;
}

describe('where Karpenter runs', () => {
  it('is nowhere in a cluster without it', async () => {
    expect(await controllers([])).toEqual([]);
  });

  it('is the Deployment of the chart, with settings, identity and release', async () => {
    const env = { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod', AWS_SECRET_ACCESS_KEY: 'hidden' };
    const found = await controllers(karpenterObjects({ version: '1.8.1', env, roleArn, nodes: [node, node] }));
    expect(found).toEqual([
      {
        namespace: 'kube-system',
        name: 'karpenter',
        replicas: 2,
        image: 'public.ecr.aws/karpenter/controller:1.8.1',
        version: '1.8.1',
        versionSource: 'image tag',
        disagreement: null,
        snapshot: false,
        upgrading: false,
        serviceAccount: 'karpenter',
        settings: { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod' },
        settingsUnread: [],
        identity: { kind: 'irsa', roleArn, targetRoleArn: null },
        owner: { release: 'karpenter', releaseNamespace: 'kube-system', managedBy: 'Helm' },
      },
    ]);
  });

  it.each<[string, Json]>([
    ['its name', aWorkloadObject('Deployment', 'infra/karpenter', { images: { main: 'mirror.example/kp:1.8.1' } })],
    [
      'its image behind a mirror',
      aWorkloadObject('Deployment', 'infra/nodes', {
        images: { sidecar: 'mirror.example/proxy:3', c: 'mirror.example:5000/ecr/karpenter/controller:1.8.1' },
      }),
    ],
    [
      'its environment',
      withEnv(aWorkloadObject('Deployment', 'infra/nodes', { images: { app: 'mirror.example/kp:1.8.1' } }), [
        { name: 'CLUSTER_NAME', value: 'prod' },
        { name: 'KARPENTER_SERVICE', value: 'karpenter' },
      ]),
    ],
  ])('is known by %s', async (_how, object) => {
    expect(await controller([object])).toMatchObject({
      namespace: 'infra',
      version: '1.8.1',
      serviceAccount: 'default',
    });
  });

  it('is not a DaemonSet, nor what only looks alike', async () => {
    const images = { app: 'mirror.example/karpenter/kpb:1' };
    expect(await controllers([aWorkloadObject('Deployment', 'infra/karpenter-exporter', { images })])).toEqual([]);
  });
});

function withEnv(object: Json, env: readonly Json[]): Json {
  const copy = structuredClone(object) as { spec: { template: { spec: { containers: Json[] } } } };
  for (const container of copy.spec.template.spec.containers) container['env'] = env;
  return copy;
}

describe('the release', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  it.each<[string, Partial<Parameters<typeof karpenterDeploymentObject>[0]>, Partial<KarpenterController>]>([
    ['a tag with v', { version: '0.32.1' }, { version: '0.32.1', versionSource: 'image tag', disagreement: null }],
    [
      'a tag and a chart that says otherwise',
      { version: '1.6.2', image: 'public.ecr.aws/karpenter/controller:1.8.1' },
      { version: '1.8.1', disagreement: 'the version label says 1.6.2, the chart label says 1.6.2' },
    ],
    [
      'a digest alone, not in the table',
      { version: '1.6.2', image: `public.ecr.aws/karpenter/controller@${digest}` },
      { version: '1.6.2', versionSource: 'version label' },
    ],
    [
      'a tag that moves, with the chart alone',
      {
        version: '1.6.2',
        image: 'mirror.example/karpenter/controller:latest',
        labels: { 'helm.sh/chart': 'karpenter-1.6.2' },
      },
      { version: '1.6.2', versionSource: 'chart label' },
    ],
    [
      'a nightly build',
      {
        version: '1.6.2',
        image: 'mirror.example/karpenter/snapshot/karpenter/controller:0-fc17bfc89ebb30a3b102a86012b3e3992ec08adf',
        labels: {},
      },
      { version: null, versionSource: null, snapshot: true, disagreement: null },
    ],
    [
      'a release candidate',
      { version: '1.0.0', image: 'public.ecr.aws/karpenter/controller:1.0.0-rc.1' },
      { version: null, snapshot: true, disagreement: 'the version label says 1.0.0, the chart label says 1.0.0' },
    ],
    [
      'nothing at all',
      { version: '1.0.0', image: 'mirror.example/karpenter/controller', labels: {} },
      { version: null, versionSource: null, snapshot: false, disagreement: null },
    ],
  ])('of %s', async (_what, options, expected) => {
    expect(await controller([karpenterDeploymentObject({ version: '1.8.1', ...options })])).toMatchObject(expected);
  });

  it('is told by a digest of the table, behind any mirror', async () => {
    const image = 'mirror.example/x/karpenter/controller@sha256:DIGEST';
    const known = '157f478f5db1f';
    const { loadTable } = await import('../../src/tables/tables.ts');
    const digests = loadTable('karpenter-digests').rows.flatMap((row) => Object.entries(row.digests));
    const both = digests.filter(([, own]) => own.some((text) => text.startsWith(known))).map(([version]) => version);
    expect(both).toEqual(['0.37.0', '1.0.0']);
    const text = digests.flatMap(([, own]) => own).find((one) => one.startsWith(known)) ?? '';
    const pinned = image.replace('DIGEST', text.padEnd(64, '0'));
    const labels = { 'app.kubernetes.io/name': 'karpenter' };
    expect(await controller([karpenterDeploymentObject({ version: '1.0.0', image: pinned, labels })])).toMatchObject({
      version: '0.37.0',
      versionSource: 'image digest',
    });
  });

  it('is on its way to another where two ReplicaSets have pods', async () => {
    const objects = karpenterObjects({ version: '1.8.1', nodes: [node] });
    const old = karpenterPodObject('kube-system/karpenter-old', node, { version: '1.6.2' });
    expect(await controller([...objects, old])).toMatchObject({ version: '1.8.1', upgrading: true });
  });
});

/** Levels of the findings about a controller's launches if its role may start instances only with the tag team=shop. */
function launchLevels(controller: KarpenterController): string[] {
  const Statement = [
    { Effect: 'Allow', Action: '*', Resource: '*' },
    {
      Effect: 'Deny',
      Action: 'ec2:RunInstances',
      Resource: 'arn:aws:ec2:*:*:instance/*',
      Condition: { StringNotEquals: { 'aws:RequestTag/team': 'shop' } },
    },
  ];
  const policies = [{ name: 'own', arn: null, document: { Version: '2012-10-17', Statement } }];
  const version = controller.version ?? '';
  const facts = {
    ...allKindsRead,
    karpenterControllers: [controller],
    karpenterRoles: [{ ...aControllerRole([], { policies }), arn: roleArn }],
    karpenterPools: [aProvisioner('default')],
    karpenterNodeClasses: [aNodeTemplate('default')],
    karpenterNodeRoles: { roles: [], instanceProfiles: [] },
    karpenterClaims: [],
  };
  const readings = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]));
  const karpenter = { current: version, target: version, versions: [version] };
  const context = {
    cluster: aCluster,
    current: 25,
    target: 25,
    versions: [25],
    karpenter,
    now: '2026-11-20T12:00:00.000Z',
  };
  const { findings } = judge(check, { readings, context, source: 'live' });
  return findings.filter(({ rule }) => /^(denied:launch|undecided)/.test(rule ?? '')).map(({ level }) => level);
}

describe('the settings', () => {
  it('come from flags before variables, from the ConfigMap beside them, and from nowhere else', async () => {
    const env = {
      CLUSTER_NAME: 'other',
      CLUSTER_CA_BUNDLE: 'LS0tLS1CRUdJTi',
      INTERRUPTION_QUEUE: { configMapKeyRef: { name: 'karpenter-global-settings', key: 'aws.interruptionQueueName' } },
      CLUSTER_ENDPOINT: { secretKeyRef: { name: 'cluster', key: 'endpoint' } },
    };
    const args = ['--cluster-name', 'prod', '--isolated-vpc', '--feature-gates=Drift=true', '--leader-elect'];
    const data = { 'aws.clusterName': 'prod', 'aws.interruptionQueueName': 'prod-queue', 'note.password': 'hidden' };
    const objects = karpenterObjects({ version: '0.32.1', namespace: 'karpenter', env, args });
    const found = await controller([...objects, karpenterSettingsObject('karpenter', data)]);
    expect(found.settings).toEqual({
      CLUSTER_NAME: 'prod',
      CLUSTER_CA_BUNDLE: '(set)',
      FEATURE_GATES: 'Drift=true',
      INTERRUPTION_QUEUE: 'prod-queue',
      ISOLATED_VPC: 'true',
      LEADER_ELECT: 'true',
      'configMap:aws.clusterName': 'prod',
      'configMap:aws.interruptionQueueName': 'prod-queue',
    });
    expect(found.settingsUnread).toEqual(['CLUSTER_ENDPOINT']);
  });

  it('are unread where the ConfigMap has no data', async () => {
    const { data: _data, ...empty } = karpenterSettingsObject('karpenter', {});
    const reading = await read([...karpenterObjects({ version: '0.31.4', namespace: 'karpenter' }), empty]);
    if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
    expect(reading.gaps).toMatchObject([
      {
        what: 'ConfigMap karpenter/karpenter-global-settings',
        reason: { kind: 'unreadable', message: 'the answer lacks data of karpenter-global-settings' },
      },
    ]);
    expect(reading.value[0]?.settingsUnread).toContain('configMap:aws.interruptionQueueName');
  });

  it('are unreadable where the data of the ConfigMap is null', async () => {
    const settings = { ...karpenterSettingsObject('karpenter', {}), data: null };
    const reading = await read([...karpenterObjects({ version: '0.32.1', namespace: 'karpenter' }), settings]);
    expect(reading).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });

  it.each<[string, string, KarpenterController['globalTags']]>([
    ['an object of texts', '{"team":"shop","cost/center":"42"}', { team: 'shop', 'cost/center': '42' }],
    ['an empty object', '{}', {}],
    ['what is no JSON', 'team=shop', null],
    ['what holds other values than texts', '{"team":7}', null],
    ['nothing', '', null],
  ])('keep the tags of all instances by key and value: %s', async (_what, text, tags) => {
    const objects = karpenterObjects({ version: '0.31.5', namespace: 'karpenter' });
    const found = await controller([...objects, karpenterSettingsObject('karpenter', { 'aws.tags': text })]);
    expect(found.globalTags).toEqual(tags);
    expect(found.settings['configMap:aws.tags']).toBe(text === '' ? '' : '(set)');
  });

  it.each([
    ['is silent about a policy that asks for a tag of them', '{"team":"shop"}', []],
    ['fails where they say another value', '{"team":"other"}', ['fail']],
    ['does not know where they are not readable', 'team: shop', ['unknown']],
  ])('%s', async (_what, text, levels) => {
    const objects = karpenterObjects({ version: '0.31.5', namespace: 'karpenter', roleArn, nodes: [node] });
    const found = await controller([...objects, karpenterSettingsObject('karpenter', { 'aws.tags': text })]);
    expect(new Set(launchLevels(found))).toEqual(new Set(levels));
  });

  it('may hide in sources of the whole environment', async () => {
    const envFrom = [{ configMapRef: { name: 'mine' } }, { prefix: 'X_', secretRef: { name: 'other' } }];
    const found = await controller(karpenterObjects({ version: '1.8.1', env: { CLUSTER_NAME: 'prod' }, envFrom }));
    expect(found.settings).toEqual({ CLUSTER_NAME: 'prod' });
    expect(found.settingsUnread).toContain('INTERRUPTION_QUEUE');
    expect(found.settingsUnread).not.toContain('CLUSTER_NAME');
  });
});

describe('the identity', () => {
  const association = { namespace: 'kube-system', serviceAccount: 'karpenter', roleArn: 'arn:aws:iam::1:role/pod' };
  const targetRoleArn = 'arn:aws:iam::2:role/target';
  const podIdentityAssociations = {
    'a-1': { ...association, namespace: 'shop' },
    'a-2': { ...association, serviceAccount: 'other' },
    'a-3': { ...association, targetRoleArn },
  };

  it('is what running pods were given', async () => {
    const objects = karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] });
    expect((await controller(objects, { podIdentityAssociations })).identity).toEqual({
      kind: 'irsa',
      roleArn,
      targetRoleArn: null,
      next: { kind: 'pod-identity', roleArn: association.roleArn, targetRoleArn },
    });
    expect((await controller(objects)).identity).toEqual({ kind: 'irsa', roleArn, targetRoleArn: null });
  });

  it('says that pods run on Fargate, by the label that EKS sets', async () => {
    const objects = karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] });
    const labeled = objects.map((object) => {
      if (object['kind'] !== 'Pod') return object;
      const metadata = object['metadata'] as { labels: Record<string, string> };
      const labels = { ...metadata.labels, 'eks.amazonaws.com/fargate-profile': 'karpenter' };
      return { ...object, metadata: { ...metadata, labels } };
    });
    expect((await controller(labeled)).onFargate).toBe(true);
    expect(await controller(objects)).not.toHaveProperty('onFargate');
  });

  it('is the association where pods were given that', async () => {
    const objects = karpenterObjects({ version: '1.8.1', nodes: [node] });
    expect((await controller(objects, { podIdentityAssociations })).identity).toEqual({
      kind: 'pod-identity',
      roleArn: association.roleArn,
      targetRoleArn,
    });
  });

  it('is what new pods would be given where none runs', async () => {
    const objects = karpenterObjects({ version: '1.8.1', roleArn });
    expect((await controller(objects, { podIdentityAssociations })).identity.kind).toBe('pod-identity');
  });

  const without =
    (...kinds: string[]) =>
    (objects: Json[]) =>
      objects.flatMap((object) => (kinds.includes(String(object['kind'])) ? [] : [object]));
  const unannotated = (objects: Json[]) =>
    objects.map((object) =>
      object['kind'] === 'ServiceAccount'
        ? { ...object, metadata: { namespace: 'kube-system', name: 'karpenter', annotations: {} } }
        : object,
    );
  const own = { AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: '/var/run/token' };
  it.each<[string, Json[], KarpenterController['identity']['newPodsLack']]>([
    [
      'nothing where the annotation is there',
      karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] }),
      undefined,
    ],
    [
      'a role where the annotation is gone',
      unannotated(karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] })),
      'role',
    ],
    [
      'a ServiceAccount where it is gone',
      without('ServiceAccount')(karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] })),
      'ServiceAccount',
    ],
    [
      'nothing where the Deployment sets the credentials',
      unannotated(karpenterObjects({ version: '1.8.1', roleArn, nodes: [node], env: own })),
      undefined,
    ],
    [
      'nothing where its variables come from elsewhere',
      unannotated(
        karpenterObjects({ version: '1.8.1', roleArn, nodes: [node], envFrom: [{ configMapRef: { name: 'mine' } }] }),
      ),
      undefined,
    ],
    ['a role where the association is gone', karpenterObjects({ version: '1.8.1', nodes: [node] }), 'role'],
    [
      'nothing where no pod ever had a role',
      unannotated(karpenterObjects({ version: '1.8.1', roleArn, nodes: [node], credentials: [] })),
      undefined,
    ],
  ])('tells what new pods lack: %s', async (_it, objects, lack) => {
    expect((await controller(objects)).identity.newPodsLack).toBe(lack);
  });

  it('tells that new pods lack nothing where an association follows the annotation', async () => {
    const objects = unannotated(karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] }));
    expect((await controller(objects, { podIdentityAssociations })).identity).toEqual({
      kind: 'irsa',
      roleArn,
      targetRoleArn: null,
      next: { kind: 'pod-identity', roleArn: association.roleArn, targetRoleArn },
    });
  });

  it('does not tell what new pods lack where associations were not read', async () => {
    const objects = unannotated(karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] }));
    const reading = await read(objects, {}, ['eks:ListPodIdentityAssociations']);
    expect(reading).toMatchObject({ ok: true, value: [{ identity: { kind: 'irsa', roleArn } }] });
    expect(JSON.stringify(reading)).not.toContain('newPodsLack');
  });

  it("is the node's where pods run without any", async () => {
    const objects = karpenterObjects({ version: '1.8.1', roleArn, nodes: [node], credentials: [] });
    expect((await controller(objects)).identity).toEqual({ kind: 'node', roleArn: null, targetRoleArn: null });
  });
});

describe('what is denied', () => {
  const objects = karpenterObjects({ version: '1.8.1', env: { CLUSTER_NAME: 'prod' }, roleArn });
  it.each([
    ['serviceaccounts: get', 'ServiceAccount kube-system/karpenter'],
    ['eks:ListPodIdentityAssociations', 'EKS Pod Identity of kube-system/karpenter'],
    ['configmaps: get', 'ConfigMap kube-system/karpenter-global-settings'],
    ['pods: list', 'pods of Deployment kube-system/karpenter'],
  ])('without %s: a gap, and the rest', async (permission, what) => {
    const reading = await read(objects, {}, [permission]);
    if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
    expect(reading.gaps?.map((gap) => [gap.what, gap.reason.permission])).toEqual([[what, permission]]);
    expect(reading.value[0]).toMatchObject({ version: '1.8.1', settings: { CLUSTER_NAME: 'prod' } });
  });

  const running = karpenterObjects({ version: '1.8.1', roleArn, nodes: [node] });
  it.each<[string, readonly Json[], string, string]>([
    ['not told without the pods that run', running, 'pods: list', 'unknown'],
    ['told by running pods without the ServiceAccount', running, 'serviceaccounts: get', 'irsa'],
    ['told by running pods without EKS Pod Identity', running, 'eks:ListPodIdentityAssociations', 'irsa'],
    ['not told where none runs, without the ServiceAccount', objects, 'serviceaccounts: get', 'unknown'],
    ['not told where none runs, without EKS Pod Identity', objects, 'eks:ListPodIdentityAssociations', 'unknown'],
    ['told without the settings', objects, 'configmaps: get', 'irsa'],
  ])('the identity is %s', async (_it, own, permission, kind) => {
    const reading = await read(own, {}, [permission]);
    expect(reading?.ok === true && reading.value[0]?.identity.kind).toBe(kind);
  });

  it('asks for nothing of it where Karpenter is not installed', async () => {
    const reading = await read([], {}, ['serviceaccounts: get', 'eks:ListPodIdentityAssociations', 'pods: list']);
    expect(reading).toMatchObject({ ok: true, value: [] });
  });

  it('is unreadable without Deployments', async () => {
    expect(await read(objects, {}, ['deployments.apps: list'])).toMatchObject({ ok: false });
  });
});
