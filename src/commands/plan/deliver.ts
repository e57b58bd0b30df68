import { usageError, type ScanError } from '../../facts/reason.ts';
import { renderPlan } from '../../formats/plan.ts';
import type { OlderPlan } from '../../formats/text/plan/changes.ts';
import type { ShownPlan } from '../../formats/text/plan/shown.ts';
import type { Layout } from '../../formats/text/layout.ts';
import { toPlanDocument, type PlanDocument } from '../../report/plan/document.ts';
import { findTask, planExitCode } from '../../report/plan/plan-text.ts';
import { planAt } from '../../report/plan/plan-at.ts';
import type { Task } from '../../report/plan/draft.ts';
import type { Report } from '../../report/schema.ts';
import { formatCount } from '../../syntax/english.ts';
import { nearest } from '../../syntax/near.ts';
import { formatAlternatives, shortened } from '../../syntax/quoted.ts';
import { writeWhole } from '../files/files.ts';
import type { Io } from '../io.ts';
import { sayWritten } from '../written.ts';
import type { PlanRequest } from './request.ts';

/**
 * The plan of a report.
 * @throws ScanError (`usage`) if it has none, with the reason
 */
export function requirePlan(report: Report, named: string): PlanDocument {
  const document = toPlanDocument(report);
  if (document !== undefined) return document;
  throw whyNoPlan(report, named);
}

function whyNoPlan({ plan, verdict, results, entries }: Report, named: string): ScanError {
  if (plan === undefined)
    return usageError(`${named} has no plan: an earlier version of eks-preflight wrote it`, 'Scan the cluster again.');
  if (verdict === 'partial') {
    const missing = results.filter(({ skipped, severity }) => skipped === 'not-selected' && severity === 'fail').length;
    return usageError(
      `The plan needs all checks: ${missing} that can fail ${missing === 1 ? 'was' : 'were'} not selected`,
      'Omit --only and --skip.',
    );
  }
  const [first] = entries;
  const why = first === undefined ? '' : `: ${first.short ?? first.title}`;
  return usageError(`There is no plan: EKS offers no rollback of this cluster${why}`);
}

/**
 * The task that `--task` names.
 * @throws ScanError (`usage`) if there is none
 */
function requireTask(named: string, document: PlanDocument): Task {
  const task = findTask(named, document);
  if (task !== undefined) return task;
  const { tasks } = document.plan;
  const numbers = tasks.length === 1 ? 'only task 1' : `tasks 1 to ${tasks.length}`;
  throw usageError(
    `no task ${shortened(named)}: the plan has ${tasks.length === 0 ? 'no tasks' : numbers}`,
    taskHint(named, tasks),
  );
}

function taskHint(named: string, tasks: readonly Task[]): string | undefined {
  if (named.startsWith('#')) return 'Tasks have no #: entries of the report have one.';
  const near = nearest(
    named,
    tasks.map(({ id }) => id),
  );
  return near.length === 0 ? undefined : `Did you mean ${formatAlternatives(near)}?`;
}

/**
 * Writes the requested files, then prints the plan, one task of it, or what changed since an older plan.
 * @returns the exit code of the report
 * @throws ScanError (`usage`) if there is no such task
 */
export async function deliverPlan(
  made: ShownPlan,
  { format, files, task: named }: PlanRequest,
  { layout, older }: { layout: Layout; older: OlderPlan | undefined },
  io: Io,
): Promise<number> {
  const shown = { ...made, document: planAt(made.document, layout.now) };
  // Without tasks, the overview says why: there is no task to show, and nothing to compare.
  const isClosed = shown.document !== made.document;
  const task = named === undefined || isClosed ? undefined : requireTask(named, shown.document);
  for (const { format: own, file } of files) {
    writeWhole(file, await renderPlan(shown, own, { ...layout, color: false, columns: 100 }));
    sayWritten(`${file} (${formatCount(shown.document.plan.tasks.length, 'task')})`, io);
  }
  io.stdout(await renderPlan(shown, format, layout, isClosed ? {} : { task, older }));
  return planExitCode(shown.document, layout.now);
}
