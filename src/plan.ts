import type { Facts } from './facts.ts';
import type { Reading } from './reading.ts';
import { usageError } from './reason.ts';
import type { Report } from './report.ts';
import { format, parseMinor, type Minor } from './versions.ts';

/** The way from the control plane's version to the target, one minor at a time. */
export interface Plan {
  current: Minor;
  target: Minor;
  targetSource: Report['targetSource'];
  /** `[current, ...each version of the path]`. */
  versions: readonly Minor[];
}

/**
 * Lays out the path. Without a target asked for: the next minor if EKS offers a newer one; none newer, the state is
 * judged as it is; offers that could not be read, the next minor, said to be assumed.
 * @param requested `1.34`, `current` or undefined
 * @throws SourceError (`usage`) where the target is no version or lower than the cluster's
 */
export function planPath(
  cluster: Facts['cluster'],
  offers: Reading<Facts['clusterVersions']> | undefined,
  requested: string | undefined,
): Plan {
  const current = parseMinor(cluster.version);
  if (current === undefined) throw usageError(`cluster ${cluster.name} has a version that is none: ${cluster.version}`);
  const { target, targetSource } = chooseTarget(current, offersFor(cluster, current, offers), requested);
  if (target < current) {
    throw usageError(
      `--target ${format(target)} is lower than the version of cluster ${cluster.name} (${format(current)})`,
      'Only updates are judged. A rollback within seven days of an update is a matter of EKS rollback insights.',
    );
  }
  const versions = Array.from({ length: target - current + 1 }, (_, step) => current + step);
  return { current, target, targetSource, versions };
}

type Offers = Facts['clusterVersions']['versions'];

/**
 * Local clusters on AWS Outposts have a list of their own. Undefined: no list for this type of cluster was read, or only a
 * table that ends here, which does not tell that nothing newer is offered.
 */
function offersFor(
  { outpost }: Facts['cluster'],
  current: Minor,
  offers: Reading<Facts['clusterVersions']> | undefined,
): Offers | undefined {
  if (offers?.ok !== true) return undefined;
  const own = offers.value.versions.filter(({ clusterType }) => (clusterType === 'eks') !== outpost);
  const ended = offers.value.source === 'table' && !own.some(({ version }) => (parseMinor(version) ?? 0) > current);
  return own.length === 0 || ended ? undefined : own;
}

function chooseTarget(
  current: Minor,
  offers: Offers | undefined,
  requested: string | undefined,
): Pick<Plan, 'target' | 'targetSource'> {
  if (requested === 'current') return { target: current, targetSource: 'flag' };
  if (requested !== undefined) return { target: parseTarget(requested), targetSource: 'flag' };
  if (offers === undefined) return { target: current + 1, targetSource: 'assumed' };
  const newer = offers.some(({ version, status }) => status !== 'UNSUPPORTED' && (parseMinor(version) ?? 0) > current);
  return newer ? { target: current + 1, targetSource: 'next-offered' } : { target: current, targetSource: 'current' };
}

/** Beyond any Kubernetes there may be in this tool's life: a typing error, not a plan. */
const highestMinor = 99;

/**
 * Reads a version that was asked for.
 * @throws SourceError (`usage`) where it is no version of Kubernetes
 */
export function parseTarget(requested: string): Minor {
  const target = parseMinor(requested);
  if (target === undefined || target > highestMinor) {
    throw usageError(
      `--target ${requested === '' ? "''" : requested} is no Kubernetes version`,
      'Write it as 1.34, or `current`.',
    );
  }
  return target;
}
