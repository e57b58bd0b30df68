import { describe, expect, it } from 'vitest';
import { helmManifestsWith } from '../../src/collectors/kube/helm/manifests.ts';
import type { HelmManifest, HelmObject } from '../../src/facts/helm.ts';
import type { FactName } from '../../src/facts/facts.ts';
import {
  aHelmConfigMap,
  aHelmSecret,
  packed,
  buildRelease,
  withContent,
  type HelmReleaseOptions,
} from '../world/helm.ts';
import { karpenterDeploymentObject } from '../world/karpenter-manifests.ts';
import { kubeFacts } from './kube-facts.ts';

/** Helm releases of all charts over real sockets. Pages hold two objects. */

type Json = Record<string, unknown>;

const own: FactName[] = ['helmManifests'];

async function collectFact(
  objects: readonly Json[],
  options: Parameters<typeof kubeFacts>[2] = {},
  facts: readonly FactName[] = own,
) {
  const { readings, paths } = await kubeFacts(objects, facts, options);
  const reading = readings.helmManifests;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  expect(JSON.stringify(readings)).not.toContain('planted');
  return { ...reading, paths: paths.filter((path) => /secrets|configmaps/.test(path)) };
}

async function releases(...objects: readonly Json[]): Promise<HelmManifest[]> {
  const { value, gaps } = await collectFact(objects);
  expect(gaps).toBeUndefined();
  return value;
}

const place = { namespace: 'shop', chartVersion: '1.2.3' };
const budget = 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata:\n  name: cart\n';
const cart: HelmObject = {
  api: 'policy/v1beta1',
  kind: 'PodDisruptionBudget',
  namespace: 'shop',
  name: 'cart',
  hook: null,
};

function secret(options: HelmReleaseOptions = {}): Json {
  return aHelmSecret('cart', { ...place, ...options });
}

async function readObjects(options: HelmReleaseOptions): Promise<HelmObject[]> {
  const [release] = await releases(secret(options));
  return release?.objects ?? [];
}

describe('the revision', () => {
  it.each<[string, [revision: number, status: string][], Pick<HelmManifest, 'revision' | 'status' | 'newest'>]>([
    [
      'is the newest that is deployed, on whatever page',
      [
        [9, 'superseded'],
        [10, 'deployed'],
        [2, 'superseded'],
        [1, 'superseded'],
      ],
      { revision: 10, status: 'deployed', newest: { revision: 10, status: 'deployed' } },
    ],
    [
      'is the newer of two that are deployed',
      [
        [3, 'deployed'],
        [11, 'deployed'],
        [4, 'superseded'],
      ],
      { revision: 11, status: 'deployed', newest: { revision: 11, status: 'deployed' } },
    ],
    [
      'is the deployed one below one that failed',
      [
        [3, 'deployed'],
        [4, 'failed'],
      ],
      { revision: 3, status: 'deployed', newest: { revision: 4, status: 'failed' } },
    ],
    [
      'is the deployed one below one that is pending',
      [
        [3, 'deployed'],
        [4, 'pending-upgrade'],
      ],
      { revision: 3, status: 'deployed', newest: { revision: 4, status: 'pending-upgrade' } },
    ],
    [
      'is the newest where none is deployed',
      [
        [1, 'failed'],
        [2, 'failed'],
      ],
      { revision: 2, status: 'failed', newest: { revision: 2, status: 'failed' } },
    ],
    [
      'is the deployed one below one that was uninstalled',
      [
        [1, 'deployed'],
        [2, 'uninstalled'],
      ],
      { revision: 1, status: 'deployed', newest: { revision: 2, status: 'uninstalled' } },
    ],
  ])('%s', async (_it, revisions, expected) => {
    const objects = revisions.map(([revision, status]) =>
      secret({ revision, status, manifest: budget.replace('cart', `of-${revision}`) }),
    );
    const { value, paths } = await collectFact(objects);
    const objectsRead = [{ ...cart, name: `of-${expected.revision}` }];
    const chart = { chart: 'cart', chartVersion: '1.2.3' };
    expect(value).toEqual([
      { namespace: 'shop', name: 'cart', storage: 'Secret', ...expected, ...chart, objects: objectsRead },
    ]);
    expect(paths.filter((path) => path.includes('/namespaces/'))).toEqual([
      `/api/v1/namespaces/shop/secrets/sh.helm.release.v1.cart.v${expected.revision}`,
    ]);
  });

  it('is none where the release was uninstalled, and its history kept', async () => {
    const { value, paths } = await collectFact([secret({ status: 'uninstalled' })]);
    expect(value).toEqual([]);
    expect(paths.filter((path) => path.includes('/namespaces/'))).toEqual([]);
  });

  it('is one for each namespace, and for each storage', async () => {
    const value = await releases(
      secret(),
      aHelmSecret('cart', { namespace: 'edge' }),
      aHelmConfigMap('cart', { ...place, manifest: budget }),
    );
    expect(value.map(({ namespace, storage, objects }) => [namespace, storage, objects.length])).toEqual([
      ['edge', 'Secret', 0],
      ['shop', 'Secret', 0],
      ['shop', 'ConfigMap', 1],
    ]);
  });
});

