import { isInScope } from '../../report/answers.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { findEntryBasis, shortenBasis } from '../../report/entry-basis.ts';
import { buildEntryShort, entryResource, shortText } from '../../report/entry-title.ts';
import { isOfPermissions } from '../../report/missing-permissions.ts';
import type { Report } from '../../report/schema.ts';
import { blocksText } from '../../report/blocks.ts';
import { bareWhen, whenText } from '../../report/step-text.ts';
import { buildFix, effectText, evidenceTexts, levelMarks } from './entry.ts';
import { firstClauses } from './first-clauses.ts';
import { paint, resolveWidth, wrap, wrapMarkdown, type Layout } from './layout.ts';
import { isUnseen, unseenTexts } from './unseen.ts';

/** The maximum number of lines of a block, of which at most three show what was seen; `--show 3` shows the rest. */
const blockLines = 9;
const seenLines = 3;
const mostCommands = 2;

/** A blocker or an unknown in a few lines: what is wrong, what was seen, how to fix it. */
export function entryBlock(entry: NumberedEntry, report: Report, layout: Layout): string[] {
  const { number, findings } = entry;
  const { level } = findings[0];
  const mark = level === 'fail' && !isInScope(number, report) ? 'NOT ASKED' : levelMarks[level];
  const heading = `${mark} ${buildEntryShort(findings)}: ${entryResource(findings)}`;
  const texts = seenTexts(entry);
  const { lines: seen, shown } = shortened(texts, layout);
  const above = [
    ...wrap(heading, layout, 5, numberStart(number)).map((line) => paint(layout, 'bold', line)),
    ...wrap(checksText(findings, report), layout, 5).map((line) => paint(layout, 'dim', line)),
    ...seen,
    ...otherFindings(entry, shown, layout),
    ...basisLines(entry, report, layout),
  ];
  return [...above, ...shortFix(entry, shown === texts.length, blockLines - above.length, layout)];
}

/** Any other entry, in two lines if they suffice: the problem; the check and the resource. */
export function briefEntry(
  entry: NumberedEntry,
  report: Pick<Report, 'entries' | 'results'>,
  layout: Layout,
): string[] {
  const { number, findings } = entry;
  const { at } = findings[0];
  const when = at === null ? '' : ` (${whenText(at)})`;
  const [problem, checks, resource] = [buildEntryShort(findings), checkNames(findings), entryResource(findings)];
  const first = wrap(`${problem}${when}`, layout, 5, numberStart(number));
  const below = wrap(`${checks}: ${resource}`, layout, 5);
  const basis = basisLines(entry, report, layout);
  if (first.length + below.length <= 2) return [...first, ...below, ...basis];
  return [
    ...wrap(`${problem} (${checks})${when}`, layout, 5, numberStart(number)),
    ...wrap(resource, layout, 5),
    ...basis,
  ];
}

/** How much the check judged, without names: `--show 3` shows those. */
function basisLines(entry: NumberedEntry, report: Pick<Report, 'entries' | 'results'>, layout: Layout): string[] {
  const basis = findEntryBasis(entry, report);
  if (basis === undefined) return [];
  const short = shortenBasis(basis);
  return wrap(short === basis ? short : `${short} (--show ${entry.number} lists them)`, layout, 5);
}

function numberStart(number: number): string {
  return `${`${number}`.padStart(3)}  `;
}

/** `nodes/kubelet-skew and 2 more, at 1.34, stops the control plane update`. */
function checksText(findings: NumberedEntry['findings'], report: Pick<Report, 'steps'>): string {
  return `${checkNames(findings)}, ${effectText({ findings }, report)}`;
}

