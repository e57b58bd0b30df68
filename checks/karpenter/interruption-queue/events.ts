import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterQueue } from '../../../src/facts/karpenter-account.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { json, sh } from '../../../src/syntax/shell.ts';
import { resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import type { Occasion } from './occasions.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';

type Here = Context<'karpenter-events'>;
type EventRow = Tables['karpenter-events'][number];
type Found = NonNullable<KarpenterQueue['found']>;
type Rules = NonNullable<Found['rules']>;

/**
 * Findings for events that do not reach an existing queue.
 * @param reading the versions of the path that read this queue, the current one first
 */
export function* deafQueue(
  controller: KarpenterController,
  reading: readonly string[],
  { arn, rules }: Found,
  occasions: readonly Occasion[],
  { cluster, tables }: Here,
): Generator<Finding> {
  if (rules === null) return;
  const needed = tables['karpenter-events'].filter(
    ({ when, without }) => without !== undefined && (when === undefined || occasions.includes(when)),
  );
  for (const version of reading) {
    const rows = needed.filter(({ from }) => firstFrom(reading, from) === version);
    const lost = rows.filter(({ detailType }) => resolveEventState(rules, detailType) !== 'sent');
    const of = (state: string) => lost.filter(({ detailType }) => resolveEventState(rules, detailType) === state);
    const where = { resource: toDeploymentResource(controller), ...resolveAtKarpenter(version, reading) };
    if (of('unsent').length > 0) yield { ...where, ...notSent(arn, of('unsent'), cluster) };
    if (of('disabled').length > 0) yield { ...where, ...disabled(rules, of('disabled'), arn, cluster) };
    if (of('unread').length > 0) yield { ...where, ...notUnderstood(rules, of('unread'), cluster) };
  }
}

type Body = Omit<Finding, 'resource'>;

function resolveEventState(rules: Rules, detailType: string): 'sent' | 'unread' | 'disabled' | 'unsent' {
  const enabled = rules.filter((rule) => rule.enabled);
  if (enabled.some(({ detailTypes }) => detailTypes.includes(detailType))) return 'sent';
  if (enabled.some(({ unread }) => unread.includes(detailType))) return 'unread';
  return rules.some(({ detailTypes }) => detailTypes.includes(detailType)) ? 'disabled' : 'unsent';
}

function notSent(arn: string, rows: readonly EventRow[], { name, region }: Here['cluster']): Body {
  const types = rows.map(({ detailType }) => detailType);
  const lines = rows.flatMap(({ eventSource, detailType, rule }) => {
    // Names of EventBridge rules have at most 64 characters.
    const ruleName = `${name.slice(0, 63 - rule.length)}-${rule}`;
    const pattern = json({ source: [eventSource], 'detail-type': [detailType] });
    return [
      sh`aws events put-rule --name ${ruleName} --event-pattern ${pattern} --region ${region}`,
      sh`aws events put-targets --rule ${ruleName} --targets Id=KarpenterInterruptionQueue,Arn=${arn} --region ${region}`,
    ];
  });
  return {
    level: 'warn',
    rule: 'not-sent',
    message: `no EventBridge rule sends ${types.join(', ')} to the queue ${parseQueueName(arn)}: ${without(rows)}`,
    evidence: types.map((type) => ({ observed: 'no rule', required: `a rule for ${type}`, fact: 'karpenterQueues' })),
    fix: advice`Create the rules, and allow \`sqs:SendMessage\` for \`events.amazonaws.com\` in the queue policy. \`put-rule\`
      replaces a rule of the same name: if ${sh`aws events list-rules --region ${region}`} shows one that
      you need, choose another name.\n${commands(...lines)}`,
  };
}

function disabled(rules: Rules, rows: readonly EventRow[], arn: string, { region }: Here['cluster']): Body {
  const types = rows.map(({ detailType }) => detailType);
  const asleep = rules.filter(
    ({ enabled, detailTypes }) => !enabled && detailTypes.some((type) => types.includes(type)),
  );
  const names = asleep.map(({ ruleName }) => ruleName);
  const by = `${names.join(', ')} of EventBridge`;
  return {
    level: 'warn',
    rule: 'disabled',
    message: `${types.join(', ')} would be sent to the queue ${parseQueueName(arn)} by ${by}, which is disabled: ${without(rows)}`,
    evidence: names.map((name) => ({
      observed: 'DISABLED',
      required: 'ENABLED',
      resource: `rule ${name}`,
      fact: 'karpenterQueues',
    })),
    fix: commands(...names.map((name) => sh`aws events enable-rule --name ${name} --region ${region}`)),
  };
}

function notUnderstood(rules: Rules, rows: readonly EventRow[], { region }: Here['cluster']): Body {
  const types = rows.map(({ detailType }) => detailType);
  const names = rules
    .filter(({ unread }) => types.some((type) => unread.includes(type)))
    .map(({ ruleName }) => ruleName);
  return {
    level: 'unknown',
    rule: 'pattern',
    message: `unknown whether ${types.join(', ')} reaches the queue: cannot evaluate the event pattern of ${names.join(', ')}`,
    fix: advice`Check which events it matches: ${sh`aws events describe-rule --name ${names[0] ?? ''} --region ${region}`}.`,
  };
}

/** The effect of missing events. */
function without(rows: readonly EventRow[]): string {
  return rows.map((row) => row.without).join('; ');
}

function parseQueueName(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}
