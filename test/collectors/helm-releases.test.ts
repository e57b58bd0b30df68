import { describe, expect, it } from 'vitest';
import type { HelmRelease } from '../../src/facts/helm.ts';
import { aHelmSecret } from '../world/helm.ts';
import { karpenterCrdObjects } from '../world/karpenter-crds.ts';
import { karpenterDeploymentObject } from '../world/karpenter-manifests.ts';
import type { World } from '../world/world.ts';
import { kubeFacts } from './kube-facts.ts';

/** Helm releases of Karpenter over real sockets. Pages hold two objects. */

type Json = Record<string, unknown>;

async function taken(objects: readonly Json[], options: { kube?: Partial<World['kube']>; deny?: string[] } = {}) {
  const { readings, paths } = await kubeFacts(
    [karpenterDeploymentObject({ version: '1.8.8' }), ...objects],
    ['helmReleases'],
    options,
  );
  return { reading: readings.helmReleases, paths: paths.filter((path) => path.includes('secrets')) };
}

async function releases(objects: readonly Json[]): Promise<HelmRelease[]> {
  const { reading } = await taken(objects);
  if (reading?.ok !== true || reading.gaps !== undefined) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const values = {
  settings: { clusterName: 'prod', aws: { interruptionQueueName: 'planted-queue', tags: { team: 'planted' } } },
  webhook: { enabled: true, serviceName: '' },
  controller: { env: [{ name: 'TOKEN', value: 'planted-token' }], image: { tag: 'planted-tag', digest: '' } },
  serviceAccount: null,
};

describe('releases', () => {
  it('are the newest revision of each, on whatever page it is, with the paths of their values and no value', async () => {
    const objects = [
      ...[1, 2, 10, 9].map((revision) =>
        aHelmSecret('karpenter', { revision, status: 'superseded', chartVersion: '1.5.0' }),
      ),
      aHelmSecret('karpenter', { revision: 11, status: 'pending-upgrade', chartVersion: 'v0.32.1', values }),
      aHelmSecret('karpenter-crd', { revision: 3 }),
      aHelmSecret('ingress-nginx', { revision: 4 }),
    ];
    const { reading, paths } = await taken(objects);
    expect(reading).toEqual({
      ok: true,
      value: [
        {
          namespace: 'kube-system',
          name: 'karpenter',
          revision: 11,
          status: 'pending-upgrade',
          chart: 'karpenter',
          chartVersion: 'v0.32.1',
          values: [
            'controller.image.tag',
            'settings.aws.interruptionQueueName',
            'settings.aws.tags.team',
            'settings.clusterName',
            'webhook.enabled',
          ],
        },
        expect.objectContaining({ name: 'karpenter-crd', revision: 3, chart: 'karpenter-crd', values: [] }),
      ],
    });
    expect(JSON.stringify(reading)).not.toContain('planted');
    expect(paths.filter((path) => path.includes('/namespaces/'))).toHaveLength(2);
  });

  it('are none where Helm holds none, and none of other charts under the name', async () => {
    expect(await releases([])).toEqual([]);
    expect(await releases([aHelmSecret('karpenter', { chart: 'karpenter-dashboard' })])).toEqual([]);
  });

  it('are looked for under no owner that is no name of Helm', async () => {
    const objects = [...karpenterCrdObjects('1.8.8', { release: 'a),owner in (x' }), aHelmSecret('karpenter')];
    expect((await releases(objects)).map(({ name }) => name)).toEqual(['karpenter']);
  });

  it('are looked for under the name that owns the CRDs', async () => {
    const objects = [
      ...karpenterCrdObjects('1.8.8', { release: 'autoscaling-crds' }),
      aHelmSecret('autoscaling-crds', { chart: 'karpenter-crd' }),
    ];
    expect((await releases(objects)).map(({ name }) => name)).toEqual(['autoscaling-crds']);
  });
});

describe('what cannot be read', () => {
  it('is a gap of the one release: data that is no release, a Secret without it', async () => {
    const inner = Buffer.from('planted').toString('base64');
    const broken = { ...aHelmSecret('karpenter'), data: { release: Buffer.from(inner).toString('base64') } };
    const other = { ...aHelmSecret('karpenter-crd'), data: {} };
    const { reading } = await taken([broken, other]);
    if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
    expect(reading.gaps?.map(({ what }) => what).toSorted()).toEqual([
      'the Helm release kube-system/karpenter',
      'the Helm release kube-system/karpenter-crd',
    ]);
    expect(reading.value.map(({ chart }) => chart)).toEqual([null, null]);
    expect(JSON.stringify(reading)).not.toContain('planted');
  });

  it('is nothing that only has the labels of a release', async () => {
    const labels = { owner: 'helm', name: 'karpenter' };
    const settings = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'kube-system', name: 'karpenter-settings', labels },
      data: { release: 'stable' },
    };
    const { reading } = await taken([aHelmSecret('karpenter'), settings]);
    expect(reading).toMatchObject({ ok: true, value: [{ name: 'karpenter', chart: 'karpenter' }] });
    expect(reading).not.toHaveProperty('gaps');
  });

  it.each(['secrets: list', 'secrets: get'])('is told with the permission: %s', async (permission) => {
    const { reading } = await taken([aHelmSecret('karpenter')], { deny: [permission] });
    const reasons = reading?.ok === true ? reading.gaps?.map(({ reason }) => reason) : [reading?.reason];
    expect(reasons?.map((reason) => reason?.permission)).toEqual([permission]);
  });
});
