import { describe, expect, it } from 'vitest';
import { celValue, type CelValue } from '../../../src/custom-checks/cel/values.ts';
import { compiled, evaluated } from './evaluated.ts';

const thousand = celValue(Array.from({ length: 1_000 }, (_, index) => index));

function spent(expression: string, object: CelValue, limit: number): { message: string; left: number } {
  const cost = { limit, left: limit };
  const result = compiled(expression).evaluate({ object }, cost);
  return { message: result.ok ? 'a value' : result.message, left: cost.left };
}

describe('cost', () => {
  it('ends a loop in a loop in a loop', () => {
    const expression = 'object.all(a, object.all(b, object.all(c, a + b + c >= 0)))';
    expect(spent(expression, thousand, 100_000).message).toBe('cost limit of 100000 exceeded');
  });

  it('is not caught by what ignores errors', () => {
    for (const expression of [
      'object.exists(a, object.all(b, b >= 0) || a == 999) || true',
      'true && (object.all(a, a < 0 || object.size() > 0) || true)',
      '!object.all(a, object.exists(b, b == a + 1000) && false) || true',
    ]) {
      expect(spent(expression, thousand, 900).message).toBe('cost limit of 900 exceeded');
    }
  });

  it('is the same each time, and shared by several evaluations', () => {
    const once = spent('object.all(a, a >= 0)', thousand, 1_000_000).left;
    expect(spent('object.all(a, a >= 0)', thousand, 1_000_000).left).toBe(once);
    const cost = { limit: 8_000, left: 8_000 };
    const rule = compiled('object.all(a, a >= 0)');
    const results = [1, 2].map(() => rule.evaluate({ object: thousand }, cost));
    expect(results).toMatchObject([{ ok: true }, { ok: false, message: 'cost limit of 8000 exceeded' }]);
  });

  it('bounds what a text and a list may grow to', () => {
    const doubled = (value: string, step: string): string =>
      `${Array.from({ length: 40 }, (_, n) => `cel.bind(v${n}, ${n === 0 ? value : step.replaceAll('v', `v${n - 1}`)}, `).join('')}size(v39) > 0${')'.repeat(40)}`;
    expect(evaluated(doubled("'0123456789'", 'v + v'))).toBe('a text longer than 1000000 characters');
    expect(evaluated(doubled("'0123456789'", "v.replace('0', v)"))).toBe('a text longer than 1000000 characters');
    expect(evaluated(doubled("['0123456789']", '[v.join(), v.join()]'))).toBe('a text longer than 1000000 characters');
    expect(evaluated(doubled('[1]', 'v + v'))).toBe('cost limit of 1000000 exceeded');
  });

  it('counts the pairs that a comparison of sets needs', () => {
    const large = celValue(Array.from({ length: 2_000 }, (_, index) => index));
    expect(spent('sets.contains(object, object)', large, 1_000_000).message).toBe('cost limit of 1000000 exceeded');
  });
});

/** A list of 10 lists of 10 lists, and so on: another level takes ten times as long to walk, but few steps to build. */
const deep = `[0]${'.map(x, [x, x, x, x, x, x, x, x, x, x])'.repeat(5)}`;
/** Two equal strings of 60,000 characters that are built separately. */
const texts = { a: 'a'.repeat(60_000), b: 'a'.repeat(60_000) };
const some = celValue({ r: Array.from({ length: 100 }, (_, index) => index), ...texts });

describe('what a function walks, reads or makes costs', () => {
  it.each([
    ['lists in lists that are equal', `${deep} == ${deep}`],
    ['lists in lists that may differ', `${deep} != ${deep}`],
    ['lists in maps', `{'a': ${deep}} == {'a': ${deep}}`],
    ['lists in optional values', `optional.of(${deep}) == optional.of(${deep})`],
    ['a list in a list', `${deep} in [${deep}]`],
    ['its place', `[${deep}].indexOf(${deep}) == 0`],
    ['its last place', `[${deep}].lastIndexOf(${deep}) == 0`],
    ['sets of lists', `sets.contains([${deep}], [${deep}])`],
    ['long texts that are equal', 'object.r.all(x, object.a == object.b)'],
    ['a long text in a list', 'object.r.all(x, object.a in [object.b])'],
    ['a long key in a map', 'cel.bind(m, {object.a: 1}, object.r.all(x, object.b in m))'],
    ['a value by a long key', 'cel.bind(m, {object.a: 1}, object.r.all(x, m[object.b] == 1))'],
    ['maps with long keys', 'cel.bind(m, {object.a: 1}, object.r.all(x, m == {object.b: 1}))'],
    ['the least of long texts', "cel.bind(l, object.r.map(x, object.a), l.min() != '')"],
    ['the greatest of long texts', "cel.bind(l, object.r.map(x, object.a), l.max() != '')"],
    ['the order of long texts', 'cel.bind(l, object.r.map(x, object.a), l.isSorted())'],
    ['a long text that is joined', "cel.bind(l, [object.a, object.b], object.r.map(x, l.join()) != ['a'])"],
    ['a long text that is put in', "object.r.map(x, 'a'.replace('a', object.a + object.b)) != ['a']"],
    ['a text that is split into characters', "[object.a.split('')] != []"],
    ['matches', "[object.a.findAll('a', 55000)] != []"],
    ['a long part of a text', "!object.a.contains(object.b.substring(1) + 'b')"],
    ['the place of a long part', "object.a.indexOf(object.b.substring(1) + 'b') == -1"],
    ['the last place of a long part', "object.a.lastIndexOf('b' + object.b.substring(40000)) == -1"],
    ['a long part that is replaced', "object.a.replace(object.b.substring(1) + 'b', '') != ''"],
    ['a long separator', "object.a.split(object.b.substring(1) + 'b') != ['']"],
    ['a pattern of many instructions', "!object.a.substring(40000).matches('(?:a?){500}c')"],
    ['a pattern of many instructions that is compiled', `!'b'.matches('${'x{0,1000}y'.repeat(7)}')`],
    ['patterns that are made', "object.r.all(x, !'b'.matches('[[:alpha:]]{100}' + string(x)))"],
    ['matches that are looked for up to the end', "object.a.substring(58000).findAll('a*b|a') != []"],
  ])('%s', (_, expression) => {
    expect(spent(expression, some, 50_000).message).toBe('cost limit of 50000 exceeded');
  });

  it('once for a list that is compared with itself, a map that is looked up, and a pattern', () => {
    const left = (expression: string): number => spent(expression, some, 50_000).left;
    expect(left(`cel.bind(l, ${deep}, l == l)`)).toBeGreaterThan(49_000);
    expect(left("object.r.all(x, 'r' in object)")).toBeGreaterThan(49_000);
    expect(left("object.r.all(x, !'b'.matches('^[a-z]{5}$'))")).toBeGreaterThan(49_000);
  });
});

describe('regular expressions', () => {
  it('need time that grows with the text only', () => {
    expect(evaluated("object.matches('^(a+)+$')", `${'a'.repeat(50_000)}b`)).toBe(false);
    expect(evaluated("object.matches('(x+x+)+y')", 'x'.repeat(50_000))).toBe(false);
  });

  it('have a limit for the text and for the pattern', () => {
    expect(evaluated("object.matches('a')", 'a'.repeat(65_537))).toBe('a text longer than 65536 characters to match');
    expect(evaluated("'a'.matches(object)", 'a'.repeat(1_001))).toBe('a pattern longer than 1000 characters');
    expect(evaluated("'a'.matches(object)", '(?=a)')).toMatch(/^not a regular expression of RE2: /);
    expect(evaluated("'a'.matches(object)", '((a{1,1000}){1,1000}){1,1000}')).toMatch(
      /^not a regular expression of RE2: /,
    );
  });
});