const twoDocuments = `---\n# Source: cart/templates/pdb.yaml\n${budget}---\n${budget.replace('cart', 'jobs')}`;

/** Lines that make a document large: `key-0: planted`. */
const long = Array.from({ length: 2000 }, (_, index) => `key-${index}: planted\n`).join('');

describe('the objects', () => {
  it.each<[string, string, readonly Partial<HelmObject>[]]>([
    ['of one document', budget, [{}]],
    ['of several documents', twoDocuments, [{}, { name: 'jobs' }]],
    ['of documents with Windows line ends', twoDocuments.replaceAll('\n', '\r\n'), [{}, { name: 'jobs' }]],
    [
      'beside empty documents and comments',
      `\n---\n---\n# policy/v1beta1, PodDisruptionBudget\n---\n\n---\n${budget}`,
      [{}],
    ],
    [
      'of JSON with escapes',
      '{"kind": "PodDisruptionBudget", "apiVersion": "policy\\/v1beta1", "metadata": {"name": "cart"}}',
      [{}],
    ],
    ['of JSON', '{"kind": "PodDisruptionBudget", "apiVersion": "policy/v1beta1", "metadata": {"name": "cart"}}', [{}]],
    [
      'in the namespace that the manifest names',
      budget.replace('name: cart', 'name: cart\n  namespace: edge'),
      [{ namespace: 'edge' }],
    ],
    ['with a generated name', budget.replace('name: cart', 'generateName: cart-'), [{ name: 'cart-' }]],
    [
      'of kinds without a namespace',
      'apiVersion: storage.k8s.io/v1beta1\nkind: VolumeAttributesClass\nmetadata: {name: gold, namespace: shop}\n',
      [{ api: 'storage.k8s.io/v1beta1', kind: 'VolumeAttributesClass', namespace: null, name: 'gold' }],
    ],
    [
      'of a List',
      `apiVersion: v1\nkind: List\nitems:\n- ${budget.replaceAll('\n', '\n  ')}\n- {apiVersion: v1, kind: Secret}\n`,
      [{}],
    ],
    [
      'of a list of the kind, whose items say nothing',
      'apiVersion: policy/v1beta1\nkind: PodDisruptionBudgetList\nitems: [{metadata: {name: cart}}, {metadata: {name: jobs}}]',
      [{}, { name: 'jobs' }],
    ],
    [
      'with keys that stand twice, and by anchors',
      'x: &gone policy/v1beta1\napiVersion: v1\napiVersion: *gone\nkind: PodDisruptionBudget\nmetadata: {name: cart}\n',
      [{}],
    ],
  ])('%s', async (_it, manifest, expected) => {
    expect(await readObjects({ manifest })).toEqual(expected.map((part) => ({ ...cart, ...part })));
  });

  it.each<[string, string]>([
    ['block style', `${long}${budget}spec:\n  # nothing\n${long}`],
    ['Windows line ends', `${budget}spec:\n  # nothing\n${long}`.replaceAll('\n', '\r\n')],
    [
      'Windows line ends, with its kind at the end',
      `${long}metadata: {name: cart}\napiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n${long}`.replaceAll(
        '\n',
        '\r\n',
      ),
    ],
    ['block style with a list', `${long}apiVersion: v1\nitems:\n- ${budget.replaceAll('\n', '\n  ')}\nkind: List\n`],
    ['JSON', JSON.stringify({ long, apiVersion: cart.api, kind: cart.kind, metadata: { name: 'cart' } })],
  ])('of large documents: %s', async (_it, manifest) => {
    expect(await readObjects({ manifest })).toEqual([cart]);
  });

  it.each<[string, string]>([
    ['in a newer version', budget.replace('v1beta1', 'v1')],
    ['of a kind that keeps the version', 'apiVersion: storage.k8s.io/v1beta1\nkind: Something\nmetadata: {name: a}\n'],
    ['of custom resources', 'apiVersion: example.com/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n'],
    [
      'in the text of another object',
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  pdb: |\n    ${budget.replaceAll('\n', '\n    ')}\n`,
    ],
    ['in comments', '# apiVersion: policy/v1beta1\n# kind: PodDisruptionBudget\n'],
    ['where there are none', ''],
    ['that are a text', 'policy/v1beta1'],
    ['where what is no YAML names no such version', 'a: [planted\n'],
  ])('are none %s', async (_it, manifest) => {
    expect(await readObjects({ manifest })).toEqual([]);
  });

  it('of hooks have their events', async () => {
    const hooks = [
      { manifest: budget.replace('cart', 'before'), events: ['pre-install', 'pre-upgrade'] },
      { manifest: 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: planted}\n', events: ['post-install'] },
    ];
    expect(await readObjects({ manifest: budget, hooks })).toEqual([
      cart,
      { ...cart, name: 'before', hook: ['pre-install', 'pre-upgrade'] },
    ]);
  });
});

describe('what cannot be read', () => {
  const unpacked = 'its Secret cannot be unpacked: ';
  const noChart = { ...buildRelease('cart'), chart: {} };
  const bomb = packed(`{"manifest":"${' '.repeat(33 * 1024 * 1024)}"}`);
  const whole = Buffer.from(packed(buildRelease('cart', { values: { a: 'planted'.repeat(9000) } })), 'base64');

  it.each<[string, Json, string]>([
    ['no release in it', { ...secret(), data: {} }, `${unpacked}it is empty`],
    ['no gzip', withContent(secret(), Buffer.from('planted')), `${unpacked}it does not contain JSON`],
    ['no base64', withContent(secret(), '%%%%'), `${unpacked}it does not contain JSON`],
    ['cut gzip', withContent(secret(), whole.subarray(0, 60)), `${unpacked}Z_BUF_ERROR`],
    ['broken gzip', withContent(secret(), Buffer.concat([whole.subarray(0, 20), whole])), `${unpacked}Z_DATA_ERROR`],
    ['a bomb', withContent(secret(), bomb), `${unpacked}ERR_BUFFER_TOO_LARGE`],
    ['no JSON', withContent(secret(), packed('planted')), `${unpacked}it does not contain JSON`],
    ['no chart', withContent(secret(), packed(noChart)), `${unpacked}it does not contain a chart`],
    [
      'an empty ConfigMap',
      { ...aHelmConfigMap('cart', place), data: {} },
      'its ConfigMap cannot be unpacked: it is empty',
    ],
    [
      'labels without a status',
      {
        ...secret(),
        metadata: { ...named('sh.helm.release.v1.cart.v1'), labels: { owner: 'helm', name: 'cart', version: '1' } },
      },
      'its labels lack a revision or a status',
    ],
    [
      'a name of another revision',
      { ...secret(), metadata: named('sh.helm.release.v1.cart.v2') },
      'the name sh.helm.release.v1.cart.v2 does not match its labels',
    ],
    [
      'a copy, with another name',
      { ...secret(), metadata: named('backup') },
      'the Secret backup holds it, a name that Helm does not give to releases',
    ],
    [
      'a copy of another type, with labels of another release',
      { ...secret(), type: 'Opaque', metadata: { ...named('backup'), labels: { owner: 'helm', name: 'cart' } } },
      'the Secret backup holds it, a name that Helm does not give to releases',
    ],
    [
      'a copy that is larger than what is unpacked',
      { ...withContent(secret(), bomb), metadata: named('backup') },
      'the Secret backup holds it, a name that Helm does not give to releases',
    ],
    [
      'Helm 2',
      {
        ...aHelmConfigMap('cart'),
        metadata: {
          namespace: 'shop',
          name: 'cart.v1',
          labels: { OWNER: 'TILLER', NAME: 'cart', STATUS: 'DEPLOYED', VERSION: '1' },
        },
      },
      'it is a release of Helm 2, whose format is not supported',
    ],
  ])('is a gap of the one release: %s', async (_it, broken, message) => {
    const { value, gaps } = await collectFact([broken, aHelmSecret('edge', { manifest: budget })]);
    expect(gaps).toEqual([{ what: 'the Helm release shop/cart', reason: { kind: 'unreadable', message } }]);
    expect(value.map(({ name, objects }) => [name, objects.length])).toEqual([['edge', 1]]);
  });

  it.each<[string, string]>([
    ['no YAML', `${budget}\n: [planted`],
    ['aliases that grow', `${budget}a: &a [1]\n${'bcdefghij'.replaceAll(/./g, bombLine)}`],
    ['an object without a kind', 'apiVersion: policy/v1beta1\nmetadata: {name: planted}'],
    ['more than is parsed', budget.replace('name: cart', `name: ${'planted'.repeat(50_000)}`)],
    ['keys in a form of their own, in a large document', `? apiVersion\n: policy/v1beta1\n${long}`],
    [
      'a list that holds itself',
      'apiVersion: v1\nkind: List\nitems: &all\n- {apiVersion: policy/v1beta1, kind: List, items: *all}',
    ],
  ])('is a gap of a manifest, of which the rest is kept: %s', async (_it, broken) => {
    const { value, gaps } = await collectFact([secret({ manifest: `${broken}\n---\n${budget}` })]);
    const message = 'a document in its manifests cannot be read as YAML';
    expect(gaps).toEqual([{ what: 'the Helm release shop/cart', reason: { kind: 'unreadable', message } }]);
    expect(value.map(({ objects }) => objects)).toEqual([[cart]]);
  });

  it('is read where its type is another one, as Helm does', async () => {
    const [release] = await releases({ ...secret({ manifest: budget }), type: 'Opaque' });
    expect(release?.objects).toEqual([cart]);
  });

  it.each<[string, Json]>([
    ['a Secret that holds something else', { ...secret(), type: 'Opaque', data: { password: 'cGxhbnRlZA==' } }],
    ['a Secret whose release is a word', withContent(secret(), 'planted')],
    ['a Secret without any data', { ...secret(), data: undefined }],
    ['a ConfigMap that holds something else', { ...aHelmConfigMap('cart', place), data: { key: 'planted' } }],
    ['a ConfigMap whose release is a word', { ...aHelmConfigMap('cart', place), data: { release: 'planted' } }],
    ['a ConfigMap whose release is a number', { ...aHelmConfigMap('cart', place), data: { release: packed('7') } }],
  ])('is no release, whatever its labels say, without the name that Helm gives: %s', async (_it, other) => {
    const labels = { owner: 'helm', name: 'cart', version: '9', status: 'deployed' };
    const older = secret({ manifest: budget, revision: 2 });
    for (const metadata of [named('settings'), { ...named('settings'), labels }]) {
      const value = await releases({ ...other, metadata }, { ...older });
      expect(value.map(({ revision, storage, objects }) => [revision, storage, objects])).toEqual([
        [2, 'Secret', [cart]],
      ]);
    }
  });

  it('is a gap where what has the labels of a release, and not the name, may not be looked at', async () => {
    const other = { ...secret(), data: {}, metadata: named('settings') };
    const { value, gaps } = await collectFact([other], { deny: ['secrets: get'] });
    expect(gaps?.map(({ what, reason }) => [what, reason.kind, reason.permission])).toEqual([
      ['the Helm release shop/cart', 'denied', 'secrets: get'],
    ]);
    expect(value).toEqual([]);
  });

  it('is what is left of many that only have the labels of a release', async () => {
    const others = Array.from({ length: 203 }, (_, index) => ({
      ...aHelmConfigMap('cart', place),
      metadata: named(`settings-${index}`),
      data: {},
    }));
    const { value, gaps, paths } = await collectFact([...others, secret({ manifest: budget })], {
      kube: { pageSize: 500 },
    });
    const message = 'a scan reads at most 200 ConfigMaps that have the labels of a release and another name';
    const what = '3 ConfigMaps with the labels of a Helm release';
    expect(gaps).toEqual([{ what, reason: { kind: 'truncated', message } }]);
    expect(value.map(({ objects }) => objects)).toEqual([[cart]]);
    expect(paths.filter((path) => path.includes('/configmaps/'))).toHaveLength(200);
  });

  const ten = 'abcdefghij'.split('');

  it('is what is left at the limit of a scan: the rest is not fetched, and named', async () => {
    const objects = ten.map((name) => aHelmSecret(name, { ...place, manifest: budget }));
    const atLimit = (mostBytes: number) =>
      collectFact(objects, { own: { helmManifests: helmManifestsWith({ mostBytes }) } });
    const { value, gaps, paths } = await atLimit(1000);
    // The collector reads at most four releases at a time.
    const read = value.length;
    expect(read).toBeLessThan(8);
    expect(paths.filter((path) => path.includes('/namespaces/'))).toHaveLength(read);
    expect(value.map(({ name }) => name)).toEqual(ten.slice(0, read));
    const [first, second, third] = ten.slice(read);
    const names = `shop/${first}, shop/${second}, shop/${third} and ${7 - read} more`;
    const message = `a scan reads at most 1 kB of Helm releases; not read: ${names}`;
    expect(gaps).toEqual([{ what: `${10 - read} of 10 Helm releases`, reason: { kind: 'truncated', message } }]);
    expect(await atLimit(1e6)).toMatchObject({ value: expect.objectContaining({ length: 10 }) as unknown });
  });

  it('counts against the limit what cannot be unpacked, too', async () => {
    const objects = ten.map((name) => withContent(aHelmSecret(name, place), bomb));
    const own = { helmManifests: helmManifestsWith({ mostBytes: 64e6 }) };
    const { gaps } = await collectFact(objects, { own });
    expect(gaps?.filter(({ reason }) => reason.kind === 'unreadable').length).toBeLessThan(8);
    expect(gaps?.at(-1)?.reason.kind).toBe('truncated');
  });

  it('is a gap where a Secret is deleted in the meantime', async () => {
    const faults = [{ on: 'secrets: get', does: { status: 404 } }];
    const { value, gaps } = await collectFact([secret()], { faults });
    const message = 'its Secret was deleted in the meantime';
    expect(gaps).toEqual([{ what: 'the Helm release shop/cart', reason: { kind: 'inconsistent', message } }]);
    expect(value).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['secrets: list', 'Helm releases in Secrets', ['ConfigMap']],
    ['configmaps: list', 'Helm releases in ConfigMaps', ['Secret']],
    ['secrets: get', 'the Helm release shop/cart', ['ConfigMap']],
    ['configmaps: get', 'the Helm release shop/jobs', ['Secret']],
  ])('is named with the permission, and the rest is read: %s', async (permission, what, read) => {
    const { value, gaps } = await collectFact([secret(), aHelmConfigMap('jobs', place)], { deny: [permission] });
    expect(gaps?.map((gap) => [gap.what, gap.reason.kind, gap.reason.permission])).toEqual([
      [what, 'denied', permission],
    ]);
    expect(value.map(({ storage }) => storage)).toEqual(read);
  });

  it('is the whole list where its second page is denied', async () => {
    const faults = [{ on: 'secrets: list', does: { status: 403 }, from: 1 }];
    const three = ['a', 'b', 'c'].map((name) => aHelmSecret(name, place));
    const { value, gaps } = await collectFact([...three, aHelmConfigMap('jobs', place)], { faults });
    expect(gaps?.map(({ what, reason }) => [what, reason.kind])).toEqual([['Helm releases in Secrets', 'denied']]);
    expect(value.map(({ name }) => name)).toEqual(['jobs']);
  });
});

describe('both facts', () => {
  it('come of one list, and each revision is fetched once', async () => {
    const objects = [
      karpenterDeploymentObject({ version: '1.8.8' }),
      aHelmSecret('karpenter', { revision: 6 }),
      aHelmSecret('karpenter-crd', { revision: 3 }),
      aHelmSecret('karpenter-crd', { revision: 4, status: 'failed' }),
    ];
    const { paths } = await collectFact(objects, {}, ['helmManifests', 'helmReleases']);
    const got = paths.filter((path) => path.includes('/namespaces/')).map((path) => path.split('.v1.')[1]);
    expect(got).toHaveLength(3);
    expect(new Set(got)).toEqual(new Set(['karpenter-crd.v3', 'karpenter-crd.v4', 'karpenter.v6']));
    expect(paths.filter((path) => path === '/api/v1/secrets')).toHaveLength(2);
  });
});

/** Metadata of an object labelled as revision 1 of `shop/cart`. */
function named(name: string): Json {
  return { namespace: 'shop', name, labels: { owner: 'helm', name: 'cart', version: '1', status: 'deployed' } };
}

/** Each line contains the previous one nine times. */
function bombLine(key: string): string {
  const before = String.fromCharCode(key.charCodeAt(0) - 1);
  return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]\n`;
}
