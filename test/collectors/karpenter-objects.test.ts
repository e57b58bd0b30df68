import { describe, expect, it } from 'vitest';
import type { Collectors } from '../../src/collectors/collect.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { aCluster } from '../../src/custom-checks/testing/samples.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { isBelow } from '../../src/syntax/versions.ts';
import { karpenterCrdObjects, karpenterKinds, servedKind } from '../world/karpenter-crds.ts';
import { karpenterDeploymentObject } from '../world/karpenter-manifests.ts';
import {
  anAutoModeNodeClassObject,
  aClaimObject,
  aNodeClassObject,
  aNodePoolObject,
  aNodeTemplateObject,
  aProvisionerObject,
} from '../world/karpenter-pools.ts';
import type { ServedKind, World } from '../world/world.ts';
import { kubeFacts } from './kube-facts.ts';

/** Karpenter's objects over real sockets, in every generation of its API. Pages hold two objects. */

type Json = Record<string, unknown>;
type ObjectFact =
  | 'karpenterConversionServices'
  | 'karpenterCrds'
  | 'karpenterPools'
  | 'karpenterNodeClasses'
  | 'karpenterClaims';

async function taken(
  fact: FactName,
  objects: readonly Json[],
  served: readonly ServedKind[] = [],
  deny: string[] = [],
  kube: Partial<World['kube']> = {},
) {
  return kubeFacts([karpenterDeploymentObject({ version: '1.8.8' }), ...objects], [fact], {
    kube: { served, ...kube },
    deny,
  });
}

async function value<Name extends ObjectFact>(
  fact: Name,
  objects: readonly Json[],
  served: readonly ServedKind[] = [],
): Promise<Facts[Name]> {
  const { readings } = await taken(fact, objects, served);
  const reading = readings[fact];
  if (reading?.ok !== true || reading.gaps !== undefined) throw new Error(JSON.stringify(reading));
  return reading.value;
}

