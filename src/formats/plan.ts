import type { Task } from '../report/plan/draft.ts';
import type { PlanDocument } from '../report/plan/document.ts';
import { jsonWithoutWorkflowCommands } from '../syntax/workflow-commands.ts';
import type { OlderPlan } from './text/plan/changes.ts';
import type { ShownPlan } from './text/plan/shown.ts';
import type { Layout } from './text/layout.ts';

/** The formats of a plan. */
export const planFormatNames = ['text', 'markdown', 'json'] as const;
export type PlanFormatName = (typeof planFormatNames)[number];

/** The ending of a file in each format. */
export const planEndings: { readonly [Name in PlanFormatName]: string } = {
  text: '.txt',
  markdown: '.md',
  json: '.json',
};

/**
 * Writes a plan in one format, with one line feed at the end.
 * @param part only this task, or only what changed since an older plan; JSON always has all
 */
export async function renderPlan(
  shown: ShownPlan,
  format: PlanFormatName,
  layout: Layout,
  { task, older }: { task?: Task | undefined; older?: OlderPlan | undefined } = {},
): Promise<string> {
  if (format === 'json')
    return planJson((await import('../report/plan/plan-at.ts')).notedPlanAt(shown.document, layout.now));
  if (older !== undefined && format === 'markdown')
    return (await import('./markdown/plan-changes.ts')).planChangesMarkdown(shown, older);
  if (older !== undefined) return (await import('./text/plan/changes.ts')).planChangesText(shown, older, layout);
  if (format === 'markdown') {
    const { planMarkdown, taskMarkdown } = await import('./markdown/plan.ts');
    return task === undefined ? planMarkdown(shown, layout) : taskMarkdown(task, shown);
  }
  if (task !== undefined) return (await import('./text/plan/one-task.ts')).taskText(task, shown, layout);
  return (await import('./text/plan/overview.ts')).planText(shown, layout);
}

/** Its schema is `schemas/plan.schema.json`. */
function planJson(document: PlanDocument): string {
  return `${jsonWithoutWorkflowCommands(JSON.stringify(document, null, 2))}\n`;
}
