import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { mostObjects } from '../../src/facts/introduced-objects.ts';
import { chooseChecks } from '../../src/commands/select-checks.ts';
import { collectors } from '../../src/collectors/index.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { aWrittenObject } from '../world/api-objects.ts';
import { anAllocatedAddress, deviceObjects, controlPlaneObjects, policyObjects } from '../world/introduced-objects.ts';
import type { Fault, World } from '../world/world.ts';
import { kubeFacts } from './kube-facts.ts';

/** Objects of kinds that the API server's own version introduced, against the loopback API server. Pages hold two objects. */

type Json = Record<string, unknown>;

const versions: Readonly<Record<number, string>> = {
  31: 'v1.31.13-eks-3025e55',
  33: 'v1.33.5-eks-3025e55',
  34: 'v1.34.1-eks-3025e55',
  35: 'v1.35.0-eks-3025e55',
  36: 'v1.36.0-eks-3025e55',
  37: 'v1.37.1-eks-3025e55',
};

interface More {
  kube?: Partial<World['kube']>;
  deny?: string[];
  faults?: Fault[];
}

/** The beta versions that EKS enables, as served kinds. */
const betas = loadTable('api-introductions')
  .rows.filter(({ served }) => served === 'eks')
  .map(({ api, kind, resource, namespaced }) => {
    const [group = '', version = ''] = api.split('/');
    return { group, version, kind, resource, namespaced };
  });

async function collectAt(minor: number, objects: readonly Json[], { kube = {}, ...more }: More = {}) {
  const at = { version: versions[minor] ?? '', aggregatedDiscovery: true, ...kube };
  const { readings, paths } = await kubeFacts(objects, ['introducedObjects'], { kube: at, ...more });
  const lists = [...new Set(paths.filter((path) => path.split('/').length > 4))];
  return { reading: readings.introducedObjects, lists: lists.toSorted() };
}

