import { clusterNamed } from '../../report/cluster-named.ts';
import { formatCount } from '../../syntax/english.ts';
import { acceptedFindings } from '../../judge/verdict.ts';
import { answerTexts } from '../../report/answer-text.ts';
import { stopLabels } from '../../report/blocks.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { selectShown } from '../../report/shown-group.ts';
import { bareWhen } from '../../report/step-text.ts';
import { acceptedTexts } from '../text/accepted.ts';
import { exitText, verdictText } from '../text/gate.ts';
import { detailLines, judgedText } from '../text/headline.ts';
import { unwrapped, type Layout } from '../text/layout.ts';
import { checkRows } from '../text/checks-table.ts';
import { entriesNamed } from '../text/one-entry.ts';
import { cut } from './shorten.ts';
import { drainParts } from './drain.ts';
import { buildDetails } from './details.ts';
import { cell, inline } from './escape.ts';
import { planParts } from './plan-section.ts';
import { fitted, frame, rows, type Page, type Part } from './room.ts';

/** GitHub limits comments to 65,536 characters. */
const longest = 65_000;
/** The characters that are reserved for the note on omitted parts. */
const lastWords = 300;
const longestTitle = 300;
const longestLine = 1_000;

/** Rank 1 is for lines of blockers and unknowns, 2 for details of blockers, 3 for lines of warnings, 4 for the rest. */
const levels = [
  { level: 'fail', title: 'Blockers', rank: 1, details: 2 },
  { level: 'unknown', title: 'Unknown', rank: 1, details: 4 },
  { level: 'warn', title: 'Warnings', rank: 3, details: 4 },
] as const;

/**
 * The report as one comment of a pull request, in GitHub Flavored Markdown: the verdict, the path, the entries, then
 * their details, which unfold. The first line is an invisible marker of the cluster, by which an earlier comment can be
 * found and replaced. With `--show 3`, only the details of the entries that it names, without the marker.
 */
export function reportMarkdown(report: Report, layout: Layout = unwrapped): string {
  const parts = selectParts(report, layout);
  const page = fitted(parts, longest - lastWords);
  return `${[...page.parts, ...leftOut(page)].join('\n')}\n`;
}

function selectParts(report: Report, { finding, view, group }: Layout): Part[] {
  if (finding !== undefined) return findingParts(finding, report);
  if (view === 'checks') return [...headParts(report), ...checksParts(report)];
  return reportParts(report, group);
}

function headParts(report: Report): Part[] {
  return [
    ...frame(buildMarker(report), `## ${verdictText(report)}: ${inline(cut(judgedText(report), longestTitle))}`, ''),
    ...rows(1, ...detailLines(report).map((line) => `${inline(cut(line, longestLine))}\n`)),
  ];
}

/** The entries that an id names. */
function findingParts(id: string, report: Report): Part[] {
  return entriesNamed(id, report).map((entry): Part => ({
    text: buildDetails(entry, report),
    kind: 'details',
    rank: 1,
  }));
}

/** The table of the selected checks. */
function checksParts(report: Report): Part[] {
  const byArea = [...checkRows(report).values()].flat();
  return [
    ...frame(row(['Check', 'Status', 'Findings', 'Seen (entry)']), '| --- | --- | ---: | --- |'),
    ...byArea.flatMap(({ check, status, findings, seen }) =>
      rows(2, row([cell(check), status, findings, cell(cut(seen, longestTitle))])),
    ),
    ...frame(''),
  ];
}

function reportParts(report: Report, group: string | undefined): Part[] {
  const { entries, drain, note } = selectShown(report, group);
  const sections = levels.map((section) => ({
    ...section,
    entries: entries.filter(({ findings: [first] }) => first.level === section.level),
  }));
  return [
    ...headParts(report),
    ...answersTable(report),
    ...(note === undefined ? [] : frame(inline(note), '')),
    ...sections.flatMap(({ title, rank, entries: own }) => entriesTable(title, rank, own)),
    ...acceptedParts(report),
    ...sections.flatMap(({ details: rank, entries: own }) =>
      own.map((entry): Part => ({ text: () => buildDetails(entry, report), kind: 'details', rank })),
    ),
    ...drainParts(drain),
    // The plan is about all groups.
    ...(note === undefined ? planParts(report) : []),
    ...frame(inline(cut(exitText(report), longestLine))),
  ];
}

/** The marker of the cluster. Escapes characters that could end the HTML comment. */
function buildMarker(report: Report): string {
  const safe = clusterNamed(report).arn.replaceAll(
    /[^\w:/.-]|-(?=-)/g,
    (found) => `%${found.charCodeAt(0).toString(16)}`,
  );
  return `<!-- eks-preflight: ${safe.slice(0, longestTitle)} -->`;
}

function answersTable(report: Report): Part[] {
  return [
    ...frame(row(['Question', 'Answer']), '| --- | --- |'),
    ...answerTexts(report).flatMap(({ question, answer }) =>
      rows(1, row([cell(cut(question, longestTitle)), cell(cut(answer.replaceAll('#', ''), longestTitle))])),
    ),
    ...frame(''),
  ];
}

function entriesTable(title: string, rank: number, entries: readonly NumberedEntry[]): Part[] {
  if (entries.length === 0) return [];
  return [
    ...frame(`### ${title} (${entries.length})`, ''),
    ...frame(row(['', 'What', 'Stops', 'When']), '| ---: | --- | --- | --- |'),
    ...entries.flatMap(({ number, findings }) => {
      const at = findings[0].at;
      const what = cell(cut(buildEntryTitle(findings), longestTitle));
      return rows(rank, row([`${number}`, what, stopLabels({ findings }).join(', '), cell(bareWhen(at))]));
    }),
    ...frame(''),
  ];
}

/** Accepted findings: shown, but not counted. */
function acceptedParts(report: Report): Part[] {
  const accepted = acceptedFindings(report.results);
  if (accepted.length === 0) return [];
  return [
    ...frame(`### Accepted (${accepted.length})`, ''),
    ...acceptedTexts(report).flatMap((text) => rows(3, `- ${inline(cut(text, longestLine))}`)),
    ...frame(''),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function leftOut({ left: { row: lines, details } }: Page): string[] {
  const parts = [
    ...(lines === 0 ? [] : [formatCount(lines, 'line')]),
    ...(details === 0 ? [] : [`the details of ${formatCount(details, 'entry', 'entries')}`]),
  ];
  if (parts.length === 0) return [];
  return ['', `Omitted to fit into a comment: ${parts.join(' and ')}. The complete report has them.`];
}