describe('CRDs', () => {
  const rows = loadTable('karpenter-crds').rows;
  const versions = loadTable('karpenter-releases').rows.flatMap((row) =>
    row.rowKind === 'latest' ? [row.version] : [],
  );

  it.each(versions.filter((version) => !isBelow(version, '0.28.0')))(
    'of %s have the markers of their version and of those before, and lack the others',
    async (version) => {
      for (const { name, served, markers, lacks } of await value('karpenterCrds', karpenterCrdObjects(version))) {
        const own = rows.flatMap((row) =>
          row.rowKind === 'marker' && row.crd === name && served.includes(row.version) ? [row] : [],
        );
        const ids = (isLater: boolean) =>
          own.flatMap((row) => (isBelow(version, row.from) === isLater ? [row.id] : []));
        expect([name, markers.toSorted()]).toEqual([name, ids(false).toSorted()]);
        expect([name, lacks.toSorted()]).toEqual([name, ids(true).toSorted()]);
      }
    },
  );

  it('tell versions, conversion, stored versions and owner, from the second page, too', async () => {
    const other = {
      ...karpenterCrdObjects('1.8.8')[0],
      metadata: { name: 'as.example.org' },
      spec: {
        group: 'example.org',
        names: { kind: 'A', plural: 'as' },
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    };
    const crds = await value('karpenterCrds', [
      other,
      ...karpenterCrdObjects('1.0.14', { release: 'karpenter-crd', storedVersions: ['v1beta1', 'v1'] }),
    ]);
    expect(crds).toHaveLength(3);
    expect(crds.find(({ name }) => name === 'nodepools.karpenter.sh')).toMatchObject({
      group: 'karpenter.sh',
      kind: 'NodePool',
      served: ['v1', 'v1beta1'],
      storage: 'v1',
      storedVersions: ['v1beta1', 'v1'],
      conversion: {
        strategy: 'Webhook',
        service: { namespace: 'kube-system', name: 'karpenter', port: 8443 },
        caBundle: true,
        caExpires: '2054-01-01T00:00:00.000Z',
      },
      owner: { release: 'karpenter-crd', releaseNamespace: 'kube-system', managedBy: 'Helm' },
      terminating: false,
    });
  });

  it('name Services, which are read once each, and none where nothing is converted', async () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'kube-system', name: 'karpenter' } };
    const own = { ...service, spec: { ports: [{ port: 8000 }, { port: 8443 }] } };
    const crds = karpenterCrdObjects('1.0.14');
    const named = { namespace: 'kube-system', name: 'karpenter' };
    expect(await value('karpenterConversionServices', [...crds, own])).toEqual([{ ...named, ports: [8000, 8443] }]);
    expect(await value('karpenterConversionServices', crds)).toEqual([{ ...named, ports: null }]);
    const { readings, paths } = await taken('karpenterConversionServices', karpenterCrdObjects('1.8.8'));
    expect(readings.karpenterConversionServices).toMatchObject({ ok: true, value: [] });
    expect(paths.filter((path) => path.includes('/services/'))).toEqual([]);
  });

  it.each([
    ['Cg==', null],
    [Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----').toString('base64'), null],
    ['', undefined],
  ])('tell of the CA bundle %j when it expires: %j', async (caBundle, expires) => {
    const [crd] = karpenterCrdObjects('1.0.14') as { spec: { conversion: { webhook: { clientConfig: Json } } } }[];
    if (crd !== undefined) crd.spec.conversion.webhook.clientConfig['caBundle'] = caBundle;
    const [read] = await value('karpenterCrds', crd === undefined ? [] : [crd]);
    expect(read?.conversion.caExpires).toBe(expires);
  });

  it.each([
    [{ annotations: { 'argocd.argoproj.io/tracking-id': 'x' } }, 'Argo CD'],
    [{ labels: { 'helm.toolkit.fluxcd.io/name': 'karpenter' } }, 'Flux'],
    [{ labels: { 'app.kubernetes.io/managed-by': 'pulumi' } }, 'pulumi'],
    [{}, null],
  ])('with %j are managed by %s', async (marks, managedBy) => {
    const [crd] = karpenterCrdObjects('1.8.8') as { metadata: Json }[];
    const marked = { ...crd, metadata: { ...crd?.metadata, ...marks, deletionTimestamp: '2026-11-20T03:00:00Z' } };
    expect(await value('karpenterCrds', [marked])).toMatchObject([
      {
        owner: { release: null, releaseNamespace: null, managedBy },
        terminating: true,
        conversion: { strategy: 'None' },
      },
    ]);
  });

  it.each([
    [
      {
        annotations: { 'argocd.argoproj.io/tracking-id': 'karpenter:apiextensions.k8s.io/CustomResourceDefinition:/x' },
      },
      { kind: 'Application', namespace: null, name: 'karpenter' },
    ],
    [
      { annotations: { 'argocd.argoproj.io/tracking-id': 'team_karpenter:apps/Deployment:kube-system/karpenter' } },
      { kind: 'Application', namespace: 'team', name: 'karpenter' },
    ],
    [
      { labels: { 'argocd.argoproj.io/instance': 'karpenter' } },
      { kind: 'Application', namespace: null, name: 'karpenter' },
    ],
    [
      {
        labels: {
          'kustomize.toolkit.fluxcd.io/name': 'apps',
          'helm.toolkit.fluxcd.io/name': 'karpenter',
          'helm.toolkit.fluxcd.io/namespace': 'flux-system',
        },
      },
      { kind: 'HelmRelease', namespace: 'flux-system', name: 'karpenter' },
    ],
    [
      {
        labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' },
      },
      { kind: 'Kustomization', namespace: 'flux-system', name: 'apps' },
    ],
    [{ annotations: { 'argocd.argoproj.io/sync-wave': '1' } }, undefined],
  ])('with %j are applied by %j', async (marks, applier) => {
    const [crd] = karpenterCrdObjects('1.8.8') as { metadata: Json }[];
    const [found] = await value('karpenterCrds', [{ ...crd, metadata: { ...crd?.metadata, ...marks } }]);
    expect(found?.owner.applier).toEqual(applier);
  });

  it('that restrict nothing hold what they do not refuse', async () => {
    const [, , crd] = karpenterCrdObjects('1.0.0') as { spec: { versions: Json[] } }[];
    const loose = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const versionsOf = crd?.spec.versions.map((version) => ({ ...version, schema: { openAPIV3Schema: loose } }));
    const [found] = await value('karpenterCrds', [{ ...crd, spec: { ...crd?.spec, versions: versionsOf } }]);
    expect(found?.lacks).toEqual([]);
    expect(found?.markers.length).toBeGreaterThan(5);
  });

  it('are unknown without the permission to list them', async () => {
    const denied = await taken(
      'karpenterCrds',
      karpenterCrdObjects('1.8.8'),
      [],
      ['customresourcedefinitions.apiextensions.k8s.io: list'],
    );
    expect(denied.readings.karpenterCrds).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission: 'customresourcedefinitions.apiextensions.k8s.io: list' },
    });
  });
});

