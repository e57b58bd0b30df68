import { styleText } from 'node:util';

/** How a text report is laid out. */
export interface Layout {
  /** Columns of the terminal; lines are wrapped to fit, but a word is never broken. */
  columns: number;
  color: boolean;
  /** Everything is shown in full: evidence, fixes, passed and skipped checks. */
  all: boolean;
  /** Only a part of the report: 24 lines, or the table of checks. */
  view?: 'summary' | 'checks' | undefined;
  /** Only the entry with this number, or the entry of the finding with this fingerprint, in full. */
  finding?: string | undefined;
  /** Only the entries about this group of nodes, by its name or full text. */
  group?: string | undefined;
  /** The HTML report is written, too. */
  hasPage?: boolean | undefined;
  /** ISO 8601: when the report is printed, which may be long after its data was taken. */
  now?: string | undefined;
  /** The command that prints the plan of what the report is about. */
  plan?: string | undefined;
}

/** For text within other formats: lines are not wrapped and have no color. */
export const unwrapped: Layout = { columns: Infinity, color: false, all: true };

export type Style = 'red' | 'yellow' | 'green' | 'magenta' | 'bold' | 'dim';

/** Colors text, if the layout has color. Color never carries meaning alone: a word always says the same. */
export function paint({ color }: Layout, style: Style, text: string): string {
  return color ? styleText(style, text, { validateStream: false }) : text;
}

/** A heading in bold and in this color, if the layout has color. */
export function headingIn(style: Style, text: string, layout: Layout): string {
  return paint(layout, style, paint(layout, 'bold', text));
}

/** Text wider than this is tiring to read; wide terminals keep a margin. */
const widest = 110;

/** Tables may be wider than prose. */
const widestTable = 160;

/** The columns that a table uses. */
export function tableWidth({ columns }: Layout): number {
  return Math.min(columns, widestTable);
}

/** The columns that prose uses; some tables must fit into them, too. */
export function resolveWidth({ columns }: Layout): number {
  return Math.min(columns, widest);
}

/**
 * Wraps a text into lines that fit.
 * @param indent spaces before each line
 * @param first what the first line begins with instead of the indent (same width)
 */
export function wrap(text: string, layout: Layout, indent: number, first?: string): string[] {
  return wrapWords(text.split(/ +/), layout, indent, first);
}

/** Words in lines of at most this width; a longer word has a line for itself. */
export function fold(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
      continue;
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

function wrapWords(words: readonly string[], layout: Layout, indent: number, first?: string): string[] {
  const lines = fold(words, Math.max(24, resolveWidth(layout) - indent));
  const space = ' '.repeat(indent);
  return lines.map((entry, index) => `${index === 0 && first !== undefined ? first : space}${entry}`.trimEnd());
}

/**
 * Markdown as a terminal shows it: code fences become indented commands, which are never wrapped; back-ticks stay, and
 * a link becomes its words and its address.
 */
export function wrapMarkdown(text: string, layout: Layout, indent: number, first?: string): string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      fenced = !fenced;
      continue;
    }
    if (fenced) lines.push(`${' '.repeat(indent + 2)}${line}`.trimEnd());
    else if (line !== '') lines.push(...wrapLine(line, layout, indent, lines.length === 0 ? first : undefined));
  }
  return lines;
}

/** The further lines of a list item are indented to the text after its dash. */
function wrapLine(line: string, layout: Layout, indent: number, first: string | undefined): string[] {
  if (!line.startsWith('- ')) return wrapWords(unbrokenWords(line), layout, indent, first);
  return wrapWords(unbrokenWords(line.slice(2)), layout, indent + 2, `${first ?? ' '.repeat(indent)}- `);
}

/**
 * The words of a line of Markdown. A code span is one word, unchanged: a command broken into lines would run in pieces.
 */
function unbrokenWords(line: string): string[] {
  const words: string[] = [''];
  for (const [index, part] of line.split('`').entries()) {
    const isCode = index % 2 === 1;
    const [begun = '', ...more] = isCode ? [`\`${part}\``] : withoutLinks(part).split(/ +/);
    words.push(`${words.pop() ?? ''}${begun}`, ...more);
  }
  return words.filter((word) => word !== '');
}

/** A Markdown link as a terminal shows it: the words, then the address. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^[\]]+)\]\((https:[^()\s]+)\)/g, '$1 ($2)');
}
