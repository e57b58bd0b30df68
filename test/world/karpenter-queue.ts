import { loadTable } from '../../src/tables/tables.ts';
import type { World } from './world.ts';

/** Adds an interruption queue to a world, and one EventBridge rule for each event, named after the queue. */
export function withQueue(world: World, queue: string): World {
  const target = `arn:${world.partition}:sqs:${world.region}:${world.account}:${queue}`;
  const rules = loadTable('karpenter-events').rows.map(({ rule, eventSource, detailType }) => {
    const EventPattern = JSON.stringify({ source: [eventSource], 'detail-type': [detailType] });
    return [`${queue}-${rule}`, { targets: [target], rule: { EventPattern } }] as const;
  });
  const { aws } = world;
  return {
    ...world,
    aws: {
      ...aws,
      queues: [...(aws.queues ?? []), queue],
      eventRules: { ...aws.eventRules, ...Object.fromEntries(rules) },
    },
  };
}