describe('pools', () => {
  const beta = (name: string, spec: Json) => ({
    ...aNodePoolObject(name, spec),
    apiVersion: 'karpenter.sh/v1beta1',
    status: {},
  });

  it('are none where nothing of Karpenter is served, and nothing is asked', async () => {
    const { readings, paths } = await taken('karpenterPools', []);
    expect(readings.karpenterPools).toEqual({ ok: true, value: [] });
    expect(paths.filter((path) => path.includes('karpenter'))).toEqual([]);
  });

  it('of v1 keep what checks read', async () => {
    const object = aNodePoolObject('default', { limits: { cpu: 1000, memory: '1000Gi' }, weight: 10 }) as {
      metadata: Json;
      status: Json;
    };
    object.status['resources'] = { cpu: '96', 'ephemeral-storage': '20Gi' };
    object.metadata['deletionTimestamp'] = '2026-11-20T03:00:00Z';
    object.metadata['annotations'] = {
      'compatibility.karpenter.sh/v1beta1-kubelet-conversion': '{"maxPods":20}',
      'example.org/token': 'hunter2',
    };
    expect(await value('karpenterPools', [object as unknown as Json], karpenterKinds('1.8.8'))).toEqual([
      {
        kind: 'NodePool',
        apiVersion: 'karpenter.sh/v1',
        name: 'default',
        annotations: { 'compatibility.karpenter.sh/v1beta1-kubelet-conversion': '{"maxPods":20}' },
        fields: expect.arrayContaining([
          'spec.template.spec.expireAfter',
          'spec.limits.cpu',
          'spec.disruption.budgets',
        ]),
        ready: true,
        readyMessage: null,
        conditions: [{ type: 'Ready', status: 'True', reason: 'Ready', message: null }],
        terminating: true,
        deletingSince: '2026-11-20T03:00:00Z',
        nodeClass: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        emptyInNodeClass: [],
        provider: null,
        requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] }],
        labels: {},
        nodeAnnotations: {},
        taints: [],
        startupTaints: [],
        limits: { cpu: '1000', memory: '1000Gi' },
        resources: { cpu: '96', 'ephemeral-storage': '20Gi' },
        weight: 10,
        disruption: {
          consolidationPolicy: 'WhenEmptyOrUnderutilized',
          consolidateAfter: '1m',
          expireAfter: '720h',
          terminationGracePeriod: null,
          budgets: [{ nodes: '10%', schedule: null, duration: null, reasons: [] }],
        },
      },
    ]);
  });

  it('of v1 tell what a reference leaves empty, and who applies them', async () => {
    const object = aNodePoolObject('default') as {
      metadata: Json;
      spec: { template: { spec: Json } };
    };
    object.metadata['labels'] = { 'kustomize.toolkit.fluxcd.io/name': 'pools' };
    object.spec.template.spec['nodeClassRef'] = { group: '', kind: 'EC2NodeClass', name: 'default' };
    const [pool] = await value('karpenterPools', [object as unknown as Json], karpenterKinds('1.0.14'));
    expect(pool).toMatchObject({
      nodeClass: { group: 'karpenter.k8s.aws' },
      emptyInNodeClass: ['group'],
      owner: { managedBy: 'Flux', applier: { kind: 'Kustomization', name: 'pools' } },
    });
  });

  it('tell the object that controls them, as do node classes', async () => {
    const reference = { apiVersion: 'kro.run/v1alpha1', kind: 'Platform', name: 'prod', uid: 'u', controller: true };
    const controlled = (object: Json) => ({
      ...object,
      metadata: { ...(object['metadata'] as Json), ownerReferences: [reference] },
    });
    const controller = { apiGroup: 'kro.run', kind: 'Platform', name: 'prod' };
    const served = karpenterKinds('1.8.8');
    const pools = await value('karpenterPools', [controlled(aNodePoolObject('default'))], served);
    expect(pools[0]?.owner?.controller).toEqual(controller);
    const classes = await value('karpenterNodeClasses', [controlled(aNodeClassObject('default'))], served);
    expect(classes[0]?.owner?.controller).toEqual(controller);
  });

  it('of v1 that are static tell how many nodes they have', async () => {
    const pools = [aNodePoolObject('default', { replicas: 0, limits: { nodes: 3 } }), aNodePoolObject('other')];
    const found = await value('karpenterPools', pools, karpenterKinds('1.8.8'));
    expect(found).toMatchObject([{ name: 'default', replicas: 0, limits: { nodes: '3' } }, { name: 'other' }]);
    expect(found[0]?.fields).toContain('spec.replicas');
    expect(found[1]).not.toHaveProperty('replicas');
  });

  it('of v1beta1 have the same shape, with what their short references mean', async () => {
    const [pool] = await value(
      'karpenterPools',
      [
        beta('default', {
          template: {
            metadata: {
              labels: { team: 'a' },
              annotations: { 'karpenter.sh/do-not-consolidate': 'true', 'example.org/x': 'y' },
            },
            spec: {
              nodeClassRef: { name: 'default' },
              requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'Exists' }],
              kubelet: { maxPods: 20, kubeReserved: { cpu: '1' } },
              resources: {},
            },
          },
          disruption: { consolidationPolicy: 'WhenUnderutilized', expireAfter: 'Never' },
        }),
      ],
      karpenterKinds('0.32.10'),
    );
    expect(pool).toMatchObject({
      apiVersion: 'karpenter.sh/v1beta1',
      ready: null,
      nodeClass: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'Exists', values: [] }],
      labels: { team: 'a' },
      nodeAnnotations: { 'karpenter.sh/do-not-consolidate': 'true' },
      disruption: {
        consolidationPolicy: 'WhenUnderutilized',
        consolidateAfter: null,
        expireAfter: 'Never',
        budgets: [],
      },
    });
    expect(pool?.fields).toContain('spec.template.spec.kubelet.maxPods');
    expect(pool?.fields.filter((field) => /resources|kubeReserved\.|labels\./.test(field))).toEqual([]);
  });

  it('of v1alpha5 are Provisioners in the words of a NodePool', async () => {
    const [provisioner] = await value(
      'karpenterPools',
      [
        aProvisionerObject('default', {
          labels: { team: 'a' },
          taints: [{ key: 'karpenter.sh/legacy', value: 'true', effect: 'NoSchedule' }],
          limits: { resources: { cpu: 1000 } },
          ttlSecondsUntilExpired: 2592000,
          provider: { launchTemplate: 'mine', subnetSelector: { a: 'b' }, instanceProfile: 'p', unknown: { x: 1 } },
        }),
      ],
      karpenterKinds('0.30.0'),
    );
    expect(provisioner).toMatchObject({
      kind: 'Provisioner',
      apiVersion: 'karpenter.sh/v1alpha5',
      nodeClass: { group: 'karpenter.k8s.aws', kind: 'AWSNodeTemplate', name: 'default' },
      provider: {
        amiFamily: null,
        instanceProfile: 'p',
        selectors: { subnets: { a: 'b' }, securityGroups: null, amis: null },
      },
      taints: [{ key: 'karpenter.sh/legacy', value: 'true', effect: 'NoSchedule' }],
      limits: { cpu: '1000' },
      disruption: {
        consolidationPolicy: 'WhenEmpty',
        consolidateAfter: '30s',
        expireAfter: '2592000s',
        terminationGracePeriod: null,
        budgets: [],
      },
    });
    expect(provisioner?.fields).toEqual(
      expect.arrayContaining(['spec.provider', 'spec.provider.launchTemplate', 'spec.limits.resources']),
    );
  });

  it('are read at v1 wherever it is served, once, page after page', async () => {
    const objects = ['a', 'b', 'c', 'd', 'e'].map((name) => aNodePoolObject(name));
    const { readings, paths } = await taken('karpenterPools', objects, karpenterKinds('1.0.14'));
    expect(readings.karpenterPools).toMatchObject({ ok: true, value: objects.map(({ metadata }) => metadata) });
    expect([...new Set(paths.filter((path) => path.includes('nodepools')))]).toEqual([
      '/apis/karpenter.sh/v1/nodepools',
    ]);
    expect(paths.filter((path) => path.includes('nodepools'))).toHaveLength(3);
  });

  it('tell those of EKS Auto Mode by their node class', async () => {
    const auto = aNodePoolObject('system') as { spec: { template: { spec: Json } } };
    auto.spec.template.spec['nodeClassRef'] = { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' };
    expect(await value('karpenterPools', [auto], [servedKind('nodepools.karpenter.sh', 'v1')])).toMatchObject([
      { nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' } },
    ]);
  });

  it('of one kind that is denied are a gap beside the other', async () => {
    const objects = [aNodePoolObject('new'), aProvisionerObject('old')];
    const { readings } = await taken(
      'karpenterPools',
      objects,
      [...karpenterKinds('0.32.10')],
      ['provisioners.karpenter.sh: list'],
    );
    expect(readings.karpenterPools).toMatchObject({
      ok: true,
      value: [{ name: 'new' }],
      gaps: [
        {
          what: 'provisioners.karpenter.sh',
          reason: { kind: 'denied', permission: 'provisioners.karpenter.sh: list' },
        },
      ],
    });
  });

  it('are not known where the only kind that is served is denied', async () => {
    const { readings } = await taken('karpenterPools', [aNodePoolObject('new')], karpenterKinds('1.8.8'), [
      'nodepools.karpenter.sh: list',
    ]);
    expect(readings.karpenterPools).toMatchObject({
      ok: false,
      reason: { permission: 'nodepools.karpenter.sh: list' },
    });
  });

  it('without a template are unreadable', async () => {
    const { readings } = await taken(
      'karpenterPools',
      [{ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'a' }, spec: {} }],
      karpenterKinds('1.8.8'),
    );
    expect(readings.karpenterPools).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });
});

