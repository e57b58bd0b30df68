import { clusterNamed } from '../report/cluster-named.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { isAfter } from '../judge/verdict.ts';
import { momentText } from '../syntax/dates.ts';
import { headingIn, paint, wrap, type Layout, type Style } from './text/layout.ts';
import type { Report } from '../report/schema.ts';
import { formatUpgradePath } from './text/headline.ts';
import { whenText } from '../report/step-text.ts';
import type { Changes } from '../report/diff/changes.ts';
import type { DiffReport } from '../report/diff/schema.ts';

/** Two reports of one cluster, each with the name of its file, and what is different. */
export interface Diff {
  old: { file: string; report: Report };
  new: { file: string; report: Report };
  changes: Changes;
}

interface Line {
  finding: ReportedFinding;
  /** What is to be said beside the message. */
  note: string;
}
interface Section {
  title: string;
  style: Style;
  lines: Line[];
}

/** The formats of `diff`, by name. */
export const diffFormats = { text: diffText, markdown: diffMarkdown, json: diffJson } as const;
export type DiffFormat = keyof typeof diffFormats;
export const diffFormatNames = Object.keys(diffFormats) as readonly DiffFormat[];

function buildSections({ new: added, worse, fixed, noLongerSeen }: Changes): Section[] {
  const sections: Section[] = [
    { title: 'New', style: 'red', lines: added.map((finding) => ({ finding, note: '' })) },
    {
      title: 'Worse',
      style: 'red',
      lines: worse.map(({ finding, before }) => ({
        finding,
        note: `was ${levelText(before)}, ${whenText(before.at)}`,
      })),
    },
    { title: 'Fixed', style: 'green', lines: fixed.map((finding) => ({ finding, note: '' })) },
    {
      title: 'No longer seen',
      style: 'magenta',
      lines: noLongerSeen.map(({ finding, reason }) => ({ finding, note: `not seen now: ${reason}` })),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** `AFTER`: a warning whose fix follows the update. */
function levelText(finding: ReportedFinding): string {
  return isAfter(finding) ? 'AFTER' : finding.level.toUpperCase();
}

const none = 'Nothing is new, worse, fixed or no longer seen.';

function buildHead({ old, new: now, changes: { differs } }: Diff): string[] {
  const taken = differs.length === 0 ? [] : [`${old.file} was taken with ${differs.join(', ')}.`];
  return [formatUpgradePath(now.report), `${sideText(old)}; ${sideText(now)}.`, ...taken];
}

function sideText({ file, report: { scannedAt, verdict } }: Diff['old']): string {
  return `${file}: ${momentText(scannedAt)}, ${verdict}`;
}

function diffText(diff: Diff, layout: Layout): string {
  const [title = '', ...head] = buildHead(diff);
  const sections = buildSections(diff.changes);
  const lines = [
    paint(layout, 'bold', title),
    ...head.flatMap((line) => wrap(line, layout, 2)),
    ...sections.flatMap(({ title: name, style, lines: those }) => [
      '',
      headingIn(style, `${name} (${those.length})`, layout),
      ...those.flatMap((line) => findingLines(line, layout)),
    ]),
    ...(sections.length === 0 ? ['', none] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function findingLines({ finding, note }: Line, layout: Layout): string[] {
  const { check, resource, message, fingerprint } = finding;
  return [
    ...wrap(`${levelText(finding)} ${check}, ${whenText(finding.at)} (${fingerprint.slice(0, 8)})`, layout, 2),
    ...wrap(`${resource.text}: ${message}`, layout, 4),
    ...(note === '' ? [] : wrap(note, layout, 4)),
  ];
}

function diffMarkdown(diff: Diff): string {
  const [title = '', ...head] = buildHead(diff);
  const sections = buildSections(diff.changes).flatMap(({ title: name, lines }) => [
    `#### ${name} (${lines.length})`,
    '',
    ...lines.map(({ finding, note }) => {
      const { check, resource, message } = finding;
      const said = [
        `${check}, ${whenText(finding.at)}`,
        `${resource.text}: ${message}`,
        ...(note === '' ? [] : [note]),
      ];
      return `- **${levelText(finding)}** ${said.map(span).join(' ')}`;
    }),
    '',
  ]);
  const lines = [`### ${span(title)}`, '', ...head.map(span).flatMap((line) => [line, '']), ...sections];
  return [...lines, ...(sections.length === 0 ? [none, ''] : [])].join('\n');
}

/** Text from outside as code: no link, no mention and no HTML in it. */
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
