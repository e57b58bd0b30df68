import { execFile } from 'node:child_process';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Joined } from '../../src/collectors/for-joins.ts';
import { nodes } from '../../src/collectors/kube/nodes.ts';
import { pods } from '../../src/collectors/kube/pods.ts';
import { statusBody, type Answer } from '../../src/sources/kube/answer.ts';
import type { ListRequest } from '../../src/sources/kube/contract.ts';
import { readListPage, type ListPage } from '../../src/sources/kube/list-page.ts';
import { earlyProtobufToken, PROTOBUF_TYPE } from '../../src/sources/kube/protobuf/list.ts';
import table from '../../src/sources/kube/protobuf/messages.json' with { type: 'json' };
import { listRequest, requestedCore } from '../world/list-requests.ts';
import { scenarios } from '../world/scenarios/index.ts';
import { kubernetesVersions, type KubernetesVersion } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { generatedNodes, generatedPods } from '../world/generated-pods.ts';
import { realManifest } from './real-manifests.ts';
import { applyAll, type Manifest } from './seed.ts';

/** Protobuf as real API servers write it: read as JSON reads the same objects. */

type Json = Record<string, unknown>;
type Lists = Record<'pods' | 'nodes', ListRequest<unknown>>;

const seed = 20_261_128;
let lists: Lists;

beforeAll(async () => {
  lists = { pods: await listRequest(pods), nodes: await listRequest(nodes) };
});

/** The pods and nodes of the stored worlds, one for each set of fields that they have, and generated ones. */
function manifests(): Manifest[] {
  const stored = Object.values(scenarios).flatMap(({ world }) =>
    world()
      .kube.objects.filter(({ kind }) => kind === 'Pod' || kind === 'Node')
      .map(realManifest),
  );
  const alike = new Map(stored.map((one) => [JSON.stringify(one, textsAlike), one]));
  const renamed = [...alike.values()].map((one, index) => withName(one, `stored-${index}`));
  const written = [...renamed, ...generatedNodes(80, seed), ...generatedPods(200, seed)];
  const namespaces = new Set(written.flatMap(({ metadata }) => metadata.namespace ?? []));
  const spaces = [...namespaces].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  return [...spaces, ...written];
}

/** All texts but empty ones are alike: protobuf has them by length. */
function textsAlike(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? 'text' : value;
}

function withName(manifest: Manifest, name: string): Manifest {
  return { ...manifest, metadata: { ...manifest.metadata, name } };
}

async function fetchAnswer(cluster: LiveCluster, path: string, accept: string): Promise<Answer> {
  const headers = { accept, authorization: `Bearer ${cluster.adminToken}` };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(`${cluster.url}${path}`, { ca: cluster.caPem, headers }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      buffer(response).then((body) => resolve({ status, headers: answered, body, leave: () => undefined }), reject);
    });
    request.once('error', reject).end();
  });
}

const json = 'application/json';
const either = `${PROTOBUF_TYPE}, ${json}`;

const objects = manifests();
const counts = {
  pods: objects.filter(({ kind }) => kind === 'Pod').length,
  nodes: objects.filter(({ kind }) => kind === 'Node').length,
};

