import type { Report } from '../../report/schema.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { selectShown } from '../../report/shown-group.ts';
import { acceptedSection } from './accepted.ts';
import { briefEntry, entryBlock } from './block.ts';
import { checksTable } from './checks-table.ts';
import { drainSection } from './drain.ts';
import { entryLines, type ShownFixes } from './entry.ts';
import { headline } from './headline.ts';
import { lastScreen } from './last-screen.ts';
import { headingIn, wrap, type Layout, type Style } from './layout.ts';
import { notCoveredSection } from './not-covered.ts';
import { findingText } from './one-entry.ts';
import { warningLines } from './overview.ts';
import { skippedSections } from './skipped.ts';
import { isUnseen, unseenSection } from './unseen.ts';

/** The maximum number of blockers and unknowns that have a block. */
const listedFirst = 10;

/**
 * The report for a person. It begins with the verdict and the answers; then what is wrong and how to fix it; then each
 * warning once; then, as its last screen, what stops the update, the answers, and what to do first. `--show all` shows
 * everything in full.
 */
export async function reportText(report: Report, layout: Layout): Promise<string> {
  if (layout.finding !== undefined) return findingText(layout.finding, report, layout);
  const printed = (await reportSections(report, layout)).filter((lines) => lines.length > 0);
  return `${withoutWorkflowCommands(printed.map((lines) => lines.join('\n')).join('\n\n'))}\n`;
}

async function reportSections(report: Report, layout: Layout): Promise<string[][]> {
  const shown = selectShown(report, layout.group);
  const { entries, note } = shown;
  const last = lastScreen(report, entries, layout);
  if (layout.view === 'summary') return [last];
  if (layout.view === 'checks') return [headline(report, layout), await checksTable(report, layout), last];
  return [
    headline(report, layout),
    ...(layout.all ? [await checksTable(report, layout)] : []),
    note === undefined ? [] : wrap(note, layout, 0),
    ...(layout.all ? await everyDetail(report, entries, layout) : shortDetails(entries, report, layout)),
    acceptedSection(report, layout),
    drainSection(shown.drain, layout),
    ...(layout.all
      ? [passedSection(report, layout), ...skippedSections(report, layout), notCoveredSection(report, layout)]
      : [warningLines(entries, layout)]),
    last,
  ];
}

/** The entries of each level. */
function byLevel(entries: readonly NumberedEntry[]): Record<'fails' | 'unknowns' | 'warns', NumberedEntry[]> {
  const level = (wanted: string) => entries.filter(({ findings: [first] }) => first.level === wanted);
  return { fails: level('fail'), unknowns: level('unknown'), warns: level('warn') };
}

/** Blocks of the first blockers and unknowns; of the others the problem and the resource. */
function shortDetails(entries: readonly NumberedEntry[], report: Report, layout: Layout): string[][] {
  const { fails, unknowns } = byLevel(entries);
  const urgent = [...fails, ...unknowns];
  return [
    ...urgent.slice(0, listedFirst).map((entry) => entryBlock(entry, report, layout)),
    urgent.slice(listedFirst).flatMap((entry) => briefEntry(entry, report, layout)),
  ];
}

async function everyDetail(report: Report, entries: readonly NumberedEntry[], layout: Layout): Promise<string[][]> {
  const { fails, unknowns, warns } = byLevel(entries);
  const unseen = unknowns.filter(({ findings: [first] }) => isUnseen(first));
  const unclear = unknowns.filter(({ findings: [first] }) => !isUnseen(first));
  const shown: ShownFixes = new Map();
  const details = (title: string, style: Style, those: readonly NumberedEntry[]) =>
    detailsSection(title, style, those, report, shown, layout);
  return [
    await details('Blockers', 'red', fails),
    await details('Unknown: seen, but could not be judged', 'magenta', unclear),
    unseenSection(unseen, report, layout),
    await details('Warnings', 'yellow', warns),
  ];
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
  const lines = [headingIn(style, `${title} (${entries.length})`, layout)];
  for (const entry of entries) lines.push('', ...(await entryLines(entry, entry.number, report, shown, layout)));
  return lines;
}

function passedSection({ results }: Report, layout: Layout): string[] {
  const passed = results.filter(({ status }) => status === 'pass');
  const heading = headingIn('green', `Passed (${passed.length})`, layout);
  return [heading, ...passed.flatMap((result) => wrap(passedText(result), layout, 4, '  - '))];
}

function passedText({ id, title, reason }: Report['results'][number]): string {
  return `${id} (looked for: ${title}${reason === null ? '' : `; ${reason}`})`;
}
