import { keepFields } from '../cel/keep-fields.ts';
import { celValue } from '../cel/values.ts';
import { plainResource } from '../judge/finding.ts';
import { parseMinor } from '../languages/versions.ts';
import { objectsNameOf } from './objects-name.ts';
import { itemsOf, objectsOf } from './plugin.ts';
import { findingsOf } from './judge.ts';
import type { Rule } from './expressions.ts';
import type { PlacedTest, RuleFile } from './read.ts';

/** What a test of a rule file came to. */
export interface TestOutcome {
  name: string;
  /** Where it begins in the file. */
  line: number;
  /** Findings that it expects and that no rule reports. */
  missing: readonly string[];
  /** Findings that it does not expect. */
  unexpected: readonly string[];
}

/** What all tests of a file came to. */
export interface TestRun {
  outcomes: readonly TestOutcome[];
  /** Rules that no test shows finding something. */
  silent: readonly string[];
}

/**
 * Runs the tests of a rule file. A rule sees of an object what it would see in a scan: the fields that the expressions of the file name.
 */
export function runTests({ rules, tests }: RuleFile): TestRun {
  const objects = objectsOf(rules);
  const spoken = new Set<string>();
  const outcomes = tests.map((test) => {
    const found = rules.flatMap((rule) => {
      if (test.rule !== undefined && rule.id !== test.rule) return [];
      const fields = rule.objects === undefined ? undefined : objects.get(objectsNameOf(rule.objects))?.fields;
      const seen = fields === undefined ? test.objects : test.objects.map((one) => keepFields(one, fields));
      const findings = foundBy(rule, seen, test);
      if (findings.some(({ level, text }) => level !== 'unknown' && test.finds.includes(text))) spoken.add(rule.id);
      return findings.map(({ text }) => text);
    });
    return { name: test.name, line: test.line, ...difference(test.finds, found) };
  });
  return { outcomes, silent: rules.flatMap(({ id }) => (spoken.has(id) ? [] : [id])) };
}

function foundBy(rule: Rule, objects: readonly unknown[], test: PlacedTest): { level: string; text: string }[] {
  const current = parseMinor(test.current) ?? 0;
  const target = test.target === undefined ? current + 1 : (parseMinor(test.target) ?? 0);
  const context = { cluster: celValue({ version: test.current, ...test.cluster }), current, target };
  return [...findingsOf(rule, itemsOf(rule, objects, celValue), context)]
    .filter(({ at }) => (at ?? current) <= target)
    .map(({ level, resource, message }) => {
      const said = `${plainResource(resource)}: ${withoutPlace(message)}`;
      return { level, text: level === 'unknown' ? `unknown: ${said}` : said };
    });
}

/** Lines move while a file is written. */
function withoutPlace(message: string): string {
  return message.replace(/^(not judged: \w{1,20}) \(line \d{1,9}, column \d{1,9}\)/, '$1');
}

/** Both as bags: a finding that is expected twice is to be found twice. */
function difference(
  expected: readonly string[],
  found: readonly string[],
): Pick<TestOutcome, 'missing' | 'unexpected'> {
  const unexpected = [...found];
  const missing = expected.filter((text) => {
    const at = unexpected.indexOf(text);
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  return { missing, unexpected };
}
