import { celValue, type CelValue } from '../cel/values.ts';
import type { FactName } from '../../facts/facts.ts';
import { ofTable } from '../../syntax/advice.ts';
import type { Context } from '../../check.ts';
import type { AnyPluginCheck, Plugin } from '../api/define.ts';
import type { Objects } from '../../facts/plugin-objects.ts';
import { evaluateRule, toResource, type Items } from './judge.ts';
import { buildObjectsName, type WrittenObjects } from './schema.ts';
import type { Rule } from './expressions.ts';
import type { RuleFile } from './read.ts';

/** Fields that identify an object in reports, kept for every object. */
const always = [['metadata', 'name'], ['metadata', 'namespace'], ['apiVersion']] as const;

/** Objects that rules read. Of each object, only the paths in `fields` are kept. */
export interface RuleObjects extends Objects {
  fields: readonly (readonly string[])[];
}

/** Builds a plug-in from a rule file: one check for each rule. */
export function pluginOfRules({ plugin, rules }: RuleFile): Plugin {
  const objects = groupObjectsByName(rules);
  const values = createValues();
  return { name: plugin, checks: rules.map((rule) => toCheck(plugin, rule, objects, values)) };
}

function toCheck(
  plugin: string,
  rule: Rule,
  objects: ReadonlyMap<string, RuleObjects>,
  toValue: (item: unknown) => CelValue,
): AnyPluginCheck {
  const { title, level, blocks, phase, links } = rule;
  const need: FactName | RuleObjects | undefined =
    rule.objects === undefined ? rule.fact : objects.get(buildObjectsName(rule.objects));
  const fact = typeof need === 'object' ? need.objects : (need ?? '');
  return {
    id: `${plugin}/${rule.id}`,
    title,
    severity: level,
    blocks,
    phase,
    links,
    why: rule.why ?? buildWhy(rule),
    fix: ofTable(rule.fix),
    needs: need === undefined ? [] : [need],
    run: (facts: Readonly<Record<string, unknown>>, context: Context) =>
      evaluateRule(rule, toItems(rule, facts[fact], toValue), {
        cluster: toValue(context.cluster),
        current: context.current,
        target: context.target,
      }),
  };
}

/** The default for `why`: the rule's expressions. */
function buildWhy({ match, when }: Rule): string {
  const tests = [match, when].flatMap((text) => (text === undefined ? [] : [text.trim()]));
  return `A rule in CEL. It reports each object for which this is true:\n\n\`\`\`cel\n${tests.join('\n&&\n')}\n\`\`\``;
}

/** The items of a fact, or the objects of a rule. A fact that is not a list counts as one item. */
export function toItems(rule: Rule, value: unknown, toValue: (item: unknown) => CelValue): Items {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const kind = rule.objects?.kind ?? rule.kind ?? toKind(rule.fact ?? '');
  return { values: items.map(toValue), resourceAt: (index) => toResource(items[index], kind, index) };
}

/** The default kind of a fact's items: `Nodegroup` for `nodegroups`. */
function toKind(fact: string): string {
  const singular = fact.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
  return `${singular.charAt(0).toUpperCase()}${singular.slice(1)}`;
}

/** Returns a function that converts each item only once, even if several rules read it. */
function createValues(): (item: unknown) => CelValue {
  const known = new WeakMap<object, CelValue>();
  return (item) => {
    if (typeof item !== 'object' || item === null) return celValue(item);
    const before = known.get(item);
    if (before !== undefined) return before;
    const value = celValue(item);
    known.set(item, value);
    return value;
  };
}

/** The objects of all rules by name: rules that read the same resource in the same versions share one list. */
export function groupObjectsByName(rules: readonly Rule[]): ReadonlyMap<string, RuleObjects> {
  const all = new Map<string, RuleObjects>();
  for (const { objects, compiled } of rules) {
    if (objects === undefined) continue;
    const name = buildObjectsName(objects);
    const fields = [
      ...(all.get(name)?.fields ?? always),
      ...Object.values(compiled).flatMap((one) => one.fields('object')),
    ];
    all.set(name, objectsWith(name, objects, fields));
  }
  return all;
}

function objectsWith(
  name: string,
  { group, versions, resource, notServed }: WrittenObjects,
  fields: RuleObjects['fields'],
): RuleObjects {
  const keys = [...new Set(fields.flat())];
  const schema = { field: { is: 'json', kind: 'word', keys } } as const;
  const definition = { name, group, versions, resource, notServed, schema, project: (item: unknown) => item };
  return { objects: name, definition, fields };
}
