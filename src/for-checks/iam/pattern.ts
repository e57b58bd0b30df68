import { no, not, toOutcome, unknown, yes, type Outcome } from './outcome.ts';
import { anyText } from './request.ts';

/** Part of a pattern: literal text, a wildcard, or a variable whose value is unknown or not in the request. */
export type Piece = { text: string } | { wildcard: '*' | '?' } | { unresolved: string } | { absent: string };

/** How wildcards and letter case are matched. */
export interface Manner {
  ignoreCase?: boolean;
  /** True for ARNs: a `*` that does not end a segment is certain to match only within the segment. */
  arn?: boolean;
}

/** Whether a text matches a pattern; unknown if this depends on `anyText`, unknown variables or undocumented rules. */
export function matchPattern(pieces: readonly Piece[], text: string, manner: Manner = {}): Outcome {
  if (pieces.some((piece) => 'absent' in piece)) return no;
  if (pieces.length === 0) return toOutcome(text === '');
  const written = manner.ignoreCase === true ? text.toLowerCase() : text;
  const hole = written.indexOf(anyText);
  const parts = toParts(pieces, manner);
  if (!beginsAlike(parts[0], written, hole)) return no;
  if (isSure(parts, written)) return yes;
  const isDetermined = !parts.some((part) => part === 'segment' || part === 'untold');
  if (hole === -1 ? isDetermined : !mayBegin(parts, written, hole)) return no;
  if (!canMatch(toTokens(parts), Array.from(written))) return no;
  return unknown(...doubtsAbout(pieces, text));
}

/** False if the first part differs from the text before its first `anyText`: this quickly rules out most patterns. */
function beginsAlike(part: Part | undefined, text: string, hole: number): boolean {
  if (part === undefined || typeof part === 'string') return true;
  const common = Math.min(part.text.length, hole === -1 ? text.length : hole);
  return text.startsWith(part.text.slice(0, common));
}

/**
 * Whether a text does not match, for negated operators, NotAction and NotResource. IAM does not document the effect of
 * a variable without a value there ("might cause the entire statement to be invalid"), so the outcome is unknown.
 */
export function matchNegated(pieces: readonly Piece[], text: string, manner: Manner = {}): Outcome {
  const doubts = pieces.flatMap((piece) => {
    if ('absent' in piece) return [`\${${piece.absent}} has no value in the request`];
    return 'unresolved' in piece ? [`\${${piece.unresolved}} is unknown`] : [];
  });
  return doubts.length > 0 ? unknown(...doubts) : not(matchPattern(pieces, text, manner));
}

function doubtsAbout(pieces: readonly Piece[], text: string): string[] {
  const doubts = pieces.flatMap((piece) => ('unresolved' in piece ? [`\${${piece.unresolved}} is unknown`] : []));
  if (doubts.length > 0) return doubts;
  const pattern = printed(pieces);
  return text.includes(anyText)
    ? [`${pattern} covers some of ${shown(text)} only`]
    : [`whether a wildcard of ${pattern} goes over a colon is not documented`];
}

/** The pattern as text: with the values of its variables, or `${name}` for a variable whose value is unknown. */
function printed(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return 'wildcard' in piece ? piece.wildcard : `\${${'unresolved' in piece ? piece.unresolved : piece.absent}}`;
    })
    .join('');
}

/** A text for messages, with `*` for unknown parts. */
export function shown(text: string): string {
  return text.replaceAll(anyText, '*');
}

/** Literal text, or what matches one character, any text, any text within a segment, or an unknown variable. */
type Part = { text: string } | 'one' | 'many' | 'segment' | 'untold';

function toParts(pieces: readonly Piece[], { ignoreCase, arn }: Manner): Part[] {
  return pieces.map((piece, at): Part => {
    if ('text' in piece) return ignoreCase === true ? { text: piece.text.toLowerCase() } : piece;
    if (!('wildcard' in piece)) return 'untold';
    if (piece.wildcard === '?') return 'one';
    return arn === true && !endsSegment(pieces[at + 1]) ? 'segment' : 'many';
  });
}

function endsSegment(next: Piece | undefined): boolean {
  return next === undefined || ('text' in next && next.text.startsWith(':'));
}

/** Positions in the text that a match may have reached, ascending; or all positions from one on. */
type Reached = readonly number[] | { from: number };

/** True if the parts match the whole text for every value of `anyText` and of unknown variables. */
function isSure(parts: readonly Part[], text: string): boolean {
  let reached: Reached = [0];
  for (const part of parts) {
    reached = reachedAfter(part, text, reached);
    if ('length' in reached && reached.length === 0) return false;
  }
  return 'from' in reached || reached.includes(text.length);
}

/**
 * The positions at which a part can end for every value of `anyText`, if it begins at a reached position. None for an
 * unknown variable.
 */
