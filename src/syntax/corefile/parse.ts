import { parseTokens, type Token } from './tokens.ts';
import type { Directive, ServerBlock } from './tree.ts';

/** The tree; or the line at which CoreDNS would reject the file, and why. Plain JSON. */
export type Corefile =
  | {
      readonly ok: true;
      readonly blocks: readonly ServerBlock[];
      /** Every `import` that was not expanded, also outside of server blocks: its content is unknown. */
      readonly unresolvedImports: readonly Directive[];
    }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** A file that an import includes. */
export interface ImportedFile {
  readonly file: string;
  readonly text: string;
}

/** Returns the files that `from` imports (undefined: the Corefile), in order; undefined if they are unknown. */
export type FindFiles = (pattern: string, from: string | undefined) => readonly ImportedFile[] | undefined;

interface Source {
  /** The tokens still to read, the next one last: an import pushes the tokens that it includes. */
  readonly rest: Token[];
  last: Token;
  readonly snippets: Map<string, readonly Token[]>;
  readonly findFiles: FindFiles;
  readonly unresolved: Directive[];
  imported: number;
  failure: Extract<Corefile, { ok: false }> | undefined;
}

const START: Token = { text: '', line: 0 };
const END: Token = { text: '', line: Number.POSITIVE_INFINITY };
/** Limits for circular imports (CoreDNS stops after 10000 of them) and files made to exhaust memory or stack. */
const MAX_IMPORTED_TOKENS = 100_000;
const MAX_DEPTH = 200;

/**
 * Parses a Corefile as CoreDNS does (coredns/caddy `caddyfile/lexer.go` and `parse.go`, the commit in CoreDNS' go.mod),
 * without its list of known plugins. Snippets are expanded, and so are imported files as far as `findFiles` knows them;
 * environment placeholders stay as text.
 * @returns the server blocks in order, or the first syntax error; its message quotes no argument, which may be a secret
 */
export function parseCorefile(text: string, findFiles: FindFiles = () => undefined): Corefile {
  const rest = parseTokens(text.startsWith('\uFEFF') ? text.slice(1) : text).reverse();
  const state = { last: START, snippets: new Map(), findFiles, unresolved: [], imported: 0, failure: undefined };
  const source: Source = { rest, ...state };
  const blocks: ServerBlock[] = [];
  while (peek(source) !== END) readServerBlock(source, blocks);
  return source.failure ?? { ok: true, blocks, unresolvedImports: source.unresolved };
}

/** Keeps the first failure, and drops the tokens, so that every reader ends. */
function fail(source: Source, { line, file }: Token, message: string): void {
  source.failure ??= { ok: false, line, message: file === undefined ? message : `${message} (in ${file})` };
  source.rest.length = 0;
}

function peek({ rest }: Source): Token {
  return rest.at(-1) ?? END;
}

function take(source: Source): Token {
  if (source.rest.length > 0) source.last = peek(source);
  return source.rest.pop() ?? END;
}

/**
 * How many lines a token is below the one before it. 0: on the same line. Negative: an expanded import continues at an
 * earlier line, which is neither the same nor a new line to CoreDNS.
 */
function linesAhead(before: Token, token: Token): number {
  if (before.file !== token.file && before !== START && token !== END) return 1;
  return token.line - before.line - (before.text.split('\n').length - 1);
}

function readServerBlock(source: Source, into: ServerBlock[]): void {
  const keys = readKeys(source);
  const [first = START] = keys;
  const open = peek(source);
  const snippet = keys.length === 1 ? /^\((.*)\)$/s.exec(first.text)?.[1] : undefined;
  if (snippet !== undefined && open !== END) return readSnippet(source, first, snippet);
  const isBraced = open.text === '{';
  if (isBraced) take(source);
  const directives = readDirectives(source, 0);
  // CoreDNS checks only the last token: a server block needs no closing brace after that of a plugin's block.
  if (take(source) === END && isBraced && source.last.text !== '}') fail(source, open, "no '}' for this '{'");
  if (first !== START) into.push({ keys: keys.map(({ text }) => text), line: first.line, directives });
}

/** Reads keys up to the end of the line; after a comma, also on the next line. */
function readKeys(source: Source): Token[] {
  const keys: Token[] = [];
  let [isFirst, expectsKey] = [true, false];
  for (let token = peek(source); token !== END; token = peek(source)) {
    const isNew = linesAhead(source.last, token) > 0;
    if (isNew && !isFirst && !expectsKey) break;
    if (isNew && token.text === 'import') {
      readImport(source);
      continue;
    }
    if (token.text === '{') break;
    isFirst = false;
    if (take(source).text === '') continue;
    expectsKey = token.text.endsWith(',');
    keys.push(expectsKey ? { ...token, text: token.text.slice(0, -1) } : token);
  }
  if (expectsKey) fail(source, source.last, 'no key after the comma');
  return keys;
}

