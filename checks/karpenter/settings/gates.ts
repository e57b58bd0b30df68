import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { findGateDefault, isAlwaysOn, meantGate, namedGates, resolveGateState } from '../../../src/karpenter/gates.ts';
import { resolveSetting } from '../../../src/karpenter/settings.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Here = Pick<Context<'karpenter-settings' | 'karpenter-feature-gates'>, 'tables'>;

/** Findings for gates that are unread, malformed or in no version of the path, and for defaults that a step changes. */
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
  yield* changedDefaults(controller, versions, tables);
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

/** Findings for features that a later default turns on; drift has a separate check. */
function* changedDefaults(
  controller: KarpenterController,
  versions: readonly string[],
  tables: Here['tables'],
): Generator<Finding> {
  const rows = tables['karpenter-feature-gates'];
  const [today = '', ...stops] = versions;
  const turnedOn = new Set(
    rows.flatMap((row) => (row.rowKind === 'gate' && row.default && row.gate !== 'Drift' ? [row.gate] : [])),
  );
  for (const gate of turnedOn) {
    const at = stops.find((version) => findGateDefault(gate, version, rows) === true);
    if (
      at === undefined ||
      findGateDefault(gate, today, rows) === true ||
      resolveGateState(gate, controller, today, tables) === 'on'
    )
      continue;
    yield {
      level: 'warn',
      rule: `default:${gate}`,
      atKarpenter: at,
      resource: toDeploymentResource(controller),
      message: `the feature gate ${gate} is off now and on by default in Karpenter ${at}`,
      evidence: [{ observed: `off in ${today}`, required: `on by default in ${at}` }],
      fix: advice`Decide before the step:
        \`settings.featureGates.${gate.slice(0, 1).toLowerCase()}${gate.slice(1)}: false\` keeps it off. With
        ReservedCapacity on, Karpenter only uses capacity reservations, including open ones, if
        \`capacityReservationSelectorTerms\` of a node class selects them.`,
    };
  }
}
