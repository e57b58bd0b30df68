import type { Report } from '../schema.ts';
import { allFindings, isAfter } from '../../judge/verdict.ts';
import { afterSection } from './after.ts';
import { findingsSection, type ShownFixes } from './findings.ts';
import { gateLines } from './gate.ts';
import { headline } from './headline.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';
import { notCoveredSection } from './not-covered.ts';
import { skippedSections } from './skipped.ts';
import { stepsTable } from './steps-table.ts';
import { isUnseen, unseenSection } from './unseen.ts';

/** The report for a person: verdict first, then what blocks, what was not seen, warnings, and what nobody looked at. */
export async function reportText(report: Report, layout: Layout): Promise<string> {
  const found = allFindings(report.results);
  const seen = found.filter(({ finding }) => !isUnseen(finding) && !isAfter(finding));
  const level = (wanted: string) => seen.filter(({ finding }) => finding.level === wanted);
  const shown: ShownFixes = new Map();
  const sections = [
    headline(report, layout),
    await stepsTable(report, layout),
    findingsSection('Blocks the upgrade', 'red', level('fail'), shown, layout, report.steps),
    findingsSection('Seen, but could not be judged', 'magenta', level('unknown'), shown, layout, report.steps),
    unseenSection(found, layout),
    findingsSection('Warnings', 'yellow', level('warn'), shown, layout, report.steps),
    passedSection(report, layout),
    ...skippedSections(report, layout),
    notCoveredSection(report, layout),
    updateSection(report, layout),
    afterSection(report, layout),
    gateLines(report, layout),
  ];
  const printed = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${printed.join('\n\n')}\n`;
}

function passedSection({ results }: Report, layout: Layout): string[] {
  const passed = results.filter(({ status }) => status === 'pass');
  const heading = paint(layout, 'green', paint(layout, 'bold', `Passed (${passed.length})`));
  if (passed.length === 0) return [heading];
  if (!layout.all) return [heading, '  --all lists them.'];
  return [heading, ...passed.flatMap(({ id, title }) => wrap(`${id} (looked for: ${title})`, layout, 4, '  - '))];
}

/** Where nothing stands in the way: the first step itself, and what comes next. */
function updateSection({ update, steps }: Report, layout: Layout): string[] {
  if (update === null) return [];
  const what = update.component === 'karpenter' ? 'The update of Karpenter to' : 'The update to';
  const next = steps
    .slice(1)
    .map(({ component, to }) => `${component === 'karpenter' ? 'Karpenter' : 'Kubernetes'} ${to}`);
  return [
    paint(layout, 'bold', `${what} ${update.version}`),
    ...wrapMarkdown(update.fix, layout, 2),
    ...(next.length === 0 ? [] : wrap(`Next, in this order: ${next.join(', ')}. Scan again before each.`, layout, 2)),
  ];
}
