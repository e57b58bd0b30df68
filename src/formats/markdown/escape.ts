import { isOurLink } from './links.ts';

/**
 * Escapes texts from outside, so that GitHub Flavored Markdown shows them as they are. A word that could become
 * anything else (a tag, a link, a mention, a reference, an emoji, a formula) is written as code, in which GitHub and
 * GitLab look for none of these.
 */

const plainWord = /^[\p{L}\p{N}.,;:!?()'"/%+=→-]*$/u;

const arrow = '->';

const active = [
  /:\/\/|\bwww\./i, // autolinks
  /::|:[\w+-]+:/, // workflow commands, emoji
  /\bGH-\d|[!%]["\w]/i, // references
];

/** Commit hashes; a number is not one. */
const hash = /\b[\da-f]{7,40}\b/gi;

/** What begins a list or underlines a heading. */
const opening = /^(?:[-+=]+|\d+[.)])$/;

/** Text for one line, also for the beginning of a line. */
export function inline(text: string): string {
  return joined(parsePieces(text));
}

/** Text for one line in which code between back-ticks stays code. */
export function withCode(text: string): string {
  return prose(text.replaceAll(/\s+/g, ' '));
}

/** As {@link inline}, for the cell of a table: escapes the bars, which would end the cell. */
export function cell(text: string): string {
  return inline(withoutEscapedBars(text)).replaceAll('|', '\\|');
}

/** As {@link withCode}, for the cell of a table. */
export function cellWithCode(text: string): string {
  return withCode(withoutEscapedBars(text)).replaceAll('|', '\\|');
}

/** Text as code in the cell of a table: a path or an address, which is not linked. */
export function codeCell(text: string): string {
  return codeSpan(withoutEscapedBars(text)).replaceAll('|', '\\|');
}

/** A backslash before a bar would escape the backslash of `\|`, and the bar would end the cell. */
function withoutEscapedBars(text: string): string {
  return text.replaceAll(/\\(?=\|)/g, '\\ ');
}

/** Text as code in HTML, where no Markdown is read. */
export function htmlCode(text: string): string {
  return `<code>${text.replaceAll(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)}</code>`;
}

/** A link if {@link isOurLink} accepts it, else its words and its address as text. */
function formatLink(words: string, link: string): string {
  return isOurLink(link) ? `[${inline(words)}](<${link}>)` : inline(`${words} (${link})`);
}

/** An address as the item of a list. */
export function linkItem(link: string): string {
  return `- ${formatLink(link.replace(/^https:\/\//, ''), link)}`;
}

interface Piece {
  kind: 'text' | 'code' | 'ours';
  text: string;
}

function parsePieces(text: string): Piece[] {
  return text.split(/(\s+)/).flatMap((word, index): Piece[] => {
    if (/^\s+$/.test(word)) return [{ kind: 'text', text: ' ' }];
    if (isPlain(word) && !(index === 0 && opening.test(word))) return [{ kind: 'text', text: word }];
    const { before, core, behind } = peeled(word);
    return [
      { kind: 'text', text: before },
      { kind: 'code', text: core },
      { kind: 'text', text: behind },
    ];
  });
}

/** Splits off the punctuation of a sentence around a word. */
function peeled(word: string): { before: string; core: string; behind: string } {
  const start = word.startsWith('(') ? 1 : 0;
  let end = word.length;
  while (end > start + 1 && '.,;:)'.includes(word.charAt(end - 1))) end -= 1;
  return { before: word.slice(0, start), core: word.slice(start, end), behind: word.slice(end) };
}

function isPlain(word: string): boolean {
  if (word === arrow) return true;
  if (!plainWord.test(word) || active.some((pattern) => pattern.test(word))) return false;
  return (word.match(hash) ?? []).every((found) => /^\d+$/.test(found));
}

/** Joins the pieces. Adjacent pieces of code are merged: two spans that touch would be read as one different span. */
function joined(pieces: readonly Piece[]): string {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const last = merged.at(-1);
    if (last?.kind === 'code' && piece.kind === 'code')
      merged.splice(-1, 1, { kind: 'code', text: last.text + piece.text });
    else merged.push(piece);
  }
  return merged.map(({ kind, text }) => (kind === 'code' ? codeSpan(text) : text)).join('');
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const padded = /^`|`$|^ .* $/.test(text) ? ` ${text} ` : text;
  return text.trim() === '' ? text : `${fence}${padded}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Markdown of a report (`fix`, `why`): paragraphs, lists, code and known links stay; the rest of it is text. */
export function block(markdown: string): string {
  const lines: string[] = [];
  let fenced: { language: string; code: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('```')) {
      if (fenced === undefined) lines.push(proseLine(line));
      else fenced.code.push(line);
    } else if (fenced === undefined) fenced = { language: /^```(sh|json)$/.exec(line)?.[1] ?? '', code: [] };
    else {
      lines.push(codeBlock(fenced.language, fenced.code));
      fenced = undefined;
    }
  }
  if (fenced !== undefined) lines.push(codeBlock(fenced.language, fenced.code));
  return lines.join('\n').trim();
}

/** A code block whose fence is longer than any run of back-ticks in the code. */
function codeBlock(language: string, code: readonly string[]): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code.join('\n')) + 1));
  return [`${fence}${language}`, ...code, fence].join('\n');
}

function proseLine(line: string): string {
  const [, marker = '', rest = ''] = /^((?:[-*]|\d+\.) )?(.*)$/s.exec(line.trim()) ?? [];
  return marker.replace('*', '-') + prose(rest);
}

/** Text in which only code between back-ticks and known links are Markdown; none of it if back-ticks are unpaired. */
function prose(text: string): string {
  const parts = text.split('`');
  const isWhole = parts.length % 2 === 1;
  if (!isWhole) return inline(text);
  return joined(
    parts.flatMap((part, index): Piece[] => (index % 2 === 1 ? [{ kind: 'code', text: part }] : linkedPieces(part))),
  );
}

function linkedPieces(text: string): Piece[] {
  return text.split(/(\[[^[\]]+\]\(https:[^()\s]+\))/).flatMap((part) => {
    const [, words, link] = /^\[([^[\]]+)\]\((https:[^()\s]+)\)$/.exec(part) ?? [];
    if (words === undefined || link === undefined) return parsePieces(part);
    return isOurLink(link) ? [{ kind: 'ours', text: formatLink(words, link) } satisfies Piece] : parsePieces(part);
  });
}
