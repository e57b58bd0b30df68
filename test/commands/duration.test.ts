import { describe, expect, it } from 'vitest';
import { parseDuration, type DurationOption } from '../../src/commands/duration.ts';

describe('a duration', () => {
  const age: DurationOption = { flag: '--max-age', units: ['m', 'h', 'd'], examples: '90m, 24h or 7d', longest: '30d' };

  it.each([
    ['90m', 5_400_000],
    [' 24h ', 86_400_000],
    ['30d', 2_592_000_000],
  ])('%s is read in milliseconds', (text, milliseconds) => {
    expect(parseDuration(text, age)).toBe(milliseconds);
  });

  it.each(['90', '90s', '0m', '-1h', '1.5h', '1 h', 'h', '', '1H', '31d', `${'9'.repeat(400)}m`])(
    '"%s" is refused with examples',
    (text) => {
      expect(() => parseDuration(text, age)).toThrow(/^invalid --max-age .*\(expected e\.g\. 90m, 24h or 7d\)$/);
    },
  );
});
