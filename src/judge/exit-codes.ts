import type { Gate, Verdict } from './verdict.ts';

/**
 * The exit codes, by the result of the gate. A command without a gate ends as `ready` if it succeeds, with three
 * exceptions: `diff` ends as `blocked` if something is new or worse, `test-rules` if a test fails, and `collect` as
 * `incomplete` if it could not read a fact. Pipelines depend on the numbers: their meaning never changes.
 */
export const exitCodes = {
  ready: 0,
  blocked: 1,
  incomplete: 2,
  couldNotRun: 3,
} as const satisfies Record<Exclude<Verdict, 'partial'> | 'couldNotRun', number>;

/** What each exit code of a scan means, in the words of the documentation. */
export const exitCodeMeanings: { readonly [Name in keyof typeof exitCodes]: string } = {
  ready:
    'ready: no blockers, and no unknown that could be one (there may be warnings); or partial: the same for the selected checks only',
  blocked: 'blocked: at least one blocker',
  incomplete: 'incomplete: no blockers, but a check that can fail could not be judged',
  couldNotRun: 'the scan could not run: invalid usage or config, no credentials, no such cluster, a crash, a signal',
};

/** The same for a command about several clusters. */
export const fleetExitCodeMeanings: typeof exitCodeMeanings = {
  ready: 'all clusters are ready',
  blocked: 'at least one cluster is blocked',
  incomplete: 'no cluster is blocked, but one is incomplete (also: partial) or was not scanned',
  couldNotRun: 'no cluster was scanned, or invalid usage',
};

/** The same for the status of a running update. */
export const statusExitCodeMeanings: typeof exitCodeMeanings = {
  ready: 'idle: no update runs, and everything was seen; with --since, also: all tasks are done, and nothing is worse',
  blocked:
    'stuck or failed: an update stands still, or ended without its result; with --since, also: something is worse than when the plan was made',
  incomplete:
    'running, or not seen: an update runs, or a permission is missing to see whether one does; with --since, also: tasks are open, or something could not be compared',
  couldNotRun: 'the status could not be read: invalid usage or config, no credentials, no such cluster',
};

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a gate; `partial` and `--fail-on never` exit as `ready`. */
export function toExitCode({ result, failOn }: Pick<Gate, 'result' | 'failOn'>): ExitCode {
  return failOn.includes('never') || result === 'partial' ? exitCodes.ready : exitCodes[result];
}
