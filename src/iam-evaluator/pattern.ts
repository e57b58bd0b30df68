import { no, not, unknown, yes, type Outcome } from './outcome.ts';
import { anyText } from './request.ts';

/** Part of a pattern: text as it stands, a wildcard, or a variable whose value is not told or not in the request. */
export type Piece = { text: string } | { wildcard: '*' | '?' } | { untold: string } | { absent: string };

/** How wildcards and letters are taken. */
export interface Manner {
  ignoreCase?: boolean;
  /** A `*` that does not end its segment of an ARN is sure to stay in it only. */
  arn?: boolean;
}

/** Whether a text matches a pattern, for whatever `anyText` and the variables that are not told may stand. */
export function matchPattern(pieces: readonly Piece[], text: string, manner: Manner = {}): Outcome {
  if (pieces.some((piece) => 'absent' in piece)) return no;
  const written = manner.ignoreCase === true ? text.toLowerCase() : text;
  const start = commonStart(pieces[0], written, manner);
  if (start === undefined) return no;
  const rest = start === 0 ? pieces : pieces.slice(1);
  if (rest.length === 0) return start === written.length ? yes : no;
  const letters = Array.from(written.slice(start));
  const tokens = tokensOf(rest, manner);
  if (meets(tokens, letters, 'sure')) return yes;
  if (!meets(tokens, letters, 'may')) return no;
  return unknown(...doubtsAbout(pieces, text));
}

/**
 * How many letters of the text the first piece takes, where it is a text: most patterns fail here.
 * @returns undefined where the text begins otherwise
 */
function commonStart(piece: Piece | undefined, text: string, { ignoreCase }: Manner): number | undefined {
  if (piece === undefined || !('text' in piece) || text.slice(0, piece.text.length).includes(anyText)) return 0;
  const start = ignoreCase === true ? piece.text.toLowerCase() : piece.text;
  return text.startsWith(start) ? start.length : undefined;
}

/**
 * Whether a text does not match, as negated operators and NotResource ask. What comes of a variable without a value is not
 * documented there ("might cause the entire statement to be invalid"): nothing is decided.
 */
export function matchNegated(pieces: readonly Piece[], text: string, manner: Manner = {}): Outcome {
  const doubts = pieces.flatMap((piece) => {
    if ('absent' in piece) return [`\${${piece.absent}} has no value in the request`];
    return 'untold' in piece ? [`\${${piece.untold}} is not told`] : [];
  });
  return doubts.length > 0 ? unknown(...doubts) : not(matchPattern(pieces, text, manner));
}

function doubtsAbout(pieces: readonly Piece[], text: string): string[] {
  const untold = pieces.flatMap((piece) => ('untold' in piece ? [`\${${piece.untold}} is not told`] : []));
  if (untold.length > 0) return untold;
  const pattern = printed(pieces);
  return text.includes(anyText)
    ? [`${pattern} covers some of ${shown(text)} only`]
    : [`whether a wildcard of ${pattern} goes over a colon is not documented`];
}

/** The pattern with its variables' values. */
function printed(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return 'wildcard' in piece ? piece.wildcard : `\${${'untold' in piece ? piece.untold : piece.absent}}`;
    })
    .join('');
}

/** A text for people: `*` for what is not known of it. */
export function shown(text: string): string {
  return text.replaceAll(anyText, '*');
}

/** One letter; one letter whatever it is; any text; any text without a colon; the text of a variable that is not told. */
type Token = { letter: string } | 'one' | 'many' | 'segment' | 'untold';

function tokensOf(pieces: readonly Piece[], { ignoreCase, arn }: Manner): Token[] {
  return pieces.flatMap((piece, at): Token[] => {
    if ('text' in piece)
      return Array.from(ignoreCase === true ? piece.text.toLowerCase() : piece.text, (letter) => ({ letter }));
    if (!('wildcard' in piece)) return ['untold'];
    if (piece.wildcard === '?') return ['one'];
    return [arn === true && !endsSegment(pieces[at + 1]) ? 'segment' : 'many'];
  });
}

function endsSegment(next: Piece | undefined): boolean {
  return next === undefined || ('text' in next && next.text.startsWith(':'));
}

/**
 * Walks the letters with every position of the pattern that they may have reached: time grows with their product only.
 * @param how `sure`: whatever `anyText` and untold variables stand for; `may`: for something they may stand for
 */
function meets(tokens: readonly Token[], letters: readonly string[], how: 'sure' | 'may'): boolean {
  let reached = new Set([0]);
  for (const letter of letters) {
    const free = letter === anyText;
    const open = opened(tokens, reached, how, free && how === 'may');
    reached = free && how === 'may' ? open : advanced(tokens, open, letter, how);
    if (reached.size === 0) return false;
  }
  return opened(tokens, reached, how, false).has(tokens.length);
}

/** Positions reached without a letter: past what may be empty and, where `anyText` comes, past all that it may stand for. */
function opened(
  tokens: readonly Token[],
  reached: ReadonlySet<number>,
  how: 'sure' | 'may',
  free: boolean,
): Set<number> {
  const open = new Set(reached);
  for (const position of open) {
    const token = tokens[position];
    if (token === undefined) continue;
    const taken = free && (typeof token !== 'object' || token.letter !== ':');
    if (taken || mayBeEmpty(token, how)) open.add(position + 1);
  }
  return open;
}

function mayBeEmpty(token: Token, how: 'sure' | 'may'): boolean {
  return token === 'many' || token === 'segment' || (token === 'untold' && how === 'may');
}

function advanced(
  tokens: readonly Token[],
  open: ReadonlySet<number>,
  letter: string,
  how: 'sure' | 'may',
): Set<number> {
  const next = new Set<number>();
  for (const position of open) {
    const token = tokens[position];
    if (token === undefined) continue;
    if (token === 'many' || (how === 'may' && (token === 'segment' || token === 'untold'))) next.add(position);
    else if (token === 'segment' && letter !== ':') next.add(position);
    else if (token === 'one' ? letter !== anyText : typeof token === 'object' && token.letter === letter)
      next.add(position + 1);
  }
  return next;
}
