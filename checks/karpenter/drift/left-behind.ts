import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { findGateDefault, isAlwaysOn, resolveGateState } from '../../../src/karpenter/gates.ts';
import { reads } from '../../../src/karpenter/generations.ts';
import { resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import type { Running } from './running.ts';

type Here = Context<'karpenter-settings' | 'karpenter-feature-gates'>;

/**
 * True if drift is on at a later version with the current chart values. If the feature gate has the default value now,
 * the chart may have written it, so the default of the later version counts.
 */
export function willBeOn(controller: KarpenterController, today: string, version: string, { tables }: Here): boolean {
  const rows = tables['karpenter-feature-gates'];
  if (isAlwaysOn('Drift', version, rows)) return true;
  const state = resolveGateState('Drift', controller, today, tables);
  const isOn = state === 'on';
  return isOn === (findGateDefault('Drift', today, rows) ?? false)
    ? (findGateDefault('Drift', version, rows) ?? false)
    : isOn;
}

/** The finding if drift is off in 0.32: drift would replace the nodes of a tainted Provisioner. */
export function* leftBehind(
  controller: KarpenterController,
  versions: readonly string[],
  running: Running,
  context: Here,
): Generator<Finding> {
  const [today = ''] = versions;
  const at = versions.find((version) => reads(version, 'Provisioner') && reads(version, 'NodePool'));
  if (at === undefined || willBeOn(controller, today, at, context)) return;
  const provisioners = running.pools.filter(({ kind }) => kind === 'Provisioner');
  const waiting = running.claims.filter(({ kind }) => kind === 'Machine');
  if (provisioners.length === 0 || waiting.length === 0) return;
  const names = provisioners.map(({ name }) => name).join(', ');
  const nodes = formatCount(waiting.length, 'node');
  const owners = `${forCount(provisioners.length, 'Provisioner', 'Provisioners')} ${names}`;
  const wait = forCount(waiting.length, 'stays until you replace it', 'stay until you replace them');
  yield {
    level: 'warn',
    rule: 'left-behind',
    ...resolveAtKarpenter(at, versions),
    resource: toDeploymentResource(controller),
    message: `drift is off by default in Karpenter ${at}: ${nodes} of the ${owners} ${wait}`,
    evidence: [
      {
        observed: `Drift off, ${formatCount(waiting.length, 'Machine')}`,
        required: 'Drift=true while a Provisioner is drained by the taint karpenter.sh/legacy',
      },
    ],
    fix: advice`Set \`settings.featureGates.drift: true\` with 0.32, create the NodePool, then taint the Provisioner
      with \`karpenter.sh/legacy=true:NoSchedule\`. Alternatives: let its nodes expire or delete them one by one, or
      delete
      the Provisioner with \`--cascade=foreground\`, which drains all of its nodes at the same time.`,
  };
}
