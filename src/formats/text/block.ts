import type { NumberedEntry } from '../../report/entries.ts';
import { findFirstStep } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import { isOfPermissions } from '../../report/missing-permissions.ts';
import type { Report } from '../../report/schema.ts';
import { whenText } from '../../report/step-text.ts';
import { formatCount } from '../../syntax/english.ts';
import { buildFix, effectText, evidenceTexts, levelMarks } from './entry.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';
import { isUnseen, unseenTexts } from './unseen.ts';

/** Lines of one block, of them at most three of what was seen; `--finding` shows the rest. */
const blockLines = 8;
const seenLines = 3;
const mostCommands = 2;

/** A blocker or an unknown in a few lines: what is wrong, what was seen, how to fix it. */
export function entryBlock(entry: NumberedEntry, layout: Layout): string[] {
  const { number, findings } = entry;
  const heading = `${levelMarks[findings[0].level]} ${buildEntryShort(findings)}: ${entryResource(findings)}`;
  const above = [
    ...wrap(heading, layout, 5, numberStart(number)).map((line) => paint(layout, 'bold', line)),
    ...wrap(checksText(findings), layout, 5).map((line) => paint(layout, 'dim', line)),
    ...shortened(seenTexts(entry), number, layout),
  ];
  return [...above, ...shortFix(entry, blockLines - above.length, layout)];
}

/** Any other entry in two lines: the problem with its check, and the resource. */
export function briefEntry({ number, findings }: NumberedEntry, steps: Report['steps'], layout: Layout): string[] {
  const at = findFirstStep(findings, steps);
  const when = at === null ? '' : `, ${whenText(at)}`;
  return [
    ...wrap(`${buildEntryShort(findings)} (${checkNames(findings)}${when})`, layout, 5, numberStart(number)),
    ...wrap(entryResource(findings), layout, 5),
  ];
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
function shortened(texts: readonly string[], number: number, layout: Layout): string[] {
  const wrapped = texts.map((text) =>
    text.startsWith('- ') ? wrap(text.slice(2), layout, 7, '     - ') : wrap(text, layout, 5),
  );
  if (wrapped.flat().length <= seenLines) return wrapped.flat();
  const lines: string[] = [];
  for (const [index, own] of wrapped.entries()) {
    const isLast = index === wrapped.length - 1;
    if (lines.length + own.length + (isLast ? 0 : 1) > seenLines) {
      const rest = `${index === 0 ? 'more' : `${texts.length - index} more`}: --finding ${number}`;
      return index === 0 ? [...own.slice(0, seenLines - 1), `     (${rest})`] : [...lines, `     and ${rest}`];
    }
    lines.push(...own);
  }
  return lines;
}

/**
 * The whole fix if it fits and has few commands; else its first sentence, because commands without their conditions do harm.
 */
function shortFix({ number, findings }: NumberedEntry, room: number, layout: Layout): string[] {
  const details = `--finding ${number}`;
  if (isOfPermissions(findings)) return [`     Fix: Grant it: ${details} prints the policy.`];
  const fix = buildFix(findings);
  const lines = wrapMarkdown(fix, layout, 10, '     Fix: ');
  const commands = new Set(findings.flatMap((finding) => finding.commands)).size;
  if (lines.length <= room && commands <= mostCommands) return lines;
  const first = wrapMarkdown(firstSentence(fix), layout, 10, '     Fix: ');
  const more =
    commands === 0 ? `All of it: ${details}` : `All of it, with ${formatCount(commands, 'command')}: ${details}`;
  return first.length + 1 > Math.max(room, 2) ? [`     Fix: ${more}`] : [...first, `          ${more}`];
}

/** Up to the first end of a sentence or the first block of commands. */
function firstSentence(fix: string): string {
  const [prose = ''] = fix.split('```');
  const end = /[.:](?=\s|$)/.exec(prose);
  const sentence = end === null ? prose : prose.slice(0, end.index);
  return `${sentence.replaceAll('\n', ' ').trim()}.`;
}
