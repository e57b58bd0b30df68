import type { ReasonKind } from '../../facts/reason.ts';

/** What `scan` and `judge` reject with if they cannot run; `message` is that of the reason. */
export interface ScanError extends Error {
  readonly reason: {
    /** `usage`: an option or a file is wrong; the other kinds say why the cluster or the account could not be read. */
    readonly kind: ReasonKind;
    /** One line. */
    readonly message: string;
    /** What to do. */
    readonly hint?: string | undefined;
  };
}
