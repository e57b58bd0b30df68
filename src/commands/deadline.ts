import { ScanError } from '../facts/reason.ts';
import { parseDuration, type DurationOption } from './duration.ts';

const option: DurationOption = {
  flag: '--timeout',
  units: ['s', 'm', 'h'],
  examples: '90s, 5m or 1h',
  longest: '24h',
};

/** The default time limit of a live scan: 150,000 pods over a slow line take a few minutes. */
export const defaultTimeout = '15m';

/** The time limit of everything after a scan, in milliseconds: a bucket that does not respond must not block the run. */
export const longestDeliveryMs = 10 * 60_000;

/**
 * Reads a time limit, in milliseconds.
 * @param text a whole number with its unit: `90s`, `5m`, `1h`
 * @throws ScanError (`usage`) if it has no unit, is 0 or longer than a day
 */
export function parseTimeout(text: string): number {
  return parseDuration(text, option);
}

/** The maximum time between `soon` and the deadline. */
const longestWarning = 5_000;

/** The time limit of a whole scan. */
export interface Deadline {
  /** Aborted at the deadline, with a ScanError as its reason, or by the signal `stop`. */
  signal: AbortSignal;
  /** Like `signal`, but aborted shortly before the deadline: in time to stop what runs remotely, such as a query. */
  soon: AbortSignal;
  /** True once the deadline has passed. */
  passed(): boolean;
  /** The milliseconds until the deadline; below 0 once it has passed. */
  left(): number;
  /** Clears the timers. */
  end(): void;
}

/**
 * Starts the clock.
 * @param timeout as {@link parseTimeout} reads it; undefined: {@link defaultTimeout}
 * @param stop also aborts both signals: it is aborted on SIGINT, SIGTERM and SIGHUP, or by a program that runs the scan
 */
export function startDeadline(timeout: string | undefined, stop: AbortSignal): Deadline {
  const clock = new AbortController();
  const bell = new AbortController();
  const milliseconds = parseTimeout(timeout ?? defaultTimeout);
  const endsAt = performance.now() + milliseconds;
  const timers = [
    setTimeout(() => bell.abort(timeIsOver(timeout)), milliseconds - Math.min(longestWarning, milliseconds / 4)),
    setTimeout(() => clock.abort(timeIsOver(timeout)), milliseconds),
  ];
  const signal = AbortSignal.any([stop, clock.signal]);
  return {
    signal,
    soon: AbortSignal.any([stop, bell.signal]),
    passed: () => signal.reason instanceof ScanError,
    left: () => endsAt - performance.now(),
    end: () => timers.forEach(clearTimeout),
  };
}

/**
 * The error of everything that the deadline cuts off.
 * @param timeout as the user wrote it; undefined: the default
 */
export function timeIsOver(timeout: string | undefined): ScanError {
  const message = `cut off by --timeout ${timeout === undefined ? `${defaultTimeout} (default)` : timeout.trim()}`;
  const hint = 'give the scan more time (--timeout), or find out with --verbose what is slow';
  return new ScanError({ kind: 'time-out', message, hint, shared: message });
}
