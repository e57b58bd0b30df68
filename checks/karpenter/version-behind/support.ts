import { advice } from '../../../src/syntax/advice.ts';
import type { Warning } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { toKarpenterMinor } from '../../../src/karpenter/path.ts';
import { selectRows } from '../../../src/karpenter/releases.ts';
import { formatAlternatives } from '../../../src/syntax/quoted.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Releases = Tables['karpenter-releases'];

/**
 * The finding for a minor version that the project no longer supports. Ignores major version 0.
 * Source: the support policy on karpenter.sh (compatibility)
 */
export function* minorFindings(
  controller: KarpenterController,
  version: string,
  releases: Releases,
  now: string,
): Generator<Warning> {
  if (isBelow(version, '1.0.0')) return;
  const today = now.slice(0, 10);
  const minor = toKarpenterMinor(version);
  const newer = selectRows(releases, 'latest')
    .filter((row) => isBelow(`${minor}.0`, `${row.minor}.0`) && row.released <= today)
    .toSorted((a, b) => (isBelow(a.version, b.version) ? -1 : 1));
  const [next, newest] = [newer[0], newer.at(-1)];
  const longTerm = selectRows(releases, 'long-term').filter(({ until }) => today <= until);
  if (next === undefined || newest === undefined || longTerm.some((row) => row.minor === minor)) return;
  const ended = selectRows(releases, 'long-term').find((row) => row.minor === minor);
  const since =
    ended === undefined
      ? `${next.minor} was released on ${next.released}`
      : `its long-term support ended in ${month(ended.until)}`;
  const alternatives = longTerm
    .filter((row) => isBelow(`${minor}.0`, `${row.minor}.0`))
    .slice(-1)
    .map(describeLongTerm);
  yield {
    level: 'warn',
    rule: 'minor',
    short: 'no longer supported',
    resource: toDeploymentResource(controller),
    message: `the Karpenter project no longer supports ${minor}: ${since}`,
    evidence: [{ observed: version, required: formatAlternatives([newest.version, ...alternatives]) }],
    fix: advice`Plan an update to a supported minor version: scan with \`--karpenter-target VERSION\` to see the steps.`,
    links: ['https://karpenter.sh/docs/upgrading/compatibility/', newest.source],
  };
}

function describeLongTerm({ minor, until }: { minor: string; until: string }): string {
  return `${minor} (long-term support until ${month(until)})`;
}

/** `2027-02` */
function month(day: string): string {
  return day.slice(0, 7);
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
