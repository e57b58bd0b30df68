import { describe, expect, it } from 'vitest';
import { readAhead } from '../../../src/commands/fleet/read-ahead.ts';

async function readAll(count: number, ahead: number, delay: (index: number) => number = () => 0) {
  let [open, most] = [0, 0];
  const seen: number[] = [];
  const items = Array.from({ length: count }, (_, index) => index);
  const read = async (index: number): Promise<number> => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, delay(index)));
    return index * 2;
  };
  for await (const [item, value] of readAhead(items, ahead, read)) {
    open -= 1;
    expect(value).toBe(item * 2);
    seen.push(item);
  }
  expect(seen).toEqual(items);
  return most;
}

describe('reading ahead', () => {
  it.each([
    [0, 4, 0],
    [1, 4, 1],
    [3, 4, 3],
    [20, 4, 5],
    [20, 1, 2],
  ])('of %d items, %d ahead, holds at most %d', async (count, ahead, most) => {
    expect(await readAll(count, ahead)).toBe(most);
  });

  it('keeps the order if later items are faster', async () => {
    expect(await readAll(9, 3, (index) => (index % 3 === 0 ? 10 : 0))).toBe(4);
  });
});
