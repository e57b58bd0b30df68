import type { KarpenterPath } from '../../karpenter/path.ts';
import type { KarpenterController } from '../../facts/karpenter.ts';
import {
  isMadeFor,
  isUnreadMinor,
  jointStates,
  leastFor,
  newestKnown,
  noKarpenter,
  versionsBetween,
  withTarget,
  type JointStep,
} from '../../karpenter/path.ts';
import type { Reading } from '../../facts/reading.ts';
import { usageError } from '../../facts/reason.ts';
import { parseKarpenterTarget } from './karpenter-target.ts';
import type { PlannedController } from './step.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';
import { format, isBelow, parseMinor, type Minor } from '../../syntax/versions.ts';

/** The path of Karpenter, and the joint steps of Karpenter and Kubernetes. */
export interface KarpenterPlan {
  path: KarpenterPath;
  /** Every controller, as the report shows it; the one that serves the cluster has the target. */
  controllers: PlannedController[];
  /** The steps of both components, in order. */
  steps: readonly JointStep[];
}

type Controllers = Reading<readonly KarpenterController[]>;

/**
 * Plans the path of Karpenter along that of the control plane. Without a requested target, the target is the running
 * version if it supports every Kubernetes version of the path. Otherwise (`required`), the target is the newest patch
 * of the lowest minor that supports the last of these versions, or else the latest of them that any known release
 * supports. If this patch is not newer than the running version, the target is the running version.
 * @param requested `1.8.1`, `current` or undefined
 * @param kubernetes `[current, ...each version of the path]`
 * @throws ScanError (`usage`) if the requested target is invalid or lower than the running version, or if it is a
 *   release and Karpenter is not installed
 */
export function planKarpenter(
  reading: Controllers | undefined,
  cluster: string,
  kubernetes: readonly Minor[],
  requested: string | undefined,
): KarpenterPlan {
  const controllers = reading?.ok === true ? reading.value : [];
  const wanted = requested === undefined ? undefined : parseKarpenterTarget(requested);
  if (reading?.ok === true && controllers.length === 0 && wanted !== undefined && wanted !== 'current') {
    throw usageError(`--karpenter-target ${wanted}: Karpenter does not run in cluster ${cluster}`);
  }
  const serving = servingController(controllers, cluster);
  const current = serving?.version ?? null;
  const { target, targetSource } = chooseTarget(current, kubernetes, wanted);
  if (current !== null && target !== null && targetSource === 'flag' && isBelow(target, current)) {
    throw usageError(
      `--karpenter-target ${target} is lower than the running version (${current})`,
      'Only updates are judged: the Karpenter project does not test downgrades.',
    );
  }
  const path = buildKarpenterPath(current, target);
  return {
    path,
    controllers: controllers.map((controller) => ({
      namespace: controller.namespace,
      version: controller.version,
      versionSource: controller.versionSource,
      target: controller === serving ? target : null,
      targetSource: controller === serving && target !== null ? targetSource : null,
    })),
    steps: jointSteps(kubernetes, path),
  };
}

/**
 * The controller that serves the cluster: preferably one whose replicas are not zero, whose settings do not name
 * another cluster, and whose version is known. If several are equal in this, the one with the oldest version, because
 * its path is the longest.
 */
export function servingController(
  controllers: readonly KarpenterController[],
  cluster: string,
): KarpenterController | undefined {
  const rank = ({ replicas, settings, version }: KarpenterController): number =>
    (replicas === 0 ? 4 : 0) + (namesOther(settings, cluster) ? 2 : 0) + (version === null ? 1 : 0);
  const [best] = controllers.toSorted((a, b) => rank(a) - rank(b) || byVersion(a, b));
  return best;
}

function namesOther(settings: KarpenterController['settings'], cluster: string): boolean {
  const name = settings['CLUSTER_NAME'] ?? settings['configMap:aws.clusterName'];
  return name !== undefined && name !== cluster;
}

