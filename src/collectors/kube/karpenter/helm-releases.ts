import { defineCollector } from '../../collect.ts';
import type { HelmHistory, HelmRelease } from '../../../facts/helm.ts';
import type { Gap } from '../../../facts/reading.ts';
import { ScanError } from '../../../facts/reason.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { releaseAt, releaseGap } from '../helm/release.ts';
import { runsKarpenter } from './runs-karpenter.ts';
import { allInOrder } from '../../all-in-order.ts';

const charts = ['karpenter', 'karpenter-crd'];

export const helmReleases = defineCollector('helmReleases', {
  permissions: [
    { apiGroup: '', resource: 'secrets', verb: 'get' },
    { apiGroup: '', resource: 'configmaps', verb: 'get' },
  ],
  from: ['deployments', 'karpenterCrds', 'helmHistories'],
  async collect({ kube }, facts) {
    if (!(await runsKarpenter(facts))) return { value: [] };
    const owners = (await facts.read('karpenterCrds')).flatMap(({ owner }) => owner.release ?? []);
    const names = new Set([...charts, ...owners]);
    const histories = (await facts.read('helmHistories')).filter(({ name }) => names.has(name));
    const source = await kube();
    const read = await allInOrder(histories.map((history) => readRelease(source, history)));
    return {
      value: read.map(({ release }) => release).filter(isKarpenters),
      gaps: read.flatMap(({ gap }) => gap ?? []),
    };
  },
});

/** A release that could not be unpacked may be Karpenter's. */
function isKarpenters({ chart }: HelmRelease): boolean {
  return chart === null || charts.includes(chart);
}

async function readRelease(kube: KubeSource, history: HelmHistory): Promise<{ release: HelmRelease; gap?: Gap }> {
  const { namespace, name, newest } = history;
  const place = { namespace, name, ...newest };
  try {
    const { chart, chartVersion, values } = await releaseAt(kube, history, newest.revision);
    return { release: { ...place, chart, chartVersion, values } };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    const closed = { chart: null, chartVersion: null, values: [] };
    return { release: { ...place, ...closed }, gap: releaseGap(history, error.reason) };
  }
}
