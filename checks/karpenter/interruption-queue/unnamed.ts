import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { configMapName, findSettingsConfigMap } from '../../../src/karpenter/settings.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import type { Granted } from './granted-queues.ts';
import { resolveValueKey, nameIt } from './named.ts';

type Here = Pick<Context<'karpenter-settings'>, 'tables'>;

/** Keys of the ConfigMap in which users set a queue by mistake: no Karpenter version reads these keys. */
const slips = ['interruptionQueueName', 'interruptionQueue'];

/** The finding for a queue in a key that Karpenter does not read, or else for a queue that its role may read. */
export function* namedElsewhere(
  controller: KarpenterController,
  today: string,
  granted: Granted,
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const keys = rows.flatMap((row) =>
    row.rowKind === 'config-map-key' && row.variable === 'INTERRUPTION_QUEUE' ? [row.key] : [],
  );
  const named = [...keys, ...slips].flatMap((key) => {
    const queue = controller.settings[configMapName(key)];
    return queue === undefined || queue === ''
      ? []
      : [{ place: `${key} of ConfigMap ${findSettingsConfigMap(rows)}`, queue }];
  });
  const variable = controller.settings['INTERRUPTION_QUEUE'];
  const early = isBelow(today, '0.32.0') && variable !== undefined && variable !== '';
  const [found] = [...(early ? [{ place: 'INTERRUPTION_QUEUE', queue: variable }] : []), ...named];
  if (found === undefined) {
    const isUnread = keys.some((key) => controller.settingsUnread.includes(configMapName(key)));
    if (!isUnread) yield* grantedOnly(controller, today, granted, tables);
    return;
  }
  yield {
    level: 'warn',
    rule: 'unread',
    resource: toDeploymentResource(controller),
    message: `receives no interruption events: the queue ${found.queue} is set in ${found.place}, which Karpenter ${today} does not read`,
    evidence: [
      {
        observed: `${found.place}: ${found.queue}`,
        required: resolveValueKey(today, tables),
      },
    ],
    fix: nameIt(found.queue, today, tables),
  };
}

/**
 * Findings if no setting names a queue, but the role may read one, or this is unknown: the Helm values may set a wrong
 * key.
 */
function* grantedOnly(
  controller: KarpenterController,
  today: string,
  { role, queues, unknown }: Granted,
  tables: Here['tables'],
): Generator<Finding> {
  const key = resolveValueKey(today, tables);
  if (unknown !== undefined) {
    yield {
      level: 'unknown',
      rule: 'granted',
      short: 'unknown whether it may read a queue',
      resource: toDeploymentResource(controller),
      message: `unknown whether it has permissions for a queue that no setting names: ${unknown}`,
      fix: advice`Check whether the policies of the controller role allow \`sqs:ReceiveMessage\` on a queue. If they do,
        set the queue in the values of the chart: \`${key}\`.`,
    };
  }
  const [queue] = queues;
  if (queue === undefined) return;
  yield {
    level: 'warn',
    rule: 'granted',
    resource: toDeploymentResource(controller),
    message: `receives no interruption events: its role ${role} can read the queue ${queues.join(', ')}, but no setting names a queue`,
    evidence: [
      {
        observed: `sqs:ReceiveMessage on ${queues.join(', ')}`,
        required: `${key}: ${queue}`,
        fact: 'karpenterRoles',
      },
    ],
    fix: advice`${nameIt(queue, today, tables)} If another tool handles interruptions, remove the permissions and the
      queue.`,
  };
}
