import { compile, isFlaw, type Compiled } from '../cel/compile.ts';
import type { FactName } from '../../facts/facts.ts';
import type { PlainYaml, TextPlace } from '../../sources/plain-yaml.ts';
import { isFact, type RuleFlaw } from './flaws.ts';
import { nearest } from '../../syntax/near.ts';
import { unknownField, type UnknownField } from './known-fields.ts';
import type { WrittenRule } from './schema.ts';

/** A rule with its compiled expressions. */
export interface Rule extends Omit<WrittenRule, 'fact'> {
  fact?: FactName;
  compiled: Readonly<Partial<Record<ExpressionKey, Compiled>>> & { when: Compiled };
  /** Converts a position in one of its expressions to one in the file. */
  resolvePlace(key: ExpressionKey, inside: TextPlace): TextPlace;
}

/** The keys whose values are expressions. */
const expressionKeys = ['match', 'when', 'messageExpression'] as const;
export type ExpressionKey = (typeof expressionKeys)[number];

/** The variables of expressions: `object` is one item of the fact, or one object. */
const variables = { object: 'dyn', cluster: 'dyn', current: 'int', target: 'int' } as const;

/** Compiles the expressions of a rule, and adds their flaws. Returns undefined if `when` does not compile. */
export function compiledRule(
  { fact, ...rule }: WrittenRule,
  index: number,
  yaml: PlainYaml,
  flaws: RuleFlaw[],
): Rule | undefined {
  const resolvePlace = (key: ExpressionKey, inside: TextPlace): TextPlace =>
    yaml.findPlace(['rules', index, key], inside);
  const compiled: Partial<Record<ExpressionKey, Compiled>> = {};
  for (const key of expressionKeys) {
    const text = rule[key];
    if (text === undefined) continue;
    const made = compile(text, { variables, result: key === 'messageExpression' ? 'string' : 'bool' });
    if (isFlaw(made)) flaws.push({ ...resolvePlace(key, made), message: `${rule.id}: ${made.message}` });
    else {
      compiled[key] = made;
      flaws.push(...unknownFields(rule.id, fact, made, text).map((flaw) => ({ ...flaw, ...resolvePlace(key, flaw) })));
    }
  }
  const { when } = compiled;
  if (when === undefined) return undefined;
  if (rule.objects !== undefined && readsWhole(Object.values(compiled)))
    flaws.push({ ...resolvePlace('when', { line: 1, column: 1 }), message: `${rule.id}: ${wholeObject}` });
  return {
    ...rule,
    ...(fact !== undefined && isFact(fact) ? { fact } : {}),
    compiled: { ...compiled, when },
    resolvePlace,
  };
}

/** Flaws for fields that a fact does not have. If the rule reads `objects`, the fields of these are unknown here. */
function unknownFields(id: string, fact: string | undefined, compiled: Compiled, text: string): RuleFlaw[] {
  const requestedFields = [
    ...compiled.fields('cluster').map((path) => ({ of: 'cluster' as const, path, isItem: false })),
    ...(fact === undefined || !isFact(fact)
      ? []
      : compiled.fields('object').map((path) => ({ of: fact, path, isItem: true }))),
  ];
  return requestedFields.flatMap(({ of, path, isItem }) => {
    const unknown = unknownField(of, path, isItem);
    if (unknown === undefined) return [];
    const message = `${id}: the fact ${of} has no field '${unknown.path}'${whatThereIs(of, unknown, isItem)}`;
    return [{ ...placeOfWord(text, unknown.field), message }];
  });
}

/** The fields that an object of the API server has, and an item of a fact has not. */
const fieldsOfObjects = ['apiVersion', 'metadata', 'spec', 'status'];

/** What an author can write instead of a field that a fact does not have. */
function whatThereIs(fact: FactName, { field, above, known }: UnknownField, isItem: boolean): string {
  const [near] = nearest(field, known);
  const of = [isItem ? 'object' : 'cluster', above].filter((part) => part !== '').join('.');
  const raw = isItem && above === '' && fieldsOfObjects.includes(field);
  return [
    near === undefined ? '' : `; did you mean ${near}?`,
    known.length === 0 ? '' : `${near === undefined ? '.' : ''} \`${of}\` of \`${fact}\` has: ${known.join(', ')}`,
    known.length === 0 ? '' : `. \`eks-preflight facts ${fact}\` explains them`,
    raw ? '. To read objects as the API server returns them, replace `fact` with `objects`' : '',
  ].join('');
}

/** The first position of a field's name after a dot or a quote; the start of the expression if there is none. */
function placeOfWord(text: string, word: string): TextPlace {
  const found = ['.', "'", '"'].map((mark) => text.indexOf(`${mark}${word}`)).filter((at) => at >= 0);
  const before = text.slice(0, found.length === 0 ? 0 : Math.min(...found) + 1).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const wholeObject = 'an expression uses the whole object; name the fields that it needs';

function readsWhole(compiled: readonly Compiled[]): boolean {
  return compiled.some((one) => one.fields('object').some(([first = '*']) => first === '*'));
}
