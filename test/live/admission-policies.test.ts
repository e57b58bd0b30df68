import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPodObject } from '../world/manifests.ts';
import type { World } from '../world/world.ts';
import {
  limitCrd,
  limitCrdObject,
  policyCases,
  toManifests,
  toName,
  type PolicyKind,
} from './admission-policy-cases.ts';
import type { KubernetesVersion } from './binaries.ts';
import { newestLiveWorld } from './newest-world.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * What real API servers do with policies whose paramKind they do not serve, and what the check says about them: with
 * and without a binding, and before and after the CRD of the kind exists.
 */

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const node = 'ip-10-0-0-a.eu-west-1.compute.internal';
const pod = { metadata: { name: 'one' }, spec: { containers: [{ name: 'app', image: 'registry.example/app:1' }] } };
const [refusing] = policyCases;
const id = 'apis/admission-policies';

describe.each<[KubernetesVersion, readonly PolicyKind[], () => World]>([
  ['v1.34.1', ['Validating'], healthyLiveWorld],
  ['v1.37.1', ['Validating', 'Mutating'], newestLiveWorld],
])('an API server of %s with admission policies of the kinds %s', (kubernetes, kinds, makeWorld) => {
  let cluster: ScannedCluster;
  const rows = kinds.flatMap((kind) => policyCases.map((one) => ({ kind, one, name: toName(kind, one) })));
  const names = kinds.flatMap((kind) => (refusing === undefined ? [] : [toName(kind, refusing)]));

  /** In the namespace of a policy. */
  async function createPod(namespace: string): Promise<string> {
    const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
    const { status, body } = await cluster.live.admin('POST', path, pod);
    return status === 201 ? 'admitted' : ((body as { message?: string }).message ?? '');
  }
  const createAll = () => Promise.all(names.map(createPod));
  const all = (answer: unknown) => names.map(() => answer);
  const unknown = expect.stringContaining('failed to find resource referenced by paramKind') as string;

  async function scanned(): Promise<string[]> {
    const scan = await cluster.scanHere(['--only', id]);
    return listFindingLines(scan, (one) => one === id).toSorted();
  }

  beforeAll(async () => {
    cluster = await startScannedCluster(makeWorld(), kubernetes);
    // A controller recreates the pods of the first case alone.
    const running = names.map((name) =>
      aPodObject(`${name}/web`, node, { kind: 'ReplicaSet', name: 'web-7c9d', hash: '7c9d' }),
    );
    await applyAll(cluster.live, [
      ...(running as unknown as Manifest[]),
      ...rows.flatMap(({ kind, one }) => toManifests(kind, one)),
    ]);
    await grantPrintedPermissions(cluster);
  });
  afterAll(() => cluster?.close());

  it.each(rows)('treats a pod as the case says: $name', async ({ name, one: { refusal } }) => {
    // It reads policies once a second.
    if (refusal === undefined) expect(await createPod(name)).toBe('admitted');
    else await expect.poll(() => createPod(name)).toContain(refusal);
  });

  it('and the check reports those that refuse because of the kind', async () => {
    const refused = rows.filter(
      ({ one }) => (one.refusal !== undefined && one.byParams !== true) || one.refusesOthers === true,
    );
    const lines = refused.map(
      ({ kind, name }) => `${names.includes(name) ? 'fail' : 'warn'} now ${id}: ${kind}AdmissionPolicy ${name}`,
    );
    expect(await scanned()).toEqual(lines.toSorted());
  });

  it('admits the pods when the CRD exists, and the check warns of the next start', async () => {
    await applyAll(cluster.live, [limitCrdObject]);
    await expect.poll(createAll).toEqual(all('admitted'));
    const lines = await scanned();
    expect(lines.filter((line) => !line.includes('other-version'))).toEqual(
      kubernetes === 'v1.37.1' ? [] : [`warn 1.35 ${id}: ValidatingAdmissionPolicy ${names[0]}`],
    );
  });

  it('may refuse them for half a minute after a start', async () => {
    await cluster.live.restart(kubernetes);
    await expect.poll(createAll, { timeout: 60_000 }).toEqual(all('admitted'));
  });

  it('admits them after the CRD is deleted, until the next start', async () => {
    expect((await cluster.live.admin('DELETE', `${crds}/${limitCrd}`)).status).toBe(200);
    await expect.poll(async () => (await cluster.live.admin('GET', `${crds}/${limitCrd}`)).status).toBe(404);
    expect(await createAll()).toEqual(all('admitted'));
    expect((await scanned()).filter((line) => line.startsWith('fail now'))).toHaveLength(names.length);
    await cluster.live.restart(kubernetes);
    await expect.poll(createAll).toEqual(all(unknown));
  });

  it('admits them with failurePolicy Ignore, as the fix says', async () => {
    for (const kind of kinds) {
      const name = refusing === undefined ? '' : toName(kind, refusing);
      const resource = `${kind.toLowerCase()}admissionpolicies`;
      const path = `/apis/admissionregistration.k8s.io/v1/${resource}/${name}`;
      const patch = { spec: { failurePolicy: 'Ignore' } };
      const { status } = await cluster.live.admin('PATCH', path, patch, 'application/merge-patch+json');
      expect(status).toBe(200);
    }
    await expect.poll(createAll).toEqual(all('admitted'));
  });
});
