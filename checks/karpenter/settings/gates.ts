import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { findGateDefault, isAlwaysOn, meantGate, namedGates } from '../../../src/karpenter/gates.ts';
import { resolveSetting } from '../../../src/karpenter/settings.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Here = Pick<Context<'karpenter-settings' | 'karpenter-feature-gates'>, 'tables'>;

/** Findings for gates that are unread, malformed or in no version of the path. */
export function* gateFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-feature-gates'];
  const [today] = versions;
  if (today === undefined) return;
  const resource = toDeploymentResource(controller);
  const setting = resolveSetting(controller, 'FEATURE_GATES', today, tables['karpenter-settings']);
  if (setting.state === 'unread') {
    const message = 'its feature gates are unknown: FEATURE_GATES comes from a source that is not read';
    yield {
      level: 'unknown',
      rule: 'feature-gates',
      short: 'feature gates unknown',
      resource,
      message,
      fix: advice`Look them up in the Deployment and in the objects that it references.`,
    };
    return;
  }
  const named = namedGates(setting);
  if ('malformed' in named) {
    yield {
      level: 'fail',
      rule: 'feature-gates',
      resource,
      message: `Karpenter does not start with the feature gate "${named.malformed}"`,
      evidence: [{ observed: named.malformed, required: 'Name=true or Name=false, separated by commas' }],
      fix: advice`Write \`settings.featureGates\` of the chart as names with true or false.`,
    };
    return;
  }
  for (const [gate, value] of named.gates) {
    const finding = unknownGate(gate, value, versions, rows);
    if (finding !== undefined) yield { ...finding, rule: `gate:${gate}`, resource };
  }
}

/** The finding for a gate that no version of the path has; undefined if it is set to true and now always on. */
function unknownGate(
  gate: string,
  value: boolean,
  versions: readonly string[],
  rows: Here['tables']['karpenter-feature-gates'],
): Omit<Finding, 'resource' | 'rule'> | undefined {
  const [today = ''] = versions;
  if (versions.some((version) => findGateDefault(gate, version, rows) !== undefined)) return undefined;
  const gone = isAlwaysOn(gate, today, rows);
  if (gone && value) return undefined;
  const meant = meantGate(gate, rows);
  const why = gone
    ? 'the feature is always on'
    : meant === undefined
      ? 'this gate does not exist'
      : meant === gate
        ? 'this version does not have the gate'
        : `the gate is ${meant}`;
  return {
    level: 'warn',
    message: `Karpenter ${today} ignores the feature gate ${gate}=${value}: ${why}`,
    evidence: [{ observed: `${gate}=${value}`, required: 'a gate of this version' }],
    fix: gone
      ? advice`Remove ${gate} from \`settings.featureGates\`. To limit drift, set \`spec.disruption.budgets\` of each
        NodePool (reason Drifted).`
      : advice`Remove ${gate} from the feature gates${
          meant === undefined || meant === gate
            ? advice``
            : advice`, or
        write \`${meant}\``
        }.`,
  };
}
