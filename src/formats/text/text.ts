import type { Report } from '../../report/schema.ts';
import { nextText, updateTitle } from '../../report/step-text.ts';
import { formatCount } from '../../syntax/english.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { countOfWorst, numberedEntries, type NumberedEntry } from '../../report/entries.ts';
import { acceptedSection } from './accepted.ts';
import { afterSection } from './after.ts';
import { entriesList } from './entries-list.ts';
import { entryLines, type ShownFixes } from './entry.ts';
import { gateLines } from './gate.ts';
import { headline } from './headline.ts';
import { headingIn, paint, wrap, wrapMarkdown, type Layout, type Style } from './layout.ts';
import { notCoveredSection } from './not-covered.ts';
import { skippedSections } from './skipped.ts';
import { stepsTable } from './steps-table.ts';
import { isUnseen, unseenSection } from './unseen.ts';

/** Lines of blockers and of what is unknown on the first screen. */
const listedFirst = 10;

/**
 * The report for a person. The first screen decides: the verdict, the path, a line for each blocker and for what was not
 * seen. Then the blockers in full, what was not seen, a line for each warning, and what was skipped or is not covered.
 */
export async function reportText(report: Report, layout: Layout): Promise<string> {
  const entries = numberedEntries(report);
  const level = (wanted: string) => entries.filter(({ findings: [first] }) => first.level === wanted);
  const [fails, unknowns, warns] = [level('fail'), level('unknown'), level('warn')];
  const unseen = unknowns.filter(({ findings: [first] }) => isUnseen(first));
  const unclear = unknowns.filter(({ findings: [first] }) => !isUnseen(first));
  const shown: ShownFixes = new Map();
  const details = (title: string, style: Style, those: readonly NumberedEntry[]) =>
    detailsSection(title, style, those, report, shown, layout);
  const list = (title: string, style: Style, those: readonly NumberedEntry[], columns: readonly ('stops' | 'when')[]) =>
    entriesList({ title, style, columns, most: listedFirst }, those, report.steps, layout);
  const sections = [
    headline(report, layout),
    await stepsTable(report, layout),
    list('Blockers', 'red', fails, ['stops', 'when']),
    list('Unknown', 'magenta', unknowns, []),
    restLines(report, warns.length, layout),
    await details('Blocks the upgrade', 'red', fails),
    await details('Seen, but could not be judged', 'magenta', unclear),
    unseenSection(unseen, report, layout),
    layout.all
      ? await details('Warnings', 'yellow', warns)
      : entriesList(
          { title: 'Warnings', style: 'yellow', columns: ['when'], most: warns.length },
          warns,
          report.steps,
          layout,
        ),
    acceptedSection(report, layout),
    passedSection(report, layout),
    ...skippedSections(report, layout),
    notCoveredSection(report, layout),
    updateSection(report, layout),
    afterSection(report, layout),
    gateLines(report, layout),
  ];
  const printed = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${withoutWorkflowCommands(printed.join('\n\n'))}\n`;
}

/** What the report contains below, in one line. */
function restLines({ summary, notJudged: notCovered, after }: Report, warnings: number, layout: Layout): string[] {
  const parts = [
    formatCount(warnings, 'warning'),
    ...(after.length === 0 ? [] : [`${formatCount(after.length, 'task')} after the update`]),
    `${formatCount(summary.results.pass, 'check')} passed`,
    ...(notCovered.length === 0 ? [] : [`${formatCount(notCovered.length, 'topic')} not covered`]),
  ];
  return wrap(`Below: ${parts.join(', ')}${layout.all ? '' : ' (--all: every detail)'}.`, layout, 0);
}

async function detailsSection(
  title: string,
  style: Style,
  entries: readonly NumberedEntry[],
  report: Report,
  shown: ShownFixes,
  layout: Layout,
): Promise<string[]> {
  if (entries.length === 0) return [];
  const findings = entries.reduce(countOfWorst, 0);
  const held = findings === entries.length ? '' : `, ${findings} findings`;
  const lines = [headingIn(style, `${title} (${entries.length}${held})`, layout)];
  for (const entry of entries) lines.push('', ...(await entryLines(entry, entry.number, report, shown, layout)));
  return lines;
}

function passedSection({ results }: Report, layout: Layout): string[] {
  const passed = results.filter(({ status }) => status === 'pass');
  const heading = headingIn('green', `Passed (${passed.length})`, layout);
  if (passed.length === 0) return [heading];
  if (!layout.all) return [heading, '  --all lists them.'];
  return [heading, ...passed.flatMap((result) => wrap(passedText(result), layout, 4, '  - '))];
}

function passedText({ id, title, reason }: Report['results'][number]): string {
  return `${id} (looked for: ${title}${reason === null ? '' : `; ${reason}`})`;
}

/** If nothing blocks it: the first step itself, and what comes next. */
function updateSection({ update, steps }: Report, layout: Layout): string[] {
  if (update === null) return [];
  const next = nextText(steps);
  return [
    paint(layout, 'bold', updateTitle(update)),
    ...wrapMarkdown(update.fix, layout, 2),
    ...(next === '' ? [] : wrap(next, layout, 2)),
  ];
}
