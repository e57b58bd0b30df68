import { clusterNamed } from '../report/cluster-named.ts';
import { momentText } from '../syntax/dates.ts';
import { headingIn, paint, wrap, type Layout, type Style } from './text/layout.ts';
import type { Report } from '../report/schema.ts';
import { formatUpgradePath } from './text/headline.ts';
import { buildChangedSections, type ChangedEntry, type ChangedSection } from '../report/diff/changed-entries.ts';
import type { Changes } from '../report/diff/changes.ts';
import type { DiffReport } from '../report/diff/schema.ts';

/** Two reports of one cluster, each with the name of its file, and what is different. */
export interface Diff {
  old: { file: string; report: Report };
  new: { file: string; report: Report };
  changes: Changes;
}

/** The formats of `diff`, by name. */
export const diffFormats = { text: diffText, markdown: diffMarkdown, json: diffJson } as const;
export type DiffFormat = keyof typeof diffFormats;
export const diffFormatNames = Object.keys(diffFormats) as readonly DiffFormat[];

const headings: Record<ChangedSection['change'], { title: string; style: Style }> = {
  new: { title: 'New', style: 'red' },
  worse: { title: 'Worse', style: 'red' },
  fixed: { title: 'Fixed', style: 'green' },
  noLongerSeen: { title: 'No longer seen', style: 'magenta' },
  accepted: { title: 'Accepted', style: 'yellow' },
};

/** The maximum number of entries in a section without `--show all`. */
const most = 10;

interface Section {
  title: string;
  style: Style;
  entries: readonly ChangedEntry[];
  /** The number of entries that are not shown. */
  rest: number;
}

function buildSections({ old, new: now, changes }: Diff, all: boolean): Section[] {
  const steps = { old: old.report.steps, new: now.report.steps };
  return buildChangedSections(changes, steps).map(({ change, entries }) => {
    const { title, style } = headings[change];
    const shown = all ? entries : entries.slice(0, most);
    return { title: `${title} (${entries.length})`, style, entries: shown, rest: entries.length - shown.length };
  });
}

const none = 'Nothing is new, worse, fixed, accepted or no longer seen.';

function buildHead({ old, new: now, changes: { differs } }: Diff): string[] {
  const taken = differs.length === 0 ? [] : [`${old.file} was taken with ${differs.join(', ')}.`];
  return [formatUpgradePath(now.report), `${sideText(old)}; ${sideText(now)}.`, ...taken];
}

function sideText({ file, report: { scannedAt, verdict } }: Diff['old']): string {
  return `${file}: ${momentText(scannedAt)}, ${verdict}`;
}

function diffText(diff: Diff, layout: Layout): string {
  const [title = '', ...head] = buildHead(diff);
  const sections = buildSections(diff, layout.all);
  const lines = [
    paint(layout, 'bold', title),
    ...head.flatMap((line) => wrap(line, layout, 2)),
    ...sections.flatMap((section) => ['', ...sectionLines(section, layout)]),
    ...(sections.length === 0 ? ['', none] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionLines({ title, style, entries, rest }: Section, layout: Layout): string[] {
  const level = Math.max(...entries.map((entry) => entry.level.length));
  const when = Math.max(...entries.map((entry) => entry.when.length));
  return [
    headingIn(style, title, layout),
    ...entries.flatMap((entry, index) => [
      ...listNewReason(entry, entries[index - 1]).flatMap((reason) => wrap(reason, layout, 2)),
      ...entryLines(entry, `  ${entry.level.padEnd(level)}  ${entry.when.padEnd(when)}  `, layout),
    ]),
    ...(rest > 0 ? [`  and ${rest} more (--show all)`] : []),
  ];
}

/** Why an entry is no longer seen or accepted; empty if the entry before it has the same reason. */
function listNewReason({ reason }: ChangedEntry, previous: ChangedEntry | undefined): string[] {
  return reason === undefined || reason === previous?.reason ? [] : [reason];
}

/** The level, the step and the problem; with `--show all`, the findings below it. */
function entryLines({ findings, title }: ChangedEntry, begin: string, layout: Layout): string[] {
  const detail = layout.all ? findings : [];
  return [
    ...wrap(title, layout, begin.length, begin),
    ...detail.flatMap(({ check, resource, message, fingerprint }) =>
      wrap(`${check} (${fingerprint.slice(0, 8)}) ${resource.text}: ${message}`, layout, 6, '    - '),
    ),
  ];
}

function diffMarkdown(diff: Diff, { all }: Pick<Layout, 'all'>): string {
  const [title = '', ...head] = buildHead(diff);
  const sections = buildSections(diff, all).flatMap(({ title: name, entries, rest }) => [
    `#### ${name}`,
    '',
    ...entries.flatMap((entry) => [markdownLine(entry), ...(all ? entry.findings.map(markdownDetail) : [])]),
    ...(rest > 0 ? [`- and ${rest} more (\`--show all\`)`] : []),
    '',
  ]);
  const lines = [`### ${span(title)}`, '', ...head.map(span).flatMap((line) => [line, '']), ...sections];
  return [...lines, ...(sections.length === 0 ? [none, ''] : [])].join('\n');
}

function markdownLine({ level, when, title, reason }: ChangedEntry): string {
  const said = [when, title, ...(reason === undefined ? [] : [reason])];
  return `- **${level}** ${said.map(span).join(' ')}`;
}

function markdownDetail({ check, resource, message, fingerprint }: ChangedEntry['findings'][number]): string {
  return `  - ${span(`${check} (${fingerprint.slice(0, 8)}) ${resource.text}: ${message}`)}`;
}

/** Text as code, in which nothing becomes a link, a mention or HTML. */
function span(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

function diffJson({ old, new: now, changes }: Diff): string {
  const side = ({ file, report: { scannedAt, target, verdict } }: Diff['old']) => ({
    file,
    scannedAt,
    target,
    verdict,
  });
  const { name, arn } = clusterNamed(now.report);
  const diffReport: DiffReport = {
    schemaVersion: 1,
    cluster: { name, arn },
    old: side(old),
    new: side(now),
    changes,
  };
  return `${JSON.stringify(diffReport, null, 2)}\n`;
}
