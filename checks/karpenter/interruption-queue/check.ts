import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { poolFacts, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { resolveSetting } from '../../../src/karpenter/settings.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { deafQueue } from './events.ts';
import { elsewhere, missingQueue } from './missing.ts';
import { grantedQueues, type Granted } from './granted-queues.ts';
import { nameManager } from './managers.ts';
import { oldKeyFindings, notAName } from './named.ts';
import { listOccasions } from './occasions.ts';
import { namedElsewhere } from './unnamed.ts';

type Here = Context<'karpenter-settings' | 'karpenter-events' | 'managed-changes'>;

/** The problem of a finding, by its rule. */
const problems = {
  name: 'setting is not a queue name',
  'old-key': 'queue is set under the old key',
  unread: 'queue is set where Karpenter ignores it',
  granted: 'no setting names its queue',
  'no-queue': 'queue does not exist',
  'not-sent': 'lacks EventBridge rules for its queue',
  disabled: 'EventBridge rule is disabled',
  pattern: 'event pattern cannot be evaluated',
  'not-known': 'interruption queue unknown',
};

export default defineCheck({
  id: 'karpenter/interruption-queue',
  title: 'An interruption queue that Karpenter does not use',
  short: problems,
  task: {
    '': 'Name the interruption queue of Karpenter',
    'no-queue': 'Create the interruption queue of Karpenter',
    'not-sent': 'Send interruption events to the queue of Karpenter',
    disabled: 'Enable the EventBridge rule of the queue of Karpenter',
  },
  severity: 'fail',
  blocks: 'workloads',
  alsoBlocks: ['karpenter'],
  phase: 'before',
  why: `Karpenter reads Spot interruptions, scheduled maintenance and instance state changes from an SQS queue.
    Without it, Karpenter does not drain a node in the two minutes before EC2 interrupts it. The queue name was set in \`settings.aws.interruptionQueueName\` up to 0.31; 0.32 reads that key and the new
    \`settings.interruptionQueue\`; 0.33 and newer only the new key. The key \`settings.interruptionQueueName\`,
    without \`aws\`, which many articles show, never existed: from 0.32 on, Helm silently ignores it, and
    interruption handling is off.

    If the queue does not exist, 0.33 to 1.3 exit at startup, and other versions run without interruption
    handling. The event of Spot interruptions is needed only if a pool allows Spot or a Spot node of Karpenter runs.
    A queue that no enabled EventBridge rule sends events to stays empty: handling is on but receives
    nothing. Rules of the default event bus that target the queue are read, by source and detail-type; whether a
    rule with a narrower pattern matches the events is unknown. Events that arrive another way (an SNS topic,
    another event bus) and the queue policy, which must allow EventBridge to send, are not checked. Helm values
    are not read either: a queue under a wrong key only shows in the permissions of the controller role, which are
    read.`,
  fix: advice`Set the queue name in the key that the version reads, create the queue if it is missing, and send it the
    events with EventBridge rules.`,
  links: [
    'https://karpenter.sh/docs/concepts/disruption/#interruption',
    'https://karpenter.sh/docs/reference/settings/',
    'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html',
    'https://github.com/eksctl-io/eksctl/issues/8844',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  uses: ['karpenterNodeClasses', 'karpenterQueues', 'karpenterRoles', ...poolFacts, 'nodes'],
  tables: ['karpenter-events', 'karpenter-settings', 'managed-changes'],

  *run({ karpenterControllers, ...facts }, context) {
    for (const controller of karpenterControllers) {
      for (const finding of controllerFindings(controller, facts, context))
        yield nameManager(finding, controller, context);
    }
  },
});

type Given = ObjectFacts & Partial<Pick<Facts, 'karpenterQueues' | 'nodes' | 'karpenterRoles'>>;

function* controllerFindings(
  controller: KarpenterController,
  { karpenterRoles, ...facts }: Given,
  context: Here,
): Generator<Finding> {
  const rows = context.tables['karpenter-settings'];
  const versions = listControllerVersions(controller, context.karpenter);
  const [today] = versions;
  const setting = today === undefined ? undefined : resolveSetting(controller, 'INTERRUPTION_QUEUE', today, rows);
  if (today === undefined || setting === undefined || setting.state === 'unread') {
    yield notKnown(controller);
    return;
  }
  const granted = grantedQueues(controller, today, karpenterRoles, rows);
  if (setting.state === 'set' && setting.value !== '') {
    yield* notAName(controller, versions, setting, context);
    yield* oldKeyFindings(controller, versions, setting.value, context);
    yield* queueFindings(controller, versions, setting.value, granted, facts, context);
  } else {
    yield* namedElsewhere(controller, today, granted, context);
  }
}

/** Findings for a queue that does not exist, or that does not receive events. */
function* queueFindings(
  controller: KarpenterController,
  versions: readonly string[],
  name: string,
  granted: Granted,
  { karpenterQueues, ...facts }: ObjectFacts & Partial<Pick<Facts, 'karpenterQueues' | 'nodes'>>,
  context: Here,
): Generator<Finding> {
  const queue = karpenterQueues?.find((one) => one.name === name);
  if (queue === undefined) return;
  const reading = versions.filter((version) => readsQueue(controller, name, version, context));
  if (queue.found === null && controller.identity.kind === 'unknown') yield elsewhere(controller, name, context);
  else if (queue.found === null) yield missingQueue(controller, reading, name, granted, context);
  else yield* deafQueue(controller, reading, queue.found, listOccasions(facts), context);
}

function readsQueue(controller: KarpenterController, queue: string, version: string, { tables }: Here): boolean {
  const setting = resolveSetting(controller, 'INTERRUPTION_QUEUE', version, tables['karpenter-settings']);
  return setting.state === 'set' && setting.value === queue;
}

function notKnown(controller: KarpenterController): Finding {
  const why =
    controller.version === null ? 'its version is unknown' : 'INTERRUPTION_QUEUE comes from a source that is not read';
  return {
    level: 'unknown',
    rule: 'not-known',
    resource: toDeploymentResource(controller),
    message: `unknown whether it has an interruption queue: ${why}`,
    fix: advice`Look up the version and the variable INTERRUPTION_QUEUE of the Deployment.`,
  };
}
