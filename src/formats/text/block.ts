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

/** Lines of what was seen, and of a fix with its commands; `--finding` shows the rest. */
const seenLines = 3;
const fixLines = 4;
const mostCommands = 2;

/** A blocker or an unknown in at most nine lines: what is wrong, what was seen, how to fix it. */
export function entryBlock(entry: NumberedEntry, layout: Layout): string[] {
  const { number, findings } = entry;
  const heading = `${number}  ${levelMarks[findings[0].level]} ${buildEntryShort(findings)}: ${entryResource(findings)}`;
  return [
    ...wrap(heading, layout, 5, '  ').map((line) => paint(layout, 'bold', line)),
    ...shortened(seenTexts(entry), number, layout),
    ...shortFix(entry, layout),
  ];
}

/** Any other entry in two lines: the problem with its check, and the resource. */
export function briefEntry({ number, findings }: NumberedEntry, steps: Report['steps'], layout: Layout): string[] {
  const checks = [...new Set(findings.map(({ check }) => check))];
  const named = checks.length > 1 ? `${checks[0] ?? ''} and ${checks.length - 1} more` : (checks[0] ?? '');
  const at = findFirstStep(findings, steps);
  const when = at === null ? '' : `, ${whenText(at)}`;
  return [
    ...wrap(`${buildEntryShort(findings)} (${named}${when})`, layout, 5, `${number}`.padStart(3) + '  '),
    ...wrap(entryResource(findings), layout, 5),
  ];
}

/** What was seen, in lines of prose. */
function seenTexts(entry: NumberedEntry): string[] {
  const { findings } = entry;
  const [first] = findings;
  if (isUnseen(first)) {
    const { reasons, checks } = unseenTexts(entry);
    return [...reasons, checks];
  }
  if (findings.length === 1)
    return [
      `${first.check}, ${effectText(first)}: ${first.message}`,
      ...evidenceTexts(first).map((text) => `- ${text}`),
    ];
  const isOfOneCheck = findings.every(({ check }) => check === first.check);
  return findings.map((one) =>
    isOfOneCheck ? `${one.resource.text}: ${one.message}` : `${one.check}, ${effectText(one)}: ${one.message}`,
  );
}

function shortened(texts: readonly string[], number: number, layout: Layout): string[] {
  const lines = texts.flatMap((text) =>
    text.startsWith('- ') ? wrap(text.slice(2), layout, 7, '     - ') : wrap(text, layout, 5),
  );
  if (lines.length <= seenLines) return lines;
  const whole = texts.findIndex((_, index) => countLines(texts.slice(0, index + 1), layout) > seenLines - 1);
  const shown = whole <= 0 ? lines.slice(0, seenLines) : lines.slice(0, countLines(texts.slice(0, whole), layout));
  if (whole <= 0) return shown;
  return [...shown, `     and ${formatCount(texts.length - whole, 'more line')}: --finding ${number}`];
}

function countLines(texts: readonly string[], layout: Layout): number {
  return texts.reduce((sum, text) => sum + wrap(text, layout, 7).length, 0);
}

/** The whole fix if it is short; else its first sentence, because commands without their conditions do harm. */
function shortFix({ number, findings }: NumberedEntry, layout: Layout): string[] {
  const details = `--finding ${number}`;
  if (isOfPermissions(findings)) return [`     Fix: grant it; ${details} prints the policy.`];
  const fix = buildFix(findings);
  const lines = wrapMarkdown(fix, layout, 10, '     Fix: ');
  const commands = new Set(findings.flatMap((finding) => finding.commands));
  if (lines.length <= fixLines && commands.size <= mostCommands) return lines;
  const first = wrapMarkdown(firstSentence(fix), layout, 10, '     Fix: ');
  const more =
    commands.size === 0
      ? `All of it: ${details}`
      : `All steps and ${formatCount(commands.size, 'command')}: ${details}`;
  return first.length > fixLines - 1 ? [`     Fix: ${more}`] : [...first, `          ${more}`];
}

/** Up to the first end of a sentence or the first block of commands. */
function firstSentence(fix: string): string {
  const [prose = ''] = fix.split('```');
  const end = /[.:](?=\s|$)/.exec(prose);
  return (end === null ? prose : prose.slice(0, end.index))
    .replaceAll('\n', ' ')
    .trim()
    .replace(/[.:]?$/, '.');
}
