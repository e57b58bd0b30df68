import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurns, type Turns } from '../../src/commands/fleet/turns.ts';

const key = 'eks:ListNodegroups';
let turns: Turns;
/** Who got a turn, or none, in order. */
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  turns = createTurns();
  told = [];
});
afterEach(() => vi.useRealTimers());

function wait(who: string, one = key): void {
  turns.wait(one, who, (isTurn) => told.push(isTurn ? who : `none for ${who}`));
}

/** Tries again and again. Returns the milliseconds that pass. */
function tryAgain(times: number, isThrottled: boolean): number {
  const started = performance.now();
  for (let done = 0; done < times; done++) {
    wait('a');
    vi.advanceTimersToNextTimer();
    turns.tried(key, isThrottled);
  }
  return performance.now() - started;
}

describe('turns of throttled calls', () => {
  it('follow each other in order, with a pause', () => {
    for (const who of ['a', 'b', 'c']) wait(who);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(150);
    expect(told).toEqual(['a']);
    vi.advanceTimersByTime(200);
    expect(told).toEqual(['a', 'b', 'c']);
  });

  it('of one action do not wait for those of another', () => {
    wait('a');
    wait('b');
    wait('c', 'eks:ListAddons');
    vi.advanceTimersByTime(150);
    expect(told).toEqual(['a', 'c']);
  });

  it('become rarer with each throttled try, up to 2 s, and more frequent with each answer', () => {
    const first = tryAgain(1, true);
    expect(first).toBeLessThanOrEqual(150);
    const slower = tryAgain(9, true);
    expect(slower).toBeGreaterThan(9 * 800);
    expect(slower).toBeLessThanOrEqual(9 * 2_000);
    const faster = tryAgain(60, false);
    expect(faster).toBeLessThan(60 * 400);
    expect(tryAgain(10, false)).toBeLessThan(10 * 30);
  });

  it('are not given to a scan that has ended', () => {
    for (const who of ['a', 'b', 'c']) wait(who);
    turns.leave('b');
    vi.runAllTimers();
    expect(told).toEqual(['a', 'c']);
  });

  it('end if AWS answers nobody for half a minute, and one is given each minute', () => {
    expect(tryAgain(19, true)).toBeGreaterThan(20_000);
    told = [];
    for (const who of ['a', 'b', 'c']) wait(who);
    vi.advanceTimersToNextTimer();
    turns.tried(key, true);
    expect(told).toEqual(['a', 'none for b', 'none for c']);
    wait('d');
    expect(told.at(-1)).toBe('none for d');
    vi.advanceTimersByTime(61_000);
    wait('e');
    vi.runAllTimers();
    expect(told.at(-1)).toBe('e');
    turns.tried(key, false);
    wait('f');
    wait('g');
    vi.runAllTimers();
    expect(told.slice(-2)).toEqual(['f', 'g']);
  });
});
