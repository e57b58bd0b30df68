import { describe, expect, it } from 'vitest';
import { compile, isFlaw } from '../../../src/custom-checks/cel/compile.ts';
import { celValue } from '../../../src/custom-checks/cel/values.ts';
import { compiled, evaluated, formatFlaw } from './evaluated.ts';

const object = {
  metadata: { name: 'a', labels: { app: 'x' } },
  spec: { replicas: 3, ratio: 0.5, nothing: null, list: [1, 2], mixed: [1, 'a'], containers: [{ image: 'a' }, {}] },
};

describe('what has no value', () => {
  it.each([
    ['object.spec.missing == 1', "no such field 'spec.missing'"],
    ['object.spec.missing.deeper == 1', "no such field 'spec.missing'"],
    ['object.spec.missing != 1', "no such field 'spec.missing'"],
    ['!object.spec.missing', "no such field 'spec.missing'"],
    ['object.spec.nothing == 1', "no such field 'spec.nothing'"],
    ["object.metadata.labels['no'] == 'x'", "no such key: 'metadata.labels[no]'"],
    ['object.metadata.labels[object.metadata.name] == "x"', "no such key: 'metadata.labels[…]'"],
    ['object.spec.list[2] == 1', 'no element 2 in a list of 2'],
    ['object.spec.list[-1] == 1', 'no element -1 in a list of 2'],
    ["object.spec.list['a'] == 1", 'expected an int as index, got a string'],
    ['object.spec.list.a == 1', "a list has no fields: 'spec.list.a'"],
    ['object.metadata.name.first == 1', "a string has no fields: 'metadata.name.first'"],
    ['has(object.metadata.name.first)', 'a string has no fields'],
    ['has(object.spec.missing.deeper)', "no such field 'spec.missing'"],
    ["object.metadata.?name.?first.orValue('') == ''", "a string has no fields: 'metadata.name.first'"],
    ["object.spec.replicas == '3'", 'an int never equals a string'],
    ["object.spec.replicas != '3'", 'an int never equals a string'],
    ["object.spec.list == ['1', '2']", 'two lists with values of different types'],
    ["object.metadata.labels == {'app': 1}", 'two maps with values of different types'],
    ["object.spec.list.indexOf('1') == -1", 'a string is never in a list of int'],
    ["sets.contains(object.spec.list, ['1'])", 'a string is never in a list of int'],
    ["object.spec.replicas in ['3']", 'an int is never in a list of string'],
    ["object.spec.replicas > '1'", "no overload 'int > string'"],
    ['object.spec.replicas + 0.5 == 3.5', "no overload 'int + double'"],
    ["object.spec.replicas.startsWith('3')", "no overload 'int.startsWith(string)'"],
    ['size(object.spec.replicas) == 1', "no overload 'size(int)'"],
    ['object.spec.replicas.all(x, true)', 'all() needs a list or a map, got an int'],
    ['object.spec.replicas ? true : false', 'expected a bool, got an int'],
    ['object.spec.replicas && true', 'expected a bool, got an int'],
    ["object.spec.mixed.join() == '1a'", "no overload 'list.join()'"],
    ['object.spec.mixed.max() == 1', 'elements that have no order'],
    ['quantity(object.metadata.name).isInteger()', 'not a quantity'],
    ['minor(object.metadata.name) > 3', 'not a version of Kubernetes'],
    ['object.spec.list.exists_one(x, 1 / (x - 1) == 1)', 'division by zero'],
    ['object.spec.list.filter(x, 1 / (x - 1) == 1).size() == 1', 'division by zero'],
  ])('%s', (expression, message) => {
    expect(evaluated(expression, object)).toBe(message);
  });

  it('is no matter in a list or a map where another part decides', () => {
    expect(evaluated("object.spec.list == [dyn('1'), dyn(3)]", object)).toBe(false);
    expect(evaluated("object.spec.list == dyn(['1'])", object)).toBe(false);
    expect(evaluated("object.metadata.labels == {'other': 1}", object)).toBe(false);
    expect(evaluated("'a' in object.spec.mixed && !('b' in object.spec.mixed)", object)).toBe(true);
    expect(evaluated('object.spec.nothing == null || null in object.spec.list', object)).toBe(
      "no such field 'spec.nothing'",
    );
    expect(evaluated("object.spec['nothing'] == null", object)).toBe(true);
  });

  it('tells where it began', () => {
    expect(compiled('true &&\n  object.spec.missing == 1').evaluate({ object: celValue(object) })).toEqual({
      ok: false,
      message: "no such field 'spec.missing'",
      line: 2,
      column: 15,
    });
  });

  it('is no matter where the other side or another element decides', () => {
    expect(evaluated('object.no == 1 || true', object)).toBe(true);
    expect(evaluated('true || object.no == 1', object)).toBe(true);
    expect(evaluated('object.no == 1 && false', object)).toBe(false);
    expect(evaluated("object.spec.containers.exists(c, c.image == 'a')", object)).toBe(true);
    expect(evaluated("object.spec.containers.all(c, c.image == 'b')", object)).toBe(false);
  });

  it('is an error where nothing decides', () => {
    expect(evaluated('object.no == 1 || false', object)).toBe("no such field 'no'");
    expect(evaluated('true && object.no == 1', object)).toBe("no such field 'no'");
    expect(evaluated("object.spec.containers.exists(c, c.image == 'b')", object)).toBe("no such field 'c.image'");
    expect(evaluated("object.spec.containers.all(c, c.image == 'a')", object)).toBe("no such field 'c.image'");
  });

  it('is told by has(), by ? and by the result of a message or a rule', () => {
    expect(evaluated('has(object.spec.missing) || has(object.spec.nothing)', object)).toBe(false);
    expect(evaluated('object.?spec.?missing.?deeper.hasValue()', object)).toBe(false);
    expect(evaluated("object.metadata.labels[?'no'].orValue('d') == 'd'", object)).toBe(true);
    expect(evaluated('object.spec.replicas', object)).toBe('expected a bool, got an int');
    expect(evaluated('object.spec.replicas', object, 'string')).toBe('expected a string, got an int');
    expect(evaluated('object.metadata.name + "!"', object, 'string')).toBe('a!');
  });

  it('is a variable without a value, or with one of another type', () => {
    const made = compile('size(list) == 1', { variables: { list: 'list' }, result: 'bool' });
    if (isFlaw(made)) throw new Error(made.message);
    expect(made.evaluate({ list: ['a'] })).toEqual({ ok: true, value: true });
    expect(made.evaluate({})).toMatchObject({ message: "no value for 'list'" });
    expect(made.evaluate({ list: 'a' })).toMatchObject({ message: "'list' is a string, not a list" });
  });
});

