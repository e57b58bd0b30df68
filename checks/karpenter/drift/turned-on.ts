import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isAlwaysOn, namedGates, resolveGateState } from '../../../src/karpenter/gates.ts';
import { resolveSetting } from '../../../src/karpenter/settings.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { holdFix, nodesOfPools } from './budgets.ts';
import { willBeOn } from './left-behind.ts';
import { allNodes, type Running } from './running.ts';

type Here = Context<'karpenter-settings' | 'karpenter-feature-gates' | 'karpenter-drift'>;

/** The finding for a step of the path that turns drift on. */
export function* turnedOn(
  controller: KarpenterController,
  versions: readonly string[],
  running: Running,
  context: Here,
): Generator<Finding> {
  const [today = '', ...stops] = versions;
  if (resolveGateState('Drift', controller, today, context.tables) === 'on' || running.claims.length === 0) return;
  const at = stops.find((version) => willBeOn(controller, today, version, context));
  if (at === undefined) return;
  const forGood = isAlwaysOn('Drift', at, context.tables['karpenter-feature-gates']);
  const on = forGood ? 'always on from' : 'on by default in';
  const off = forGood ? advice`` : advice` \`settings.featureGates.drift: false\` keeps drift off until 1.0.`;
  const unless = !forGood && isWritten(controller, today, context) ? sameAsDefault : '';
  yield {
    level: 'warn',
    rule: 'turned-on',
    atKarpenter: at,
    resource: toDeploymentResource(controller),
    message: `drift is off now and ${on} Karpenter ${at}${unless}: of ${allNodes(running)}, Karpenter replaces those that differ from their pool`,
    evidence: nodesOfPools(running, at, context),
    fix: advice`${holdFix(at, context)} Make sure that the workloads on these nodes have a second replica and a
      PodDisruptionBudget.${off}`,
  };
}

/**
 * The chart always writes the gate, so the Deployment does not show whether its value is the default or set by a user.
 */
const sameAsDefault = ', unless your Helm values disable it (indistinguishable from the current default)';

function isWritten(controller: KarpenterController, today: string, { tables }: Here): boolean {
  const named = namedGates(resolveSetting(controller, 'FEATURE_GATES', today, tables['karpenter-settings']));
  return 'gates' in named && named.gates.has('Drift');
}
