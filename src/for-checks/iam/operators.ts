import { parseCidr } from '../../syntax/cidr.ts';
import { and, or, no, toOutcome, unknown, type Outcome } from './outcome.ts';
import { matchNegated, matchPattern, shown, type Piece } from './pattern.ts';
import { anyText, type ContextLookup } from './request.ts';
import { parsePieces } from './variables.ts';

/** Compares a value of a policy with a value of the request. */
export interface Operator {
  /** True for operators such as StringNotEquals, which also match if the request lacks the key. */
  negated: boolean;
  /** @param variables whether the policy's version supports variables */
  compare(wanted: string, given: string, lookup: ContextLookup, variables: boolean): Outcome;
}

type Compare = Operator['compare'];

/** Parses a typed value, such as a number or a range of addresses; undefined if the text is invalid. */
type Parse<Value> = (text: string) => Value | undefined;

function pattern(wildcards: boolean, ignoreCase: boolean): (negated: boolean) => Compare {
  return (negated) => (wanted, given, lookup, variables) => {
    const pieces = parsePieces(wanted, { variables, wildcards }, lookup);
    return (negated ? matchNegated : matchPattern)(pieces, given, { ignoreCase });
  };
}

/**
 * Compares typed values. The result is unknown for an invalid value in the policy. An invalid value in the request does
 * not match; for a negated operator, or if it contains `anyText`, the result is unknown.
 */
function parsed<Value>(parse: Parse<Value>, holds: (given: Value, wanted: Value) => boolean): (n: boolean) => Compare {
  return (negated) => (wanted, given) => {
    const right = parse(wanted);
    const left = parse(given);
    if (right === undefined) return unknown(`${wanted} is no value of its operator`);
    if (left === undefined) return given.includes(anyText) || negated ? unknown(`${shown(given)} is not read`) : no;
    return toOutcome(holds(left, right) !== negated);
  };
}

function compareArns(negated: boolean): Compare {
  return (wanted, given, lookup, variables) => {
    const parts = splitSegments(parsePieces(wanted, { variables, wildcards: true }, lookup));
    const actual = splitArn(given);
    if (parts.length !== 6) return unknown(`${wanted} is no ARN`);
    if (actual.length !== 6) return toOutcome(negated);
    const outcomes = parts.map((part, at) => (negated ? matchNegated : matchPattern)(part, actual[at] ?? ''));
    return negated ? or(outcomes) : and(outcomes);
  };
}

/** An ARN has six parts: everything after the fifth colon is the resource. */
function splitArn(arn: string, most = 6): string[] {
  const parts = arn.split(':');
  const first = parts.splice(0, Math.min(parts.length, most) - 1);
  return [...first, parts.join(':')];
}

function splitSegments(pieces: readonly Piece[]): Piece[][] {
  const segments: Piece[][] = [[]];
  for (const piece of pieces) {
    if (!('text' in piece)) {
      segments.at(-1)?.push(piece);
      continue;
    }
    const [text = '', ...more] = splitArn(piece.text, 7 - segments.length);
    segments.at(-1)?.push({ text });
    for (const one of more) segments.push([{ text: one }]);
  }
  return segments;
}

const parseNumber: Parse<number> = (text) => (/^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);

/** ISO 8601 as in the W3C note, or seconds since 1970. Four digits alone may be either, so they are invalid. */
const parseDate: Parse<number> = (text) => {
  if (/^\d{5,}$/.test(text)) return Number(text) * 1000;
  const form = /^\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?)?$/;
  const moment = form.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
};

const parseBoolean: Parse<boolean> = (text) => {
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? lower === 'true' : undefined;
};

const parseBase64: Parse<string> = (text) =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text)
    ? text.replace(/={1,2}$/, '')
    : undefined;

const parseAddressRange: Parse<NonNullable<ReturnType<typeof parseCidr>>> = (text) => {
  if (text.includes('/')) return parseCidr(text);
  return parseCidr(`${text}/${text.includes(':') ? 128 : 32}`);
};

const addresses = parsed(
  parseAddressRange,
  (given, wanted) => given.family === wanted.family && given.first >= wanted.first && given.last <= wanted.last,
);

type Order = [string, (given: number, wanted: number) => boolean];
const orders: readonly Order[] = [
  ['lessthan', (given, wanted) => given < wanted],
  ['lessthanequals', (given, wanted) => given <= wanted],
  ['greaterthan', (given, wanted) => given > wanted],
  ['greaterthanequals', (given, wanted) => given >= wanted],
];

const equalNumbers = (given: number, wanted: number): boolean => given === wanted;

/** Operators in lowercase: the name, the name of its negation, and the comparison. */
const pairs: readonly [string, string, (negated: boolean) => Compare][] = [
  ['stringequals', 'stringnotequals', pattern(false, false)],
  ['stringequalsignorecase', 'stringnotequalsignorecase', pattern(false, true)],
  ['stringlike', 'stringnotlike', pattern(true, false)],
  ['arnequals', 'arnnotequals', compareArns],
  ['arnlike', 'arnnotlike', compareArns],
  ['numericequals', 'numericnotequals', parsed(parseNumber, equalNumbers)],
  ['dateequals', 'datenotequals', parsed(parseDate, equalNumbers)],
  ['ipaddress', 'notipaddress', addresses],
];

/** All operators of the IAM reference except Null, with lowercase names. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...pairs.flatMap(([name, opposite, compare]): [string, Operator][] => [
    [name, { negated: false, compare: compare(false) }],
    [opposite, { negated: true, compare: compare(true) }],
  ]),
  ...orders.flatMap(([name, holds]): [string, Operator][] => [
    [`numeric${name}`, { negated: false, compare: parsed(parseNumber, holds)(false) }],
    [`date${name}`, { negated: false, compare: parsed(parseDate, holds)(false) }],
  ]),
  ['bool', { negated: false, compare: parsed(parseBoolean, (given, wanted) => given === wanted)(false) }],
  ['binaryequals', { negated: false, compare: parsed(parseBase64, (given, wanted) => given === wanted)(false) }],
]);
