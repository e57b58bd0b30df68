import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import {
  configMapName,
  findSettingsConfigMap,
  readsVariable,
  resolveSetting,
  findChartValueKey,
} from '../../../src/karpenter/settings.ts';
import { firstFrom, isWithin } from '../../../src/karpenter/version-range.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { panics } from './missing.ts';

type Here = Pick<Context<'karpenter-settings'>, 'tables'>;

/** The finding for a setting that is not a queue name but, for example, a URL. Source: sqs:GetQueueUrl, QueueName. */
export function* notAName(
  controller: KarpenterController,
  versions: readonly string[],
  { value, place }: { value: string; place: string },
  { tables }: Here,
): Generator<Finding> {
  if (/^[\w-]{1,80}(?:\.fifo)?$/.test(value)) return;
  const [today = ''] = versions;
  const at = versions.find((version) => isWithin(version, panics.from, panics.until)) ?? today;
  const ends = isWithin(at, panics.from, panics.until);
  const kind = value.startsWith('arn:') ? 'an ARN' : /^https?:/.test(value) ? 'a URL' : 'not a valid queue name';
  const effect = ends ? `Karpenter ${at} does not start` : 'Karpenter receives no interruption events';
  const name = value.split(/[:/]/).findLast((part) => part !== '');
  yield {
    level: ends ? 'fail' : 'warn',
    rule: 'name',
    ...resolveAtKarpenter(at, versions),
    blocks: ends ? 'karpenter' : 'workloads',
    resource: toDeploymentResource(controller),
    message: `${place} is ${kind} instead of the queue name: ${effect}`,
    evidence: [{ observed: value, required: name ?? 'the queue name' }],
    fix: advice`Set only the name: \`${resolveValueKey(today, tables)}: ${name ?? 'NAME'}\`.`,
  };
}

/** The finding for a queue in the ConfigMap, if a version of the path no longer reads it or is the last to read it. */
export function* oldKeyFindings(
  controller: KarpenterController,
  versions: readonly string[],
  queue: string,
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const lost = versions.find(
    (version) => resolveSetting(controller, 'INTERRUPTION_QUEUE', version, rows).state === 'unset',
  );
  const map = rows.find((row) => row.rowKind === 'config-map');
  const key = rows.find((row) => row.rowKind === 'config-map-key' && row.variable === 'INTERRUPTION_QUEUE');
  if (map?.rowKind !== 'config-map' || key?.rowKind !== 'config-map-key') return;
  const isOld = controller.settings[configMapName(key.key)] === queue;
  const at = lost ?? (isOld ? firstFrom(versions, '0.32.0') : undefined);
  if (at === undefined) return;
  yield {
    level: 'warn',
    rule: 'old-key',
    ...resolveAtKarpenter(at, versions),
    resource: toDeploymentResource(controller),
    message:
      lost === undefined
        ? `the queue ${queue} is set in ${key.key} of ConfigMap ${map.name}, which Karpenter ${at} is the last version to read`
        : `Karpenter ${at} receives no interruption events: the queue ${queue} is only set in ${key.key} of ConfigMap ${map.name}`,
    evidence: [{ observed: `settings.${key.key}: ${queue}`, required: `${key.value ?? ''}: ${queue}` }],
    fix: nameIt(queue, at, tables),
  };
}

/** The key in the chart's values that sets the queue at a version. */
export function resolveValueKey(version: string, tables: Here['tables']): string {
  return findChartValueKey('INTERRUPTION_QUEUE', version, tables['karpenter-settings']) ?? 'settings.interruptionQueue';
}

/** How to set a queue with the key that a version reads. */
export function nameIt(queue: string, version: string, tables: Here['tables']): Advice {
  const rows = tables['karpenter-settings'];
  const place = readsVariable('INTERRUPTION_QUEUE', version, rows)
    ? advice`variable INTERRUPTION_QUEUE`
    : advice`ConfigMap ${findSettingsConfigMap(rows)}`;
  return advice`Set \`${resolveValueKey(version, tables)}: ${queue}\` in the values of the chart (${place}). Do not use
    \`settings.interruptionQueueName\`: that key is silently ignored.`;
}
