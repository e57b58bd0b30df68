import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook, WebhookService } from '../../../src/facts/api-extensions.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { listProblems, type Problem } from './backends.ts';
import { catchesUpdate, lacksPods, mayCatch, stoppedBy, vitalsCaughtBy } from '../shared/intercepted-requests.ts';
import { describeEffect, type Judged } from './effects.ts';
import { admissionFix } from './fixes.ts';
import { nodeClaimsCaughtBy, type CustomObjects } from '../shared/node-claims.ts';
import { findUnanswered, isNeverCalled } from './karpenter-requests.ts';
import type { SystemUpdate } from './system-updates.ts';
import { isOfOlderKarpenter, neverCalledFix } from './leftovers.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';

/** What decides whether a webhook responds, and what its failure stops. */
export interface Around extends CustomObjects {
  services: readonly WebhookService[] | undefined;
  updates: readonly SystemUpdate[];
  now: string;
  /** Where changes are made. */
  rows: Tables['managed-changes'];
}

/** Findings for webhooks that fail closed and cannot respond: one for each configuration and problem. */
export function* admissionFindings(webhooks: readonly AdmissionWebhook[], around: Around): Iterable<Finding> {
  const judged = webhooks.flatMap((webhook) => judgeWebhook(webhook, around));
  const byConfiguration = grouped(judged, (one) =>
    [one.webhook.kind, one.webhook.configuration, one.problem.rule, one.isNeverCalled].join('\n'),
  );
  for (const all of byConfiguration.values()) yield toFinding(all.toSorted(byLevel), webhooks, around.rows);
}

const order = { fail: 0, unknown: 1, warn: 2 } as const;

/** The worst level first; within a level, problems of today, then those of steps, in the order of the path. */
function byLevel(a: Judged, b: Judged): number {
  return order[a.level] - order[b.level] || (a.update?.place ?? -1) - (b.update?.place ?? -1);
}

function judgeWebhook(webhook: AdmissionWebhook, around: Around): Judged[] {
  if (webhook.failurePolicy === 'Ignore') return [];
  const stopped = [...stoppedBy(webhook), ...nodeClaimsCaughtBy(webhook, around)];
  const update = stopped.length > 0 ? undefined : around.updates.find((one) => catchesUpdate(webhook, one.resources));
  const stops = stopped.length > 0 || update !== undefined;
  if (!stops && !mayCatch(webhook)) return [];
  const isOld = !stops && lacksPods(webhook);
  const vital = stopped.length > 0 ? stopped : vitalsCaughtBy(webhook);
  const neverCalled = !stops && isNeverCalled(webhook, around);
  return allProblems(webhook, around).flatMap(({ problem, at, isLeft = false }): Judged[] => {
    if (neverCalled && problem.state !== 'dead') return [];
    const found = resolveLevel(webhook, problem, stops || isOld);
    const level = isOld && found === 'fail' ? 'unknown' : found;
    // A step of Karpenter counts only if it stops something: karpenter/breaking-changes lists the rest.
    if (level === undefined || (level === 'warn' && at.atKarpenter !== undefined)) return [];
    const isUnread = isOld && level === 'unknown';
    return [{ webhook, problem, level, vital, update, at, isLeft, isNeverCalled: neverCalled, isOld: isUnread }];
  });
}

/**
 * The problems of the backend. A webhook that the running Karpenter does not have has one problem, whatever its certificate; one
 * that Karpenter no longer has after a step has that problem in addition.
 */
function allProblems(webhook: AdmissionWebhook, around: Around): Pick<Judged, 'problem' | 'at' | 'isLeft'>[] {
  const problems = listProblems(webhook, around.services, around.now).map((problem) => ({ problem, at: {} }));
  const left = problems.filter(({ problem }) => isOfOlderKarpenter(webhook, problem));
  if (left.length > 0 || around.services === undefined) return left.length > 0 ? left : problems;
  const unanswered = findUnanswered(webhook, around);
  if (unanswered === undefined) return problems;
  const dead = problems.filter(({ problem }) => problem.state === 'dead');
  if (unanswered.at.atKarpenter !== undefined) return dead.length > 0 ? problems : [...problems, unanswered];
  return dead.length > 0 ? dead.map((one) => ({ ...one, isLeft: true })) : [unanswered];
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

function toFinding(all: readonly Judged[], webhooks: readonly AdmissionWebhook[], rows: Around['rows']): Finding {
  const [first, ...others] = all as [Judged, ...Judged[]];
  const { webhook, problem, level, vital, update, at, isOld } = first;
  const more = others.length === 0 ? '' : ` (and ${others.length} more in this configuration)`;
  const worst = all.filter((one) => one.level === level).map((one) => one.webhook);
  return {
    level,
    ...(level === 'warn' ? {} : update?.at),
    ...at,
    ...(level === 'fail' ? update?.since : {}),
    rule: problem.rule,
    ...setFields({ short: first.isNeverCalled ? 'is never called' : problem.short }),
    resource: { kind: webhook.kind, name: webhook.configuration },
    message: `webhook ${webhook.name} ${problem.text}${more}: ${describeEffect(first)}`,
    blocks: vital.length > 0 || isOld ? 'nodes' : (update?.blocks ?? 'workloads'),
    evidence: all.map((one) => ({
      observed: one.problem.observed,
      required: one.problem.required,
      resource: one.webhook.name,
    })),
    fix: advice`${isOld ? newInventory : advice``}${first.isNeverCalled ? neverCalledFix(webhook) : admissionFix(webhook, problem, { changed: worst, others: webhooks, step: at.atKarpenter, isLeft: first.isLeft === true, rows })}`,
  };
}

const newInventory = advice`Take a new inventory with this version of eks-preflight: an inventory of an earlier version
  does not show in which of these namespaces an update creates pods. If it creates some: `;
