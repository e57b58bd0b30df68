import { expect, it } from 'vitest';
import { fuzzing } from './rounds.ts';

const countRounds = (env: NodeJS.ProcessEnv, weight?: number): number => [...fuzzing(env, weight).rounds()].length;

it('runs 300 rounds with a seed that stays, unless told', () => {
  expect(fuzzing({})).toMatchObject({ seed: 20_261_121, amount: '300' });
  expect([countRounds({}), countRounds({}, 0.5)]).toEqual([300, 150]);
  expect(countRounds({ EKS_PREFLIGHT_FUZZ_ROUNDS: '7', EKS_PREFLIGHT_FUZZ_SECONDS: '240' })).toBe(7);
  expect(fuzzing({ EKS_PREFLIGHT_FUZZ_SEED: '4294967295' }).seed).toBe(4_294_967_295);
});

it('runs as many as fit into its share of a time, and one at least', () => {
  let clock = 0;
  const { amount, rounds } = fuzzing({ EKS_PREFLIGHT_FUZZ_SECONDS: '480' }, 0.5, () => clock);
  const run = [];
  for (const round of rounds()) {
    run.push(round);
    clock += 50_000;
  }
  expect([amount, run]).toEqual(['96 s of', [0, 1]]);
  expect(countRounds({ EKS_PREFLIGHT_FUZZ_SECONDS: '0' })).toBe(1);
});

it.each(['SEED', 'SECONDS', 'ROUNDS'])('takes nothing but a number for %s', (name) => {
  for (const text of ['many', '-1', '1e9', '0x10'])
    expect(() => fuzzing({ [`EKS_PREFLIGHT_FUZZ_${name}`]: text })).toThrow('must be a whole number');
});
