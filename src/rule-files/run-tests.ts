import { keepFields } from '../cel/keep-fields.ts';
import { celValue } from '../cel/values.ts';
import { plainResource } from '../judge/finding.ts';
import { parseMinor } from '../languages/versions.ts';
import { itemsOf, objectsOf, objectsNameOf } from './plugin.ts';
import { findingsOf } from './judge.ts';
import type { PlacedTest, Rule, RuleFile } from './read.ts';

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

/**
 * Runs the tests of a rule file. A rule sees of an object what it would see in a scan: the fields that the expressions of the file name.
 */
export function runTests({ rules, tests }: RuleFile): TestOutcome[] {
  const objects = objectsOf(rules);
  return tests.map((test) => {
    const chosen = rules.filter(({ id }) => test.rule === undefined || id === test.rule);
    const found = chosen.flatMap((rule) => {
      const fields = rule.objects === undefined ? undefined : objects.get(objectsNameOf(rule.objects))?.fields;
      const seen = fields === undefined ? test.objects : test.objects.map((one) => keepFields(one, fields));
      return foundBy(rule, seen, test);
    });
    return { name: test.name, line: test.line, ...difference(test.finds, found) };
  });
}

function foundBy(rule: Rule, objects: readonly unknown[], test: PlacedTest): string[] {
  const [current, target] = [parseMinor(test.current) ?? 0, parseMinor(test.target) ?? 0];
  const context = { cluster: celValue({ version: test.current, ...test.cluster }), current, target };
  return [...findingsOf(rule, itemsOf(rule, objects, celValue), context)]
    .filter(({ at = current }) => at <= target)
    .map(
      ({ level, resource, message }) =>
        `${level === 'unknown' ? 'unknown: ' : ''}${plainResource(resource)}: ${message}`,
    );
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

/** The rules that no test asks about. */
export function untested({ rules, tests }: RuleFile): string[] {
  if (tests.some(({ rule }) => rule === undefined)) return [];
  return rules.flatMap(({ id }) => (tests.some(({ rule }) => rule === id) ? [] : [id]));
}
