import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aConfigurationObject,
  aCrdObject,
  anApiService,
  aWebhookObject,
  aWebhookRule,
  caBundle,
} from '../world/api-extensions.ts';
import type { World } from '../world/world.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { startScannedCluster, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';

/**
 * What dead backends of a webhook that fails closed, of an aggregated API and of a CRD's conversion do to a real API
 * server, and what the report says about them. Also: a stored version cannot be removed from a CRD.
 */

type Json = Record<string, unknown>;

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const guard = { namespace: 'kube-system', name: 'guard' };
const clientConfig = { service: { ...guard, path: '/convert' }, caBundle };
const converts = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const next = [
  { name: 'v1', served: true, storage: true, schema },
  { name: 'v1alpha1', served: false, storage: false, schema },
];

/** The healthy world with three CRDs, and a webhook and an aggregated API without backends. */
function withDeadBackends(): World {
  const world = healthyLiveWorld();
  const { status: _theServersOwn, ...api } = anApiService('v1.lab.example.com', 'kube-system/lab');
  const wrong: Json[] = [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: guard,
      spec: { selector: { app: 'guard' }, ports: [{ port: 443 }] },
    },
    aConfigurationObject('Validating', 'guard', [
      aWebhookObject('pods.guard.example.com', {
        calls: 'kube-system/guard',
        rules: [aWebhookRule('', ['pods'], ['CREATE'])],
      }),
    ]),
    api,
    aCrdObject('widgets.lab.example.org', { kind: 'Widget' }),
    aCrdObject('gadgets.lab.example.org', { kind: 'Gadget' }),
    aCrdObject('tools.lab.example.org', { kind: 'Tool' }),
  ];
  return { ...world, kube: { ...world.kube, objects: [...world.kube.objects, ...wrong] } };
}

describe('dead backends on an API server of 1.34.1', () => {
  let cluster: ScannedCluster;
  let scan: Scan;

  const patched = async (name: string, spec: Json): Promise<number> => {
    const patch = 'application/merge-patch+json';
    return (await cluster.live.admin('PATCH', `${crds}/${name}`, { spec }, patch)).status;
  };

  beforeAll(async () => {
    cluster = await startScannedCluster(withDeadBackends());
    await grantPrintedPermissions(cluster);
    const gadgets = '/apis/lab.example.org/v1alpha1/gadgets';
    const gadget = { apiVersion: 'lab.example.org/v1alpha1', kind: 'Gadget', metadata: { name: 'one' } };
    expect((await cluster.live.admin('POST', gadgets, gadget)).status).toBe(201);
    expect(await patched('widgets.lab.example.org', { versions: next })).toBe(200);
    const both = [next[0], { ...next[1], served: true }];
    for (const name of ['gadgets', 'tools']) {
      expect(await patched(`${name}.lab.example.org`, { versions: both, conversion: converts })).toBe(200);
    }
  });
  afterAll(() => cluster?.close());

  const listedAtV1 = (plural: string) => cluster.live.admin('GET', `/apis/lab.example.org/v1/${plural}`);

  it('keep it from listing what the garbage collector lists', async () => {
    await expect
      .poll(async () => (await listedAtV1('gadgets')).body)
      .toMatchObject({ message: expect.stringContaining('conversion webhook') });
  });

  it('do not matter for a kind without objects, which the CRD does not say', async () => {
    await expect.poll(async () => (await listedAtV1('tools')).status).toBe(200);
  });

  it('are noticed by it where they serve a part of the API', async () => {
    const path = '/apis/apiregistration.k8s.io/v1/apiservices/v1.lab.example.com';
    await expect
      .poll(async () => (await cluster.live.admin('GET', path)).body)
      .toMatchObject({ status: { conditions: [{ type: 'Available', status: 'False' }] } });
  });

  it('are what the report names', async () => {
    scan = await cluster.scan();
    expect([scan.code, scan.report.verdict, scan.stderr]).toEqual([1, 'blocked', '']);
    expect(listFindingLines(scan)).toEqual([
      'warn now apis/api-services: APIService v1.lab.example.com',
      'warn now apis/crd-versions: CustomResourceDefinition widgets.lab.example.org',
      'fail now apis/webhooks: ValidatingWebhookConfiguration guard',
      'warn now apis/webhooks: CustomResourceDefinition gadgets.lab.example.org (and 1 more)',
    ]);
  });

  it('keep the API server from creating a pod in kube-system', async () => {
    const pod = { metadata: { name: 'one' }, spec: { containers: [{ name: 'app', image: 'registry.example/app:1' }] } };
    const { status, body } = await cluster.live.admin('POST', '/api/v1/namespaces/kube-system/pods', pod);
    expect([status, body]).toEqual([
      500,
      expect.objectContaining({ message: expect.stringContaining('failed calling webhook "pods.guard.example.com"') }),
    ]);
  });

  it('and a stored version cannot be removed from a CRD', async () => {
    expect(await patched('widgets.lab.example.org', { versions: next.slice(0, 1) })).toBe(422);
  });

  it('are told with the reason that the API server gives', () => {
    const own = scan.report.results.find(({ id }) => id === 'apis/api-services');
    expect(own?.findings[0]?.message).toMatch(/^the aggregated API is unavailable \(ServiceNotFound\): /);
  });
});
