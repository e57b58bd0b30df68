import { describe, expect, it } from 'vitest';
import { pods } from '../../src/collectors/kube/pods.ts';
import type { Joined } from '../../src/collectors/for-joins.ts';
import { factSchemas, type Facts } from '../../src/facts/facts.ts';
import type { KubeSource, ListRequest } from '../../src/sources/kube/contract.ts';
import { readProtobufList } from '../../src/sources/kube/protobuf/list.ts';
import { listRequest } from '../world/list-requests.ts';
import { toProtobuf } from '../world/kube/protobuf.ts';
import { aPodObject } from '../world/manifests.ts';

type Json = Record<string, unknown>;

/** What the collector returns: each pod is parsed separately, as if alone on a page. */
async function read(...objects: Json[]) {
  const list = async (request: ListRequest<unknown>) => {
    const items = objects.map((object) => projectJson(object, request));
    const list = toProtobuf(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: objects }));
    if (list !== undefined) expect(projectProtobuf(list, request)).toEqual(items);
    return { served: true, version: 'v1', items, inconsistent: false };
  };
  const kube = { list } as unknown as KubeSource;
  const sources = { kube: async () => kube } as unknown as Parameters<typeof pods.collect>[0];
  return pods.collect(sources, undefined as never);
}

function projectJson(object: Json, request: ListRequest<unknown>): unknown {
  const raw: unknown = JSON.parse(JSON.stringify(object));
  return request.project(raw, () => raw);
}

function projectProtobuf(body: Buffer, { protobuf, project }: ListRequest<unknown>): unknown[] {
  const { message, fields } = protobuf ?? { message: 'Pod', fields: true };
  const { objects, readAgain } = readProtobufList(body, message, fields);
  const items: unknown[] = [];
  for (const raw of objects) items.push(project(raw, readAgain));
  return items;
}

/** The pods that the collector keeps in memory. */
async function collected(...objects: Json[]): Promise<Facts['pods']> {
  return (await read(...objects)).value;
}

/** They, with what other collectors need of them. */
async function joined(...objects: Json[]): Promise<readonly Joined<'pods'>[]> {
  return (await read(...objects)).joined;
}

const cart = { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' };
const volumes = [{ name: 'logs', hostPath: { path: '/var/log' } }];

describe('pods', () => {
  it('are ready only where the condition says True', async () => {
    const bare = { ...aPodObject('shop/c', 'a'), status: { phase: 'Pending' } };
    const unscheduled = { ...bare, spec: { containers: [] }, metadata: { namespace: 'shop', name: 'd' } };
    const found = await collected(
      aPodObject('shop/a', 'a'),
      aPodObject('shop/b', 'a', undefined, { ready: false }),
      bare,
      unscheduled,
    );
    expect(found.map(({ ready, phase, node }) => [ready, phase, node])).toEqual([
      [true, 'Running', 'a'],
      [false, 'Running', 'a'],
      [false, 'Pending', 'a'],
      [false, 'Pending', null],
    ]);
  });

  it('are terminating once their deletion was asked for', async () => {
    const leaving = aPodObject('shop/a', 'a') as { metadata: Json };
    leaving.metadata['deletionTimestamp'] = '2026-11-20T12:00:00Z';
    expect(await collected(leaving, aPodObject('shop/b', 'a'))).toMatchObject([
      { terminating: true },
      { terminating: false },
    ]);
  });

  it('of one controller hold what they share once', async () => {
    const [one, other] = await joined(
      aPodObject('shop/cart-1', 'a', cart, { volumes }),
      aPodObject('shop/cart-2', 'a', cart, { volumes }),
    );
    if (one === undefined || other === undefined) throw new Error('no pods');
    expect(one.labels).toBe(other.labels);
    expect(one.labels).toEqual({ app: 'cart', 'pod-template-hash': '5d9c' });
    expect(one.entry.controller).toBe(other.entry.controller);
    expect(one.entry.hostPaths).toBe(other.entry.hostPaths);
    expect(one.entry.hostPaths).toEqual([{ volume: 'logs', path: '/var/log' }]);
  });

  it('keep what is their own, whatever the pods before them have', async () => {
    const owner = { kind: 'StatefulSet', name: 'db' };
    const own = (name: string, more: Json = {}) => ({
      labels: { 'statefulset.kubernetes.io/pod-name': name, ...more },
    });
    const found = await joined(
      aPodObject('shop/db-0', 'a', owner, { ...own('db-0', { extra: 'x' }), volumes }),
      aPodObject('shop/db-1', 'a', owner, own('db-1')),
      aPodObject('shop/db-2', 'a', owner, { ...own('db-2'), volumes: [...volumes, ...volumes] }),
      aPodObject('shop/bare', 'a', undefined, { labels: { app: 'db' }, volumes }),
      aPodObject('shop/naked', 'a'),
    );
    expect(found.map(({ labels }) => labels)).toEqual([
      { app: 'db', 'statefulset.kubernetes.io/pod-name': 'db-0', extra: 'x' },
      { app: 'db', 'statefulset.kubernetes.io/pod-name': 'db-1' },
      { app: 'db', 'statefulset.kubernetes.io/pod-name': 'db-2' },
      { app: 'db' },
      {},
    ]);
    expect(found.map(({ entry }) => entry.hostPaths.length)).toEqual([1, 0, 2, 1, 0]);
  });

  it('are projected to what an inventory says of them, without labels', async () => {
    const found = await collected(aPodObject('shop/cart-1', 'a', cart, { volumes, labels: { token: 'hunter2' } }));
    expect(factSchemas.pods.parse(found)).toEqual(found);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});

const pending = { ...aPodObject('shop/c', 'a'), spec: { containers: [] } };

it.each<[string, Json, string | undefined]>([
  ['spec', { spec: undefined }, 'the answer lacks spec'],
  ['spec (null)', { spec: null }, 'the answer lacks spec'],
  ['node, though it runs', { status: { phase: 'Running' } }, 'the answer lacks spec.nodeName'],
  ['node, and waits for one', { status: { phase: 'Pending' } }, undefined],
  ['node, and has failed', { status: { phase: 'Failed' } }, undefined],
])('a pod without %s', async (_what, more, message) => {
  const request = listRequest(pods);
  const project = async () => (await request).project({ ...pending, ...more }, () => pending);
  if (message === undefined) expect(await project()).toMatchObject({ entry: { node: null } });
  else await expect(project()).rejects.toThrow(message);
});
