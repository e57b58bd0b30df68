import { RE2JS } from 're2js';
import { overloads } from '../signature.ts';
import { failure, isFailure, type Outcome } from '../values.ts';

/** re2 needs time that grows with the text times the pattern, so both have a limit. */
export const longestMatched = 65_536;
export const longestPattern = 1_000;

const memory = new Map<string, RE2JS>();
const remembered = 200;

/** Whether a text is a regular expression of RE2: undefined where it is, else what to tell the author. */
export function patternFlaw(pattern: string): string | undefined {
  const compiled = compile(pattern);
  return compiled instanceof RE2JS ? undefined : compiled.message;
}

/** RE2JS throws for a text that is no pattern; its message tells what is wrong, in RE2's words. */
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

function withPattern(text: string, pattern: string, use: (compiled: RE2JS) => Outcome): Outcome {
  if (text.length > longestMatched) return failure(`a text longer than ${longestMatched} characters to match`);
  const compiled = compile(pattern);
  return compiled instanceof RE2JS ? use(compiled) : failure(compiled.message);
}

function findAll(text: string, pattern: string, limit: bigint): Outcome {
  return withPattern(text, pattern, (compiled) => {
    const found: string[] = [];
    const matcher = compiled.matcher(text);
    const most = limit < 0n ? Infinity : Number(limit);
    for (let count = 0; count < most && matcher.find(); count += 1) found.push(matcher.group() ?? '');
    return found;
  });
}

function find(text: string, pattern: string): Outcome {
  const found = findAll(text, pattern, 1n);
  return Array.isArray(found) ? (found[0] ?? '') : isFailure(found) ? found : '';
}

/** Source: k8s.io/apiserver/pkg/cel/library/regex.go; matches is CEL's own. All search anywhere in the text. */
export const regex = overloads({
  'string.matches(string): bool': (text: string, pattern: string) =>
    withPattern(text, pattern, (compiled) => compiled.matcher(text).find()),
  'matches(string, string): bool': (text: string, pattern: string) =>
    withPattern(text, pattern, (compiled) => compiled.matcher(text).find()),
  'string.find(string): string': find,
  'string.findAll(string): list<string>': (text: string, pattern: string) => findAll(text, pattern, -1n),
  'string.findAll(string, int): list<string>': findAll,
});
