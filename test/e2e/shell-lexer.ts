/** A text as a POSIX shell sees it: words without quotes, and everything that is more than a word. */
export interface Lexed {
  /** The words, without quotes and comments. */
  words: string[];
  /** What the shell acts on, in order: `|`, `>`, `;`, a line's end, `$(`, a parameter, a glob, a comment. */
  operators: string[];
  /** The words of each command, without the files of redirections. The content of `$(...)` is a separate command. */
  commands: string[][];
}

const operatorAt = /^(?:&&|\|\||>>|<<|[|&;<>()\n])/;
/** What the shell interprets outside of quotes, within a word. */
const live = /^(?:\$\(|\$\{?\w+\}?|`|[*?[\]{}~!])/;

/**
 * Lexes a command as a POSIX shell would (no aliases, no here-documents).
 * @throws Error if a quote or a substitution has no end
 */
export function lexShell(text: string): Lexed {
  const words: string[] = [];
  const operators: string[] = [];
  const parts = partsOfCommands();
  let word: string | undefined;
  /** Length of the text before a substitution in the same word. */
  let before = 0;
  const end = (): void => {
    if (word !== undefined) words.push(word);
    if (word !== undefined) parts.word(word.slice(before));
    word = undefined;
    before = 0;
  };
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const character = rest[0] ?? '';
    const operator = operatorAt.exec(rest)?.[0];
    if (rest.startsWith('\\\n')) {
      at += 2;
    } else if (character === ' ' || character === '\t') {
      end();
      at += 1;
    } else if (operator !== undefined) {
      end();
      operators.push(operator);
      parts.operator(operator);
      at += operator.length;
    } else if (character === '#' && word === undefined) {
      const length = rest.indexOf('\n') < 0 ? rest.length : rest.indexOf('\n');
      operators.push(rest.slice(0, length));
      at += length;
    } else {
      const piece = parsePiece(rest);
      word = `${word ?? ''}${piece.text}`;
      operators.push(...piece.operators);
      if (rest.startsWith('$(')) {
        parts.word(word);
        parts.operator('$(');
        before = word.length;
      }
      at += piece.length;
    }
  }
  end();
  if (operators.filter((one) => one === '$(').length !== operators.filter((one) => one === ')').length)
    throw new Error(`a substitution without an end: ${text}`);
  return { words, operators, commands: parts.commands };
}

/** Groups words into commands. A substitution is a separate command, after which the outer one continues. */
function partsOfCommands() {
  const commands: string[][] = [];
  const outer: string[][] = [];
  let current: string[] = [];
  let isFile = false;
  const begin = (next: string[]): void => {
    current = next;
    isFile = false;
  };
  return {
    commands,
    word(word: string): void {
      if (!isFile && current.length === 0) commands.push(current);
      if (!isFile) current.push(word);
      isFile = false;
    },
    operator(operator: string): void {
      if (['>', '>>', '<'].includes(operator)) {
        isFile = true;
      } else if (operator === '$(' || operator === '(') {
        outer.push(current);
        begin([]);
      } else if (operator === ')') begin(outer.pop() ?? []);
      else begin([]);
    },
  };
}

function parsePiece(rest: string): { text: string; length: number; operators: string[] } {
  const [character = ''] = rest;
  if (character === '\\') return { text: rest[1] ?? '', length: 2, operators: [] };
  if (character === "'" || character === '"') return quotedPiece(rest, character);
  const expansion = live.exec(rest)?.[0];
  if (expansion === '$(') return { text: '', length: 2, operators: ['$('] };
  if (expansion !== undefined) return { text: expansion, length: expansion.length, operators: [expansion] };
  return { text: character, length: 1, operators: [] };
}

function quotedPiece(rest: string, quote: string): { text: string; length: number; operators: string[] } {
  let text = '';
  for (let at = 1; at < rest.length; at++) {
    const character = rest[at] ?? '';
    if (character === quote) return { text, length: at + 1, operators: quote === '"' ? listExpansions(text) : [] };
    if (quote === '"' && character === '\\' && /[$`"\\\n]/.test(rest[at + 1] ?? '')) at++;
    text += rest[at] ?? '';
  }
  throw new Error(`a quote without an end: ${rest}`);
}

/** The substitutions and parameters in double-quoted text, which the shell still expands. */
function listExpansions(text: string): string[] {
  return [...text.matchAll(/\$\(|\$\{?\w+\}?|`/g)].map(([found]) => found);
}
