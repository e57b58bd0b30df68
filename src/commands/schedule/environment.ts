import { setMaxListeners } from 'node:events';
import type { DeliveryContext } from '../../schedule/deliveries/contract.ts';
import { bucketPlace } from '../../schedule/history/bucket.ts';
import { folderPlace } from '../../schedule/history/folder.ts';
import { isBucketAddress, longestObject, parseBucket } from '../../schedule/history/paths.ts';
import { untilStoppedPlace, type Place } from '../../schedule/history/place.ts';
import { ScanError } from '../../facts/reason.ts';
import { printable } from '../../syntax/printable.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { createAwsSource } from '../../sources/aws/source.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { longestDeliveryMs } from '../deadline.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import type { Schedule } from './options.ts';

/** The time limit of one response: a report of 100 MB over a slow line. */
const answerMs = 5 * 60_000;

/** What a scheduled scan uses to store and deliver, after the scan. */
export interface ScheduleEnvironment {
  context: DeliveryContext;
  /** Null: nothing is stored. */
  place: Place | null;
  /** The Region of AWS calls; undefined if AWS cannot be used, for example because no Region is configured. */
  region(): Promise<string | undefined>;
  close(): void;
}

/** Opens connections only on first use. */
export function openScheduleEnvironment(schedule: Schedule, options: Settings, io: Io): ScheduleEnvironment {
  const clock = new AbortController();
  const late = new ScanError({
    kind: 'time-out',
    message: `did not finish within ${longestDeliveryMs / 60_000} minutes after the scan`,
  });
  const timer = setTimeout(() => clock.abort(late), longestDeliveryMs);
  const signal = AbortSignal.any([io.signal, clock.signal]);
  // Every target adds a listener; Node warns about more than ten on stderr.
  setMaxListeners(0, signal);
  const log = (line: string): void => {
    if (options.verbose === true) io.stderr(`${printable(line)}\n`);
  };
  let source: Promise<AwsSource> | undefined;
  const aws = () => (source ??= openAws(options, io, signal, log));
  const { state, encryption } = schedule;
  return {
    context: {
      env: io.env,
      userAgent: `eks-preflight/${io.version}`,
      aws,
      encryption,
      signal,
      log,
      stdout: (text) => io.toParent?.({ kind: 'printed', text }) ?? io.stdout(text),
    },
    place: state === undefined ? null : untilStoppedPlace(openPlace(state, aws, schedule), signal),
    region: () =>
      aws().then(
        ({ region }) => region,
        () => undefined,
      ),
    close() {
      clearTimeout(timer);
      source?.then(
        (one) => one.close(),
        () => undefined,
      );
    },
  };
}

function openPlace(state: string, aws: () => Promise<AwsSource>, { encryption }: Schedule): Place {
  return isBucketAddress(state) ? bucketPlace(parseBucket(state, '--state'), { aws, encryption }) : folderPlace(state);
}

/** A separate source: the scan's is closed, and its time limit may have passed. */
function openAws(options: Settings, io: Io, signal: AbortSignal, log: (line: string) => void): Promise<AwsSource> {
  const { cluster = '', region, profile, roleArn, externalId } = options;
  return createAwsSource(setFields({ cluster, region, profile, roleArn, externalId }), {
    userAgent: `eks-preflight/${io.version}`,
    env: io.env,
    signal,
    limits: { answerBytes: longestObject, answerMs },
    log: ({ call, outcome, milliseconds }) => log(`aws ${call}: ${outcome}, ${Math.round(milliseconds)} ms`),
  });
}
