import { checkCall, isNamespaced } from './check-call.ts';
import { flaw, type Findings, type Scope } from './findings.ts';
import { typeLiterals } from './functions/functions.ts';
import { isEscaped, type Node, type NodeOf } from './syntax.ts';
import { bool, canEqual, dyn, int, join, joinAll, parseType, string, typeText, type Type } from './types.ts';
import { toTypeName, withArticle } from './values.ts';

/** Returns the type of an expression. Adds flaws to `found`; a part with a flaw has type dyn. */
export function check(node: Node, scope: Scope, found: Findings): Type {
  switch (node.kind) {
    case 'literal':
      return parseType(toTypeName(node.value)) ?? dyn;
    case 'name':
      return checkName(node, scope, found);
    case 'select':
    case 'has':
      return checkField(node, check(node.of, scope, found), found);
    case 'index':
      return checkIndex(node, scope, found);
    case 'call':
      return checkCall(node, isNamespaced(node, scope) ? [] : checkAll(node.args, scope, found), found);
    case 'equal':
      return checkEqual(node, scope, found);
    case 'member':
      return checkMember(node, scope, found);
    case 'logic':
      expectBool(node.left, scope, found, node.decides ? '||' : '&&');
      return expectBool(node.right, scope, found, node.decides ? '||' : '&&');
    case 'choice':
      expectBool(node.test, scope, found, '?:');
      return sameTypes([node.yes, node.no], scope, found, 'both sides of ?: have one type', node.at);
    case 'list':
      return { name: 'list', of: sameTypes(node.items, scope, found, 'elements of a list have one type', node.at) };
    case 'map':
      return checkMap(node, scope, found);
    case 'loop':
      return checkLoop(node, scope, found);
    case 'bind':
      return check(node.body, new Map(scope).set(node.variable, check(node.value, scope, found)), found);
    case 'fallback':
      return checkFallback(node, scope, found);
    default:
      return flaw(found, node.at, node.message);
  }
}

function checkAll(nodes: readonly Node[], scope: Scope, found: Findings): Type[] {
  return nodes.map((node) => check(node, scope, found));
}

/** Checks an operand that must be a bool. @returns bool; dyn if it cannot be one */
function expectBool(node: Node, scope: Scope, found: Findings, where: string): Type {
  const type = check(node, scope, found);
  if (type.name === 'bool' || type.name === 'dyn') return bool;
  return flaw(found, node.at, `${where} needs a bool, got ${withArticle(typeText(type))}`);
}

function checkName({ name, at }: NodeOf<'name'>, scope: Scope, found: Findings): Type {
  const type = scope.get(name);
  if (type !== undefined) return type;
  return typeLiterals.has(name) ? { name: 'type' } : flaw(found, at, `unknown variable '${name}'`);
}

/** Returns the type of a field of `of`, as an optional for `.?` or if `of` is an optional; for `has`, bool. */
function checkField(node: NodeOf<'select'> | NodeOf<'has'>, of: Type, found: Findings): Type {
  if (isEscaped(node.field)) return flaw(found, node.at, `'${node.field}' is an escaped name: write x['the name']`);
  const inner = of.name === 'optional' ? of.of : of;
  if (inner.name !== 'dyn' && inner.name !== 'map') {
    return flaw(found, node.at, `${withArticle(typeText(inner))} has no fields`);
  }
  if (inner.name === 'map' && !canEqual(inner.key, string)) {
    return flaw(found, node.at, `the keys of ${withArticle(typeText(inner))} are no fields`);
  }
  if (node.kind === 'has') return bool;
  const type = inner.name === 'map' ? inner.of : dyn;
  return node.isOptional || of.name === 'optional' ? { name: 'optional', of: type } : type;
}

function checkIndex(node: NodeOf<'index'>, scope: Scope, found: Findings): Type {
  const of = check(node.of, scope, found);
  const index = check(node.index, scope, found);
  const inner = of.name === 'optional' ? of.of : of;
  if (inner.name !== 'dyn' && inner.name !== 'list' && inner.name !== 'map') {
    return flaw(found, node.at, `${withArticle(typeText(inner))} has no elements`);
  }
  const wanted = inner.name === 'list' ? int : inner.name === 'map' ? inner.key : dyn;
  if (!canEqual(index, wanted)) {
    return flaw(
      found,
      node.index.at,
      `expected ${withArticle(typeText(wanted))} as index, got ${withArticle(typeText(index))}`,
    );
  }
  const type = inner.name === 'dyn' ? dyn : inner.of;
  return node.isOptional || of.name === 'optional' ? { name: 'optional', of: type } : type;
}

function checkEqual(node: NodeOf<'equal'>, scope: Scope, found: Findings): Type {
  const [left, right] = [check(node.left, scope, found), check(node.right, scope, found)];
  if (canEqual(left, right)) return bool;
  return flaw(found, node.at, `${neverText(left)} never equals ${withArticle(typeText(right))}`);
}

