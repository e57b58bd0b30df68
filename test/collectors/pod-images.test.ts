import { expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { aPodObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

async function podImages(...pods: readonly Json[]): Promise<Facts['podImages']> {
  const { podImages: reading } = (await kubeFacts(pods, ['podImages'])).readings;
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const replicaSet = { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' };
const removed = 'public.ecr.aws/bitnami/redis:7.2';

function aPod(name: string, owner: typeof replicaSet | undefined, spec: Json, phase = 'Running'): Json {
  const pod = aPodObject(`shop/${name}`, 'node-1', owner, { spec });
  return { ...pod, status: { ...(pod['status'] as Json), phase } };
}

it('holds images of a path in the table, of containers and init containers, under the workload', async () => {
  const spec = {
    containers: [
      { name: 'app', image: 'registry.example/app:1' },
      { name: 'cache', image: removed },
    ],
    initContainers: [{ name: 'init', image: 'bitnami/os-shell:12' }, { name: 'unset' }],
  };
  const images = [
    { container: 'cache', image: removed },
    { container: 'init', image: 'bitnami/os-shell:12' },
  ];
  const found = await podImages(aPod('one', replicaSet, spec), aPod('two', replicaSet, spec));
  expect(found).toEqual([{ kind: 'Deployment', namespace: 'shop', name: 'cart', images }]);
});

it('holds those of each revision of a Deployment, and no container twice with one image', async () => {
  const next = { kind: 'ReplicaSet', name: 'cart-77b8', hash: '77b8' };
  const withImages = (...images: string[]) => ({
    containers: images.map((image, index) => ({ name: `c${index}`, image })),
  });
  const found = await podImages(
    aPod('one', replicaSet, withImages(removed)),
    aPod('two', next, withImages(removed, 'bitnami/b:1')),
  );
  expect(found.map(({ images }) => images)).toEqual([
    [
      { container: 'c0', image: removed },
      { container: 'c1', image: 'bitnami/b:1' },
    ],
  ]);
});

const containers = [{ name: 'app', image: removed }];
it.each<[string, Json]>([
  ['has finished', aPod('one', replicaSet, { containers }, 'Succeeded')],
  ['has failed', aPod('one', replicaSet, { containers }, 'Failed')],
  ['has no controller, and does not come back', aPod('one', undefined, { containers })],
  [
    'runs a copy in another registry',
    aPod('one', replicaSet, { containers: [{ name: 'app', image: `mirror.example/${removed}` }] }),
  ],
])('holds nothing of a pod that %s', async (_what, pod) => {
  expect(await podImages(pod)).toEqual([]);
});
