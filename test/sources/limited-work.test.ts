import { describe, expect, it } from 'vitest';
import { parseData } from '../../src/syntax/yaml.ts';
import { limitWork, readInTime, waitForTurn } from '../../src/sources/limited-work.ts';

/** Synchronous work that does not end by itself, each in a part of V8 or of a package. */
const endless: Readonly<Record<string, () => unknown>> = {
  'a loop': () => {
    for (;;);
  },
  'a loop that catches what it throws': () => {
    for (;;) {
      try {
        throw new Error('again');
      } catch {
        continue;
      }
    }
  },
  'a regular expression': () => /^(?:a+)+$/.test(`${'a'.repeat(60)}b`),
  'a sort': () => [1, 2].sort(() => endless['a loop']?.() as number),
  'work that limits a part of itself': () => {
    for (;;) limitWork(1_000, () => 1);
  },
};

describe('work with a limit', () => {
  it.each(Object.keys(endless))('ends %s', (name) => {
    const started = performance.now();
    expect(limitWork(50, () => endless[name]?.())).toBe('ended');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('returns what the work returns, and throws what it throws', () => {
    expect(limitWork(1_000, () => 'read')).toEqual({ value: 'read' });
    const error = new TypeError('as thrown');
    expect(() =>
      limitWork(1_000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  it('can be part of other work with a limit', () => {
    const inner = limitWork(2_000, () => limitWork(20, () => endless['a loop']?.()));
    expect(inner).toEqual({ value: 'ended' });
    expect(limitWork(1_000, () => limitWork(1_000, () => parseData('a: 1')))).toEqual({
      value: { value: { data: { a: 1 } } },
    });
  });

  it('leaves the process as it was', async () => {
    limitWork(20, () => endless['a loop']?.());
    expect(Object.getOwnPropertySymbols(globalThis).map(String)).not.toContain('Symbol(eks-preflight.limited-work)');
    await expect(Promise.resolve().then(() => 'goes on')).resolves.toBe('goes on');
  });
});

it('an answer that takes too long is unreadable, and says which', () => {
  expect(() => readInTime('GET /api/v1/pods', 100_000, () => endless['a regular expression']?.(), 100)).toThrow(
    'GET /api/v1/pods: reading the answer took more than 0.1 s',
  );
});

it('the event loop turns between many texts', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const busy = (): void => {
    const until = performance.now() + 3;
    while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: 20 }, () => waitForTurn().then(busy)));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
