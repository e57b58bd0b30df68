import { expect } from 'vitest';
import { lexShell, type Lexed } from './shell-lexer.ts';

/** Names that others may choose: in a label, an annotation, a role's path, an image. */
export const hostileTexts = {
  metacharacters: 'zq\'9"$(touch PWNED)`touch PWNED`;touch PWNED;*?[a]{b}~!#&|<>()\\ $HOME %s end',
  'line break and fence': 'zq\'9\n```\n$(touch PWNED)\n```sh\ntouch PWNED "end',
  dash: '--zq9-end',
} as const;
export type HostileText = keyof typeof hostileTexts;

/** A harmless text that replaces the same text as a hostile one, for comparison. */
export const harmless = 'zq9-harmless-end';
const begins = /zq'?9/;

/** Every distinct text among the values, but not the keys, as a set: what an outsider may have written. */
export function listTexts(data: unknown, found = new Set<string>()): Set<string> {
  if (typeof data === 'string') found.add(data);
  else if (Array.isArray(data)) for (const item of data) listTexts(item, found);
  else if (typeof data === 'object' && data !== null) for (const value of Object.values(data)) listTexts(value, found);
  return found;
}

/** The same data with one text replaced everywhere, in keys of maps as well. */
export function withText<Data>(data: Data, from: string, to: string): Data {
  return withTexts(data, new Map([[from, to]]));
}

/** The same data with these texts replaced everywhere, also in keys of maps; parts without them are not copied. */
export function withTexts<Data>(data: Data, instead: ReadonlyMap<string, string>): Data {
  return replaceTexts(data, instead) as Data;
}

function replaceTexts(data: unknown, instead: ReadonlyMap<string, string>): unknown {
  if (typeof data === 'string') return instead.get(data) ?? data;
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) {
    const items = data.map((item) => replaceTexts(item, instead));
    return items.every((item, at) => item === data[at]) ? data : items;
  }
  const entries = Object.entries(data);
  const changed = entries.map(([key, value]) => [instead.get(key) ?? key, replaceTexts(value, instead)] as const);
  const isSame = changed.every(([key, value], at) => key === entries[at]?.[0] && value === entries[at]?.[1]);
  return isSame ? data : Object.fromEntries(changed);
}

/** How many texts and commands were tried, and the results for the commands. */
export interface Tried {
  texts: number;
  commands: number;
  /** Commands that hold the hostile text within one word. */
  carrying: number;
  /** Fixes that withhold a command because of the text. */
  withheld: number;
}

/** What a fix says: its Markdown and its commands. */
export interface FixText {
  fix: string;
  commands: readonly string[];
}

/**
 * The shell operators of each command, joined by spaces; in a fix without hostile texts, they are those of the
 * template.
 */
export function listOperators(said: readonly FixText[]): Set<string> {
  return new Set(said.flatMap(({ commands }) => commands.map((command) => lexCached(command).operators.join(' '))));
}

/** Cache: nearly all commands repeat. */
const known = new Map<string, Lexed>();

function lexCached(command: string): Lexed {
  const before = known.get(command) ?? lexShell(command);
  known.set(command, before);
  return before;
}

/**
 * Expects safe commands: each can be lexed; a hostile text stays whole inside one word; all shell operators are the
 * template's; a text that begins with `-` is not an option. Code in the Markdown that looks like a command and contains
 * the text is part of one of the commands.
 * @param own the shell operators in the commands of the templates
 * @param ofHarmless returns the shell operators if a harmless text replaces the hostile one; called only for operators
 * that `own` does not contain
 */
export function expectHarmless(
  said: readonly FixText[],
  hostile: string,
  own: ReadonlySet<string>,
  ofHarmless: () => ReadonlySet<string>,
  tried: Tried,
): void {
  for (const { fix, commands } of said) {
    tried.commands += commands.length;
    for (const command of commands) {
      const { words, operators, commands: parts } = lexCached(command);
      const acted = operators.join(' ');
      if (acted !== '' && !own.has(acted) && !ofHarmless().has(acted))
        expect.fail(`not of the template: ${acted}\n${command}`);
      const carrying = words.filter((word) => begins.test(word));
      for (const word of carrying) expect(holdsWhole(word, hostile), `${word}\n${command}`).toBe(true);
      expect(parts.flatMap(ownOptions), command).toEqual([]);
      if (carrying.length > 0) tried.carrying += 1;
    }
    if (/ommands? not shown: /.test(fix)) tried.withheld += 1;
    for (const code of parseMarkdownCode(fix)) {
      if (!begins.test(code) || !/^\s*(?:kubectl|aws|helm|eksctl|curl|go|sudo)\b/.test(code)) continue;
      expect(commands.join('\n'), `a command that is no value: ${code}`).toContain(code);
    }
  }
}

/**
 * Words of a command that begin with a hostile text and that its program takes for options: before `--`, and not an
 * option's value.
 */
function ownOptions(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? words.length : end).filter((word) => /^-[^=]*zq'?9/.test(word));
}

/**
 * True if the word contains the whole text, in any case, cut to what AWS accepts, or within a JSON document: checks
 * write some names like that.
 */
function holdsWhole(word: string, hostile: string): boolean {
  // The evaluator writes a star that is not a wildcard as U+0000, which no IAM name contains.
  const said = textsAndKeys(parsed(word)).map((text) => text.toLowerCase().replaceAll('\0', '*'));
  const wanted = hostile.toLowerCase();
  const isCut = (text: string): boolean => text.length === longestRuleName && text.startsWith(wanted.slice(0, 20));
  return [word.toLowerCase(), ...said].some((text) => text.includes(wanted) || isCut(text));
}

/** The limit of EventBridge. */
const longestRuleName = 64;

function textsAndKeys(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => [key, ...textsAndKeys(value)]);
}

function parsed(word: string): unknown {
  try {
    return JSON.parse(word.slice(word.search(/[{[]/)));
  } catch (error) {
    if (error instanceof SyntaxError) return word;
    throw error;
  }
}

/** What Markdown shows as code: blocks line by line, and spans. */
function parseMarkdownCode(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm)].map(([, inner = '']) => inner);
  const prose = markdown.replaceAll(/^```\w*\n[\s\S]*?\n```$/gm, '');
  return [...blocks, ...[...prose.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner)];
}