async function readAt(minor: number, objects: readonly Json[], more: More = {}) {
  const { reading } = await collectAt(minor, objects, more);
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

describe('what is listed', () => {
  it.each([
    [31, ['/apis/storage.k8s.io/v1beta1/volumeattributesclasses']],
    [
      33,
      [
        '/apis/networking.k8s.io/v1/ipaddresses',
        '/apis/networking.k8s.io/v1/servicecidrs',
        '/apis/resource.k8s.io/v1beta2/deviceclasses',
        '/apis/resource.k8s.io/v1beta2/resourceclaims',
        '/apis/resource.k8s.io/v1beta2/resourceclaimtemplates',
        '/apis/resource.k8s.io/v1beta2/resourceslices',
      ],
    ],
    [
      34,
      [
        '/apis/resource.k8s.io/v1/deviceclasses',
        '/apis/resource.k8s.io/v1/resourceclaims',
        '/apis/resource.k8s.io/v1/resourceclaimtemplates',
        '/apis/resource.k8s.io/v1/resourceslices',
        '/apis/storage.k8s.io/v1/volumeattributesclasses',
      ],
    ],
    [35, []],
    [
      36,
      [
        '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies',
        '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings',
      ],
    ],
    [
      37,
      [
        '/apis/certificates.k8s.io/v1/clustertrustbundles',
        '/apis/certificates.k8s.io/v1/podcertificaterequests',
        '/apis/resource.k8s.io/v1/devicetaintrules',
        '/apis/storagemigration.k8s.io/v1/storageversionmigrations',
      ],
    ],
  ])('on 1.%i, is only what this version introduced', async (minor, paths) => {
    const { reading, lists } = await collectAt(minor, [], { kube: { served: betas } });
    expect(lists).toEqual(paths);
    expect(reading).toMatchObject({ ok: true, value: { version: `1.${minor}`, objects: [] } });
  });

  it('is the older beta where the API server serves only that one', async () => {
    const served = betas.filter(({ version }) => version === 'v1beta1');
    const { kinds } = await readAt(33, [], { kube: { served } });
    expect(kinds).toContainEqual({ resource: 'resourceclaims', api: 'resource.k8s.io/v1beta1', count: 0, omitted: 0 });
  });

  it('is no gap where discovery does not show the kind', async () => {
    const { reading } = await collectAt(33, []);
    expect(reading).not.toHaveProperty('gaps');
    const kinds = reading?.ok === true ? reading.value.kinds : [];
    const byResource = kinds.toSorted((a, b) => (a.resource < b.resource ? -1 : 1));
    expect(byResource.map(({ resource, api, count }) => [resource, api, count])).toEqual([
      ['deviceclasses', null, 0],
      ['ipaddresses', 'networking.k8s.io/v1', 0],
      ['resourceclaims', null, 0],
      ['resourceclaimtemplates', null, 0],
      ['resourceslices', null, 0],
      ['servicecidrs', 'networking.k8s.io/v1', 0],
    ]);
  });
});

describe('an object', () => {
  it('of the control plane is neither counted nor kept, and one beside it is', async () => {
    const own = aWrittenObject('networking.k8s.io/v1', 'ServiceCIDR', 'more', [
      { manager: 'kubectl-create', api: 'networking.k8s.io/v1' },
    ]);
    const { kinds, objects } = await readAt(33, [...controlPlaneObjects(), own]);
    expect(objects).toEqual([
      {
        kind: 'ServiceCIDR',
        namespace: null,
        name: 'more',
        applied: [],
        writers: [
          {
            manager: 'kubectl-create',
            operation: 'Update',
            subresource: null,
            api: 'networking.k8s.io/v1',
            time: '2026-05-04T09:00:00Z',
          },
        ],
      },
    ]);
    expect(kinds.map(({ resource, count }) => [resource, count])).toEqual(
      expect.arrayContaining([
        ['ipaddresses', 0],
        ['servicecidrs', 1],
      ]),
    );
    const bundles = await readAt(37, controlPlaneObjects());
    expect(bundles.objects).toEqual([]);
    expect(bundles.kinds).toContainEqual(expect.objectContaining({ resource: 'clustertrustbundles', count: 0 }));
  });

  it('that the API server created for a Service stays on the API server', async () => {
    const address = anAllocatedAddress('10.100.0.77');
    const other = { ...address, metadata: { name: '10.100.0.78', managedFields: [] } };
    expect(await readAt(33, [address, other])).toMatchObject({ objects: [{ kind: 'IPAddress', name: '10.100.0.78' }] });
  });

  it('of a kind that the version before serves in no API version is kept whoever wrote it, with its owner', async () => {
    expect(await readAt(36, policyObjects())).toMatchObject({
      kinds: [{ count: 1 }, { count: 1 }],
      objects: [
        { kind: 'MutatingAdmissionPolicy', name: 'add-team' },
        { kind: 'MutatingAdmissionPolicyBinding', owner: { applier: { kind: 'Application', name: 'policies' } } },
      ],
    });
  });

  it('of another kind is kept if a client wrote it with the introduced version; the rest is only counted', async () => {
    const { kinds, objects } = await readAt(34, deviceObjects());
    expect(objects.map(({ kind, namespace, name }) => [kind, namespace, name])).toEqual([
      ['DeviceClass', null, 'gpu.example.com'],
      ['ResourceClaimTemplate', 'train', 'gpu'],
      ['ResourceSlice', null, 'node-a-gpu'],
      ['ResourceSlice', null, 'node-b-gpu'],
    ]);
    expect(kinds.map(({ resource, count, omitted }) => [resource, count, omitted])).toEqual(
      expect.arrayContaining([
        ['resourceclaims', 1, 0],
        ['volumeattributesclasses', 1, 0],
        ['resourceslices', 2, 0],
      ]),
    );
    expect(objects[0]).toMatchObject({ owner: { release: 'gpu-driver', releaseNamespace: 'gpu' } });
  });

  it('that belongs to a pod, which is no controller, is kept with the pod', async () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'web', uid: '1' }];
    const request = aWrittenObject('certificates.k8s.io/v1', 'PodCertificateRequest', 'shop/req-1', [], {
      ownerReferences,
    });
    expect(await readAt(37, [request])).toMatchObject({ objects: [{ controller: { kind: 'Pod', name: 'web' } }] });
  });

  it('whose applied manifest names the introduced version is kept without an entry of its writer', async () => {
    const manifest = JSON.stringify({ apiVersion: 'storage.k8s.io/v1', secret: 'planted-secret' });
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': manifest };
    const object = aWrittenObject('storage.k8s.io/v1', 'VolumeAttributesClass', 'fast', [], { annotations });
    const { objects } = await readAt(34, [object]);
    expect(objects).toMatchObject([{ name: 'fast', applied: [{ by: 'kubectl', api: 'storage.k8s.io/v1' }] }]);
    expect(JSON.stringify(objects)).not.toContain('planted-secret');
  });

  it('beyond the first thousand is only counted', async () => {
    const claims = Array.from({ length: mostObjects + 5 }, (_, at) =>
      aWrittenObject('resource.k8s.io/v1', 'ResourceClaim', `train/job-${at}`, [
        { manager: 'kubectl-create', api: 'resource.k8s.io/v1' },
      ]),
    );
    const { kinds, objects } = await readAt(34, claims, { kube: { pageSize: 500 } });
    expect(objects).toHaveLength(mostObjects);
    expect(kinds).toContainEqual(
      expect.objectContaining({ resource: 'resourceclaims', count: mostObjects + 5, omitted: 5 }),
    );
  });
});

