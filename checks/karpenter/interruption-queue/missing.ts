import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import type { Granted } from './granted-queues.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';

type Here = Context<'karpenter-events'>;

/** Versions that panic at startup if the queue does not exist. Source: pkg/operator of aws/karpenter-provider-aws. */
export const panics = { from: '0.33.0', until: '1.4.0' };

/**
 * The finding for a queue that does not exist in SQS.
 * @param reading the versions of the path that read this name, the current one first
 */
export function missingQueue(
  controller: KarpenterController,
  reading: readonly string[],
  queue: string,
  { role, queues }: Granted,
  { cluster: { account, region } }: Here,
): Finding {
  const ending = reading.find((version) => isWithin(version, panics.from, panics.until));
  const others = queues.filter((name) => name !== queue);
  const effect = ending === undefined ? '' : `, and Karpenter ${ending} does not start`;
  const granted = others.length === 0 ? '' : `; its role ${role} can read ${others.join(', ')}`;
  const at = ending ?? reading[0];
  return {
    level: ending === undefined ? 'warn' : 'fail',
    rule: 'no-queue',
    ...(at === undefined ? {} : resolveAtKarpenter(at, reading)),
    blocks: ending === undefined ? 'workloads' : 'karpenter',
    resource: toDeploymentResource(controller),
    message: `the queue ${queue} does not exist in account ${account}, ${region}: Karpenter receives no interruption events${effect}${granted}`,
    evidence: [{ observed: `no queue ${queue}`, required: others[0] ?? `queue ${queue}`, fact: 'karpenterQueues' }],
    fix: advice`Set the name of an existing queue, or create it, with a queue policy that allows \`events.amazonaws.com\`
      to send messages, and with the EventBridge rules that send the events:\n${commands(
        sh`aws sqs create-queue --queue-name ${queue} --attributes MessageRetentionPeriod=300 --region ${region}`,
      )}`,
  };
}

/** The finding for a queue that is not in the cluster's account, if the account of Karpenter's role is unknown. */
export function elsewhere(controller: KarpenterController, queue: string, { cluster: { account } }: Here): Finding {
  return {
    level: 'unknown',
    rule: 'no-queue',
    short: 'unknown whether its queue exists',
    resource: toDeploymentResource(controller),
    message: `the queue ${queue} does not exist in account ${account}, and the role of Karpenter is unknown: it may belong to another account`,
    evidence: [{ observed: `no queue ${queue}`, fact: 'karpenterQueues' }],
    fix: advice`Grant the permission that shows the role of Karpenter (see coverage), or look up the queue in its account.`,
  };
}
