import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { resolveGateStateAt } from '../../../src/karpenter/gates.ts';
import { ownObjects, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { toKarpenterMinor } from '../../../src/karpenter/path.ts';
import {
  findRecommendedVersion,
  isUnconditional,
  lastMinor,
  newestPatch,
  reasonsToAvoid,
} from '../../../src/karpenter/releases.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Here = Context<'karpenter-releases' | 'karpenter-feature-gates' | 'karpenter-settings'>;

/** The finding for a target that may not exist, or has a known problem that concerns this cluster. */
export function* targetFindings(
  controller: KarpenterController,
  target: string,
  facts: ObjectFacts,
  context: Here,
): Generator<Finding> {
  const releases = context.tables['karpenter-releases'];
  const newest = newestPatch(target, releases);
  const resource = toDeploymentResource(controller);
  // The engine reports that the table does not cover the target.
  if (newest === undefined && isBelow(`${lastMinor(releases)}.0`, target)) return;
  if (newest === undefined) {
    const message = `unknown whether Karpenter ${toKarpenterMinor(target)} exists`;
    const fix = advice`Look up the releases of Karpenter, and choose one that exists.`;
    const short = 'target version may not exist';
    yield { level: 'unknown', rule: 'target', short, atKarpenter: target, resource, message, fix };
    return;
  }
  const isReserved = reserves(controller, target, facts, context);
  const reasons = reasonsToAvoid(target, releases).filter((reason) => isReserved || isUnconditional(reason));
  if (reasons.length === 0) return;
  yield {
    level: reasons.some(({ level }) => level === 'fail') ? 'fail' : 'warn',
    rule: 'target',
    atKarpenter: target,
    resource,
    message: `avoid Karpenter ${target}: ${reasons.map(({ reason }) => reason).join('; ')}`,
    evidence: [{ observed: target, required: findRecommendedVersion(reasons), source: 'table' }],
    fix: advice`Choose ${findRecommendedVersion(reasons)} instead: \`--karpenter-target ${findRecommendedVersion(reasons)}\`.`,
    links: [...new Set(reasons.map(({ source }) => source))],
  };
}

/** Whether the target launches nodes in Capacity Reservations: a node class selects some, and the feature gate is on. */
function reserves(controller: KarpenterController, target: string, facts: ObjectFacts, { karpenter, tables }: Here) {
  const isSelected = ownObjects(facts).nodeClasses.some(({ terms }) => terms.capacityReservations.length > 0);
  const when = { today: karpenter.current ?? target, version: target };
  return isSelected && resolveGateStateAt('ReservedCapacity', controller, when, tables) !== 'off';
}
