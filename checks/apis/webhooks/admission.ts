import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook, WebhookService } from '../../../src/facts/api-extensions.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { listProblems, type Problem } from './backends.ts';
import { catchesUpdate, lacksPods, mayCatch, namedKinds, stoppedBy, vitalsCaughtBy } from './intercepted-requests.ts';
import { admissionFix } from './fixes.ts';
import type { SystemUpdate } from './system-updates.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';

interface Judged {
  webhook: AdmissionWebhook;
  problem: Problem;
  level: Finding['level'];
  /** The requests of a node update that the webhook intercepts. */
  vital: readonly string[];
  /** The add-on or Karpenter update that the webhook intercepts, if `vital` is empty. */
  update: SystemUpdate | undefined;
  /** True if the inventory is older and does not show whether the webhook intercepts new pods. */
  isOld: boolean;
}

/** Findings for webhooks that fail closed and cannot respond: one for each configuration and problem. */
export function* admissionFindings(
  webhooks: readonly AdmissionWebhook[],
  services: readonly WebhookService[] | undefined,
  updates: readonly SystemUpdate[],
  now: string,
): Iterable<Finding> {
  const judged = webhooks.flatMap((webhook) => judgeWebhook(webhook, services, updates, now));
  const byConfiguration = grouped(judged, ({ webhook, problem }) =>
    [webhook.kind, webhook.configuration, problem.rule].join('\n'),
  );
  for (const all of byConfiguration.values()) yield toFinding(all.toSorted(byLevel), webhooks);
}

const order = { fail: 0, unknown: 1, warn: 2 } as const;

/** The worst level first; within a level, problems of today, then those of steps, in the order of the path. */
function byLevel(a: Judged, b: Judged): number {
  return order[a.level] - order[b.level] || (a.update?.place ?? -1) - (b.update?.place ?? -1);
}

function judgeWebhook(
  webhook: AdmissionWebhook,
  services: readonly WebhookService[] | undefined,
  updates: readonly SystemUpdate[],
  now: string,
): Judged[] {
  if (webhook.failurePolicy === 'Ignore') return [];
  const stopped = stoppedBy(webhook);
  const update = stopped.length > 0 ? undefined : updates.find((one) => catchesUpdate(webhook, one.resources));
  const stops = stopped.length > 0 || update !== undefined;
  if (!stops && !mayCatch(webhook)) return [];
  const isOld = !stops && lacksPods(webhook);
  const vital = stopped.length > 0 ? stopped : vitalsCaughtBy(webhook);
  return listProblems(webhook, services, now).flatMap((problem) => {
    const found = resolveLevel(webhook, problem, stops || isOld);
    const level = isOld && found === 'fail' ? 'unknown' : found;
    return level === undefined ? [] : [{ webhook, problem, level, vital, update, isOld: isOld && level === 'unknown' }];
  });
}

/** Match conditions are not evaluated: whether they exclude the requests of an update is unknown. */
function resolveLevel(
  { conditional }: AdmissionWebhook,
  { rule, state }: Problem,
  stops: boolean,
): Finding['level'] | undefined {
  if (state === 'dead' && stops) return conditional ? 'unknown' : 'fail';
  if (state === 'unlikely' && stops) return 'unknown';
  if (state !== 'unknown') return 'warn';
  return rule === 'not-seen' && !stops ? undefined : 'unknown';
}

function toFinding(all: readonly Judged[], webhooks: readonly AdmissionWebhook[]): Finding {
  const [first, ...others] = all as [Judged, ...Judged[]];
  const { webhook, problem, level, vital, update, isOld } = first;
  const more = others.length === 0 ? '' : ` (and ${others.length} more in this configuration)`;
  const worst = all.filter((one) => one.level === level).map((one) => one.webhook);
  return {
    level,
    ...(level === 'warn' ? {} : update?.at),
    ...(level === 'fail' ? update?.since : {}),
    rule: problem.rule,
    ...setFields({ short: problem.short }),
    resource: { kind: webhook.kind, name: webhook.configuration },
    message: `webhook ${webhook.name} ${problem.text}${more}: ${describeEffect(first)}`,
    blocks: vital.length > 0 || isOld ? 'nodes' : (update?.blocks ?? 'workloads'),
    evidence: all.map((one) => ({
      observed: one.problem.observed,
      required: one.problem.required,
      resource: one.webhook.name,
    })),
    fix: advice`${isOld ? newInventory : advice``}${admissionFix(webhook, problem, { changed: worst, others: webhooks })}`,
  };
}

const newInventory = advice`Take a new inventory with this version of eks-preflight: an inventory of an earlier version
  does not show in which of these namespaces an update creates pods. If it creates some: `;

function describeRequests({ webhook, vital, update }: Judged): string {
  const requests = `requests for ${formatList(vital.length > 0 ? vital : namedKinds(webhook))}`;
  const some = webhook.objects === 'some' ? `some ${requests}` : requests;
  const which = webhook.conditional ? `${some} that meet its matchConditions` : some;
  return update === undefined ? which : `${which}, such as the update of ${update.what}`;
}

function describeEffect(judged: Judged): string {
  const effect = describeEffectOfProblem(judged);
  return judged.isOld ? `${effect}; the inventory does not show whether the update creates pods there` : effect;
}

function describeEffectOfProblem(judged: Judged): string {
  const { state } = judged.problem;
  const which = describeRequests(judged);
  if (state === 'dead') return `the API server rejects ${which}`;
  if (state === 'unlikely') return `unless a public CA signed its certificate, the API server rejects ${which}`;
  if (state === 'soon') return `from then on, the API server rejects ${which}`;
  return `if it does not respond, the API server rejects ${which}`;
}
