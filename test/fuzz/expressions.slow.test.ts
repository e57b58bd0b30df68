import { describe, expect, it } from 'vitest';
import { compile, isFlaw, type Compiled, type Result } from '../../src/custom-checks/cel/compile.ts';
import type { CelValue } from '../../src/custom-checks/cel/values.ts';
import { processorTime } from '../world/pace.ts';
import { hostileExpression } from './expression.ts';
import { seeded, type Random } from './mutate.ts';
import { fuzzRuns } from './rounds.ts';

/**
 * Expressions that are designed to be expensive: each ends, with a value or at its cost limit, and does no more work
 * than it is charged for. Lists count reads of their elements; for texts, processor time is measured in steps of a
 * plain loop.
 */

const limit = 20_000;
/** How many elements one charged step may read: several overloads may read the same elements, one after the other. */
const looksOfStep = 8;
/** How many times as long a step may take as one of a plain loop. Steps that create texts take 30 times as long. */
const dearest = 400;
/** Time for garbage collection. */
const slackMs = 2_000;

interface Looks {
  count: number;
}

/** A list that counts each read of an element, and throws if far more are read than the cost limit allows. */
function counted(looks: Looks, items: readonly CelValue[]): readonly CelValue[] {
  return new Proxy(items, {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && /^\d/.test(key)) looks.count += 1;
      if (looks.count > limit * looksOfStep * 10) throw new Error('a walk without an end');
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

/** An object of lists and texts; most of them have a partner that is equal, but not identical. */
function countedObject(looks: Looks): CelValue {
  const list = (items: readonly CelValue[]): readonly CelValue[] => counted(looks, items);
  const deep = (): CelValue => {
    let value: CelValue = list([1n]);
    for (let level = 0; level < 12; level += 1) value = list(Array.from({ length: 8 }, () => value));
    return value;
  };
  return new Map<string, CelValue>([
    ['ten', list(Array.from({ length: 10 }, (_, index) => BigInt(index)))],
    ['one', list([1n])],
    ['other', list([1n])],
    ['deep', deep()],
    ['same', deep()],
    ['short', 'ab'],
    ['long', 'a'.repeat(20_000)],
    ['alike', 'a'.repeat(20_000)],
  ]);
}

function generateCompilable(random: Random): { text: string; compiled: Compiled } {
  for (;;) {
    const text = hostileExpression(random);
    const compiled = compile(text, { variables: { object: 'dyn' }, result: 'bool' });
    if (!isFlaw(compiled)) return { text, compiled };
  }
}

/** Milliseconds of a plain loop per step. */
function plainStep(): number {
  const cost = { limit: 2_000_000, left: 2_000_000 };
  const plain = compile('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].all(a, '.repeat(7) + 'a < 10' + ')'.repeat(7), {
    variables: {},
    result: 'bool',
  });
  if (isFlaw(plain)) throw new Error(plain.message);
  return processorTime(() => plain.evaluate({}, cost)) / cost.limit;
}

describe.each(fuzzRuns(process.env))('$rounds expressions (seed $seed)', ({ seed, rounds, timeout }) => {
  it(
    'end within their cost limit, and do no more than they pay for',
    () => {
      const random = seeded(seed);
      const step = plainStep();
      const faults: string[] = [];
      const tally = { values: 0, errors: 0, exceeded: 0 };
      for (let round = 0; round < rounds; round += 1) {
        const { text, compiled } = generateCompilable(random);
        const looks = { count: 0 };
        const cost = { limit, left: limit };
        const where = `round ${round}: ${text}`;
        let result: Result | undefined;
        const took = processorTime(() => {
          try {
            result = compiled.evaluate({ object: countedObject(looks) }, cost);
          } catch (error) {
            faults.push(`${where}: ${String(error)}`);
          }
        });
        if (result === undefined) continue;
        const isExceeded = !result.ok && result.message === `cost limit of ${limit} exceeded`;
        if (isExceeded !== cost.left < 0) faults.push(`${where}: ${JSON.stringify(result)} with ${cost.left} left`);
        const spent = Math.min(limit - cost.left, limit);
        if (looks.count > spent * looksOfStep) faults.push(`${where}: ${looks.count} looks for ${spent} steps`);
        if (took > spent * step * dearest + slackMs) faults.push(`${where}: ${took} ms for ${spent} steps`);
        tally[result.ok ? 'values' : isExceeded ? 'exceeded' : 'errors'] += 1;
      }
      console.log(`fuzz, expressions, seed ${seed}: ${JSON.stringify(tally)}`);
      expect(faults.join('\n')).toBe('');
    },
    timeout,
  );
});
