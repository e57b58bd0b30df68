import { advice } from '../../../src/syntax/advice.ts';
import type { Warning } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { toKarpenterMinor } from '../../../src/karpenter/path.ts';
import { findRecommendedVersion, newestPatch, reasonsToAvoid, selectRows } from '../../../src/karpenter/releases.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Releases = Tables['karpenter-releases'];

const year = 365 * 24;

/** The finding for a patch version that is not the newest, has a known problem, or is newer than those in the table. */
export function patchFinding(
  controller: KarpenterController,
  version: string,
  releases: Releases,
): Warning | undefined {
  const newest = newestPatch(version, releases);
  const reasons = reasonsToAvoid(version, releases);
  if (newest === undefined) return undefined;
  if (isBelow(newest.version, version)) return unknownRelease(controller, version, newest.version);
  if (reasons.length === 0 && !isBelow(version, newest.version)) return undefined;
  const why = reasons.map(({ reason }) => reason).join('; ');
  const better = [findRecommendedVersion(reasons), newest.version].reduce((a, b) => (isBelow(a, b) ? b : a));
  return {
    level: 'warn',
    rule: 'patch',
    ...(reasons.length === 0 ? {} : { short: 'patch has known problems' }),
    resource: toDeploymentResource(controller),
    message:
      reasons.length === 0
        ? `Karpenter ${version} is not the newest patch of ${newest.minor}: that is ${newest.version}`
        : `Karpenter ${version} has a known problem: ${why}`,
    evidence: [{ observed: version, required: better }],
    fix: advice`Update Karpenter to ${better}, CRDs first.`,
    links: [...new Set([...reasons.map(({ source }) => source), newest.source])],
  };
}

function unknownRelease(controller: KarpenterController, version: string, newest: string): Warning {
  return {
    level: 'unknown',
    rule: 'release',
    resource: toDeploymentResource(controller),
    message: `Karpenter ${version} is an unknown release: the newest known patch of its minor version is ${newest}`,
    evidence: [{ observed: version, required: `${newest} or older` }],
    fix: advice`Check whether the project released it. If not, find out which version this image contains; if so,
      update eks-preflight.`,
    links: [`https://github.com/aws/karpenter-provider-aws/releases/tag/v${version}`],
  };
}

/** The finding if the next minor version is a year old: no support period is documented. Ignores major version 0. */
export function* minorFindings(
  controller: KarpenterController,
  version: string,
  releases: Releases,
  now: string,
): Generator<Warning> {
  if (isBelow(version, '1.0.0')) return;
  const newer = selectRows(releases, 'latest')
    .filter(({ minor }) => isBelow(`${toKarpenterMinor(version)}.0`, `${minor}.0`))
    .toSorted((a, b) => (isBelow(a.version, b.version) ? -1 : 1));
  const [next, newest] = [newer[0], newer.at(-1)];
  if (next === undefined || newest === undefined || hoursBetween(next.released, now) < year) return;
  yield {
    level: 'warn',
    rule: 'minor',
    short: `${formatCount(newer.length, 'minor version')} behind`,
    resource: toDeploymentResource(controller),
    message: `Karpenter ${version} is ${formatCount(newer.length, 'minor version')} behind ${newest.minor}: ${next.minor} was released on ${next.released}`,
    evidence: [{ observed: version, required: `${newest.version}, the newest known` }],
    fix: advice`Plan an update to a newer minor version: scan with \`--karpenter-target VERSION\` to see the steps.`,
    links: [newest.source],
  };
}

/** The finding for major version 0, which gets no more fixes. */
export function* majorZeroFindings(controller: KarpenterController, version: string): Generator<Warning> {
  const resource = toDeploymentResource(controller);
  if (isBelow(version, '1.0.0')) {
    yield {
      level: 'warn',
      rule: 'major-version-zero',
      resource,
      message: `Karpenter ${version} has major version 0, which gets no security patches`,
      evidence: [{ observed: version, required: '1.0.0 or newer' }],
      fix: advice`Plan an update to a supported minor version: scan with \`--karpenter-target VERSION\` to see the
        steps.`,
    };
  }
}