describe('node classes', () => {
  it('keep terms, conditions and one taint of the user data, no user data', async () => {
    const object = aNodeClassObject('default', {
      tags: { team: 'a' },
      userData: '#!/bin/bash\nexport TOKEN=hunter2 # karpenter.sh/unregistered',
      metadataOptions: { httpPutResponseHopLimit: 2 },
      securityGroupSelectorTerms: [{ name: 'nodes' }, { id: 'sg-1' }],
      capacityReservationSelectorTerms: [{ ownerID: '111122223333', tags: { a: 'b' } }],
    }) as { status: Json };
    object.status = {
      conditions: [
        { type: 'SubnetsReady', status: 'True' },
        {
          type: 'ValidationSucceeded',
          status: 'False',
          reason: 'RunInstancesAuthCheckFailed',
          message: 'no. Encoded authorization failure message: abc-DEF_1 x',
        },
        { type: 'Ready', status: 'False', reason: 'UnhealthyDependents', message: 'ValidationSucceeded=False' },
      ],
    };
    const { readings } = await taken('karpenterNodeClasses', [object], karpenterKinds('1.8.8'));
    expect(JSON.stringify(readings)).not.toMatch(/hunter2|abc-DEF/);
    expect(readings.karpenterNodeClasses).toMatchObject({
      value: [
        {
          kind: 'EC2NodeClass',
          role: 'KarpenterNodeRole-prod',
          instanceProfile: null,
          alias: 'al2023@latest',
          ready: false,
          readyMessage: 'UnhealthyDependents: ValidationSucceeded=False',
          conditions: [
            { type: 'SubnetsReady', status: 'True', reason: null, message: null },
            { type: 'ValidationSucceeded', reason: 'RunInstancesAuthCheckFailed', message: 'no. x' },
            { type: 'Ready' },
          ],
          selectors: { subnets: null, securityGroups: null, amis: null },
          terms: {
            subnets: [{ id: null, tags: { 'karpenter.sh/discovery': 'prod' } }],
            securityGroups: [{ name: 'nodes' }, { id: 'sg-1' }],
            amis: [{ alias: 'al2023@latest' }],
            capacityReservations: [{ owner: '111122223333', tags: { a: 'b' } }],
          },
          tags: { team: 'a' },
          hopLimit: 2,
          registersTaint: true,
        },
      ],
    });
  });

  it.each([
    [
      'a snapshot',
      [
        { deviceName: '/dev/xvda', ebs: {} },
        { deviceName: '/dev/xvdb', ebs: { snapshotID: 'snap-1' } },
      ],
      true,
    ],
    ['no snapshot', [{ deviceName: '/dev/xvda', ebs: { volumeSize: '50Gi' } }, { deviceName: '/dev/xvdb' }], false],
    ['an empty snapshot', [{ ebs: { snapshotID: '' } }], false],
    ['nothing', [], undefined],
  ])('tell whether a block device mapping names a snapshot: %s', async (_, blockDeviceMappings, namesSnapshot) => {
    const object = aNodeClassObject('default', { blockDeviceMappings });
    const [nodeClass] = await value('karpenterNodeClasses', [object], karpenterKinds('1.8.8'));
    expect(nodeClass?.namesSnapshot).toBe(namesSnapshot);
  });

  it('of v1alpha1 are AWSNodeTemplates with their selectors', async () => {
    const object = aNodeTemplateObject('default', { amiSelector: { 'aws-ids': 'ami-1' }, launchTemplate: 'mine' });
    expect(await value('karpenterNodeClasses', [object], karpenterKinds('0.30.0'))).toMatchObject([
      {
        kind: 'AWSNodeTemplate',
        role: null,
        amiFamily: null,
        selectors: { subnets: { 'karpenter.sh/discovery': 'prod' }, amis: { 'aws-ids': 'ami-1' } },
        terms: { subnets: [], securityGroups: [], amis: [], capacityReservations: [] },
        fields: expect.arrayContaining(['spec.launchTemplate', 'spec.subnetSelector']),
        registersTaint: null,
      },
    ]);
  });

  it('of EKS Auto Mode are not asked for', async () => {
    const served = [servedKind('nodeclasses.eks.amazonaws.com', 'v1'), servedKind('nodepools.karpenter.sh', 'v1')];
    const object = { apiVersion: 'eks.amazonaws.com/v1', kind: 'NodeClass', metadata: { name: 'default' }, spec: {} };
    const { readings, paths } = await taken('karpenterNodeClasses', [object], served);
    expect(readings.karpenterNodeClasses).toEqual({ ok: true, value: [] });
    expect(paths.filter((path) => path.includes('nodeclasses'))).toEqual([]);
  });
});

