import { describe, expect, it } from 'vitest';
import { celValue, type CelValue } from '../../src/cel/values.ts';
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
