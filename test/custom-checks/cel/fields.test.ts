import { describe, expect, it } from 'vitest';
import { compile, isFlaw } from '../../../src/custom-checks/cel/compile.ts';
import { keepFields } from '../../../src/custom-checks/cel/keep-fields.ts';
import { celValue } from '../../../src/custom-checks/cel/values.ts';
import { pickOne, seeded } from '../../fuzz/mutate.ts';
import { compiled } from './evaluated.ts';

function fields(expression: string): string[] {
  return compiled(expression)
    .fields('object')
    .map((path) => path.join('.'))
    .sort();
}

describe('the fields that an expression reads', () => {
  it.each([
    ['object.spec.replicas > 1', ['spec.replicas']],
    ["object.spec.containers.all(c, c.image.startsWith('x'))", ['spec.containers.*.image']],
    ["has(object.spec.strategy) && object.spec.strategy.type == 'x'", ['spec.strategy.type']],
    ['has(object.spec.strategy)', ['spec.strategy']],
    ["object.metadata.labels['app'] == 'x'", ['metadata.labels.app']],
    ['object.metadata.labels[object.metadata.name] == "x"', ['metadata.labels', 'metadata.name']],
    ['object.?spec.?replicas.orValue(1) == 1', ['spec.replicas']],
    ["object.metadata.annotations[?'a.b/c'].hasValue()", ['metadata.annotations.a.b/c']],
    ['object.spec.containers[0].image == "x"', ['spec.containers.*.image']],
    ['object.spec.containers.filter(c, has(c.resources)).size() == 1', ['spec.containers.*.resources']],
    [
      'object.spec.containers.filter(c, c.name == "a").all(c, c.image == "b")',
      ['spec.containers.*.image', 'spec.containers.*.name'],
    ],
    ['object.spec.containers.map(c, c.image).join() == ""', ['spec.containers.*.image']],
    [
      'object.spec.containers.map(c, c.name == "a", c.image).size() == 1',
      ['spec.containers.*.image', 'spec.containers.*.name'],
    ],
    ['object.spec.containers.all(c, c.ports.all(p, p.port > 0))', ['spec.containers.*.ports.*.port']],
    ['object.metadata.labels.all(k, k != "a")', ['metadata.labels.*']],
    ['object.metadata.labels.all(k, object.metadata.labels[k] != "a")', ['metadata.labels']],
    ['size(object.spec.containers) == 1', ['spec.containers.*']],
    ['size(object.spec.containers) == 1 && object.spec.containers.all(c, c.a == 1)', ['spec.containers.*.a']],
    ['cel.bind(s, object.spec, s.replicas == 3 && s.paused)', ['spec.paused', 'spec.replicas']],
    ['(object.a.b == 1 ? object.c : object.d).e == 1', ['a.b', 'c.e', 'd.e']],
    ['object.?a.or(object.?b).?c.hasValue()', ['a.c', 'b.c']],
    ['object.?a.optMap(v, v.b).orValue(false)', ['a.b']],
    ['dyn(object.spec).replicas == 1', ['spec.replicas']],
    ['object.spec == {"a": 1}', ['spec']],
    ['object.spec == {"a": 1} || object.spec.a.b == 1', ['spec']],
    ['[object.spec, object.metadata].exists(x, x.a == 1)', ['metadata', 'spec']],
    ['object == {}', ['']],
    ['size(object) == 1 && object.spec.replicas == 1', ['*']],
    ['[1].all(object, object == 1)', []],
    ['true', []],
  ])('%s', (expression, paths) => {
    expect(fields(expression)).toEqual(paths);
  });

  it('are the whole variable where names of either of two parts would have more parts with each', () => {
    const after = (count: number): string[] => {
      const names = Array.from({ length: count }, (_, n) => `cel.bind(v${n + 1}, v${n}.?a.orValue(v${n}.b), `);
      return fields(`cel.bind(v0, object, ${names.join('')}v${count}.c == 1${')'.repeat(count + 1)}`);
    };
    expect(after(2)).toEqual(['a.a.c', 'a.b.c', 'b.a.c', 'b.b.c']);
    expect(after(8)).toEqual(['']);
    expect(after(40)).toEqual(['']);
  });

  it('are those of the variable that is asked for', () => {
    const made = compile('object.a == params.b', { variables: { object: 'dyn', params: 'dyn' }, result: 'bool' });
    if (isFlaw(made)) throw new Error(made.message);
    expect([made.fields('object'), made.fields('params'), made.fields('other')]).toEqual([[['a']], [['b']], []]);
    expect(compiled('object == {}').fields('object')).toEqual([[]]);
  });
});

