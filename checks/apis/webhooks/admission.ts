import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook, WebhookService } from '../../../src/facts/api-extensions.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { listed } from '../../../src/languages/english.ts';
import { problemsOf, type Problem } from './backends.ts';
import { mayCatch, namedKinds, vitalsCaughtBy } from './caught.ts';
import { admissionFix } from './fixes.ts';

interface Judged {
  webhook: AdmissionWebhook;
  problem: Problem;
  level: Finding['level'];
  /** The requests of a node update that it intercepts. */
  vital: readonly string[];
}

/** Webhooks that fail closed and cannot respond; a finding for each configuration and problem. */
export function* admissionFindings(
  webhooks: readonly AdmissionWebhook[],
  services: readonly WebhookService[] | undefined,
  now: string,
): Iterable<Finding> {
  const judged = webhooks.flatMap((webhook) => judgedOf(webhook, services, now));
  const byConfiguration = grouped(judged, ({ webhook, problem }) =>
    [webhook.kind, webhook.configuration, problem.rule].join('\n'),
  );
  for (const all of byConfiguration.values()) yield findingOf(all.toSorted(byLevel));
}

const order = { fail: 0, unknown: 1, warn: 2 } as const;

function byLevel(a: Judged, b: Judged): number {
  return order[a.level] - order[b.level];
}

function judgedOf(webhook: AdmissionWebhook, services: readonly WebhookService[] | undefined, now: string): Judged[] {
  if (webhook.failurePolicy === 'Ignore') return [];
  const vital = vitalsCaughtBy(webhook);
  if (vital.length === 0 && !mayCatch(webhook)) return [];
  return problemsOf(webhook, services, now).flatMap((problem) => {
    const level = levelOf(webhook, problem, vital);
    return level === undefined ? [] : [{ webhook, problem, level, vital }];
  });
}

/**
 * A webhook that intercepts only objects with certain labels does not always stop an update. Conditions are not evaluated:
 * whether they exclude what an update needs is unknown.
 */
function levelOf(
  { objects, conditional }: AdmissionWebhook,
  { rule, state }: Problem,
  vital: readonly string[],
): Finding['level'] | undefined {
  const stops = vital.length > 0 && objects !== 'some';
  if (state === 'dead' && stops) return conditional ? 'unknown' : 'fail';
  if (state === 'unlikely' && stops) return 'unknown';
  if (state !== 'unknown') return 'warn';
  return rule === 'not-seen' && !stops ? undefined : 'unknown';
}

function findingOf(all: readonly Judged[]): Finding {
  const [first, ...others] = all as [Judged, ...Judged[]];
  const { webhook, problem, level, vital } = first;
  const more = others.length === 0 ? '' : ` (and ${others.length} more in this configuration)`;
  return {
    level,
    rule: problem.rule,
    resource: { kind: webhook.kind, name: webhook.configuration },
    message: `webhook ${webhook.name} ${problem.text}${more}: ${effectOf(first)}`,
    blocks: vital.length > 0 ? 'nodes' : 'workloads',
    evidence: all.map((one) => ({
      observed: one.problem.observed,
      required: one.problem.required,
      resource: one.webhook.name,
    })),
    fix: admissionFix(webhook, problem),
  };
}

function effectOf({ webhook, problem: { state }, vital }: Judged): string {
  const requests = `requests for ${listed(vital.length > 0 ? vital : namedKinds(webhook))}`;
  const some = webhook.objects === 'some' ? `some ${requests}` : requests;
  const which = webhook.conditional ? `${some} that meet its matchConditions` : some;
  if (state === 'dead') return `the API server rejects ${which}`;
  if (state === 'unlikely') return `unless a public CA signed its certificate, the API server rejects ${which}`;
  if (state === 'soon') return `from then on, the API server rejects ${which}`;
  return `if it does not respond, the API server rejects ${which}`;
}
