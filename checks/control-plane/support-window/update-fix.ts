import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { behindClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import { updateClusterConfig } from '../../../src/for-checks/update-wait.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Window } from './windows.ts';

type Offers = Facts['clusterVersions'];

/** The cluster's version or its target, with its support dates. */
export interface Judged extends Pick<Context<'managed-changes'>, 'cluster' | 'tables'> {
  version: Minor;
  window: Window;
  source: Offers['source'];
  /** Newer versions whose standard support does not end soon. */
  better: readonly Minor[];
  /** The first step of an update; undefined if the support dates of the next version are unknown. */
  next: Minor | undefined;
}

/** The cost of extended support. */
export const dearer = 'a higher price per cluster hour';

/** Which versions to update to, and the first step. Contains no update command: other findings may block the update. */
export function updateFix(judged: Judged, isCurrent: boolean): Advice {
  const { window, better, next } = judged;
  const choice = better.length === 0 ? '' : ` (${better.map(format).join(', ')})`;
  const goal = `a version whose standard support lasts longer${choice}`;
  if (!isCurrent) return advice`After this update, plan another one immediately, to ${goal}.`;
  const when =
    window.phase === 'standard'
      ? advice` before ${window.ends}.`
      : advice`, one minor version at a time, before EKS
      does.`;
  const first =
    next === undefined
      ? advice``
      : advice` The first update is to ${format(next)}: the report prints its command if nothing blocks it
          (\`--target ${format(next)}\`).`;
  return advice`Update to ${goal}${when}${first}${policyText(judged)}`;
}

/** Contains no command to set STANDARD: EKS would then update the cluster automatically, even if it is not ready. */
function policyText({ cluster, window, tables }: Judged): Advice {
  const { outpost, supportPolicy } = cluster;
  if (window.phase !== 'standard' || outpost || window.extendedUntil === null) return advice``;
  const until = window.extendedUntil;
  if (supportPolicy === 'STANDARD') {
    const keep = advice`To keep the version until ${until} at ${dearer}, change the support policy before that
      date:\n${commands(updateClusterConfig(cluster, sh`--upgrade-policy supportType=EXTENDED`))}`;
    return advice`\n${behindClusterManager(keep, cluster, 'upgrade-policy', tables)}`;
  }
  return advice`\nAfter that date, you pay ${dearer}. The support policy \`STANDARD\` avoids that price only because EKS
    then
    updates the control plane automatically, whether or not the cluster is ready; you cannot set it during extended
    support.`;
}