describe('what does not compile', () => {
  it.each([
    ['foo(1)', "1:1 unknown function 'foo'"],
    ["object.name.startWith('x')", "1:13 unknown function 'startWith'; did you mean 'startsWith'?"],
    ['objekt.spec == 1', "1:1 unknown variable 'objekt'"],
    ['true &&\n nope', "2:2 unknown variable 'nope'"],
    ["objekt.startsWith('x')", "1:1 unknown variable 'objekt'"],
    ['math.greatest(1, 2) == 2', '1:6 math.greatest() is not supported'],
    ["url('https://a').getHost() == 'a'", '1:1 url() is not supported'],
    ["ip('1.2.3.4') == ip('1.2.3.4')", '1:1 ip() is not supported'],
    ["cidr('10.0.0.0/8').masked() == cidr('10.0.0.0/8')", '1:1 cidr() is not supported'],
    ["'%d'.format([1]) == '1'", '1:6 format() is not supported'],
    ['uint(1) == uint(1)', '1:1 uint() is not supported'],
    ['1u == 1u', '1:1 uint is not supported'],
    ["b'a' == b'a'", '1:1 bytes are not supported'],
    ['object.a.all(i, v, true)', '1:10 all() does not take 3 arguments'],
    ['size() == 1', "1:1 no overload 'size()'"],
    ["'a' + 1 == 'a1'", "1:1 no overload 'string + int'"],
    ["1.startsWith('1')", "1:3 no overload 'int.startsWith(string)'"],
    ["startsWith('a', 'b')", "1:1 'startsWith' is a method: x.startsWith()"],
    ["'1.34'.minor() == 34", "1:8 no overload 'string.minor()'"],
    ["object[?'k'].orValue('d') == 1", '1:1 a string never equals an int'],
    ["object.?k.orValue(0) == 'none'", '1:1 an int never equals a string'],
    ["object.?k.orValue('d') in [1, 2]", '1:1 a string is never in a list<int>'],
    ["size(object) == '1'", '1:1 an int never equals a string'],
    ["1 in ['a']", '1:1 an int is never in a list<string>'],
    ['[1] == ["a"]', '1:1 a list<int> never equals a list<string>'],
    ["'a'.b == 1", '1:5 a string has no fields'],
    ["{'a': 1}[1] == 1", '1:10 expected a string as index, got an int'],
    ['1 && true', '1:1 && needs a bool, got an int'],
    ["1 == 1 ? 'a' : 2", '1:16 both sides of ?: have one type: string and int (dyn() lifts this)'],
    ['has(object.a__dash__b)', "1:12 'a__dash__b' is an escaped name: write x['the name']"],
    ["object.__namespace__ == 'a'", "1:8 '__namespace__' is an escaped name: write x['the name']"],
    ['has(object)', '1:1 has() takes one field: has(object.spec.replicas)'],
    ["object.name.matches('(')", /^1:21 not a regular expression of RE2: /],
    ['object.spec ==', '1:15 unexpected token: EOF'],
    ["'a' + 'b'", '1:1 expected a bool, got a string'],
    ['size(object)', '1:1 expected a bool, got an int'],
    ['9223372036854775808 == 1', '1:1 an int of more than 64 bits'],
    [`${'('.repeat(300)}true${')'.repeat(300)}`, /maxDepth/],
    [`${'!'.repeat(20_000)}true`, '1:1 the expression has more than 16384 characters'],
    [`true${' || true'.repeat(1_500)}`, /maxAstNodes/],
    [`${'!'.repeat(16_000)}true`, /nested too deeply|maxAstNodes/],
  ])('%s', (expression, message) => {
    if (typeof message === 'string') expect(formatFlaw(expression)).toBe(message);
    else expect(formatFlaw(expression)).toMatch(message);
  });

  it('is a message that is no text', () => {
    expect(formatFlaw('1 == 1', 'string')).toBe('1:1 expected a string, got a bool');
  });
});

