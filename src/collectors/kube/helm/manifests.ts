import { defineCollector, type Collector } from '../../collect.ts';
import type { HelmHistory, HelmManifest } from '../../../facts/helm.ts';
import type { Gap } from '../../../facts/reading.ts';
import { ScanError } from '../../../facts/reason.ts';
import { formatCount, formatFirst } from '../../../syntax/english.ts';
import { fileSize } from '../../../syntax/file-size.ts';
import { atMost } from '../../../sources/kube/concurrency.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { releaseAt, releaseGap, type Spend } from './release.ts';
import { allInOrder } from '../../all-in-order.ts';

/** 300 releases of 1 MB, the limit of etcd, are 1.7 GB packed and unpacked together, and take half a minute. */
const mostBytes = 3e9;

export const helmManifests = helmManifestsWith({ mostBytes });

/** The collector with its limit: reads releases in order until `mostBytes` were fetched and unpacked. */
export function helmManifestsWith(limit: { mostBytes: number }): Collector<'helmManifests', 'helmHistories'> {
  return defineCollector('helmManifests', {
    permissions: [
      { apiGroup: '', resource: 'secrets', verb: 'get' },
      { apiGroup: '', resource: 'configmaps', verb: 'get' },
    ],
    from: ['helmHistories'],
    async collect({ kube }, facts) {
      const histories = await facts.read('helmHistories');
      const source = await kube();
      const installed = histories.filter(
        ({ newest, deployed }) => deployed !== null || newest.status !== 'uninstalled',
      );
      const read = await readOutcomes(source, installed, limit.mostBytes);
      const left = installed.slice(read.length);
      return {
        value: read.flatMap(({ release }) => release ?? []),
        gaps: [...read.flatMap(({ gap }) => gap ?? []), ...buildLimitGaps(left, installed.length, limit.mostBytes)],
      };
    },
  });
}

interface Outcome {
  release?: HelmManifest;
  gap?: Gap;
}

/** Reads a few releases at a time; those in progress when the limit is reached are completed. */
async function readOutcomes(source: KubeSource, histories: readonly HelmHistory[], most: number): Promise<Outcome[]> {
  const inTurn = atMost(4);
  let spent = 0;
  const outcomes = histories.map((history) =>
    inTurn(async () => {
      if (spent >= most) return undefined;
      return readOutcome(source, history, (bytes) => {
        spent += bytes;
      });
    }),
  );
  return (await allInOrder(outcomes)).filter((one) => one !== undefined);
}

/** The gap for the releases that were not read because of the limit. */
function buildLimitGaps(left: readonly HelmHistory[], all: number, most: number): Gap[] {
  if (left.length === 0) return [];
  const names = formatFirst(left.map(({ namespace, name }) => `${namespace}/${name}`));
  const message = `a scan reads at most ${fileSize(most)} of Helm releases; not read: ${names}`;
  return [{ what: `${left.length} of ${formatCount(all, 'Helm release')}`, reason: { kind: 'truncated', message } }];
}

/** Reads the revision that `helm upgrade` compares with: pkg/action/upgrade.go of helm/helm, `prepareUpgrade`. */
async function readOutcome(source: KubeSource, history: HelmHistory, spend: Spend): Promise<Outcome> {
  const { newest, deployed, ...place } = history;
  const current = deployed === null ? newest : { revision: deployed, status: 'deployed' };
  try {
    const { values: _, isPart, ...kept } = await releaseAt(source, history, current.revision, spend);
    const release = { ...place, ...current, newest, ...kept };
    if (!isPart) return { release };
    const message = 'a document in its manifests cannot be read as YAML';
    return { release, gap: releaseGap(history, { kind: 'unreadable', message }) };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { gap: releaseGap(history, error.reason) };
  }
}
