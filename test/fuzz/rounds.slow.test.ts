import { expect, it } from 'vitest';
import { fuzzRuns, seeds } from './rounds.ts';

it('runs every stored seed, each with its own number of rounds', () => {
  expect(fuzzRuns({})).toEqual(seeds.map((run) => ({ ...run, timeout: 60_000 + run.rounds * 4_000 })));
  expect(fuzzRuns({}, 0.5).map(({ rounds }) => rounds)).toEqual(seeds.map(({ rounds }) => rounds / 2));
  expect(new Set(seeds.map(({ seed }) => seed)).size).toBe(seeds.length);
});

it('runs a given seed instead, one round at least', () => {
  const run = (rounds: string) =>
    fuzzRuns({ EKS_PREFLIGHT_FUZZ_SEED: '4294967295', EKS_PREFLIGHT_FUZZ_ROUNDS: rounds }, 2);
  expect([run('7'), run('0'), run('')].flat()).toMatchObject([
    { seed: 4_294_967_295, rounds: 14 },
    { seed: 4_294_967_295, rounds: 1 },
    { seed: 4_294_967_295, rounds: 600 },
  ]);
});

it.each(['SEED', 'ROUNDS'])('takes nothing but a number for %s', (name) => {
  for (const text of ['many', '-1', '1e9', '0x10'])
    expect(() => fuzzRuns({ [`EKS_PREFLIGHT_FUZZ_${name}`]: text })).toThrow('must be a whole number');
});
