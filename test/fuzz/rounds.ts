/** One run of a fuzz test. The same seed gives the same rounds, in the same order. */
export interface FuzzRun {
  seed: number;
  rounds: number;
  /** Milliseconds; a safety net, not a limit to test. */
  timeout: number;
}

/**
 * What `npm run test:long` runs: always the same rounds, so that no commit fails because of what another one brought.
 * New seeds are tried by `npm run test:nightly`; one that finds something is added here.
 */
export const seeds: readonly Pick<FuzzRun, 'seed' | 'rounds'>[] = [
  { seed: 20_261_121, rounds: 300 },
  { seed: 3_222_681_571, rounds: 100 },
  { seed: 4_711, rounds: 100 },
];

/**
 * The runs of a fuzz test: those of `seeds`, or one run of `EKS_PREFLIGHT_FUZZ_ROUNDS` rounds with
 * `EKS_PREFLIGHT_FUZZ_SEED` if that seed is set.
 * @param weight factor for the number of rounds: smaller for tests with slower rounds
 * @throws Error if a variable is not a whole number: otherwise, no round would run, and nothing would report that
 */
export function fuzzRuns(env: NodeJS.ProcessEnv, weight = 1): FuzzRun[] {
  const given = numberIn(env, 'EKS_PREFLIGHT_FUZZ_SEED');
  const rounds = numberIn(env, 'EKS_PREFLIGHT_FUZZ_ROUNDS') ?? 300;
  const runs = given === undefined ? seeds : [{ seed: given, rounds }];
  return runs.map((run) => {
    const count = Math.max(1, Math.ceil(run.rounds * weight));
    return { seed: run.seed, rounds: count, timeout: 60_000 + count * 4_000 };
  });
}

function numberIn(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} must be a whole number, not '${text}'`);
  return Number(text);
}
