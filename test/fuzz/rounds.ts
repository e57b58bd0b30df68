/** How much is tried: 300 rounds here, 4,000 in CI (`.ci/run`); by the same seed the same ones. */
export const fuzzRounds = Number(process.env['EKS_PREFLIGHT_FUZZ_ROUNDS'] ?? 300);
export const fuzzSeed = Number(process.env['EKS_PREFLIGHT_FUZZ_SEED'] ?? 20261121);

/** A safety net, not a measure: a round takes 80 ms of an idle processor. */
export const fuzzTimeout = 60_000 + fuzzRounds * 2_000;