function checkNames(findings: NumberedEntry['findings']): string {
  const [first = '', ...others] = new Set(findings.map(({ check }) => check));
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** What was seen, in lines of prose. */
function seenTexts(entry: NumberedEntry): string[] {
  const { findings } = entry;
  const [first] = findings;
  if (isUnseen(first)) return unseenTexts(entry).reasons;
  if (findings.length === 1) return [first.message, ...evidenceTexts(first).map((text) => `- ${text}`)];
  const resources = new Set(findings.map(({ resource }) => resource.text));
  return findings.map(({ resource, message }) => `- ${resources.size === 1 ? '' : `${resource.text}: `}${message}`);
}

/** As many whole texts as fit, at least the beginning of the first, and how many are shown. */
function shortened(texts: readonly string[], layout: Layout): { lines: string[]; shown: number } {
  const [first = [], ...others] = texts.map((text) => shownText(text, layout));
  if (first.length > seenLines) return { lines: beginning(texts[0] ?? '', layout), shown: 0 };
  const lines = [...first];
  for (const [index, own] of others.entries()) {
    if (lines.length + own.length > seenLines) return { lines, shown: index + 1 };
    lines.push(...own);
  }
  return { lines, shown: texts.length };
}

/** The problems of the findings that are not shown, in one line: `- and 2 more: kubelet too old`. */
function otherFindings({ findings }: NumberedEntry, shown: number, layout: Layout): string[] {
  if (findings.length === 1 || isUnseen(findings[0])) return [];
  const others = findings.slice(Math.max(1, shown));
  if (others.length === 0) return [];
  const start = `     - and ${others.length} more`;
  const fails = others.filter(({ level }) => level === 'fail');
  const lines = [others.map(otherText), fails.map(otherText), others.map(shortText)]
    .filter((texts) => texts.length > 0)
    .map((texts) => `${start}: ${[...new Set(texts)].join('; ')}`);
  return [lines.find(({ length }) => length <= resolveWidth(layout)) ?? start];
}

/** `kubelet too old (1.34, stops control plane)`. */
function otherText(finding: NumberedEntry['findings'][number]): string {
  const { level, at, blocks } = finding;
  return `${shortText(finding)}${level === 'fail' ? ` (${bareWhen(at)}, stops ${blocksText(blocks)})` : ''}`;
}

function shownText(text: string, layout: Layout): string[] {
  return text.startsWith('- ') ? wrap(text.slice(2), layout, 7, '     - ') : wrap(text, layout, 5);
}

/** As many items or clauses of a long text as fit: `lacks iam:A, iam:B, and more`. */
function beginning(text: string, layout: Layout): string[] {
  const ends = [...text.matchAll(/[,;:](?= )/g)].map(({ index }) => index).toReversed();
  const cuts = [...ends.map((end) => `${text.slice(0, end)}, and more`), `${text.split(' ')[0] ?? ''} and more`];
  const fitting = cuts.map((cut) => shownText(cut, layout)).find(({ length }) => length <= seenLines);
  return fitting ?? shownText(text, layout).slice(0, seenLines);
}

/**
 * The whole fix if everything that was seen is shown, the fix fits and it has few commands; else its first sentence or
 * clause if that takes at most two lines. A fix is not cut elsewhere: commands without their conditions would do harm.
 * For missing permissions, only where the policy is.
 * @param isWhole whether everything that was seen is shown
 * @param room the number of lines that are left for the fix
 */
function shortFix({ number, findings }: NumberedEntry, isWhole: boolean, room: number, layout: Layout): string[] {
  const details = `--show ${number}`;
  const start = '     Fix: ';
  if (isOfPermissions(findings)) return [`${start}Grant it (policy: ${details}).`];
  const fix = buildFix(findings);
  const lines = wrapMarkdown(fix, layout, 10, start);
  const commands = new Set(findings.flatMap((finding) => finding.commands)).size;
  if (isWhole && lines.length <= room && commands <= mostCommands) return lines;
  const tail = `(${[...managedText(findings), details].join(', ')})`;
  const shown = firstClauses(fix).map((clause) => wrapMarkdown(`${clause} ${tail}.`, layout, 10, start));
  return shown.find(({ length }) => length <= 2) ?? [`${start}see ${details}.`];
}

/** `managed by Terraform`; none if no manager was seen. */
function managedText(findings: NumberedEntry['findings']): string[] {
  const tools = [...new Set(findings.flatMap(({ managers }) => managers ?? []))];
  return tools.length === 0 ? [] : [`managed by ${tools.join(' or ')}`];
}