function byVersion(a: KarpenterController, b: KarpenterController): number {
  if (a.version === null || b.version === null || a.version === b.version) return 0;
  return isBelow(a.version, b.version) ? -1 : 1;
}

function chooseTarget(
  current: string | null,
  kubernetes: readonly Minor[],
  wanted: string | undefined,
): { target: string | null; targetSource: string } {
  if (wanted === 'current') return { target: current, targetSource: 'flag' };
  if (wanted !== undefined) return { target: wanted, targetSource: 'flag' };
  const running = { target: current, targetSource: 'running' };
  const rows = loadTable('karpenter-compatibility').rows;
  if (current === null) return running;
  if (kubernetes.every((version) => isMadeFor(current, version, rows))) return running;
  const releases = loadTable('karpenter-releases').rows;
  const least = kubernetes.reduceRight<string | undefined>(
    (found, version) => found ?? leastFor(version, rows, releases),
    undefined,
  );
  // An update does not help: no known release supports a version of the path, or `least` is not newer than `current`.
  if (least === undefined || !isBelow(current, least)) return running;
  return { target: least, targetSource: 'required' };
}

function buildKarpenterPath(current: string | null, target: string | null): KarpenterPath {
  if (current === null || target === null) return { ...noKarpenter, target };
  const releases = loadTable('karpenter-releases').rows;
  if (current !== target && isUnreadMinor(target, releases)) return pathTowards(current, target, releases);
  return { current, target, versions: versionsBetween(current, target, releases) };
}

/**
 * Plans the path to a target whose minor no table lists. Its changes are unknown, so no intermediate versions are guessed: the
 * path includes the steps up to the newest known release below the target, and `withTarget` appends the target.
 */
function pathTowards(current: string, target: string, releases: Tables['karpenter-releases']): KarpenterPath {
  const known = newestKnown(releases, target);
  const hasKnownSteps = known !== undefined && isBelow(current, known);
  return { current, target, versions: hasKnownSteps ? versionsBetween(current, known, releases) : [current] };
}

/**
 * Plans the steps of both components in order, from the running versions to the targets.
 * @param kubernetes `[current, ...each version of the path]`
 * @param karpenter the running release and the target; null if unknown, or if Karpenter is not installed
 */
export function planSteps(
  kubernetes: readonly Minor[],
  karpenter: { version: string | null; target: string | null },
): JointStep[] {
  return jointSteps(kubernetes, buildKarpenterPath(karpenter.version, karpenter.target));
}

/** As {@link planSteps}, for a path of Karpenter that is already planned. */
export function jointSteps(kubernetes: readonly Minor[], path: KarpenterPath): JointStep[] {
  const { current } = path;
  const { versions } = withTarget(path);
  // Without Karpenter, the control plane alone determines the order.
  const states = jointStates(kubernetes, current === null ? [''] : versions, compatibilityRows(current));
  return states.slice(1).flatMap((state, index): JointStep[] => {
    const before = states[index];
    if (before === undefined) return [];
    return state.karpenter === before.karpenter
      ? [{ component: 'kubernetes', from: format(before.kubernetes), to: format(state.kubernetes) }]
      : [{ component: 'karpenter', from: before.karpenter, to: state.karpenter }];
  });
}

function compatibilityRows(current: string | null) {
  return current === null ? [] : loadTable('karpenter-compatibility').rows;
}

/** True if the finding applies today, or at a version that one of these steps reaches. */
export function isReached(at: { component: string; version: string } | null, steps: readonly JointStep[]): boolean {
  if (at === null) return true;
  return steps.some(({ component, to }) => component === at.component && isUpTo(at.version, to, component));
}

function isUpTo(version: string, to: string, component: string): boolean {
  return component === 'kubernetes' ? (parseMinor(version) ?? 0) <= (parseMinor(to) ?? 0) : version === to;
}
