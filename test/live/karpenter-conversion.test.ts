import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { karpenterDeploymentObject } from '../world/karpenter-manifests.ts';
import { karpenter037World } from '../world/scenarios/karpenter-0-37.ts';
import { startConversionWebhook, type ConversionWebhook } from './conversion-webhook.ts';
import { realCrds } from './karpenter-live-crds.ts';
import { applyConversionService, applyInBeta, withoutKarpenterKinds } from './karpenter-worlds.ts';
import { startScannedCluster, statuses, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';
import { applyAll, type Manifest } from './seed.ts';

const to11 = ['--target', 'current', '--karpenter-target', '1.1.10'];
const crdPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const facts = ['karpenterPools', 'karpenterNodeClasses', 'karpenterClaims'];

describe('Karpenter 0.37 to 1.1, with objects stored as v1beta1, on an API server of 1.34.1', () => {
  let cluster: ScannedCluster;
  let webhook: ConversionWebhook;
  let ofKarpenter: (version: string) => Manifest[];

  beforeAll(async () => {
    webhook = await startConversionWebhook();
    ofKarpenter = (version) => realCrds(version, { release: 'karpenter-crd', webhook });
    cluster = await startScannedCluster(withoutKarpenterKinds(karpenter037World()), 'v1.34.1');
    await applyInBeta(cluster.live, karpenter037World(), ofKarpenter('0.37.5'));
    await grantPrintedPermissions(cluster);
  });
  afterAll(async () => {
    await cluster?.close();
    await webhook?.stop();
  });

  it('without the Service of the webhook nothing is installed, missing or fine: it is unknown, with that reason', async () => {
    const { code, report } = await cluster.scan(to11);
    expect([code, report.verdict]).toEqual([1, 'blocked']);
    for (const fact of facts) {
      expect(report.coverage.facts[fact]).toMatchObject({
        ok: false,
        reason: expect.stringMatching(
          /conversion webhook for karpenter\.\S+, Kind=\w+ failed: Post "https:\/\/karpenter\.kube-system\.svc/,
        ),
      });
    }
    const concerned = report.results.filter(({ missing }) => missing.some(({ fact }) => facts.includes(fact)));
    expect(concerned.length).toBeGreaterThan(10);
    // None of these checks blocks the report: checks that do not read these objects do.
    expect(concerned.filter(({ status }) => status !== 'unknown').map(({ id }) => id)).toEqual([]);
  });

  it('with it all is read, at v1', async () => {
    await applyConversionService(cluster.live);
    const scan = await cluster.scan(to11);
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(webhook.requestedVersions).toContain('NodePool karpenter.sh/v1');
    expect(listFindingLines(scan)).toEqual(findings);
    expect(await storedVersions(cluster)).toEqual(['v1beta1', 'v1beta1', 'v1beta1']);
  });

  it('after the CRDs of 1.0 the API server itself keeps both versions, and 1.1 has to wait', async () => {
    await replaceCrds(cluster, ofKarpenter('1.0.14'));
    await setVersion(cluster, '1.0.14');
    expect(await storedVersions(cluster)).toEqual(['v1beta1, v1', 'v1beta1, v1', 'v1beta1, v1']);
    const scan = await cluster.scan(to11);
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(listFindingLines(scan, (id) => id === 'karpenter/crd-stored-versions')).toEqual(
      findings.filter((line) => line.includes('stored-versions')).map((line) => line.replace('warn', 'fail')),
    );
  });

  it('as the API server says: it does not support the CRDs of 1.1 before', async () => {
    for (const crd of ofKarpenter('1.1.10')) {
      const { status, body } = await patchCrd(cluster, crd);
      expect([status, (body as { message: string }).message]).toEqual([
        422,
        expect.stringMatching(/v1beta1 was previously a storage version, and must remain in spec\.versions/),
      ]);
    }
  });

  it('and once every object is written anew, the way is free', async () => {
    await rewriteAll(cluster, ofKarpenter('1.0.14'));
    const { report } = await cluster.scan(to11);
    expect(statuses(report)['karpenter/crd-stored-versions']).toBe('pass');
  });

  it('as the API server says: webhooks that are off stop no reader of v1 then', async () => {
    const { admin } = cluster.live;
    const patch = { metadata: { annotations: { 'shop/owner': 'platform' } } };
    // A list may come from the cache of the API server, a change never does.
    const change = async (version: string): Promise<number> => {
      const path = `/apis/karpenter.sh/${version}/nodepools/default`;
      return (await admin('PATCH', path, patch, 'application/merge-patch+json')).status;
    };
    await webhook.stop();
    expect([await change('v1'), await change('v1beta1')]).toEqual([200, 500]);
    await setVersion(cluster, '1.0.14', { DISABLE_WEBHOOK: 'true' });
    const { report } = await cluster.scan(['--target', 'current']);
    expect(report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(statuses(report)['karpenter/settings']).toBe('warn');
    await replaceCrds(cluster, ofKarpenter('1.1.10'));
    await setVersion(cluster, '1.1.10');
    const scan = await cluster.scan(['--target', 'current']);
    expect(listFindingLines(scan, (id) => id.startsWith('karpenter/crd'))).toEqual([]);
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
  });
});

async function storedVersions({ live }: ScannedCluster): Promise<string[]> {
  const { body } = await live.admin('GET', crdPath);
  const { items } = body as { items: { status: { storedVersions: string[] } }[] };
  return items.map(({ status }) => status.storedVersions.join(', '));
}

/** Gives the CRD in the cluster the versions and the conversion of `crd`, as an update of the Helm chart does. */
function patchCrd({ live }: ScannedCluster, crd: Manifest) {
  const { versions, conversion = { strategy: 'None', webhook: null } } = crd['spec'] as Record<string, unknown>;
  const patch = { spec: { versions, conversion } };
  return live.admin('PATCH', `${crdPath}/${crd.metadata.name}`, patch, 'application/merge-patch+json');
}

async function replaceCrds(cluster: ScannedCluster, crds: readonly Manifest[]): Promise<void> {
  for (const crd of crds) {
    const { status, body } = await patchCrd(cluster, crd);
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  }
}

/** What Karpenter 1.0.6 and newer does itself: writes each object again, then removes v1beta1 from the CRD's status. */
async function rewriteAll({ live }: ScannedCluster, crds: readonly Manifest[]): Promise<void> {
  const patch = async (path: string, body: unknown): Promise<void> => {
    const { status } = await live.admin('PATCH', path, body, 'application/merge-patch+json');
    expect([path, status]).toEqual([path, 200]);
  };
  for (const { metadata } of crds) {
    const [plural = '', ...group] = metadata.name.split('.');
    const path = `/apis/${group.join('.')}/v1/${plural}`;
    const { items } = (await live.admin('GET', path)).body as { items: Manifest[] };
    for (const { metadata: own } of items) {
      await patch(`${path}/${own.name}`, {
        metadata: { annotations: { 'karpenter.sh/stored-version-migrated': 'true' } },
      });
    }
    await patch(`${crdPath}/${metadata.name}/status`, { status: { storedVersions: ['v1'] } });
  }
}

async function setVersion(
  { live }: ScannedCluster,
  version: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod', ...more };
  await applyAll(live, [karpenterDeploymentObject({ version, env }) as Manifest]);
}

/** In the order of the report. */
const findings = [
  'warn 1.0.14 karpenter/breaking-changes: Deployment kube-system/karpenter',
  'warn 1.1.10 karpenter/breaking-changes: Deployment kube-system/karpenter',
  'fail 1.0.14 karpenter/controller-iam: Role prod-karpenter',
  'fail now karpenter/conversion-webhook: CustomResourceDefinition ec2nodeclasses.karpenter.k8s.aws (and 2 more)',
  'warn 1.1.10 karpenter/crd-stored-versions: CustomResourceDefinition ec2nodeclasses.karpenter.k8s.aws',
  'warn 1.1.10 karpenter/crd-stored-versions: CustomResourceDefinition nodeclaims.karpenter.sh',
  'warn 1.1.10 karpenter/crd-stored-versions: CustomResourceDefinition nodepools.karpenter.sh',
  'warn 1.1.10 karpenter/crds: CustomResourceDefinition nodepools.karpenter.sh (and 2 more)',
  'fail 1.1.10 karpenter/removed-fields: NodePool default',
  'warn 0.37.8 karpenter/upgrade-hops: Deployment kube-system/karpenter',
  'warn 1.0.14 karpenter/upgrade-hops: Deployment kube-system/karpenter',
  'warn now karpenter/version-behind: Deployment kube-system/karpenter',
  'warn now karpenter/version-behind: Deployment kube-system/karpenter',
];
