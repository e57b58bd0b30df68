import { describe, expect, it } from 'vitest';
import { isAlwaysActive } from '../../src/syntax/cron.ts';

const at = (schedule: string | null, duration: string | null = '24h') => ({ schedule, duration });

describe('isAlwaysActive', () => {
  it.each([
    ['no schedule', [at(null, null)]],
    ['each day for a day', [at('0 0 * * *')]],
    ['each day, in seconds', [at('@daily', '24h0m0s')]],
    ['each hour for an hour', [at('@hourly', '60m')]],
    ['each minute for a minute', [at('* * * * *', '1m')]],
    ['each quarter of an hour', [at('*/15 * * * *', '15m')]],
    ['from a minute on, each quarter', [at('0/15 * ? * ?', '15m')]],
    ['each week for a week', [at('0 12 * * 3', '168h')]],
    ['both halves of the day', [at('0 0 * * *', '12h'), at('0 12 * * *', '12h')]],
    ['the working days and the weekend', [at('0 0 * * MON-FRI'), at('0 0 * * sat,sun')]],
    ['every second hour for two', [at('0 0-23/2 * * *', '1h60m')]],
  ])('holds for %s', (_, recurring) => {
    expect(isAlwaysActive(recurring)).toBe(true);
  });

  it.each([
    ['none', []],
    ['a minute less than a day', [at('0 0 * * *', '23h59m')]],
    ['the working days', [at('0 0 * * mon-fri')]],
    ['the working days with Saturday, which ends in the night before Monday', [at('0 0 * * 1-6', '47h')]],
    ['office hours', [at('0 9 * * 1-5', '8h')]],
    ['no duration', [at('* * * * *', null)]],
    ['days of the month, which are not judged', [at('0 0 1 * *', '744h')]],
    ['months, which are not judged', [at('0 0 * 1-11 *')]],
    ['a text that is no schedule', [at('always')]],
    ['values that do not exist', [at('0 0 * * 8', '900h')]],
    ['a step of 0', [at('*/0 * * * *', '900h')]],
    ['a field too many', [at('0 0 * * * *', '900h')]],
  ])('does not hold for %s', (_, recurring) => {
    expect(isAlwaysActive(recurring)).toBe(false);
  });
});
