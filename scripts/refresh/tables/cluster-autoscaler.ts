import compare from 'semver/functions/compare.js';
import { parseTags, readTags } from '../read/git-tags.ts';
import type { Refresher } from '../refresher.ts';

const repository = 'https://github.com/kubernetes/autoscaler';

/** The first version whose releases the table has. */
const first = '1.22.0';

/** The newest patch of each minor among the tags. The module proxy does not list the releases. */
export const clusterAutoscaler: Refresher = {
  table: 'cluster-autoscaler',
  from: 'web',
  identify: ({ kubernetes }) => String(kubernetes),
  fetch: () => readTags(repository),
  parse(files) {
    const versions = parseTags(files.get(repository)).flatMap(
      (tag) => /^cluster-autoscaler-(1\.\d+\.\d+)$/.exec(tag)?.[1] ?? [],
    );
    const known = versions.filter((version) => compare(version, first) >= 0).toSorted(compare);
    if (known.length === 0) throw new Error(`${repository} has no releases of the Cluster Autoscaler`);
    const newest = new Map(known.map((version) => [version.split('.').slice(0, 2).join('.'), version]));
    return {
      rows: [...newest].map(([kubernetes, version]) => {
        const source = `${repository}/releases/tag/cluster-autoscaler-${version}`;
        return { states: { kubernetes, newest: version, source } };
      }),
      covers: () => true,
    };
  },
};
