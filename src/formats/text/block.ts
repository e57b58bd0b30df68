import type { NumberedEntry } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import { isOfPermissions } from '../../report/missing-permissions.ts';
import { whenText } from '../../report/step-text.ts';
import { formatCount } from '../../syntax/english.ts';
import { buildFix, effectText, evidenceTexts, levelMarks } from './entry.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';
import { isUnseen, unseenTexts } from './unseen.ts';

/** The maximum number of lines of a block, of which at most three show what was seen; `--finding` shows the rest. */
const blockLines = 8;
const seenLines = 3;
const mostCommands = 2;

/** A blocker or an unknown in a few lines: what is wrong, what was seen, how to fix it. */
export function entryBlock(entry: NumberedEntry, layout: Layout): string[] {
  const { number, findings } = entry;
  const heading = `${levelMarks[findings[0].level]} ${buildEntryShort(findings)}: ${entryResource(findings)}`;
  const seen = shortened(seenTexts(entry), layout);
  const above = [
    ...wrap(heading, layout, 5, numberStart(number)).map((line) => paint(layout, 'bold', line)),
    ...wrap(checksText(findings), layout, 5).map((line) => paint(layout, 'dim', line)),
    ...seen.lines,
  ];
  return [...above, ...shortFix(entry, seen.isWhole, blockLines - above.length, layout)];
}

/** Any other entry, in two lines if they suffice: the problem; the check and the resource. */
export function briefEntry({ number, findings }: NumberedEntry, layout: Layout): string[] {
  const { at } = findings[0];
  const when = at === null ? '' : ` (${whenText(at)})`;
  const [problem, checks, resource] = [buildEntryShort(findings), checkNames(findings), entryResource(findings)];
  const first = wrap(`${problem}${when}`, layout, 5, numberStart(number));
  const below = wrap(`${checks}: ${resource}`, layout, 5);
  if (first.length + below.length <= 2) return [...first, ...below];
  return [...wrap(`${problem} (${checks})${when}`, layout, 5, numberStart(number)), ...wrap(resource, layout, 5)];
}

function numberStart(number: number): string {
  return `${`${number}`.padStart(3)}  `;
}

/** `nodes/kubelet-skew and 2 more, at 1.34, stops the control plane update`. */
function checksText(findings: NumberedEntry['findings']): string {
  return `${checkNames(findings)}, ${effectText(findings[0])}`;
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

/** As many whole texts as fit, at least the beginning of the first. */
function shortened(texts: readonly string[], layout: Layout): { lines: string[]; isWhole: boolean } {
  const wrapped = texts.map((text) =>
    text.startsWith('- ') ? wrap(text.slice(2), layout, 7, '     - ') : wrap(text, layout, 5),
  );
  const [first = []] = wrapped;
  if (first.length > seenLines) {
    const last = wrap((first[seenLines - 1] ?? '').trim(), { ...layout, columns: layout.columns - 9 }, 5)[0] ?? '';
    return { lines: [...first.slice(0, seenLines - 1), `${last.replace(/[,;:]$/, '')} and more`], isWhole: false };
  }
  const lines: string[] = [];
  for (const own of wrapped) {
    if (lines.length + own.length > seenLines) return { lines, isWhole: false };
    lines.push(...own);
  }
  return { lines, isWhole: true };
}

/**
 * The whole fix if everything that was seen is shown, the fix fits and it has few commands; else its first sentence if
 * that takes at most two lines, because commands without their conditions do harm. For missing permissions, only where
 * the policy is.
 * @param room lines that are left for it
 */
function shortFix({ number, findings }: NumberedEntry, isWhole: boolean, room: number, layout: Layout): string[] {
  const details = `--finding ${number}`;
  const start = '     Fix: ';
  if (isOfPermissions(findings)) return [`${start}Grant it (policy: ${details}).`];
  const fix = buildFix(findings);
  const lines = wrapMarkdown(fix, layout, 10, start);
  const commands = new Set(findings.flatMap((finding) => finding.commands)).size;
  if (isWhole && lines.length <= room && commands <= mostCommands) return lines;
  const more = commands === 0 ? `more: ${details}` : `${formatCount(commands, 'command')}: ${details}`;
  const first = wrapMarkdown(`${firstSentence(fix)} (${more}).`, layout, 10, start);
  return first.length > 2 ? [`${start}${more[0]?.toUpperCase() ?? ''}${more.slice(1)}.`] : first;
}

/** Up to the first end of a sentence or the first block of commands, without a full stop. */
function firstSentence(fix: string): string {
  const [prose = ''] = fix.split('```');
  const end = /[.:](?=\s|$)/.exec(prose);
  const sentence = end === null ? prose : prose.slice(0, end.index);
  return sentence.replaceAll('\n', ' ').trim();
}
