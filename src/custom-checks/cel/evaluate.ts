import { equality, incomparable, findPosition } from './compare.ts';
import { access } from './access.ts';
import { loop } from './loop.ts';
import { toBool, buildCostFailure, isKey, spend, type Run } from './cost.ts';
import { accepts, callText, type Overload } from './signature.ts';
import { pathText, type Node, type NodeOf } from './syntax.ts';
import {
  describeType,
  failure,
  isFailure,
  isList,
  isMap,
  isOptional,
  toTypeName,
  measureCost,
  type CelKey,
  type CelValue,
} from './values.ts';

/** The variables and overloads at a part of an expression. */
export interface Place {
  /** The index in `Frame.slots` of each variable. */
  readonly slots: ReadonlyMap<string, number>;
  readonly next: number;
  readonly calls: ReadonlyMap<Node, readonly Overload[]>;
  readonly isRoot: (name: string) => boolean;
}

/** Compiles a checked expression to a function. Failures include their position in the text. */
export function build(node: Node, place: Place): Run {
  const run = plain(node, place);
  return (frame) => {
    if (!spend(frame.cost, 1)) return buildCostFailure(frame.cost);
    const outcome = run(frame);
    if (frame.cost.left < 0 && !(isFailure(outcome) && outcome.isFinal))
      return { ...buildCostFailure(frame.cost), at: node.at };
    return isFailure(outcome) && outcome.at === undefined ? { ...outcome, at: node.at } : outcome;
  };
}

function plain(node: Node, place: Place): Run {
  switch (node.kind) {
    case 'literal':
      return () => node.value;
    case 'name':
      return buildName(node, place);
    case 'select':
    case 'has':
    case 'index':
      return buildAccess(node, place);
    case 'call':
      return buildCall(node, place);
    case 'equal':
      return buildEqual(node, place);
    case 'member':
      return buildMember(node, place);
    case 'logic':
      return buildLogic(node, place);
    case 'choice':
      return buildChoice(node, place);
    case 'list':
      return buildList(node, place);
    case 'map':
      return buildMap(node, place);
    case 'loop':
      return buildLoop(node, place);
    case 'bind':
      return buildBind(node, place);
    case 'fallback':
      return buildFallback(node, place);
    default:
      return () => failure(node.message);
  }
}

function buildName({ name }: NodeOf<'name'>, { slots }: Place): Run {
  const slot = slots.get(name);
  if (slot === undefined) return () => ({ kind: 'type', name });
  return ({ slots: values }) => values[slot] ?? null;
}

function buildAccess(node: NodeOf<'select'> | NodeOf<'has'> | NodeOf<'index'>, place: Place): Run {
  const of = build(node.of, place);
  const path = node.kind === 'has' ? '' : pathText(node, place.isRoot);
  const form = node.kind === 'has' ? 'has' : node.isOptional ? 'optional' : 'plain';
  const index = node.kind === 'index' ? build(node.index, place) : undefined;
  return (frame) => {
    const value = of(frame);
    if (isFailure(value)) return value;
    const key = index === undefined ? (node.kind === 'index' ? '' : node.field) : index(frame);
    if (isFailure(key)) return key;
    spend(frame.cost, measureCost(key));
    return access(value, key, form, path, index !== undefined);
  };
}

function buildCall(node: NodeOf<'call'>, place: Place): Run {
  const args = node.args.map((arg) => build(arg, place));
  const candidates = place.calls.get(node) ?? [];
  return (frame) => {
    const values: CelValue[] = [];
    let read = 0;
    for (const arg of args) {
      const value = arg(frame);
      if (isFailure(value)) return value;
      values.push(value);
      read += measureCost(value);
    }
    if (!spend(frame.cost, read)) return buildCostFailure(frame.cost);
    const overload = candidates.find((one) => accepts(one, values));
    if (overload !== undefined) {
      const made = overload.call(values, frame.cost);
      spend(frame.cost, Math.max(measureCost(made) - read, 0));
      return made;
    }
    return failure(`no overload '${callText(node.name, node.isMethod, values.map(toTypeName))}'`);
  };
}

