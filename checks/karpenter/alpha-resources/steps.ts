/** Where a path passes the version that reads both generations, and the first one that drops the old one. */
export interface AlphaSteps {
  today: string;
  /** First version of the path at 0.32; undefined: none. */
  both: string | undefined;
  /** First version from 0.33 on; undefined: none. */
  dropped: string | undefined;
}
