import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isMadeFor, jointStates, leastFor } from '../../../src/karpenter/path.ts';
import { format, isRollback } from '../../../src/syntax/versions.ts';
import { karpenterRemedy, karpenterUpdate } from '../../../src/for-checks/update-commands.ts';
import type { Misfit } from './misfit.ts';
import { rollbackFix } from './rollback-fix.ts';

/** `isServing`: true if the path is that of this controller. */
type Here = Context<'karpenter-compatibility' | 'karpenter-releases'> & { isServing: boolean };

/** How to reach compatible versions of Karpenter and Kubernetes. */
export function buildCompatibilityFix(
  controller: KarpenterController,
  misfit: Misfit,
  context: Here,
): { fix: Advice; remedy?: string } {
  if (isRollback(context)) return { fix: rollbackFix(misfit, context) };
  const { row, kubernetes } = misfit;
  const { cluster, tables, karpenter, versions, isServing } = context;
  const compatibility = tables['karpenter-compatibility'];
  if (kubernetes < row.min) {
    const fix = advice`Update the control plane of ${cluster.name} to ${format(row.min)} first, or choose a Karpenter
      version that supports ${format(kubernetes)} (\`--karpenter-target\`).`;
    return { fix };
  }
  const least = leastFor(kubernetes, compatibility, tables['karpenter-releases']);
  if (least === undefined) {
    const fix = advice`No known Karpenter version supports Kubernetes ${format(kubernetes)}: wait for one, or read the
      release notes.`;
    return { fix };
  }
  if (!isServing) {
    const fix = advice`Update this Karpenter to ${least} or newer before you update the control plane to
      ${format(kubernetes)}, or remove it: the steps in this report are for the Karpenter that serves the cluster.`;
    return { fix };
  }
  const end = karpenter.versions.at(-1);
  const [, next] = karpenter.versions;
  if (next === undefined || end === undefined || !isMadeFor(end, kubernetes, compatibility)) {
    const fix = advice`Update Karpenter to ${least} or newer before you update the control plane to
      ${format(kubernetes)}; \`--karpenter-target ${least}\` shows the steps.`;
    return { fix };
  }
  const states = jointStates(versions, karpenter.versions, compatibility);
  const moves = states.slice(1).map((state, index) => {
    const before = states[index];
    return state.karpenter === before?.karpenter
      ? `Kubernetes ${format(state.kubernetes)}`
      : `Karpenter ${state.karpenter}`;
  });
  const order = moves.length > 1 ? advice`In this order: ${moves.join(', ')}. ` : advice``;
  const move = { from: karpenter.current, to: next, controller, crds: undefined, autoMode: cluster.autoMode };
  const fix = advice`${order}The first Karpenter update, after you have fixed what this report lists for
    ${next}:\n\n${karpenterUpdate(move)}`;
  return { fix, remedy: karpenterRemedy(next) };
}