function neverText(type: Type): string {
  return withArticle(typeText(type.name === 'dyn' && type.likely !== undefined ? type.likely : type));
}

function checkMember(node: NodeOf<'member'>, scope: Scope, found: Findings): Type {
  const [value, of] = [check(node.value, scope, found), check(node.of, scope, found)];
  if (of.name === 'dyn') return bool;
  if (of.name !== 'list' && of.name !== 'map') {
    return flaw(found, node.at, `'in' needs a list or a map, got ${withArticle(typeText(of))}`);
  }
  if (canEqual(value, of.name === 'map' ? of.key : of.of)) return bool;
  return flaw(found, node.at, `${neverText(value)} is never in ${withArticle(typeText(of))}`);
}

function checkMap({ entries, at }: NodeOf<'map'>, scope: Scope, found: Findings): Type {
  const key = sameTypes(
    entries.map(([one]) => one),
    scope,
    found,
    'keys of a map have one type',
    at,
  );
  const of = sameTypes(
    entries.map(([, one]) => one),
    scope,
    found,
    'values of a map have one type',
    at,
  );
  if (['none', 'dyn', 'string', 'int', 'bool'].includes(key.name)) return { name: 'map', key, of };
  return flaw(found, at, `${withArticle(typeText(key))} is no key of a map`);
}

function checkFallback(node: NodeOf<'fallback'>, scope: Scope, found: Findings): Type {
  const of = check(node.of, scope, found);
  const other = check(node.other, scope, found);
  if (of.name !== 'optional' && of.name !== 'dyn') {
    return flaw(found, node.at, `${node.form}() belongs to an optional, not to ${withArticle(typeText(of))}`);
  }
  const inner = of.name === 'optional' ? of.of : dyn;
  if (node.form === 'or') {
    if (other.name === 'optional' || other.name === 'dyn') return of;
    return flaw(found, node.at, `or() takes an optional, got ${withArticle(typeText(other))}`);
  }
  if (!canEqual(inner, other)) {
    return flaw(
      found,
      node.at,
      `${withArticle(typeText(inner))} or ${withArticle(typeText(other))}: orValue() needs one type`,
    );
  }
  if (inner.name !== 'dyn') return inner;
  return other.name === 'null' || other.name === 'dyn' ? dyn : { name: 'dyn', likely: other };
}

/** The common type of all parts; adds a flaw if there is none. Source: Kubernetes' cel.HomogeneousAggregateLiterals. */
function sameTypes(nodes: readonly Node[], scope: Scope, found: Findings, rule: string, at: number): Type {
  const types = checkAll(nodes, scope, found);
  const joined = joinAll(types);
  if (joined !== undefined) return joined;
  const odd = types.findIndex((_, index) => joinAll(types.slice(0, index + 1)) === undefined);
  const [first, other] = [types[0] ?? dyn, types[odd] ?? dyn];
  return flaw(found, nodes[odd]?.at ?? at, `${rule}: ${typeText(first)} and ${typeText(other)} (dyn() lifts this)`);
}

/** Checks a comprehension: its variable is an element of a list, a key of a map, or the value of an optional. */
function checkLoop(node: NodeOf<'loop'>, scope: Scope, found: Findings): Type {
  const range = check(node.range, scope, found);
  const { macro, variable } = node;
  const isOptional = macro === 'optMap' || macro === 'optFlatMap';
  const element = resolveElementType(range, isOptional);
  if (element === undefined) {
    const wanted = isOptional ? 'an optional' : 'a list or a map';
    return flaw(found, node.at, `${macro}() belongs to ${wanted}, not to ${withArticle(typeText(range))}`);
  }
  const inner = new Map(scope).set(variable, element);
  if (node.filter !== undefined) expectBool(node.filter, inner, found, macro);
  if (macro === 'map') return { name: 'list', of: check(node.body, inner, found) };
  if (macro === 'optMap') return { name: 'optional', of: check(node.body, inner, found) };
  if (macro === 'optFlatMap') return checkFlatMap(node, inner, found);
  expectBool(node.body, inner, found, `${macro}()`);
  return macro === 'filter' ? { name: 'list', of: element } : bool;
}

function resolveElementType(range: Type, isOptional: boolean): Type | undefined {
  if (range.name === 'dyn') return dyn;
  if (isOptional) return range.name === 'optional' ? range.of : undefined;
  if (range.name === 'list') return range.of;
  return range.name === 'map' ? range.key : undefined;
}

function checkFlatMap({ at, body }: NodeOf<'loop'>, inner: Scope, found: Findings): Type {
  const type = check(body, inner, found);
  if (join(type, { name: 'optional', of: dyn }) !== undefined) return type;
  return flaw(found, at, `optFlatMap() needs an optional, got ${withArticle(typeText(type))}`);
}