describe('keepFields', () => {
  it('keeps what is named, the length of lists and what is no object', () => {
    const object: unknown = JSON.parse(
      '{"a": {"b": 1, "c": 2}, "list": [{"x": 1, "y": 2}, {"y": 3}, 4, null, [5]], "text": "t", "__proto__": {"z": 1, "w": 2}}',
    );
    expect(
      keepFields(object, [
        ['a', 'b'],
        ['list', '*', 'x'],
        ['text', 'deeper'],
        ['absent', 'x'],
      ]),
    ).toEqual({
      a: { b: 1 },
      list: [{ x: 1 }, {}, 4, null, [5]],
      text: 't',
    });
    expect(JSON.stringify(keepFields(object, [['__proto__', 'z']]))).toBe('{"__proto__":{"z":1}}');
    expect(keepFields(object, [[]])).toBe(object);
    expect(keepFields(object, [])).toEqual({});
    expect(
      keepFields({ a: { b: 1, c: 2 }, d: { c: 3 } }, [
        ['*', 'c'],
        ['a', 'b'],
      ]),
    ).toEqual({ a: { b: 1, c: 2 }, d: { c: 3 } });
  });
});

const keys = ['a', 'b', 'c', '__proto__'];

function json(next: () => number, depth: number): unknown {
  const kind = depth <= 0 ? 0 : next();
  if (kind < 0.15) return pickOne<unknown>(next, [null, true, false, 0, 1, 1.5, 'a', 'b', '']);
  if (kind < 0.45) return Array.from({ length: Math.floor(next() * 4) }, () => json(next, depth - 1));
  return Object.fromEntries(keys.filter(() => next() < 0.85).map((key) => [key, json(next, depth - 1)]));
}

/** A random expression: a part of the object, or a condition on its parts. */
function part(next: () => number, depth: number, names: readonly string[]): string {
  const name = names[Math.floor(next() * names.length)] ?? 'object';
  if (depth <= 0) return name;
  const of = part(next, depth - 1, names);
  const key = pickOne(next, ['a', 'b', 'c']);
  const inner = (variable?: string): string =>
    part(next, depth - 1, variable === undefined ? names : [...names, variable]);
  return pickOne<() => string>(next, [
    () => `${of}.${key}`,
    () => `${of}.${key}`,
    () => `${of}.${key}`,
    () => `${of}.?${key}`,
    () => `${of}['${key}']`,
    () => `${of}[?'__proto__']`,
    () => `${of}[0]`,
    () => `${of}[?1]`,
    () => `${of}[${inner()}]`,
    () => `${of}.filter(x${depth}, ${truth(next, depth - 1, [...names, `x${depth}`])})`,
    () => `${of}.map(x${depth}, ${inner(`x${depth}`)})`,
    () => `${of}.?${key}.orValue(${inner()})`,
    () => `${of}.?${key}.optMap(o${depth}, ${inner(`o${depth}`)})`,
    () => `cel.bind(b${depth}, ${of}, ${inner(`b${depth}`)})`,
    () => `(${truth(next, depth - 1, names)} ? dyn(${of}) : dyn(${inner()}))`,
    () => `optional.of(${of}).value()`,
  ])();
}

function truth(next: () => number, depth: number, names: readonly string[]): string {
  const of = part(next, depth, names);
  if (depth <= 0)
    return pickOne(next, [`has(${of}.a)`, `dyn(${of}) == dyn(1)`, `size(dyn(${of})) == 1`, `'a' in ${of}`]);
  const inner = (variable?: string): string =>
    truth(next, depth - 1, variable === undefined ? names : [...names, variable]);
  return pickOne<() => string>(next, [
    () => `has(${of}.b)`,
    () => `dyn(${of}) == dyn(${part(next, depth - 1, names)})`,
    () => `size(dyn(${of})) > 1`,
    () => `dyn(${of}).size() == 0`,
    () => `type(${of}) == string`,
    () => `dyn(1) in ${of}`,
    () => `${of}.?a.hasValue()`,
    () => `${of}.all(y${depth}, ${inner(`y${depth}`)})`,
    () => `${of}.exists(y${depth}, ${inner(`y${depth}`)})`,
    () => `${of}.exists_one(y${depth}, ${inner(`y${depth}`)})`,
    () => `(${inner()} || ${inner()})`,
    () => `(${inner()} && !${inner()})`,
  ])();
}

describe('a projection to the fields', () => {
  it('gives the result of the whole object, for random expressions and objects', () => {
    const tally = { evaluated: 0, true: 0, false: 0, smaller: 0 };
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const next = seeded(seed);
      const expression = truth(next, 1 + (seed % 3), ['object']);
      const made = compile(expression, { variables: { object: 'dyn' }, result: 'bool' });
      if (isFlaw(made)) continue;
      for (let round = 0; round < 5; round += 1) {
        const object = Object.fromEntries(keys.map((key) => [key, json(next, 4)]));
        const less = keepFields(object, made.fields('object'));
        const whole = made.evaluate({ object: celValue(object) });
        expect(made.evaluate({ object: celValue(less) }), `seed ${seed}: ${expression}`).toEqual(whole);
        tally.evaluated += 1;
        if (whole.ok) tally[whole.value === true ? 'true' : 'false'] += 1;
        if (JSON.stringify(less) !== JSON.stringify(object)) tally.smaller += 1;
      }
    }
    expect(Math.min(tally.true, tally.false, tally.smaller), JSON.stringify(tally)).toBeGreaterThan(500);
  });
});