describe('what was not seen', () => {
  const many = ['a', 'b', 'c'].map((name) =>
    aWrittenObject('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', name, [
      { manager: 'kubectl', api: 'admissionregistration.k8s.io/v1', operation: 'Apply' },
    ]),
  );
  const on = 'mutatingadmissionpolicies.admissionregistration.k8s.io: list';

  it('is a gap for each kind that is denied, with its permission; the other kinds are read', async () => {
    const { reading } = await collectAt(36, policyObjects(), { deny: [on] });
    expect(reading).toMatchObject({
      ok: true,
      value: { objects: [{ kind: 'MutatingAdmissionPolicyBinding' }] },
      gaps: [
        {
          what: 'mutatingadmissionpolicies.admissionregistration.k8s.io',
          reason: { kind: 'denied', permission: on },
        },
      ],
    });
    const kinds = reading?.ok === true ? reading.value.kinds : [];
    expect(kinds).toContainEqual({ resource: 'mutatingadmissionpolicies', api: null, count: null, omitted: 0 });
  });

  it('is the whole kind where its second page is denied', async () => {
    const { reading } = await collectAt(36, many, { faults: [{ on, does: { status: 403 }, from: 1 }] });
    expect(reading).toMatchObject({ ok: true, value: { objects: [] }, gaps: [{ reason: { kind: 'denied' } }] });
  });

  it('makes the reading inconsistent where the pages of a kind are of several moments', async () => {
    const faults = [1, 3].map((from) => ({ on, does: { status: 410 }, from, count: 1 }));
    const { reading } = await collectAt(36, many, { faults });
    expect(reading).toMatchObject({ ok: true, inconsistent: true, value: { objects: [{}, {}, {}] } });
  });

  it.each([
    ['/apis: get', /denied/],
    ['/version: get', /denied/],
  ])('is everything without %s', async (deny, kind) => {
    const { reading } = await collectAt(36, many, { deny: [deny] });
    expect(reading).toMatchObject({ ok: false, reason: { kind: expect.stringMatching(kind) as unknown } });
  });

  it('is everything where the version of the API server is unknown', async () => {
    const { reading } = await collectAt(36, many, { kube: { version: 'an unknown build' } });
    expect(reading).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });

  it('is a kind with an object that cannot be read', async () => {
    const odd = { ...many[0], metadata: { name: 'a', managedFields: {} } };
    const { reading } = await collectAt(36, [odd]);
    expect(reading).toMatchObject({ ok: true, gaps: [{ reason: { kind: 'unreadable' } }] });
  });
});

it('is read for a rollback and by collect, and not for an update', () => {
  const read = (...args: [object, 'both'?]) =>
    chooseChecks({ checks, collectors }, ...args).needed.has('introducedObjects');
  expect([read({}), read({ rollback: true }), read({}, 'both')]).toEqual([false, true, true]);
});
