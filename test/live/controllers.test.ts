import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, defineCollector } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { parseReadings, type Reading } from '../../src/facts/reading.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { aNamespaceObject } from '../world/manifests.ts';
import { chartWorkloads, pinned, toManifest } from './chart-workloads.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { printedManifests, rulesIn, rulesWithout, setRules, untilAllowed, type Rule } from './rbac.ts';
import { referenceToken } from './reference-token.ts';
import { scanner } from './scanned-cluster.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * Controllers with the labels and images of their charts on an API server of 1.34.1, read with an EKS token and the
 * printed permissions: once as installed, and once behind a pull-through cache and pinned by digests.
 */

const list = { apiGroup: 'apps', resource: 'deployments', verb: 'list' } as const;
const digestOnly = chartWorkloads.map((workload) => pinned(workload));
const objects = [...chartWorkloads, ...digestOnly].map((workload) => toManifest(workload));
const namespaces = [...new Set(objects.map(({ metadata }) => metadata.namespace ?? ''))];

/** The main workload of each copy, its version, and its version by its labels if the images have no tags. */
const expected: [string, string, string, string | null][] = [
  ['argo-cd', 'Deployment argocd/argocd-server', '3.4.2', '3.4.2'],
  ['aws-efs-csi-driver', 'Deployment storage/efs-csi-controller', '2.1.13', null],
  ['cert-manager', 'Deployment cert-manager/cert-manager', '1.18.6', '1.18.6'],
  ['cilium', 'DaemonSet kube-system/cilium', '1.18.2', null],
  ['descheduler', 'CronJob descheduler/descheduler', '0.34.0', '0.34.0'],
  ['external-dns', 'Deployment external-dns/external-dns', '0.19.0', '0.19.0'],
  ['external-secrets', 'Deployment external-secrets/external-secrets', '0.20.4', '0.20.4'],
  ['flux', 'Deployment flux-system/source-controller', '2.7.2', '2.7.2'],
  ['gatekeeper', 'Deployment gatekeeper-system/gatekeeper-controller-manager', '3.20.1', '3.20.1'],
  ['istio', 'Deployment istio-system/istiod', '1.28.3', '1.28.3'],
  ['istio', 'Deployment istio-system/istiod-1-27', '1.27.5', '1.27.5'],
  ['keda', 'Deployment keda/keda-operator', '2.17.2', '2.17.2'],
  ['kube-state-metrics', 'Deployment monitoring/kps-kube-state-metrics', '2.17.0', '2.17.0'],
  ['kyverno', 'Deployment kyverno/kyverno-admission-controller', '1.15.2', null],
  ['metrics-server', 'Deployment metrics/metrics-server', '0.8.0', '0.8.0'],
  ['prometheus-operator', 'Deployment monitoring/kps-kube-prometheus-stack-operator', '0.85.0', null],
  ['strimzi', 'Deployment kafka/strimzi-cluster-operator', '0.45.1', null],
  ['velero', 'Deployment velero/velero', '1.16.2', '1.16.2'],
];
const revisions: Record<string, string> = { istiod: 'default', 'istiod-1-27': '1-27' };

describe('the controllers of sixteen charts', () => {
  let live: LiveCluster;
  let rules: Rule[];

  beforeAll(async () => {
    live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [scanner] });
    await applyAll(live, [...namespaces.map((name) => aNamespaceObject(name) as Manifest), ...objects]);
    const manifests = await printedManifests({ CI: 'true' });
    rules = rulesIn(manifests);
    await applyAll(live, manifests);
    await untilAllowed(live, scanner.user, list, true);
  });
  afterAll(() => live?.stop());

  async function readControllers(): Promise<Reading<Facts['controllers']> | undefined> {
    const token = referenceToken({ cluster: 'prod', region: 'eu-west-1', credentials: scanner });
    const headers = async () => ({ authorization: `Bearer ${token}` });
    const source = createKubeSource({ server: live.url, ca: live.caPem, headers }, { userAgent: 'live-test' });
    const addonNames = defineCollector('addonNames', { permissions: [], collect: async () => ({ value: [] }) });
    const sources = { kube: async () => source } as unknown as Sources;
    try {
      const taken = await collect({ ...collectors, addonNames }, ['controllers'], sources);
      return parseReadings(JSON.parse(JSON.stringify(taken))).controllers;
    } finally {
      source.close();
    }
  }

  it('are one copy each, with the version of the image, or of the labels if the image has only a digest', async () => {
    const reading = await readControllers();
    if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
    const toLine = ({
      controller,
      kind,
      namespace,
      name,
      version,
      versionSource,
      revision,
    }: Facts['controllers'][number]) =>
      [controller, `${kind} ${namespace}/${name}`, version, versionSource, revision].join(' ');
    const wanted = expected.flatMap(([controller, path, version, byLabel]) => {
      const revision = revisions[path.split('/')[1] ?? ''];
      const source = controller === 'flux' ? 'version label' : 'image tag';
      const labelSource = byLabel === null ? null : 'version label';
      return [
        [controller, path, version, source, revision].join(' '),
        [controller, path.replace(' ', ' pinned-'), byLabel, labelSource, revision].join(' '),
      ];
    });
    expect(reading.value.map(toLine).sort()).toEqual(wanted.sort());
    expect(new Set(reading.value.map(({ recognizedBy }) => recognizedBy))).toEqual(new Set(['image']));
    expect(reading).not.toHaveProperty('gaps');
  });

  it('are unreadable, with the permission, if Deployments cannot be listed', async () => {
    await setRules(live, 'eks-preflight', rulesWithout(rules, list));
    await untilAllowed(live, scanner.user, list, false);
    expect(await readControllers()).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission: 'deployments.apps: list' },
    });
  });
});
