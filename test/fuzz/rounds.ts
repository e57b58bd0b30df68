/** The rounds of a fuzz test. The same seed gives the same rounds, in the same order. */
export interface Fuzzing {
  seed: number;
  /** For the title: `300`, `240 s of`. */
  amount: string;
  /** The numbers of the rounds; the first is 0, and there is always one. */
  rounds(): Iterable<number>;
  /** A safety net, not a limit to test. */
  timeout: number;
}

/** How many fuzz tests share the time limit. */
const tests = 5;

/**
 * `EKS_PREFLIGHT_FUZZ_ROUNDS` rounds; without it, as many as fit a test's share of `EKS_PREFLIGHT_FUZZ_SECONDS`;
 * without both, 300.
 * @param weight factor for a given number of rounds: smaller for tests with slower rounds
 */
export function fuzzing(env: NodeJS.ProcessEnv, weight = 1, now: () => number = () => performance.now()): Fuzzing {
  const seed = numberIn(env, 'EKS_PREFLIGHT_FUZZ_SEED') ?? 20_261_121;
  const seconds = numberIn(env, 'EKS_PREFLIGHT_FUZZ_SECONDS');
  const given = numberIn(env, 'EKS_PREFLIGHT_FUZZ_ROUNDS');
  if (given !== undefined || seconds === undefined) {
    const count = Math.max(1, Math.ceil((given ?? 300) * weight));
    return { seed, amount: String(count), rounds: () => Array(count).keys(), timeout: 60_000 + count * 4_000 };
  }
  const ms = (seconds * 1_000) / tests;
  return { seed, amount: `${ms / 1_000} s of`, rounds: () => within(ms, now), timeout: 600_000 + ms * 2 };
}

function* within(ms: number, now: () => number): Iterable<number> {
  const end = now() + ms;
  let round = 0;
  do yield round++;
  while (now() < end);
}

/** @throws Error if the variable is not a whole number: otherwise, no round would run, and nothing would report that */
function numberIn(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} must be a whole number, not '${text}'`);
  return Number(text);
}
