import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitCrd, limitCrdObject, policyCases, toManifests } from './admission-policy-cases.ts';
import type { KubernetesVersion } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { applyAll } from './seed.ts';

/** What real API servers do with policy objects whose parameters they cannot find. */

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const podPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
const pod = { metadata: { name: 'one' }, spec: { containers: [{ name: 'app', image: 'registry.example/app:1' }] } };

async function createPod(live: LiveCluster, namespace: string): Promise<string> {
  const { status, body } = await live.admin('POST', podPath(namespace), pod);
  return status === 201 ? 'admitted' : `${status} ${(body as { message?: string }).message ?? ''}`;
}

describe.each<[KubernetesVersion, 'Validating' | 'Mutating']>([
  ['v1.34.1', 'Validating'],
  ['v1.37.1', 'Validating'],
  ['v1.37.1', 'Mutating'],
])('%s, %sAdmissionPolicies', (kubernetes, kind) => {
  let live: LiveCluster;
  beforeAll(async () => {
    live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [], kubernetes });
    await applyAll(
      live,
      policyCases.flatMap((one) => toManifests(kind, one)),
    );
  });
  afterAll(() => live?.stop());

  it('reads the policies', async () => {
    await expect.poll(() => createPod(live, 'refuses')).not.toBe('admitted');
    await expect.poll(() => createPod(live, 'no-params-deny')).not.toBe('admitted');
  });

  it.each(policyCases.map((one) => [one.name, one] as const))('%s', async (name, { refusal }) => {
    const answer = await createPod(live, name);
    console.error(kubernetes, kind, name, answer);
    if (refusal === undefined) expect(answer).toBe('admitted');
    else expect(answer).toContain(refusal);
  });

  it('admits when CRD, and again refuses after restart', async () => {
    await applyAll(live, [limitCrdObject]);
    let started = Date.now();
    await expect.poll(() => createPod(live, 'refuses'), { interval: 200 }).toBe('admitted');
    console.error('admitted after CRD', Date.now() - started);
    await live.restart(kubernetes);
    started = Date.now();
    console.error('first after restart', await createPod(live, 'refuses'));
    await expect.poll(() => createPod(live, 'refuses'), { interval: 200 }).toBe('admitted');
    console.error('admitted after restart', Date.now() - started);
    expect((await live.admin('DELETE', `${crds}/${limitCrd}`)).status).toBe(200);
    await new Promise((r) => setTimeout(r, 35_000));
    console.error('after deletion', await createPod(live, 'refuses'));
    await live.restart(kubernetes);
    await new Promise((r) => setTimeout(r, 35_000));
    console.error('after deletion and restart', await createPod(live, 'refuses'));
  });
});
