import { describe, expect, it } from 'vitest';
import { compile, isFlaw } from '../../../src/custom-checks/cel/compile.ts';
import { celValue } from '../../../src/custom-checks/cel/values.ts';
import { pickOne, seeded } from '../../fuzz/mutate.ts';
import table from './kubernetes.json' with { type: 'json' };

/**
 * What the tests of Kubernetes state about CEL, in our own expressions. `source` is the file that states it, and
 * `expect` is the result in Kubernetes. `here` is our error if we differ: we may report an error, but never another
 * value.
 */
interface Row {
  expression: string;
  expect: boolean | 'error';
  source: string;
  self?: unknown;
  here?: 'compile error' | 'run-time error';
}

const rows = table as Row[];

function answer({ expression, self = null }: Row): unknown {
  const compiled = compile(expression, { variables: { self: 'dyn' }, result: 'bool' });
  if (isFlaw(compiled)) {
    expect(compiled).toEqual({ line: 1, column: expect.any(Number), message: expect.stringMatching(/./) });
    return 'compile error';
  }
  const result = compiled.evaluate({ self: celValue(self) });
  return result.ok ? result.value : 'run-time error';
}

describe("Kubernetes' expressions", () => {
  it.each(rows)('$expression', (row) => {
    expect(answer(row)).toBe(row.here ?? row.expect);
  });

  it('have at most an error instead of an answer', () => {
    for (const { expect: stated, here } of rows) expect(here === undefined && stated === 'error').toBe(false);
    expect(rows.length).toBeGreaterThan(60);
  });
});

describe('an expression that was cut and glued at random places', () => {
  it('never throws, neither when it is compiled nor when it is evaluated', () => {
    const tally = { flaws: 0, results: 0 };
    for (let seed = 1; seed <= 5_000; seed += 1) {
      const next = seeded(seed);
      const [one, other] = [pickOne(next, rows), pickOne(next, rows)];
      const start = one.expression.slice(0, Math.floor(next() * one.expression.length));
      const text = start + other.expression.slice(Math.floor(next() * other.expression.length));
      const compiled = compile(text, { variables: { self: 'dyn' }, result: 'bool' });
      if (isFlaw(compiled)) tally.flaws += 1;
      else if ('ok' in compiled.evaluate({ self: celValue(one.self ?? null) })) tally.results += 1;
    }
    expect(Math.min(tally.flaws, tally.results)).toBeGreaterThan(100);
  });
});
