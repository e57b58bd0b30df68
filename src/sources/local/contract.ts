/** The output of a program; `found` is false if this machine's PATH has no such program. */
export type LocalOutput = { found: true; stdout: string } | { found: false };

/** The machine that runs the scan. Programs on its PATH are run to print their versions. */
export interface LocalSource {
  /**
   * Runs a program with a few of our environment variables: none that names a cluster or an account.
   * @throws ScanError if it exists but does not run, fails or is too slow, or if the scan's time is over
   */
  run(program: string, args: readonly string[]): Promise<LocalOutput>;
}
