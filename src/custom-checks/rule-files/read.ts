import { readPlainYaml } from '../../sources/plain-yaml.ts';
import { compiledRule, type Rule } from './expressions.ts';
import { shapeFlaws, wrongRules, wrongTests, type RuleFlaw } from './flaws.ts';
import { ruleFileSchema, type RuleTest } from './schema.ts';

/** A test with its first line in the file. */
export type PlacedTest = RuleTest & { line: number };

/** A rule file with compiled expressions. */
export interface RuleFile {
  plugin: string;
  rules: readonly Rule[];
  tests: readonly PlacedTest[];
}

/** The maximum depth of the YAML; tests contain whole objects. */
const deepest = 60;

/**
 * Parses a rule file and compiles its expressions.
 * @param file its name in messages
 * @returns the file, or its flaws; if its structure is wrong, the first 20 of these
 * @throws ScanError (`usage`) if it is not YAML
 */
export async function readRules(text: string, file: string): Promise<RuleFile | readonly RuleFlaw[]> {
  const yaml = await readPlainYaml(text.replace(/^\uFEFF/, ''), `rule file ${file}`, deepest);
  const { data, error } = ruleFileSchema.safeParse(yaml.data);
  if (data === undefined) return inOrder(error.issues.flatMap((issue) => shapeFlaws(issue, yaml))).slice(0, 20);
  const flaws: RuleFlaw[] = [...wrongRules(data.rules, yaml), ...wrongTests(data, yaml)];
  const rules = data.rules.map((rule, index) => compiledRule(rule, index, yaml, flaws));
  if (flaws.length > 0) return inOrder(flaws);
  const tests = data.tests.map((test, index) => ({ ...test, line: yaml.findPlace(['tests', index]).line }));
  return { plugin: data.plugin, tests, rules: rules.filter((rule) => rule !== undefined) };
}

/** Sorts flaws by their position in the file. */
function inOrder(flaws: readonly RuleFlaw[]): RuleFlaw[] {
  return flaws.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