function buildEqual(node: NodeOf<'equal'>, place: Place): Run {
  const [left, right] = [build(node.left, place), build(node.right, place)];
  return (frame) => {
    const a = left(frame);
    if (isFailure(a)) return a;
    const b = right(frame);
    if (isFailure(b)) return b;
    const same = equality(a, b, frame.cost);
    return same === undefined ? incomparable(a, b) : same !== node.isNegated;
  };
}

function buildMember(node: NodeOf<'member'>, place: Place): Run {
  const [value, of] = [build(node.value, place), build(node.of, place)];
  return (frame) => {
    const one = value(frame);
    if (isFailure(one)) return one;
    const all = of(frame);
    if (isFailure(all)) return all;
    if (isMap(all)) {
      spend(frame.cost, measureCost(one));
      return isKey(one) ? all.has(one) : failure(`${describeType(one)} is no key of a map`);
    }
    if (!isList(all)) return failure(`'in' needs a list or a map, got ${describeType(all)}`);
    const at = findPosition(all, one, frame.cost);
    return typeof at === 'number' ? at !== -1 : at;
  };
}

/** `||` and `&&`: if one side decides the result, an error on the other side does not matter, unless it is final. */
function buildLogic(node: NodeOf<'logic'>, place: Place): Run {
  const [left, right] = [build(node.left, place), build(node.right, place)];
  return (frame) => {
    const a = toBool(left(frame), node.left);
    if (a === node.decides || (isFailure(a) && a.isFinal)) return a;
    const b = toBool(right(frame), node.right);
    return b === node.decides || !isFailure(a) || (isFailure(b) && b.isFinal) ? b : a;
  };
}

function buildChoice(node: NodeOf<'choice'>, place: Place): Run {
  const [test, yes, no] = [build(node.test, place), build(node.yes, place), build(node.no, place)];
  return (frame) => {
    const outcome = toBool(test(frame), node.test);
    return isFailure(outcome) ? outcome : outcome ? yes(frame) : no(frame);
  };
}

function buildList({ items }: NodeOf<'list'>, place: Place): Run {
  const runs = items.map((item) => build(item, place));
  return (frame) => {
    const values: CelValue[] = [];
    for (const run of runs) {
      const value = run(frame);
      if (isFailure(value)) return value;
      values.push(value);
    }
    return values;
  };
}

function buildMap({ entries }: NodeOf<'map'>, place: Place): Run {
  const runs = entries.map(([key, value]) => [build(key, place), build(value, place)] as const);
  return (frame) => {
    const map = new Map<CelKey, CelValue>();
    for (const [keyRun, valueRun] of runs) {
      const key = keyRun(frame);
      if (isFailure(key)) return key;
      if (!isKey(key)) return failure(`${describeType(key)} is no key of a map`);
      spend(frame.cost, measureCost(key));
      if (map.has(key)) return failure('a map has two equal keys');
      const value = valueRun(frame);
      if (isFailure(value)) return value;
      map.set(key, value);
    }
    return map;
  };
}

function buildLoop(node: NodeOf<'loop'>, place: Place): Run {
  const within = inside(place, node.variable);
  const filter = node.filter === undefined ? undefined : build(node.filter, within);
  return loop(node, { range: build(node.range, place), body: build(node.body, within), filter, slot: place.next });
}

function buildBind(node: NodeOf<'bind'>, place: Place): Run {
  const value = build(node.value, place);
  const slot = place.next;
  const body = build(node.body, inside(place, node.variable));
  return (frame) => {
    const bound = value(frame);
    if (isFailure(bound)) return bound;
    frame.slots[slot] = bound;
    return body(frame);
  };
}

/** The scope inside a loop or a bind, whose variable has a separate slot. */
function inside(place: Place, variable: string): Place {
  return { ...place, slots: new Map(place.slots).set(variable, place.next), next: place.next + 1 };
}

function buildFallback(node: NodeOf<'fallback'>, place: Place): Run {
  const [of, other] = [build(node.of, place), build(node.other, place)];
  return (frame) => {
    const optional = of(frame);
    if (isFailure(optional)) return optional;
    if (!isOptional(optional)) return failure(`expected an optional, got ${describeType(optional)}`);
    if (optional.value !== undefined) return node.form === 'or' ? optional : optional.value;
    const second = other(frame);
    if (node.form === 'orValue' || isFailure(second) || isOptional(second)) return second;
    return failure(`expected an optional, got ${describeType(second)}`);
  };
}
