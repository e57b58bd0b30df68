/** The samples of one figure over all rounds; most figures are in milliseconds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/**
 * Measures all subjects in turn, round after round, so that a slow minute of the machine falls on all of them; every
 * second round runs backwards.
 * @param warmUps how many rounds more run first, whose samples do not count
 * @returns the samples of each subject, by its name
 */
export async function inTurns<Name extends string, Sample>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Promise<Sample>>>,
  warmUps = 1,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(subjects) as Name[];
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds + warmUps; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await subjects[name]();
      if (round >= warmUps) samples.get(name)?.push(sample);
    }
  }
  return Object.fromEntries(samples) as Record<Name, Sample[]>;
}

/** Like {@link inTurns}, for subjects that return one number. */
export async function interleaved<Name extends string>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Promise<number>>>,
  warmUps = 1,
): Promise<Record<Name, Spread>> {
  const samples = Object.entries<number[]>(await inTurns(rounds, subjects, warmUps));
  return Object.fromEntries(samples.map(([name, all]) => [name, toSpread(all)])) as Record<Name, Spread>;
}

/** Median, minimum and maximum; needs at least one sample. */
export function toSpread(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  const median = around.reduce((sum, sample) => sum + sample, 0) / around.length;
  return { median, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
}
