import { defineCollector } from '../../collect.ts';
import type { HelmHistory, HelmManifest } from '../../../facts/helm.ts';
import type { Gap } from '../../../facts/reading.ts';
import { SourceError } from '../../../facts/reason.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { releaseAt, releaseGap } from './release.ts';

export const helmManifests = defineCollector('helmManifests', {
  permissions: [
    { apiGroup: '', resource: 'secrets', verb: 'get' },
    { apiGroup: '', resource: 'configmaps', verb: 'get' },
  ],
  from: ['helmHistories'],
  async collect({ kube }, facts) {
    const histories = await facts.read('helmHistories');
    const source = await kube();
    const installed = histories.filter(({ newest, deployed }) => deployed !== null || newest.status !== 'uninstalled');
    const read = await Promise.all(installed.map((history) => manifestOf(source, history)));
    return {
      value: read.flatMap(({ release }) => release ?? []),
      gaps: read.flatMap(({ gap }) => gap ?? []),
    };
  },
});

/** What `helm upgrade` compares with: pkg/action/upgrade.go of helm/helm, `prepareUpgrade`. */
async function manifestOf(source: KubeSource, history: HelmHistory): Promise<{ release?: HelmManifest; gap?: Gap }> {
  const { newest, deployed, ...place } = history;
  const current = deployed === null ? newest : { revision: deployed, status: 'deployed' };
  try {
    const { values: _, isPart, ...kept } = await releaseAt(source, history, current.revision);
    const release = { ...place, ...current, newest, ...kept };
    if (!isPart) return { release };
    const message = 'a document in its manifests is not valid YAML';
    return { release, gap: releaseGap(history, { kind: 'unreadable', message }) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { gap: releaseGap(history, error.reason) };
  }
}
