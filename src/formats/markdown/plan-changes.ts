import { planChanges } from '../../report/plan/changes.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import {
  changeSections,
  changesTitle,
  taskWords,
  unchangedLines,
  type ChangeSection,
  type OlderPlan,
} from '../text/plan/changes.ts';
import type { ShownPlan } from '../text/plan/shown.ts';
import { block, inline, withCode } from './escape.ts';

/** What changed since an older plan, as lists. */
export function planChangesMarkdown({ document }: ShownPlan, older: OlderPlan): string {
  const changes = planChanges(older.document, document);
  const lines = [
    `### ${inline(changesTitle(document, older, changes))}`,
    ...changeSections(changes, document, older).flatMap(sectionLines),
    ...unchangedLines(changes).flatMap((line) => ['', line]),
  ];
  return `${withoutWorkflowCommands(lines.join('\n'))}\n`;
}

function sectionLines({ title, tasks, notes = [], isWhole }: ChangeSection): string[] {
  return [
    '',
    `#### ${inline(title)} (${tasks.length})`,
    '',
    ...tasks.flatMap((task, index) => {
      const note = notes[index];
      return [
        `- ${task.number}: ${withCode(taskWords(task))}${note === undefined ? '' : inline(`; ${note}`)}`,
        ...(isWhole === true
          ? [
              '',
              ...block(task.how.text)
                .split('\n')
                .map((line) => `  ${line}`.trimEnd()),
              '',
            ]
          : []),
      ];
    }),
  ];
}
