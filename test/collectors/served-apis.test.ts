import { describe, expect, it } from 'vitest';
import { kubeFacts } from './kube-facts.ts';

/** Which removed API versions an API server serves, by discovery alone. */

const aggregated = { version: 'v1.33.5-eks-3025e55', aggregatedDiscovery: true };
const served = (api: string, resource: string, kind: string) => {
  const [group = '', version = ''] = api.split('/');
  return { group, version, resource, kind, namespaced: false };
};

describe('the API versions that go away', () => {
  it('are those of the table that a server of 1.24 shows, group by group, without a list of objects', async () => {
    const kube = { version: 'v1.24.17-eks-5e0fdde', aggregatedDiscovery: false };
    const { readings, paths } = await kubeFacts([], ['servedApis'], { kube });
    expect(readings.servedApis).toEqual({
      ok: true,
      value: [
        ['autoscaling/v2beta1', 'horizontalpodautoscalers'],
        ['batch/v1beta1', 'cronjobs'],
        ['discovery.k8s.io/v1beta1', 'endpointslices'],
        ['events.k8s.io/v1beta1', 'events'],
        ['node.k8s.io/v1beta1', 'runtimeclasses'],
        ['policy/v1beta1', 'poddisruptionbudgets'],
        ['policy/v1beta1', 'podsecuritypolicies'],
        ['autoscaling/v2beta2', 'horizontalpodautoscalers'],
        ['flowcontrol.apiserver.k8s.io/v1beta1', 'flowschemas'],
        ['flowcontrol.apiserver.k8s.io/v1beta1', 'prioritylevelconfigurations'],
        ['storage.k8s.io/v1beta1', 'csistoragecapacities'],
        ['flowcontrol.apiserver.k8s.io/v1beta2', 'flowschemas'],
        ['flowcontrol.apiserver.k8s.io/v1beta2', 'prioritylevelconfigurations'],
      ].map(([api, resource]) => ({ api, resource })),
    });
    // Discovery lists no objects: no path below a version is requested.
    expect(paths.filter((path) => path.split('/').length > 4)).toEqual([]);
  });

  it('are none on 1.33, at the price of one request', async () => {
    const { readings, paths } = await kubeFacts([], ['servedApis'], { kube: aggregated });
    expect(readings.servedApis).toEqual({ ok: true, value: [] });
    expect(paths.filter((path) => path !== '/version')).toEqual(['/apis']);
  });

  it('are those that EKS alone turns on, too', async () => {
    const kube = {
      ...aggregated,
      served: [served('storage.k8s.io/v1beta1', 'volumeattributesclasses', 'VolumeAttributesClass')],
    };
    const { readings } = await kubeFacts([], ['servedApis'], { kube });
    expect(readings.servedApis).toEqual({
      ok: true,
      value: [{ api: 'storage.k8s.io/v1beta1', resource: 'volumeattributesclasses' }],
    });
  });

  it('are not seen, rather than none, where discovery is denied', async () => {
    const { readings } = await kubeFacts([], ['servedApis', 'apiObjects'], { kube: aggregated, deny: ['/apis: get'] });
    expect(readings.servedApis).toMatchObject({ ok: false, reason: { kind: 'denied', permission: '/apis: get' } });
    expect(readings.apiObjects).toMatchObject({ ok: false, reason: { kind: 'denied', permission: '/apis: get' } });
  });
});
