/** Shell commands as values: {@link sh} makes them from templates; {@link continued}, {@link chained}, {@link pieces} join them. */
import { refuseNoTemplate } from './template.ts';

declare const isCommand: unique symbol;
declare const isDocument: unique symbol;

/**
 * A shell command, ready to paste: its values are quoted for a POSIX shell. Made with {@link sh}. If a value cannot be
 * quoted safely, `text` is undefined, and `withheld` says why.
 */
export type Command = { readonly [isCommand]: true } & (
  | { readonly text: string; readonly withheld: undefined }
  | { readonly text: undefined; readonly withheld: string }
);

/** A JSON document as one argument: quoted as a whole, on one or more lines. Made with {@link json}. */
export interface JsonArgument {
  readonly [isDocument]: true;
  readonly text: string;
}

/** A value in a command: a word or a part of one, several words, a document, or what {@link sh} returns. */
export type CommandPart = string | number | readonly string[] | JsonArgument | Command;

const bare = /^[\w@%+=:,./-]+$/;
/** Line breaks, control and invisible characters. They cannot be removed: the value would name another object. */
const unspeakable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
const flagBefore = /(^|\s)(--?[A-Za-z][\w-]*)[ ]+$/;

type Quote = 'none' | 'single' | 'double';

/**
 * Makes a command from a template. The text of the template is shell; each value is quoted, alone or as part of a word
 * (`deployment/${name}`). After a flag, a value that begins with `-` becomes `--flag=VALUE`.
 * @returns a withheld command if a value contains a line break, an invisible character or a code fence, or begins with
 *   `-` without a flag before it; a list must not contain a word that begins with `-`, even after a flag
 * @throws Error if the template has a value inside quotes: `sh` quotes values itself
 */
export function sh(template: TemplateStringsArray, ...values: readonly CommandPart[]): Command {
  refuseNoTemplate(template, 'sh');
  return filled(template, values);
}

/**
 * A command of a table of eks-preflight, in which names in braces stand for values: `{cluster}`. Values are quoted as in
 * {@link sh}. A name without a value becomes a placeholder: `CLUSTER`. Never pass text from a cluster as the command.
 */
export function tableCommand(text: string, values: Readonly<Record<string, string | undefined>>): Command {
  const names = Array.from(text.matchAll(/\{([a-z]+)\}/g), ([, name = '']) => name);
  return filled(
    text.split(/\{[a-z]+\}/),
    names.map((name) => values[name] ?? name.toUpperCase()),
  );
}

function filled(parts: readonly string[], values: readonly CommandPart[]): Command {
  let text = '';
  let quote: Quote = 'none';
  for (const [index, part] of parts.entries()) {
    text += part;
    quote = quoteAfter(part, quote);
    const value = values[index];
    if (value === undefined) continue;
    if (quote !== 'none') throw new Error(`a value inside quotes: ${parts.join('${}')}`);
    const added = withValue(text, value);
    if (added.withheld !== undefined) return withheld(added.withheld);
    text = added.text;
  }
  return command(text);
}

/** Pieces of one command on separate lines, joined by backslashes. */
export function continued(...pieces: readonly Command[]): Command {
  return joined(pieces, ' \\\n  ');
}

/** Commands of which each runs only if all before it succeeded. */
export function chained(...commands: readonly Command[]): Command {
  return joined(commands, ' &&\n');
}

/** Pieces of one command on one line. */
export function pieces(...parts: readonly Command[]): Command {
  return joined(
    parts.filter(({ text }) => text !== ''),
    ' ',
  );
}

function joined(parts: readonly Command[], between: string): Command {
  const flaw = parts.find((part) => part.withheld !== undefined)?.withheld;
  return flaw === undefined ? command(parts.map(({ text }) => text ?? '').join(between)) : withheld(flaw);
}

/**
 * A JSON document as an argument: on one line if it is short, otherwise with line breaks between its outer values,
 * where the indentation of a report does no harm. Invisible characters and code fences are written as JSON escapes.
 */
export function json(value: unknown): JsonArgument {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = broken(value, 0).replaceAll(/[\u007F-\u009F\u2028\u2029]|\p{Cf}|`(?=``)/gu, (found) =>
    found.split('').map(escaped).join(''),
  );
  return { text } as JsonArgument;
}

const width = 90;

function broken(value: unknown, depth: number): string {
  const whole = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || whole.length + depth * 2 <= width) return whole;
  const inner = '  '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => broken(item, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${broken(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function command(text: string): Command {
  return { text, withheld: undefined } as Command;
}

function withheld(reason: string): Command {
  return { text: undefined, withheld: reason } as Command;
}

function withValue(text: string, value: CommandPart): Command {
  if (typeof value === 'number') return command(`${text}${value}`);
  if (typeof value === 'string') return withWord(text, value);
  if (isWords(value)) return withWords(text, value);
  if ('withheld' in value) return joined([command(text), value], '');
  return command(`${text}${quoted(value.text)}`);
}

const fenced = 'contains a code fence';

function isWords(value: readonly string[] | JsonArgument | Command): value is readonly string[] {
  return Array.isArray(value);
}

function withWords(text: string, words: readonly string[]): Command {
  const flaw = words.map(findFlaw).find((found) => found !== undefined);
  if (flaw !== undefined) return withheld(flaw);
  if (words.some((word) => word.startsWith('-'))) return withheld(dashed);
  return command(`${text}${words.map(quoted).join(' ')}`);
}

const dashed = 'begins with `-`';

function withWord(text: string, word: string): Command {
  const flaw = findFlaw(word);
  if (flaw !== undefined) return withheld(flaw);
  const beginsWord = text === '' || /[\s(|;&<>]$/.test(text);
  if (!beginsWord || !word.startsWith('-')) return command(`${text}${quoted(word)}`);
  if (!flagBefore.test(text)) return withheld(dashed);
  return command(`${text.trimEnd()}=${quoted(word)}`);
}

function findFlaw(word: string): string | undefined {
  if (unspeakable.test(word)) return 'contains a line break or an invisible character';
  return word.includes('```') ? fenced : undefined;
}

function quoted(word: string): string {
  return bare.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The quote that is still open after a piece of shell. */
function quoteAfter(text: string, before: Quote): Quote {
  let quote = before;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && quote !== 'single') at++;
    else if (character === "'" && quote !== 'double') quote = quote === 'single' ? 'none' : 'single';
    else if (character === '"' && quote !== 'single') quote = quote === 'double' ? 'none' : 'double';
  }
  return quote;
}
