import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { versionsOf } from '../../../src/karpenter/path.ts';
import { settingOf } from '../../../src/karpenter/settings.ts';
import { deploymentOf } from '../../../src/subjects/karpenter-controller.ts';
import { deafQueue, missingQueue } from './events.ts';
import { grantedQueues, type Granted } from './granted-queues.ts';
import { lostOnTheWay, notAName } from './named.ts';
import { namedElsewhere } from './unnamed.ts';

type Here = Context<'karpenter-settings' | 'karpenter-events'>;

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
    lets them through is unknown. Events that come another way (a topic of SNS, another bus) and the queue's own policy,
    which has to let EventBridge send, are not looked at. Nor are Helm values: of a queue under a wrong key nothing speaks
    but the grant in the controller's role, which is read.`,
  fix: advice`Name the queue under the key that the version reads, create it where it is missing, and send it the events
    by rules of EventBridge.`,
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

  *run({ karpenterControllers, karpenterRoles, ...facts }, context) {
    const rows = context.tables['karpenter-settings'];
    for (const controller of karpenterControllers) {
      const versions = versionsOf(controller, context.karpenter);
      const [today] = versions;
      const setting = today === undefined ? undefined : settingOf(controller, 'INTERRUPTION_QUEUE', today, rows);
      if (today === undefined || setting === undefined || setting.state === 'unread') {
        yield notKnown(controller);
        continue;
      }
      const granted = grantedQueues(controller, today, karpenterRoles, rows);
      if (setting.state === 'set' && setting.value !== '') {
        yield* notAName(controller, versions, setting, context);
        yield* lostOnTheWay(controller, versions, setting.value, context);
        yield* queueFindings(controller, versions, setting.value, granted, facts, context);
      } else {
        yield* namedElsewhere(controller, today, granted, context);
      }
    }
  },
});

/** Whether the queue exists, and whether it receives events. */
function* queueFindings(
  controller: KarpenterController,
  versions: readonly string[],
  name: string,
  granted: Granted,
  { karpenterQueues, karpenterNodeClasses }: Partial<Pick<Facts, 'karpenterQueues' | 'karpenterNodeClasses'>>,
  context: Here,
): Generator<Finding> {
  const queue = karpenterQueues?.find((one) => one.name === name);
  if (queue === undefined) return;
  const reading = versions.filter((version) => readsQueue(controller, name, version, context));
  if (queue.found === null) yield missingQueue(controller, reading, name, granted, context);
  else yield* deafQueue(controller, reading, queue.found, karpenterNodeClasses, context);
}

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
