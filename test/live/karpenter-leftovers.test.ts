import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aConfigurationObject, aWebhookObject } from '../world/api-extensions.ts';
import { karpenterDeploymentObject } from '../world/karpenter-manifests.ts';
import { karpenter037World } from '../world/scenarios/karpenter-0-37.ts';
import { withoutKarpenterKinds } from './karpenter-worlds.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * What a webhook that Karpenter before 1.0 left behind does to a real API server: when it refuses NodeClaims, and when
 * the API server never calls it.
 */

const hook = 'validation.webhook.karpenter.sh';
const hookPath = `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${hook}`;
const crdPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/nodeclaims.karpenter.sh';
const claimPath = '/apis/karpenter.sh/v1/nodeclaims';
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const v1 = { name: 'v1', served: true, storage: true, schema };
const beta = { name: 'v1beta1', served: true, storage: false, schema };
const rule = {
  apiGroups: ['karpenter.sh'],
  apiVersions: ['v1beta1'],
  operations: ['CREATE', 'UPDATE'],
  resources: ['nodeclaims', 'nodeclaims/status'],
  scope: '*',
};

/** The CRD with both versions, the Service with the port for metrics alone, and the webhook as the beta charts made it. */
const left: Manifest[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'nodeclaims.karpenter.sh' },
    spec: {
      group: 'karpenter.sh',
      names: { kind: 'NodeClaim', listKind: 'NodeClaimList', plural: 'nodeclaims', singular: 'nodeclaim' },
      scope: 'Cluster',
      versions: [v1, beta],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: 'kube-system', name: 'karpenter' },
    spec: { ports: [{ name: 'http-metrics', port: 8080 }] },
  },
  aConfigurationObject('Validating', hook, [
    aWebhookObject(hook, {
      calls: 'kube-system/karpenter',
      rules: [rule],
      more: {
        clientConfig: { service: { namespace: 'kube-system', name: 'karpenter', port: 8443 } },
      },
    }),
  ]) as Manifest,
  karpenterDeploymentObject({ version: '1.0.14', env: { CLUSTER_NAME: 'prod' } }) as Manifest,
];

describe('a webhook of Karpenter 0.37 beside 1.0 on an API server of 1.34.1', () => {
  let cluster: ScannedCluster;

  beforeAll(async () => {
    cluster = await startScannedCluster(withoutKarpenterKinds(karpenter037World()), 'v1.34.1');
    await applyAll(cluster.live, left);
    await grantPrintedPermissions(cluster);
  });
  afterAll(() => cluster?.close());

  /** Creates a NodeClaim at v1, as Karpenter 1.0 does. */
  const create = async (name: string) => {
    const claim = { apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', metadata: { name }, spec: {} };
    const { status, body } = await cluster.live.admin('POST', `${claimPath}?dryRun=All`, claim);
    return { status, message: (body as { message?: string }).message ?? '' };
  };
  const patch = (path: string, body: unknown, type = 'application/merge-patch+json') =>
    cluster.live.admin('PATCH', path, body, type);
  const setPolicy = async (matchPolicy: string) => {
    const body = { webhooks: [{ name: hook, matchPolicy }] };
    expect((await patch(hookPath, body, 'application/strategic-merge-patch+json')).status).toBe(200);
  };
  const lines = async () => {
    const scan = await cluster.scan(['--target', 'current']);
    return [
      listFindingLines(scan, (id) => id === 'apis/webhooks'),
      scan.report.results.find(({ id }) => id === 'apis/webhooks')?.findings.map(({ message }) => message),
    ];
  };
  const line = `apis/webhooks: ValidatingWebhookConfiguration ${hook}`;
  const calls = `webhook ${hook} calls Service kube-system/karpenter on port 8443, but the Service has port 8080`;

  it('refuses NodeClaims while v1beta1 is served, and fails', async () => {
    await expect
      .poll(() => create('a'))
      .toEqual({
        status: 500,
        message: expect.stringMatching(`failed calling webhook "${hook}".*no service port 8443 found`) as string,
      });
    const [found, messages] = await lines();
    expect(found).toContain(`fail now ${line}`);
    expect(messages?.[0]).toBe(
      `${calls}: the API server rejects requests for NodeClaims, so that Karpenter launches no node`,
    );
  });

  it('refuses none with matchPolicy Exact, and warns', async () => {
    await setPolicy('Exact');
    await expect.poll(async () => (await create('b')).status).toBe(201);
    const [found] = await lines();
    expect(found).toContain(`warn now ${line}`);
    await setPolicy('Equivalent');
    await expect.poll(async () => (await create('b')).status).toBe(500);
  });

  it('refuses them where the CRD has v1beta1 and does not serve it', async () => {
    expect((await patch(crdPath, { spec: { versions: [v1, { ...beta, served: false }] } })).status).toBe(200);
    await expect
      .poll(async () => (await cluster.live.admin('GET', claimPath.replace('/v1/', '/v1beta1/'))).status)
      .toBe(404);
    expect((await create('c')).status).toBe(500);
    const [found] = await lines();
    expect(found).toContain(`fail now ${line}`);
  });

  it('is never called once the CRD has v1 alone, and the report says so', async () => {
    expect((await patch(crdPath, { spec: { versions: [v1] } })).status).toBe(200);
    await expect.poll(async () => (await create('c')).status).toBe(201);
    const [found, messages] = await lines();
    expect(found).toContain(`warn now ${line}`);
    expect(messages?.[0]).toBe(
      `${calls}: the API server never calls it, because its rules match no version of the CRDs`,
    );
  });
});
