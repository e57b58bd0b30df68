import type { Context } from '../../../src/check.ts';
import { isMadeFor, leastFor, newestKnown } from '../../../src/karpenter/path.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Misfit } from './misfit.ts';

type Here = Context<'karpenter-compatibility' | 'karpenter-releases'>;

/** What to do before a rollback to a Kubernetes version that the running Karpenter does not support. */
export function rollbackFix({ row, kubernetes }: Misfit, context: Here): Advice {
  const { current, tables } = context;
  if (kubernetes > row.max) {
    const least = leastFor(kubernetes, tables['karpenter-compatibility'], tables['karpenter-releases']);
    const newer = least === undefined ? advice`a release that supports it` : advice`${least} or newer`;
    return advice`This Karpenter is too old for ${format(current)} as well: the rollback changes nothing. After it, update
      Karpenter to ${newer}.`;
  }
  const both = newestForBoth(context);
  const release = both === undefined ? advice`a Karpenter release that` : advice`Karpenter ${both}, which`;
  return advice`Before you roll back the control plane, install ${release} supports both ${format(kubernetes)} and
    ${format(current)}. Install its CRDs, too, and first read the release notes: the Karpenter project does not test
    downgrades.`;
}

/** The newest release in the tables that supports both ends of the rollback. */
function newestForBoth({ current, target, tables }: Here): string | undefined {
  const rows = tables['karpenter-compatibility'];
  let release = newestKnown(tables['karpenter-releases']);
  while (release !== undefined && !(isMadeFor(release, current, rows) && isMadeFor(release, target, rows)))
    release = newestKnown(tables['karpenter-releases'], release);
  return release;
}
