import { advice, joinAdvice, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { configMapName, readsVariable, type SettingRows } from '../../../src/karpenter/settings.ts';
import { resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import { besideChartManager } from '../shared/chart-manager.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { firstFrom, isWithin } from '../../../src/karpenter/version-range.ts';

type Here = Pick<Context<'karpenter-settings'>, 'tables'>;
type ConfigMapKey = Extract<SettingRows[number], { rowKind: 'config-map-key' }>;

/** The finding for keys in the ConfigMap, if a version of the path no longer reads it or is the last to read it. */
export function* configMapFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const map = rows.find((row) => row.rowKind === 'config-map');
  const environment = rows.find(
    (row) => row.rowKind === 'variable' && row.variable === 'CLUSTER_NAME' && row.until === null,
  );
  const [today] = versions;
  if (map?.rowKind !== 'config-map' || environment?.rowKind !== 'variable' || today === undefined) return;
  const held = rows.flatMap((row) =>
    row.rowKind === 'config-map-key' && (controller.settings[configMapName(row.key)] ?? '') !== '' ? [row] : [],
  );
  const at = firstFrom(versions, map.until) ?? firstFrom(versions, environment.from);
  if (held.length === 0 || at === undefined) return;
  const isIgnored = !isWithin(at, map.from, map.until);
  const isLeftOver = isIgnored && at === today;
  const keys = held.map(({ key }) => key).join(', ');
  yield {
    level: 'warn',
    rule: 'config-map',
    ...(isIgnored ? {} : { short: 'newer Karpenter does not read it' }),
    ...resolveAtKarpenter(at, versions),
    resource: { kind: 'ConfigMap', namespace: controller.namespace, name: map.name },
    message: isLeftOver
      ? `is left over: Karpenter ${at} does not read it (${keys})`
      : `Karpenter ${at} ${isIgnored ? 'no longer reads it' : 'is the last minor version that reads it'}: ${keys}`,
    evidence: [
      { observed: keys, required: `variables of the Deployment from ${map.until} on`, fact: 'karpenterControllers' },
    ],
    fix: advice`${besideChartManager(isLeftOver ? leftOver : moved, controller)}\n\n${joinAdvice(held.map(newPlace), '\n')}`,
    ...(isLeftOver ? { phase: 'after' as const } : {}),
  };
}

const leftOver = advice`Make sure that the values of the chart contain all of it, then delete it.`;
const moved = advice`Move each of them in the values of the chart. The keys under \`settings.aws\` and this ConfigMap no
  longer exist from 0.33 on.`;

/** What replaces a ConfigMap key in the chart's values. */
function newPlace({ key, value, instead }: ConfigMapKey): Advice {
  if (value === `settings.${key}`) return advice`- \`${value}\` does not change`;
  const place = value === null ? ofTable(instead ?? 'nothing') : advice`\`${value}\``;
  return advice`- \`settings.${key}\` becomes ${place}`;
}

/** Findings for set variables that a version of the path no longer reads, or that none of them reads. */
export function* variableFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const [today = ''] = versions;
  for (const variable of Object.keys(controller.settings)) {
    const known = rows.filter((row) => row.rowKind === 'variable').filter((row) => row.variable === variable);
    if (known.length === 0 || variable === 'DISABLE_WEBHOOK' || controller.settings[variable] === '') continue;
    const reads = (version: string) => readsVariable(variable, version, rows);
    const last = versions.findLastIndex(reads);
    const at = last === -1 ? today : versions[last + 1];
    if (at === undefined) continue;
    const gone = known.find(({ until }) => until !== null && !isBelow(at, until));
    const row = known.find(({ from }) => isBelow(at, from)) ?? gone;
    if (row === undefined) continue;
    const instead = gone?.instead;
    const why = gone === undefined ? `it is read from ${row.from} on` : `it was removed in ${gone.until}`;
    yield {
      level: 'warn',
      rule: `variable:${variable}`,
      ...resolveAtKarpenter(at, versions),
      resource: toDeploymentResource(controller),
      message: `Karpenter ${at} ignores ${variable}: ${why}`,
      evidence: [{ observed: `${variable} is set`, required: instead ?? `Karpenter ${row.from} or newer` }],
      fix: advice`Remove ${variable}${
        instead === undefined ? ', or use a version that reads it.' : advice`; use instead: ${ofTable(instead)}.`
      }`,
      links: [(gone ?? row).source],
    };
  }
}
