import { advice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { grantedQueues } from './granted-queues.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { deafQueue, missingQueue, panics } from './events.ts';
import { configMapName, configMapOf, settingOf } from '../../../src/karpenter/setting.ts';
import { deploymentOf, firstFrom, isWithin, versionsOf } from '../../../src/karpenter/versions.ts';

type Here = Context<'karpenter-settings' | 'karpenter-events'>;

/** Keys that somebody has written for a queue and that no Karpenter reads: document 002 has the first one. */
const slips = ['interruptionQueueName', 'interruptionQueue'];

export default defineCheck({
  id: 'karpenter/interruption-queue',
  title: 'An interruption queue that Karpenter does not read from',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Karpenter hears of Spot interruptions, of maintenance and of instances that stop from an SQS queue. Without it nodes
    vanish under their pods instead of being drained within the two minutes before. The queue's name stood at
    \`settings.aws.interruptionQueueName\` until 0.31; 0.32 takes that and the new \`settings.interruptionQueue\`; 0.33 and
    newer only the new one. The key \`settings.interruptionQueueName\`, without \`aws\`, which many an article shows, has
    never been one: from 0.32 on Helm ignores it without a word, and handling is off.

    Where SQS knows no queue of the name, 0.33 to 1.3 end at their start, and the others go on without handling. A queue to
    which no enabled rule of EventBridge sends the events stays empty: handling is on and hears nothing. Rules of the default
    event bus that have the queue as their target are read, by source and detail-type; whether one that narrows them further
    lets them through is unknown. Events that come another way (a topic of SNS, another bus) and the queue's own policy, which has to let EventBridge send, are not looked at. Nor are Helm values: of
    a queue under a wrong key nothing speaks but the grant in the controller's role, which is read.`,
  fix: advice`Name the queue under the key that the version reads, create it where it is missing, and send it the events by rules of EventBridge.`,
  links: [
    'https://karpenter.sh/docs/concepts/disruption/#interruption',
    'https://karpenter.sh/docs/reference/settings/',
    'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html',
    'https://github.com/eksctl-io/eksctl/issues/8844',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  uses: ['karpenterNodeClasses', 'karpenterQueues', 'karpenterRoles'],
  tables: ['karpenter-events', 'karpenter-settings'],

  *run({ karpenterControllers, karpenterNodeClasses, karpenterQueues, karpenterRoles }, context) {
    for (const controller of karpenterControllers) {
      const versions = versionsOf(controller, context.karpenter);
      const [today] = versions;
      const setting =
        today === undefined
          ? undefined
          : settingOf(controller, 'INTERRUPTION_QUEUE', today, context.tables['karpenter-settings']);
      if (setting === undefined || setting.state === 'unread') {
        yield notKnown(controller);
        continue;
      }
      if (setting.state === 'set' && setting.value !== '') {
        yield* notAName(controller, versions, setting);
        yield* lostOnTheWay(controller, versions, setting.value, context);
        const queue = karpenterQueues?.find(({ name }) => name === setting.value);
        const reading = versions.filter((version) => readsQueue(controller, setting.value, version, context));
        if (queue === undefined) continue;
        const { role, queues } = grantedQueues(controller, karpenterRoles);
        if (queue.found === null) yield missingQueue(controller, reading, queue.name, { role, queues }, context);
        else yield* deafQueue(controller, reading, queue.found, karpenterNodeClasses, context);
      } else {
        yield* unread(controller, versions, karpenterRoles, context);
      }
    }
  },
});

function readsQueue(controller: KarpenterController, queue: string, version: string, { tables }: Here): boolean {
  const setting = settingOf(controller, 'INTERRUPTION_QUEUE', version, tables['karpenter-settings']);
  return setting.state === 'set' && setting.value === queue;
}

function notKnown(controller: KarpenterController): Finding {
  const why =
    controller.version === null ? 'its version is not known' : 'INTERRUPTION_QUEUE comes from a place that is not read';
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: deploymentOf(controller),
    message: `whether it has an interruption queue is not known: ${why}`,
    fix: advice`Look up the version and the variable INTERRUPTION_QUEUE of the Deployment.`,
  };
}

/** A queue is named, not addressed. Source: sqs:GetQueueUrl, QueueName. */
function* notAName(
  controller: KarpenterController,
  versions: readonly string[],
  { value, place }: { value: string; place: string },
): Generator<Finding> {
  if (/^[\w-]{1,80}(?:\.fifo)?$/.test(value)) return;
  const [today = ''] = versions;
  const at = versions.find((version) => isWithin(version, panics.from, panics.until)) ?? today;
  const ends = isWithin(at, panics.from, panics.until);
  const kind = value.startsWith('arn:') ? 'an ARN' : /^https?:/.test(value) ? 'a URL' : 'no name that SQS gives';
  yield {
    level: ends ? 'fail' : 'warn',
    rule: 'name',
    atKarpenter: at,
    blocks: ends ? 'karpenter' : 'workloads',
    resource: deploymentOf(controller),
    message: `${place} is ${kind}, where the queue's name belongs: ${ends ? `Karpenter ${at} does not start` : 'no interruption is heard of'}`,
    evidence: [{ observed: value, required: value.split(/[:/]/).at(-1) ?? "the queue's name" }],
    fix: advice`Write the name alone: \`settings.interruptionQueue: ${value.split(/[:/]/).at(-1) ?? 'NAME'}\`.`,
  };
}

/** The queue stands in the ConfigMap, which a step no longer reads. */
function* lostOnTheWay(
  controller: KarpenterController,
  versions: readonly string[],
  queue: string,
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const lost = versions.find((version) => settingOf(controller, 'INTERRUPTION_QUEUE', version, rows).state === 'unset');
  const map = rows.find((row) => row.rowKind === 'config-map');
  const key = rows.find((row) => row.rowKind === 'config-map-key' && row.variable === 'INTERRUPTION_QUEUE');
  if (map?.rowKind !== 'config-map' || key?.rowKind !== 'config-map-key') return;
  const isOld = controller.settings[configMapName(key.key)] === queue;
  const at = lost ?? (isOld ? firstFrom(versions, '0.32.0') : undefined);
  if (at === undefined) return;
  yield {
    level: 'warn',
    rule: 'old-key',
    atKarpenter: at,
    resource: deploymentOf(controller),
    message:
      lost === undefined
        ? `the queue ${queue} is named by ${key.key} of ConfigMap ${map.name}, which Karpenter ${at} reads for the last time`
        : `Karpenter ${at} hears of no interruption: the queue ${queue} is only named by ${key.key} of ConfigMap ${map.name}`,
    evidence: [{ observed: `settings.${key.key}: ${queue}`, required: `${key.value ?? ''}: ${queue}` }],
    fix: fixFor(queue),
  };
}

/** No queue is read, though somebody has named one. */
function* unread(
  controller: KarpenterController,
  versions: readonly string[],
  roles: Facts['karpenterRoles'] | undefined,
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const [today = ''] = versions;
  const keys = rows.flatMap((row) =>
    row.rowKind === 'config-map-key' && row.variable === 'INTERRUPTION_QUEUE' ? [row.key] : [],
  );
  const named = [...keys, ...slips].flatMap((key) => {
    const queue = controller.settings[configMapName(key)];
    return queue === undefined || queue === '' ? [] : [{ place: `${key} of ConfigMap ${configMapOf(rows)}`, queue }];
  });
  const variable = controller.settings['INTERRUPTION_QUEUE'];
  const early = isBelow(today, '0.32.0') && variable !== undefined && variable !== '';
  const [found] = [...(early ? [{ place: 'INTERRUPTION_QUEUE', queue: variable }] : []), ...named];
  if (found === undefined) {
    const isUnread = keys.some((key) => controller.settingsUnread.includes(configMapName(key)));
    if (!isUnread) yield* grantedOnly(controller, roles);
    return;
  }
  yield {
    level: 'warn',
    rule: 'unread',
    resource: deploymentOf(controller),
    message: `hears of no interruption: the queue ${found.queue} is named by ${found.place}, which Karpenter ${today} does not read`,
    evidence: [
      {
        observed: `${found.place}: ${found.queue}`,
        required: isBelow(today, '0.32.0') ? 'settings.aws.interruptionQueueName' : 'settings.interruptionQueue',
      },
    ],
    fix: isBelow(today, '0.32.0')
      ? advice`Name it as \`settings.aws.interruptionQueueName: ${found.queue}\`.`
      : fixFor(found.queue),
  };
}

/** Nobody names a queue, yet the controller's role was given one to read: what a wrong key of the values leaves behind. */
function* grantedOnly(controller: KarpenterController, roles: Facts['karpenterRoles'] | undefined): Generator<Finding> {
  const { role, queues } = grantedQueues(controller, roles);
  const [queue] = queues;
  if (queue === undefined) return;
  yield {
    level: 'warn',
    rule: 'granted',
    resource: deploymentOf(controller),
    message: `hears of no interruption: its role ${role} may read the queue ${queues.join(', ')}, and no setting names one`,
    evidence: [
      {
        observed: `sqs:ReceiveMessage on ${queues.join(', ')}`,
        required: `settings.interruptionQueue: ${queue}`,
        fact: 'karpenterRoles',
      },
    ],
    fix: advice`${fixFor(queue)} Where interruptions are handled elsewhere, take the grant and the queue away.`,
  };
}

function fixFor(queue: string): Advice {
  return advice`Set \`settings.interruptionQueue: ${queue}\` in the chart's values (variable INTERRUPTION_QUEUE). It is not \`settings.interruptionQueueName\`: that key is ignored without a word.`;
}
