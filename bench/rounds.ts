/** The samples of one figure over all rounds; most figures are in milliseconds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/**
 * Measures all subjects in turn, round after round, so that a slow minute of the machine falls on all of them; every
 * second round runs backwards. The first round only warms up.
 * @returns one spread for each subject, by its name
 */
export async function interleaved<Name extends string>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, Spread>> {
  const names = Object.keys(subjects) as Name[];
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await subjects[name]();
      if (round > 0) samples.get(name)?.push(sample);
    }
  }
  return Object.fromEntries([...samples].map(([name, all]) => [name, toSpread(all)])) as Record<Name, Spread>;
}

/** Median, minimum and maximum; needs at least one sample. */
export function toSpread(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  const median = around.reduce((sum, sample) => sum + sample, 0) / around.length;
  return { median, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
}
