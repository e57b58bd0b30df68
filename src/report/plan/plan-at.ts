import type { PlanDocument } from './document.ts';
import { planExitCode } from './plan-text.ts';
import { rollbackWindow } from './rollback-end.ts';

/**
 * A plan as it is read at a time: without tasks and entries, and never ready, if it is for a rollback that EKS no longer
 * offers by then.
 * @param now ISO 8601; undefined: the time does not matter
 */
export function planAt(document: PlanDocument, now: string | undefined): PlanDocument {
  if (now === undefined || rollbackWindow(document, now)?.isClosed !== true) return document;
  return {
    ...document,
    verdict: document.verdict === 'ready' ? 'incomplete' : document.verdict,
    exitCode: planExitCode(document, now),
    entries: [],
    plan: { ...document.plan, tasks: [], fillIn: [] },
  };
}

/** The same with a note that says so, for programs, which do not read the text around a plan. */
export function notedPlanAt(document: PlanDocument, now: string | undefined): PlanDocument {
  const { plan, ...others } = planAt(document, now);
  const window = rollbackWindow(document, now);
  return window?.isClosed === true ? { ...others, plan: { ...plan, notes: [window.text] } } : document;
}
