import { RE2JS } from 're2js';
import { buildCostFailure, spend, type Cost } from '../cost.ts';
import { costly } from '../signature.ts';
import { failure, type Outcome } from '../values.ts';

/** RE2's time grows with the text times the pattern, so both are limited, and a search costs their product. */
export const longestMatched = 65_536;
export const longestPattern = 1_000;

const memory = new Map<string, RE2JS>();
const remembered = 200;

/** Why a pattern is not a valid regular expression of RE2; undefined if it is. */
export function patternFlaw(pattern: string): string | undefined {
  const compiled = compile(pattern);
  return compiled instanceof RE2JS ? undefined : compiled.message;
}

/** Compiles a pattern, with a cache. Returns a message if the pattern is invalid or too long. */
function compile(pattern: string): RE2JS | { message: string } {
  const known = memory.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > longestPattern) return { message: `a pattern longer than ${longestPattern} characters` };
  try {
    const made = RE2JS.compile(pattern);
    if (memory.size >= remembered) memory.clear();
    memory.set(pattern, made);
    return made;
  } catch (error) {
    const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
    return { message: `not a regular expression of RE2: ${line.slice(0, 120)}` };
  }
}

/**
 * Compiles a pattern. The first use with a budget costs ten for each character and four for each instruction (`x{1000}`
 * has a thousand). A cached pattern costs the same, so that a cost does not depend on evaluations with other budgets.
 */
function compileFor(cost: Cost, pattern: string): RE2JS | { message: string } {
  const before = cost.patterns?.get(pattern);
  if (before !== undefined) return before;
  if (!spend(cost, pattern.length * 10)) return buildCostFailure(cost);
  const made = compile(pattern);
  if (made instanceof RE2JS) spend(cost, made.programSize() * 4);
  cost.patterns = (cost.patterns ?? new Map<string, RE2JS | { message: string }>()).set(pattern, made);
  return made;
}

/** Iterates over the matches of a pattern. */
interface Search {
  /** The next match after the last one; undefined if there is none or the cost limit is reached. */
  next(): string | undefined;
}

/** Searches a text. The cost of finding each match grows with the rest of the text, which may all have to be read. */
function search(cost: Cost, compiled: RE2JS, text: string, pattern: string): Search {
  const matcher = compiled.matcher(text);
  const each = (compiled.programSize() + pattern.length) / 128;
  let from = 0;
  return {
    next() {
      if (!spend(cost, Math.floor((text.length - from) * each)) || !matcher.find()) return undefined;
      from = matcher.end();
      return matcher.group() ?? '';
    },
  };
}

function withPattern(cost: Cost, text: string, pattern: string, use: (search: Search) => Outcome): Outcome {
  if (text.length > longestMatched) return failure(`a text longer than ${longestMatched} characters to match`);
  const compiled = compileFor(cost, pattern);
  return compiled instanceof RE2JS ? use(search(cost, compiled, text, pattern)) : failure(compiled.message);
}

function matches(cost: Cost, text: string, pattern: string): Outcome {
  return withPattern(cost, text, pattern, ({ next }) => next() !== undefined);
}

function find(cost: Cost, text: string, pattern: string): Outcome {
  return withPattern(cost, text, pattern, ({ next }) => next() ?? '');
}

function findAll(cost: Cost, text: string, pattern: string, limit: bigint): Outcome {
  return withPattern(cost, text, pattern, ({ next }) => {
    const found: string[] = [];
    const most = limit < 0n ? Infinity : Number(limit);
    while (found.length < most) {
      const one = next();
      if (one === undefined) break;
      found.push(one);
    }
    return found;
  });
}

/** Source: k8s.io/apiserver/pkg/cel/library/regex.go; `matches` is from CEL. All search anywhere in the text. */
export const regex = costly({
  'string.matches(string): bool': matches,
  'matches(string, string): bool': matches,
  'string.find(string): string': find,
  'string.findAll(string): list<string>': (cost: Cost, text: string, pattern: string) =>
    findAll(cost, text, pattern, -1n),
  'string.findAll(string, int): list<string>': findAll,
});
