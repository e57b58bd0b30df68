/** A word of a Corefile, or one of its braces. */
export interface Token {
  readonly text: string;
  /** The line where it begins, in the file where it is written. */
  readonly line: number;
  /** For a token of an expanded snippet or an imported file: the line of the outermost `import`. */
  readonly importedAt?: number;
  /** For a token of an imported file: that file. */
  readonly file?: string;
}

/** The current position in a text. */
interface Reader {
  readonly characters: readonly string[];
  at: number;
  line: number;
}

/** Go's unicode.IsSpace, which differs from `\s` in U+0085 and U+FEFF. */
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Splits a text into words as CoreDNS does (coredns/caddy `caddyfile/lexer.go`), without comments. */
export function parseTokens(text: string): Token[] {
  const reader: Reader = { characters: Array.from(text), at: 0, line: 1 };
  const tokens: Token[] = [];
  for (let first = wordBegin(reader); first !== undefined; first = wordBegin(reader)) {
    const { line } = reader;
    const word = first === '"' ? quotedWord(reader) : bareWord(reader);
    if (word !== undefined) tokens.push({ text: word, line });
  }
  return tokens;
}

/**
 * Skips white space and comments. Returns the first character of the next word without consuming it; undefined: the
 * end.
 */
function wordBegin(reader: Reader): string | undefined {
  let isComment = false;
  for (let next = peek(reader); next !== undefined; next = peek(reader)) {
    if (next === '\n') isComment = false;
    if (next === '#') isComment = true;
    if (!isComment && !SPACE.test(next)) return next;
    take(reader);
  }
  return undefined;
}

/**
 * Reads up to the closing quote, or to the end of the file.
 * @returns undefined if the file ends right after the opening quote
 */
function quotedWord(reader: Reader): string | undefined {
  take(reader);
  let word = '';
  let next = take(reader);
  while (next !== undefined && next !== '"') {
    word += next === '\\' ? behindBackslash(reader) : next;
    next = take(reader);
  }
  const isClosed = next !== undefined;
  return isClosed || word !== '' ? word : undefined;
}

/** Only `\"` is an escape: before any other character, the backslash stays. */
function behindBackslash(reader: Reader): string {
  const next = take(reader);
  if (next === undefined) return '';
  return next === '"' ? next : `\\${next}`;
}

/** Reads up to white space. A `#` ends the word, but its comment ends at the white space: `a#b c` is `a`, `c`. */
function bareWord(reader: Reader): string {
  let word = '';
  let isComment = false;
  for (let next = peek(reader); next !== undefined && !endsWord(next); next = peek(reader)) {
    isComment ||= next === '#';
    if (!isComment && next !== '\r') word += next;
    take(reader);
  }
  return word;
}

/** A carriage return does not end a word: CoreDNS drops it. */
function endsWord(character: string): boolean {
  return character !== '\r' && SPACE.test(character);
}

function peek({ characters, at }: Reader): string | undefined {
  return characters[at];
}

function take(reader: Reader): string | undefined {
  const character = peek(reader);
  reader.at += 1;
  if (character === '\n') reader.line += 1;
  return character;
}
