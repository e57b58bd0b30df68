import type { Facts } from '../../facts/facts.ts';
import type { Reading } from '../../facts/reading.ts';
import { usageError } from '../../facts/reason.ts';
import type { TargetSource } from './step.ts';
import { format, parseMinor, type Minor } from '../../syntax/versions.ts';

/** The path from the control plane's version to the target, one minor at a time; a rollback has one step, down. */
export interface Plan {
  current: Minor;
  target: Minor;
  targetSource: TargetSource;
  /** `[current, ...each version of the path]`. */
  versions: readonly Minor[];
}

/**
 * Plans the path. Without a requested target: the next minor if EKS offers a newer one; the current version if it does
 * not; the next minor, marked as `assumed`, if no usable list of versions was read.
 * @param requested `1.34`, `current` or undefined
 * @throws ScanError (`usage`) if the cluster's version is invalid, or if the target is invalid, lower than that version
 *   or beyond the list of EKS
 */
export function planPath(
  cluster: Facts['cluster'],
  offers: Reading<Facts['clusterVersions']> | undefined,
  requested: string | undefined,
): Plan {
  const current = parseCurrent(cluster);
  const { target, targetSource } = chooseTarget(current, offersFor(cluster, current, offers), requested);
  if (target < current) {
    throw usageError(
      `--target ${format(target)} is lower than the version of cluster ${cluster.name} (${format(current)})`,
      'To judge a rollback to the earlier minor version, use --rollback instead of --target.',
    );
  }
  refuseBeyond(target, current, offersFor(cluster, current, offers), offers);
  return { current, target, targetSource, versions: minorsBetween(current, target) };
}

/**
 * Plans a rollback: EKS rolls back the control plane by one minor version.
 * @throws ScanError (`usage`) if the cluster's version is invalid, or is the first one
 */
export function planRollback(cluster: Facts['cluster']): Plan {
  const current = parseCurrent(cluster);
  const target = current - 1;
  if (target < 1) throw usageError(`cluster ${cluster.name} has no version before ${format(current)}`);
  return { current, target, targetSource: 'rollback', versions: minorsBetween(current, target) };
}

function parseCurrent({ name, version }: Facts['cluster']): Minor {
  const current = parseMinor(version);
  if (current === undefined) throw usageError(`cluster ${name} has an invalid version: ${version}`);
  return current;
}

/** `[current, ..., target]`; of a rollback, both. */
export function minorsBetween(current: Minor, target: Minor): Minor[] {
  if (target < current) return [current, target];
  return Array.from({ length: target - current + 1 }, (_, step) => current + step);
}

type Offers = Facts['clusterVersions']['versions'];

/** Throws for a target beyond the newest version of EKS's live list. The bundled table cannot rule out a target. */
function refuseBeyond(
  target: Minor,
  current: Minor,
  offers: Offers | undefined,
  reading: Reading<Facts['clusterVersions']> | undefined,
): void {
  if (offers === undefined || reading?.ok !== true || reading.value.source !== 'live') return;
  const listed = offers.map(({ version, status }) => ({ minor: parseMinor(version) ?? 0, status }));
  const offered = listed.flatMap(({ minor, status }) => (status === 'UNSUPPORTED' ? [] : [minor]));
  const [last, newest] = [Math.max(...listed.map(({ minor }) => minor)), Math.max(...offered)];
  if (offered.length === 0 || target <= last || target === current) return;
  throw usageError(
    `--target ${format(target)} is not offered by EKS (newest offered: ${format(newest)})`,
    newest > current
      ? `Pass --target ${format(newest)} or lower.`
      : 'Pass --target current to judge the current state.',
  );
}

/**
 * The versions that EKS offers for this type of cluster: local clusters on AWS Outposts have a separate list. Undefined
 * if no list for this type was read, or only a table without newer versions, which does not show that EKS offers none.
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

/** A higher minor is treated as a typing error: Kubernetes will not reach it for decades. */
const highestMinor = 99;

/**
 * Parses a requested version: `1.34`, `v1.34`.
 * @throws ScanError (`usage`) if it is not a Kubernetes version, or names a patch: EKS updates by minors
 */
export function parseTarget(requested: string, called = '--target'): Minor {
  const [, digits, patch] = /^v?1\.(\d{1,3})(\.\d.*)?$/.exec(requested.trim()) ?? [];
  const target = Number(digits);
  if (digits === undefined || target > highestMinor) {
    throw usageError(`invalid ${called} '${requested}' (expected e.g. 1.34, or current)`);
  }
  if (patch !== undefined) {
    throw usageError(
      `invalid ${called} '${requested}': EKS updates to a minor version, not to a patch`,
      `Pass --target ${format(target)}.`,
    );
  }
  return target;
}
