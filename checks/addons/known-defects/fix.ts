import type { Context } from '../../../src/check.ts';
import { changeByOwner, type Chart } from '../../../src/for-checks/component-update.ts';
import { behindAddonManager, updateAddon } from '../../../src/for-checks/eks-addon.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { compareAddonVersions, isRollback, parseAddonVersion } from '../../../src/syntax/versions.ts';
import { listUpdateVersions, newestFor, type Offered } from '../../../src/for-checks/offered.ts';
import type { Subject } from './subjects.ts';

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'current' | 'target' | 'versions' | 'tables'>;

const chart: Chart = {
  name: 'aws-vpc-cni',
  repository: { name: 'eks', url: 'https://aws.github.io/eks-charts' },
  version: 'newer',
};

/**
 * How to leave a release.
 * @param good the first release without the defect; null: no source names one
 * @param offered the versions that EKS lists without known defects; undefined: not read
 */
export function leaveFix(
  { version, is }: Subject,
  good: string | null,
  offered: Offered | undefined,
  here: Here,
): Advice {
  const goal = good === null ? advice`a newer release` : advice`${good} or later`;
  const note =
    good === null ? advice` No source names the first release without the defect: read the issue first.` : advice``;
  if ('copy' in is) {
    const byHand = advice`Update it one minor version at a time, with the manifest of its release.`;
    return advice`Update the VPC CNI to ${goal}.${note} ${changeByOwner(is.copy, { goal, chart, byHand })}`;
  }
  const to = offered === undefined ? undefined : chooseVersion(offered, version, here);
  if (offered === undefined || to === undefined) {
    return advice`Update the add-on to ${goal} once EKS lists such a version for your Kubernetes version.${note}`;
  }
  const versions = listUpdateVersions(offered, { from: version, to }, here.current, here.cluster);
  const update = advice`Update the add-on.${note}\n${updateAddon(here.cluster, is.installed, versions)}`;
  return behindAddonManager(update, is.installed, { cluster: here.cluster, rows: here.tables['managed-changes'] });
}

/** The newest later version that is listed for today's Kubernetes, and for as much of the path as possible. */
function chooseVersion(offered: Offered, installed: string, here: Here): string | undefined {
  const { current, target, versions, cluster } = here;
  const path = isRollback(here) ? [current, target] : versions;
  const running = parseAddonVersion(installed);
  for (let end = path.length; end > 0; end -= 1) {
    const version = newestFor(offered, path.slice(0, end), cluster);
    const found = version === undefined ? undefined : parseAddonVersion(version);
    if (found !== undefined && running !== undefined && compareAddonVersions(running, found) < 0) return version;
  }
  return undefined;
}
