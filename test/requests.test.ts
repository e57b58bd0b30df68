import { expect, it } from 'vitest';
import { healthyWorld } from './world/healthy.ts';
import { aNamespaceObject, aPodObject, aWorkloadObject } from './world/manifests.ts';
import { runCommand, startWorld } from './world/run.ts';
import type { World } from './world/world.ts';

/** The healthy cluster with one page for each list, and that many namespaces, each with workloads, pods and Helm releases. */
function worldOf(namespaces: number): World {
  const world = healthyWorld();
  const more = Array.from({ length: namespaces }, (_, index) => `team-${index}`).flatMap((namespace) => [
    aNamespaceObject(namespace),
    aWorkloadObject('Deployment', `${namespace}/web`),
    aPodObject(`${namespace}/web-1`, 'ip-10-0-0-a.eu-west-1.compute.internal', { kind: 'ReplicaSet', name: 'web' }),
    ...[1, 2, 3].map((revision) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'helm.sh/release.v1',
      metadata: { namespace, name: `sh.helm.release.v1.web.v${revision}`, labels: { owner: 'helm' } },
    })),
  ]);
  return {
    ...world,
    aws: { ...world.aws, pageSize: 100 },
    kube: { ...world.kube, pageSize: 500, objects: [...world.kube.objects, ...more] },
  };
}

async function requestsOf(world: World): Promise<string[]> {
  const running = await startWorld(world);
  try {
    const { code } = await runCommand(['scan', '--cluster', 'prod'], { env: running.env, cwd: running.folder });
    expect(code).toBe(0);
    return running.requests.map(({ path }) => path).sort();
  } finally {
    await running.close();
  }
}

it('asks the API server the same of 40 namespaces as of none, and for no Secret', async () => {
  const few = await requestsOf(worldOf(0));
  expect(few.length).toBeLessThan(20);
  expect(await requestsOf(worldOf(40))).toEqual(few);
  expect(few.filter((path) => path.includes('secrets'))).toEqual([]);
});
