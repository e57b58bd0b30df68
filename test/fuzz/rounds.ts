/** How many rounds run: 300 here, 4,000 in CI (`.ci/run`). The same seed gives the same rounds. */
export const fuzzRounds = Number(process.env['EKS_PREFLIGHT_FUZZ_ROUNDS'] ?? 300);
export const fuzzSeed = Number(process.env['EKS_PREFLIGHT_FUZZ_SEED'] ?? 20261121);

/** A safety net, not a limit to test: a round takes 80 ms on an idle processor. */
export const fuzzTimeout = 60_000 + fuzzRounds * 2_000;
