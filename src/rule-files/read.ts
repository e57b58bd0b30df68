import type * as z from 'zod/mini';
import { compile, isFlaw, type Compiled } from '../cel/compile.ts';
import { usageError } from '../facts/reason.ts';
import { nearest } from '../languages/near.ts';
import { oneLine } from '../languages/one-line.ts';
import { readPlainYaml, type PlainYaml, type TextPlace } from '../sources/plain-yaml.ts';
import { ruleFileSchema, type RuleTest, type WrittenRule } from './schema.ts';

/** A rule whose expressions are compiled. */
export interface Rule extends WrittenRule {
  compiled: Readonly<Partial<Record<ExpressionKey, Compiled>>> & { when: Compiled };
  /** Where a character of one of its expressions stands in the file. */
  placeOf(key: ExpressionKey, inside: TextPlace): TextPlace;
}

/** The keys that hold expressions. */
export const expressionKeys = ['match', 'when', 'messageExpression'] as const;
export type ExpressionKey = (typeof expressionKeys)[number];

/** A test with the line at which it begins. */
export type PlacedTest = RuleTest & { line: number };

/** A file of rules. */
export interface RuleFile {
  plugin: string;
  rules: readonly Rule[];
  tests: readonly PlacedTest[];
}

/** What is wrong at a place of the file. */
export interface RuleFlaw extends TextPlace {
  message: string;
}

/** What expressions see: `object` is one item of the fact, or one object. */
const variables = { object: 'dyn', cluster: 'dyn', current: 'int', target: 'int' } as const;

/** The file is a mapping of lists of mappings, whose tests hold whole objects. */
const deepest = 60;

/**
 * Reads a file of rules and compiles its expressions.
 * @param file how messages call it
 * @returns the file, or all flaws that its shape and its expressions have
 * @throws SourceError (`usage`) where it is no YAML
 */
export async function readRules(text: string, file: string): Promise<RuleFile | readonly RuleFlaw[]> {
  const yaml = await readPlainYaml(text.replace(/^\uFEFF/, ''), `rule file ${file}`, deepest);
  const { data, error } = ruleFileSchema.safeParse(yaml.data);
  if (data === undefined) return error.issues.slice(0, 20).map((issue) => shapeFlaw(issue, yaml));
  const flaws: RuleFlaw[] = [...wrongRules(data.rules, yaml), ...wrongTests(data, yaml)];
  const rules = data.rules.map((rule, index) => compiledRule(rule, index, yaml, flaws));
  if (flaws.length > 0) return flaws;
  const tests = data.tests.map((test, index) => ({ ...test, line: yaml.placeOf(['tests', index]).line }));
  return { plugin: data.plugin, tests, rules: rules.filter((rule) => rule !== undefined) };
}

/**
 * The same, where a flaw ends the run.
 * @throws SourceError (`usage`) with the first flaw
 */
export async function readSoundRules(text: string, file: string): Promise<RuleFile> {
  const read = await readRules(text, file);
  if (!('length' in read)) return read;
  const [first] = read;
  const more = read.length > 1 ? ` (and ${read.length - 1} more)` : '';
  throw usageError(
    first === undefined ? 'no rules' : `${flawText(file, first)}${more}`,
    `See all with \`eks-preflight test-rules ${file}\`.`,
  );
}

/** `rules.yaml:12:9: unknown function 'foo'`. */
export function flawText(file: string, { line, column, message }: RuleFlaw): string {
  return `${file}:${line}:${column}: ${message}`;
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string; readonly code?: string };

function shapeFlaw(issue: Issue, yaml: PlainYaml): RuleFlaw {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const unknown: readonly string[] = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : [];
  const [key] = unknown;
  const place = yaml.placeOf(path);
  if (key !== undefined) return { ...place, message: `unknown key '${oneLine(key, 60)}'${meant(key)}` };
  return { ...place, message: `${path.join('.') || 'the file'}: ${issue.message}` };
}

const keys = ['id', 'title', 'level', 'blocks', 'phase', 'why', 'fact', 'objects', 'match', 'when', 'message'];
const allKeys = [...keys, 'messageExpression', 'fix', 'links', 'at', 'plugin', 'rules', 'tests', 'name', 'finds'];

function meant(key: string): string {
  const [near] = nearest(key, allKeys);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function wrongRules(rules: readonly WrittenRule[], yaml: PlainYaml): RuleFlaw[] {
  return rules.flatMap((rule, index) => {
    const flaw = (message: string, ...key: readonly string[]): RuleFlaw => ({
      ...yaml.placeOf(['rules', index, ...key]),
      message: `${rule.id}: ${message}`,
    });
    const { fact, objects, message, messageExpression } = rule;
    return [
      ...(rules.findIndex(({ id }) => id === rule.id) === index ? [] : [flaw('two rules have this ID', 'id')]),
      ...((fact === undefined) === (objects === undefined) ? [flaw('expected either fact or objects')] : []),
      ...((message === undefined) === (messageExpression === undefined)
        ? [flaw('expected either message or messageExpression')]
        : []),
      ...(isSecrets(objects) ? [flaw('rules cannot read Secrets', 'objects', 'resource')] : []),
    ];
  });
}

function wrongTests({ rules, tests }: z.infer<typeof ruleFileSchema>, yaml: PlainYaml): RuleFlaw[] {
  return tests.flatMap(({ name, rule }, index) =>
    rule === undefined || rules.some(({ id }) => id === rule)
      ? []
      : [{ ...yaml.placeOf(['tests', index, 'rule']), message: `${name}: no rule has the ID ${rule}` }],
  );
}

function isSecrets(objects: WrittenRule['objects']): boolean {
  return objects?.group === '' && objects.resource === 'secrets';
}

/** The rule with its expressions; undefined, and flaws, where one of them cannot be compiled. */
function compiledRule(rule: WrittenRule, index: number, yaml: PlainYaml, flaws: RuleFlaw[]): Rule | undefined {
  const placeOf = (key: ExpressionKey, inside: TextPlace): TextPlace => yaml.placeOf(['rules', index, key], inside);
  const compiled: Partial<Record<ExpressionKey, Compiled>> = {};
  for (const key of expressionKeys) {
    const text = rule[key];
    if (text === undefined) continue;
    const made = compile(text, { variables, result: key === 'messageExpression' ? 'string' : 'bool' });
    if (isFlaw(made)) flaws.push({ ...placeOf(key, made), message: `${rule.id}: ${made.message}` });
    else compiled[key] = made;
  }
  const { when } = compiled;
  if (when === undefined) return undefined;
  if (rule.objects !== undefined && readsWhole(Object.values(compiled)))
    flaws.push({ ...placeOf('when', { line: 1, column: 1 }), message: `${rule.id}: ${wholeObject}` });
  return { ...rule, compiled: { ...compiled, when }, placeOf };
}

const wholeObject = 'an expression uses the whole object: name the fields that it needs';

function readsWhole(compiled: readonly Compiled[]): boolean {
  return compiled.some((one) => one.fields('object').some(([first = '*']) => first === '*'));
}
