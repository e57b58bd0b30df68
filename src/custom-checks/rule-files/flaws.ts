import type * as z from 'zod/mini';
import { factNames, type FactName } from '../../facts/facts.ts';
import { issueText } from '../../syntax/issue-text.ts';
import { nearest } from '../../syntax/near.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { parseMinor } from '../../syntax/versions.ts';
import type { PlainYaml, TextPlace } from '../../sources/plain-yaml.ts';
import { buildObjectsName, type RuleTest, type WrittenRule } from './schema.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** A flaw, and its position in the rule file. */
export interface RuleFlaw extends TextPlace {
  message: string;
}

/** A flaw as one line: `rules.yaml:12:9: unknown function 'foo'`. */
export function flawText(file: string, { line, column, message }: RuleFlaw): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** The first flaw of a file, and the number of further ones. */
export function firstFlaw(file: string, [first, ...more]: readonly [RuleFlaw, ...RuleFlaw[]]): string {
  return `${flawText(file, first)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

type Issue = z.core.$ZodIssue;

/** Converts a Zod issue to flaws: one for each unknown key, else one. */
export function shapeFlaws(issue: Issue, yaml: PlainYaml): RuleFlaw[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      ...yaml.findKeyPlace([...path, key]),
      message: `${called(path, yaml)}unknown key '${oneLine(key, 60)}'${meant(key)}`,
    }));
  const isOwn = issue.message.startsWith('expected ');
  const expected = isOwn ? issue.message : (inYaml[issueText(issue)] ?? issueText(issue));
  const missing = path.length > 0 && isMissing(path, yaml) ? 'missing; ' : '';
  return [{ ...yaml.findPlace(path), message: `${called(path, yaml)}${missing}${expected}` }];
}

/** YAML's words for Zod's messages. */
const inYaml: Readonly<Record<string, string>> = {
  'expected an object': 'expected a mapping',
};

function isMissing(path: readonly (string | number)[], { data }: PlainYaml): boolean {
  const at = (value: unknown, part: string | number): unknown => (Object(value) as Record<string, unknown>)[part];
  return path.reduce<unknown>(at, data) === undefined;
}

/** The prefix of a message: the name of a rule or test, and the key: `owner: level: `. */
function called(path: readonly (string | number)[], { data }: PlainYaml): string {
  const [list, index, ...keys] = path;
  const one: unknown = Object(Object(Object(data)[list ?? ''])[index ?? '']);
  const named: unknown = Object(one)['id'] ?? Object(one)['name'];
  const words = typeof named === 'string' ? [oneLine(named, 80), keys.join('.')] : [path.join('.') || 'the file'];
  return `${words.filter((word) => word !== '').join(': ')}: `;
}

const keys = ['id', 'title', 'level', 'blocks', 'phase', 'why', 'fact', 'objects', 'kind', 'match', 'when', 'message'];
const others = ['messageExpression', 'fix', 'links', 'at', 'plugin', 'rules', 'tests', 'name', 'rule', 'cluster'];
const allKeys = [...keys, ...others, 'current', 'target', 'finds', 'group', 'versions', 'resource', 'notServed'];

/** Keys that users may write by mistake, such as those of ValidatingAdmissionPolicies, and the keys of rule files. */
const otherNames: Readonly<Record<string, string>> = { severity: 'level', expression: 'when', version: 'versions' };

function meant(key: string): string {
  const [near = ownValue(otherNames, key)] = nearest(key, allKeys);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Flaws of rules that the schema does not find: contradictions, unknown facts, Secrets. */
export function wrongRules(rules: readonly WrittenRule[], yaml: PlainYaml): RuleFlaw[] {
  return rules.flatMap((rule, index) => {
    const flaw = (message: string, ...key: readonly string[]): RuleFlaw => ({
      ...yaml.findPlace(['rules', index, ...key]),
      message: `${rule.id}: ${message}`,
    });
    const { fact, objects, message, messageExpression, level, phase } = rule;
    const flaws: readonly (readonly [boolean, RuleFlaw])[] = [
      [rules.findIndex(({ id }) => id === rule.id) !== index, flaw('another rule has this ID', 'id')],
      [(fact === undefined) === (objects === undefined), flaw('expected either fact or objects')],
      [fact !== undefined && !isFact(fact), flaw(`unknown fact '${oneLine(fact ?? '', 60)}'${near(fact)}`, 'fact')],
      [
        (message === undefined) === (messageExpression === undefined),
        flaw('expected either message or messageExpression'),
      ],
      [isSecrets(objects), flaw('rules cannot read Secrets', 'objects', 'resource')],
      [level === 'fail' && phase === 'after', flaw('phase after requires level warn', 'phase')],
      [servedOtherwise(rule, rules), flaw('another rule reads these objects with another notServed', 'objects')],
    ];
    return flaws.flatMap(([is, one]) => (is ? [one] : []));
  });
}

/** True if eks-preflight has this fact. */
export function isFact(name: string): name is FactName {
  return factNames.some((fact) => fact === name);
}

function near(fact = ''): string {
  const [name] = nearest(fact, factNames);
  return name === undefined ? '' : `; did you mean ${name}?`;
}

/** True if the first rule that reads the same objects has another `notServed`: rules share one list of objects. */
function servedOtherwise({ objects }: WrittenRule, rules: readonly WrittenRule[]): boolean {
  if (objects === undefined) return false;
  const same = rules.find(
    (one) => one.objects !== undefined && buildObjectsName(one.objects) === buildObjectsName(objects),
  );
  return same?.objects?.notServed !== objects.notServed;
}

/** Flaws of tests that cannot run as written. */
export function wrongTests(
  { rules, tests }: { rules: readonly WrittenRule[]; tests: readonly RuleTest[] },
  yaml: PlainYaml,
): RuleFlaw[] {
  return tests.flatMap(({ name, rule, current, target = current }, index) => {
    const flaw = (key: string, message: string): RuleFlaw => ({
      ...yaml.findPlace(['tests', index, key]),
      message: `${name}: ${message}`,
    });
    const isKnown = rule === undefined || rules.some(({ id }) => id === rule);
    const isBack = (parseMinor(target) ?? 0) < (parseMinor(current) ?? 0);
    return [
      ...(isKnown ? [] : [flaw('rule', `no rule has the ID ${rule}`)]),
      ...(isBack ? [flaw('target', `target ${target} is below current ${current}`)] : []),
    ];
  });
}

function isSecrets(objects: WrittenRule['objects']): boolean {
  return objects?.group === '' && objects.resource === 'secrets';
}