function reachedAfter(part: Part, text: string, reached: Reached): Reached {
  if (part === 'untold') return [];
  if (part === 'many') return 'from' in reached ? reached : { from: reached[0] ?? text.length };
  if (typeof part === 'object' && part.text === '') return reached;
  if (typeof part === 'object' && 'from' in reached) return occurrences(text, part.text, reached.from);
  const starts = 'from' in reached ? placesBetween(reached.from, text.length) : reached;
  if (part === 'one') return starts.flatMap((start) => afterOne(text, start));
  if (part === 'segment') return [...new Set(starts.flatMap((start) => placesBetween(start, segmentEnd(text, start))))];
  return starts.filter((start) => text.startsWith(part.text, start)).map((start) => start + part.text.length);
}

/** The end position of each occurrence of a text. */
function occurrences(text: string, wanted: string, from: number): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1)) ends.push(at + wanted.length);
  return ends;
}

function afterOne(text: string, start: number): number[] {
  const letter = text.codePointAt(start);
  return letter === undefined || text[start] === anyText ? [] : [start + (letter > 0xffff ? 2 : 1)];
}

function segmentEnd(text: string, start: number): number {
  const colon = text.indexOf(':', start);
  return colon === -1 ? text.length : colon;
}

function placesBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/**
 * Whether the parts can match a text that starts like this one, up to its first `anyText`. This rules out nearly all
 * non-matching patterns before the slower comparison of each character.
 */
function mayBegin(parts: readonly Part[], text: string, hole: number): boolean {
  const beginning = text.slice(0, hole);
  let spare = colonsIn(text) - colonsIn(beginning) - parts.reduce((sum, part) => sum + countPartColons(part), 0);
  let reached: Reached = [0];
  for (const part of parts) {
    if (overlaps(part, beginning, reached, spare)) return true;
    spare += countPartColons(part);
    reached = reachedAfter(part === 'segment' || part === 'untold' ? 'many' : part, beginning, reached);
    if ('length' in reached && reached.length === 0) return false;
  }
  return 'from' in reached || reached.includes(hole);
}

/** @param spare the colons in the rest of the text, minus those in this part and the later ones */
function overlaps(part: Part, beginning: string, reached: Reached, spare: number): boolean {
  if (typeof part === 'string') return spare >= 0 && ('from' in reached || reached.includes(beginning.length));
  const first = beginning.length - part.text.length;
  const starts = 'from' in reached ? placesBetween(Math.max(reached.from, first), beginning.length) : reached;
  return starts.some((start) => {
    const common = beginning.slice(start);
    return part.text.startsWith(common) && spare + colonsIn(common) >= 0;
  });
}

function countPartColons(part: Part): number {
  return typeof part === 'string' ? 0 : colonsIn(part.text);
}

function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1;
  return count;
}

/** A single character, or a part that is not literal text. */
type Token = { letter: string } | Exclude<Part, object>;

function toTokens(parts: readonly Part[]): Token[] {
  return parts.flatMap((part): Token[] =>
    typeof part === 'string' ? [part] : Array.from(part.text, (letter) => ({ letter })),
  );
}

/**
 * Whether the tokens match all characters for some value of `anyText` and of unknown variables. Tracks all positions
 * that each character may reach, so that the time grows only with the product of both lengths.
 */
function canMatch(tokens: readonly Token[], letters: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const letter of letters) {
    const open = opened(tokens, reached, letter === anyText);
    reached = letter === anyText ? open : advanced(tokens, open, letter);
    if (reached.size === 0) return false;
  }
  return opened(tokens, reached, false).has(tokens.length);
}

/**
 * The token positions that are reached without a character: after elastic tokens, and with `free`, which stands for
 * `anyText`, after all other tokens that `anyText` may match.
 */
function opened(tokens: readonly Token[], reached: ReadonlySet<number>, free: boolean): Set<number> {
  const open = new Set(reached);
  for (const position of open) {
    const token = tokens[position];
    if (token === undefined) continue;
    const taken = free && (typeof token === 'string' || token.letter !== ':');
    if (taken || isElastic(token)) open.add(position + 1);
  }
  return open;
}

/** True for tokens that match any number of characters, including none. */
function isElastic(token: Token): boolean {
  return token === 'many' || token === 'segment' || token === 'untold';
}

function advanced(tokens: readonly Token[], open: ReadonlySet<number>, letter: string): Set<number> {
  const next = new Set<number>();
  for (const position of open) {
    const token = tokens[position];
    if (token === undefined) continue;
    if (isElastic(token)) next.add(position);
    else if (token === 'one' || (typeof token === 'object' && token.letter === letter)) next.add(position + 1);
  }
  return next;
}
