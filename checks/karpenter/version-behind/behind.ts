import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Warning } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { findPatchBelow, resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import {
  findRecommendedVersion,
  isUnconditional,
  newestPatch,
  reasonsToAvoid,
} from '../../../src/karpenter/releases.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Releases = Tables['karpenter-releases'];

/**
 * The finding for a patch version that is not the newest, or has a known problem. What depends on the cluster (`when`)
 * is only mentioned: karpenter/upgrade-hops judges it for the target.
 */
export function patchFinding(
  controller: KarpenterController,
  version: string,
  releases: Releases,
): Warning | undefined {
  const newest = newestPatch(version, releases);
  const all = reasonsToAvoid(version, releases);
  const reasons = all.filter(isUnconditional);
  if (newest === undefined) return undefined;
  if (reasons.length === 0 && !isBelow(version, newest.version)) return undefined;
  const why = reasons.map(({ reason }) => reason).join('; ');
  const [reserved] = all.filter((reason) => !isUnconditional(reason));
  const also = reserved === undefined ? '' : `; if a node class selects Capacity Reservations: ${reserved.reason}`;
  const better = [findRecommendedVersion(all), newest.version].reduce((a, b) => (isBelow(a, b) ? b : a));
  return {
    level: 'warn',
    rule: 'patch',
    ...(reasons.length === 0 ? {} : { short: 'patch has known problems' }),
    resource: toDeploymentResource(controller),
    message:
      reasons.length === 0
        ? `Karpenter ${version} is not the newest patch of ${newest.minor}: that is ${newest.version}${also}`
        : `Karpenter ${version} has a known problem: ${why}${also}`,
    evidence: [{ observed: version, required: better }],
    fix: advice`Update Karpenter to ${better}, CRDs first.`,
    links: [...new Set([...all.map(({ source }) => source), newest.source])],
  };
}

/**
 * The finding for a target that is not the newest patch of its minor version. karpenter/upgrade-hops reports one with
 * known problems, and one that no table lists.
 */
export function targetFinding(
  controller: KarpenterController,
  { current, target }: Context['karpenter'],
  releases: Releases,
): Warning | undefined {
  if (target === null || target === current || controller.version !== current) return undefined;
  const newest = newestPatch(target, releases);
  const isNamed = reasonsToAvoid(target, releases).some(isUnconditional);
  if (newest === undefined || isNamed || !isBelow(target, newest.version)) return undefined;
  return {
    level: 'warn',
    rule: 'target',
    atKarpenter: target,
    resource: toDeploymentResource(controller),
    message: `the target, Karpenter ${target}, is not the newest patch of ${newest.minor}: that is ${newest.version}`,
    evidence: [{ observed: target, required: newest.version, source: 'table' }],
    fix: advice`Choose ${newest.version} instead: \`--karpenter-target ${newest.version}\`.`,
    links: [newest.source],
  };
}

/**
 * The findings for patches above the newest known one of their minor, running or planned. Of phase after: the minor is
 * known, so that what the patch changes stops no update.
 * @param versions of the controller, today's first
 */
export function* unlistedPatchFindings(
  controller: KarpenterController,
  versions: readonly string[],
  releases: Releases,
): Generator<Warning> {
  for (const version of versions) {
    const newest = findPatchBelow(version, releases);
    if (newest === undefined) continue;
    yield {
      level: 'unknown',
      rule: 'release',
      phase: 'after',
      ...resolveAtKarpenter(version, versions),
      resource: toDeploymentResource(controller),
      message: `Karpenter ${version} is newer than ${newest}, the newest known patch of its minor version: its changes are unknown`,
      evidence: [{ observed: version, required: `${newest} or older` }],
      fix: advice`Check that the project released it, and read its release notes. Everything else is judged by the newest
        known patch.`,
      links: [`https://github.com/aws/karpenter-provider-aws/releases/tag/v${version}`],
    };
  }
}
