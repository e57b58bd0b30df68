/** What a program printed, or that this machine has none of that name on its PATH. */
export type LocalOutput = { found: true; stdout: string } | { found: false };

/** The machine that the scan runs on: programs of its PATH, asked for their version. */
export interface LocalSource {
  /**
   * Runs a program with a few of our environment variables: nothing that names a cluster or an account.
   * @throws ScanError if it exists and does not run, fails or is too slow
   */
  run(program: string, args: readonly string[]): Promise<LocalOutput>;
}
