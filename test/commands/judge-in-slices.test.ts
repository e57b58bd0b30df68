import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import { judgeInSlices } from '../../src/commands/scan/judge-in-slices.ts';
import { endedResult, judge } from '../../src/judge/engine.ts';
import { readStoredInput } from '../judge/stored-input.ts';

const input = readStoredInput('healthy');
const [first, second, third] = checks;
if (first === undefined || second === undefined || third === undefined) throw new Error('too few checks');

/** A check that never ends, whatever it catches. */
const endless: AnyCheck = {
  ...second,
  applies: undefined,
  needs: ['cluster'],
  uses: [],
  // eslint-disable-next-line require-yield -- it never ends
  *run() {
    for (;;) {
      try {
        throw new Error('again');
      } catch {
        continue;
      }
    }
  },
} as unknown as AnyCheck;

const slicing = {
  judge: (check: AnyCheck) => judge(check, input),
  end: (check: AnyCheck, hasStarted: boolean) => endedResult(check, input, hasStarted),
};

describe('judging in slices', () => {
  it('gives each check the result that it has alone', async () => {
    expect(await judgeInSlices(checks, slicing)).toEqual(checks.map((check) => judge(check, input)));
  });

  it('ends a check that takes too long, and judges the others', async () => {
    const [before, ended, after] = await judgeInSlices([first, endless, third], { ...slicing, limit: 200 });
    expect([before, after]).toEqual([judge(first, input), judge(third, input)]);
    expect(ended).toMatchObject({
      id: endless.id,
      status: 'unknown',
      findings: [{ level: 'unknown', message: 'the check took too long, so it was stopped' }],
    });
  });

  it('ends what is left once the time of the scan is over', async () => {
    const short = { ...slicing, limit: 200, least: 200, left: () => -5_000 };
    const results = await judgeInSlices([endless, endless, first], short);
    expect(results.map(({ status, findings }) => [status, findings[0]?.message])).toEqual([
      ['unknown', 'the check took too long, so it was stopped'],
      ['unknown', 'the check did not run, because the time of the scan was over'],
      ['unknown', 'the check did not run, because the time of the scan was over'],
    ]);
  });

  it('lets signals and timers come in between', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const slow: AnyCheck = {
      ...first,
      applies: undefined,
      needs: ['cluster'],
      uses: [],
      // eslint-disable-next-line require-yield -- it only takes time
      *run() {
        const until = performance.now() + 300;
        while (performance.now() < until);
      },
    } as unknown as AnyCheck;
    await judgeInSlices([slow, slow, slow], slicing);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
