import { keepFields } from '../cel/keep-fields.ts';
import { celValue } from '../cel/values.ts';
import { plainResource } from '../../judge/finding.ts';
import { parseMinor } from '../../syntax/versions.ts';
import { buildObjectsName } from './schema.ts';
import { toItems, groupObjectsByName } from './plugin.ts';
import { evaluateRule } from './judge.ts';
import type { Rule } from './expressions.ts';
import type { PlacedTest, RuleFile } from './read.ts';

/** The outcome of a test of a rule file. */
export interface TestRun {
  /** Findings that it expects and that no rule reports. */
  missing: readonly string[];
  /** Findings that it does not expect. */
  unexpected: readonly string[];
  /** Rules that report an expected finding of a level other than unknown. */
  shown: readonly string[];
}

/**
 * Returns a function for each test of a rule file. A rule receives the same parts of an object as in a scan: the fields
 * that the expressions of the file read.
 */
export function createTests({ rules, tests }: RuleFile): readonly (() => TestRun)[] {
  const objects = groupObjectsByName(rules);
  const seenBy = ({ objects: own }: Rule, test: PlacedTest): readonly unknown[] => {
    const fields = own === undefined ? undefined : objects.get(buildObjectsName(own))?.fields;
    return fields === undefined ? test.objects : test.objects.map((one) => keepFields(one, fields));
  };
  return tests.map((test) => () => {
    const selected = rules.filter(({ id }) => test.rule === undefined || id === test.rule);
    const found = selected.map((rule) => ({ rule, findings: listTestFindings(rule, seenBy(rule, test), test) }));
    const shown = found.filter(({ findings }) =>
      findings.some(({ level, text }) => level !== 'unknown' && test.finds.includes(text)),
    );
    const texts = found.flatMap(({ findings }) => findings.map(({ text }) => text));
    return { ...difference(test.finds, texts), shown: shown.map(({ rule }) => rule.id) };
  });
}

/**
 * The objects that the tests give to rules on objects, by the name of their list: each once, with the fields that a scan
 * keeps.
 */
export function listTestObjects({ rules, tests }: RuleFile): Record<string, unknown[]> {
  const ofTests = [...groupObjectsByName(rules)].map(([name, { fields }]): [string, unknown[]] => {
    const reading = rules.filter(({ objects }) => objects !== undefined && buildObjectsName(objects) === name);
    const given = tests.filter(({ rule }) => rule === undefined || reading.some(({ id }) => id === rule));
    const kept = given.flatMap(({ objects }) => objects.map((one) => keepFields(one, fields)));
    return [name, [...new Map(kept.map((one) => [JSON.stringify(one), one])).values()]];
  });
  return Object.fromEntries(ofTests);
}

function listTestFindings(
  rule: Rule,
  objects: readonly unknown[],
  test: PlacedTest,
): { level: string; text: string }[] {
  const current = parseMinor(test.current) ?? 0;
  const target = test.target === undefined ? current + 1 : (parseMinor(test.target) ?? 0);
  const context = { cluster: celValue({ version: test.current, ...test.cluster }), current, target };
  return [...evaluateRule(rule, toItems(rule, objects, celValue), context)]
    .filter(({ at }) => (at ?? current) <= target)
    .map(({ level, resource, message }) => {
      const said = `${plainResource(resource)}: ${withoutPlace(message)}`;
      return { level, text: level === 'unknown' ? `unknown: ${said}` : said };
    });
}

/** Removes the position, so that a test does not change when lines move. */
function withoutPlace(message: string): string {
  return message.replace(/^(not judged: \w{1,20}) \(line \d{1,9}, column \d{1,9}\)/, '$1');
}

/** Compares as multisets: a finding that is expected twice must be found twice. */
function difference(expected: readonly string[], found: readonly string[]): Pick<TestRun, 'missing' | 'unexpected'> {
  const unexpected = [...found];
  const missing = expected.filter((text) => {
    const at = unexpected.indexOf(text);
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  return { missing, unexpected };
}
