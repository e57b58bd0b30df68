import { formatCount, formatFirst } from '../../syntax/english.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { type Entry, type NumberedEntry } from '../../report/entries.ts';
import { findEntryBasis } from '../../report/entry-basis.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import { findingLine } from '../../report/finding-text.ts';
import type { Report } from '../../report/schema.ts';
import { entryFix, selectLinks } from '../text/entry.ts';
import { isUnseen, unseenTexts } from '../text/unseen.ts';
import { stepOrNow } from '../../report/step-text.ts';
import { cut } from './shorten.ts';
import { block, htmlCode, inline, linkItem } from './escape.ts';

const findingsShown = 10;
const checksShown = 10;
const evidenceShown = 3;
const longestTitle = 200;
const longestLine = 1_000;

/** An entry behind a line that unfolds: its findings, fix and links. */
export function buildDetails(entry: Entry | NumberedEntry, report: Report): string {
  const { findings } = entry;
  const number = 'number' in entry ? entry.number : 0;
  const { results } = report;
  const checks = [...new Set(findings.map(({ check }) => check))];
  const at = findings[0].at;
  const rest = findings.length - findingsShown;
  const lines = isUnseen(findings[0])
    ? unseenTexts({ number, findings }).reasons.map((reason) => `- ${inline(cut(reason, longestLine))}`)
    : [
        ...findings.slice(0, findingsShown).flatMap(findingLines),
        ...(rest > 0 ? [`- and ${formatCount(rest, 'more finding')}`] : []),
      ];
  const links = selectLinks(findings, results).map(linkItem);
  const basis = findEntryBasis({ findings }, report);
  return collapsed(number === 0 ? '' : `${number}.`, buildEntryTitle(findings), [
    `Checks: ${inline(formatFirst(checks, checksShown))}. When: ${inline(stepOrNow(at))}.`,
    lines.join('\n'),
    basis === undefined ? '' : inline(cut(basis, longestLine)),
    block(entryFix({ findings }, report)),
    links.join('\n'),
  ]);
}

/** A section that a reader can unfold. Blank lines separate the HTML from the Markdown. */
export function collapsed(mark: string, title: string, paragraphs: readonly string[]): string {
  const said = paragraphs.filter((text) => text !== '');
  const summary = `${mark} ${htmlCode(cut(title, longestTitle))}`.trim();
  return [`<details><summary>${summary}</summary>`, ...said, '</details>\n'].join('\n\n');
}

function findingLines(finding: ReportedFinding): string[] {
  const seen = finding.evidence.slice(0, evidenceShown).map(({ resource, observed, required }) => {
    const want = required === null ? '' : `; needed: ${required}`;
    return `  - Seen: ${inline(cut(`${resource === null ? '' : `${resource}: `}${observed}${want}`, longestLine))}`;
  });
  return [`- ${inline(cut(findingLine(finding), longestLine))}`, ...seen];
}