describe('claims', () => {
  it('keep their pool and what is not as it should be', async () => {
    const failing = aClaimObject('NodeClaim', 'default-c', 'default') as { status: Json; metadata: Json };
    failing.metadata['deletionTimestamp'] = '2026-11-20T03:00:00Z';
    failing.metadata['annotations'] = { 'karpenter.sh/nodeclaim-termination-timestamp': '2026-11-20T04:00:00Z' };
    failing.status = {
      nodeName: 'ip-10-0-1-17',
      conditions: [
        { type: 'Drained', status: 'Unknown', reason: 'Draining', message: 'Draining' },
        { type: 'InstanceTerminating', status: 'True', reason: 'InstanceTerminating' },
        { type: 'Launched', status: 'Unknown', reason: 'SpotSLRCreationFailed', message: 'no role' },
        { type: 'Drifted', status: 'True', reason: 'AMIDrift' },
        { type: 'Consolidatable', status: 'True', reason: 'Consolidatable' },
        { type: 'Registered', status: 'True' },
      ],
    };
    const tagged = aClaimObject('NodeClaim', 'default-b', 'default') as { metadata: Json };
    tagged.metadata['annotations'] = { 'compatibility.karpenter.k8s.aws/cluster-name-tagged': 'true' };
    const machine = aClaimObject('Machine', 'old-a', 'old') as { status: Json };
    machine.status = { conditions: [{ type: 'MachineLaunched', status: 'False', reason: 'LaunchFailed' }] };
    const objects = [
      aClaimObject('NodeClaim', 'default-a', 'default'),
      tagged as unknown as Json,
      failing as unknown as Json,
      machine as unknown as Json,
    ];
    const fine = {
      kind: 'NodeClaim',
      pool: 'default',
      nodeClassGroup: 'karpenter.k8s.aws',
      conditions: [],
      terminating: false,
    };
    expect(await value('karpenterClaims', objects, karpenterKinds('0.32.10'))).toEqual([
      { ...fine, name: 'default-a', createdAt: '2026-11-01T08:00:00Z' },
      { ...fine, name: 'default-b', createdAt: '2026-11-01T08:00:00Z', clusterNameTagged: true },
      {
        ...fine,
        name: 'default-c',
        createdAt: '2026-11-01T08:00:00Z',
        terminating: true,
        deletingSince: '2026-11-20T03:00:00Z',
        terminatesAt: '2026-11-20T04:00:00Z',
        node: 'ip-10-0-1-17',
        conditions: [
          { type: 'Drained', status: 'Unknown', reason: 'Draining', message: 'Draining' },
          { type: 'InstanceTerminating', status: 'True', reason: 'InstanceTerminating', message: null },
          { type: 'Launched', status: 'Unknown', reason: 'SpotSLRCreationFailed', message: 'no role' },
          { type: 'Drifted', status: 'True', reason: 'AMIDrift', message: null },
        ],
      },
      {
        ...fine,
        kind: 'Machine',
        name: 'old-a',
        pool: 'old',
        createdAt: '2026-11-01T08:00:00Z',
        conditions: [{ type: 'Launched', status: 'False', reason: 'LaunchFailed', message: null }],
      },
    ]);
  });

  it('tell what a reference of v1 leaves empty', async () => {
    const claim = aClaimObject('NodeClaim', 'default-a', 'default');
    const objects = [claim, { ...claim, metadata: { name: 'default-b' }, spec: { nodeClassRef: { name: 'default' } } }];
    const found = await value('karpenterClaims', objects, karpenterKinds('1.8.8'));
    expect(found.map(({ emptyInNodeClass }) => emptyInNodeClass)).toEqual([undefined, ['group', 'kind']]);
  });

  it.each([
    ['a name that is none', { metadata: { name: 7 } }],
    ['labels that are none', { metadata: { name: 'a', labels: [] } }],
    ['a creation time that is none', { metadata: { name: 'a', creationTimestamp: 'soon' } }],
    ['conditions that are none', { metadata: { name: 'a' }, status: { conditions: 'x' } }],
  ])('with %s are unreadable', async (_what, more) => {
    const object = { apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', spec: {}, ...more };
    const { readings } = await taken('karpenterClaims', [object], karpenterKinds('1.8.8'));
    expect(readings.karpenterClaims).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });
});

const ofCluster = (cluster: Facts['cluster']): Collectors['cluster'] => ({
  permissions: [],
  collect: () => Promise.resolve({ value: cluster }),
});

describe('NodeClasses of EKS Auto Mode', () => {
  const served = [servedKind('nodeclasses.eks.amazonaws.com', 'v1')];
  const unready = [{ type: 'Ready', status: 'False', reason: 'UnhealthyDependents', message: 'SubnetsReady=False' }];
  const objects = [anAutoModeNodeClassObject(), anAutoModeNodeClassObject('own', unready)];
  const collected = (autoMode: boolean, kube: Partial<World['kube']> = { served }, deny: string[] = []) =>
    kubeFacts(objects, ['autoModeNodeClasses'], { kube, deny, own: { cluster: ofCluster({ ...aCluster, autoMode }) } });

  it('keep their conditions', async () => {
    const { readings } = await collected(true);
    expect(readings.autoModeNodeClasses).toMatchObject({
      ok: true,
      value: [
        { name: 'default', apiVersion: 'eks.amazonaws.com/v1', ready: true, readyMessage: null },
        { name: 'own', ready: false, readyMessage: 'UnhealthyDependents: SubnetsReady=False', conditions: unready },
      ],
    });
  });

  it('tell who applies them', async () => {
    const labels = { 'kustomize.toolkit.fluxcd.io/name': 'pools' };
    const object = anAutoModeNodeClassObject('own') as { metadata: Json };
    Object.assign(object.metadata, { labels });
    const own = { cluster: ofCluster({ ...aCluster, autoMode: true }) };
    const { readings } = await kubeFacts([object], ['autoModeNodeClasses'], { kube: { served }, own });
    expect(readings.autoModeNodeClasses).toMatchObject({
      ok: true,
      value: [{ name: 'own', owner: { managedBy: 'Flux', applier: { kind: 'Kustomization', name: 'pools' } } }],
    });
  });

  it('are not requested without Auto Mode', async () => {
    const { readings, paths } = await collected(false);
    expect(readings.autoModeNodeClasses).toEqual({ ok: true, value: [] });
    expect(paths).toEqual([]);
  });

  it.each<[string, Partial<World['kube']>, string[], string]>([
    ['denied', { served }, ['nodeclasses.eks.amazonaws.com: list'], 'denied'],
    ['missing from discovery', { served: [] }, [], 'absent'],
  ])('are unknown if they are %s', async (_what, kube, deny, kind) => {
    const { readings } = await collected(true, kube, deny);
    expect(readings.autoModeNodeClasses).toMatchObject({ ok: false, reason: { kind } });
  });
});
