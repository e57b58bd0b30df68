import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settledAudit } from './audit.ts';
import { usualVersion } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { referenceToken, type ReferenceToken } from './reference-token.ts';
import { applyAll, type Manifest } from './seed.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const user = { username: 'arn:aws:sts::111122223333:assumed-role/scanner/ci', groups: ['readers'] };
const node: Manifest = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'ip-10-0-0-1.eu-west-1.compute.internal' },
  status: { nodeInfo: nodeInfo('v1.33.5-eks-3025e55') },
};

let cluster: LiveCluster;

beforeAll(async () => {
  cluster = await startLiveCluster({ cluster: 'shop', region: 'eu-west-1', credentials: [{ ...credentials, user }] });
});
afterAll(() => cluster?.stop());

function nodeInfo(kubeletVersion: string): Record<string, string> {
  const names = ['architecture', 'bootID', 'containerRuntimeVersion', 'kernelVersion', 'kubeProxyVersion', 'machineID'];
  const others = [...names, 'operatingSystem', 'osImage', 'systemUUID'].map((name) => [name, '']);
  return { ...Object.fromEntries(others), kubeletVersion };
}

function token(changes: Partial<ReferenceToken> = {}): string {
  return referenceToken({ cluster: 'shop', region: 'eu-west-1', credentials, ...changes });
}

describe('the server', () => {
  it('is the version it is built from', async () => {
    const { status, body } = await cluster.admin('GET', '/version');
    expect({ status, body }).toMatchObject({ status: 200, body: { gitVersion: usualVersion, minor: '34' } });
  });

  it('answers aggregated discovery, without the alpha versions', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { body } = await cluster.request('GET', '/apis', { token: cluster.adminToken, accept });
    expect(body).toMatchObject({ kind: 'APIGroupDiscoveryList' });
    const { items } = body as { items: { metadata: { name: string }; versions: { version: string }[] }[] };
    const served = items.flatMap(({ metadata, versions }) =>
      versions.map(({ version }) => `${metadata.name}/${version}`),
    );
    expect(served).toEqual(expect.arrayContaining(['apps/v1', 'policy/v1', 'flowcontrol.apiserver.k8s.io/v1']));
    expect(served.filter((name) => name.includes('alpha'))).toEqual([]);
  });

  it('lets nobody anonymous see nodes', async () => {
    expect(await cluster.request('GET', '/api/v1/nodes')).toMatchObject({ status: 403 });
  });
});

describe('seeding', () => {
  it('keeps the status of a node, and adds no taint', async () => {
    await applyAll(cluster, [node]);
    const { body } = await cluster.admin('GET', `/api/v1/nodes/${node.metadata.name}`);
    expect(body).toMatchObject({ status: { nodeInfo: { kubeletVersion: 'v1.33.5-eks-3025e55' } } });
    expect(body).not.toHaveProperty('spec.taints');
  });

  it('creates in the order needed, with status, twice over', async () => {
    await applyAll(cluster, [...widgets(), ...workloads()]);
    await applyAll(cluster, [...widgets(), ...workloads()]);
    const { body: pod } = await cluster.admin('GET', '/api/v1/namespaces/shop/pods/cart-1');
    expect(pod).toMatchObject({ status: { phase: 'Running' } });
    const { body: deployment } = await cluster.admin('GET', '/apis/apps/v1/namespaces/shop/deployments/cart');
    expect(deployment).toMatchObject({ status: { readyReplicas: 1 } });
    const { body: widget } = await cluster.admin('GET', '/apis/example.com/v1/widgets/one');
    expect(widget).toMatchObject({ spec: { size: 1 }, status: { phase: 'Ready' } });
  });

  it('tells what the server refuses', async () => {
    const bad = { ...node, metadata: { name: 'Not A Name' } };
    await expect(applyAll(cluster, [bad])).rejects.toThrow(/Not%20A%20Name: 422 Node "Not A Name" is invalid/);
    await expect(applyAll(cluster, [{ ...node, kind: 'Nod' }])).rejects.toThrow('v1 serves no Nod');
  });
});

