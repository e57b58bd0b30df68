import { expect } from 'vitest';
import type { AnyCheck, Context, Finding } from '../../src/check.ts';
import { mergeFindings, reportFinding, textOfRule } from '../../src/judge/finding.ts';
import type { ReportedFinding } from '../../src/judge/result.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { format } from '../../src/syntax/versions.ts';

/**
 * Tests the fingerprints of every row: each finding of a report has its own; findings merge only where the list below
 * says why they are the same; and no rule contains a version of the plan, which would change the fingerprint.
 */
export function expectIdentities(check: AnyCheck, context: Context, run: readonly Finding[]): void {
  const found = run.map((finding) => reportFinding(check, { context, source: 'live' }, finding));
  const alike = grouped(found, ({ fingerprint }) => fingerprint);
  for (const [first, ...others] of alike.values()) {
    const rule = `${check.id} ${first.rule ?? ''}`;
    if (others.length > 0)
      expect(
        sameThing.some(({ rules }) => rules.test(rule)),
        `${rule}: ${formatFinding(first)}`,
      ).toBe(true);
  }
  const reported = mergeFindings(found);
  expect(new Set(reported.map(({ fingerprint }) => fingerprint)).size).toBe(reported.length);
  const steps = [...context.versions.map(format), ...context.karpenter.versions, context.karpenter.target ?? ''];
  for (const { rule } of reported) {
    if (rule === null || ofTable.test(rule)) continue;
    expect(steps.filter((step) => step !== '' && rule.includes(step))).toEqual([]);
  }
}

const longestShort = 40;
const longestTask = 60;

/** Checks of versions: the tasks that update these components close their findings. */
const closedByUpdates: ReadonlySet<string> = new Set(['karpenter/kubernetes-compatibility', 'addons/compatibility']);

/** Expects short texts for tables: the problem of each finding, and the task of those that fail or follow the update. */
export function expectShortTexts(check: AnyCheck, run: readonly Finding[]): void {
  for (const { level, rule = '', short, phase = check.phase } of run) {
    const problem = short ?? textOfRule(check.short, rule) ?? '';
    expect(problem, `short of ${check.id} ${rule}`).toMatch(/^\S.*[^.]$/);
    expect(problem.length, problem).toBeLessThanOrEqual(longestShort);
    if (phase !== 'after' && (level !== 'fail' || closedByUpdates.has(check.id))) continue;
    const task = textOfRule(check.task, rule) ?? (phase === 'after' ? undefined : textOfRule(check.task)) ?? '';
    expect(task, `task of ${check.id} ${rule}`).toMatch(/^[A-Z].*[^.]$/);
    expect(task.length, task).toBeLessThanOrEqual(longestTask);
  }
}

function formatFinding({ resource, message }: ReportedFinding): string {
  return `${resource.text}: ${message}`;
}

/** Rules with the version of a table's row, which is the same for every plan that includes the row. */
const ofTable = /^(?:minor|stop|rollback|not-requested|callers-not-seen):\d+\.\d+$|^table:|^(?:containerd|docker)-/;

/** Several findings of one object that are the same problem and merge into one finding with all evidence. */
const sameThing: readonly { rules: RegExp; why: string }[] = [
  { rules: /^nodes\/(?:kubelet-skew|version-behind) $/, why: 'nodes of one group at two versions of the kubelet' },
  {
    rules: /^karpenter\/controller-iam (?:denied:|undecided$)/,
    why: 'rights of one topic that a role lacks at two steps',
  },
  { rules: /^karpenter\/kubernetes-compatibility step$/, why: 'one controller at two stops of its way' },
  { rules: /^control-plane\/cluster-role denied$/, why: 'rights that the role lacks today and at a step' },
  { rules: /^control-plane\/support-window dates$/, why: 'the version of today and the target' },
  { rules: /^control-plane\/upgrade-insights (?:called|insight)$/, why: 'insights of one name about two versions' },
  {
    rules:
      /^(?:addons\/(?:fluentd-log-format |token-refresh |health running|kube-proxy-mode mode-not-readable)|karpenter\/(?:controller-iam no-arn|interruption-queue granted))$/,
    why: 'the row gives one object several times, in several states',
  },
];