function readSnippet(source: Source, head: Token, name: string): void {
  if (source.snippets.has(name)) return fail(source, head, `snippet ${name} is defined twice`);
  if (take(source).text !== '{') return fail(source, head, `no '{' after snippet ${name}`);
  const tokens: Token[] = [];
  for (let depth = 1; depth > 0;) {
    const token = take(source);
    if (token === END) return fail(source, head, `no '}' for snippet ${name}`);
    if (token.text === '{') depth += 1;
    if (token.text === '}') depth -= 1;
    if (depth > 0) tokens.push(token);
  }
  const itself = tokens.find(({ text, line }, i) => {
    return text === 'import' && tokens[i + 1]?.text === name && tokens[i - 1]?.line !== line;
  });
  if (itself !== undefined) return fail(source, itself, `snippet ${name} imports itself`);
  source.snippets.set(name, tokens);
}

/** Reads up to the closing brace, which it does not consume, or the end. */
function readDirectives(source: Source, depth: number): Directive[] {
  const directives: Directive[] = [];
  let afterDirective = false;
  for (let token = peek(source); token !== END; token = peek(source)) {
    const isNew: boolean = linesAhead(source.last, token) > 0 || (depth === 0 && !afterDirective);
    if (token.text === '}' && (depth > 0 || isNew)) break;
    if (/^[{}]$/.test(token.text)) fail(source, token, `'${token.text}' out of place`);
    afterDirective = token.text !== 'import' || !isNew;
    directives.push(...(afterDirective ? [readDirective(source, depth)] : readImport(source)));
  }
  return directives;
}

function readDirective(source: Source, depth: number): Directive {
  const head = take(source);
  const args: string[] = [];
  while (!/^[{}]$/.test(peek(source).text) && linesAhead(source.last, peek(source)) === 0) args.push(take(source).text);
  if (peek(source).text !== '{') return toDirective(source, head, args, []);
  const open = take(source);
  if (depth === MAX_DEPTH) fail(source, open, `blocks nested deeper than ${MAX_DEPTH} levels`);
  const block = readDirectives(source, depth + 1);
  if (take(source) === END) fail(source, open, "no '}' for this '{'");
  return toDirective(source, head, args, block);
}

/** An `import` that is not expanded stays a directive: its content is unknown, or it does not begin a line. */
function toDirective(source: Source, head: Token, args: string[], block: Directive[]): Directive {
  const { text, line, importedAt, file } = head;
  const place = { ...(importedAt === undefined ? {} : { importedAt }), ...(file === undefined ? {} : { file }) };
  const directive = { name: text, args, line, ...place, block };
  if (text === 'import') source.unresolved.push(directive);
  return directive;
}

/** Replaces an import with the tokens of its snippet or files; if they are unknown, returns it as a directive. */
function readImport(source: Source): Directive[] {
  // Not `take`, which sets `last`: CoreDNS compares the token after the import with the one before the import.
  const [keyword = END, pattern = END] = [source.rest.pop(), source.rest.pop()];
  const isAlone = linesAhead(keyword, pattern) === 0 && linesAhead(pattern, peek(source)) !== 0;
  const isValid = isAlone && !/^[{}]?$/.test(pattern.text);
  if (!isValid) fail(source, keyword, 'import takes one argument');
  const imported = isValid ? (source.snippets.get(pattern.text) ?? tokensOfFiles(source, keyword, pattern)) : undefined;
  if (imported === undefined) return [toDirective(source, keyword, [pattern.text], [])];
  const importedAt = keyword.importedAt ?? keyword.line;
  source.imported += 1 + imported.length;
  for (const token of imported.toReversed()) source.rest.push({ ...token, importedAt });
  if (source.imported > MAX_IMPORTED_TOKENS) fail(source, { ...keyword, line: importedAt }, 'imports without end');
  return [];
}

/** @returns undefined if the files of the import are unknown */
function tokensOfFiles({ findFiles }: Source, { file: from }: Token, { text }: Token): Token[] | undefined {
  return findFiles(text, from)?.flatMap(({ file, text: content }) =>
    parseTokens(content.startsWith('\uFEFF') ? content.slice(1) : content).map((token) => ({ ...token, file })),
  );
}