describe.each(kubernetesVersions)('protobuf of %s', (kubernetes: KubernetesVersion) => {
  let cluster: LiveCluster;
  beforeAll(async () => {
    cluster = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [], kubernetes });
    await applyAll(cluster, objects);
  });
  afterAll(() => cluster.stop());

  const both = (path: string): Promise<Answer[]> =>
    Promise.all([fetchAnswer(cluster, path, json), fetchAnswer(cluster, path, either)]);

  it.each(['pods', 'nodes'] as const)('gives the same facts of all %s as JSON', async (resource) => {
    const [asJson, asProtobuf] = (await both(`/api/v1/${resource}`)) as [Answer, Answer];
    expect(asProtobuf.headers['content-type']).toBe(PROTOBUF_TYPE);
    const requested = requestedCore(resource === 'pods' ? 'Pod' : 'Node');
    const [expected, read] = [asJson, asProtobuf].map((answer) =>
      readListPage(answer, 'GET', lists[resource], requested),
    );
    expect(read?.count).toBe(counts[resource]);
    expect(read).toEqual(expected);
  });

  it.each([
    ['pods', 'Pod'],
    ['nodes', 'Node'],
  ] as const)('has all fields of all %s as JSON', async (resource, message) => {
    const [asJson, asProtobuf] = (await both(`/api/v1/${resource}`)) as [Answer, Answer];
    const whole = {
      apiGroup: '',
      versions: ['v1'],
      resource,
      project: plain,
      protobuf: { message, fields: true },
    } as const;
    const [expected, read] = [asJson, asProtobuf].map(
      (answer) => readListPage(answer, 'GET', whole, requestedCore(message)).items,
    );
    expect(read).toEqual(expected);
  });

  it('has the same pages and tokens', async () => {
    const path = '/api/v1/pods?limit=7';
    const [expected, read] = (await both(path)).map((answer) => ({
      early: earlyProtobufToken(answer.body.subarray(0, 2048)),
      page: readListPage(answer, 'GET', lists.pods, requestedCore('Pod')),
    }));
    expect(read?.early).toBe(read?.page.token);
    expect({ ...read?.page, token: '' }).toEqual({ ...expected?.page, token: '' });
    const next = `${path}&continue=${encodeURIComponent(read?.page.token ?? '')}`;
    const [follows, nextRead] = (await both(next)).map(
      (answer) => readListPage(answer, 'GET', lists.pods, requestedCore('Pod')).items,
    );
    expect(nextRead).toEqual(follows);
  });

  it.each<[string, string, (pod: Joined<'pods'>['entry']) => boolean]>([
    ['spec.nodeName=generated-0', '0', ({ node }) => node === 'generated-0'],
    [String.raw`spec.nodeName=a\,status.phase\=Running\\`, '0', () => false],
    ['status.phase=Pending', '250', ({ phase }) => phase === 'Pending'],
  ])('selects pods by %s with the limit %s', async (fieldSelector, limit, isSelected) => {
    const read = async (query: Record<string, string>) => {
      const answer = await fetchAnswer(cluster, `/api/v1/pods?${new URLSearchParams(query).toString()}`, either);
      return readListPage(answer, 'GET', lists.pods, requestedCore('Pod')) as ListPage<Joined<'pods'>>;
    };
    const [all, selected] = [await read({}), await read({ fieldSelector, limit })];
    const toNames = (page: ListPage<Joined<'pods'>>) => page.items.map(({ entry }) => entry.name).toSorted();
    expect(toNames(selected)).toEqual(toNames({ ...all, items: all.items.filter(({ entry }) => isSelected(entry)) }));
    expect(selected.token).toBeUndefined();
  });

  it.each(['/api/v1/pods?continue=x', '/api/v1/nodes/nothing', '/api/v1/pods?fieldSelector=a%3Db'])(
    'says the same of %s',
    async (path) => {
      const [expected, read] = (await both(path)) as [Answer, Answer];
      expect(statusBody(read)).toEqual(statusBody(expected));
      expect(statusBody(read)?.message).toMatch(/./);
    },
  );
});

/** An object without what only one of the ways has: null for what is not set, empty lists, and field managers. */
function plain(raw: unknown): unknown {
  const { managedFields: _managers, ...metadata } = (raw as { metadata: Json }).metadata;
  return withoutNull({ ...(raw as Json), metadata });
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutNull(field)]));
}

it('has a table of messages that is up to date', async () => {
  const run = promisify(execFile);
  const { stdout } = await run('go', ['run', '.'], { cwd: `${import.meta.dirname}/../../scripts/protobuf-fields` });
  expect(JSON.parse(stdout)).toEqual(table);
});