describe('EKS tokens', () => {
  it('a good one is who its access entry says, and audited', async () => {
    await applyAll(cluster, readersMaySeeNodes());
    const sent = { token: token(), userAgent: 'scanner/1' };
    await expect.poll(() => cluster.request('GET', '/api/v1/nodes?limit=500', sent)).toMatchObject({ status: 200 });
    expect(await cluster.request('GET', '/api/v1/secrets', sent)).toMatchObject({ status: 403 });
    const listRequest = { verb: 'list', apiGroup: '', apiVersion: 'v1', isDeprecated: false };
    const entry = { ...listRequest, user: user.username, userAgent: 'scanner/1' };
    const audit = await settledAudit(cluster.auditLog, user.username);
    expect(audit).toContainEqual({ ...entry, uri: '/api/v1/nodes?limit=500', resource: 'nodes', code: 200 });
    expect(audit.at(-1)).toEqual({ ...entry, uri: '/api/v1/secrets', resource: 'secrets', code: 403 });
    expect(cluster.reviews.at(-1)?.verdict).toEqual({ accepted: true, accessKeyId: 'AKIDEXAMPLE', user });
  });

  const refused: [sentence: string, changes: Partial<ReferenceToken>, reason: RegExp][] = [
    ['for another cluster', { cluster: 'other' }, /for cluster "shop"/],
    ['for another region', { region: 'us-east-1' }, /unexpected host/],
    ['for an emulator', { host: 'localhost:4566' }, /unexpected host/],
    ['of another secret', { credentials: { ...credentials, secretAccessKey: 'other' } }, /signature/],
    ['of an unknown key', { credentials: { ...credentials, accessKeyId: 'AKIDOTHER' } }, /unknown access key/],
    ['16 minutes old', { date: new Date(Date.now() - 16 * 60_000) }, /15 minutes old/],
  ];
  it.each(refused)('one %s is refused', async (_sentence, changes, reason) => {
    const { status } = await cluster.request('GET', '/api/v1/nodes', { token: token(changes) });
    expect(status).toBe(401);
    expect(cluster.reviews.at(-1)?.verdict).toEqual({ accepted: false, reason: expect.stringMatching(reason) });
  });

  it('a refused one is audited without a user', async () => {
    await cluster.request('GET', '/api/v1/pods', { token: 'nonsense', userAgent: 'stranger' });
    const audit = await settledAudit(cluster.auditLog, '');
    expect(audit.filter(({ userAgent }) => userAgent === 'stranger')).toMatchObject([{ code: 401 }]);
  });
});

function readersMaySeeNodes(): Manifest[] {
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const metadata = { name: 'readers' };
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'readers' };
  const rules = [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] }];
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'readers' }];
  return [
    { apiVersion, kind: 'ClusterRoleBinding', metadata, roleRef, subjects },
    { apiVersion, kind: 'ClusterRole', metadata, rules },
  ];
}

function workloads(): Manifest[] {
  const template = {
    metadata: { labels: { app: 'cart' } },
    spec: { serviceAccountName: 'cart', containers: [{ name: 'cart', image: 'cart:1' }] },
  };
  const inShop = (name: string): Manifest['metadata'] => ({ name, namespace: 'shop' });
  return [
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata: inShop('small'), spec: { hard: { pods: '1' } } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...inShop('cart-1'), resourceVersion: '77', ...template.metadata },
      spec: { ...template.spec, nodeName: node.metadata.name },
      status: { phase: 'Running' },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: inShop('cart'),
      spec: { replicas: 1, selector: { matchLabels: { app: 'cart' } }, template },
      status: { replicas: 1, readyReplicas: 1, availableReplicas: 1, updatedReplicas: 1 },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'coredns', namespace: 'kube-system' }, data: { a: 'b' } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', labels: { seen: 'yes' } } },
  ];
}

function widgets(): Manifest[] {
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: open } };
  const spec = {
    group: 'example.com',
    scope: 'Cluster',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [{ ...version, subresources: { status: {} } }],
  };
  return [
    {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'one' },
      spec: { size: 1 },
      status: { phase: 'Ready' },
    },
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec,
    },
  ];
}
