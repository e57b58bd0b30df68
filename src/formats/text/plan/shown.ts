import type { PlanDocument } from '../../../report/plan/document.ts';
import type { Command } from '../../../syntax/shell.ts';

/** A plan to be shown, and the commands that it names. */
export interface ShownPlan {
  document: PlanDocument;
  /** The command that shows this plan again; options can follow. */
  again: Command;
  /** The command that shows the report of the plan; undefined: the report is not at hand. */
  report: Command | undefined;
}

/** A command as text; if a name cannot be quoted, a note in its place. */
export function commandText({ text, withheld }: Command): string {
  return text ?? `(command not shown: it includes a name that ${withheld})`;
}
