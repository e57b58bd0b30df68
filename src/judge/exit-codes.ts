import type { Gate, Verdict } from './result.ts';

/** Every code that the command ends with. A pipeline acts on the number, so none ever changes its meaning. */
export const exitCodes = {
  /** The gate is ready, or nothing was judged and all that was asked for was done. */
  ready: 0,
  /** The gate is blocked: by a finding at a level of `--fail-on`. */
  blocked: 1,
  /** Something that the gate counts was not seen; `collect`: a fact of a chosen check was not read. */
  incomplete: 2,
  /** Nothing was judged, or nobody got to see it: bad usage, no credentials, no such cluster, a crash, a signal, a full disk. */
  couldNotRun: 3,
} as const satisfies Record<Verdict | 'couldNotRun', number>;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The code of a gate's result; `--fail-on never` always ends as `ready`. */
export function exitCodeOf({ result, failOn }: Pick<Gate, 'result' | 'failOn'>): ExitCode {
  return failOn.includes('never') ? exitCodes.ready : exitCodes[result];
}