describe('properties of JavaScript', () => {
  const hostile: unknown = JSON.parse('{"__proto__": "own", "plain": {}, "list": [], "text": "a"}');

  it.each(['constructor', 'toString', 'hasOwnProperty', 'size', 'get', 'valueOf', 'prototype'])(
    '%s is no field',
    (name) => {
      expect(evaluated(`object.plain.${name} == 1`, hostile)).toBe(`no such field 'plain.${name}'`);
      expect(evaluated(`has(object.plain.${name})`, hostile)).toBe(false);
      expect(evaluated(`'${name}' in object.plain`, hostile)).toBe(false);
      expect(evaluated(`object.text.${name} == 1`, hostile)).toBe(`a string has no fields: 'text.${name}'`);
      expect(evaluated(`object.list.${name} == 1`, hostile)).toBe(`a list has no fields: 'list.${name}'`);
    },
  );

  it('__proto__ is a key like any other', () => {
    expect(evaluated("object['__proto__'] == 'own' && object.__proto__ == 'own'", hostile)).toBe(true);
    expect(evaluated("has(object.plain.__proto__) || '__proto__' in object.plain", hostile)).toBe(false);
    expect(evaluated("{'__proto__': 1}.size() == 1 && {'__proto__': 1}['__proto__'] == 1", hostile)).toBe(true);
    expect(evaluated("object.exists(k, k == '__proto__')", hostile)).toBe(true);
  });

  it('are no variables and no functions', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      expect(formatFlaw(`${name} == 1`)).toBe(`1:1 unknown variable '${name}'`);
      expect(formatFlaw(`${name}(1) == 1`)).toContain(`1:1 unknown function '${name}'`);
      expect(formatFlaw(`object.${name}(1, 2)`)).toContain(`1:8 unknown function '${name}'`);
    }
    const made = compile('constructor == 1', { variables: { constructor: 'dyn' as const }, result: 'bool' });
    expect(isFlaw(made) ? made.message : made.evaluate({})).toMatchObject({ message: "no value for 'constructor'" });
  });
});

describe('values', () => {
  it('of JSON are ints where they have no fraction', () => {
    expect(evaluated('type(object.spec.replicas) == int && type(object.spec.ratio) == double', object)).toBe(true);
    expect(evaluated('object.spec.replicas == 3.0 && object.spec.replicas > 2.5', object)).toBe(true);
    expect(evaluated('object.big == 9007199254740993', { big: 2 ** 53 })).toBe('a double never equals an int');
  });

  it('of ours: the minor of a version', () => {
    expect(evaluated("minor('1.34') == 34 && minor('v1.34.2-eks-abc') == 34")).toBe(true);
    expect(evaluated("minor(object) + 1 < minor('1.30')", 'v1.28.1')).toBe(true);
  });

  it('of functions are the same in every code point', () => {
    expect(evaluated("'a🏰b'.substring(1, 2) == '🏰' && '🏰'.size() == 1 && 'a🏰b'.lastIndexOf('b') == 2")).toBe(true);
    expect(evaluated("'\\uFFFD' < '🏰'")).toBe(true);
    expect(evaluated("'ab'.replace('', '-') == '-a-b-' && 'ab'.split('') == ['a', 'b']")).toBe(true);
    expect(evaluated("'ab'.replace('', '-', 2) == '-a-b'")).toBe(true);
  });

  it('of times', () => {
    expect(evaluated("timestamp('2024-02-29T12:30:45.5Z').getDayOfYear() == 59")).toBe(true);
    expect(evaluated("timestamp('2024-02-30T12:30:45Z').getDate() == 1")).toBe('not a timestamp of RFC 3339');
    expect(evaluated("timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z') == duration('24h')")).toBe(
      true,
    );
    expect(evaluated("string(duration('-1.5h')) == '-5400s' && duration('1h').getMinutes() == 60")).toBe(true);
    expect(evaluated("timestamp('9999-12-31T00:00:00Z') + duration('48h') > timestamp(0)")).toBe(
      'a timestamp beyond the years 1 to 9999',
    );
  });
});
